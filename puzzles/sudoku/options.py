"""Values of options: what a user writes, turned into what the layout takes."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from operator import index
from typing import Any

from aima_search.base.errors import BoardError, UnknownName
from puzzles.sudoku.board import Board
from puzzles.sudoku.geometry import Cage, Layout, box_layout, jigsaw_layout


def read_box(text: str) -> tuple[int, int]:
    """Return rows and columns of a box.

    >>> read_box("2x3")
    (2, 3)
    """
    match = re.fullmatch(r"(\d{1,2})x(\d{1,2})", text, re.ASCII)
    if match is None:
        raise ValueError("rows x columns of a box, such as 2x3")
    return int(match[1]), int(match[2])


def checked_box(box: Any) -> tuple[int, int] | None:
    """Return a box given as two whole numbers, as text such as "2x3", or not at all."""
    if box is None:
        return None
    try:
        if isinstance(box, str):
            return read_box(box)
        rows, columns = box
        return index(rows), index(columns)
    except (TypeError, ValueError):
        raise BoardError(f"Sudoku box {box!r}: expected rows and columns, such as (2, 3)") from None


def one_of(what: str, name: str, names: Sequence[str]) -> str:
    """Return ``name`` if it is one of the names, otherwise raise UnknownName."""
    if name not in names:
        raise UnknownName(what, name, names)
    return name


def with_cages(board: Board, cages: Iterable[tuple[Iterable[Any], int]]) -> Board:
    """Return the board with cages: pairs of cells, as names or (row, column), and a total."""
    added = [_cage(board.layout, cage) for cage in cages]
    if not added:
        return board
    layout = board.layout
    all_cages = [*layout.cages, *added]
    if layout.box is None:
        layout = jigsaw_layout(layout.regions, layout.diagonals, all_cages)
    else:
        layout = box_layout(layout.box, layout.diagonals, all_cages)
    return replace(board, layout=layout)


def _cage(layout: Layout, cage: Any) -> Cage:
    try:
        cells, total = cage
        return Cage(tuple(cell_number(layout, cell) for cell in cells), index(total))
    except (TypeError, ValueError) as error:
        if isinstance(error, BoardError):
            raise
        raise BoardError(
            f"Sudoku cage {cage!r}: expected cells and a total, such as (['A1', 'A2'], 5)"
        ) from None


def cell_number(layout: Layout, cell: Any) -> int:
    """Return the cell that a name or a pair of row and column stands for."""
    if isinstance(cell, str):
        return layout.cell(cell)
    row, column = map(index, cell)
    if not (0 <= row < layout.side and 0 <= column < layout.side):
        raise BoardError(f"Sudoku cell {cell!r}: expected rows and columns below {layout.side}")
    return row * layout.side + column
