"""Seeded random grids: scattered walls, mazes, rooms with doors."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from aima_search.errors import BoardError, UnknownName
from aima_search.textbook.peaks import Point
from puzzles.paths.rules import FREE, WALL, Field, check_moves, check_rows
from puzzles.sizes import parse_size

_TRIES = 200
_ROOM = 6  # cells from wall to wall


def random_field(
    random: Random,
    *,
    size: int | str | tuple[int, int] = 20,
    kind: str = "walls",
    walls: int = 25,
    neighbours: int = 8,
    terrain: int = 1,
) -> tuple[Field, Point, Point]:
    """Return a grid, a start, and the cell that takes the most steps from the start.

    kind: one of ``KINDS``. walls: per cent of the cells that are walls, of kind "walls". terrain:
    the largest cost of a cell; the costs are drawn from 1 up.
    """
    if kind not in KINDS:
        raise UnknownName("paths kind", kind, KINDS)
    if not (0 <= walls <= 90 and 1 <= terrain <= 9):
        raise BoardError(
            f"paths of {walls} per cent walls, terrain {terrain}: expected 0 to 90 and 1 to 9"
        )
    rows, columns = parse_size("paths", size, 2, 1024)
    for _ in range(_TRIES):
        free = KINDS[kind](random, rows, columns, walls)
        marks = [[_mark(random, cell, terrain) for cell in row] for row in free]
        field = Field(check_rows(["".join(row) for row in marks]), check_moves(neighbours, "none"))
        places = [(x, y) for y, row in enumerate(free) for x, cell in enumerate(row) if cell]
        if not places:
            continue
        start = random.choice(places)
        goal, reached = _farthest(field, start)
        if 2 * reached >= len(places) and goal != start:
            return field, start, goal
    raise BoardError(f"paths: no open grid among {_TRIES}; ask for fewer walls")


def _mark(random: Random, is_free: bool, terrain: int) -> str:
    if not is_free:
        return WALL
    cost = random.randint(1, terrain) if terrain > 1 else 1
    return FREE if cost == 1 else str(cost)


def _scattered(random: Random, rows: int, columns: int, walls: int) -> list[list[bool]]:
    return [[random.random() * 100 >= walls for _ in range(columns)] for _ in range(rows)]


def _maze(random: Random, rows: int, columns: int, walls: int) -> list[list[bool]]:
    """Return corridors dug by a walk that goes back if it cannot go on."""
    free = [[False] * columns for _ in range(rows)]
    free[0][0], way = True, [(0, 0)]
    while way:
        y, x = way[-1]
        ahead = [
            (down, right)
            for down, right in ((-1, 0), (0, 1), (1, 0), (0, -1))
            if 0 <= y + 2 * down < rows
            and 0 <= x + 2 * right < columns
            and not free[y + 2 * down][x + 2 * right]
        ]
        if not ahead:
            way.pop()
            continue
        down, right = random.choice(ahead)
        free[y + down][x + right] = free[y + 2 * down][x + 2 * right] = True
        way.append((y + 2 * down, x + 2 * right))
    return free


def _rooms(random: Random, rows: int, columns: int, walls: int) -> list[list[bool]]:
    """Return square rooms with a door in each wall between two of them."""
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
    "walls": _scattered,
    "maze": _maze,
    "rooms": _rooms,
}
"""What a random grid is like: functions of the generator, rows, columns, walls in per cent."""


def _farthest(field: Field, start: Point) -> tuple[Point, int]:
    """Return the cell that takes the most steps (the last found), and how many can be reached."""
    layer, seen, last = [start], {start}, start
    while layer:
        last = layer[-1]
        after = []
        for cell in layer:
            for _, there, _ in field.steps(cell):
                if there not in seen:
                    seen.add(there)
                    after.append(there)
        layer = after
    return last, len(seen)
