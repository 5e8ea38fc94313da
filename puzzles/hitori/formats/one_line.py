"""Hitori boards on one line, such as ``1 2 1; 2 2 1; 3 1 2``: the same, a line for every row."""

from __future__ import annotations

import re

from aima_search.base.errors import BoardError
from puzzles import one_line

_CELL = r"\s*[0-9.]+\s*"
_ROW_OF_BARS = rf"\({_CELL}(?:\|{_CELL})*\)"
_ROWS_OF_BARS = re.compile(rf"\s*{_ROW_OF_BARS}(?:[\s,;]*{_ROW_OF_BARS})+\s*", re.ASCII)
_LISTS = re.compile(r"\s*\[[^\[\]]*\](?:[\s,;]*\[[^\[\]]*\])+\s*")
"""Rows in parentheses of their own, ``(1|2|1)(2|2|1)``, and in brackets, ``[1,2,1][2,2,1]``."""


def with_rows_on_lines(text: str) -> str:
    """Return a board of rows on one line with its rows on lines of their own.

    Other texts stay as they are. BoardError if the line could be one row or several.
    """
    if _ROWS_OF_BARS.fullmatch(text):
        return "\n".join(re.findall(r"\(([^()]*)\)", text))
    lines = text.strip().splitlines()
    if re.match(r"\s*[\[(]\s*[\[(]", text):  # a list of lists, and anything behind it
        return text
    if len(lines) != 1:
        _check_no_rows_within(lines)
        return text
    rows = _square_between_bars(text) or one_line.rows_of_line(text, _numbers)
    if rows is not None:
        return ("/" if _are_digits(rows) else "\n").join(rows)
    parts = [part.strip() for part in text.split(";") if part.strip()]
    if len(parts) > 1 and _are_digits(parts):
        raise BoardError(
            f"Hitori board {text.strip()[:40]!r}: could be rows of one-digit numbers or one row"
            " of numbers; name the format (--reader): 'digits' or 'rows'"
        )
    return text


def is_a_board(line: str) -> bool:
    """Tell whether a line of a text holds several rows, and so all of a board."""
    if _ROWS_OF_BARS.fullmatch(line) or _LISTS.fullmatch(line):
        return True
    is_one_row = re.fullmatch(rf"\s*{_ROW_OF_BARS}\s*", line, re.ASCII)
    return not is_one_row and one_line.has_rows(line, _numbers)


def has_square_between_bars(line: str) -> bool:
    """Tell whether a line, such as ``1 2 | 2 1``, has as many parts as every part has numbers."""
    return _square_between_bars(line) is not None


def _square_between_bars(line: str) -> list[str] | None:
    rows = [row.strip() for row in line.split("|") if row.strip()]
    is_square = len(rows) > 1 and {len(_numbers(row)) for row in rows} == {len(rows)}
    return rows if is_square and re.fullmatch(r"[0-9.\s,|]+", line, re.ASCII) else None


def _numbers(row: str) -> list[str]:
    return re.split(r"[ \t,]+", row.strip(" \t,|"))


def _are_digits(rows: list[str]) -> bool:
    """Tell whether rows are, or could be, a character a cell."""
    is_even = len({len(row) for row in rows}) == 1
    return is_even and all(re.fullmatch(r"[0-9a-zA-Z]{2,}", row) for row in rows)


def _check_no_rows_within(lines: list[str]) -> None:
    for number, line in enumerate(lines, 1):
        if one_line.has_rows(line, _numbers):
            raise BoardError(
                f"Hitori board, line {number}: several rows on one of several lines, expected one"
                " board: all rows on one line, or a line each"
            )
