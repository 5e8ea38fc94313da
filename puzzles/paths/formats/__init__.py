"""Grids as text: drawings, ids, Moving AI's maps and scenarios.

A head before a drawing may say how to move, such as ``8:`` or ``8,one:``, and the start and the
goal, as in ``8 1,11>1,12:``; otherwise ``S`` is the start and ``G`` the goal. Rows are lines, or
have ``/`` between them.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

from aima_search.base.errors import BoardError
from aima_search.model.puzzle import check_length
from aima_search.textbook.peaks import Point
from puzzles.paths.formats.moving_ai import is_map, read_map, write_map
from puzzles.paths.rules import FREE, MOST_CELLS, Moves, Rows, check_moves, check_rows

MAX_CHARACTERS = MOST_CELLS + 10_000

_MOST_HEAD = 100  # characters
_HEAD = re.compile(
    r"(?:(?P<neighbours>\d{1,9})(?:,(?P<corners>[a-z]+))?)?"
    r"\s*(?:(?P<start>\d{1,9},\d{1,9})>(?P<goal>\d{1,9},\d{1,9}))?",
    re.ASCII,
)


class Read(NamedTuple):
    """What a text says: the terrain, and, if given, the moves, the start and the goal."""

    rows: Rows
    moves: Moves | None = None
    start: Point | None = None
    goal: Point | None = None


def parse_text(text: str) -> Read:
    """Return what a text says; BoardError names row and column."""
    check_length("paths", text, MAX_CHARACTERS)
    text = text.lstrip("\ufeff").strip("\n")
    if is_map(text):
        rows, start, goal = read_map(text)
        return Read(check_rows(rows), Moves(8), start, goal)
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
    return Read(check_rows(rows), moves, start, goal)


def parse_cell(text: str) -> Point:
    """Return a cell that is given as column and row.

    >>> parse_cell("1,11")
    (1, 11)
    """
    match = re.fullmatch(r"\s*(\d{1,9})\s*,\s*(\d{1,9})\s*", text, re.ASCII)
    if match is None:
        raise BoardError(f"paths cell {text[:20]!r}: expected column,row counted from 0, as 1,11")
    return int(match[1]), int(match[2])


def _take(rows: list[str], mark: str) -> Point | None:
    """Return the only cell with a mark and make it free ground; None if no cell has the mark."""
    cells = [(row.index(mark), y) for y, row in enumerate(rows) if mark in row]
    if not cells:
        return None
    x, y = cells[0]
    rows[y] = rows[y][:x] + FREE + rows[y][x + 1 :]
    if len(cells) > 1 or mark in rows[y]:
        raise BoardError(f"paths grid: {mark} is there twice, expected one start S and one goal G")
    return x, y


def drawn(rows: Rows, moves: Moves, start: Point, goal: Point) -> tuple[str, list[str]]:
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


def write_id(rows: Rows, moves: Moves, start: Point, goal: Point) -> str:
    """Return a grid on one line.

    >>> write_id(("..", "#."), Moves(8), (0, 0), (1, 1))
    '8:S./#G'
    """
    head, lines = drawn(rows, moves, start, goal)
    return f"{head}:{'/'.join(lines)}"


def _write_rows(rows: Rows, moves: Moves, start: Point, goal: Point) -> str:
    head, lines = drawn(rows, moves, start, goal)
    return "\n".join([f"{head}:", *lines]) + "\n"


WRITERS: dict[str, Callable[[Rows, Moves, Point, Point], str]] = {
    "id": write_id,
    "rows": _write_rows,
    "map": write_map,
}
"""Writers by the name of their format: of terrain, moves, start and goal."""
