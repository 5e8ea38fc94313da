"""The picture of a MovIX state."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from functools import cache

from aima_search import display
from puzzles.grid import RowColumn
from puzzles.movix.rules import EMPTY, WALL, Move


@cache
def pictures(kinds: tuple[str, ...]) -> dict[str, display.Cell]:
    """Return a dict from each character of a board to the picture of its cell."""
    return {
        EMPTY: display.Cell(),
        **{kind: display.Cell(kind, "piece", kind=at) for at, kind in enumerate(sorted(kinds))},
        WALL: display.Cell(role="wall"),
    }


def scene(
    rows: Sequence[str],
    pictures: Mapping[str, display.Cell],
    won: Collection[RowColumn] = (),
    move: Move | None = None,
) -> display.Scene:
    """Return the picture of the board; a complete line and the last move are marked."""
    origin, target = move or (None, None)

    def cell(row: int, column: int) -> display.Cell:
        picture, place = pictures[rows[row][column]], (row, column)
        if picture.role == "wall" or not (place in (origin, target) or place in won):
            return picture
        is_piece = picture.role == "piece"
        return replace(
            picture,
            marked=is_piece and place == target,
            origin=place == origin,
            goal=is_piece and place in won,
        )

    return display.Scene(
        cells=tuple(
            tuple(cell(row, column) for column in range(len(rows[0]))) for row in range(len(rows))
        ),
        row_labels=tuple(map(str, range(len(rows)))),
        column_labels=tuple(map(str, range(len(rows[0])))),
        arrows=() if move is None else ((move.origin, move.target),),
    )
