"""Draws a scene as plain shapes, such as rectangles and labels, for SVG and for matplotlib.

The unit is the side of a cell, x is to the right, y is down, and the picture's top left corner is
at (0, 0). A shape's ``name`` is its meaning, such as "piece".
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, groupby
from math import ceil, hypot, sqrt
from typing import TypeAlias

from aima_search.base.interchange import RowColumn
from aima_search.display import palette
from aima_search.display.scene import Cell, Road, Scene, Segment, Thing, cage_lines, region_lines

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
    """Horizontal strips, all in one colour. ``places``: (x, y, width) of each strip."""

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
    ink: str = palette.FAINT
    is_bold: bool = False
    anchor: str = "middle"


DrawnShape = Rectangle | ColourRuns | LineSegment | Polygon | Label


@dataclass(frozen=True, slots=True)
class ShapeList:
    """The shapes of a picture, from back to front, and the size of the picture."""

    width: float
    height: float
    shapes: tuple[DrawnShape, ...]


_MARGIN = 0.25
_LETTER_WIDTH = 0.6  # the average width of a letter in a sans-serif font of size 1
_TITLE_SIZE = 0.36
_SMALL_SIZE = 0.28
_NAME_SIZE, _LARGE_NAME = 0.3, 0.52  # font size on maps with many places, and with few places
_FEW = 40  # the largest number of places on a map with few places
_LARGE = 900  # on boards with more cells, runs of cells are drawn instead of single cells
_WITHOUT_LINES = 10_000  # on boards with more cells, there are no lines between cells

PaintOf: TypeAlias = Callable[[Cell], palette.FillAndInk]


def draw(scene: Scene, least: tuple[float, float] = (0, 0)) -> ShapeList:
    """Return the shapes of a picture that is at least as wide and high as ``least``."""
    left, top = corner_of(scene)
    across, down = scene.size
    bottom = top + down + (0.4 if scene.roads else 0)
    title = _approximate_width(scene.title, _TITLE_SIZE * 1.08)
    caption = _approximate_width(scene.caption, _SMALL_SIZE)
    board = across + _overhang_of_names(scene)
    width = max(left + max(board, title, caption) + _MARGIN, least[0])
    height = max(bottom + (0.5 if scene.caption else 0) + _MARGIN, least[1])
    background = Rectangle("background", 0, 0, width, height, fill=palette.PAPER.fill, radius=0.12)
    shapes = (background, *_words(scene, left, top), *_board(scene, left, top))
    return ShapeList(width, height, shapes)


def corner_of(scene: Scene) -> tuple[float, float]:
    """Return the position (x, y) of the board's top left corner in the picture."""
    labels = (_approximate_width(label, _SMALL_SIZE) + 0.15 for label in scene.row_labels)
    left = _MARGIN + max(labels, default=_overhang_of_names(scene))
    return left, _MARGIN + (0.6 if scene.title else 0) + (0.4 if scene.column_labels else 0)


def _overhang_of_names(scene: Scene) -> float:
    if not scene.roads:
        return 0
    longest = max(len(cell.note) for cell in scene.distinct_cells())
    return max((_approximate_width("m" * longest, _name_size(scene)) - 1) / 2, 0)


def _name_size(scene: Scene) -> float:
    places = sum(bool(cell.note) for _, _, cell in scene.positions()) if scene.roads else 0
    return _LARGE_NAME if places <= _FEW else _NAME_SIZE


def draw_alike(scenes: Sequence[Scene]) -> list[ShapeList]:
    """Return the shapes of each scene; all pictures get the size of the largest one."""
    drawings = [draw(scene) for scene in scenes]
    width = max(drawing.width for drawing in drawings)
    height = max(drawing.height for drawing in drawings)
    return [draw(scene, (width, height)) for scene in scenes]


