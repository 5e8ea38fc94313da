"""What the readers of Hitori share: the lines of a text, the numbers in them, what a text says."""

from __future__ import annotations

import re
from typing import Any, NamedTuple, TypeAlias

from aima_search.base.errors import BoardError
from puzzles.grid import RowColumn
from puzzles.hitori.rules import CellNumber

Lines: TypeAlias = list[tuple[int, str]]
"""Lines of a text with their numbers, from 1."""

BETWEEN = re.compile(r"[ \t,;|]+")
"""What may stand between two numbers."""

_FRAME = re.compile(r"[\s|]*[+][-+=|\s]*")
_MAX_DIGITS = 7


class Reading(NamedTuple):
    """What a text says: rows, and the shaded cells of a solution if it gives one."""

    rows: list[list[Any]]
    shaded: frozenset[RowColumn] | None = None


def lines_of(text: str) -> Lines:
    """Return the lines that are neither empty nor a comment nor a frame."""
    return [
        (number, line)
        for number, line in enumerate(text.splitlines(), 1)
        if line.strip() and not line.lstrip().startswith("#") and not _FRAME.fullmatch(line)
    ]


def number_rows(lines: Lines, blanks: str = ".") -> list[list[CellNumber]]:
    """Return the numbers of lines; BoardError names line and column of anything else."""
    rows: list[list[CellNumber]] = []
    for number, line in lines:
        row: list[CellNumber] = []
        for column, word in enumerate(BETWEEN.split(line.strip(" \t\r,;|")), 1):
            if re.fullmatch(r"[0-9]+", word) and len(word) <= _MAX_DIGITS:
                row.append(int(word))
            elif word in blanks and len(word) == 1:
                row.append(None)
            else:
                raise BoardError(
                    f"Hitori board, line {number} (row {len(rows) + 1}), column {column}: found"
                    f" {word[:20]!r}, expected a number of at most {_MAX_DIGITS} digits"
                )
        if rows and len(row) != len(rows[0]):
            raise BoardError(
                f"Hitori board, line {number} (row {len(rows) + 1}): {len(row)} numbers, expected"
                f" {len(rows[0])} as in row 1"
            )
        rows.append(row)
    return rows


def check_one_board(text: str) -> None:
    """Refuse text in which an empty line separates boards."""
    lines = text.strip().splitlines()
    for number, line in enumerate(lines, 1):
        if not line.strip():
            raise BoardError(
                f"Hitori board: line {number} of the text is empty and starts another board,"
                " expected one board"
            )


def check_length(cells: str | list[CellNumber], rows: int, columns: int) -> None:
    """Refuse more or fewer cells than the size says."""
    if len(cells) != rows * columns or not cells:
        raise BoardError(
            f"Hitori id: {len(cells)} cells, expected {rows} rows x {columns} columns ="
            f" {rows * columns}"
        )


def rows_of(numbers: list[Any], columns: int) -> list[list[Any]]:
    """Return the cells of a board row by row."""
    return [numbers[at : at + columns] for at in range(0, len(numbers), columns)]
