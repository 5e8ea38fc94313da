"""The one place where a state space is enumerated: packed if the puzzle offers it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from math import inf

from aima_search.analysis.space import NumberArray, PlainSpace, Space
from aima_search.base.errors import CostError, NotApplicable
from aima_search.base.limits import LimitScope, check_limits
from aima_search.model.contract import Action, ProblemLike, State, StateSpace
from aima_search.model.diagnosis import explained
from aima_search.model.packed import (
    EXACT,
    NOT_INSTALLED,
    packed_form,
    packed_form_or_reason,
)
from aima_search.model.problem import Node, successors

_INTERVAL = 1000  # expansions between two words on the progress


def enumerate_space(
    problem: ProblemLike,
    limit: int = 1_000_000,
    on_progress: Callable[[int], object] | None = None,
) -> Space:
    """Enumerate the reachable states, packed if the problem offers it.

    It stops once more than ``limit`` states are known, or soon after in a packed space.
    ``on_progress`` is called now and then with the number of known states.
    """
    form = packed_form(problem, needs=("scipy",))
    if form is None:
        return enumerate_plainly(problem, limit, on_progress)
    from aima_search.analysis.packed_space import enumerate_packed

    return enumerate_packed(problem, form, limit, on_progress)


@explained
def enumerate_plainly(
    problem: ProblemLike, limit: int = 1_000_000, on_progress: Callable[[int], object] | None = None
) -> PlainSpace:
    """Enumerate the reachable states as Python objects, in breadth-first order."""
    with LimitScope():
        space = PlainSpace(problem)
        while not space.complete and len(space) <= limit:
            space.expand_next()
            check_limits()
            if on_progress is not None and space.expanded % _INTERVAL == 0:
                on_progress(len(space))
    return space


def has_no_negative_cost(problem: ProblemLike, states: int) -> bool | None:
    """Tell whether no action costs less than 0; None if that takes more than so many states."""
    try:
        space = enumerate_plainly(problem, states)
    except Exception:  # what no search has seen of a problem may not even work
        return None
    if any(cost < 0 for cost in space.costs):
        return False
    return True if space.complete else None


# Perfect distances: h* of every reachable state, as a heuristic.
#
# An A* search with them expands nothing but states on cheapest ways.


MOST_PACKED = 1_000_000
MOST_PLAIN = 20_000
"""So many states are covered if nobody says how many: a second or two."""


class PerfectDistances:
    """h* of every state reachable in a problem: call it with a node, as a heuristic.

    Infinity if no goal can be reached; 0 for states that cannot be reached themselves. are_whole:
    whether all are whole numbers, which floats add up exactly.
    """

    def __init__(self, space: Space, h_star: NumberArray, are_whole: bool) -> None:
        self._index, self._h_star, self.are_whole = space.index, h_star, are_whole

    @classmethod
    def of(
        cls,
        problem: ProblemLike,
        states: int | None = None,
        on_progress: Callable[[int], object] | None = None,
    ) -> PerfectDistances:
        """Compute the distances; NotApplicable if there are more than so many ``states``.

        Without a number the bound is as large as a second or two allow, larger for problems that
        offer a packed form. NotApplicable also if costs are not numbers, or negative around a
        cycle.
        """
        packed = packed_form_or_reason(problem, needs=("scipy",))
        if states is None:
            states = MOST_PLAIN if isinstance(packed, str) else MOST_PACKED
        space = enumerate_space(problem, states, on_progress)
        if not space.complete:
            remark = ""
            if isinstance(packed, str) and packed.endswith(NOT_INSTALLED):
                remark = f" ({packed}, with which more are covered)"
            raise NotApplicable(
                f"perfect distances: more than {states:,} states can be reached;"
                " take a smaller board, or PerfectDistances.of(problem, states=...)"
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
        """Return h* of the node's state."""
        try:
            return float(self._h_star[self._index(node.state)])
        except LookupError:  # a state that cannot be reached, or of another board
            return 0.0

    def __len__(self) -> int:
        """Return the number of states with a known distance."""
        return len(self._h_star)


def check_sums(what: str, largest: float) -> None:
    """Raise NotApplicable if a sum of costs is so large that floats round whole numbers."""
    if largest > EXACT:
        raise NotApplicable(
            f"{what}: a path costs {largest:g}, beyond 2**53, where floats round whole numbers:"
            " use smaller costs"
        )


# Perft: how many sequences of so many actions there are: a check of a generator of moves.
#
# States that are reached by several sequences are expanded once and counted so many times.


def perft(problem: StateSpace[State, Action], depth: int, state: State | None = None) -> list[int]:
    """Return the number of sequences of 1, 2, ... ``depth`` actions from a state.

    Without a state it is the initial state. Goals do not end a sequence.
    """
    expand = successors(problem)
    layer, counts = Counter([problem.initial if state is None else state]), []
    for _ in range(depth):
        following: Counter[State] = Counter()
        for source, times in layer.items():
            for _, target, _ in expand(Node(source)):
                following[target] += times
        layer = following
        counts.append(layer.total())
    return counts


def perft_split(problem: StateSpace[State, Action], depth: int) -> dict[str, int]:
    """Return by first action, as text, the number of sequences of ``depth`` actions.

    Actions with the same text are counted together.
    """
    split: Counter[str] = Counter()
    for action, state, _ in successors(problem)(Node(problem.initial)):
        after = perft(problem, depth - 1, state)
        split[str(action)] += after[-1] if after else 1
    return dict(split)
