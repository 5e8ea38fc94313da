"""Pictures of maps: places at their positions on a grid of cells, and the roads between them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from itertools import pairwise
from math import ceil, cos, pi, sin, sqrt
from types import MappingProxyType
from typing import Any, TypeAlias

from aima_search.base.interchange import RowColumn, short_number
from aima_search.display.scene import GOAL_KIND, Cell, Road, Scene

Point: TypeAlias = tuple[float, float]
MapLink: TypeAlias = tuple[str, str, float, bool]
"""A road: its first place, its last place, its length, and True if it can be used both ways."""

_FARTHEST = 1e150  # the largest coordinate; the square of a larger one may overflow
_HERE = 0  # the colour of the current place, an index of the palette


def is_point(value: Any) -> bool:
    """Return True if a value begins with two numbers that can be drawn as a point."""
    try:
        x, y, *_ = value
        return bool(abs(x) < _FARTHEST and abs(y) < _FARTHEST)
    except (TypeError, ValueError):
        return False


class MapView:
    """Draws a map: puts its places on the cells of a scene, and connects them by its roads."""

    def __init__(
        self, places: Sequence[str], points: Mapping[str, Point], roads: Sequence[MapLink]
    ) -> None:
        """Draw each place at its point; if any place has no point, draw all places on a circle."""
        if any(place not in points for place in places):
            points = {}
            for number, place in enumerate(places):
                angle = 2 * pi * number / len(places)
                points[place] = 2 * sin(angle), cos(angle)
        self.cells = _cells(places, points)
        self._roads = roads
        self._short = _short_names(places)
        self._rows = 1 + max(row for row, _ in self.cells.values())
        self._columns = 1 + max(column for _, column in self.cells.values())

    def scene(
        self,
        here: str,
        goal: str,
        *,
        moved: bool,
        path: Sequence[str] = (),
        explored: Mapping[str, float] = MappingProxyType({}),
        frontier: Collection[str] = (),
    ) -> Scene:
        """Return a picture of the map. ``here``: the current place, highlighted if ``moved``."""
        most = max(explored.values(), default=0) or 1
        grid = [[Cell()] * self._columns for _ in range(self._rows)]
        for place, (row, column) in self.cells.items():
            grid[row][column] = Cell(
                self._short[place],
                role="piece" if place in (here, goal) else "given",
                kind=GOAL_KIND if place == goal else _HERE,
                marked=moved and place == here,
                goal=place == goal or place in path,
                note=str(place),
                origin=place in frontier and place != here,
                shade=min(explored[place] / most, 1) if place in explored else None,
            )
        steps = {frozenset(step) for step in pairwise(path)}
        roads = []
        for start, stop, cost, goes_back in self._roads:
            ends, is_marked = (self.cells[start], self.cells[stop]), {start, stop} in steps
            roads.append(Road(*ends, short_number(cost), is_marked, not goes_back))
        return Scene(tuple(map(tuple, grid)), roads=tuple(roads))


def _cells(places: Sequence[str], points: Mapping[str, Point]) -> dict[str, RowColumn]:
    xs, ys = [points[place][0] for place in places], [points[place][1] for place in places]
    wide, high = (max(xs) - min(xs)) or 1, (max(ys) - min(ys)) or 1
    columns = min(60, max(8, ceil(5 * sqrt(len(places)))))
    rows = round(min(60, max(4, columns * high / wide)))
    left, top = min(xs), max(ys)
    taken: dict[RowColumn, str] = {}
    full: dict[RowColumn, int] = {}
    for place, x, y in zip(places, xs, ys, strict=True):
        column = round((x - left) / wide * (columns - 1))
        row = round((top - y) / high * (rows - 1))
        taken[_free(row, column, taken, full)] = place
    return {place: cell for cell, place in taken.items()}


def _free(
    row: int, column: int, taken: Mapping[RowColumn, str], full: dict[RowColumn, int]
) -> RowColumn:
    """Return the nearest free cell that is neither above nor to the left of (row, column)."""
    radius = full.get((row, column), 0)
    while True:
        around = [(row + down, column + radius) for down in range(radius)]
        around += [(row + radius, column + right) for right in range(radius + 1)]
        for cell in around:
            if cell not in taken:
                full[row, column] = radius  # all nearer cells are taken
                return cell
        radius += 1


def _short_names(places: Sequence[str]) -> dict[str, str]:
    starts = {place: [str(place)[:length] for length in (1, 2, 3)] for place in places}
    times = Counter(start for place in places for start in dict.fromkeys(starts[place]))
    short: dict[str, str] = {}
    for number, place in enumerate(places, 1):
        unique = [start for start in starts[place] if times[start] == 1]
        short[place] = unique[0] if unique else str(place) if len(str(place)) <= 3 else str(number)
    return short
