"""MovIX boards as text: rows of characters, Python or JSON lists, and one-line ids.

Rows may be preceded by a line ``line N``. The id of a board is its size, the line length and
the rows, runs of empty cells as numbers: ``5x5,4:5/1S1H1/2L2/V4/5``.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Sequence
from itertools import groupby

from aima_search.errors import BoardError
from puzzles.movix.rules import EMPTY, KINDS, WALL

MAX_SIDE = 64
_BLANKS = "_."
_ID = re.compile(r"(\d+)x(\d+),(\d+):(.+)", re.ASCII)


def parse_rows(rows: Iterable[Sequence[str]]) -> tuple[str, ...]:
    """Return the rows as strings, empty cells as ``_``; BoardError names row and column."""
    try:
        board = [row if isinstance(row, str) else "".join(map(_one_character, row)) for row in rows]
    except TypeError:
        raise BoardError(f"MovIX board {rows!r}: expected rows of characters, or a text") from None
    if not board or not board[0]:
        raise BoardError("MovIX board without cells: expected rows of S L V H M and _")
    if len(board) > MAX_SIDE or len(board[0]) > MAX_SIDE:
        raise BoardError(
            f"MovIX board of {len(board)} x {len(board[0])}: at most {MAX_SIDE} a side"
        )
    for number, row in enumerate(board, 1):
        for column, character in enumerate(row, 1):
            if character not in KINDS + WALL + _BLANKS:
                raise BoardError(
                    f"MovIX board, row {number}, column {column}: found {character!r},"
                    " expected one of S L V H M, or _ or . for an empty cell"
                )
        if len(row) != len(board[0]):
            raise BoardError(
                f"MovIX board, row {number}: {len(row)} cells, expected {len(board[0])} as in row 1"
            )
    return tuple(row.replace(".", EMPTY) for row in board)


def _one_character(cell: object) -> str:
    """Return a cell of a list of lists; anything but one character becomes a visible fault."""
    return cell if isinstance(cell, str) and len(cell) == 1 else "?"


def parse_text(text: str) -> tuple[tuple[str, ...], int | None]:
    """Return rows and the line length (None where the text does not say) of a board's text."""
    text = text.lstrip("\ufeff").strip()
    if match := _ID.fullmatch(text):
        return _parse_id(match)
    if text.startswith(("[", "(")):
        return parse_rows(_parse_lists(text)), None
    if re.fullmatch(r"[^\s#\[:]+:\S*", text) and not text.startswith("line"):
        raise BoardError(
            f"MovIX id {text[:40]!r}: expected rows x columns, length of the line and the rows,"
            " such as 5x5,4:5/1S1H1/2L2/V4/5"
        )
    lines = [re.sub(r"[ \t,|]", "", line) for line in text.splitlines()]
    lines = [line for line in lines if line and not line.startswith("#")]
    length = None
    if lines and (match := re.fullmatch(r"line:?=?(\d{1,4})", lines[0], re.ASCII)):
        length = int(match[1])
        del lines[0]
    return parse_rows(lines), length


def _parse_lists(text: str) -> list[Sequence[str]]:
    """Return a Python or JSON list of rows, read as data."""
    try:
        rows = ast.literal_eval(text)
    except (ValueError, SyntaxError, MemoryError, RecursionError):
        raise BoardError(
            "MovIX board: the text starts like a list but is not one of rows,"
            " such as [['_', 'S'], ['H', '_']]"
        ) from None
    if not isinstance(rows, list | tuple) or not all(
        isinstance(r, list | tuple | str) for r in rows
    ):
        raise BoardError("MovIX board: expected a list of rows, each a list of characters")
    return list(rows)


def _parse_id(match: re.Match[str]) -> tuple[tuple[str, ...], int]:
    rows, columns, length = (int(match[group]) for group in (1, 2, 3))
    if not (1 <= rows <= MAX_SIDE and 1 <= columns <= MAX_SIDE):
        raise BoardError(f"MovIX id of size {rows}x{columns}: expected 1 to {MAX_SIDE} a side")
    board = []
    for number, code in enumerate(match[4].split("/"), 1):
        row = ""
        for run in re.findall(r"\d+|.", code, re.ASCII):
            row += EMPTY * min(int(run), columns + 1) if run.isdecimal() and run.isascii() else run
        if len(row) != columns:
            raise BoardError(
                f"MovIX id, row {number}: {code!r} stands for {len(row)} cells, expected {columns}"
            )
        board.append(row)
    if len(board) != rows:
        raise BoardError(f"MovIX id: {len(board)} rows, expected {rows}")
    return parse_rows(board), length


def format_id(rows: Sequence[str], line: int) -> str:
    """Return the one-line id of a board.

    >>> format_id(["_____", "_S_H_", "__L__", "V____", "_____"], 4)
    '5x5,4:5/1S1H1/2L2/V4/5'
    """
    coded = [
        "".join(
            str(len(list(run))) if character == EMPTY else "".join(run)
            for character, run in groupby(row)
        )
        for row in rows
    ]
    return f"{len(rows)}x{len(rows[0])},{line}:{'/'.join(coded)}"


def format_rows(rows: Sequence[str], line: int) -> str:
    """Return a board as rows of characters under a line that gives the line length."""
    return "\n".join([f"line {line}", *rows]) + "\n"
