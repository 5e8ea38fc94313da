"""Functions for the cells of a rectangular grid, such as rows and rays."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from typing import Any, TypeVar

from aima_search.base.interchange import RowColumn as RowColumn

_Cells = TypeVar("_Cells", bound=Sequence[Any])

UP, DOWN, LEFT, RIGHT = (-1, 0), (1, 0), (0, -1), (0, 1)
ORTHOGONAL = (UP, DOWN, LEFT, RIGHT)
DIAGONAL = ((-1, -1), (-1, 1), (1, -1), (1, 1))


def cells(rows: int, columns: int) -> Iterator[RowColumn]:
    """Yield every cell (row, column) of a grid, row by row."""
    return product(range(rows), range(columns))


def in_rows(values: _Cells, width: int) -> list[_Cells]:
    """Split the values of a grid, which are listed row by row, into a list of rows.

    >>> in_rows((1, 2, 3, 4, 5, 6), 3)
    [(1, 2, 3), (4, 5, 6)]
    """
    row_by_row: Any = values
    return [row_by_row[start : start + width] for start in range(0, len(values), width)]


def ray(start: RowColumn, direction: RowColumn, rows: int, columns: int) -> Iterator[RowColumn]:
    """Yield the cells after ``start`` in one direction, up to the edge of the grid."""
    row, column = start[0] + direction[0], start[1] + direction[1]
    while 0 <= row < rows and 0 <= column < columns:
        yield row, column
        row, column = row + direction[0], column + direction[1]
