"""A Sudoku as a plain value: its layout and its givens. What the formats read and write."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import isqrt
from operator import index
from typing import SupportsIndex, TypeAlias

from aima_search.errors import BoardError
from puzzles.sudoku.geometry import (
    DIGITS,
    LETTERS,
    MAX_SIDE,
    MIN_SIDE,
    Cage,
    Layout,
    box_layout,
    default_box,
    jigsaw_layout,
)

Box: TypeAlias = tuple[int, int]


@dataclass(frozen=True)
class Board:
    """A layout and the digit of every cell, row by row, 0 where it is open."""

    layout: Layout
    givens: tuple[int, ...]

    def rows(self) -> list[tuple[int, ...]]:
        """Return the givens row by row."""
        n = self.layout.side
        return [self.givens[start : start + n] for start in range(0, n * n, n)]


@dataclass(frozen=True)
class Variant:
    """What a caller says about a board beyond its givens; None and False leave it open.

    box: rows and columns of a box. regions: a label for every cell of a jigsaw. cages: groups of
    cells, as numbers, with their totals.
    """

    box: Box | None = None
    regions: Sequence[object] | None = None
    diagonals: bool = False
    cages: tuple[Cage, ...] = ()

    def layout(self, side: int) -> Layout:
        """Return the layout for boards of a side; BoardError where they do not go together."""
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


def board_of_rows(rows: Iterable[Sequence[object]], variant: Variant) -> Board:
    """Return the board of rows of numbers; 0, None, "." and "0" are open cells.

    BoardError names row and column of anything else than a digit of the board.
    """
    return make_board(digits_of_rows(rows), variant)


def digits_of_rows(rows: Iterable[Sequence[object]], side: int | None = None) -> list[int]:
    """Return the digits of rows, row by row, as many rows as columns (and as ``side``)."""
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
    """Return a cell of a list as a number, None for what is none; numpy's integers count."""
    if value is None:
        return 0
    if isinstance(value, str):
        faces = ("0", *DIGITS[:n])
        return 0 if value == "." else faces.index(value) if value in faces else None
    if isinstance(value, bool) or not isinstance(value, SupportsIndex):
        return None
    number = index(value)
    return number if 0 <= number <= n else None
