"""Every solution of a board exactly once: depth-first, closed under the sound deductions."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from aima_search.base.errors import BoardError
from puzzles.hitori.deduction.deducer import Deducer
from puzzles.hitori.deduction.named import MINIMAL_RULES, SOUND_RULES
from puzzles.hitori.deduction.propagation import Position
from puzzles.hitori.rules import Board, State


def solutions(board: Board, limit: int | None = None, minimal: bool = False) -> Iterator[State]:
    """Yield every valid shading once, every cell decided; at most ``limit`` of them.

    minimal: only those from which no shaded cell can be unshaded.
    """
    if limit is not None and limit < 0:
        raise BoardError(f"limit={limit}: expected a number from 0 up, or None")
    found = _minimal(board) if minimal else _every(board)
    yield from islice(found, limit)


def _every(board: Board) -> Iterator[State]:
    return _search(Deducer(board, SOUND_RULES))


def _minimal(board: Board) -> Iterator[State]:
    deducer = Deducer(board, MINIMAL_RULES)
    return (state for state in _search(deducer) if board.is_minimal(state.shaded))


def _search(deducer: Deducer) -> Iterator[State]:
    """Yield the solutions; solutions in which the chosen cell is shaded come first."""
    opening = deducer.opening()
    waiting: list[Position] = [] if opening is None else [opening]
    while waiting:
        position = waiting.pop()
        place = deducer.most_constrained(position.state, clashing=False)
        if place is None:
            yield position.state
            continue
        for shaded in (False, True):
            after = deducer.decide(position, place, shaded)
            if after is not None:
                waiting.append(after)
