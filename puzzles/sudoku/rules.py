"""The rules of Sudoku as functions of plain values, such as layouts, boards and clashes.

The *side* n is the number of rows, of columns and of digits. A *cell* is a number from 0 to n*n -
1, row by row. A *unit* is n cells that hold every digit once (a row, a column, a box or region, a
diagonal). A *cage* is a group of cells with different digits that add up to a total. *Peers* are
two cells that must not hold the same digit. *Givens* are the digits of all cells, row by row, 0 for
an empty cell.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from math import isqrt
from operator import index
from typing import Any, NamedTuple, SupportsIndex, TypeAlias

from aima_search.base.errors import BoardError
from aima_search.base.interchange import counted, is_flat, plain_table
from aima_search.textbook.utilities import multimap
from puzzles.grid import RowColumn, in_rows

MIN_SIDE, MAX_SIDE = 4, 25
MIN_BOX, MAX_BOX = 2, 5
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
DIGITS = "123456789" + LETTERS[:16]
"""Digits from 1 to 25 as one character each: A is 10, P is 25."""


class Unit(NamedTuple):
    """A row, column, box or other group of cells that must hold every digit exactly once."""

    name: str
    cells: tuple[int, ...]


class Cage(NamedTuple):
    """Cells with different digits that add up to ``total``."""

    cells: tuple[int, ...]
    total: int


@dataclass(frozen=True)
class Layout:
    """The shape of a Sudoku: its side, boxes or regions, diagonals and cages.

    box: the numbers of rows and columns of a box, or None for a jigsaw. regions: for every cell,
    the number of its box or region; regions are numbered in the order of their first cells.
    diagonals: True if the two long diagonals are units.
    """

    side: int
    box: tuple[int, int] | None
    regions: tuple[int, ...]
    diagonals: bool = False
    cages: tuple[Cage, ...] = field(default=())

    @cached_property
    def units(self) -> tuple[Unit, ...]:
        """All units: rows, then columns, then boxes or regions, then diagonals."""
        n = self.side
        rows = [Unit(f"row {LETTERS[r]}", tuple(range(r * n, r * n + n))) for r in range(n)]
        columns = [Unit(f"column {c + 1}", tuple(range(c, n * n, n))) for c in range(n)]
        kind = "region" if self.box is None else "box"
        cells_of = multimap(zip(self.regions, range(n * n), strict=True))
        boxes = [Unit(f"{kind} {number + 1}", tuple(cells_of[number])) for number in range(n)]
        diagonals = [
            Unit("diagonal from the top left", tuple(range(0, n * n, n + 1))),
            Unit("diagonal from the top right", tuple(range(n - 1, n * n - 1, n - 1))),
        ]
        return (*rows, *columns, *boxes, *(diagonals if self.diagonals else ()))

    @cached_property
    def groups(self) -> tuple[Unit, ...]:
        """The units and the cages; in each of these groups, all digits are different."""
        cages = [Unit(f"cage at {self.name(cage.cells[0])}", cage.cells) for cage in self.cages]
        return (*self.units, *cages)

    @cached_property
    def peers(self) -> tuple[frozenset[int], ...]:
        """For every cell, the cells that must not hold the same digit."""
        peers: list[set[int]] = [set() for _ in range(self.side**2)]
        for group in self.groups:
            for cell in group.cells:
                peers[cell].update(group.cells)
        return tuple(frozenset(others - {cell}) for cell, others in enumerate(peers))

    def name(self, cell: int) -> str:
        """Return the name of a cell, such as A1 for the top left cell; letters stand for rows."""
        row, column = divmod(cell, self.side)
        return f"{LETTERS[row]}{column + 1}"


@lru_cache(maxsize=64)
def box_layout(
    box: tuple[int, int], diagonals: bool = False, cages: tuple[Cage, ...] = ()
) -> Layout:
    """Return the layout with boxes of size ``box``: (rows, columns), both from 2 to 5."""
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
    regions: Iterable[object], diagonals: bool = False, cages: tuple[Cage, ...] = ()
) -> Layout:
    """Return the layout of a jigsaw; ``regions`` has a label for each cell, row by row."""
    labels = list(regions)
    n = isqrt(len(labels))
    if n * n != len(labels) or not MIN_SIDE <= n <= MAX_SIDE:
        raise BoardError(
            f"Sudoku regions: found {len(labels)} labels, expected one for each cell of a board"
            f" from {MIN_SIDE} x {MIN_SIDE} to {MAX_SIDE} x {MAX_SIDE}"
        )
    order = {label: number for number, label in enumerate(dict.fromkeys(labels))}
    for label in order:
        if (count := labels.count(label)) != n:
            raise BoardError(f"Sudoku region {label!r}: found {count} cells, expected {n}")
    numbers = tuple(order[label] for label in labels)
    return Layout(n, None, numbers, diagonals, _checked_cages(n, cages))


def default_box(side: int) -> tuple[int, int]:
    """Return (rows, columns) of the usual box for a side; the box is a square or nearly a square.

    >>> [default_box(side) for side in (4, 6, 8, 9, 12, 20)]
    [(2, 2), (2, 3), (2, 4), (3, 3), (3, 4), (4, 5)]
    """
    for rows in range(isqrt(side), MIN_BOX - 1, -1):
        if side % rows == 0 and side // rows <= MAX_BOX:
            return rows, side // rows
    raise BoardError(
        f"Sudoku of side {side}: expected 4, 6, 8, 9, 10, 12, 15, 16, 20 or 25, because"
        f" boxes have {MIN_BOX} to {MAX_BOX} rows and columns"
    )


def _checked_cages(n: int, cages: Iterable[Cage]) -> tuple[Cage, ...]:
    checked = [Cage(tuple(sorted(cells)), total) for cells, total in cages]
    seen: set[int] = set()
    for number, (cells, total) in enumerate(checked, 1):
        size = len(cells)
        if not 1 <= size <= n or len(set(cells)) != size:
            raise BoardError(
                f"Sudoku cage {number}: found {size} cells, expected 1 to {n} different cells"
            )
        if not seen.isdisjoint(cells) or not 0 <= cells[0] <= cells[-1] < n * n:
            raise BoardError(
                f"Sudoku cage {number}: expected cells of the board that are in no other cage"
            )
        least, most = size * (size + 1) // 2, size * (2 * n + 1 - size) // 2
        if not least <= total <= most:
            raise BoardError(
                f"Sudoku cage {number}: found the total {total}, expected {least} to {most}"
            )
        seen.update(cells)
    return tuple(sorted(checked))


class Placement(NamedTuple):
    """A digit that is put into a cell (row, column), counted from 0; it prints as A5 = 7."""

    cell: RowColumn
    digit: int

    def __repr__(self) -> str:
        row, column = self.cell
        return f"{LETTERS[row]}{column + 1} = {self.digit}"


class Clash(NamedTuple):
    """Two cells of a unit or a cage with the same digit; ``cells`` has the cells' indices."""

    unit: str
    cells: tuple[int, int]
    digit: int


