"""The rules of Sudoku on plain values: givens, clashes, placements.

Vocabulary: *givens* are the digits of all cells, row by row, 0 for an open cell.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from aima_search.base.errors import BoardError
from puzzles.grid import RowColumn
from puzzles.sudoku.geometry import LETTERS, Layout


class Placement(NamedTuple):
    """A digit put into a cell; the cell is (row, column), counted from 0.

    >>> Placement((0, 4), 7)
    A5 = 7
    """

    cell: RowColumn
    digit: int

    def __str__(self) -> str:
        row, column = self.cell
        return f"{LETTERS[row]}{column + 1} = {self.digit}"

    def __repr__(self) -> str:
        return str(self)


class Clash(NamedTuple):
    """Two cells of a unit (or cage) that hold the same digit; cells are numbers."""

    unit: str
    cells: tuple[int, int]
    digit: int


class ContradictoryGivens(BoardError):
    """Givens that break a rule: another fault than givens without a solution.

    ``unit`` is the name of a unit, ``cells`` are the (row, column) of two cells in it, ``digit``
    is the digit of both cells; ``clashes`` are all such pairs; the text names three of them.
    """

    def __init__(self, layout: Layout, clashes: Sequence[Clash]) -> None:
        places = [
            f"{unit} has the digit {digit} in {layout.name(one)} and in {layout.name(other)}"
            for unit, (one, other), digit in clashes
        ]
        more = f" and {len(places) - 3} more" if len(places) > 3 else ""
        super().__init__(
            f"Sudoku givens contradict each other: {'; '.join(places[:3])}{more};"
            " expected every digit once"
        )
        self.clashes = tuple(clashes)
        self.unit, cells, self.digit = clashes[0]
        self.cells = tuple(divmod(cell, layout.side) for cell in cells)


def clashes(layout: Layout, digits: Sequence[int]) -> Iterator[Clash]:
    """Yield every pair of equal digits in a unit or a cage, unit by unit."""
    for group in layout.groups:
        first: dict[int, int] = {}
        for cell in group.cells:
            digit = digits[cell]
            if digit and digit in first:
                yield Clash(group.name, (first[digit], cell), digit)
            first.setdefault(digit, cell)


def is_solution(layout: Layout, digits: Sequence[int]) -> bool:
    """Tell whether a board is full, no digit is twice in a unit, and the cages add up."""
    return (
        all(digits)
        and next(clashes(layout, digits), None) is None
        and all(sum(digits[c] for c in cage.cells) == cage.total for cage in layout.cages)
    )
