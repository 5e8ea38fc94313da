"""Grids as text, which may be drawings, ids, or Moving AI's maps and scenarios.

A drawing may begin with a header. The header gives the number of neighbours and the corners rule,
such as ``8:`` or ``8,one:``, and optionally the start and the goal, as in ``8 1,11>1,12:``. Without
a start and a goal in the header, ``S`` is the start and ``G`` a goal. Each row is a line, or the
rows are separated by ``/``.

Cells may also be numbers, separated by blanks or commas. The word ``walls`` in the header says that
0 is a free cell and 1 a wall. The word ``costs`` says that each number is the cost of entering the
cell, and ``inf`` a wall. Without these words, the numbers must have only one possible meaning.

A map of Moving AI has the lines ``type octile``, ``height H``, ``width W``, ``map`` and H rows. A
scenario is a line of a ``.scen`` file: bucket, map, width, height, start, goal, length.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from math import inf
from types import MappingProxyType
from typing import Any, NamedTuple

from aima_search.base.errors import BoardError
from aima_search.base.interchange import counted
from aima_search.model.puzzle import check_length
from aima_search.textbook.grids import GridPoint
from puzzles.paths import rules
from puzzles.paths.rules import FREE, WALL, WATER, MoveRules, PathGrid
from puzzles.text import one_of

MAX_CHARACTERS = rules.MOST_CELLS + 10_000

_MOST_HEAD = 1000  # characters
_HEAD = re.compile(
    r"(?:(?P<neighbours>\d{1,9})(?:,(?P<corners>[a-z]+))?)?"
    r"\s*(?P<numbers>walls|costs)?"
    r"\s*(?:(?P<start>\d{1,9},\d{1,9})>(?P<goal>\d{1,9},\d{1,9}(?:\+\d{1,9},\d{1,9})*))?",
    re.ASCII,
)
FORMATS = ("id", "rows")
NUMBERS = ("walls", "costs")
"""What the numbers in the cells can mean."""

_MARKS: dict[float, str] = {1: FREE, **{cost: str(cost) for cost in range(2, 10)}}
_TERRAIN = str.maketrans({"G": FREE, "S": FREE, "@": WALL, "O": WALL, "T": WALL, "W": WATER})
_SCENARIO = re.compile(r"\d+[ \t]+\S*[^\d\s]\S*(?:[ \t]+\d+){6}[ \t]+[\d.]+")


class ParsedGrid(NamedTuple):
    """A grid as read from a text. The text may leave out the moves, the start and the goals.

    ``rows`` shows costs from 1 to 9; all other costs are in the dict ``costs`` (cell: cost).
    """

    rows: rules.TerrainRows
    moves: MoveRules | None = None
    start: GridPoint | None = None
    goals: tuple[GridPoint, ...] = ()
    costs: Mapping[GridPoint, float] = MappingProxyType({})


def parse_text(text: str, numbers: str | None = None) -> ParsedGrid:
    """Return the grid that a text describes; raise BoardError with the place of a fault."""
    check_length("paths", text, MAX_CHARACTERS)
    text = text.lstrip("\ufeff").strip("\n")
    if re.match(r"\s*type\s+\w+\s*\n", text):  # a map of Moving AI
        return ParsedGrid(rules.check_rows(read_map(text)), MoveRules(8))
    text = "\n".join(line for line in text.splitlines() if not line.startswith("# "))
    text, _, drawing = text.rpartition(":")
    head, moves = _parse_head(text.strip())
    rows = [row.strip() for row in re.split(r"[\n/]", drawing) if row.strip()]
    numbers = numbers or head["numbers"]
    if any(re.search(r"[\s,;]", row) for row in rows):
        grid = parse_table([re.split(r"[\s,;]+", row) for row in rows], numbers)
    elif numbers or any("0" in row for row in rows):
        grid = parse_table(rows, numbers)
    else:
        grid = _with_ends(rows)
    if head["start"]:
        grid = grid._replace(start=parse_cell(head["start"]), goals=parse_cells(head["goal"]))
    return grid._replace(moves=moves)


def _parse_head(text: str) -> tuple[re.Match[str], MoveRules | None]:
    head = _HEAD.fullmatch(text) if len(text) <= _MOST_HEAD else None
    if head is None:
        raise BoardError(
            f"paths grid: found {text[:40]!r} before the colon, expected the number of neighbours"
            " ('8'), or the number of neighbours, a start and a goal ('8 1,11>1,12')"
        )
    if not head["neighbours"]:
        return head, None
    try:
        return head, rules.check_moves(int(head["neighbours"]), head["corners"] or "none")
    except LookupError as error:
        raise BoardError(str(error)) from None


def parse_table(table: Sequence[Sequence[Any]], numbers: str | None = None) -> ParsedGrid:
    """Return the grid that a table of marks or numbers describes.

    numbers: "walls" if 0 is a free cell and any other number a wall, or "costs" if each number is
    the cost of its cell. By default, the function chooses "walls" or "costs" from the numbers; if
    both are possible, it raises BoardError.
    """
    cells = [
        [_cell_value(cell, y, x) for x, cell in enumerate(row, 1)] for y, row in enumerate(table, 1)
    ]
    values = [value for row in cells for value in row if not isinstance(value, str)]
    are_walls = one_of("paths numbers", numbers or _meaning_of_numbers(values), NUMBERS) == "walls"
    costs: dict[GridPoint, float] = {}
    rows = [list[str]() for _ in cells]
    for y, row in enumerate(cells):
        for x, value in enumerate(row):
            if isinstance(value, str):
                rows[y].append(value)
            elif are_walls or value == inf:
                rows[y].append(WALL if value else FREE)
            elif value < 0:
                raise BoardError(
                    f"paths grid, row {y + 1}, column {x + 1}: found {value}, expected a cost of"
                    " at least 0, or inf for a wall"
                )
            else:
                rows[y].append(_MARKS.get(value, FREE))
                if value not in _MARKS:
                    costs[x, y] = float(value)
    return _with_ends(list(map("".join, rows)))._replace(costs=costs)


def _cell_value(cell: Any, row: int, column: int) -> str | float:
    if cell is None:
        return inf
    if isinstance(cell, str):
        word = cell.strip() or FREE
        if word in ("S", "G", FREE, WALL, WATER):
            return word
        cell = int(word) if re.fullmatch(r"\d{1,9}", word, re.ASCII) else word
    try:
        value = cell if isinstance(cell, int) else float(cell)
    except (TypeError, ValueError):
        raise BoardError(
            f"paths grid, row {row}, column {column}: found {cell!r:.20}, expected S, G,"
            " . (free), # (wall), ~ (water) or a number"
        ) from None
    return inf if value != value else value  # NaN is a wall


def _meaning_of_numbers(values: list[float]) -> str:
    finite = {value for value in values if value != inf}
    are_whole = all(isinstance(value, int) for value in values)
    if 0 not in finite or (not are_whole and not finite <= {0, 1}):
        return "costs"
    if are_whole and finite <= {0, 1}:
        return "walls"
    raise BoardError(
        f"paths grid: found the numbers {', '.join(f'{value:g}' for value in sorted(finite)[:4])}:"
        " a 1 could be a wall or a cost. Use numbers='walls' (--numbers walls) if all numbers"
        " except 0 are walls. Use numbers='costs' if the numbers are costs"
    )


def _with_ends(rows: Sequence[str]) -> ParsedGrid:
    starts, goals = (
        [(found.start(), y) for y, row in enumerate(rows) for found in re.finditer(mark, row)]
        for mark in "SG"
    )
    if len(starts) > 1:
        raise BoardError("paths grid: found S twice, expected one start")
    checked = rules.check_rows([row.replace("S", FREE).replace("G", FREE) for row in rows])
    return ParsedGrid(checked, None, starts[0] if starts else None, tuple(goals))


def parse_cell(text: str) -> GridPoint:
    """Return the cell that a text such as "1,11" (column and row) describes.

    >>> parse_cell("1,11")
    (1, 11)
    """
    match = re.fullmatch(r"\s*(\d{1,9})\s*,\s*(\d{1,9})\s*", text, re.ASCII)
    if match is None:
        raise BoardError(f"paths cell {text[:20]!r}: expected COLUMN,ROW (from 0), such as 1,11")
    return int(match[1]), int(match[2])


def parse_cells(text: str) -> tuple[GridPoint, ...]:
    """Return the cells in a text, separated by ``+``.

    >>> parse_cells("1,11+3,4")
    ((1, 11), (3, 4))
    """
    return tuple(map(parse_cell, text.split("+")))


def drawn(grid: PathGrid, start: GridPoint, goals: Sequence[GridPoint]) -> tuple[str, list[str]]:
    """Return the header and the rows. If the rows cannot show start and goals, the header does."""
    head = str(grid.moves.neighbours)
    if grid.moves.neighbours == 8 and grid.moves.corners != "none":
        head += f",{grid.moves.corners}"
    lines, places = list(grid.rows), [("S", start), *(("G", goal) for goal in goals)]
    if grid.costs:
        head += " costs"
        words = {cell: repr(cost) for cell, cost in grid.costs.items()}
        lines = [
            " ".join("inf" if m == WALL else words.get((x, y), m) for x, m in enumerate(row))
            for y, row in enumerate(grid.rows)
        ]
    elif start not in goals and all(grid.rows[y][x] == FREE for _, (x, y) in places):
        for mark, (x, y) in places:
            lines[y] = lines[y][:x] + mark + lines[y][x + 1 :]
        return head, lines
    return f"{head} {start[0]},{start[1]}>{'+'.join(f'{x},{y}' for x, y in goals)}", lines


def write(grid: PathGrid, start: GridPoint, goals: Sequence[GridPoint], to: str = "id") -> str:
    """Return a grid with its start and goals as text on one line ("id") or in rows ("rows").

    >>> write(PathGrid(("..", "#."), MoveRules(8)), (0, 0), [(1, 1)])
    '8:S./#G'
    """
    head, lines = drawn(grid, start, goals)
    is_id = one_of("paths format", to, FORMATS) == "id"
    return f"{head}:{'/'.join(lines)}" if is_id else "\n".join([f"{head}:", *lines, ""])


def read_map(text: str) -> list[str]:
    """Return the rows of a Moving AI map; raise BoardError for any other text."""
    lines = [line.rstrip() for line in text.strip().splitlines()]
    start = next((at for at, line in enumerate(lines) if line.strip() == "map"), len(lines))
    head = dict(line.split(maxsplit=1) for line in lines[:start] if len(line.split()) > 1)
    height, rows = head.get("height"), lines[start + 1 :]
    if height in (None, "0") or start == len(lines):
        raise BoardError("paths map: expected lines 'type', 'height', 'width', 'map', and the rows")
    if str(len(rows)) != height:
        raise BoardError(
            f"paths map: found {counted(len(rows), 'row')}, expected {height[:9]}, as in its header"
        )
    if str(len(rows[0])) != head.get("width", str(len(rows[0]))):
        raise BoardError(
            f"paths map, row 1: found {counted(len(rows[0]), 'cell')}, expected {head['width'][:9]}"
        )
    return [row.translate(_TERRAIN) for row in rows]


def is_scenario(line: str) -> bool:
    """Return True if a line is a scenario of Moving AI."""
    return _SCENARIO.fullmatch(line.strip()) is not None


def with_map(line: str, read: Callable[[str], str]) -> str:
    """Return the board that a scenario line describes, as text; ``read`` returns the map's text."""
    _, name, width, height, start_x, start_y, goal_x, goal_y, _ = line.split()
    rows = read_map(read(name))
    if (str(len(rows[0])), str(len(rows))) != (width, height):
        raise BoardError(
            f"paths map {name}: found {len(rows[0])} x {len(rows)} cells, expected"
            f" {width} x {height}, as in the scenario"
        )
    return "\n".join([f"8 {start_x},{start_y}>{goal_x},{goal_y}:", *rows])
