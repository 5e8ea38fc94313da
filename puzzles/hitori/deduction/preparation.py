"""The preparation of a board before a search: opening patterns, and what follows from them.

What follows are direct consequences of the three rules of the puzzle: neighbours of shaded cells
are kept, equals of kept cells shaded, cells that would cut the board kept, until no rule adds
anything. So every solution of the board is one of the prepared board.
"""

from __future__ import annotations

from collections.abc import Collection

from puzzles.hitori.deduction.direct import DirectDeducer
from puzzles.hitori.deduction.patterns import find_patterns
from puzzles.hitori.deduction.propagation import Position
from puzzles.hitori.rules import BLANK, Board, State


def prepare(board: Board, patterns: Collection[str]) -> State | None:
    """Return the state that named patterns lead to; None: they prove there is no solution.

    Without patterns there is no preparation, and nothing is decided.
    """
    if not patterns:
        return BLANK
    position = Position(board)
    deducer = DirectDeducer(board, ("neighbours", "equals", "cycles"))
    possible = position.open(*find_patterns(board, patterns)) and deducer.close_cycles(position)
    return position.state if possible else None
