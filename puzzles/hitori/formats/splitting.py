"""How a text is split: a file into boards, a line into rows; two ways to split it are a question.

A board of one row, of one column, or of sides that differ is seldom meant; a square is seldom
written so that it looks like such a board. If both are possible, only the user knows.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from math import isqrt

from aima_search.base.errors import BoardError
from aima_search.model.puzzle import blocks_of, is_comment
from puzzles.hitori.formats.layouts import has_coordinates, lines_of
from puzzles.text import has_rows, rows_of_line

_ONE_A_LINE = r"\s*(\[\s*\[|\(\s*\(|\S*hitori/|[0-9]+x[0-9]+:|[0-9a-zA-Z/]{2,}\s*\Z)"
_BLOCK = r"(?im)^[ \t]*pzprv3[.0-9]*/?(hitori/?)?[ \t\r]*$"
"""First lines of files with a board a line, and lines of boards that take several lines."""

_CELL = r"\s*[0-9.]+\s*"
_ROW_OF_BARS = rf"\({_CELL}(?:\|{_CELL})*\)"
_ROWS_OF_BARS = re.compile(rf"\s*{_ROW_OF_BARS}(?:[\s,;]*{_ROW_OF_BARS})+\s*", re.ASCII)
_LISTS = re.compile(r"\s*\[[^\[\]]*\](?:[\s,;]*\[[^\[\]]*\])+\s*")
"""Rows in parentheses of their own, ``(1|2|1)(2|2|1)``, and in brackets, ``[1,2,1][2,2,1]``."""

_NUMBERS = re.compile(r"[0-9.]+", re.ASCII)


def split_boards(text: str) -> Iterator[tuple[int, str]]:
    """Yield every board of a file and the number of its first line.

    A file that starts with a list, an id, a line of digits or of rows between ``;`` holds one
    board a line; in other files, such as pzprv3 files, empty lines separate boards. Lines that
    start with # are skipped.
    """
    lines = text.removeprefix("\ufeff").splitlines()
    if _is_one_a_line(lines) and not re.search(_BLOCK, text):
        yield from (
            (number, line.strip())
            for number, line in enumerate(lines, 1)
            if line.strip() and not is_comment(line)
        )
        return
    yield from ((number, "\n".join(block)) for number, block in blocks_of(lines))


def _is_one_a_line(lines: Sequence[str]) -> bool:
    """Tell by its first line whether a file holds a board a line."""
    block = next(blocks_of(lines), (0, []))[1]
    rows = [line for line in block if not is_comment(line)]
    if not rows:
        return False
    first = rows[0]
    if _square_between_bars(first):  # or a row of a square board with bars in it
        return len(re.findall("[0-9.]+", first)) != len(rows)
    return bool(re.match(_ONE_A_LINE, first)) or is_a_board(first) or _has_coordinates(first)


def _has_coordinates(line: str) -> bool:
    try:
        return has_coordinates(line)
    except BoardError:
        return True


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
        number = next((at for at, line in enumerate(lines, 1) if has_rows(line, _numbers)), None)
        if number is None:
            return text
        raise BoardError(
            f"Hitori board, line {number}: several rows on one of several lines, expected one"
            " board: all rows on one line, or a line each"
        )
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


def is_a_board(line: str) -> bool:
    """Tell whether a line of a text holds several rows, and so all of a board."""
    if _ROWS_OF_BARS.fullmatch(line) or _LISTS.fullmatch(line):
        return True
    is_one_row = re.fullmatch(rf"\s*{_ROW_OF_BARS}\s*", line, re.ASCII)
    return not is_one_row and has_rows(line, _numbers)


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
