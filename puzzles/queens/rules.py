"""Boards of queens. A state has the row of the queen in each column, or -1 for no queen."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from aima_search.base.errors import BoardError, shown

State: TypeAlias = tuple[int, ...]

OPEN = -1
MOST = 100


def check_size(size: int) -> None:
    """Raise BoardError unless a side length is from 1 to ``MOST``."""
    if not 1 <= size <= MOST:
        raise BoardError(f"queens board of side {shown(size)}: expected 1 to {MOST}")


def check_state(rows: Sequence[int]) -> State:
    """Return the queens' rows as a state; if a row is invalid, raise BoardError with its column."""
    size = len(rows)
    check_size(size)
    for column, row in enumerate(rows, 1):
        if not OPEN <= row < size:
            raise BoardError(
                f"queens board, column {column}: found row {row}, expected 0 to {size - 1}, or"
                f" {OPEN} for a column without a queen"
            )
    return tuple(rows)


def pairs(state: Sequence[int]) -> int:
    """Return the number of pairs of queens that attack each other (-1: no queen).

    >>> pairs((0, 1, 2)), pairs((1, 3, 0, 2)), pairs((-1, 2, -1, 2))
    (3, 0, 1)
    """
    size, found = len(state), 0
    rows, down, up = [0] * size, [0] * (2 * size), [0] * (2 * size)
    for column, row in enumerate(state):
        if row != OPEN:
            found += rows[row] + down[row - column + size] + up[row + column]
            rows[row] += 1
            down[row - column + size] += 1
            up[row + column] += 1
    return found
