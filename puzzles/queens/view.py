"""The picture of a board: queens, those under attack marked."""

from __future__ import annotations

from aima_search import display
from aima_search.base.errors import BoardError
from puzzles.queens.rules import State, attacked


def scene(state: State, changed: int | None = None) -> display.Scene:
    """Return a board; ``changed`` is the column of the queen that was placed or moved last."""
    in_conflict = set(attacked(state))
    sides = range(len(state))

    def cell(row: int, column: int) -> display.Cell:
        if state[column] != row:
            return display.Cell()
        return display.Cell(
            "Q",
            role="piece",
            marked=column == changed,
            conflict=column in in_conflict,
            shape="queen",
        )

    return display.Scene(
        tuple(tuple(cell(row, column) for column in sides) for row in sides),
        row_labels=tuple(map(str, sides)),
        column_labels=tuple(map(str, sides)),
        chequered=True,
    )


def looks(rows: int, columns: int) -> dict[str, display.Cell]:
    """Return what a square of a drawn board may hold, and what it looks like."""
    if rows != columns:
        raise BoardError(f"queens board of {rows} x {columns}: expected as many rows as columns")
    return {".": display.Cell(), "Q": display.Cell("Q", role="piece", shape="queen")}