def _words(scene: Scene, left: float, top: float) -> Iterator[Label]:
    if scene.title:
        style = (_TITLE_SIZE, palette.PAPER.ink, True, "start")
        yield Label("title", left, _MARGIN + 0.33, scene.title, *style)
    across = scene.size[0] / scene.width
    for column, text in enumerate(scene.column_labels):
        yield Label("label", left + (column + 0.5) * across, top - 0.14, text, _SMALL_SIZE)
    for row, text in enumerate(scene.row_labels):
        baseline = top + row + 0.5 + 0.35 * _SMALL_SIZE
        yield Label("label", left - 0.15, baseline, text, _SMALL_SIZE, anchor="end")
    if scene.caption:
        size = _name_size(scene) if scene.roads else _SMALL_SIZE
        baseline = top + scene.size[1] + (0.95 if scene.roads else 0.45)
        yield Label("caption", left, baseline, scene.caption, size, anchor="start")


def _board(scene: Scene, left: float, top: float) -> Iterator[DrawnShape]:
    if scene.stage is not None:
        for thing in scene.stage.things:
            yield from _DRAW[thing.kind](thing, left + thing.x, top + thing.y)
        return
    paint_of, size = _paints_of(scene), _name_size(scene)
    for road in scene.roads:
        yield from _road(road, left, top)
    is_large = scene.height * scene.width > _LARGE
    yield from (_runs if is_large else _squares)(scene, paint_of, left, top)
    yield from _road_labels(scene, left, top)
    for points in cage_lines(scene, 0.055):
        yield LineSegment("cage", _shift(points, left, top), palette.CAGE_LINE, THIN * 1.5, True)
    for points in region_lines(scene):
        yield LineSegment("region", _shift(points, left, top), palette.THICK_LINE, THICK)
    if not scene.roads:  # maps have no frame
        line, sides = THICK if scene.regions else MEDIUM, (scene.width, scene.height)
        yield Rectangle("frame", left, top, *sides, None, palette.THICK_LINE, line, 0.03)
    cells = scene.distinct_cells() if is_large else ()
    blank = {id(cell) for cell in cells if not cell.note and not any(_contents(cell, "", 0, 0))}
    for row, column, cell in scene.positions():
        if id(cell) in blank:
            continue
        yield from _contents(cell, paint_of(cell).ink, left + column, top + row)
        if scene.roads and cell.note:
            below = top + row + 1.02 + 0.7 * size
            yield Label("name", left + column + 0.5, below, cell.note, size, palette.PAPER.ink)
        elif cell.note:
            place = left + column + 0.12, top + row + 0.31
            yield Label("note", *place, cell.note, 0.22, anchor="start")
    for start, stop in scene.arrows:
        yield from _arrow(start, stop, left, top)


def _squares(scene: Scene, paint_of: PaintOf, left: float, top: float) -> Iterator[DrawnShape]:
    for row, column, cell in scene.positions():
        if scene.roads and cell.role == "empty":
            continue
        fill = paint_of(cell).fill
        if scene.chequered and (row + column) % 2 and fill == palette.PAPER.fill:
            fill = palette.CHEQUER
        yield Rectangle("cell", left + column, top + row, 1, 1, fill, palette.THIN_LINE, THIN)


def _runs(scene: Scene, paint_of: PaintOf, left: float, top: float) -> Iterator[DrawnShape]:
    """Draw a large board with few shapes: neighbouring cells of one colour are one strip."""
    yield Rectangle("cell", left, top, scene.width, scene.height, palette.PAPER.fill)
    runs: dict[str, list[tuple[float, float, float]]] = {}
    fills = {id(cell): paint_of(cell).fill for cell in scene.distinct_cells()}
    for row, cells in enumerate(scene.cells):
        column = 0
        for fill, same in groupby(fills[id(cell)] for cell in cells):
            length = len(list(same))
            if fill != palette.PAPER.fill:
                runs.setdefault(fill, []).append((left + column, top + row, length))
            column += length
    for fill, places in runs.items():
        yield ColourRuns("cells", tuple(places), fill)
    if scene.roads or scene.height * scene.width > _WITHOUT_LINES:
        return
    right, bottom = left + scene.width, top + scene.height
    lines = [(left, top + row, right, top + row) for row in range(1, scene.height)]
    lines += [(left + column, top, left + column, bottom) for column in range(1, scene.width)]
    for points in lines:
        yield LineSegment("grid", points, palette.THIN_LINE, THIN)


