"""``Scene``: the description of a picture as a grid of cells, which every back end can draw.

A cell has one role (its kind) and any number of marks (for example, for the last change). Roles and
marks differ not only in colour but also in text, shape or line. Cells may have borders between
them: the borders of regions, and the outlines of cages.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import groupby, pairwise
from operator import ne
from types import MappingProxyType
from typing import Any, Literal, TypeAlias, get_args

from aima_search.base.errors import InputError
from aima_search.base.interchange import RowColumn
from aima_search.base.names import renamed_names

Role = Literal["empty", "wall", "shaded", "given", "placed", "piece"]
"""The kind of a cell, see ``Cell``."""

_ROLES = get_args(Role)
RegionId = int | str | None
Place: TypeAlias = tuple[int, int]

Segment: TypeAlias = tuple[float, float, float, float]
"""A line between two points: x and y of the first, x and y of the second (see ``drawing``)."""

_HERE, _START = 0, 7  # colours of pieces, see ``Cell.kind``
GOAL_KIND = 1

ThingKind = Literal[
    "water", "river", "bank", "plate", "words", "jug", "level", "pancake", "boat", "person"
]


@dataclass(frozen=True, slots=True)
class Cell:
    """One square of a picture: its text, its role, and how it is marked.

    ``kind`` is the number of a piece's colour (0, 1, 2, ...). These attributes are marks:

    - ``marked``: the last action changed this cell, or moved something to it
    - ``origin``: the last action moved something away from this cell
    - ``goal``: the cell is part of the solution
    - ``conflict``: the cell breaks a rule
    - ``ring``: the player circled the text of the cell

    ``note`` is a small text in the corner, such as the sum of a cage. ``candidates`` are small
    texts in rows, such as the digits that a cell may hold; the text "" leaves a gap in a row. A
    picture as text does not show ``candidates``. ``shade`` colours an expanded cell, from 0 (light:
    path cost 0) to 1 (dark: the highest path cost). If ``shape`` is "queen", the picture of the
    cell is a queen with the text inside. ``role`` is one of:

    - "empty": a free cell, usually without text
    - "wall": a filled cell; its text is not drawn
    - "shaded": a cell filled by the player; its text is pale (a terminal shows no text, but ■)
    - "given": a cell with a text that belongs to the board, such as a clue
    - "placed": a cell with a text that the player or the search has added
    - "piece": an object that can move; ``kind`` selects its colour
    """

    text: str = ""
    role: Role = "empty"
    kind: int = 0
    marked: bool = False
    origin: bool = False
    goal: bool = False
    conflict: bool = False
    ring: bool = False
    note: str = ""
    candidates: tuple[str, ...] = ()
    shade: float | None = None
    shape: Literal["", "queen"] = ""

    def __post_init__(self) -> None:
        if self.role not in _ROLES:
            raise InputError(f"cell role {self.role!r}: expected one of {', '.join(_ROLES)}")
        if self.shade is not None and not 0 <= self.shade <= 1:
            raise InputError(f"cell shade {self.shade!r}: expected None or a number from 0 to 1")
        for text in (self.text, self.note, *self.candidates):
            if not text.isprintable():
                raise InputError(f"cell text {text!r}: expected printable text on one line")


@dataclass(frozen=True, slots=True)
class Road:
    """A road on a map. ``text``: the road's label. ``marked``: True if the path uses the road."""

    start: RowColumn
    stop: RowColumn
    text: str = ""
    marked: bool = False
    is_one_way: bool = False


@dataclass(frozen=True, slots=True)
class Thing:
    """An object in a picture, such as a jug.

    ``x``, ``y``: its top left corner, in units of a cell's side. ``paint``: a number for its
    colour, as in ``Cell.kind``. ``marked``: True if the last action changed the object.
    ``goal``: True if the object is drawn in the colour of goals.
    """

    kind: ThingKind
    x: float
    y: float
    width: float
    height: float = 0
    text: str = ""
    paint: int = 0
    marked: bool = False
    goal: bool = False


@dataclass(frozen=True, slots=True)
class ObjectStage:
    """A picture of objects, such as jugs, which is shown instead of the cells.

    ``things``: the objects from back to front. ``has_rows``: True if each row of cells is shown
    as one object. Then a click on the object counts as a click on its row.
    """

    things: tuple[Thing, ...]
    width: float
    height: float
    has_rows: bool = False


