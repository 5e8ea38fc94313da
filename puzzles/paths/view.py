"""The picture of a grid with its walls, terrain, start and goals, and with a path."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from aima_search import display
from aima_search.base.interchange import short_number
from aima_search.textbook.grids import GridPoint
from puzzles.paths.rules import FREE, WALL, WATER, PathGrid

PICTURES = {
    FREE: display.Cell(),
    WALL: display.Cell(role="wall"),
    "S": display.Cell("S", role="piece", kind=7),
    "G": display.Cell("G", role="piece", kind=1, goal=True),
    WATER: display.Cell(WATER, role="given"),
    **{cost: display.Cell(cost) for cost in "123456789"},
}
"""The picture of each character of a drawn grid."""


def scene(
    grid: PathGrid, start: GridPoint, goals: Collection[GridPoint], here: GridPoint, **search: Any
) -> display.Scene:
    """Return a picture of a grid. ``search``: more arguments of ``searched_grid``."""
    cells = [[PICTURES[mark] for mark in row] for row in grid.rows]
    for (x, y), cost in grid.costs.items():
        cells[y][x] = display.Cell(short_number(cost))
    return display.searched_grid(cells, start, goals, here, **search)