def _road(road: Road, left: float, top: float) -> Iterator[DrawnShape]:
    (row, column), (other_row, other_column) = road.start, road.stop
    x, y = left + column + 0.5, top + row + 0.5
    to_x, to_y = left + other_column + 0.5, top + other_row + 0.5
    line, width = (palette.GOAL_LINE, 2 * THICK) if road.marked else (palette.THIN_LINE, MEDIUM)
    yield LineSegment("road", (x, y, to_x, to_y), line, width)
    middle_x, middle_y = (x + to_x) / 2, (y + to_y) / 2
    length = hypot(to_x - x, to_y - y)
    if road.is_one_way and length:
        unit_x, unit_y = (to_x - x) / length, (to_y - y) / length
        yield _arrow_head(middle_x + 0.3 * unit_x, middle_y + 0.3 * unit_y, unit_x, unit_y, line)


def _road_labels(scene: Scene, left: float, top: float) -> Iterator[Label]:
    """Yield a label near the middle of each road. If possible, it covers no place and no text."""
    size = 0.95 * _name_size(scene)
    taken: list[Segment] = []
    are_few = _name_size(scene) > _NAME_SIZE
    for row, column, cell in scene.positions() if scene.roads and are_few else ():
        if cell.role != "empty":
            half = _approximate_width(cell.note, size) / 2 + 0.1
            taken.append((column, row, column + 1, row + 1))
            taken.append((column + 0.5 - half, row + 1, column + 0.5 + half, row + 1.1 + size))
    for road in scene.roads:
        (row, column), (down, right) = road.start, road.stop
        half = _approximate_width(road.text, size) / 2
        spots: list[tuple[int, int, Segment]] = []
        for along in (0.5, 0.4, 0.6) if are_few else (0.5,):
            x, y = column + 0.5 + along * (right - column), row + 0.5 + along * (down - row)
            for aside in (0, half + 0.1, -half - 0.1, half + 0.8, -half - 0.8):
                box = (x + aside - half, y - 0.08 - 0.8 * size, x + aside + half, y)
                spots.append((sum(_overlap(box, other) for other in taken), len(spots), box))
        _, _, box = min(spots)
        taken.append(box)
        x, y = left + (box[0] + box[2]) / 2, top + box[3] - 0.08
        yield Label("length", x, y, road.text, size)


def _overlap(first: Segment, second: Segment) -> bool:
    """Return True if two boxes (left, top, right, bottom) overlap."""
    is_beside = first[2] <= second[0] or second[2] <= first[0]
    return not (is_beside or first[3] <= second[1] or second[3] <= first[1])


def _paints_of(scene: Scene) -> PaintOf:
    is_mixed = any(cell.role in ("empty", "placed") for cell in scene.distinct_cells())
    return lambda cell: palette.square_of(cell, is_fixed=is_mixed and cell.role == "given")


def _contents(cell: Cell, ink: str, x: float, y: float) -> Iterator[DrawnShape]:
    is_bold = cell.role == "given"
    if cell.shape == "queen":
        ink = palette.CONFLICT.ink if cell.conflict else palette.PAPER.ink
        yield from _queen(x, y, ink)
        yield Label("text", x + 0.5, y + 0.66, cell.text, 0.16, palette.PAPER.fill, True)
        yield from _marks(cell, x, y)
        return
    if cell.role == "piece":
        fill, ink = palette.piece_of(cell)
        is_bold = True
        yield Rectangle("piece", x + 0.13, y + 0.13, 0.74, 0.74, fill, None, radius=0.2)
    yield from _marks(cell, x, y)
    if cell.text and cell.role != "wall":
        room = 0.6 if cell.role == "piece" else 0.8
        size = min(0.5, room / (_LETTER_WIDTH * len(cell.text)))
        yield Label("text", x + 0.5, y + 0.5 + 0.36 * size, cell.text, size, ink, is_bold)
    elif cell.candidates:
        yield from _candidates(cell, x, y)


