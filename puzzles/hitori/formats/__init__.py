"""Read and write Hitori boards as text, and recognise the format of a text.

Formats by name: "list" (Python or JSON lists), "rows" (numbers with separators), "sized" (rows
after a line with the number of rows and columns, or with the side length), "digits" (one character
per cell), "sgt" (Simon Tatham's Singles), "pzpr" (puzz.link addresses), "pzprv3" (puzz.link files)
and "janko" (texts of janko.at). ``register_format`` adds others.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from operator import index
from typing import Any

from aima_search.base.errors import BoardError
from aima_search.base.interchange import counted, plain_table
from aima_search.model.puzzle import check_length
from puzzles.grid import RowColumn
from puzzles.hitori.formats import layouts, programs
from puzzles.hitori.formats.layouts import check_split, lines_of, with_rows_on_lines
from puzzles.hitori.rules import CellNumber, NumberRows
from puzzles.text import check_drawing, one_of, read_number_lists, split_boards, write_number_lists

READERS: dict[str, Callable[[str], list[list[Any]]]] = {
    "list": layouts.read_list,
    "rows": layouts.read_rows,
    "sized": layouts.read_sized,
    "digits": layouts.read_digits,
    "sgt": programs.read_sgt,
    "pzpr": programs.read_pzpr,
    "pzprv3": programs.read_pzprv3,
    "janko": layouts.read_janko,
}

WRITERS: dict[str, Callable[[NumberRows], str]] = {
    "list": write_number_lists,
    "rows": layouts.write_rows,
    "sized": lambda rows: f"{len(rows)} {len(rows[0])}\n{layouts.write_rows(rows)}",
    "digits": layouts.write_digits,
    "sgt": programs.write_sgt,
    "pzpr": programs.write_pzpr,
    "pzprv3": programs.write_pzprv3,
    "janko": lambda rows: f"[problem]\n{layouts.write_rows(rows)}[end]\n",
}
"""Writers by the name of their format; they raise BoardError for a board they cannot write."""

SIGNS: dict[str, str] = {
    "digits": r"\s*[0-9a-zA-Z]+(/[0-9a-zA-Z]+)+/?\s*\Z",
    "sgt": r"\s*[0-9]+x[0-9]+\s*:",
    "pzpr": r"\s*\S*\bhitori(_edit)?/",
    "list": r"\s*[\[(]",
    "pzprv3": r"\s*(https?:\S*)?pzprv3",
    "janko": r"(?s:.*?)^[ \t]*\[problem\]",
}
"""How a text in each format starts (regular expressions); the last match wins."""

FORMATS = ["id", *WRITERS]

MAX_CELLS, MAX_NUMBER = 10_000, 1_000_000

_FLAGS = re.ASCII | re.MULTILINE

_CHARACTERS_A_CELL = 32
"""Enough characters per cell for any format, with a solution and comments."""


def register_format(
    name: str, read: Callable[[str], list[list[Any]]], write: Callable[[NumberRows], str], sign: str
) -> None:
    """Add a text format; ``sign`` is a regular expression that recognises the format."""
    READERS[name], WRITERS[name], SIGNS[name] = read, write, sign
    FORMATS.append(name)


def parse_text(text: str, reader: str | None = None, *, max_cells: int = MAX_CELLS) -> NumberRows:
    """Return the rows of the board in a text.

    reader: a name of ``READERS``; by default, the format is recognised. Raises BoardError if the
    text has a mistake, or if the text could be in two formats.
    """
    check_length("Hitori", text, _CHARACTERS_A_CELL * max(max_cells, MAX_CELLS))
    text = text.removeprefix("\ufeff")
    if not text.strip():
        raise BoardError("Hitori board: the text is empty, expected rows of numbers")
    if reader is not None:
        rows = READERS[one_of("Hitori format", reader, READERS)](text)
    else:
        recognised, text = with_format(text)
        rows = READERS[recognised](text)
        if recognised == "rows":
            check_split(text, rows)
    return check_rows(rows, max_cells=max_cells)


def with_format(text: str) -> tuple[str, str]:
    """Return a pair: the name of a text's format, and the text with one row per line."""
    if not any(re.match(sign, text, _FLAGS) for name, sign in SIGNS.items() if name != "list"):
        text = with_rows_on_lines(text)
    for name, sign in reversed(SIGNS.items()):
        if re.match(sign, text, _FLAGS):
            return name, text
    lines = lines_of(text)
    if lines and all(re.fullmatch(r"[0-9a-zA-Z]{2,}", line, re.ASCII) for _, line in lines):
        if len(lines) == 1:
            return "digits", text
        raise BoardError(
            "Hitori board: each line could be a row of one-digit numbers, or only one number; set"
            " the format (--reader) to 'digits' or 'rows'"
        )
    if layouts.has_size_line(lines):
        if len({layouts.length_of(line) for _, line in lines}) == 1:  # as many as in the first row
            raise BoardError(
                f"Hitori board: the first line, {lines[0][1].strip()!r}, could be the first row, or"
                " the size of the board; set the format (--reader) to 'rows' or 'sized'"
            )
        return "sized", text
    return "rows", text


def split(text: str) -> Iterator[tuple[int, str]]:
    """Yield (line number, text) for every board in a file."""
    return split_boards(text.removeprefix("\ufeff"), _is_board, partial(_is_board, alone=True))


def _is_board(text: str, alone: bool = False) -> bool:
    """Return True if a text is a board. alone: True to reject a board of one row or one column."""
    try:
        rows = parse_text(text)
    except BoardError:
        return False
    return not alone or len(rows) == len(rows[0]) or min(len(rows), len(rows[0])) > 1


