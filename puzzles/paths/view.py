"""The picture of a grid: walls, terrain, the start, the goal, and a way."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from types import MappingProxyType

from aima_search import display
from aima_search.textbook.peaks import Point
from puzzles.paths.rules import FREE, WALL, WATER, Rows

_HERE, _START = 0, 7  # kinds of pieces: the palette's colours
_WALL = display.Cell(role="wall")
_FREE = display.Cell()

LOOKS = {
    FREE: _FREE,
    WALL: _WALL,
    "S": display.Cell("S", role="piece", kind=_START),
    "G": display.Cell("G", role="piece", kind=1, goal=True),
    WATER: display.Cell(WATER, role="given"),
    **{cost: display.Cell(cost) for cost in "123456789"},
}
"""What each character of a drawn grid looks like."""


def scene(
    rows: Rows,
    start: Point,
    goal: Point,
    here: Point | None = None,
    *,
    moved: bool = False,
    way: Collection[Point] = (),
    explored: Mapping[Point, float] = MappingProxyType({}),
    frontier: Collection[Point] = (),
) -> display.Scene:
    """Return a grid; ``here`` is where the walker is, ``moved`` if a step has just led there."""
    most = max(explored.values(), default=0) or 1

    def cell(mark: str, place: Point) -> display.Cell:
        if mark == WALL:
            return _WALL
        is_goal = place == goal
        if place in (here, start):
            text = "S" if place == start else "G" if is_goal else "@"
            kind = _HERE if place == here else _START
            marked = moved and place == here
            return display.Cell(text, role="piece", kind=kind, marked=marked, goal=is_goal)
        if is_goal:
            return display.Cell("G", role="piece", kind=1, goal=True)
        if place in way:
            return display.Cell("o", role="placed", goal=True)
        if mark == FREE and place not in explored and place not in frontier:
            return _FREE
        role: display.Role = "given" if mark == WATER else "empty"
        text, shade = "" if mark == FREE else mark, None
        if place in explored:
            shade = min(explored[place] / most, 1)
        return display.Cell(text, role=role, shade=shade, origin=place in frontier)

    return display.Scene(
        tuple(
            tuple(cell(mark, (x, y)) for x, mark in enumerate(row)) for y, row in enumerate(rows)
        ),
    )