@dataclass(frozen=True, slots=True)
class Scene:
    """A rectangular grid of cells, with titles, labels, borders, arrows and roads.

    ``regions`` and ``cages`` contain an id for every cell; the id None means that the cell is in no
    cage. Cells with different ids have a border between them, which is thick for regions (such as
    boxes) and dashed for cages. A scene with roads is a map: empty cells are left out, and the
    other cells are places, with their names (``note``) below them. ``chequered``: every second cell
    is darker. If a scene has a ``stage``, such as a drawing of jugs, the picture shows the stage
    instead of the cells. Raise InputError if a size or a position does not fit.

    >>> print(Scene(((Cell("S", "piece"), Cell()),)))
    ┌─────┐
    │ S · │
    └─────┘
    """

    cells: tuple[tuple[Cell, ...], ...]
    title: str = ""
    caption: str = ""
    row_labels: tuple[str, ...] = ()
    column_labels: tuple[str, ...] = ()
    regions: tuple[tuple[RegionId, ...], ...] = ()
    cages: tuple[tuple[RegionId, ...], ...] = ()
    arrows: tuple[tuple[RowColumn, RowColumn], ...] = ()
    roads: tuple[Road, ...] = ()
    chequered: bool = False
    stage: ObjectStage | None = None

    def __post_init__(self) -> None:
        if not self.cells or not self.cells[0]:
            raise InputError("found a scene without cells: expected at least one row and column")
        for name in ("cells", "regions", "cages"):
            rows = getattr(self, name)
            if rows and len(rows) != self.height:
                raise InputError(f"scene {name}: found {len(rows)} rows, expected {self.height}")
            for number, row in enumerate(rows):
                if len(row) != self.width:
                    text = f"found {len(row)} columns in row {number}, expected {self.width}"
                    raise InputError(f"scene {name}: {text}")
        for name, expected in (("row_labels", self.height), ("column_labels", self.width)):
            labels = getattr(self, name)
            if labels and len(labels) != expected:
                raise InputError(f"scene {name}: found {len(labels)} labels, expected {expected}")
        ends = [("road", end) for road in self.roads for end in (road.start, road.stop)]
        ends += [("arrow", end) for arrow in self.arrows for end in arrow]
        for name, (row, column) in ends:
            if not (0 <= row < self.height and 0 <= column < self.width):
                where, size = f"row {row}, column {column}", f"{self.height} x {self.width}"
                raise InputError(f"the {name} at {where} is outside of the {size} board")

    @property
    def height(self) -> int:
        """The number of rows of cells."""
        return len(self.cells)

    @property
    def width(self) -> int:
        """The number of columns of cells."""
        return len(self.cells[0])

    @property
    def shape(self) -> tuple[int, int]:
        """A pair: the number of rows, and the number of columns."""
        return self.height, self.width

    @property
    def size(self) -> tuple[float, float]:
        """The width and height of the board in the picture, without labels."""
        board = self if self.stage is None else self.stage
        return board.width, board.height

    def positions(self) -> Iterator[tuple[int, int, Cell]]:
        """Yield (row, column, cell) for every cell."""
        for row, cells in enumerate(self.cells):
            for column, cell in enumerate(cells):
                yield row, column, cell

    def distinct_cells(self) -> list[Cell]:
        """Return the different cell objects. Several positions may have the same cell object."""
        return list({id(cell): cell for row in self.cells for cell in row}.values())

    def __str__(self) -> str:
        from aima_search.display.text import render_text

        return render_text(self)

    def _repr_svg_(self) -> str:
        from aima_search.display.images import render_svg

        return render_svg(self)


def searched_grid(
    cells: Sequence[Sequence[Cell]],
    start: Place,
    goals: Collection[Place],
    here: Place | None = None,
    *,
    moved: bool = False,
    path: Collection[Place] = (),
    explored: Mapping[Place, float] = MappingProxyType({}),
    frontier: Collection[Place] = (),
) -> Scene:
    """Return the picture of a search on a grid; places are (column, row).

    here: the current place. moved: True if the last action led to this place. explored: a dict from
    expanded places to their g.
    """
    most = max(explored.values(), default=0) or 1

    def cell(ground: Cell, place: Place) -> Cell:
        if ground.role == "wall":
            return ground
        is_goal = place in goals
        if place in (here, start):
            text = "S" if place == start else "G" if is_goal else "@"
            kind = GOAL_KIND if is_goal else _HERE if place == here else _START
            marked = moved and place == here
            return Cell(text, role="piece", kind=kind, marked=marked, goal=is_goal)
        if is_goal:
            return Cell("G", role="piece", kind=GOAL_KIND, goal=True)
        if place in path:
            return Cell("o", role="placed", goal=True)
        if place not in explored and place not in frontier:
            return ground
        shade = min(explored[place] / most, 1) if place in explored else None
        return replace(ground, shade=shade, origin=place in frontier)

    rows = (tuple(cell(old, (x, y)) for x, old in enumerate(row)) for y, row in enumerate(cells))
    return Scene(tuple(rows))


