"""Boards without what usually tells their format: rows on one line, run-length codes alone.

Codes are the bodies of ids (``b3a2a6...``) and of addresses (``h3g2g6...``).
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from aima_search.base.errors import BoardError
from puzzles.sudoku.board import Board, Variant, make_board
from puzzles.sudoku.formats.pzpr import SIDES, read_body
from puzzles.sudoku.formats.runs import read_numbers
from puzzles.sudoku.geometry import MAX_SIDE, MIN_SIDE

_CODE = re.compile(r"(?=.*[a-z])(?=.*[0-9])[0-9a-z_-]{2,}", re.ASCII)
_LONGEST = 4 * MAX_SIDE**2


def rows_on_lines(text: str) -> str | None:
    r"""Return a square board, whose rows stand on one line, with a line for each row; else None.

    >>> rows_on_lines("1234; 3412; 2143; 432.")
    '1234\n3412\n2143\n432.'
    """
    if len(text) > _LONGEST or not re.search("[;/|]", text):
        return None
    rows = [row for row in re.split("[;/|]", text.strip("()[] \n")) if row.strip()]
    is_square = len(rows) >= MIN_SIDE and all(
        len(rows) in (len(_cells(row)), len(row.split())) for row in rows
    )
    return "\n".join(row.strip() for row in rows) if is_square else None


def _cells(row: str) -> list[str]:
    return [character for character in row if character not in " \t,"]


def is_code(text: str) -> bool:
    """Tell whether a text is a run-length code alone, of some number of cells."""
    text = text.strip()
    return (
        len(text) <= _LONGEST and bool(_CODE.fullmatch(text)) and bool(_readings(text, Variant()))
    )


def read_code(text: str, variant: Variant, alphabet: str | None) -> Board:
    """Return the board of a code; BoardError if ids and addresses mean different boards by it."""
    boards = _readings(text.strip(), variant)
    if len(boards) != 1:
        raise BoardError(
            f"Sudoku code {text.strip()[:40]!r}: expected what stands in an id (3x3:...) or in an"
            " address (sudoku/9/9/...); with that before it, it has one meaning"
        )
    return boards[0]


def _readings(code: str, variant: Variant) -> list[Board]:
    """Return the boards that a code can stand for."""
    readings: list[tuple[Callable[..., list[int]], tuple[Any, ...]]] = [
        *((read_numbers, (code, side * side)) for side in range(MIN_SIDE, MAX_SIDE + 1)),
        *((read_body, (code, 0, side)) for side in SIDES),
    ]
    found: dict[tuple[int, ...], Board] = {}
    for read, arguments in readings:
        try:
            givens = tuple(read(*arguments))
            found[givens] = make_board(givens, variant)
        except BoardError:
            continue
    return list(found.values())