class ContradictoryGivens(BoardError):
    """The error for givens that repeat a digit in a unit or a cage.

    digit, unit, cells: the first repeated digit, its unit, and its two cells (row, column).
    clashes: all pairs of equal givens. The error's message names up to three pairs.
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
    """Return True if a board is full, no unit repeats a digit, and all cages have their totals."""
    return (
        all(digits) and not any(clashes(layout, digits)) and not any(wrong_totals(layout, digits))
    )


def wrong_totals(layout: Layout, digits: Sequence[int]) -> Iterator[tuple[str, Cage]]:
    """Yield (description of the fault, cage) for each full cage with a wrong total."""
    for cage in layout.cages:
        inside = [digits[cell] for cell in cage.cells]
        if all(inside) and sum(inside) != cage.total:
            name = layout.name(cage.cells[0])
            yield f"cage at {name} adds up to {sum(inside)}, expected {cage.total}", cage


CellValues: TypeAlias = Mapping[str, object]
"""A mapping from names of cells, such as B5, to their digits."""

_NAME = re.compile(r"([A-Ya-y])([1-9]|1[0-9]|2[0-5])")


@dataclass(frozen=True)
class SudokuBoard:
    """A layout and the digits of all cells row by row, with 0 for an empty cell."""

    layout: Layout
    givens: tuple[int, ...]

    def __post_init__(self) -> None:
        """Raise BoardError if there are too few or too many cells, or a digit is not allowed."""
        side, givens = self.layout.side, self.givens
        if len(givens) != side * side:
            cell_count = counted(len(givens), "cell")
            raise BoardError(f"Sudoku, side {side}: found {cell_count}, expected {side**2} cells")
        if min(givens) < 0 or max(givens) > side:
            cell = next(cell for cell, digit in enumerate(givens) if not 0 <= digit <= side)
            raise BoardError(
                f"Sudoku cell {self.layout.name(cell)}: found {givens[cell]}, expected a digit from"
                f" 1 to {side}, or 0 for an empty cell"
            )


@dataclass(frozen=True)
class Variant:
    """The options from which the layout of a board is made.

    box: the numbers of rows and columns of a box. regions: a label for every cell of a jigsaw, or
    None for other boards. diagonals: True if the long diagonals are units.
    """

    box: tuple[int, int] | None = None
    regions: Sequence[object] | None = None
    diagonals: bool = False

    @property
    def side(self) -> int | None:
        """The side length that follows from ``regions`` or ``box``; None if both are None."""
        if self.regions is not None:
            return isqrt(len(self.regions))
        return None if self.box is None else self.box[0] * self.box[1]

    def layout(self, side: int) -> Layout:
        """Return a layout of ``side`` rows; raise BoardError if the options need another size."""
        if self.regions is not None:
            if self.box is not None:
                raise BoardError("Sudoku: found a box and regions, expected only one of the two")
            layout = jigsaw_layout(self.regions, self.diagonals)
        else:
            layout = box_layout(self.box or default_box(side), self.diagonals)
        if layout.side != side:
            raise BoardError(f"Sudoku side {side}: found boxes or regions for side {layout.side}")
        return layout


def make_board(givens: Sequence[int], variant: Variant) -> SudokuBoard:
    """Return a board with the digits in ``givens``, row by row, and the options in ``variant``."""
    return SudokuBoard(variant.layout(isqrt(len(givens))), tuple(givens))


def _rows_of_cells(cells: CellValues, side: int | None) -> list[list[object]]:
    if not cells:
        raise BoardError("Sudoku board without cells: expected a dict such as {'A1': 5, 'B2': 7}")
    digits: dict[RowColumn, object] = {}
    for name, digit in cells.items():
        place = _place(name, side or MAX_SIDE)
        if place in digits:
            raise BoardError(f"Sudoku cell {name!r} is given twice: expected every cell once")
        digits[place] = digit
    if side is None:
        known = [digit for digit in digits.values() if isinstance(digit, int) and digit <= MAX_SIDE]
        least = max(MIN_SIDE, *known, *(1 + max(place) for place in digits))
        side = next(n * n for n in range(MIN_BOX, MAX_BOX + 1) if n * n >= least)
    return [[digits.get((row, column)) for column in range(side)] for row in range(side)]


def _place(cell: Any, side: int) -> RowColumn:
    match = _NAME.fullmatch(cell) if isinstance(cell, str) else None
    try:
        row, column = (LETTERS.index(match[1].upper()), int(match[2]) - 1) if match else cell
        row, column = index(row), index(column)
    except (TypeError, ValueError):
        row = column = -1
    if not (0 <= row < side and 0 <= column < side):
        raise BoardError(
            f"Sudoku cell {cell!r}: expected a name from A1 to {LETTERS[side - 1]}{side}, or a row"
            f" and a column from 0 to {side - 1}"
        )
    return row, column


def digits_of_rows(
    rows: Iterable[Sequence[object]] | CellValues, side: int | None = None
) -> list[int]:
    """Return the digits of a square table, row by row. side: the number of rows, if known.

    The table may be rows, an array, a data frame, all digits one after the other, or a dict from
    names of cells to digits. An empty cell is 0, None, NaN or ".", or is not in the dict. Raises
    BoardError for any other value that is not a digit.
    """
    if isinstance(rows, Mapping):
        rows = _rows_of_cells(rows, side)
    table = plain_table(rows)
    if is_flat(table) and len(table) == isqrt(len(table)) ** 2 >= MIN_SIDE**2:
        table = in_rows(table, isqrt(len(table)))
    if not isinstance(table, list) or not all(isinstance(row, list | str) for row in table):
        raise BoardError(f"Sudoku board: found {table!r:.80}, expected rows of digits, or a text")
    n = side or len(table)
    if len(table) != n or not MIN_SIDE <= n <= MAX_SIDE:
        expected = side or f"{MIN_SIDE} to {MAX_SIDE}"
        raise BoardError(f"Sudoku board: found {counted(len(table), 'row')}, expected {expected}")
    digits = []
    for number, row in enumerate(table):
        if len(row) != n:
            found = f"found {counted(len(row), 'cell')}, expected {n}, the number of rows"
            raise BoardError(f"Sudoku row {LETTERS[number]}: {found}")
        for column, value in enumerate(row, 1):
            if (digit := _digit(value, n)) is None:
                raise BoardError(
                    f"Sudoku row {LETTERS[number]}, column {column}: found {value!r},"
                    f" expected a digit from 1 to {n}, or 0 for an empty cell"
                )
            digits.append(digit)
    return digits


def _digit(value: object, n: int) -> int | None:
    """Return the digit that a value stands for: 0 for an empty cell, None for an invalid value."""
    if type(value) is int:  # fast
        return value if 0 <= value <= n else None
    if value is None or value == ".":
        return 0
    if isinstance(value, str):
        faces = ("0", *DIGITS[:n])
        return faces.index(value) if value in faces else None
    if isinstance(value, bool) or not isinstance(value, SupportsIndex):
        return None
    return index(value) if 0 <= index(value) <= n else None


def read_box(text: str) -> tuple[int, int]:
    """Convert a text such as "2x3" to the number of rows and the number of columns of a box."""
    if (match := re.fullmatch(r"(\d{1,2})x(\d{1,2})", text, re.ASCII)) is None:
        raise ValueError("the numbers of rows and columns of a box, such as 2x3")
    return int(match[1]), int(match[2])


def checked_box(box: Any) -> tuple[int, int] | None:
    """Return a box such as (2, 3) or "2x3" as two integers (None stays None)."""
    if box is None:
        return None
    try:
        if isinstance(box, str):
            return read_box(box)
        rows, columns = box
        return index(rows), index(columns)
    except (TypeError, ValueError):
        raise BoardError(f"Sudoku box {box!r}: expected (rows, columns), such as (2, 3)") from None


def with_cages(board: SudokuBoard, cages: Iterable[tuple[Iterable[Any], int]]) -> SudokuBoard:
    """Return the board with more cages, each given as (cells, total)."""
    layout, added = board.layout, []
    for cage in cages:
        try:
            cells, total = cage
            cells, total = list(cells), index(total)
        except (TypeError, ValueError):
            raise BoardError(
                f"Sudoku cage {cage!r}: expected cells and a total, such as (['A1', 'A2'], 5)"
            ) from None
        added.append(Cage(tuple(cell_number(layout, cell) for cell in cells), total))
    if not added:
        return board
    all_cages = _checked_cages(layout.side, [*layout.cages, *added])
    return SudokuBoard(replace(layout, cages=all_cages), board.givens)


def cell_number(layout: Layout, cell: Any) -> int:
    """Return the number of a cell, which is given as a name such as B5 or as (row, column)."""
    row, column = _place(cell, layout.side)
    return row * layout.side + column
