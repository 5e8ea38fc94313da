"""Perft: how many sequences of so many actions there are: a check of a generator of moves.

States that are reached by several sequences are expanded once and counted so many times.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from aima_search.base.errors import NotApplicable
from aima_search.model.contract import Action, State, StateSpace
from aima_search.model.packed import Packed, packed_form
from aima_search.model.problem import Node, successors

if TYPE_CHECKING:
    from aima_search.model.packed import Keys

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

    from aima_search.analysis.keys import sums_of_equal
    from aima_search.analysis.layers import CHUNK

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
