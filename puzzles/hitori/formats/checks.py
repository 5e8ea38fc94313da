"""The checks at the border: rows of numbers of a size that is allowed, and grids of solutions."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from operator import index
from typing import Any

from aima_search.base.errors import BoardError
from puzzles.grid import RowColumn
from puzzles.hitori.rules import CellNumber, Rows

MAX_CELLS = 10_000
MAX_NUMBER = 1_000_000


def check_rows(rows: Iterable[Iterable[Any]], *, max_cells: int = MAX_CELLS) -> Rows:
    """Return rows as tuples; BoardError names row and column of what is not a positive number."""
    try:
        board = tuple(map(tuple, rows))
    except TypeError:
        raise BoardError(f"Hitori board {rows!r}: expected rows of numbers") from None
    if not board or not board[0]:
        raise BoardError("Hitori board without cells: expected rows of numbers")
    check_size(len(board), len(board[0]), max_cells)
    for number, row in enumerate(board, 1):
        if len(row) != len(board[0]):
            raise BoardError(
                f"Hitori board, row {number}: {len(row)} cells, expected {len(board[0])} as in"
                " row 1"
            )
    return tuple(
        tuple([_checked(value, row, column) for column, value in enumerate(line, 1)])
        for row, line in enumerate(board, 1)
    )


def check_size(rows: int, columns: int, max_cells: int = MAX_CELLS) -> None:
    """Raise BoardError for a board of more than ``max_cells`` cells, or without cells."""
    if rows < 1 or columns < 1 or rows * columns > max_cells:
        raise BoardError(
            f"Hitori board of {rows} x {columns}: expected 1 to {max_cells:,} cells"
            " (the limit is max_cells, --max-cells)"
        )


def _checked(value: Any, row: int, column: int) -> CellNumber:
    if type(value) is int and 0 < value <= MAX_NUMBER:
        return value
    if value is None:
        return None
    try:
        number = 0 if isinstance(value, bool) else index(value)
    except TypeError:
        number = 0
    if not 0 < number <= MAX_NUMBER:
        hint = " (0 stands for a shaded cell, in solutions only)" if value == 0 else ""
        raise BoardError(
            f"Hitori board, row {row}, column {column}: found {value!r}, expected a whole number"
            f" from 1 to {MAX_NUMBER:,}{hint}"
        )
    return number


def check_solution(grid: Sequence[Sequence[Any]], rows: Rows) -> list[RowColumn]:
    """Return the cells that are 0 in a grid otherwise equal to the rows; BoardError if not."""
    if len(grid) != len(rows) or any(len(line) != len(rows[0]) for line in grid):
        raise BoardError(f"Hitori solution: expected {len(rows)} rows of {len(rows[0])} numbers")
    shaded = []
    for row, line in enumerate(grid):
        for column, value in enumerate(line):
            if type(value) is int and value == 0:
                shaded.append((row, column))
            elif value != rows[row][column]:
                raise BoardError(
                    f"Hitori solution, row {row + 1}, column {column + 1}: found {value!r},"
                    f" expected {rows[row][column]} or 0"
                )
    return shaded
