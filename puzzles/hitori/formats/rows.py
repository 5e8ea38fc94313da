"""Hitori boards as rows of numbers, with or without a line above that gives their size."""

from __future__ import annotations

import re

from aima_search.base.errors import BoardError
from puzzles.hitori.formats.reading import (
    BETWEEN,
    Lines,
    Reading,
    check_one_board,
    lines_of,
    number_rows,
)
from puzzles.hitori.rules import Rows

_SIZE = r"\s*([0-9]{1,6})(?:[ \tx,;]+([0-9]{1,6}))?\s*"


def read_rows(text: str) -> Reading:
    """Read rows of numbers with blanks, tabs, commas, semicolons or bars between them."""
    check_one_board(text)
    return Reading(number_rows(lines_of(text)))


def read_sized(text: str) -> Reading:
    """Read rows of numbers under a line that gives rows and columns, or the side of a square."""
    check_one_board(text)
    lines = lines_of(text)
    size = re.fullmatch(_SIZE, lines[0][1]) if lines else None
    if size is None:
        raise BoardError("Hitori board: expected rows and columns in the first line, such as 9 9")
    rows, columns = int(size[1]), int(size[2] or size[1])
    board = number_rows(lines[1:])
    if len(board) != rows or any(len(row) != columns for row in board):
        raise BoardError(
            f"Hitori board, line {lines[0][0]}: expected {rows} rows of {columns} numbers below,"
            f" found {len(board)} rows of {sorted({len(row) for row in board})}"
        )
    return Reading(board)


def has_size_line(lines: Lines) -> bool:
    """Tell whether the first line gives the size of the rows below."""
    if len(lines) < 2:
        return False
    first, rows, columns = BETWEEN.split(lines[0][1].strip()), len(lines) - 1, _length(lines[1][1])
    return first == [str(rows), columns] or (first == [columns] == [str(rows)] and rows > 1)


def has_even_rows(lines: Lines) -> bool:
    """Tell whether all lines have as many numbers as the first."""
    return len({_length(line) for _, line in lines}) == 1


def _length(line: str) -> str:
    return str(len(BETWEEN.split(line.strip(" \t,;|"))))


def write_rows(rows: Rows) -> str:
    """Return rows of numbers in columns, a point for a cell without a number."""
    words = [["." if number is None else str(number) for number in row] for row in rows]
    width = max(len(word) for row in words for word in row)
    return "".join(" ".join(word.rjust(width) for word in row).rstrip() + "\n" for row in words)


def write_sized(rows: Rows) -> str:
    """Return rows of numbers under a line with rows and columns."""
    return f"{len(rows)} {len(rows[0])}\n{write_rows(rows)}"
