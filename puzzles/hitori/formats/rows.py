"""Hitori boards as lists, rows of numbers, digit strings and janko.at texts."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from math import isqrt
from typing import Any, NamedTuple, TypeAlias

from aima_search.errors import BoardError
from puzzles.grid import Cell
from puzzles.hitori.rules import Number, Rows

Lines: TypeAlias = list[tuple[int, str]]
"""Lines of a text with their numbers, from 1."""

DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
_BETWEEN = re.compile(r"[ \t,;|]+")
_FRAME = re.compile(r"[\s|]*[+][-+=|\s]*")
_MAX_DIGITS = 7


class Reading(NamedTuple):
    """What a text says: rows, and the shaded cells of a solution where it gives one."""

    rows: list[list[Any]]
    shaded: frozenset[Cell] | None = None


def lines_of(text: str) -> Lines:
    """Return the lines that are not empty, no comment and no frame."""
    return [
        (number, line)
        for number, line in enumerate(text.splitlines(), 1)
        if line.strip() and not line.lstrip().startswith("#") and not _FRAME.fullmatch(line)
    ]


def read_list(text: str) -> Reading:
    """Read a Python or JSON list of rows, as data: brackets, commas, numbers, None or null."""
    fault = re.search(r"(?:None|null|[\[\](),\s0-9])*", text)
    assert fault is not None
    if fault.end() < len(text):
        before = text[: fault.end()]
        raise BoardError(
            f"Hitori list, line {before.count(chr(10)) + 1}, column"
            f" {fault.end() - before.rfind(chr(10))}: found {text[fault.end()]!r}, expected"
            " rows of numbers such as [[1,2],[2,1]]"
        )
    as_json = text.replace("(", "[").replace(")", "]").replace("None", "null")
    try:
        rows = json.loads(re.sub(r",(\s*\])", r"\1", as_json))
    except (ValueError, RecursionError) as error:
        place = getattr(error, "colno", None)
        where = "" if place is None else f", line {getattr(error, 'lineno', 1)}, column {place}"
        raise BoardError(
            f"Hitori list{where}: not a list of rows of numbers such as [[1,2],[2,1]]"
        ) from None
    if not isinstance(rows, list) or not all(isinstance(row, list) for row in rows):
        raise BoardError("Hitori list: expected rows of numbers such as [[1,2],[2,1]]")
    return Reading(rows)


def read_rows(text: str) -> Reading:
    """Read rows of numbers with blanks, tabs, commas, semicolons or bars between them."""
    _check_one_board(text)
    return Reading(number_rows(lines_of(text)))


def read_sized(text: str) -> Reading:
    """Read rows of numbers under a line that gives rows and columns."""
    _check_one_board(text)
    lines = lines_of(text)
    size = re.fullmatch(r"\s*([0-9]{1,6})[ \tx,;]+([0-9]{1,6})\s*", lines[0][1]) if lines else None
    if size is None:
        raise BoardError("Hitori board: expected rows and columns in the first line, such as 9 9")
    rows, columns = int(size[1]), int(size[2])
    board = number_rows(lines[1:])
    if len(board) != rows or any(len(row) != columns for row in board):
        raise BoardError(
            f"Hitori board, line {lines[0][0]}: expected {rows} rows of {columns} numbers below,"
            f" found {len(board)} rows of {sorted({len(row) for row in board})}"
        )
    return Reading(board)


def has_size_line(lines: Lines) -> bool:
    """Tell whether the first line gives the size of what follows."""
    if len(lines) < 2:
        return False
    first = _BETWEEN.split(lines[0][1].strip())
    return len(first) == 2 and first[0] == str(len(lines) - 1) and first[1] == _length(lines[1][1])


def has_even_rows(lines: Lines) -> bool:
    """Tell whether all lines have as many numbers as the first."""
    return len({_length(line) for _, line in lines}) == 1


def _length(line: str) -> str:
    return str(len(_BETWEEN.split(line.strip(" \t,;|"))))


def number_rows(lines: Lines, blanks: str = ".") -> list[list[Number]]:
    """Return the numbers of lines; BoardError names line and column of anything else."""
    rows: list[list[Number]] = []
    for number, line in lines:
        row: list[Number] = []
        for column, word in enumerate(_BETWEEN.split(line.strip(" \t\r,;|")), 1):
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


def read_digits(text: str) -> Reading:
    """Read one character a cell, letters from a = 10; rows end at / or at the end of a line."""
    words = [word for _, line in lines_of(text) for word in line.strip().split("/") if word]
    if len(words) == 1:
        side = isqrt(len(words[0]))
        if side * side != len(words[0]):
            raise BoardError(
                f"Hitori digits: {len(words[0])} characters on one line are not a square;"
                " separate the rows with /"
            )
        words = [words[0][at : at + side] for at in range(0, side * side, side)]
    rows: list[list[Any]] = []
    for number, word in enumerate(words, 1):
        row: list[Number] = []
        for column, character in enumerate(word, 1):
            if character != "." and character.lower() not in DIGITS:
                raise BoardError(
                    f"Hitori digits, row {number}, column {column}: found {character!r},"
                    " expected a digit or a letter"
                )
            row.append(None if character == "." else DIGITS.index(character.lower()))
        rows.append(row)
    return Reading(rows)


def read_janko(text: str) -> Reading:
    """Read the [problem] rows of a janko.at text, and its [solution] of x and - if there is one."""
    sections: dict[str, Lines] = {}
    section = ""
    for number, line in enumerate(text.splitlines(), 1):
        heading = re.fullmatch(r"\s*\[(\w+)\]\s*", line)
        if heading:
            section = heading[1].lower()
        elif line.strip():
            sections.setdefault(section, []).append((number, line))
    rows = number_rows(sections.get("problem", []), blanks=".-")
    marks = sections.get("solution")
    return Reading(rows, None if marks is None else read_marks(marks, rows))


def read_marks(lines: Lines, rows: list[list[Any]]) -> frozenset[Cell]:
    """Return the cells marked x in rows of x and -, one a cell of the board."""
    shaded = set()
    for row, (number, line) in enumerate(lines):
        marks = re.sub(r"[\s,;|]", "", line)
        fault = re.search(r"[^xX-]", marks)
        if fault or row >= len(rows) or len(marks) != len(rows[row]):
            what = f"found {fault[0]!r}" if fault else "of another size than the board"
            raise BoardError(f"Hitori solution, line {number}: {what}, expected rows of x and -")
        shaded |= {(row, column) for column, mark in enumerate(marks) if mark in "xX"}
    if len(lines) != len(rows):
        raise BoardError(f"Hitori solution: {len(lines)} rows, expected {len(rows)}")
    return frozenset(shaded)


def _check_one_board(text: str) -> None:
    """Refuse text in which an empty line separates boards."""
    lines = text.strip().splitlines()
    for number, line in enumerate(lines, 1):
        if not line.strip():
            raise BoardError(
                f"Hitori board: line {number} of the text is empty and starts another board,"
                " expected one board"
            )


def write_list(rows: Sequence[Sequence[Number]]) -> str:
    """Return a Python list of lists without blanks."""
    return repr([list(row) for row in rows]).replace(" ", "")


def write_json(rows: Rows) -> str:
    """Return a JSON list of lists without blanks."""
    return json.dumps(rows, separators=(",", ":"))


def write_rows(rows: Rows) -> str:
    """Return rows of numbers in columns, a point for a cell without a number."""
    words = [["." if number is None else str(number) for number in row] for row in rows]
    width = max(len(word) for row in words for word in row)
    return "".join(" ".join(word.rjust(width) for word in row).rstrip() + "\n" for row in words)


def write_sized(rows: Rows) -> str:
    """Return rows of numbers under a line with rows and columns."""
    return f"{len(rows)} {len(rows[0])}\n{write_rows(rows)}"


def write_digits(rows: Rows) -> str:
    """Return a character a cell, rows separated by /; BoardError above 35."""
    return "/".join("".join(_digit(number) for number in row) for row in rows)


def _digit(number: Number) -> str:
    if number is not None and number >= len(DIGITS):
        raise BoardError(f"Hitori digits: {number} is more than {len(DIGITS) - 1}; use 'list'")
    return "." if number is None else DIGITS[number]


def write_janko(rows: Rows) -> str:
    """Return a [problem] section."""
    return f"[problem]\n{write_rows(rows)}[end]\n"


def write_marks(shaded: Iterable[Cell], rows: int, columns: int) -> str:
    """Return a solution as rows of x (shaded) and -."""
    marked = set(shaded)
    return "".join(
        " ".join("x" if (row, column) in marked else "-" for column in range(columns)) + "\n"
        for row in range(rows)
    )
