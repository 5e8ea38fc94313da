"""Images of scenes: SVG texts and, with the extra ``plot``, PNG files and animated GIF files.

An SVG has a background, so that it can be used on light and dark pages. It has no ids, so that a
page can contain many pictures.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from html import escape
from io import BytesIO
from os import PathLike
from typing import TYPE_CHECKING, Any

from aima_search.base.extras import require
from aima_search.display.drawing import (
    ColourRuns,
    DrawnShape,
    Label,
    LineSegment,
    Polygon,
    Rectangle,
    ShapeList,
    draw,
    draw_alike,
)
from aima_search.display.scene import Scene

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

_FONT = "DejaVu Sans, Verdana, Helvetica, Arial, sans-serif"
_POINTS_PER_INCH = 72
_ALIGNMENT = {"start": "left", "middle": "center", "end": "right"}
_LARGEST_SIDE, _LARGEST_CELL = 600, 48  # largest side of a GIF and of its cells, in pixels
_LAST = 3  # the last picture is shown three times as long as the others


def render_svg(scene: Scene, cell_size: int = 40) -> str:
    """Return a scene as SVG; cell_size: the side length of a cell in pixels."""
    drawing = draw(scene)
    elements = map(svg_element, drawing.shapes)
    return svg_document(scene_title(scene), drawing.width, drawing.height, cell_size, elements)


def scene_title(scene: Scene) -> str:
    """Return the title of a picture, which a screen reader reads out."""
    return scene.title or f"board of {scene.height} rows and {scene.width} columns"


def svg_document(
    title: str, width: float, height: float, cell_size: float, elements: Iterable[str]
) -> str:
    """Return an SVG document of these elements; ``width`` and ``height`` are numbers of cells."""
    opening = (
        '<svg xmlns="http://www.w3.org/2000/svg" role="img"'
        f' width="{_number(width * cell_size)}" height="{_number(height * cell_size)}"'
        f' viewBox="0 0 {_number(width)} {_number(height)}" font-family="{_FONT}">'
    )
    return "\n".join([opening, f"<title>{escape(title)}</title>", *elements, "</svg>", ""])


@lru_cache(maxsize=8192)  # cached, because the pictures of a board have most shapes in common
def svg_element(shape: DrawnShape) -> str:
    """Return the SVG element of a shape."""
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
    position = _attributes(x=shape.x, y=shape.y, **{"font-size": shape.size})
    weight = ' font-weight="bold"' if shape.is_bold else ""
    return (
        f'<text class="{shape.name}"{position} text-anchor="{shape.anchor}"{weight}'
        f' fill="{shape.ink}">{escape(shape.text)}</text>'
    )


def _line(shape: Rectangle | LineSegment) -> str:
    if shape.line is None:
        return ""
    style = ""
    if shape.is_dashed:
        style = ' stroke-dasharray="0.09 0.07"'
    elif isinstance(shape, LineSegment):
        style = ' stroke-linecap="round"'
    return f' stroke="{shape.line}" stroke-width="{_number(shape.line_width)}"{style}'


def _attributes(**values: float) -> str:
    return "".join(f' {name}="{_number(value)}"' for name, value in values.items())


@lru_cache(maxsize=4096)  # cached, because the same numbers occur many times
def _number(value: float) -> str:
    return f"{value:.3f}".rstrip("0").rstrip(".")


@cache
def shown_figure() -> type[Figure]:
    """Return a subclass of matplotlib's Figure that Jupyter shows as a picture."""
    require("matplotlib", "plot")
    from matplotlib.figure import Figure

    class ShownFigure(Figure):
        def _repr_png_(self) -> bytes:
            picture = BytesIO()
            self.savefig(picture, format="png", metadata={"Software": None})
            return picture.getvalue()

    return ShownFigure


def save_png(scene: Scene, path: str | PathLike[str], cell_size: int = 64) -> None:
    """Write a scene to a PNG file; cell_size: the side length of a cell in pixels."""
    figure = drawing_figure(draw(scene), cell_size)
    figure.savefig(path, format="png", transparent=True, metadata={"Software": None})


def drawing_figure(drawing: ShapeList, cell_size: int) -> Figure:
    """Return a matplotlib figure of a drawing; each cell is ``cell_size`` pixels wide."""
    require("matplotlib", "plot")
    from matplotlib.figure import Figure

    resolution = 100
    inches = cell_size / resolution
    figure = Figure(figsize=(drawing.width * inches, drawing.height * inches), dpi=resolution)
    axes = figure.add_axes((0, 0, 1, 1))
    axes.set(xlim=(0, drawing.width), ylim=(drawing.height, 0), aspect="equal")
    axes.set_axis_off()
    points = inches * _POINTS_PER_INCH
    for order, shape in enumerate(drawing.shapes):
        _add(axes, shape, points, order)
    return figure


def _add(axes: Axes, shape: DrawnShape, points: float, order: int) -> None:
    from matplotlib import collections, lines, patches

    if isinstance(shape, Label):
        text = axes.text(shape.x, shape.y, shape.text, color=shape.ink, zorder=order)
        text.set(parse_math=False, ha=_ALIGNMENT[shape.anchor], size=shape.size * points)
        text.set_fontweight("bold" if shape.is_bold else "normal")
    elif isinstance(shape, LineSegment):
        x1, y1, x2, y2 = shape.points
        style = _line_style(shape, points)
        axes.add_artist(lines.Line2D((x1, x2), (y1, y2), color=shape.line, zorder=order, **style))
    elif isinstance(shape, Polygon):
        axes.add_artist(patches.Polygon(shape.points, facecolor=shape.fill, zorder=order))
    elif isinstance(shape, ColourRuns):
        outlines = [
            ((x, y), (x + width, y), (x + width, y + 1), (x, y + 1)) for x, y, width in shape.places
        ]
        runs = collections.PolyCollection(outlines, facecolors=shape.fill, zorder=order)
        axes.add_collection(runs)
    else:
        box = patches.FancyBboxPatch(
            (shape.x, shape.y),
            shape.width,
            shape.height,
            boxstyle=patches.BoxStyle.Round(pad=0, rounding_size=shape.radius),
            facecolor=shape.fill or "none",
            edgecolor=shape.line or "none",
            zorder=order,
            **_line_style(shape, points),
        )
        axes.add_artist(box)


def _line_style(shape: Rectangle | LineSegment, points: float) -> dict[str, Any]:
    # matplotlib counts dashes in line widths
    style = (0, (0.09 / shape.line_width, 0.07 / shape.line_width)) if shape.is_dashed else "solid"
    return {"linewidth": shape.line_width * points, "linestyle": style}


def save_gif(scenes: Sequence[Scene], path: str | PathLike[str], seconds: float) -> None:
    """Write scenes to an animated GIF; each scene is shown for ``seconds``."""
    require("matplotlib", "plot")
    from PIL import Image

    drawings = draw_alike(scenes)
    side = max(drawings[0].width, drawings[0].height)
    cell_size = min(_LARGEST_CELL, max(int(_LARGEST_SIDE / side), 8))
    images = []
    for drawing in drawings:
        picture = BytesIO()
        drawing_figure(drawing, cell_size).savefig(picture, format="png")
        images.append(Image.open(picture).convert("RGB").quantize(dither=Image.Dither.NONE))
    milliseconds = max(round(1000 * seconds), 20)  # image viewers do not accept less
    durations = [milliseconds] * (len(images) - 1) + [_LAST * milliseconds]
    images[0].save(path, "GIF", save_all=True, append_images=images[1:], duration=durations, loop=0)
