"""The picture of a Sudoku: boxes or regions, cages, givens, what was placed and what clashes."""

from __future__ import annotations

from collections.abc import Sequence

from aima_search import display
from aima_search.base.errors import BoardError
from puzzles.grid import RowColumn
from puzzles.sudoku import rules
from puzzles.sudoku.geometry import LETTERS, Layout, default_box


def scene(
    layout: Layout,
    givens: Sequence[int],
    rows: Sequence[Sequence[int]],
    changed: Sequence[RowColumn] = (),
) -> display.Scene:
    """Return the board with its borders; cells that break a rule are marked as conflicts."""
    n = layout.side
    digits = [digit for row in rows for digit in row]
    clashing = {cell for clash in rules.clashes(layout, digits) for cell in clash.cells}
    notes = {cage.cells[0]: str(cage.total) for cage in layout.cages}

    def cell(number: int) -> display.Cell:
        digit = digits[number]
        return display.Cell(
            str(digit) if digit else "",
            role="given" if givens[number] else "placed" if digit else "empty",
            marked=divmod(number, n) in changed,
            conflict=number in clashing,
            note=notes.get(number, ""),
        )

    cages = {c: number for number, cage in enumerate(layout.cages) for c in cage.cells}
    across = [range(start, start + n) for start in range(0, n * n, n)]
    return display.Scene(
        cells=tuple(tuple(cell(number) for number in row) for row in across),
        row_labels=tuple(LETTERS[:n]),
        column_labels=tuple(str(column + 1) for column in range(n)),
        regions=tuple(tuple(layout.regions[number] for number in row) for row in across),
        cages=tuple(tuple(cages.get(number) for number in row) for row in across) if cages else (),
    )


def looks(rows: int, columns: int) -> dict[str, display.Cell]:
    """Return what a cell of a drawn board may hold, and what it looks like."""
    if rows != columns:
        raise BoardError(f"Sudoku of {rows} x {columns}: expected as many rows as columns")
    default_box(rows)  # which tells of a side that has no boxes
    digits = map(str, range(1, rows + 1))
    return {".": display.Cell(), **{one: display.Cell(one, role="given") for one in digits}}
