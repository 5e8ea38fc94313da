"""Hitori boards as text: what is read, what is written, and the checks at the border.

Formats by name: "list" (Python or JSON lists), "rows" (numbers with anything between them),
"sized" (the same under a line with rows and columns), "digits", "sgt" (Simon Tatham's
Singles), "pzpr" (puzz.link), "pzprv3" (its files) and "janko" (janko.at).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from operator import index
from typing import Any

from aima_search.errors import BoardError, UnknownName
from puzzles.grid import Cell
from puzzles.hitori.formats import pzpr, rows
from puzzles.hitori.formats.rows import Reading
from puzzles.hitori.rules import Number, Rows

MAX_CELLS = 10_000
MAX_NUMBER = 1_000_000

READERS: dict[str, Callable[[str], Reading]] = {
    "list": rows.read_list,
    "rows": rows.read_rows,
    "sized": rows.read_sized,
    "digits": rows.read_digits,
    "sgt": pzpr.read_sgt,
    "pzpr": pzpr.read_pzpr,
    "pzprv3": pzpr.read_pzprv3,
    "janko": rows.read_janko,
}
"""Readers by the name of their format."""

WRITERS: dict[str, Callable[[Rows], str]] = {
    "list": rows.write_list,
    "json": rows.write_json,
    "rows": rows.write_rows,
    "sized": rows.write_sized,
    "digits": rows.write_digits,
    "sgt": pzpr.write_sgt,
    "pzpr": pzpr.write_pzpr,
    "pzprv3": pzpr.write_pzprv3,
    "janko": rows.write_janko,
}
"""Writers by the name of their format; BoardError where a format cannot say a board."""

_SIGNS: tuple[tuple[str, str], ...] = (
    (r"\s*pzprv3", "pzprv3"),
    (r"(?is).*^[ \t]*\[problem\]", "janko"),
    (r"\s*[\[(]", "list"),
    (r"\s*\S*\bhitori/", "pzpr"),
    (r"\s*[0-9]+x[0-9]+\s*:", "sgt"),
    (r"\s*[0-9a-zA-Z]+(/[0-9a-zA-Z]+)+/?\s*\Z", "digits"),
)
"""What a text looks like, and the format it is in then."""

_ONE_A_LINE = r"\s*(\[\s*\[|\(\s*\(|\S*hitori/|[0-9]+x[0-9]+:|[0-9a-zA-Z/]{2,}\s*\Z)"
_BLOCK = r"(?im)^[ \t]*(\[problem\]|pzprv3[.0-9]*/?(hitori/?)?)[ \t\r]*$"
"""First lines of boards that are a line each, and lines of those that take several."""


def parse_text(text: str, format: str | None = None, *, max_cells: int = MAX_CELLS) -> Rows:  # noqa: A002
    """Return the rows of the board that a text describes.

    format: a name of ``READERS``; without it the text is recognised, and one that could be
    read two ways is refused. Raises BoardError that names line, row or column.
    """
    return check_rows(read(text, format).rows, max_cells=max_cells)


def read(text: str, format: str | None = None) -> Reading:  # noqa: A002
    """Return rows, unchecked, and shaded cells where the text gives a solution."""
    text = text.removeprefix("\ufeff")
    if not text.strip():
        raise BoardError("Hitori board: the text is empty, expected rows of numbers")
    if format is None:
        format = recognise(text)  # noqa: A001
    if format not in READERS:
        raise UnknownName("Hitori format", format, READERS)
    return READERS[format](text)


def recognise(text: str) -> str:
    """Return the name of the format a text is in; BoardError where two would fit."""
    for sign, name in _SIGNS:
        if re.match(sign, text, re.ASCII | re.MULTILINE):
            return name
    lines = rows.lines_of(text)
    if lines and all(re.fullmatch(r"[0-9a-zA-Z]{2,}", line, re.ASCII) for _, line in lines):
        if len(lines) == 1:
            return "digits"
        raise BoardError(
            "Hitori board: lines of digits could be rows of one-digit numbers or one number a"
            " row; name the format (--reader): 'digits' or 'rows'"
        )
    if rows.has_size_line(lines):
        if rows.has_even_rows(lines):
            raise BoardError(
                f"Hitori board: the first line, {lines[0][1].strip()!r}, could be a row or the"
                " size of the board; name the format (--reader): 'rows' or 'sized'"
            )
        return "sized"
    return "rows"


def split_boards(text: str) -> Iterator[tuple[int, str]]:
    """Yield every board of a file and the number of its first line.

    A file that starts with a list, an id or a line of digits holds one board a line; of
    others, such as pzprv3 files and janko.at texts, boards are separated by empty lines. Lines
    that start with # are skipped.
    """
    lines = text.removeprefix("\ufeff").splitlines()
    first = next((line for line in lines if line.strip() and not line.startswith("#")), "")
    if re.match(_ONE_A_LINE, first) and not re.search(_BLOCK, text):
        yield from (
            (number, line.strip())
            for number, line in enumerate(lines, 1)
            if line.strip() and not line.startswith("#")
        )
        return
    block: list[str] = []
    for number, line in enumerate([*lines, ""], 1):
        if line.strip():
            block.append(line)
        elif block:
            if not all(line.startswith("#") for line in block):
                yield number - len(block), "\n".join(block)
            block = []


def format_rows(rows: Rows, to: str = "id") -> str:
    """Return a board as text; "id" is one line, the shortest of sgt, pzpr and list that can say it.

    >>> format_rows(((1, 2, 1), (2, 2, 1), (3, 1, 2)))
    '3x3:121221312'
    """
    if to == "id":
        return _identify(rows)
    if to not in WRITERS:
        raise UnknownName("Hitori format", to, ["id", *WRITERS])
    return WRITERS[to](rows)


def _identify(board: Rows) -> str:
    for writer in (pzpr.write_sgt, pzpr.write_pzpr):
        try:
            return writer(board)
        except BoardError:
            continue
    return rows.write_list(board)


def check_rows(rows: Iterable[Iterable[Any]], *, max_cells: int = MAX_CELLS) -> Rows:
    """Return rows as tuples; BoardError names row and column of what is no positive number."""
    try:
        board = tuple(map(tuple, rows))
    except TypeError:
        raise BoardError(f"Hitori board {rows!r}: expected rows of numbers") from None
    if not board or not board[0]:
        raise BoardError("Hitori board without cells: expected rows of numbers")
    check_size(len(board), len(board[0]), max_cells)
    for number, row in enumerate(board, 1):
        if len(row) != len(board[0]):
            raise BoardError(
                f"Hitori board, row {number}: {len(row)} cells, expected {len(board[0])} as in"
                " row 1"
            )
    return tuple(
        tuple([_checked(value, row, column) for column, value in enumerate(line, 1)])
        for row, line in enumerate(board, 1)
    )


def check_size(rows: int, columns: int, max_cells: int = MAX_CELLS) -> None:
    """Raise BoardError for a board of more than ``max_cells`` cells, or of none."""
    if rows < 1 or columns < 1 or rows * columns > max_cells:
        raise BoardError(
            f"Hitori board of {rows} x {columns}: expected 1 to {max_cells:,} cells"
            " (the limit is max_cells, --max-cells)"
        )


def _checked(value: Any, row: int, column: int) -> Number:
    if type(value) is int and 0 < value <= MAX_NUMBER:
        return value
    if value is None:
        return None
    try:
        number = 0 if isinstance(value, bool) else index(value)
    except TypeError:
        number = 0
    if not 0 < number <= MAX_NUMBER:
        hint = " (0 stands for a shaded cell, in solutions only)" if value == 0 else ""
        raise BoardError(
            f"Hitori board, row {row}, column {column}: found {value!r}, expected a whole number"
            f" from 1 to {MAX_NUMBER:,}{hint}"
        )
    return number


def check_solution(grid: Sequence[Sequence[Any]], rows: Rows) -> list[Cell]:
    """Return the cells that are 0 in a grid otherwise equal to the rows; BoardError if not."""
    if len(grid) != len(rows) or any(len(line) != len(rows[0]) for line in grid):
        raise BoardError(f"Hitori solution: expected {len(rows)} rows of {len(rows[0])} numbers")
    shaded = []
    for row, line in enumerate(grid):
        for column, value in enumerate(line):
            if type(value) is int and value == 0:
                shaded.append((row, column))
            elif value != rows[row][column]:
                raise BoardError(
                    f"Hitori solution, row {row + 1}, column {column + 1}: found {value!r},"
                    f" expected {rows[row][column]} or 0"
                )
    return shaded
