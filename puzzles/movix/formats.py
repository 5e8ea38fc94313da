"""MovIX boards as text in rows of characters, as Python or JSON lists, and as ids on one line.

A line such as ``line 4`` above the rows says how many cells to fill. All rows may be on one line:
``5/1S1H1/2L2/V4/5``. An id has the size, the length of the line to fill, and the rows:
``5x5,4:5/1S1H1/2L2/V4/5``. A number in a row stands for this many empty cells.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from aima_search.base.errors import BoardError
from aima_search.base.interchange import plain_table
from aima_search.model.puzzle import check_length
from puzzles.movix.rules import EMPTY, KINDS, MAX_SIDE, WALL
from puzzles.text import check_drawing, has_rows, rows_of_line

MAX_CHARACTERS = 100_000
"""Length of the longest text: enough for 4,096 cells in lists, and comments."""

ID = re.compile(r"(\d{1,4})x(\d{1,4}),(\d{1,4}):(.+)", re.ASCII)


def parse_text(text: str, kinds: Iterable[str] = KINDS) -> tuple[tuple[str, ...], int | None]:
    """Return the rows of the board, and the length of the line to fill (None if not given)."""
    check_length("MovIX", text, MAX_CHARACTERS)
    text = text.lstrip("\ufeff").strip()
    if match := ID.fullmatch(text):
        height, width, line = (int(match[group]) for group in (1, 2, 3))
        board = _checked_rows(list(map(expand_runs, match[4].split("/"))), kinds)
        if (len(board), len(board[0])) != (height, width):
            raise BoardError(
                f"MovIX id: found {len(board)} x {len(board[0])} cells, expected {height} x {width}"
            )
        return board, line
    if text.startswith(("[", "(")) and not has_rows(text, _cells):
        return parse_rows(_parse_lists(text), kinds), None
    if re.fullmatch(r"[^\s#\[:]+:\S*", text) and not text.startswith("line"):
        raise BoardError(
            f"MovIX id {text[:40]!r}: expected ROWSxCOLUMNS,LINE:ROW/ROW/..., such as"
            " 5x5,4:5/1S1H1/2L2/V4/5, where LINE is the length of the line to complete"
        )
    if (rows := rows_of_line(text, _cells)) is not None:
        text = "\n".join(row if row.startswith("line") else expand_runs(row) for row in rows)
    lines = ["".join(_cells(line)) for line in text.splitlines()]
    lines = [line for line in lines if line and not line.startswith("#")]
    length = None
    if lines and (match := re.fullmatch(r"line:?=?(\d{1,4})", lines[0], re.ASCII)):
        length = int(match[1])
        del lines[0]
    return _checked_rows(lines, kinds), length


def parse_rows(rows: Iterable[Sequence[str]], kinds: Iterable[str] = KINDS) -> tuple[str, ...]:
    """Return the rows of a board, with ``_`` for empty cells; raise BoardError for invalid rows."""
    try:
        return _checked_rows(["".join(map(_mark, row)) for row in plain_table(rows)], kinds)
    except TypeError:
        raise BoardError(f"MovIX board {rows!r}: expected rows of characters, or a text") from None


def _checked_rows(rows: Sequence[str], kinds: Iterable[str]) -> tuple[str, ...]:
    board = tuple(row.replace(".", EMPTY) for row in rows)
    if not board or not board[0]:
        raise BoardError("MovIX board without cells: expected rows of the marks S L V H M and _")
    if len(board) > MAX_SIDE or len(board[0]) > MAX_SIDE:
        raise BoardError(
            f"MovIX board of {len(board)} x {len(board[0])}: expected sides of at most {MAX_SIDE}"
        )
    marks = [*kinds, WALL]
    expected = f"one of {' '.join(marks)}, or _ or . for an empty cell"
    check_drawing("MovIX board", board, "".join([*marks, EMPTY]), expected)
    return board


def _mark(cell: Any) -> str:
    if cell in (None, " "):
        return EMPTY
    return cell if isinstance(cell, str) and len(cell) == 1 else "?"


def _parse_lists(text: str) -> list[Sequence[str]]:
    try:
        rows = ast.literal_eval(text)
    except (ValueError, SyntaxError, MemoryError, RecursionError):
        raise BoardError(
            "MovIX board: found a text that starts like a list, expected a list of rows,"
            " such as [['_', 'S'], ['H', '_']]"
        ) from None
    is_list = isinstance(rows, list | tuple)
    if not is_list or not all(isinstance(row, list | tuple | str) for row in rows):
        raise BoardError("MovIX board: expected a list of rows, each a list of characters")
    return list(rows)


def expand_runs(code: str) -> str:
    """Replace each number n in the code of a row by n empty cells (at most MAX_SIDE + 1).

    >>> expand_runs("1S1H1")
    '_S_H_'
    """
    return re.sub(
        r"\d{1,9}", lambda run: EMPTY * min(int(run[0]), MAX_SIDE + 1), code, flags=re.ASCII
    )


def format_id(rows: Sequence[str], line: int) -> str:
    """Return the id of a board, a text on one line.

    >>> format_id(["_____", "_S_H_", "__L__", "V____", "_____"], 4)
    '5x5,4:5/1S1H1/2L2/V4/5'
    """
    coded = [re.sub(f"{EMPTY}+", lambda run: str(len(run[0])), row) for row in rows]
    return f"{len(rows)}x{len(rows[0])},{line}:{'/'.join(coded)}"


WRITERS: dict[str, Callable[[Sequence[str], int], str]] = {
    "id": format_id,
    "rows": lambda rows, line: "\n".join([f"line {line}", *rows, ""]),
}
"""The writers by format; each is a function of the rows and the line length."""


def _cells(row: str) -> list[str]:
    return list(re.sub(r"[ \t,|]", "", row))
