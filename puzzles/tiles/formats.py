"""Boards of tiles as text: ids, rows, Python or JSON lists, and all tiles on one line.

The goal can stand before the board, as in ``first:724/506/831``, or in a line above the rows, such
as ``goal first``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from math import isqrt

from aima_search.base.errors import BoardError
from aima_search.base.interchange import plain_table
from aima_search.model.puzzle import check_length
from puzzles.grid import in_rows
from puzzles.text import read_number_lists, rows_of_line
from puzzles.tiles.rules import GOALS, State, TileRows, check_board, name_of

MAX_CHARACTERS = 10_000
"""The longest text of a board: 256 tiles in lists, and comments."""

_BLANKS = ("_", ".", "x", "X", "")
_GOAL_LINE = re.compile(r"goal[:=\s]\s*(.+)")
_WORD = re.compile(r"[^\s,;|]+")


def parse_text(text: str) -> tuple[TileRows, str | None]:
    """Return a pair: the rows of the board in a text, and the goal as text (or None)."""
    check_length("tiles", text, MAX_CHARACTERS)
    lines = [line.partition("#")[0] for line in text.lstrip("\ufeff").splitlines()]
    lines = [line for line in lines if line.strip()]
    goal = None
    if lines and (match := _GOAL_LINE.fullmatch(lines[0].strip())):
        goal, lines = match[1], lines[1:]
    elif lines and ":" in lines[0]:
        goal, _, lines[0] = lines[0].partition(":")
    return check_board(_rows("\n".join(lines))), goal


def parse_goal(text: str) -> str | TileRows:
    """Return the goal that a text describes: a name in ``GOALS``, or the rows of a board."""
    text = text.strip()
    if text in GOALS:
        return text
    if not re.match(r"[\[(\d_.xX]", text):
        raise BoardError(
            f"tiles goal {text[:40]!r}: expected {' or '.join(GOALS)} (the place of the blank), or"
            " the rows of a board such as 123/804/765"
        )
    return check_board(_rows(text), "goal")


def _rows(text: str) -> list[list[int | None]]:
    """Return the rows of tiles in a text without comments; an invalid tile is None."""
    if text.lstrip().startswith(("[", "(")) and not re.search("[;/|]", text):
        if text.count("[") + text.count("(") == 1:
            return _square([_number(word) for word in re.findall(r"[^\s,\[\]()]+", text)])
        rows = read_number_lists(re.sub(r"(?<![\w.])[_.xX](?![\w.])", "0", text), "tiles")
        return [[_number(str(tile)) for tile in row] for row in rows]
    lines = text.splitlines()
    if len(lines) > 2 and lines[0].strip() == str(len(lines) - 1):  # side length of the board
        del lines[0]
    rows = list(map(_squares, rows_of_line(text, _squares) or ())) or _with_blank(lines)
    tiles = [[_number(word) for word in row] for row in rows]
    return _square(tiles[0]) if len(tiles) == 1 else tiles


def _with_blank(lines: list[str]) -> list[list[str]]:
    """Return the squares of each line; if exactly one square is left empty, it is the blank."""
    rows = list(map(_squares, lines))
    width = max(map(len, rows), default=0)
    short = [number for number, row in enumerate(rows) if len(row) == width - 1 > 0]
    if len(short) != 1 or any(word in _BLANKS or word == "0" for row in rows for word in row):
        return rows
    [number] = short
    line, full = lines[number], next(lines[at] for at, row in enumerate(rows) if len(row) == width)
    splits = [re.sub(r"^\s*\||\|\s*$", "", line).split(sign) for sign in ",;\t|"]
    words = list(_WORD.finditer(full))
    columns = words if len(words) > 1 else re.finditer(r"\w", full)
    splits.append([line[column.start() : column.end()] for column in columns])
    for cells in splits:
        empty = [at for at, cell in enumerate(cells) if not cell.strip()]
        if len(cells) == width and len(empty) == 1:
            rows[number].insert(empty[0], "_")
            break
    return rows


def _squares(line: str) -> list[str]:
    words = _WORD.findall(line)
    return list(words[0]) if len(words) == 1 else words


def _number(word: str) -> int | None:
    if word in _BLANKS:
        return 0
    return int(word) if re.fullmatch(r"\d{1,9}", word, re.ASCII) else None


def _square(tiles: list[int | None]) -> list[list[int | None]]:
    side = isqrt(len(tiles))
    if side * side != len(tiles) or not tiles:
        raise BoardError(
            f"tiles board of {len(tiles)} squares on one line: expected 4, 9, 16, ... squares,"
            " or rows with / between them, such as 12/34/50"
        )
    return in_rows(tiles, side)


def write_id(state: State, columns: int, goal: State) -> str:
    """Return the goal and the board as a text on one line.

    >>> write_id((7, 2, 4, 5, 0, 6, 8, 3, 1), 3, (0, 1, 2, 3, 4, 5, 6, 7, 8))
    'first:724/506/831'
    """
    return f"{write_goal(goal, columns)}:{_on_one_line(state, columns)}"


def write_goal(goal: State, columns: int) -> str:
    """Return the name of a goal, or its rows as text if the goal has no name."""
    return name_of(goal) or _on_one_line(goal, columns)


def _on_one_line(state: State, columns: int) -> str:
    between = "" if len(state) <= 10 else ","
    return "/".join(between.join(map(str, row)) for row in in_rows(state, columns))


def _write_rows(state: State, columns: int, goal: State) -> str:
    width = len(str(len(state) - 1))
    rows = [[str(tile or "_").rjust(width) for tile in row] for row in in_rows(state, columns)]
    above = f"goal {write_goal(goal, columns)}".replace("/", ";")  # a line with / is a board
    return "\n".join([above, *map(" ".join, rows)]) + "\n"


WRITERS: dict[str, Callable[[State, int, State], str]] = {"id": write_id, "rows": _write_rows}
"""The writers by format; each is a function of a state, its number of columns and the goal."""


def read_board(board: str | Sequence[object]) -> tuple[TileRows, str | None]:
    """Return a pair: the rows of a board in any format, and its goal as text (or None)."""
    if isinstance(board, str):
        return parse_text(board)
    table = plain_table(board)
    if not isinstance(table, list):
        raise BoardError(f"tiles board: found {table!r:.80}, expected rows of numbers, or a text")
    if list in map(type, table):
        rows = [row if isinstance(row, list) else [] for row in table]
        return check_board([[*map(_tile, row)] for row in rows]), None
    return check_board(_square(list(map(_tile, table)))), None


def _tile(tile: object) -> int | None:
    if type(tile) is int:
        return tile
    return None if isinstance(tile, bool) else _number(str(0 if tile is None else tile).strip())
