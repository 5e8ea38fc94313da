"""Every solution of a state, once each: depth-first over states closed under singles."""

from __future__ import annotations

from collections.abc import Iterator

from puzzles.sudoku.deduction.propagation import make_propagation
from puzzles.sudoku.lanes import Lanes, State


def solutions(lanes: Lanes, state: State) -> Iterator[State]:
    """Yield the full states that a state leads to, no two the same.

    The candidates of a lane exclude each other and one candidate must hold, so their branches
    have no solution in common and miss none. Memory grows with the depth alone.
    """
    propagate = make_propagation("singles", lanes)
    waiting = [propagate(state)]
    while waiting:
        state = waiting.pop()
        if not state:
            continue
        candidates = lanes.smallest_lane(state)
        if not candidates:
            yield state
        waiting += [propagate(lanes.place(state, candidate)) for candidate in reversed(candidates)]
