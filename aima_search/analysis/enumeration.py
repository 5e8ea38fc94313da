"""Enumerate state spaces, use exact costs as a heuristic, and count sequences of actions."""

from __future__ import annotations

from collections import Counter
from math import inf

from aima_search.analysis.space import NumberArray, PlainSpace, Space
from aima_search.base.errors import CostError, NotApplicable
from aima_search.base.limits import LimitScope, check_limits
from aima_search.model.contract import Action, OnProgress, ProblemLike, State, TransitionModel
from aima_search.model.diagnosis import explained
from aima_search.model.packed import EXACT, NOT_INSTALLED, packed_form, packed_form_or_reason
from aima_search.model.problem import Node, successors

MOST_PACKED = 1_000_000
MOST_PLAIN = 20_000
"""The default limit on the states of ``PerfectDistances``: they take a second or two."""

_INTERVAL = 1000  # expansions between two reports of the progress


def enumerate_space(
    problem: ProblemLike, limit: int = 1_000_000, on_progress: OnProgress | None = None
) -> Space:
    """Enumerate the reachable states of a problem; use its method ``packed`` (numpy) if possible.

    limit: stop at about this number of known states. on_progress: a function that is called from
    time to time with the number of known states.
    """
    form = packed_form(problem, needs=("scipy",))
    if form is None:
        return enumerate_objects(problem, limit, on_progress)
    from aima_search.analysis.packed_space import enumerate_packed

    return enumerate_packed(problem, form, limit, on_progress)


@explained
def enumerate_objects(
    problem: ProblemLike, limit: int = 1_000_000, on_progress: OnProgress | None = None
) -> PlainSpace:
    """Enumerate the reachable states of a problem as Python objects, in breadth-first order."""
    with LimitScope():
        space = PlainSpace(problem)
        while not space.complete and len(space) <= limit:
            space.expand_next()
            check_limits()
            if on_progress is not None and space.expanded % _INTERVAL == 0:
                on_progress(len(space))
    return space


def has_no_negative_cost(problem: ProblemLike, states: int) -> bool | None:
    """Return False if a cost is negative, None if not all states were checked, otherwise True."""
    try:
        space = enumerate_objects(problem, states)
    except Exception:  # parts of a problem that no search has reached may be faulty
        return None
    if any(cost < 0 for cost in space.costs):
        return False
    return True if space.complete else None


class PerfectDistances:
    """The perfect heuristic h*: the lowest cost from a state to a goal.

    h* is infinity if no goal can be reached from the state. For a state that cannot be reached from
    the initial state, 0 is returned. With h*, A* expands only states on optimal paths.
    are_whole: True if all values are whole numbers, so that their sums are exact.
    """

    def __init__(self, space: Space, h_star: NumberArray, are_whole: bool) -> None:
        self._index, self._h_star, self.are_whole = space.index, h_star, are_whole

    @classmethod
    def of(
        cls, problem: ProblemLike, states: int | None = None, on_progress: OnProgress | None = None
    ) -> PerfectDistances:
        """Return the perfect heuristic of a problem: enumerate its states, and compute their h*.

        states: the largest allowed number of states. The default is MOST_PACKED for a problem with
        the method ``packed``, otherwise MOST_PLAIN. Raises NotApplicable if there are more states,
        if a cost is not a number, or if a cycle has a negative cost.
        """
        packed = packed_form_or_reason(problem, needs=("scipy",))
        if states is None:
            states = MOST_PLAIN if isinstance(packed, str) else MOST_PACKED
        space = enumerate_space(problem, states, on_progress)
        if not space.complete:
            remark = ""
            if isinstance(packed, str) and packed.endswith(NOT_INSTALLED):
                remark = f" ({packed}; with it, more states are possible)"
            raise NotApplicable(
                f"perfect distances: more than {states:,} states can be reached: use a smaller"
                " board, or set a higher limit with PerfectDistances.of(problem, states=...)"
                f"{remark}"
            )
        try:
            h_star = space.h_star
        except CostError as error:
            raise NotApplicable(f"perfect distances: {error}") from error
        space.forget_edges()
        known = [cost for cost in h_star.tolist() if cost < inf]
        check_sums("perfect distances", max(map(abs, known), default=0))
        return cls(space, h_star, all(map(float.is_integer, known)))

    def __call__(self, node: Node) -> float:
        """Return h* of the node's state, or 0 if the state was not enumerated."""
        try:
            return float(self._h_star[self._index(node.state)])
        except LookupError:  # a state that cannot be reached, or a state of another board
            return 0.0

    def __len__(self) -> int:
        return len(self._h_star)


def check_sums(what: str, largest: float) -> None:
    """Raise NotApplicable if a path cost is above 2**53, where floats are not exact."""
    if largest > EXACT:
        raise NotApplicable(
            f"{what}: a path costs {largest:g}, but floats are not exact above 2**53: use smaller"
            " costs"
        )


def perft(problem: TransitionModel[State, Action], depth: int) -> list[int]:
    """Return a list: the number of action sequences of each length 1, 2, ..., ``depth``.

    Use these numbers to test ``actions``. Goals do not end a sequence. If several sequences of the
    same length lead to one state, all are counted, but the state is expanded only once.
    """
    expand = successors(problem)
    layer, counts = Counter([problem.initial]), []
    for _ in range(depth):
        following: Counter[State] = Counter()
        for source, times in layer.items():
            for _, target, _ in expand(Node(source)):
                following[target] += times
        layer = following
        counts.append(layer.total())
    return counts
