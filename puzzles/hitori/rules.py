"""The rules of Hitori, as functions of plain values.

A board has rows of *numbers*; a cell without a number is None and equals no other cell. Cells are
*shaded* or unshaded. Equal numbers in one *line* (row or column) are *repeats* of each other, and
their cells form a *group*. A state has the shaded cells, and the *kept* cells, which stay unshaded.

    1  no number repeats among the unshaded cells of a row or a column
    2  no two shaded cells share an edge
    3  the unshaded cells are connected along edges, and there is at least one unshaded cell

A set of cells has one bit for each cell: its *place* row * (columns + 1) + column. Each row ends
with an unused place, so a shifted set does not run over into the next row. The *links* of a place
are the places that touch it at a corner; a place on the edge also has the link ``border``.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from puzzles.bits import has_several, mask_of, places_of, union_of
from puzzles.grid import RowColumn, cells

CellNumber: TypeAlias = int | None

NumberRows: TypeAlias = tuple[tuple[CellNumber, ...], ...]


class State(NamedTuple):
    """A state: the set of shaded cells, and the set of cells that are kept white."""

    shaded: int
    kept: int


BLANK = State(0, 0)


def in_words(cells: Iterable[RowColumn]) -> str:
    """Return cells as text, such as (0,1) (2,3)."""
    return " ".join(f"({row},{column})" for row, column in cells)


class CellDecision(NamedTuple):
    """A decision to shade a cell or to keep it unshaded; as text, for example "shade (2,3)"."""

    cell: RowColumn
    shaded: bool

    def __str__(self) -> str:
        return f"{'shade' if self.shaded else 'keep'} {in_words([self.cell])}"


class Violation(NamedTuple):
    """A broken rule ("repeat", "adjacent" or "disconnected") and the cells that break the rule."""

    rule: str
    cells: tuple[RowColumn, ...]


class HitoriBoard:
    """The numbers of a board, and the groups of cells with equal numbers in a row or a column.

    equals: for each cell, the other cells of its groups. repeated: the cells of all groups.
    """

    def __init__(self, numbers: NumberRows) -> None:
        self.numbers = numbers
        self.geometry = size = geometry(len(numbers), len(numbers[0]))
        self.row_groups = _groups_of_equal_cells(numbers, range(0, size.border, size.width), 1)
        self.column_groups = _groups_of_equal_cells(
            zip(*numbers, strict=True), range(size.columns), size.width
        )
        groups = [*self.row_groups, *self.column_groups]
        self.row_masks = list(map(mask_of, self.row_groups))
        self.column_masks = list(map(mask_of, self.column_groups))
        self.group_masks = self.row_masks + self.column_masks
        self.repeated = union_of(self.group_masks)
        self.equals = equals = [0] * size.border
        for group, mask in zip(groups, self.group_masks, strict=True):
            for place in group:
                equals[place] |= mask ^ 1 << place

    def repeats(self, shaded: int) -> int:
        """Return the unshaded cells that equal another unshaded cell of their row or column."""
        repeats = 0
        for mask in self.group_masks:
            left = mask & ~shaded
            if left & left - 1:  # several bits; this runs in every state, so it calls no function
                repeats |= left
        return repeats

    def is_solution(self, shaded: int) -> bool:
        """Return True if shading exactly these cells follows all three rules."""
        for mask in self.group_masks:
            left = mask & ~shaded
            if left & left - 1:
                return False
        size = self.geometry
        unshaded = size.full & ~shaded
        if not unshaded or shaded & size.around(shaded):
            return False
        return size.connected(unshaded & -unshaded, unshaded) == unshaded

    def is_minimal(self, shaded: int) -> bool:
        """Return True if each shaded cell is needed: if it were unshaded, a number would repeat."""
        equals = self.equals
        return all(equals[place] & ~shaded for place in places_of(shaded))


def violations(board: HitoriBoard, shaded: int) -> list[Violation]:
    """Return all violations: repeated numbers, shaded neighbours, and parts that are cut off.

    If the board is cut into parts, every part except the largest is a violation. If all cells are
    shaded, there is a violation with all cells.
    """
    size = board.geometry
    repeats = filter(has_several, (mask & ~shaded for mask in board.group_masks))
    found = [Violation("repeat", size.cells_of(left)) for left in repeats]
    for place in places_of(shaded):
        after = size.neighbours[place] & shaded & -(1 << place)
        pairs = [(size.cell(place), size.cell(other)) for other in places_of(after)]
        found += [Violation("adjacent", pair) for pair in pairs]
    if not (parts := parts_of(board, shaded)):
        return [*found, Violation("disconnected", size.cells)]
    largest = max(parts, key=int.bit_count)
    found += [Violation("disconnected", size.cells_of(part)) for part in parts if part != largest]
    return found


def parts_of(board: HitoriBoard, shaded: int) -> list[int]:
    """Return the connected parts of the unshaded cells."""
    left, parts = board.geometry.full & ~shaded, []
    while left:
        parts.append(board.geometry.connected(left & -left, left))
        left &= ~parts[-1]
    return parts


def _groups_of_equal_cells(
    lines: Iterable[Sequence[CellNumber]], starts: range, stride: int
) -> list[list[int]]:
    groups: list[list[int]] = []
    for place, line in zip(starts, lines, strict=True):
        if len(set(line)) < len(line):
            places_with: dict[CellNumber, list[int]] = {}
            for number in line:
                if number in places_with:
                    places_with[number].append(place)
                else:
                    places_with[number] = [place]
                place += stride
            places_with.pop(None, None)
            groups += [group for group in places_with.values() if len(group) > 1]
    return groups


class Geometry:
    """The cells of all boards of one size, with each cell's bit number (*place*) and neighbours."""

    def __init__(self, rows: int, columns: int) -> None:
        self.rows, self.columns = rows, columns
        self.width = width = columns + 1
        self.border = rows * width
        """The node that stands for everything outside the board."""
        self.cells: tuple[RowColumn, ...] = tuple(cells(rows, columns))
        self.places = tuple(row * width + column for row, column in self.cells)
        self.full = mask_of(self.places)
        self.edge = self.mask(
            (r, c) for r, c in self.cells if r in (0, rows - 1) or c in (0, columns - 1)
        )
        # On a board of one line, shading a cell separates the other cells, except at the two ends.
        ends = 0 if len(self.cells) == 1 else 1 << self.places[0] | 1 << self.places[-1]
        self.never_shaded = self.full & ~ends if min(rows, columns) == 1 else 0
        self.neighbours = [0] * self.border  # for every place; 0 for the unused places
        self.links: list[tuple[int, ...]] = [()] * self.border
        for place in self.places:
            bit = 1 << place
            self.neighbours[place] = self.around(bit)
            beside = bit << 1 | bit >> 1
            corners = places_of((beside << width | beside >> width) & self.full)
            self.links[place] = (*corners, *[self.border] * (self.edge >> place & 1))

    def place(self, cell: RowColumn) -> int:
        """Return the place of a cell (row, column): its bit number in a set of cells."""
        return cell[0] * self.width + cell[1]

    def cell(self, place: int) -> RowColumn:
        """Return the cell (row, column) with the index ``place``."""
        return divmod(place, self.width)

    def mask(self, cells: Iterable[RowColumn]) -> int:
        """Return a set of cells as an integer."""
        return mask_of(map(self.place, cells))

    def cells_of(self, mask: int) -> tuple[RowColumn, ...]:
        """Return the cells of a set, row by row."""
        return tuple(map(self.cell, places_of(mask)))

    def around(self, mask: int) -> int:
        """Return every cell that shares an edge with a cell of the set."""
        width = self.width
        return (mask << 1 | mask >> 1 | mask << width | mask >> width) & self.full

    def connected(self, start: int, within: int) -> int:
        """Return the cells that are connected to ``start`` by cells of the set ``within``."""
        reached, width = start & within, self.width
        while True:
            more = reached | (reached << width | reached >> width) & within
            more |= (more << 1 | more >> 1) & within
            if more == reached:
                return reached
            reached = more

    def touched_twice(self, shaded: int) -> int:
        """Return the cells with two shaded diagonal neighbours; for an edge cell, one is enough."""
        width = self.width
        beside, between = shaded << 1 | shaded >> 1, shaded << 1 & shaded >> 1
        above, below = beside >> width, beside << width
        twice = above & below | self.edge & (above | below) | between >> width | between << width
        return twice & self.full


geometry = lru_cache(maxsize=64)(Geometry)
"""Returns the geometry for a number of rows and columns; boards of the same size share it."""
