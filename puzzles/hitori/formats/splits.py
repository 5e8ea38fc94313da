"""Refuse texts that could be split into rows in several ways, because each way is another board.

A board of one row, of one column, or of sides that differ is seldom meant; a square is seldom
written so that it looks like such a board. If both are possible, only the user knows.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from math import isqrt

from aima_search.base.errors import BoardError
from puzzles.hitori.formats.reading import lines_of

_NUMBERS = re.compile(r"[0-9.]+", re.ASCII)


def check_split(text: str, rows: Sequence[Sequence[object]]) -> None:
    """Raise BoardError if the text of these rows could be split into other rows."""
    height, width = len(rows), max(map(len, rows), default=0)
    if height == width or not rows:
        return
    shape = f"a board of {height} x {width}"
    if min(height, width) == 1:
        most = max(height, width)
        if not _is_composite(most):
            return
        shape = f"one {'row' if height == 1 else 'column'} of {most} numbers"
    elif not any(_has_parts(line) for _, line in lines_of(text)):
        return
    raise BoardError(
        f"Hitori board {text.strip()[:40]!r}: {shape}, or other rows? Write a line for every row,"
        " or ; between the rows; --reader rows takes the lines as they are"
    )


def _is_composite(number: int) -> bool:
    return any(number % part == 0 for part in range(2, isqrt(number) + 1))


def _has_parts(line: str) -> bool:
    """Tell whether one of several signs in a line splits it into parts of the same length."""
    between = [_sign(between) for between in _NUMBERS.split(line.strip(" \t\r,;|"))[1:-1]]
    for sign in set(between):
        lengths = [1]
        for other in between:
            if other == sign:
                lengths.append(1)
            else:
                lengths[-1] += 1
        if lengths[0] > 1 and len(lengths) > 1 and len(set(lengths)) == 1:
            return True
    return False


def _sign(between: str) -> str:
    """What stands between two numbers, blanks around it left out."""
    return between.strip() or ("\t" if "\t" in between else " ")