def _marks(cell: Cell, x: float, y: float) -> Iterator[DrawnShape]:
    is_filled = cell.role in palette.FILLED
    if cell.goal:
        yield Rectangle("goal", x + 0.05, y + 0.05, 0.9, 0.9, None, palette.GOAL_LINE, MEDIUM, 0.1)
    if cell.marked:
        line = palette.PIECES[6].fill if is_filled else palette.MARK_LINE
        yield Rectangle("marked", x + 0.13, y + 0.13, 0.74, 0.74, None, line, MEDIUM, 0.2)
    if cell.origin:
        style = (None, palette.FAINT, THIN * 1.5, 0.2, True)
        yield Rectangle("origin", x + 0.13, y + 0.13, 0.74, 0.74, *style)
    if cell.ring:
        yield Rectangle("ring", x + 0.1, y + 0.1, 0.8, 0.8, None, palette.PLACED_INK, MEDIUM, 0.4)
    if cell.conflict:
        points = (x + 0.25, y + 0.84, x + 0.75, y + 0.84)
        line = palette.CONFLICT.fill if is_filled else palette.CONFLICT.ink
        yield LineSegment("conflict", points, line, MEDIUM)


def _candidates(cell: Cell, x: float, y: float) -> Iterator[Label]:
    columns = ceil(sqrt(len(cell.candidates)))
    step = 0.84 / columns
    size = min(0.26, 0.85 * step)
    for index, text in enumerate(cell.candidates):
        row, column = divmod(index, columns)
        if text:
            baseline = y + 0.08 + step * (row + 0.5) + 0.36 * size
            yield Label("candidate", x + 0.08 + step * (column + 0.5), baseline, text, size)


def _arrow(start: RowColumn, stop: RowColumn, left: float, top: float) -> Iterator[DrawnShape]:
    down, right = stop[0] - start[0], stop[1] - start[1]
    length = hypot(down, right)
    if length == 0:
        return
    unit_x, unit_y = right / length, down / length
    x, y = left + start[1] + 0.5 + 0.1 * unit_x, top + start[0] + 0.5 + 0.1 * unit_y
    tip_x, tip_y = x + (length - 0.5) * unit_x, y + (length - 0.5) * unit_y
    shaft = (x, y, tip_x - 0.2 * unit_x, tip_y - 0.2 * unit_y)
    yield LineSegment("arrow", shaft, palette.MARK_LINE, THICK)
    yield _arrow_head(tip_x, tip_y, unit_x, unit_y, palette.MARK_LINE)


def _arrow_head(x: float, y: float, unit_x: float, unit_y: float, fill: str) -> Polygon:
    neck_x, neck_y = x - 0.2 * unit_x, y - 0.2 * unit_y
    wing_x, wing_y = -0.13 * unit_y, 0.13 * unit_x
    points = ((x, y), (neck_x + wing_x, neck_y + wing_y), (neck_x - wing_x, neck_y - wing_y))
    return Polygon("arrow-head", points, fill)


def _shift(points: Segment, right: float, down: float) -> Segment:
    x1, y1, x2, y2 = points
    return x1 + right, y1 + down, x2 + right, y2 + down


def _approximate_width(text: str, size: float) -> float:
    return _LETTER_WIDTH * size * len(text)


def _queen(x: float, y: float, ink: str) -> Iterator[DrawnShape]:
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


def _sign(thing: Thing, x: float, y: float) -> Iterator[DrawnShape]:
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
    "words": _sign,
    "jug": _jug,
    "level": _level,
    "pancake": _pancake,
    "boat": _boat,
    "person": _person,
}
"""The function that draws each kind of object."""
