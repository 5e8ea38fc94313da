"""Scenes as self-contained SVG texts.

Equal scenes give equal texts. A picture has a background, so that it can be used on light and dark
pages. It has no ids, so that a page can contain many pictures.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from html import escape

from aima_search.display.drawing import draw
from aima_search.display.scene import Scene
from aima_search.display.shapes import (
    ColourRuns,
    DrawnShape,
    LineSegment,
    Polygon,
    Rectangle,
    ShapeList,
)

_FONT = "DejaVu Sans, Verdana, Helvetica, Arial, sans-serif"


def render_svg(scene: Scene, cell_size: int = 40) -> str:
    """Return a scene as SVG; cell_size: the side length of a cell in pixels."""
    drawing = draw(scene)
    return svg_document(
        scene_title(scene), drawing.width, drawing.height, cell_size, svg_shapes(drawing)
    )


def scene_title(scene: Scene) -> str:
    """Return a title for the picture of a scene, which screen readers read out."""
    return scene.title or f"board of {scene.height} rows and {scene.width} columns"


def svg_document(
    title: str, width: float, height: float, cell_size: float, lines: Iterable[str]
) -> str:
    """Return an SVG with these elements (``lines``); width and height are in cells."""
    opening = (
        '<svg xmlns="http://www.w3.org/2000/svg" role="img"'
        f' width="{_number(width * cell_size)}" height="{_number(height * cell_size)}"'
        f' viewBox="0 0 {_number(width)} {_number(height)}" font-family="{_FONT}">'
    )
    return "\n".join([opening, f"<title>{escape(title)}</title>", *lines, "</svg>", ""])


def svg_shapes(drawing: ShapeList) -> Iterator[str]:
    """Return an iterator with one SVG element for each shape of a drawing."""
    return map(_element, drawing.shapes)


@lru_cache(maxsize=8192)  # cached, because the pictures of a board have most shapes in common
def _element(shape: DrawnShape) -> str:
    if isinstance(shape, Rectangle):
        position = _attributes(x=shape.x, y=shape.y, width=shape.width, height=shape.height)
        corner = _attributes(rx=shape.radius) if shape.radius else ""
        paint = f' fill="{shape.fill or "none"}"' + _line(shape)
        return f'<rect class="{shape.name}"{position}{corner}{paint}/>'
    if isinstance(shape, LineSegment):
        x1, y1, x2, y2 = shape.points
        position = _attributes(x1=x1, y1=y1, x2=x2, y2=y2)
        return f'<line class="{shape.name}"{position}{_line(shape)}/>'
    if isinstance(shape, Polygon):
        points = " ".join(f"{_number(x)},{_number(y)}" for x, y in shape.points)
        return f'<polygon class="{shape.name}" points="{points}" fill="{shape.fill}"/>'
    if isinstance(shape, ColourRuns):
        sides = ((_number(x), _number(y), _number(width)) for x, y, width in shape.places)
        outline = "".join(f"M{x} {y}h{width}v1h-{width}z" for x, y, width in sides)
        return f'<path class="{shape.name}" d="{outline}" fill="{shape.fill}"/>'
    position = _attributes(x=shape.x, y=shape.y, font_size=shape.size)
    weight = ' font-weight="bold"' if shape.is_bold else ""
    return (
        f'<text class="{shape.name}"{position} text-anchor="{shape.anchor}"{weight}'
        f' fill="{shape.ink}">{escape(shape.text)}</text>'
    )


def _line(shape: Rectangle | LineSegment) -> str:
    if shape.line is None:
        return ""
    dashes = ' stroke-dasharray="0.09 0.07"' if shape.is_dashed else ""
    cap = (
        ' stroke-linecap="round"' if isinstance(shape, LineSegment) and not shape.is_dashed else ""
    )
    return f' stroke="{shape.line}" stroke-width="{_number(shape.line_width)}"{dashes}{cap}'


def _attributes(**values: float) -> str:
    return "".join(
        f' {name.replace("_", "-")}="{_number(value)}"' for name, value in values.items()
    )


@lru_cache(maxsize=4096)  # cached, because the same numbers occur many times
def _number(value: float) -> str:
    return f"{value:.3f}".rstrip("0").rstrip(".")
