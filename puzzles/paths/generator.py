"""Random grids with scattered walls, mazes, or rooms with doors."""

from __future__ import annotations

from collections.abc import Callable
from operator import itemgetter
from random import Random

from aima_search.base.errors import BoardError
from aima_search.textbook.grids import GridPoint
from puzzles.paths.rules import FREE, NEIGHBOURS, WALL, MoveRules, PathGrid, check_moves
from puzzles.text import one_of, parse_size

_TRIES, _MOST_TRIED = 200, 8_000_000  # number of grids, and of cells in all grids
_ROOM = 6  # number of cells from wall to wall


def random_field(
    random: Random,
    *,
    size: int | str | tuple[int, int] = 20,
    kind: str = "walls",
    walls: int = 25,
    neighbours: int = 8,
    terrain: int = 1,
) -> tuple[PathGrid, GridPoint, GridPoint]:
    """Return a grid, a start, and a goal that is as far from the start (in steps) as possible.

    Random grids are tried until at least half of the free cells can be reached from the start. If
    all tries fail, the start is in the largest connected part of the last grid.

    kind: one of ``KINDS``. walls: the percentage of walls if the kind is "walls". terrain: the
    largest cost of a cell; the costs are random numbers from 1 to ``terrain``.
    """
    one_of("paths kind", kind, KINDS)
    if not (0 <= walls <= 90 and 1 <= terrain <= 9):
        raise BoardError(
            f"paths walls={walls}, terrain={terrain}: expected walls 0 to 90, and terrain 1 to 9"
        )
    rows, columns = parse_size("paths", size, 2, 1024)
    moves = check_moves(neighbours, "none")
    for _ in range(min(_TRIES, _MOST_TRIED // (rows * columns))):
        free = KINDS[kind](random, rows, columns, walls)
        marks = tuple("".join([_mark(random, cell, terrain) for cell in row]) for row in free)
        ground = _FarthestCellFinder(free, moves)
        places = [place for place, is_free in enumerate(ground.free) if is_free]
        if not places:
            continue
        start = random.choice(places)
        goal, reached = ground.farthest(start)
        if 2 * reached >= len(places) and goal != start:
            break
    else:
        start, goal = ground.ends(places)
        if start == goal:
            raise BoardError(f"paths kind {kind}: found no path; use more cells or fewer walls")
    return PathGrid(marks, moves), ground.cell(start), ground.cell(goal)


def _mark(random: Random, is_free: bool, terrain: int) -> str:
    if not is_free:
        return WALL
    cost = random.randint(1, terrain) if terrain > 1 else 1
    return FREE if cost == 1 else str(cost)


def _maze(random: Random, rows: int, columns: int, walls: int) -> list[list[bool]]:
    """Return a maze made by a random depth-first walk; the argument ``walls`` is ignored."""
    free = [[False] * columns for _ in range(rows)]
    free[0][0], path = True, [(0, 0)]
    while path:
        y, x = path[-1]
        ahead = [
            (row, column)
            for row, column in ((y - 2, x), (y, x + 2), (y + 2, x), (y, x - 2))
            if 0 <= row < rows and 0 <= column < columns and not free[row][column]
        ]
        if not ahead:
            path.pop()
            continue
        row, column = random.choice(ahead)
        free[(y + row) // 2][(x + column) // 2] = True  # the wall between the two cells
        free[row][column] = True
        path.append((row, column))
    return free


def _rooms(random: Random, rows: int, columns: int, walls: int) -> list[list[bool]]:
    across = [x % _ROOM != _ROOM - 1 for x in range(columns)]
    free = [[y % _ROOM != _ROOM - 1 and is_open for is_open in across] for y in range(rows)]
    for y in range(0, rows, _ROOM):
        for x in range(0, columns, _ROOM):
            high, wide = min(_ROOM - 1, rows - y), min(_ROOM - 1, columns - x)
            if x + _ROOM <= columns:
                free[y + random.randrange(high)][x + _ROOM - 1] = True
            if y + _ROOM <= rows:
                free[y + _ROOM - 1][x + random.randrange(wide)] = True
    return free


KINDS: dict[str, Callable[[Random, int, int, int], list[list[bool]]]] = {
    "walls": lambda random, rows, columns, walls: [
        [random.random() * 100 >= walls for _ in range(columns)] for _ in range(rows)
    ],
    "maze": _maze,
    "rooms": _rooms,
}
"""The kinds of random grids; a function of the generator, rows, columns, percentage of walls."""


class _FarthestCellFinder:
    """Finds two cells that are far apart. A *place* is the index of a cell in ``free``."""

    def __init__(self, free: list[list[bool]], moves: MoveRules) -> None:
        self._span = span = len(free[0]) + 1
        self.free = b"".join([bytes(span), *(bytes([*row, False]) for row in free), bytes(span)])
        self._steps = [(x, y * span) for x, y in NEIGHBOURS[moves.neighbours].values()]

    def cell(self, place: int) -> GridPoint:
        y, x = divmod(place, self._span)
        return x, y - 1

    def farthest(self, start: int, seen: bytearray | None = None) -> tuple[int, int]:
        """Return the place of the cell farthest from ``start``, and the number of reached cells."""
        free, steps = self.free, self._steps
        seen = bytearray(len(free)) if seen is None else seen
        layer, reached, seen[start] = [start], 0, True
        while layer:
            last = layer[-1]
            reached += len(layer)
            after = []
            for place in layer:
                for right, down in steps:
                    there = place + right + down
                    if free[there] > seen[there] and free[place + right] and free[place + down]:
                        seen[there] = True
                        after.append(there)
            layer = after
        return last, reached

    def ends(self, places: list[int]) -> tuple[int, int]:
        """Return two places (indices of cells) that are far apart in the largest connected area."""
        seen = bytearray(len(self.free))
        parts = [self.farthest(place, seen) for place in places if not seen[place]]
        start, _ = max(parts, key=itemgetter(1), default=(0, 0))
        return start, self.farthest(start)[0]
