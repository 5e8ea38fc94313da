"""MovIX boards as rows of characters, which may come in a Python or JSON list."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Sequence

from aima_search.base.errors import BoardError
from puzzles.movix.rules import EMPTY, KINDS, WALL

MAX_SIDE = 64
_BLANKS = "_."


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


def parse_lists(text: str) -> list[Sequence[str]]:
    """Return a Python or JSON list of rows, read as data."""
    try:
        rows = ast.literal_eval(text)
    except (ValueError, SyntaxError, MemoryError, RecursionError):
        raise BoardError(
            "MovIX board: the text starts like a list but is not a list of rows,"
            " such as [['_', 'S'], ['H', '_']]"
        ) from None
    if not isinstance(rows, list | tuple) or not all(
        isinstance(r, list | tuple | str) for r in rows
    ):
        raise BoardError("MovIX board: expected a list of rows, each a list of characters")
    return list(rows)


def format_rows(rows: Sequence[str], line: int) -> str:
    """Return a board as rows of characters under a line that gives the line length."""
    return "\n".join([f"line {line}", *rows]) + "\n"
