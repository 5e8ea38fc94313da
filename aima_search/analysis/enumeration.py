"""The one place where a state space is enumerated: packed if the puzzle offers it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from math import inf
from typing import Any

from aima_search.analysis.plain_space import PlainSpace
from aima_search.analysis.space import Space
from aima_search.base.errors import CostError, NotApplicable
from aima_search.base.limits import AtWork, look
from aima_search.model.contract import Action, ProblemLike, State, StateSpace
from aima_search.model.packed import (
    EXACT,
    NOT_INSTALLED,
    Costs,
    Keys,
    Packed,
    packed_form,
    packed_form_or_reason,
)
from aima_search.model.problem import Node, successors

_INTERVAL = 1000  # expansions between two words on the progress


def enumerate_space(
    problem: ProblemLike,
    limit: int = 1_000_000,
    on_progress: Callable[[int], object] | None = None,
    *,
    packed: bool = True,
) -> Space:
    """Enumerate the reachable states, packed if the problem offers it and ``packed`` is set.

    It stops once more than ``limit`` states are known, or soon after in a packed space.
    ``on_progress`` is called now and then with the number of known states.
    """
    form = packed_form(problem, needs=("scipy",)) if packed else None
    if form is None:
        return enumerate_plainly(problem, limit, on_progress)
    from aima_search.analysis.packed_space import PackedSpace, enumerate_layers

    layers = enumerate_layers(form, form.pack([problem.initial]), limit, on_progress)
    return PackedSpace(problem, form, layers)


def enumerate_plainly(
    problem: ProblemLike, limit: int = 1_000_000, on_progress: Callable[[int], object] | None = None
) -> PlainSpace:
    """Enumerate the reachable states as Python objects, in breadth-first order."""
    with AtWork():
        space = PlainSpace(problem)
        while not space.complete and len(space) <= limit:
            space.expand_next()
            look()
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

    def __init__(self, table: dict[Any, float] | _PackedTable, are_whole: bool = False) -> None:
        """Take the distances by state."""
        self._table, self.are_whole = table, are_whole

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
        form = None if isinstance(packed, str) else packed
        if states is None:
            states = MOST_PLAIN if form is None else MOST_PACKED
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
        known = [cost for cost in h_star.tolist() if cost < inf]
        check_sums("perfect distances", max(map(abs, known), default=0))
        are_whole = all(map(float.is_integer, known))
        if form is not None and space.keys is not None:
            return cls(_PackedTable(form, space.keys, h_star), are_whole)
        states_found = space.states(0, len(space))
        return cls(dict(zip(states_found, h_star.tolist(), strict=True)), are_whole)

    def __call__(self, node: Node) -> float:
        """Return h* of the node's state."""
        return self._table.get(node.state, 0.0)

    @property
    def of_keys(self) -> Callable[[Keys], Costs] | None:
        """The form for arrays of keys, if the problem is packed."""
        return self._table.distances if isinstance(self._table, _PackedTable) else None

    def __len__(self) -> int:
        """Return the number of states with a known distance."""
        return len(self._table)


def check_sums(what: str, largest: float) -> None:
    """Raise NotApplicable if a sum of costs is so large that floats round whole numbers."""
    if largest > EXACT:
        raise NotApplicable(
            f"{what}: a path costs {largest:g}, beyond 2**53, where floats round whole numbers:"
            " use smaller costs"
        )


class _PackedTable:
    """A sorted array of keys, and the distance of each."""

    def __init__(self, form: Packed, keys: Keys, h_star: Any) -> None:
        self._form = form
        self._keys = keys
        self._h_star = h_star

    def get(self, state: Any, default: float) -> float:
        try:
            key = self._form.pack([state])
        except LookupError:  # a state that does not belong to this board
            return default
        return float(self.distances(key, default)[0])

    def distances(self, keys: Keys, default: float = 0.0) -> Costs:
        import numpy as np

        places = np.searchsorted(self._keys, keys)
        known = self._keys.take(places, mode="clip") == keys
        found: Costs = np.where(known, self._h_star.take(places, mode="clip"), default)
        return found

    def __len__(self) -> int:
        return len(self._keys)


# Perft: how many sequences of so many actions there are: a check of a generator of moves.
#
# States that are reached by several sequences are expanded once and counted so many times.


_MOST = 2**62  # sequences; a sum of uint64 stays exact


def perft(
    problem: StateSpace[State, Action],
    depth: int,
    state: State | None = None,
    *,
    packed: bool = True,
) -> list[int]:
    """Return the number of sequences of 1, 2, ... ``depth`` actions from a state.

    Without a state it is the initial state. Goals do not end a sequence. With ``packed``
    the packed form is used if the problem offers it: the same numbers up to 2^62, faster.
    """
    start = problem.initial if state is None else state
    form = packed_form(problem) if packed else None
    return _plain(problem, depth, start) if form is None else _packed(form, depth, start)


def perft_split(
    problem: StateSpace[State, Action], depth: int, *, packed: bool = True
) -> dict[str, int]:
    """Return by first action, as text, the number of sequences of ``depth`` actions.

    Actions with the same text are counted together.
    """
    split: Counter[str] = Counter()
    for action, state, _ in successors(problem)(Node(problem.initial)):
        after = perft(problem, depth - 1, state, packed=packed)
        split[str(action)] += after[-1] if after else 1
    return dict(split)


def _plain(problem: StateSpace[State, Action], depth: int, start: State) -> list[int]:
    expand = successors(problem)
    layer, counts = Counter([start]), []
    for _ in range(depth):
        following: Counter[State] = Counter()
        for state, times in layer.items():
            for _, target, _ in expand(Node(state)):
                following[target] += times
        layer = following
        counts.append(layer.total())
    return counts


def _packed(form: Packed, depth: int, start: Any) -> list[int]:
    import numpy as np

    keys, times = form.pack([start]), np.ones(1, dtype=np.uint64)
    counts: list[int] = []
    for _ in range(depth):
        keys, times = _following(form, keys, times)
        if times.sum(dtype=np.float64) > _MOST:
            raise NotApplicable(
                f"perft of depth {len(counts) + 1}: more than 2^62 sequences, ask for {len(counts)}"
            )
        counts.append(int(times.sum()))
    return counts


def _following(form: Packed, keys: Keys, times: Keys) -> tuple[Keys, Keys]:
    """Return the states one action further, each with how many sequences lead to it."""
    import numpy as np

    from aima_search.analysis.arrays import sums_of_equal
    from aima_search.analysis.packed_space import CHUNK

    found = []
    for start in range(0, len(keys), CHUNK):
        part = slice(start, start + CHUNK)
        sources, targets, _ = form.successors(keys[part])
        found.append(sums_of_equal(targets, times[part][sources]))
    if not found:
        return keys, times
    return sums_of_equal(
        np.concatenate([targets for targets, _ in found]),
        np.concatenate([sums for _, sums in found]),
    )