def format_rows(board: NumberRows, to: str = "id") -> str:
    """Return a board as text in the format ``to``.

    The format "id" is the first of "sgt", "pzpr" and "list" that can represent the board.

    >>> format_rows(((1, 2, 1), (2, 2, 1), (3, 1, 2)))
    '3x3:121221312'
    """
    if one_of("Hitori format", to, FORMATS) != "id":
        return WRITERS[to](board)
    for writer in (programs.write_sgt, programs.write_pzpr):
        try:
            return writer(board)
        except BoardError:
            continue
    return write_number_lists(board)


def check_rows(rows: Iterable[Iterable[Any]], *, max_cells: int = MAX_CELLS) -> NumberRows:
    """Return the rows as tuples; raise BoardError with the row and column of an invalid number."""
    try:
        board = tuple(map(tuple, rows))
    except TypeError:
        raise BoardError(f"Hitori board {rows!r}: expected rows of numbers") from None
    if not board or not board[0]:
        raise BoardError("Hitori board without cells: expected rows of numbers")
    if len(board) * len(board[0]) > max_cells:
        raise BoardError(
            f"Hitori board of {len(board)} x {len(board[0])}: expected 1 to {max_cells:,} cells"
            " (to change the limit, use max_cells in Python or --max-cells)"
        )
    for number, row in enumerate(board, 1):
        if len(row) != len(board[0]):
            found = f"found {counted(len(row), 'cell')}, expected {len(board[0])}, as in row 1"
            raise BoardError(f"Hitori board, row {number}: {found}")
    return tuple(
        line
        if {*map(type, line)} == {int} and min(line) > 0 and max(line) <= MAX_NUMBER  # fast
        else tuple([_checked(value, row, column) for column, value in enumerate(line, 1)])
        for row, line in enumerate(board, 1)
    )


def _checked(value: Any, row: int, column: int) -> CellNumber:
    if value is None or (type(value) is int and 0 < value <= MAX_NUMBER):
        return value
    try:
        number = 0 if isinstance(value, bool) else index(value)
    except TypeError:
        number = 0
    if not 0 < number <= MAX_NUMBER:
        hint = " (0 is a shaded cell, in solutions only)" if value == 0 else ""
        expected = f"expected a whole number from 1 to {MAX_NUMBER:,}{hint}"
        raise BoardError(f"Hitori board, row {row}, column {column}: found {value!r}, {expected}")
    return number


def check_solution(grid: Sequence[Sequence[Any]], rows: NumberRows) -> list[RowColumn]:
    """Return the cells in which ``grid`` has 0; all its other numbers must be as in ``rows``."""
    if len(grid) != len(rows) or any(len(line) != len(rows[0]) for line in grid):
        raise BoardError(f"Hitori solution: expected {len(rows)} rows of {len(rows[0])} numbers")
    for row, line in enumerate(grid):
        for column, value in enumerate(line):
            if value != rows[row][column] and (type(value) is not int or value != 0):
                place = f"Hitori solution, row {row + 1}, column {column + 1}"
                raise BoardError(f"{place}: found {value!r}, expected {rows[row][column]} or 0")
    return [(r, c) for r, line in enumerate(grid) for c, value in enumerate(line) if value == 0]


def shaded_cells(solution: Any, rows: NumberRows) -> set[RowColumn]:
    """Return the shaded cells of a solution; raise BoardError if it does not fit the board.

    A solution can be rows with 0 in shaded cells, rows of booleans, or a list of the shaded cells
    (row, column). It can also be a text with such a list, rows of numbers, or rows of marks. The
    marks ``x`` and ``#`` stand for shaded cells, and ``-``, ``+``, ``.`` and ``o`` for other cells.
    Texts of pzpr and janko.at may contain rows of marks.
    """
    table = plain_table(solution)
    if isinstance(table, list) and table and all(isinstance(row, str) for row in table):
        table = "\n".join(table)
    table = _table_of(table, len(rows)) if isinstance(table, str) else table
    if not (isinstance(table, list) and all(isinstance(row, list) for row in table)):
        raise BoardError(
            f"Hitori solution {table!r:.80}: expected rows, or a list of the shaded cells"
        )
    if {len(row) for row in table} == {2} and len(rows[0]) != 2:  # a list of the shaded cells
        for cell in table:
            if cell[0] not in range(len(rows)) or cell[1] not in range(len(rows[0])):
                raise BoardError(f"Hitori solution: found {cell}, expected a cell on the board")
        return {(row, column) for row, column in table}
    fits = list(map(len, table)) == list(map(len, rows))
    if fits and all(isinstance(value, bool) for row in table for value in row):
        return {(r, c) for r, row in enumerate(table) for c, shaded in enumerate(row) if shaded}
    return set(check_solution(table, rows))


def _table_of(text: str, height: int) -> list[list[Any]]:
    """Return the rows of a solution. Marks such as # become booleans: True for a shaded cell."""
    text = text.partition("[solution]")[2].partition("[")[0] or text
    lines = [line for line in re.split("[/\n]", text) if line.strip()]
    lines = lines[-height:] if "pzprv3" in text else lines
    if re.match(r"\s*[\[(]", text):
        return read_number_lists(text, "Hitori solution")
    marks = [re.sub(r"[\s,|;]", "", line) for line in lines]
    if not re.fullmatch(r"[xX#.o+-]+", "".join(marks)):
        return layouts.number_rows(lines_of("\n".join(lines)))
    check_drawing("Hitori solution", marks, "xX#.o+-", "x, #, -, +, . or o")
    return [[mark in "xX#" for mark in line] for line in marks]
