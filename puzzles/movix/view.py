"""The picture of a MovIX state."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from functools import cache

from aima_search import display
from puzzles.grid import RowColumn
from puzzles.movix.rules import EMPTY, WALL, Move


@cache
def looks(kinds: tuple[str, ...]) -> dict[str, display.Cell]:
    """Return what each character of a board looks like."""
    return {
        EMPTY: display.Cell(),
        **{one: display.Cell(one, "piece", kind=at) for at, one in enumerate(sorted(kinds))},
        WALL: display.Cell(role="wall"),
    }


def scene(
    rows: Sequence[str],
    looks: Mapping[str, display.Cell],
    won: Collection[RowColumn] = (),
    move: Move | None = None,
) -> display.Scene:
    """Return the board with its pieces, the cells of a complete line and the last move marked."""

    def cell(row: int, column: int) -> display.Cell:
        look, place = looks[rows[row][column]], (row, column)
        return replace(
            look,
            marked=look.role == "piece" and move is not None and place == move.target,
            origin=look.role != "wall" and move is not None and place == move.origin,
            goal=look.role == "piece" and place in won,
        )

    return display.Scene(
        cells=tuple(
            tuple(cell(row, column) for column in range(len(rows[0]))) for row in range(len(rows))
        ),
        row_labels=tuple(map(str, range(len(rows)))),
        column_labels=tuple(map(str, range(len(rows[0])))),
        arrows=() if move is None else ((move.origin, move.target),),
    )
