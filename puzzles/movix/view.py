"""The picture of a MovIX state."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aima_search.render import Cell, Scene
from puzzles.movix.rules import EMPTY, KINDS, WALL, Move, State

if TYPE_CHECKING:
    from puzzles.movix.problem import MovIX


def scene(problem: MovIX, state: State, move: Move | None = None) -> Scene:
    """Return the board with its pieces, a complete line and the last move marked."""
    won = problem.won_cells(state)
    rows = problem.grid(state)

    def cell(row: int, column: int) -> Cell:
        character = rows[row][column]
        place = (row, column)
        origin = move is not None and place == move.origin
        if character == WALL:
            return Cell(role="wall")
        if character == EMPTY:
            return Cell(origin=origin)
        return Cell(
            character,
            role="piece",
            kind=KINDS.index(character),
            marked=move is not None and place == move.target,
            origin=origin,
            goal=place in won,
        )

    return Scene(
        cells=tuple(
            tuple(cell(row, column) for column in range(problem.columns))
            for row in range(problem.rows)
        ),
        row_labels=tuple(map(str, range(problem.rows))),
        column_labels=tuple(map(str, range(problem.columns))),
        arrows=() if move is None else ((move.origin, move.target),),
    )
