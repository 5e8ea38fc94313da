"""The picture of a Sudoku, and the grid in which a player enters digits and notes."""

from __future__ import annotations

from collections.abc import Sequence

from aima_search import display
from aima_search.base.errors import BoardError
from aima_search.model.contract import AnswerGrid, BrokenRule, Written
from puzzles.grid import RowColumn, in_rows
from puzzles.sudoku import rules
from puzzles.sudoku.bitboard import BitBoardLayout, State
from puzzles.sudoku.rules import LETTERS, Layout, default_box


def scene(
    layout: Layout,
    givens: Sequence[int],
    rows: Sequence[Sequence[int]],
    changed: Sequence[RowColumn] = (),
) -> display.Scene:
    """Return the picture of a board, with marks on the cells that break a rule."""
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
    numbers = range(n * n)
    return display.Scene(
        cells=tuple(in_rows(tuple(map(cell, numbers)), n)),
        row_labels=tuple(LETTERS[:n]),
        column_labels=tuple(str(column + 1) for column in range(n)),
        regions=tuple(in_rows(layout.regions, n)),
        cages=tuple(in_rows(tuple(map(cages.get, numbers)), n)) if cages else (),
    )


def looks(rows: int, columns: int) -> dict[str, display.Cell]:
    """Return a dict from each possible text of a cell, such as "5" or ".", to its picture."""
    if rows != columns:
        raise BoardError(f"Sudoku of {rows} x {columns}: expected a square board")
    default_box(rows)  # raises BoardError for a side without boxes
    digits = map(str, range(1, rows + 1))
    return {".": display.Cell(), **{digit: display.Cell(digit, role="given") for digit in digits}}


class SudokuAnswerGrid(AnswerGrid[State]):
    """The grid for a player's answers, in which every empty cell can take any digit."""

    has_notes = True

    def __init__(self, bitboard: BitBoardLayout, givens: Sequence[int]) -> None:
        self._layout, self._bitboard, self._givens = bitboard.layout, bitboard, givens
        self._side = bitboard.side
        digits = tuple(map(str, range(1, self._side + 1)))
        free = [number for number, given in enumerate(givens) if not given]
        self.choices = {divmod(number, self._side): digits for number in free}

    def written(self, state: State) -> Written:
        """Return the digits that are placed in a state."""
        rows = in_rows(self._bitboard.digits(state), self._side)
        return {(r, c): str(rows[r][c]) for r, c in self.choices if rows[r][c]}

    def state(self, written: Written) -> State | None:
        """Return the state after the digits in ``written`` are placed, or None if digits clash."""
        digits = self._digits(written)
        if next(rules.clashes(self._layout, digits), None) is not None:
            return None
        return self._bitboard.state_of(digits)

    def broken(self, written: Written) -> list[BrokenRule]:
        """Return the broken rules: a digit repeats, or the total of a full cage is wrong."""
        digits, found = self._digits(written), []
        for unit, cells, digit in rules.clashes(self._layout, digits):
            words = (
                f"{unit} has the digit {digit} in {' and in '.join(map(self._layout.name, cells))}"
            )
            found.append(BrokenRule(words, self._places(cells)))
        for words, cage in rules.wrong_totals(self._layout, digits):
            found.append(BrokenRule(words, self._places(cage.cells)))
        return found

    def name(self, cell: RowColumn) -> str:
        """Return the name of a cell, such as A1."""
        return self._layout.name(cell[0] * self._side + cell[1])

    def _places(self, cells: tuple[int, ...]) -> tuple[RowColumn, ...]:
        return tuple(divmod(cell, self._side) for cell in cells)

    def _digits(self, written: Written) -> list[int]:
        digits = list(self._givens)
        for (row, column), text in written.items():
            digits[row * self._side + column] = int(text)
        return digits
