"""The rules of Hitori, as functions of plain values.

Vocabulary: a board is rows of *numbers* (None: a cell without a number, which never clashes);
cells are *shaded* or not; equal numbers in one row or column are *repeats* of each other, the
cells of one number in one line a *group*. A state is two sets of cells as integers: those
shaded, and those known to stay unshaded (*kept*).

    1  no number repeats among the unshaded cells of a row or a column
    2  no two shaded cells share an edge
    3  the unshaded cells are connected along edges, and there is at least one unshaded cell
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, TypeAlias

from puzzles.bits import has_several, mask_of, places_of
from puzzles.grid import RowColumn
from puzzles.hitori.geometry import geometry

CellNumber: TypeAlias = int | None
Rows: TypeAlias = tuple[tuple[CellNumber, ...], ...]


class State(NamedTuple):
    """The shaded and the kept cells, as integers of bits; see ``puzzles.hitori.geometry``."""

    shaded: int
    kept: int


BLANK = State(0, 0)


class Mark(NamedTuple):
    """One decision about one cell (row, column), counted from 0.

    >>> print(Mark((2, 3), True), Mark((2, 3), False), sep=", ")
    shade (2,3), keep (2,3)
    """

    cell: RowColumn
    shaded: bool

    def __str__(self) -> str:
        row, column = self.cell
        return f"{'shade' if self.shaded else 'keep'} ({row},{column})"


class Violation(NamedTuple):
    """A broken rule: "repeat", "adjacent" or "disconnected", and the cells that break it."""

    rule: str
    cells: tuple[RowColumn, ...]


class Board:
    """The numbers of a board and what follows from them once: groups and equals.

    ``equals[place]`` are the cells of the same number in the row or column of a place;
    ``row_groups`` and ``column_groups`` the places of every number that a line holds twice or
    more, in order; ``repeated`` all cells of such groups.
    """

    def __init__(self, numbers: Rows) -> None:
        self.numbers = numbers
        self.geometry = size = geometry(len(numbers), len(numbers[0]))
        self.row_groups = _groups(numbers, range(0, size.border, size.width), 1)
        self.column_groups = _groups(zip(*numbers, strict=True), range(size.columns), size.width)
        equals = [0] * size.border
        masks = []
        repeated = 0
        for group in (*self.row_groups, *self.column_groups):
            mask = mask_of(group)
            masks.append(mask)
            repeated |= mask
            for place in group:
                equals[place] |= mask ^ 1 << place
        self.equals = equals
        self.repeated = repeated
        self.group_masks = masks

    def repeats(self, shaded: int) -> int:
        """Return the unshaded cells whose number another unshaded cell of their line has."""
        repeats = 0
        for mask in self.group_masks:
            left = mask & ~shaded
            if left & left - 1:  # more than one: asked in every state, so without a call
                repeats |= left
        return repeats

    def surplus(self, shaded: int) -> int:
        """Return how many repeats are left: over all groups, the unshaded cells beyond one."""
        return sum(max((mask & ~shaded).bit_count() - 1, 0) for mask in self.group_masks)

    def is_solution(self, shaded: int) -> bool:
        """Tell whether shading exactly these cells follows all three rules."""
        for mask in self.group_masks:
            left = mask & ~shaded
            if left & left - 1:
                return False
        return not shaded & self.geometry.around(shaded) and self.is_connected(shaded)

    def is_connected(self, shaded: int) -> bool:
        """Tell whether the unshaded cells are one group that is not empty."""
        unshaded = self.geometry.full & ~shaded
        lowest = unshaded & -unshaded
        return bool(unshaded) and self.geometry.connected(lowest, unshaded) == unshaded

    def is_minimal(self, shaded: int) -> bool:
        """Tell whether no cell of a solution can be unshaded.

        An unshaded cell joins its unshaded neighbours, so only a repeat can forbid it: a
        solution is minimal exactly if every shaded cell has an unshaded equal in its lines.
        """
        equals = self.equals
        return all(equals[place] & ~shaded for place in places_of(shaded))


def violations(board: Board, shaded: int) -> list[Violation]:
    """Return every broken rule: repeats by group, touching pairs, the parts cut off.

    Of a disconnected board every part but the largest (the first of equals) is a violation of its
    own; a board without unshaded cells is one violation with all cells.
    """
    size = board.geometry
    found = []
    for mask in board.group_masks:
        left = mask & ~shaded
        if has_several(left):
            found.append(Violation("repeat", size.cells_of(left)))
    for place in places_of(shaded):
        after = size.neighbours[place] & shaded & -(1 << place)
        pairs = [(size.cell(place), size.cell(other)) for other in places_of(after)]
        found += [Violation("adjacent", pair) for pair in pairs]
    parts = _parts(board, shaded)
    if not parts:
        return [*found, Violation("disconnected", size.cells)]
    largest = max(parts, key=int.bit_count)
    found += [Violation("disconnected", size.cells_of(part)) for part in parts if part != largest]
    return found


def _parts(board: Board, shaded: int) -> list[int]:
    """The connected parts of the unshaded cells."""
    left, parts = board.geometry.full & ~shaded, []
    while left:
        parts.append(board.geometry.connected(left & -left, left))
        left &= ~parts[-1]
    return parts


def _groups(
    lines: Sequence[Sequence[CellNumber]] | zip[tuple[CellNumber, ...]], starts: range, stride: int
) -> list[list[int]]:
    """The places of every number that occurs twice or more in a line, line by line."""
    groups: list[list[int]] = []
    for place, line in zip(starts, lines, strict=True):
        if len(set(line)) < len(line):
            where: dict[CellNumber, list[int]] = {}
            for number in line:
                if number in where:
                    where[number].append(place)
                else:
                    where[number] = [place]
                place += stride
            where.pop(None, None)
            groups += [group for group in where.values() if len(group) > 1]
    return groups
