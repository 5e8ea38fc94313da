"""A Sudoku as a plain value: its layout and its givens. What the formats read and write."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import isqrt
from operator import index
from typing import SupportsIndex, TypeAlias

from aima_search.base.errors import BoardError
from puzzles.sudoku.geometry import (
    DIGITS,
    LETTERS,
    MAX_BOX,
    MAX_SIDE,
    MIN_BOX,
    MIN_SIDE,
    Cage,
    Layout,
    box_layout,
    default_box,
    jigsaw_layout,
)

Cells: TypeAlias = Mapping[str, object]
"""From the names of cells, such as B5, to their digits."""

_NAME = re.compile(r"([A-Ya-y])([1-9]|1[0-9]|2[0-5])")


@dataclass(frozen=True)
class Board:
    """A layout and the digit of every cell, row by row, 0 if it is open."""

    layout: Layout
    givens: tuple[int, ...]

    def __post_init__(self) -> None:
        """Raise BoardError for a digit that the side does not have: the tables lack it."""
        side, givens = self.layout.side, self.givens
        if len(givens) != side * side:
            raise BoardError(f"Sudoku of side {side}: {len(givens)} cells, expected {side * side}")
        if min(givens) < 0 or max(givens) > side:
            cell = next(cell for cell, digit in enumerate(givens) if not 0 <= digit <= side)
            raise BoardError(
                f"Sudoku cell {self.layout.name(cell)}: found {givens[cell]}, expected a digit from"
                f" 1 to {side}, or 0 for an open cell"
            )

    def rows(self) -> list[tuple[int, ...]]:
        """Return the givens row by row."""
        n = self.layout.side
        return [self.givens[start : start + n] for start in range(0, n * n, n)]


@dataclass(frozen=True)
class Variant:
    """What a caller says about a board besides its givens; None and False say nothing.

    box: rows and columns of a box. regions: a label for every cell of a jigsaw. cages: groups of
    cells, as numbers, with their totals.
    """

    box: tuple[int, int] | None = None
    regions: Sequence[object] | None = None
    diagonals: bool = False
    cages: tuple[Cage, ...] = ()

    @property
    def side(self) -> int | None:
        """The side that the box or the regions are for; None without box and regions."""
        if self.regions is not None:
            return isqrt(len(self.regions))
        return None if self.box is None else self.box[0] * self.box[1]

    def layout(self, side: int) -> Layout:
        """Return the layout for boards of a side; BoardError if they do not go together."""
        if self.regions is not None:
            if self.box is not None:
                raise BoardError("Sudoku: give either a box or regions, not both")
            layout = jigsaw_layout(self.regions, self.diagonals, self.cages)
        else:
            layout = box_layout(self.box or default_box(side), self.diagonals, self.cages)
        if layout.side != side:
            raise BoardError(f"Sudoku of side {side}: the boxes or regions are for {layout.side}")
        return layout


def make_board(givens: Sequence[int], variant: Variant) -> Board:
    """Return the board of a list of digits, row by row, whose length is the square of a side."""
    side = isqrt(len(givens))
    if side * side != len(givens):
        raise BoardError(f"Sudoku of {len(givens)} cells: expected a square number of them")
    return Board(variant.layout(side), tuple(givens))


def board_of_rows(rows: Iterable[Sequence[object]] | Cells, variant: Variant) -> Board:
    """Return the board of rows of numbers, or of a dict from names of cells to digits.

    0, None, "." and "0" are open cells; so are cells that are not in a dict. If neither box nor
    regions say the side, the side of a dict is the smallest of 4, 9, 16 and 25 that will do.
    BoardError names row and column of anything else than a digit of the board.
    """
    if isinstance(rows, Mapping):
        return make_board(digits_of_rows(rows, variant.side or _square_side(rows)), variant)
    return make_board(digits_of_rows(rows), variant)


def _square_side(cells: Cells) -> int:
    """Return the smallest side of square boxes that has all these cells and digits."""
    numbers = [value for value in cells.values() if isinstance(value, int) and value <= MAX_SIDE]
    least = max([MIN_SIDE, *numbers, *(1 + max(_place(name)) for name in cells)])
    return next(n * n for n in range(MIN_BOX, MAX_BOX + 1) if n * n >= least)


def _rows_of_cells(cells: Cells, side: int) -> list[list[object]]:
    """Return the rows of a dict's digits; BoardError for a cell outside the board or twice."""
    if not cells:
        raise BoardError("Sudoku board of no cells: expected names of cells with their digits")
    rows: list[list[object]] = [[None] * side for _ in range(side)]
    seen = set()
    for name, digit in cells.items():
        row, column = place = _place(name)
        if place in seen:
            raise BoardError(f"Sudoku cell {name!r}: expected every cell once, it is there twice")
        if max(place) >= side:
            last = f"{LETTERS[side - 1]}{side}"
            raise BoardError(f"Sudoku cell {name!r}: expected a name from A1 to {last}")
        seen.add(place)
        rows[row][column] = digit
    return rows


def _place(name: object) -> tuple[int, int]:
    """Return row and column, from 0, of a cell of the largest boards."""
    match = _NAME.fullmatch(name) if isinstance(name, str) else None
    if match is None:
        raise BoardError(f"Sudoku cell {name!r}: expected a name such as A1, or Y25 at most")
    return LETTERS.index(match[1].upper()), int(match[2]) - 1


def digits_of_rows(rows: Iterable[Sequence[object]] | Cells, side: int | None = None) -> list[int]:
    """Return the digits of rows, row by row, as many rows as columns (and as ``side``)."""
    if isinstance(rows, Mapping) and side:
        rows = _rows_of_cells(rows, side)
    try:
        table = [list(row) for row in rows]
    except TypeError:
        raise BoardError(f"Sudoku board {rows!r}: expected rows of digits, or a text") from None
    n = side or len(table)
    if len(table) != n or not MIN_SIDE <= n <= MAX_SIDE:
        raise BoardError(
            f"Sudoku of {len(table)} rows: expected {side or f'{MIN_SIDE} to {MAX_SIDE}'}"
        )
    digits = []
    for number, row in enumerate(table):
        if len(row) != n:
            raise BoardError(
                f"Sudoku row {LETTERS[number]}: {len(row)} cells, expected {n} as there are rows"
            )
        for column, value in enumerate(row, 1):
            digit = _digit(value, n)
            if digit is None:
                raise BoardError(
                    f"Sudoku row {LETTERS[number]}, column {column}: found {value!r},"
                    f" expected a digit from 1 to {n}, or 0 for an open cell"
                )
            digits.append(digit)
    return digits


def _digit(value: object, n: int) -> int | None:
    """Return a cell of a list as a number, None if it is no number; numpy's integers count."""
    if value is None:
        return 0
    if isinstance(value, str):
        faces = ("0", *DIGITS[:n])
        return 0 if value == "." else faces.index(value) if value in faces else None
    if isinstance(value, bool) or not isinstance(value, SupportsIndex):
        return None
    number = index(value)
    return number if 0 <= number <= n else None
