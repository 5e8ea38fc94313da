"""Hitori boards on one line, such as ``1 2 1; 2 2 1; 3 1 2``: the same, a line for every row."""

from __future__ import annotations

import re

from aima_search.errors import BoardError
from puzzles import one_line


def with_rows_on_lines(text: str) -> str:
    """Return a board of rows on one line with its rows on lines of their own.

    Other texts stay as they are. BoardError where the line could be one row or several.
    """
    lines = text.strip().splitlines()
    if len(lines) != 1:
        _check_no_rows_within(lines)
        return text
    rows = one_line.rows_of_line(text, _numbers)
    if rows is not None:
        return ("/" if _are_digits(rows) else "\n").join(rows)
    parts = [part.strip() for part in text.split(";") if part.strip()]
    if len(parts) > 1 and _are_digits(parts):
        raise BoardError(
            f"Hitori board {text.strip()[:40]!r}: could be rows of one-digit numbers or one row"
            " of numbers; name the format (--reader): 'digits' or 'rows'"
        )
    return text


def has_rows(line: str) -> bool:
    """Tell whether a line of a text holds several rows."""
    return one_line.has_rows(line, _numbers)


def _numbers(row: str) -> list[str]:
    return re.split(r"[ \t,]+", row.strip(" \t,|"))


def _are_digits(rows: list[str]) -> bool:
    """Tell whether rows are, or could be, a character a cell."""
    is_even = len({len(row) for row in rows}) == 1
    return is_even and all(re.fullmatch(r"[0-9a-zA-Z]{2,}", row) for row in rows)


def _check_no_rows_within(lines: list[str]) -> None:
    for number, line in enumerate(lines, 1):
        if has_rows(line):
            raise BoardError(
                f"Hitori board, line {number}: several rows on one of several lines, expected one"
                " board: all rows on one line, or a line each"
            )
