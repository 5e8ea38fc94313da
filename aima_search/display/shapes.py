"""The shapes of pictures, such as rectangles and labels, which SVG and matplotlib can draw.

The unit is the side of a cell, x is to the right, y is down, and the picture's top left corner is
at (0, 0). A shape's ``name`` is its meaning, such as "piece".
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain

from aima_search.display import palette
from aima_search.display.scene import Segment, Thing

THIN, MEDIUM, THICK = 0.02, 0.045, 0.07
"""The widths of lines."""


@dataclass(frozen=True, slots=True)
class Rectangle:
    """A rectangle, which may have round corners and may have no fill or no outline."""

    name: str
    x: float
    y: float
    width: float
    height: float
    fill: str | None = None
    line: str | None = None
    line_width: float = 0.0
    radius: float = 0.0
    is_dashed: bool = False


@dataclass(frozen=True, slots=True)
class ColourRuns:
    """Horizontal strips of cells of one colour. ``places``: (x, y, width) of each strip."""

    name: str
    places: tuple[tuple[float, float, float], ...]
    fill: str


@dataclass(frozen=True, slots=True)
class LineSegment:
    """A straight line, which may be dashed."""

    name: str
    points: Segment
    line: str
    line_width: float
    is_dashed: bool = False


@dataclass(frozen=True, slots=True)
class Polygon:
    """A polygon that is filled with one colour."""

    name: str
    points: tuple[tuple[float, float], ...]
    fill: str


@dataclass(frozen=True, slots=True)
class Label:
    """A text at (x, y): ``y`` is its baseline, and ``anchor`` is "start", "middle" or "end"."""

    name: str
    x: float
    y: float
    text: str
    size: float
    ink: str
    is_bold: bool = False
    anchor: str = "middle"


DrawnShape = Rectangle | ColourRuns | LineSegment | Polygon | Label


@dataclass(frozen=True, slots=True)
class ShapeList:
    """The shapes of a picture, from back to front, and the size of the picture."""

    width: float
    height: float
    shapes: tuple[DrawnShape, ...]


def stage_shapes(things: tuple[Thing, ...], left: float, top: float) -> Iterator[DrawnShape]:
    """Yield the shapes of objects; (left, top) is the corner of the picture."""
    for thing in things:
        yield from _DRAW[thing.kind](thing, left + thing.x, top + thing.y)


def queen(x: float, y: float, ink: str) -> Iterator[DrawnShape]:
    """Yield the shapes of a queen (a crown); (x, y) is the top left corner of its cell."""
    tips = [(0.24, 0.36), (0.37, 0.29), (0.5, 0.26), (0.63, 0.29), (0.76, 0.36)]
    dips = [(0.35, 0.53), (0.44, 0.5), (0.56, 0.5), (0.65, 0.53)]
    crown = [tips[0], *chain.from_iterable(zip(dips, tips[1:], strict=True))]
    points = [*crown, (0.68, 0.67), (0.32, 0.67)]
    yield Polygon("queen", tuple((x + right, y + down) for right, down in points), ink)
    yield Rectangle("queen", x + 0.31, y + 0.7, 0.38, 0.08, ink, radius=0.03)
    for right, down in tips:
        yield Rectangle("queen", x + right - 0.04, y + down - 0.05, 0.08, 0.08, ink, radius=0.04)


def _block(thing: Thing, x: float, y: float) -> Iterator[DrawnShape]:
    yield Rectangle(thing.kind, x, y, thing.width, thing.height, palette.THINGS[thing.kind].fill)


def _words(thing: Thing, x: float, y: float) -> Iterator[DrawnShape]:
    ink = palette.GOAL_LINE if thing.goal else palette.PAPER.ink
    middle, below = x + thing.width / 2, y + 0.86 * thing.height
    yield Label("text", middle, below, thing.text, thing.height, ink, thing.marked or thing.goal)


def _jug(thing: Thing, x: float, y: float) -> Iterator[DrawnShape]:
    line, width = palette.THICK_LINE, 2 * THICK if thing.marked else THICK
    right, bottom = x + thing.width, y + thing.height
    for points in ((x, y, x, bottom), (x, bottom, right, bottom), (right, bottom, right, y)):
        yield LineSegment("jug", points, line, width)


def _level(thing: Thing, x: float, y: float) -> Iterator[DrawnShape]:
    line, width = (palette.GOAL_LINE, MEDIUM) if thing.goal else (palette.FAINT, THIN)
    yield LineSegment("level", (x, y, x + thing.width, y), line, width, thing.goal)


def _pancake(thing: Thing, x: float, y: float) -> Iterator[DrawnShape]:
    fill, ink = palette.THINGS["pancake"]
    line, width = (palette.MARK_LINE, THICK) if thing.marked else (palette.CRUST, MEDIUM)
    size = (x, y, thing.width, thing.height)
    yield Rectangle("pancake", *size, fill, line, width, 0.45 * thing.height)
    size_of_text = min(0.5, 0.8 * thing.width / len(thing.text))
    below = y + thing.height / 2 + 0.36 * size_of_text
    yield Label("text", x + thing.width / 2, below, thing.text, size_of_text, ink, True)


def _boat(thing: Thing, x: float, y: float) -> Iterator[DrawnShape]:
    width, height = thing.width, thing.height
    across, down = (0, 1, 0.84, 0.16), (0, 0, 1, 1)
    points = zip(across, down, strict=True)
    hull = tuple((x + right * width, y + low * height) for right, low in points)
    yield Polygon("boat", hull, palette.CRUST)


def _person(thing: Thing, x: float, y: float) -> Iterator[DrawnShape]:
    fill, ink = palette.PIECES[thing.paint]
    line, side = palette.MARK_LINE if thing.marked else None, min(thing.width, 0.6 * thing.height)
    middle, head = x + thing.width / 2, 0.5 * side
    body = (middle - side / 2, y + 0.92 * head, side, thing.height - 0.92 * head)
    yield Rectangle("person", *body, fill, line, MEDIUM, 0.3 * side)
    place = (middle - head / 2, y, head, head)
    yield Rectangle("person", *place, fill, line or palette.PAPER.fill, MEDIUM, head / 2)
    size = 0.6 * side
    below = body[1] + body[3] / 2 + 0.4 * size
    yield Label("text", middle, below, thing.text, size, ink, True)


_DRAW = {
    **dict.fromkeys(("water", "river", "bank", "plate"), _block),
    "words": _words,
    "jug": _jug,
    "level": _level,
    "pancake": _pancake,
    "boat": _boat,
    "person": _person,
}
"""The function that draws each kind of object."""
