"""The picture of a Hitori state."""

from __future__ import annotations

from collections.abc import Collection

from aima_search import display
from puzzles.grid import RowColumn
from puzzles.hitori.rules import Board, Mark, State, violations


def scene(board: Board, state: State, mark: Mark | None = None) -> display.Scene:
    """Return the board with its shaded cells; broken rules and the last mark are marked.

    Repeats that are still to be resolved are no fault of the shaded cells, and not marked.
    """
    broken = {
        cell
        for violation in violations(board, state[0])
        if violation.rule != "repeat"
        for cell in violation.cells
    }
    marked = () if mark is None else (mark.cell,)
    return picture(board, state, marked=marked, conflicts=broken)


def picture(
    board: Board,
    state: State,
    *,
    marked: Collection[RowColumn] = (),
    because: Collection[RowColumn] = (),
    conflicts: Collection[RowColumn] = (),
    caption: str = "",
) -> display.Scene:
    """Return a scene: ``marked`` cells have just been decided, ``because`` shows the reason."""
    shaded = set(board.geometry.cells_of(state[0]))

    def cell(row: int, column: int) -> display.Cell:
        place = (row, column)
        number = board.numbers[row][column]
        return display.Cell(
            "" if number is None else str(number),
            role="shaded" if place in shaded else "given",
            marked=place in marked,
            origin=place in because,
            conflict=place in conflicts,
        )

    size = board.geometry
    return display.Scene(
        cells=tuple(
            tuple(cell(row, column) for column in range(size.columns)) for row in range(size.rows)
        ),
        row_labels=tuple(map(str, range(size.rows))),
        column_labels=tuple(map(str, range(size.columns))),
        caption=caption,
    )


def looks(rows: int, columns: int) -> dict[str, display.Cell]:
    """Return what a cell of a drawn board may hold, and what it looks like."""
    numbers = map(str, range(1, max(rows, columns) + 1))
    return {".": display.Cell(), **{one: display.Cell(one, role="given") for one in numbers}}
