"""The maps and scenarios of Moving AI's benchmarks.

A map is ``type octile``, ``height H``, ``width W``, ``map`` and H rows; here lines ``start X,Y``
and ``goal X,Y`` may follow. A scenario is a line of a ``.scen`` file: bucket, map, width, height,
start, goal, length.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from aima_search.base.errors import BoardError
from aima_search.textbook.peaks import Point
from puzzles.paths.rules import FREE, WALL, WATER, Moves, Rows

_TERRAIN = str.maketrans(
    {"G": FREE, "S": FREE, "@": WALL, "O": WALL, "T": WALL, "W": WATER, FREE: FREE}
)
_SCENARIO = re.compile(r"\d+\s+\S+(?:\s+\d+){6}\s+[\d.]+")


def is_map(text: str) -> bool:
    """Tell whether a text is a map of this format."""
    return re.match(r"\s*type\s+\w+\s*\n", text) is not None


def read_map(text: str) -> tuple[list[str], Point | None, Point | None]:
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


def _cell(trip: dict[str, str], key: str) -> Point | None:
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


def write_map(rows: Rows, moves: Moves, start: Point, goal: Point) -> str:
    """Return a map with its start and goal; BoardError if the format cannot say them."""
    if moves != Moves(8):
        raise BoardError("paths map: its moves are to 8 neighbours, and no corner is cut")
    if any(row.strip(FREE + WALL + WATER) for row in rows):
        raise BoardError("paths map: it has no place for the costs of terrain; write id or rows")
    head = ["type octile", f"height {len(rows)}", f"width {len(rows[0])}", "map"]
    marks = [row.replace(WALL, "@").replace(WATER, "W") for row in rows]
    trip = [f"start {start[0]},{start[1]}", f"goal {goal[0]},{goal[1]}"]
    return "\n".join([*head, *marks, *trip]) + "\n"
