"""Hitori boards as people type them: rows of numbers, rows of characters, or lists.

Readers return unchecked rows. They raise an error instead of guessing if a text has two meanings.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from math import isqrt
from typing import Any

from aima_search.base.errors import BoardError
from aima_search.base.interchange import counted
from puzzles.grid import in_rows
from puzzles.hitori.rules import CellNumber, NumberRows
from puzzles.text import check_drawing, has_rows, read_number_lists, rows_of_line

DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"

BETWEEN = re.compile(r"[ \t,;|]+")

_FRAME = re.compile(r"[\s|]*[+][-+=|\s]*")

_NUMBERS = re.compile(r"[0-9.]+", re.ASCII)


def read_rows(text: str) -> list[list[Any]]:
    """Read rows of numbers, separated by blanks, tabs, commas, semicolons or bars."""
    check_one_board(text)
    return number_rows(lines_of(text))


def read_sized(text: str) -> list[list[Any]]:
    """Read a board below a line with its size, such as ``9 8``, or ``9`` for a square."""
    check_one_board(text)
    lines = lines_of(text)
    pattern = r"\s*([0-9]{1,6})(?:[ \tx,;]+([0-9]{1,6}))?\s*"
    size = re.fullmatch(pattern, lines[0][1]) if lines else None
    if size is None:
        raise BoardError("Hitori board: expected the size in the first line, such as 9 9")
    rows, columns = int(size[1]), int(size[2] or size[1])
    board = number_rows(lines[1:])
    if len(board) != rows or any(len(row) != columns for row in board):
        lengths = " or ".join(str(length) for length in sorted({len(row) for row in board}))
        raise BoardError(
            f"Hitori board, line {lines[0][0]}: found {counted(len(board), 'row')} of"
            f" {lengths or 0} numbers below this line, expected {rows} rows of {columns} numbers"
        )
    return board


def write_rows(rows: NumberRows) -> str:
    """Return rows of numbers, aligned in columns, with ``.`` for a cell without a number."""
    words = [["." if number is None else str(number) for number in row] for row in rows]
    width = max(len(word) for row in words for word in row)
    return "".join(" ".join(word.rjust(width) for word in row).rstrip() + "\n" for row in words)


def has_size_line(lines: list[tuple[int, str]]) -> bool:
    """Return True if the first line gives the size of the board below it."""
    if len(lines) < 2:
        return False
    first = BETWEEN.split(lines[0][1].strip())
    rows, columns = len(lines) - 1, length_of(lines[1][1])
    return first == [str(rows), columns] or (first == [columns] == [str(rows)] and rows > 1)


def length_of(line: str) -> str:
    """Count the cells in a line of a file. Return the number as a string, such as "9"."""
    return str(len(BETWEEN.split(line.strip(" \t,;|"))))


def lines_of(text: str) -> list[tuple[int, str]]:
    """Return pairs (line number, line) of a text; leave out empty lines, comments and ``+--+``."""
    return [
        (number, line)
        for number, line in enumerate(text.splitlines(), 1)
        if line.strip() and not line.lstrip().startswith("#") and not _FRAME.fullmatch(line)
    ]


def number_rows(lines: list[tuple[int, str]], blanks: str = ".") -> list[list[CellNumber]]:
    """Return the numbers in each line; raise BoardError for words that are not numbers."""
    rows: list[list[CellNumber]] = []
    for number, line in lines:
        place, row = f"Hitori board, line {number} (row {len(rows) + 1})", list[CellNumber]()
        for column, word in enumerate(BETWEEN.split(line.strip(" \t\r,;|")), 1):
            if re.fullmatch("[0-9]{1,7}", word):
                row.append(int(word))
            elif word in blanks and len(word) == 1:
                row.append(None)
            else:
                expected = "expected a number of at most 7 digits"
                raise BoardError(f"{place}, column {column}: found {word[:20]!r}, {expected}")
        if rows and len(row) != len(rows[0]):
            found = counted(len(row), "number")
            raise BoardError(f"{place}: found {found}, expected {len(rows[0])}, as in row 1")
        rows.append(row)
    return rows


def read_janko(text: str) -> list[list[Any]]:
    """Read the rows below [problem] in a text of janko.at."""
    section, rows = "", []
    for number, line in lines_of(text):
        if line.lstrip().startswith("["):
            section = line.strip().lower()
        elif section == "[problem]":
            rows.append((number, line))
    if not rows:
        raise BoardError("Hitori board: found no rows below [problem], expected rows of numbers")
    return number_rows(rows, blanks=".-")


def check_one_board(text: str) -> None:
    """Raise BoardError if a text has several boards, separated by empty lines."""
    if empty := re.search(r"\n[ \t\r]*\n", text.strip()):
        number = text.strip()[: empty.start()].count("\n") + 2
        raise BoardError(
            f"Hitori board: line {number} is empty and separates two boards, expected one board"
        )


def read_digits(text: str) -> list[list[Any]]:
    """Read a board with one character per cell; letters stand for numbers from 10 (``a``) up."""
    words = [word for _, line in lines_of(text) for word in re.split(r"[\s/;|()]+", line) if word]
    if len(words) == 1:
        side = isqrt(len(words[0]))
        if side * side != len(words[0]):
            raise BoardError(
                f"Hitori digits: found {counted(len(words[0]), 'character')} on one line,"
                " expected a square number (4, 9, 16, ...), or a / after each row"
            )
        words = in_rows(words[0], side)
    check_drawing("Hitori digits", words, f".{DIGITS}{DIGITS[10:].upper()}", "a digit or a letter")
    return [[None if c == "." else DIGITS.index(c.lower()) for c in word] for word in words]


def write_digits(rows: NumberRows) -> str:
    """Return one character per cell, with ``/`` between the rows; letters stand for 10 to 35."""
    most = max(number or 0 for row in rows for number in row)
    if most >= len(DIGITS):
        raise too_large("digits", most, len(DIGITS) - 1)
    lines = ("".join("." if number is None else DIGITS[number] for number in row) for row in rows)
    return "/".join(lines)


def too_large(what: str, number: CellNumber, most: int) -> BoardError:
    """Return the error for a number that a format cannot represent."""
    found = f"found the number {number}, expected 1 to {most}"
    return BoardError(f"Hitori {what}: {found}; use the format 'list'")


def read_list(text: str) -> list[list[Any]]:
    """Read a Python or JSON list of rows, or a printed numpy array; ignore ``#`` comments."""
    return read_number_lists(re.sub("#.*", "", text), "Hitori")


