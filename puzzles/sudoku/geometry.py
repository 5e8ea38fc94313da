"""The unchanging side of a Sudoku: cells, units, boxes or regions, diagonals, cages.

Vocabulary: the *side* n is the number of rows, of columns and of digits; a *cell* is a number
from 0 to n*n - 1, row by row; a *unit* is n cells that hold every digit once (a row, a column,
a box or region, a diagonal); a *cage* is a group of cells of different digits with a total;
*peers* are two cells that may not hold the same digit.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from math import isqrt
from typing import NamedTuple

from aima_search.base.errors import BoardError

MIN_SIDE, MAX_SIDE = 4, 25
MIN_BOX, MAX_BOX = 2, 5
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
DIGITS = "123456789" + LETTERS[:16]
"""Digits from 1 to 25 as one character each: A is 10, P is 25."""


class Unit(NamedTuple):
    """Cells that hold every digit exactly once, and what people call them."""

    name: str
    cells: tuple[int, ...]


class Cage(NamedTuple):
    """Cells of different digits that add up to ``total``."""

    cells: tuple[int, ...]
    total: int


@dataclass(frozen=True)
class Layout:
    """What a Sudoku is made of, apart from its givens; equal layouts share their tables.

    box: rows and columns of a box, None for a jigsaw. regions: for every cell the number of its
    box or jigsaw region, from 0 on in the order of their first cells. diagonals: whether the two
    long diagonals are units as well.
    """

    side: int
    box: tuple[int, int] | None
    regions: tuple[int, ...]
    diagonals: bool = False
    cages: tuple[Cage, ...] = field(default=())

    @cached_property
    def units(self) -> tuple[Unit, ...]:
        """Rows, then columns, then boxes or regions, then diagonals."""
        n = self.side
        rows = [Unit(f"row {LETTERS[r]}", tuple(range(r * n, r * n + n))) for r in range(n)]
        columns = [Unit(f"column {c + 1}", tuple(range(c, n * n, n))) for c in range(n)]
        kind = "region" if self.box is None else "box"
        boxes = [
            Unit(
                f"{kind} {number + 1}", tuple(c for c in range(n * n) if self.regions[c] == number)
            )
            for number in range(n)
        ]
        diagonals = [
            Unit("diagonal from the top left", tuple(range(0, n * n, n + 1))),
            Unit("diagonal from the top right", tuple(range(n - 1, n * n - 1, n - 1))),
        ]
        return (*rows, *columns, *boxes, *(diagonals if self.diagonals else ()))

    @cached_property
    def groups(self) -> tuple[Unit, ...]:
        """The units, and the cages as further groups of cells of different digits."""
        cages = [Unit(f"cage at {self.name(cage.cells[0])}", cage.cells) for cage in self.cages]
        return (*self.units, *cages)

    @cached_property
    def peers(self) -> tuple[frozenset[int], ...]:
        """For every cell the cells that may not hold its digit."""
        peers: list[set[int]] = [set() for _ in range(self.side**2)]
        for group in self.groups:
            for cell in group.cells:
                peers[cell].update(group.cells)
        return tuple(frozenset(others - {cell}) for cell, others in enumerate(peers))

    def name(self, cell: int) -> str:
        """Return the name of a cell: A1 is the top left cell, rows are letters.

        >>> box_layout((3, 3)).name(13)
        'B5'
        """
        row, column = divmod(cell, self.side)
        return f"{LETTERS[row]}{column + 1}"

    def cell(self, name: str) -> int:
        """Return the cell of a name such as B5; BoardError if no cell has the name."""
        row = LETTERS.find(name[:1].upper()) if name else -1
        number = name[1:]
        column = int(number) if number.isascii() and number.isdecimal() and len(number) < 3 else 0
        if not (0 <= row < self.side and 1 <= column <= self.side):
            last = self.name(self.side**2 - 1)
            raise BoardError(f"Sudoku cell {name!r}: expected a name from A1 to {last}")
        return row * self.side + column - 1


def box_layout(box: tuple[int, int], diagonals: bool = False, cages: Iterable[Cage] = ()) -> Layout:
    """Return the layout with boxes of ``box`` = (rows, columns), 2 to 5 each."""
    return _box_layout(tuple(box), diagonals, tuple(cages))


@lru_cache(maxsize=64)
def _box_layout(box: tuple[int, int], diagonals: bool, cages: tuple[Cage, ...]) -> Layout:
    rows, columns = box
    if not (MIN_BOX <= rows <= MAX_BOX and MIN_BOX <= columns <= MAX_BOX):
        raise BoardError(
            f"Sudoku box of {rows} x {columns}: expected {MIN_BOX} to {MAX_BOX} rows and columns"
        )
    n = rows * columns
    across = n // columns
    regions = [(c // n // rows) * across + c % n // columns for c in range(n * n)]
    return Layout(n, (rows, columns), tuple(regions), diagonals, _checked_cages(n, cages))


def jigsaw_layout(
    regions: Iterable[object], diagonals: bool = False, cages: Iterable[Cage] = ()
) -> Layout:
    """Return the layout with a region for every label; ``regions`` goes row by row."""
    labels = list(regions)
    n = isqrt(len(labels))
    if n * n != len(labels) or not MIN_SIDE <= n <= MAX_SIDE:
        raise BoardError(
            f"Sudoku regions: {len(labels)} labels, expected one a cell of a square of side"
            f" {MIN_SIDE} to {MAX_SIDE}"
        )
    order = {label: number for number, label in enumerate(dict.fromkeys(labels))}
    for label in order:
        if labels.count(label) != n:
            raise BoardError(f"Sudoku region {label!r}: {labels.count(label)} cells, expected {n}")
    numbers = tuple(order[label] for label in labels)
    return Layout(n, None, numbers, diagonals, _checked_cages(n, cages))


def default_box(side: int) -> tuple[int, int]:
    """Return the square box if the side is a square, else the wide box that is nearest to a square.

    >>> [default_box(side) for side in (4, 6, 8, 9, 12, 20)]
    [(2, 2), (2, 3), (2, 4), (3, 3), (3, 4), (4, 5)]
    """
    for rows in range(isqrt(side), MIN_BOX - 1, -1):
        if side % rows == 0 and side // rows <= MAX_BOX:
            return rows, side // rows
    raise BoardError(
        f"Sudoku of side {side}: no box from {MIN_BOX} x {MIN_BOX} to {MAX_BOX} x {MAX_BOX} has as"
        " many cells; a side is 4, 6, 8, 9, 10, 12, 15, 16, 20 or 25"
    )


def _checked_cages(n: int, cages: Iterable[Cage]) -> tuple[Cage, ...]:
    """Return the cages with their cells in order; BoardError for an impossible cage."""
    checked = [Cage(tuple(sorted(cells)), total) for cells, total in cages]
    seen: set[int] = set()
    for number, (cells, total) in enumerate(checked, 1):
        size = len(cells)
        if not 1 <= size <= n or len(set(cells)) != size:
            raise BoardError(
                f"Sudoku cage {number}: {size} cells, expected 1 to {n} different ones"
            )
        if not all(0 <= cell < n * n for cell in cells) or not seen.isdisjoint(cells):
            raise BoardError(f"Sudoku cage {number}: expected cells of the board, in one cage each")
        least, most = size * (size + 1) // 2, size * (2 * n + 1 - size) // 2
        if not least <= total <= most:
            raise BoardError(
                f"Sudoku cage {number}: total {total} of {size} cells, expected {least} to {most}"
            )
        seen.update(cells)
    return tuple(sorted(checked))
