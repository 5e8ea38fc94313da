"""How a text is split into rows; two ways to split it are a question.

A board of one row, of one column, or of sides that differ is seldom meant; a square is seldom
written so that it looks like such a board. If both are possible, only the user knows.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from math import isqrt

from aima_search.base.errors import BoardError
from puzzles.hitori.formats.layouts import lines_of
from puzzles.text import has_rows, rows_of_line

_CELL = r"\s*[0-9.]+\s*"
_ROW_OF_BARS = rf"\({_CELL}(?:\|{_CELL})*\)"
_ROWS_OF_BARS = re.compile(rf"\s*{_ROW_OF_BARS}(?:[\s,;]*{_ROW_OF_BARS})+\s*", re.ASCII)
"""Rows in parentheses of their own, ``(1|2|1)(2|2|1)``."""

_NUMBERS = re.compile(r"[0-9.]+", re.ASCII)


def with_rows_on_lines(text: str) -> str:
    """Return a board of rows on one line with its rows on lines of their own.

    Other texts stay as they are. BoardError if the line could be one row or several.
    """
    if re.match(r"\s*[\[(]\s*[\[(]", text):  # a list of lists, and anything behind it
        return text
    lines, are_rows_of_bars = text.strip().splitlines(), _ROWS_OF_BARS.fullmatch(text)
    for number, line in enumerate(lines if len(lines) > 1 else (), 1):
        is_row = are_rows_of_bars or not has_rows(line, _numbers)
        if not is_row or re.search(r"[\])][\s,;]*[\[(]", line):
            raise BoardError(
                f"Hitori board, line {number}: several rows on one of several lines, expected one"
                " board: all rows on one line, or a line each"
            )
    if are_rows_of_bars:
        return "\n".join(re.findall(r"\(([^()]*)\)", text))
    if len(lines) > 1:
        return text
    rows = _square_between_bars(text) or rows_of_line(text, _numbers)
    if rows is not None:
        return ("/" if _are_digits(rows) else "\n").join(rows)
    parts = [part.strip() for part in text.split(";") if part.strip()]
    if len(parts) > 1 and _are_digits(parts):
        raise BoardError(
            f"Hitori board {text.strip()[:40]!r}: could be rows of one-digit numbers or one row"
            " of numbers; name the format (--reader): 'digits' or 'rows'"
        )
    return text


def _square_between_bars(line: str) -> list[str] | None:
    """Return the rows of a line, such as ``1 2 | 2 1``, of as many parts as each has numbers."""
    rows = [row.strip() for row in line.split("|") if row.strip()]
    is_square = len(rows) > 1 and {len(_numbers(row)) for row in rows} == {len(rows)}
    return rows if is_square and re.fullmatch(r"[0-9.\s,|]+", line, re.ASCII) else None


def _numbers(row: str) -> list[str]:
    return re.split(r"[ \t,]+", row.strip(" \t,|"))


def _are_digits(rows: list[str]) -> bool:
    """Tell whether rows are, or could be, a character a cell."""
    is_even = len({len(row) for row in rows}) == 1
    return is_even and all(re.fullmatch(r"[0-9a-zA-Z]{2,}", row) for row in rows)


def check_split(text: str, rows: Sequence[Sequence[object]]) -> None:
    """Raise BoardError if the text of these rows could be split into other rows."""
    height, width = len(rows), max(map(len, rows), default=0)
    if height == width or not rows:
        return
    shape = f"a board of {height} x {width}"
    if min(height, width) == 1:
        most, words = max(height, width), text.split()
        is_square = len(words) == most == len(words[0]) and _are_digits(words)
        is_composite = any(most % part == 0 for part in range(2, isqrt(most) + 1))
        if not is_composite and not is_square:
            return
        shape = f"one {'row' if height == 1 else 'column'} of {most} numbers"
    elif not any(_has_parts(line) for _, line in lines_of(text)):
        return
    raise BoardError(
        f"Hitori board {text.strip()[:40]!r}: {shape}, or other rows? Write a line for every row,"
        " or ; between the rows; --reader rows takes the lines as they are"
    )


def _has_parts(line: str) -> bool:
    """Tell whether one of several signs in a line splits it into parts of the same length."""
    between = [  # the sign between two numbers, without the blanks around it
        part.strip() or ("\t" if "\t" in part else " ")
        for part in _NUMBERS.split(line.strip(" \t\r,;|"))[1:-1]
    ]
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
