"""The picture of a map: places on a grid of cells, to scale, with the roads between them."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from math import ceil, cos, pi, sin, sqrt
from types import MappingProxyType

from aima_search import render
from aima_search.render import Position
from puzzles.routes.rules import Map, Point, Road

_HERE = 0  # kind of a piece: the palette's colour


class View:
    """Where the places of a map are drawn, and the names that the picture has for them."""

    def __init__(self, map_: Map) -> None:
        places = map_.places()
        points = map_.points
        if any(place not in points for place in places):
            points = _circle(places)
        self.cells = _cells(places, points)
        self.short = _short_names(places)
        self._roads = map_.roads
        self._rows = 1 + max(row for row, _ in self.cells.values())
        self._columns = 1 + max(column for _, column in self.cells.values())

    def scene(
        self,
        here: str,
        goal: str,
        *,
        moved: bool,
        way: Sequence[str] = (),
        caption: str = "",
        explored: Mapping[str, float] = MappingProxyType({}),
        frontier: Collection[str] = (),
    ) -> render.Scene:
        """Return the map; ``moved``: a road has just led here; ``way``: the places of a trip."""
        most = max(explored.values(), default=0) or 1
        grid = [[render.Cell()] * self._columns for _ in range(self._rows)]
        for place, (row, column) in self.cells.items():
            grid[row][column] = render.Cell(
                self.short[place],
                role="piece" if place == here else "given",
                kind=_HERE,
                marked=moved and place == here,
                goal=place == goal or place in way,
                note=place,
                origin=place in frontier and place != here,
                shade=min(explored[place] / most, 1) if place in explored else None,
            )
        on_way = {frozenset(step) for step in pairwise(way)}
        return render.Scene(
            tuple(map(tuple, grid)),
            caption=caption,
            roads=tuple(self._road(road, on_way) for road in self._roads),
        )

    def _road(self, road: Road, on_way: set[frozenset[str]]) -> render.Road:
        ends = self.cells[road.start], self.cells[road.stop]
        is_marked = frozenset((road.start, road.stop)) in on_way
        return render.Road(*ends, f"{road.cost:g}", is_marked, not road.back)


@lru_cache(maxsize=8)
def view_of(map_: Map) -> View:
    """Return how a map is drawn; the answer is kept, because every state of a search needs it."""
    return View(map_)


def _circle(places: Sequence[str]) -> dict[str, Point]:
    """Return points around a circle for places that have none."""
    angles = [2 * pi * number / len(places) for number in range(len(places))]
    return {
        place: (2 * sin(angle), cos(angle)) for place, angle in zip(places, angles, strict=True)
    }


def _cells(places: Sequence[str], points: Mapping[str, Point]) -> dict[str, Position]:
    """Return a cell for each place, to scale; a place moves on if its cell is taken."""
    xs, ys = [points[place][0] for place in places], [points[place][1] for place in places]
    wide, high = (max(xs) - min(xs)) or 1, (max(ys) - min(ys)) or 1
    columns = min(60, max(8, ceil(5 * sqrt(len(places)))))
    rows = min(60, max(4, round(columns * high / wide)))
    taken: dict[Position, str] = {}
    for place, x, y in zip(places, xs, ys, strict=True):
        column = round((x - min(xs)) / wide * (columns - 1))
        row = round((max(ys) - y) / high * (rows - 1))
        taken[_free(row, column, taken)] = place
    return {place: cell for cell, place in taken.items()}


def _free(row: int, column: int, taken: Mapping[Position, str]) -> Position:
    """Return the cell, or the nearest below or to its right that is free, row by row."""
    radius = 0
    while True:
        around = [
            (row + down, column + right)
            for down in range(radius + 1)
            for right in range(radius + 1)
            if max(down, right) == radius and (row + down, column + right) not in taken
        ]
        if around:
            return around[0]
        radius += 1


def _short_names(places: Sequence[str]) -> dict[str, str]:
    """Return the first letters of each name: enough to tell the names apart, at most three."""
    short: dict[str, str] = {}
    for number, place in enumerate(places, 1):
        starts = [place[:length] for length in (1, 2, 3)]
        own = [
            start for start in starts if sum(other.startswith(start) for other in places) == 1
        ] or ([place] if len(place) <= 3 else [])
        short[place] = own[0] if own else str(number)
    return short