def with_rows_on_lines(text: str) -> str:
    """If the board is on one line, return it with one row per line; return other texts unchanged.

    Raises BoardError if the line can be read as one row and also as several rows.
    """
    lines = text.strip().splitlines()
    if re.match(r"\s*[\[(]\s*[\[(]", text):
        return text
    for number, line in enumerate(lines, 1) if len(lines) > 1 else ():
        if has_rows(line, _numbers) or re.search(r"[\])][\s,;]*[\[(]", line):
            raise BoardError(
                f"Hitori board, line {number}: found several rows on this line; write one row on"
                " each line, or all rows on one line"
            )
    if (rows := rows_of_line(text, _numbers)) is not None:
        return ("/" if _are_digits(rows) else "\n").join(rows)
    parts = [part.strip() for part in text.split(";") if part.strip()]
    if len(lines) == 1 < len(parts) and _are_digits(parts):
        raise BoardError(
            f"Hitori board {text.strip()[:40]!r}: the text could be several rows of one-digit"
            " numbers, or one row of numbers; set the format (--reader) to 'digits' or 'rows'"
        )
    return text


def _numbers(row: str) -> list[str]:
    return re.split(r"[ \t,]+", row.strip(" \t,|"))


def _are_digits(rows: list[str]) -> bool:
    is_even = len({len(row) for row in rows}) == 1
    return is_even and all(re.fullmatch(r"[0-9a-zA-Z]{2,}", row) for row in rows)


def check_split(text: str, rows: Sequence[Sequence[object]]) -> None:
    """Raise BoardError if a text that was read as ``rows`` could also be read as different rows."""
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
    elif not any(_has_several_signs(line) for _, line in lines_of(text)):
        return
    raise BoardError(
        f"Hitori board {text.strip()[:40]!r}: the text could be {shape}, or several rows on one"
        " line. If each line is a row, use --reader rows. If not, write a semicolon between rows"
    )


def _has_several_signs(line: str) -> bool:
    """Return True if a line has two kinds of separators, such as a comma and a space."""
    between = _NUMBERS.split(line.strip(" \t\r,;|"))[1:-1]
    return len({part.strip() or ("\t" if "\t" in part else " ") for part in between}) > 1
