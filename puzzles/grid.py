"""Cells of a rectangular grid: directions, bounds, straight lines."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any, TypeVar

from aima_search.base.interchange import RowColumn as RowColumn

_Cells = TypeVar("_Cells", bound=Sequence[Any])

UP, DOWN, LEFT, RIGHT = (-1, 0), (1, 0), (0, -1), (0, 1)
ORTHOGONAL = (UP, DOWN, LEFT, RIGHT)
DIAGONAL = ((-1, -1), (-1, 1), (1, -1), (1, 1))


def cells(rows: int, columns: int) -> Iterator[RowColumn]:
    """Yield every cell, row by row."""
    for row in range(rows):
        for column in range(columns):
            yield row, column


def in_rows(values: _Cells, width: int) -> list[_Cells]:
    """Split values that are listed row by row into a list of rows.

    >>> in_rows((1, 2, 3, 4, 5, 6), 3)
    [(1, 2, 3), (4, 5, 6)]
    """
    row_by_row: Any = values
    return [row_by_row[start : start + width] for start in range(0, len(values), width)]


def ray(start: RowColumn, direction: RowColumn, rows: int, columns: int) -> Iterator[RowColumn]:
    """Yield the cells from ``start`` (excluded) to the edge in one direction."""
    row, column = start[0] + direction[0], start[1] + direction[1]
    while 0 <= row < rows and 0 <= column < columns:
        yield row, column
        row, column = row + direction[0], column + direction[1]


def whole_lines(rows: int, columns: int) -> Iterator[tuple[RowColumn, ...]]:
    """Yield every row, column and diagonal once, from edge to edge."""
    for direction in (RIGHT, DOWN, (1, 1), (1, -1)):
        for cell in cells(rows, columns):
            before = cell[0] - direction[0], cell[1] - direction[1]
            if not (0 <= before[0] < rows and 0 <= before[1] < columns):
                yield (cell, *ray(cell, direction, rows, columns))


@lru_cache(maxsize=64)
def lines_of(length: int, rows: int, columns: int) -> tuple[tuple[RowColumn, ...], ...]:
    """Return every run of ``length`` consecutive cells of a row, a column or a diagonal.

    >>> len(lines_of(4, 5, 5))
    28
    """
    runs = {
        line[start : start + length]
        for line in whole_lines(rows, columns)
        for start in range(len(line) - length + 1)
    }
    return tuple(sorted(runs))
