"""The steps between the cells of a grid, and the costs of these steps.

A cell is (x, y), the column and the row, counted from 0 at the top left, as in Moving AI's
benchmarks. *Terrain* is one character for each cell: ``.`` costs 1, a digit costs its value, ``#``
is a wall, ``~`` is water. No step leads from land to water or back. The cost of a step is its
length times the cost of the cell that it enters.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from math import ceil, sqrt
from typing import Any, NamedTuple, TypeAlias

from aima_search.base.errors import BoardError
from aima_search.model.compiled import Formula
from aima_search.textbook.grids import GridPoint
from puzzles.text import check_drawing, one_of

TerrainRows: TypeAlias = tuple[str, ...]
CellStep: TypeAlias = tuple[str, GridPoint, float]
"""An action, the cell that it leads to, and its cost."""

FREE, WALL, WATER = ".", "#", "~"
TERRAIN = FREE + WALL + WATER + "123456789"
MOST_CELLS = 1_048_576

STRAIGHT = {"up": (0, -1), "right": (1, 0), "down": (0, 1), "left": (-1, 0)}
DIAGONAL = {"up-right": (1, -1), "down-right": (1, 1), "down-left": (-1, 1), "up-left": (-1, -1)}
NEIGHBOURS = {4: STRAIGHT, 8: STRAIGHT | DIAGONAL}
DIAGONAL_LENGTH = ceil(sqrt(2) * 2**29) / 2**29
"""The length of a diagonal step: the square root of 2, rounded up to a multiple of 2**-29.

Sums of such floats have no rounding errors. So the cost of a path does not depend on the order of
its steps, and a consistent h remains consistent.
"""
CORNERS = {"none": 2, "one": 1, "both": 0}
"""Which corners a step may cut: how many of the two cells beside a diagonal must be free."""


class MoveRules(NamedTuple):
    """The rules for steps: 4 or 8 neighbours, and which corners a step may cut (``CORNERS``)."""

    neighbours: int = 4
    corners: str = "none"


def check_moves(neighbours: int, corners: str) -> MoveRules:
    """Check the rules for steps, and return them as ``MoveRules``."""
    if neighbours not in NEIGHBOURS:
        raise BoardError(f"paths neighbours {neighbours!r}: expected 4 or 8")
    one_of("paths corners", corners, CORNERS)
    return MoveRules(neighbours, corners)


def check_rows(rows: Sequence[str]) -> TerrainRows:
    """Return the rows of a grid; raise BoardError if they are not a valid drawing."""
    if not rows or not rows[0]:
        raise BoardError("paths grid without cells: expected rows of '.', '#' and digits")
    if len(rows) * len(rows[0]) > MOST_CELLS:
        size = f"{len(rows)} x {len(rows[0])}"
        raise BoardError(f"paths grid of {size}: expected at most {MOST_CELLS:,} cells")
    expected = ". (free), # (wall), ~ (water), 1 to 9 (a cost), S (start) or G (goal)"
    check_drawing("paths grid", rows, TERRAIN, expected)
    return tuple(rows)


class PathGrid:
    """A grid and its moves; the steps from a cell are computed when they are first needed."""

    def __init__(
        self, rows: TerrainRows, moves: MoveRules, costs: Mapping[GridPoint, float] | None = None
    ) -> None:
        """Store the rows and the moves. ``costs`` overrides the costs of some cells in ``rows``."""
        self.rows, self.moves, self.costs = rows, moves, costs or {}
        self.width, self.height = len(rows[0]), len(rows)
        margin = WALL * (self.width + 2)
        self._span = self.width + 2
        self._marks = margin + "".join(f"{WALL}{row}{WALL}" for row in rows) + margin
        self._kinds = bytes(_KIND[mark] for mark in self._marks)
        self._moves = [
            (name, x, y, y * self._span + x, DIAGONAL_LENGTH if x and y else 1.0, y * self._span)
            for name, (x, y) in NEIGHBOURS[moves.neighbours].items()
        ]
        self._wanted = CORNERS[moves.corners]
        self._steps: dict[GridPoint, list[CellStep]] = {}

    def steps(self, cell: GridPoint) -> list[CellStep]:
        """Return the steps from a cell; the list is cached, so do not change it."""
        if (known := self._steps.get(cell)) is not None:
            return known
        x, y = cell
        place = (y + 1) * self._span + x + 1
        kinds, marks, wanted = self._kinds, self._marks, self._wanted
        here, found = kinds[place], list[CellStep]()
        for name, right, down, offset, length, straight in self._moves:
            if kinds[place + offset] != here:
                continue
            if right and down and wanted:
                beside = (kinds[place + right] == here) + (kinds[place + straight] == here)
                if beside < wanted:
                    continue
            there = x + right, y + down
            cost = _COST[marks[place + offset]]
            found.append((name, there, length * self.costs.get(there, cost)))
        self._steps[cell] = found
        return found

    @cached_property
    def compiled(self) -> tuple[Formula, int]:
        """A pair: a Formula for the steps from a cell, and the row width including outer walls."""
        moves = [(x, straight, offset) for _, x, _, offset, _, straight in self._moves]
        ints = [len(moves), self._wanted, *(word for move in moves for word in move)]
        grounds = bytes(_COST[mark] << 2 | kind for mark, kind in _KIND.items())
        raw = self._marks.encode().translate(bytes.maketrans("".join(_KIND).encode(), grounds))
        return Formula(steps, ints, [move[4] for move in self._moves], raw, lists=True), self._span

    def is_free(self, cell: GridPoint) -> bool:
        """Return True if a cell is on the grid and not a wall."""
        x, y = cell
        return 0 <= x < self.width and 0 <= y < self.height and self.rows[y][x] != WALL

    def cost(self, cell: GridPoint) -> float:
        """Return the cost of entering a cell by a step of length 1."""
        return self.costs.get(cell, _COST[self.rows[cell[1]][cell[0]]])


def steps(key: Any, ints: Any, floats: Any, raw: Any, keys: Any, costs: Any) -> Any:
    """Store the reachable neighbours of ``key`` in ``keys``, and the steps' costs in ``costs``.

    raw: for each cell, 4 * cost + kind; the kind is 0 (wall), 1 (land) or 2 (water). ints: the
    number of moves, the number of free corners that a diagonal move needs, and three offsets of
    each move (horizontal, vertical and total). floats: the length of each move.
    """
    here, count = raw[key] & 3, 0
    for move in range(ints[0]):
        right, below, offset = ints[2 + 3 * move], ints[3 + 3 * move], ints[4 + 3 * move]
        if raw[key + offset] & 3 != here:
            continue
        if right != 0 and below != 0:
            free = (raw[key + right] & 3 == here) + (raw[key + below] & 3 == here)
            if free < ints[1]:
                continue
        keys[count], costs[count] = key + offset, floats[move] * (raw[key + offset] >> 2)
        count += 1
    return count


def place_of(key: Any, ints: Any, floats: Any, raw: Any, keys: Any, costs: Any) -> Any:
    """Write the column and the row of the state ``key`` into ``keys``."""
    keys[0], keys[1] = key % ints[0] - 1, key // ints[0] - 1
    return 2


_KIND = dict.fromkeys(TERRAIN, 1) | {WALL: 0, WATER: 2}
_COST = {mark: int(mark) if mark.isdigit() else 1 for mark in TERRAIN}
