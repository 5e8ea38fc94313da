"""Grids as text: drawings, ids, Moving AI's maps and scenarios.

A head before a drawing may say how to move, such as ``8:`` or ``8,one:``, and the start and the
goal, as in ``8 1,11>1,12:``; otherwise ``S`` is the start and ``G`` the goal. Rows are lines, or
have ``/`` between them.

A map of Moving AI is ``type octile``, ``height H``, ``width W``, ``map`` and H rows; here lines
``start X,Y`` and ``goal X,Y`` may follow. A scenario is a line of a ``.scen`` file: bucket, map,
width, height, start, goal, length.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

from aima_search.base.errors import BoardError
from aima_search.model.puzzle import check_length
from aima_search.textbook.grids import GridPoint
from puzzles.paths.rules import (
    FREE,
    MOST_CELLS,
    WALL,
    WATER,
    MoveRules,
    TerrainRows,
    check_moves,
    check_rows,
)

MAX_CHARACTERS = MOST_CELLS + 10_000

_MOST_HEAD = 100  # characters
_HEAD = re.compile(
    r"(?:(?P<neighbours>\d{1,9})(?:,(?P<corners>[a-z]+))?)?"
    r"\s*(?:(?P<start>\d{1,9},\d{1,9})>(?P<goal>\d{1,9},\d{1,9}))?",
    re.ASCII,
)
_TERRAIN = str.maketrans(
    {"G": FREE, "S": FREE, "@": WALL, "O": WALL, "T": WALL, "W": WATER, FREE: FREE}
)
_SCENARIO = re.compile(r"\d+\s+\S+(?:\s+\d+){6}\s+[\d.]+")


class ParsedMap(NamedTuple):
    """What a text says: the terrain, and, if given, the moves, the start and the goal."""

    rows: TerrainRows
    moves: MoveRules | None = None
    start: GridPoint | None = None
    goal: GridPoint | None = None


def parse_text(text: str) -> ParsedMap:
    """Return what a text says; BoardError names row and column."""
    check_length("paths", text, MAX_CHARACTERS)
    text = text.lstrip("\ufeff").strip("\n")
    if is_map(text):
        rows, start, goal = read_map(text)
        return ParsedMap(check_rows(rows), MoveRules(8), start, goal)
    text = "\n".join(line for line in text.splitlines() if not line.startswith("# "))
    head, _, drawing = text.rpartition(":")
    head = head.strip()
    found = _HEAD.fullmatch(head) if len(head) <= _MOST_HEAD else None
    if found is None:
        raise BoardError(
            f"paths grid: found {head[:40]!r} before the colon, expected how to move and,"
            " if no S and G are drawn, from where to where, such as 8 1,11>1,12"
        )
    moves = None
    if found["neighbours"]:
        try:
            moves = check_moves(int(found["neighbours"]), found["corners"] or "none")
        except LookupError as error:
            raise BoardError(str(error)) from None
    lines = [line.strip() for line in re.split(r"[\n/]", drawing)]
    rows = [line for line in lines if line]
    start, goal = _take(rows, "S"), _take(rows, "G")
    if found["start"]:
        start, goal = parse_cell(found["start"]), parse_cell(found["goal"])
    return ParsedMap(check_rows(rows), moves, start, goal)


def parse_cell(text: str) -> GridPoint:
    """Return a cell that is given as column and row.

    >>> parse_cell("1,11")
    (1, 11)
    """
    match = re.fullmatch(r"\s*(\d{1,9})\s*,\s*(\d{1,9})\s*", text, re.ASCII)
    if match is None:
        raise BoardError(f"paths cell {text[:20]!r}: expected column,row counted from 0, as 1,11")
    return int(match[1]), int(match[2])


def _take(rows: list[str], mark: str) -> GridPoint | None:
    """Return the only cell with a mark and make it free ground; None if no cell has the mark."""
    cells = [(row.index(mark), y) for y, row in enumerate(rows) if mark in row]
    if not cells:
        return None
    x, y = cells[0]
    rows[y] = rows[y][:x] + FREE + rows[y][x + 1 :]
    if len(cells) > 1 or mark in rows[y]:
        raise BoardError(f"paths grid: {mark} is there twice, expected one start S and one goal G")
    return x, y


def drawn(
    rows: TerrainRows, moves: MoveRules, start: GridPoint, goal: GridPoint
) -> tuple[str, list[str]]:
    """Return the head and the rows, S and G drawn if they stand on free ground."""
    head = str(moves.neighbours)
    if moves.neighbours == 8 and moves.corners != "none":
        head += f",{moves.corners}"
    lines = list(rows)
    if start == goal or any(rows[y][x] != FREE for x, y in (start, goal)):
        return f"{head} {start[0]},{start[1]}>{goal[0]},{goal[1]}", lines
    for mark, (x, y) in (("S", start), ("G", goal)):
        lines[y] = lines[y][:x] + mark + lines[y][x + 1 :]
    return head, lines


def write_id(rows: TerrainRows, moves: MoveRules, start: GridPoint, goal: GridPoint) -> str:
    """Return a grid on one line.

    >>> write_id(("..", "#."), MoveRules(8), (0, 0), (1, 1))
    '8:S./#G'
    """
    head, lines = drawn(rows, moves, start, goal)
    return f"{head}:{'/'.join(lines)}"


def _write_rows(rows: TerrainRows, moves: MoveRules, start: GridPoint, goal: GridPoint) -> str:
    head, lines = drawn(rows, moves, start, goal)
    return "\n".join([f"{head}:", *lines]) + "\n"


def is_map(text: str) -> bool:
    """Tell whether a text is a map of this format."""
    return re.match(r"\s*type\s+\w+\s*\n", text) is not None


def read_map(text: str) -> tuple[list[str], GridPoint | None, GridPoint | None]:
    """Return the rows, the start and the goal of a map; BoardError if the text is not a map."""
    lines = [line.rstrip() for line in text.strip().splitlines()]
    start = next((at for at, line in enumerate(lines) if line.strip() == "map"), None)
    head = dict(line.split(maxsplit=1) for line in lines[:start] if len(line.split()) > 1)
    height = int(head["height"][:9]) if head.get("height", "").isdecimal() else 0
    if start is None or not height:
        raise BoardError("paths map: expected type octile, height, width, map and the rows")
    rows, rest = lines[start + 1 : start + 1 + height], lines[start + 1 + height :]
    if len(rows) != height:
        raise BoardError(f"paths map: {len(rows)} rows, expected {height} as its head says")
    if str(len(rows[0])) != head.get("width", str(len(rows[0]))):
        raise BoardError(f"paths map, row 1: {len(rows[0])} cells, expected {head['width'][:9]}")
    trip = dict(line.partition(" ")[::2] for line in rest)
    return [row.translate(_TERRAIN) for row in rows], _cell(trip, "start"), _cell(trip, "goal")


def _cell(trip: dict[str, str], key: str) -> GridPoint | None:
    found = re.fullmatch(r"(\d{1,9}),(\d{1,9})", trip.get(key, ""))
    return (int(found[1]), int(found[2])) if found else None


def is_scenario(line: str) -> bool:
    """Tell whether a line is a scenario."""
    return _SCENARIO.fullmatch(line.strip()) is not None


def with_map(line: str, read: Callable[[str], str]) -> str:
    """Return the text of a scenario's map with its start and goal."""
    _, name, width, height, *numbers = line.split()
    text = read(name)
    rows, _, _ = read_map(text)
    if (str(len(rows[0])), str(len(rows))) != (width, height):
        raise BoardError(
            f"paths map {name}: {len(rows[0])} x {len(rows)}, expected {width} x {height} as the"
            " scenario says"
        )
    start_x, start_y, goal_x, goal_y, _ = numbers
    return f"{text.rstrip()}\nstart {start_x},{start_y}\ngoal {goal_x},{goal_y}\n"


def write_map(rows: TerrainRows, moves: MoveRules, start: GridPoint, goal: GridPoint) -> str:
    """Return a map with its start and goal; BoardError if the format cannot say them."""
    if moves != MoveRules(8):
        raise BoardError("paths map: its moves are to 8 neighbours, and no corner is cut")
    if any(row.strip(FREE + WALL + WATER) for row in rows):
        raise BoardError("paths map: it has no place for the costs of terrain; write id or rows")
    head = ["type octile", f"height {len(rows)}", f"width {len(rows[0])}", "map"]
    marks = [row.replace(WALL, "@").replace(WATER, "W") for row in rows]
    trip = [f"start {start[0]},{start[1]}", f"goal {goal[0]},{goal[1]}"]
    return "\n".join([*head, *marks, *trip]) + "\n"


WRITERS: dict[str, Callable[[TerrainRows, MoveRules, GridPoint, GridPoint], str]] = {
    "id": write_id,
    "rows": _write_rows,
    "map": write_map,
}
"""Writers by the name of their format: of terrain, moves, start and goal."""
