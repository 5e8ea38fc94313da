"""The plain shapes that every pictorial back end can draw.

Units are cells: x to the right, y down, the picture's top left corner at (0, 0). A shape's
``name`` says what it stands for; no shape knows about scenes.
"""

from __future__ import annotations

from dataclasses import dataclass

from aima_search.display.borders import Segment


@dataclass(frozen=True, slots=True)
class Rectangle:
    """A rectangle, possibly rounded and without fill or outline."""

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
class Runs:
    """Runs of cells of one colour, each one cell high: x, y and width of each."""

    name: str
    places: tuple[tuple[float, float, float], ...]
    fill: str


@dataclass(frozen=True, slots=True)
class Stroke:
    """A straight line."""

    name: str
    points: Segment
    line: str
    line_width: float
    is_dashed: bool = False


@dataclass(frozen=True, slots=True)
class Polygon:
    """A filled polygon."""

    name: str
    points: tuple[tuple[float, float], ...]
    fill: str


@dataclass(frozen=True, slots=True)
class Label:
    """Text whose baseline is at ``y``; ``anchor`` says what is at ``x``."""

    name: str
    x: float
    y: float
    text: str
    size: float
    ink: str
    is_bold: bool = False
    anchor: str = "middle"  # "start", "middle" or "end"


Shape = Rectangle | Runs | Stroke | Polygon | Label


@dataclass(frozen=True, slots=True)
class Drawing:
    """Shapes in the order in which they are painted, and the size of the whole picture."""

    width: float
    height: float
    shapes: tuple[Shape, ...]
