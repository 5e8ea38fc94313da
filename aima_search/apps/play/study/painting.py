"""Painting: a board is changed cell by cell while its search is watched; the board stays a text.

A problem that can be painted has ``painting()`` and ``redrawn(marks, move)``; cells are numbered
row by row, as in its picture.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from aima_search.base.errors import InputError, NotApplicable
from aima_search.trace.protocol import Asks, read_board

ASKS: Asks = {
    "paint": {"puzzle": str, "board": str, "settings?": dict, "marks?": dict, "move?": list},
}


def painting(problem: object) -> dict[str, Any] | None:
    """Return what can be changed; None for a board that cannot be painted.

    marks: the character of every cell, "" if none can be painted. handles: cells whose content can
    be dragged elsewhere.
    """
    told = getattr(problem, "painting", None)
    return None if told is None else told()


def paint(
    puzzle: str,
    board: str,
    settings: Mapping[str, str] | None = None,
    marks: Mapping[str, str] | None = None,
    move: Sequence[int] | None = None,
) -> dict[str, Any]:
    """Return the board with other marks, by the numbers of cells, or with a content moved."""
    problem = read_board(puzzle, board, settings)
    redrawn = getattr(problem, "redrawn", None)
    if redrawn is None:
        raise NotApplicable(f"{puzzle} cannot be painted: write its board as text")
    cells = {_number(cell): mark for cell, mark in (marks or {}).items()}
    for cell, mark in cells.items():
        if not isinstance(mark, str):
            raise InputError(f"mark of cell {cell}: expected a character")
    if move is not None and (len(move) != 2 or any(type(cell) is not int for cell in move)):
        raise InputError(f"move {move!r}: expected the numbers of two cells")
    other = redrawn(cells, None if move is None else (move[0], move[1]))
    return {"board": other.instance_text(), "settings": other.settings()}


def _number(text: str) -> int:
    if not text.isdecimal() or len(text) > 9:
        raise InputError(f"mark of cell {text!r}: expected the number of a cell")
    return int(text)
