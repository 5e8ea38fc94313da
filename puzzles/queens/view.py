"""The picture of a board, with attacked queens marked."""

from __future__ import annotations

from aima_search import display
from aima_search.base.errors import BoardError
from puzzles.queens.rules import State, attacked


def scene(state: State, changed: int | None = None) -> display.Scene:
    """Return a picture that marks the attacked queens and the queen of the last action."""
    in_conflict = set(attacked(state))
    sides = range(len(state))

    def cell(row: int, column: int) -> display.Cell:
        if state[column] != row:
            return display.Cell()
        is_attacked = column in in_conflict
        return display.Cell(
            "Q", "piece", marked=column == changed, conflict=is_attacked, shape="queen"
        )

    return display.Scene(
        tuple(tuple(cell(row, column) for column in sides) for row in sides),
        row_labels=tuple(map(str, sides)),
        column_labels=tuple(map(str, sides)),
        chequered=True,
    )


def pictures(rows: int, columns: int) -> dict[str, display.Cell]:
    """Return a dict from the possible texts of a square, "Q" and ".", to their pictures."""
    if rows != columns:
        raise BoardError(f"queens board of {rows} x {columns}: expected a square board")
    return {".": display.Cell(), "Q": display.Cell("Q", role="piece", shape="queen")}
