"""MovIX boards as one-line ids: size, length of the line, and the rows.

Runs of empty cells are numbers: ``5x5,4:5/1S1H1/2L2/V4/5``.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import groupby

from aima_search.base.errors import BoardError
from puzzles.movix.formats.rows import MAX_SIDE, parse_rows
from puzzles.movix.rules import EMPTY

ID = re.compile(r"(\d{1,4})x(\d{1,4}),(\d{1,4}):(.+)", re.ASCII)


def parse_id(match: re.Match[str]) -> tuple[tuple[str, ...], int]:
    """Return rows and the line length of a match of ``ID``."""
    rows, columns, length = (int(match[group]) for group in (1, 2, 3))
    if not (1 <= rows <= MAX_SIDE and 1 <= columns <= MAX_SIDE):
        raise BoardError(f"MovIX id of size {rows}x{columns}: expected 1 to {MAX_SIDE} a side")
    board = []
    for number, code in enumerate(match[4].split("/"), 1):
        row = runs_apart(code, columns)
        if len(row) != columns:
            raise BoardError(
                f"MovIX id, row {number}: {code!r} stands for {len(row)} cells, expected {columns}"
            )
        board.append(row)
    if len(board) != rows:
        raise BoardError(f"MovIX id: {len(board)} rows, expected {rows}")
    return parse_rows(board), length


def runs_apart(code: str, most: int = MAX_SIDE) -> str:
    """Return a row with as many empty cells as its numbers say, or one more than ``most``.

    >>> runs_apart("1S1H1")
    '_S_H_'
    """
    return re.sub(r"\d{1,9}", lambda run: EMPTY * min(int(run[0]), most + 1), code, flags=re.ASCII)


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
