"""The picture of a MovIX state."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from aima_search import render
from puzzles.grid import Cell
from puzzles.movix.rules import EMPTY, KINDS, WALL, Move


def scene(
    rows: Sequence[str], won: Collection[Cell] = (), move: Move | None = None
) -> render.Scene:
    """Return the board with its pieces, the cells of a complete line and the last move marked."""

    def cell(row: int, column: int) -> render.Cell:
        character = rows[row][column]
        place = (row, column)
        origin = move is not None and place == move.origin
        if character == WALL:
            return render.Cell(role="wall")
        if character == EMPTY:
            return render.Cell(origin=origin)
        return render.Cell(
            character,
            role="piece",
            kind=KINDS.index(character),
            marked=move is not None and place == move.target,
            origin=origin,
            goal=place in won,
        )

    return render.Scene(
        cells=tuple(
            tuple(cell(row, column) for column in range(len(rows[0]))) for row in range(len(rows))
        ),
        row_labels=tuple(map(str, range(len(rows)))),
        column_labels=tuple(map(str, range(len(rows[0])))),
        arrows=() if move is None else ((move.origin, move.target),),
    )