def picture_of(problem: object, state: Any, action: Any = None) -> Scene | None:
    """Return the picture of a state, or None if the problem has no ``scene``."""
    draw = getattr(problem, "scene", None)
    with suppress(NotImplementedError):
        scene = draw and draw(state, action)
        return scene if isinstance(scene, Scene) else None
    return None


def picture_data(problem: object, state: Any, action: Any = None) -> dict[str, Any]:
    """Return values for JSON: the picture of a state or, without a picture, the state as text."""
    scene = picture_of(problem, state, action)
    if scene is not None:
        return scene_data(scene)
    places = dict.fromkeys(("rows", "columns", "left", "top"))
    return {"svg": None, "text": str(state), **places, "row_labels": [], "column_labels": []}


def scene_data(scene: Scene) -> dict[str, Any]:
    """Return a picture as a dict for JSON, for example with its SVG and its text.

    In the SVG, cell (row, column) is a square with the side 1 at (``left`` + column, ``top`` +
    row). If the picture shows no cells, ``rows`` and ``columns`` are None.
    """
    from aima_search.display.drawing import corner_of  # not needed for text pictures
    from aima_search.display.images import render_svg
    from aima_search.display.text import render_text

    left, top = corner_of(scene)
    has_cells = scene.stage is None or scene.stage.has_rows
    return {
        "svg": render_svg(scene),
        "text": render_text(scene),
        "rows": scene.height if has_cells else None,
        "columns": scene.width if has_cells else None,
        "left": round(left, 3),
        "top": round(top, 3),
        "row_labels": list(scene.row_labels),
        "column_labels": list(scene.column_labels),
    }


def border(scene: Scene, first: RowColumn, second: RowColumn) -> int:
    """Return a number for the border between two neighbouring cells.

    0: no border, 1: dashed (around a cage), 2: thick (around a region or around the board).
    """
    height, width = scene.shape
    (a, b), (c, d), regions, cages = first, second, scene.regions, scene.cages
    if (0 <= a < height and 0 <= b < width) != (0 <= c < height and 0 <= d < width):
        return 2
    if regions and _region_id(regions, a, b) != _region_id(regions, c, d):
        return 2
    return int(bool(cages) and _region_id(cages, a, b) != _region_id(cages, c, d))


def region_lines(scene: Scene) -> Iterator[Segment]:
    """Yield the lines between regions, without the frame of the board."""
    for row, start, stop in _differences(scene.regions):
        yield start, row, stop, row
    for column, start, stop in _differences(tuple(zip(*scene.regions, strict=True))):
        yield column, start, column, stop


def _differences(ids: Sequence[Sequence[RegionId]]) -> Iterator[tuple[int, int, int]]:
    """Yield (row, start, stop) for each part of a row where every id differs from the id above."""
    for row, (above, below) in enumerate(pairwise(ids), 1):
        start = 0
        for differs, run in groupby(map(ne, above, below)):
            stop = start + len(list(run))
            if differs:
                yield row, start, stop
            start = stop


def cage_lines(scene: Scene, inset: float) -> Iterator[Segment]:
    """Yield the border lines of each cage; they are inside the cage, ``inset`` from its edge."""
    for row, column, _ in scene.positions() if scene.cages else ():
        cage = _region_id(scene.cages, row, column)
        if cage is None:
            continue
        for down, right in ((-1, 0), (0, 1), (1, 0), (0, -1)):
            if _region_id(scene.cages, row + down, column + right) == cage:
                continue
            ends = []
            for side in (-1, 1):
                along_down, along_right = side * abs(right), side * abs(down)
                near, across = row + along_down, column + along_right
                beside = _region_id(scene.cages, near, across)
                beyond = _region_id(scene.cages, near + down, across + right)
                turn = -inset if beside != cage else inset if beyond == cage else 0.0
                x = column + 0.5 + right * (0.5 - inset) + along_right * (0.5 + turn)
                y = row + 0.5 + down * (0.5 - inset) + along_down * (0.5 + turn)
                ends += [x, y]
            yield ends[0], ends[1], ends[2], ends[3]


def _region_id(ids: tuple[tuple[RegionId, ...], ...], row: int, column: int) -> RegionId:
    if 0 <= row < len(ids) and 0 <= column < len(ids[row]):
        return ids[row][column]
    return None


__getattr__ = renamed_names(__name__, {"Stage": "ObjectStage"})
