"""N queens are placed on an N x N board, column by column; no queen may attack another queen."""

from __future__ import annotations

from collections.abc import Sequence

from aima_search.base.errors import InputError
from aima_search.display import Cell, Scene
from aima_search.model.problem import Problem
from aima_search.textbook.distances import QueensHeuristicMixin

_OPEN = -1


class NQueensProblem(QueensHeuristicMixin, Problem):
    """Place a queen in every column. ``state[column]`` is the queen's row, or -1 for no queen."""

    def __init__(self, N: int) -> None:
        if N < 1:
            raise InputError(f"N is {N}: expected at least 1")
        super().__init__((_OPEN,) * N)
        self.N = N

    def actions(self, state: Sequence[int]) -> list[int]:
        """Return the safe rows for a queen in the first empty column."""
        if state[-1] != _OPEN:
            return []
        column = state.index(_OPEN)
        return [row for row in range(self.N) if not self.conflicted(state, row, column)]

    def result(self, state: Sequence[int], row: int) -> tuple[int, ...]:
        """Return the board with a queen at ``row`` in the first empty column."""
        column = state.index(_OPEN)
        return (*state[:column], row, *state[column + 1 :])

    def conflicted(self, state: Sequence[int], row: int, col: int) -> bool:
        """Return True if a queen in a column before ``col`` attacks the square (row, col)."""
        return any(self.conflict(row, col, state[c], c) for c in range(col))

    def conflict(self, row1: int, col1: int, row2: int, col2: int) -> bool:
        """Return True if queens on two squares attack each other."""
        return (
            row1 == row2 or col1 == col2 or row1 - col1 == row2 - col2 or row1 + col1 == row2 + col2
        )

    def goal_test(self, state: Sequence[int]) -> bool:
        """Return True if every column has a queen and no queen attacks another."""
        return _OPEN not in state and not any(
            self.conflicted(state, row, column) for column, row in enumerate(state)
        )

    def scene(self, state: Sequence[int], row: int | None = None) -> Scene:
        """Return a picture of a board. It marks the last queen and the queens in conflict."""
        queens = [column for column, row in enumerate(state) if row != _OPEN]
        return queens_scene(state, None if row is None else queens[-1])


def attacks(column: int, row: int, other_column: int, other_row: int) -> bool:
    """Return True if two queens in different columns attack each other."""
    return row == other_row or abs(row - other_row) == abs(column - other_column)


def attacked(state: Sequence[int]) -> list[int]:
    """Return the columns whose queens are attacked."""
    queens = [(column, row) for column, row in enumerate(state) if row != _OPEN]
    return [
        column
        for column, row in queens
        if any(attacks(column, row, *other) for other in queens if other[0] != column)
    ]


def queens_scene(state: Sequence[int], changed: int | None = None) -> Scene:
    """Return a picture that marks the queen in column ``changed`` and the queens in conflict."""
    conflicts = attacked(state)

    def cell(row: int, column: int) -> Cell:
        if state[column] != row:
            return Cell()
        is_last, is_attacked = column == changed, column in conflicts
        return Cell("Q", "piece", marked=is_last, conflict=is_attacked, shape="queen")

    sides = range(len(state))
    labels = tuple(map(str, sides))
    rows = tuple(tuple(cell(row, column) for column in sides) for row in sides)
    return Scene(rows, row_labels=labels, column_labels=labels, chequered=True)
