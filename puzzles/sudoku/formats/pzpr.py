"""puzz.link and pzpr addresses: ``https://puzz.link/p?sudoku/COLUMNS/ROWS/BODY``.

In the body ``0`` to ``f`` is a number in hexadecimal, ``-`` comes before one of two digits, ``.``
is an unknown one, ``g`` to ``z`` are 1 to 20 open cells.
"""

from __future__ import annotations

import re
from itertools import groupby

from aima_search.base.errors import BoardError
from puzzles.sudoku.board import Board, Variant, make_board
from puzzles.sudoku.formats.place import fault_at

_ADDRESS = re.compile(
    r"(?:https?://[\w.:-]{1,100}/[\w./-]{0,100}\?)?(?:p\?)?sudoku/(\d{1,3})/(\d{1,3})/", re.ASCII
)
_TOKEN = re.compile(r"(?P<open>[g-z.])|(?P<digit>[0-9a-f])|-(?P<two>[0-9a-f]{2})", re.ASCII)
SIDES = (4, 6, 9, 16, 25)
_LONGEST_RUN = 20


def is_pzpr(text: str) -> bool:
    """Tell whether a text starts as an address of a Sudoku does."""
    return _ADDRESS.match(text) is not None


def read_pzpr(text: str, variant: Variant, alphabet: str | None) -> Board:
    """Return the board of an address."""
    match = _ADDRESS.match(text)
    if match is None:
        raise fault_at(text, 0, "an address such as https://puzz.link/p?sudoku/9/9/...")
    columns, rows = int(match[1]), int(match[2])
    if columns != rows or rows not in SIDES:
        raise BoardError(
            f"Sudoku address of {columns} columns and {rows} rows: expected a side of"
            f" {', '.join(map(str, SIDES))}"
        )
    givens = read_body(text, match.end(), rows)
    return make_board(givens, variant)


def read_body(text: str, offset: int, side: int) -> list[int]:
    """Return the givens of the body that starts at an offset of a text, 0 for open cells."""
    end = len(text.rstrip())
    givens: list[int] = []
    while offset < end and len(givens) <= side * side:
        token = _TOKEN.match(text, offset)
        if token is None:
            raise fault_at(text, offset, "0 to 9, a to z, '-' and two digits, or '.'")
        if token["open"]:
            givens += [0] * (1 if token["open"] == "." else int(token["open"], 36) - 15)
        else:
            number = int(token["digit"] or token["two"], 16)
            if not 1 <= number <= side:
                raise fault_at(text, offset, f"a number from 1 to {side} (f is 15, -10 is 16)")
            givens.append(number)
        offset = token.end()
    if len(givens) != side * side or offset < end:
        more = "more than " if offset < end else ""
        raise fault_at(text, offset, f"{side * side} cells, not {more}{len(givens)}")
    return givens


def write_pzpr(board: Board) -> str:
    """Return the address of a board with the usual boxes."""
    side = board.layout.side
    if side not in SIDES or board.layout != make_board(board.givens, Variant()).layout:
        raise BoardError("Sudoku address: only sides 4, 6, 9, 16, 25 with their usual boxes")
    body = ""
    for digit, run in groupby(board.givens):
        count = len(list(run))
        if digit:
            body += (f"{digit:x}" if digit < 16 else f"-{digit:02x}") * count
        else:
            body += "z" * (count // _LONGEST_RUN)
            body += chr(ord("f") + count % _LONGEST_RUN) if count % _LONGEST_RUN else ""
    return f"https://puzz.link/p?sudoku/{side}/{side}/{body}"
