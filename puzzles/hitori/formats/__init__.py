"""Hitori boards as text: which formats there are, and which one a text is in.

Formats by name: "list" (Python or JSON lists), "rows" (numbers with anything between them),
"sized" (the same under a line with rows and columns, or the side), "digits", "coordinates" (numbers
behind the letters of their columns), "sgt" (Simon Tatham's Singles), "pzpr" (puzz.link), "pzprv3"
(its files) and "janko" (janko.at).
"""

from __future__ import annotations

import re
from collections.abc import Callable

from aima_search.base.errors import BoardError, UnknownName
from aima_search.model.puzzle import check_length
from puzzles.hitori.formats import coordinates, digits, janko, lists, pzpr, rows, solo
from puzzles.hitori.formats.checks import MAX_CELLS, check_rows
from puzzles.hitori.formats.one_line import with_rows_on_lines
from puzzles.hitori.formats.reading import Reading, lines_of
from puzzles.hitori.formats.splits import check_split
from puzzles.hitori.rules import Rows

READERS: dict[str, Callable[[str], Reading]] = {
    "list": lists.read_list,
    "rows": rows.read_rows,
    "sized": rows.read_sized,
    "digits": digits.read_digits,
    "coordinates": coordinates.read_coordinates,
    "sgt": solo.read_sgt,
    "pzpr": pzpr.read_pzpr,
    "pzprv3": pzpr.read_pzprv3,
    "janko": janko.read_janko,
}
"""Readers by the name of their format."""

WRITERS: dict[str, Callable[[Rows], str]] = {
    "list": lists.write_list,
    "json": lists.write_json,
    "rows": rows.write_rows,
    "sized": rows.write_sized,
    "digits": digits.write_digits,
    "sgt": solo.write_sgt,
    "pzpr": pzpr.write_pzpr,
    "pzprv3": pzpr.write_pzprv3,
    "janko": janko.write_janko,
}
"""Writers by the name of their format; BoardError if a format cannot say a board."""

_SIGNS: tuple[tuple[str, str], ...] = (
    (r"\s*pzprv3", "pzprv3"),
    (r"(?is).*^[ \t]*\[problem\]", "janko"),
    (r"\s*[\[(]", "list"),
    (r"\s*\S*\bhitori/", "pzpr"),
    (r"\s*[0-9]+x[0-9]+\s*:", "sgt"),
    (r"\s*[0-9a-zA-Z]+(/[0-9a-zA-Z]+)+/?\s*\Z", "digits"),
)
"""What a text looks like, and the format it is in then."""

_FLAGS = re.ASCII | re.MULTILINE

_CHARACTERS_A_CELL = 32
"""More than any format takes for a number and its solution, with room for comments."""


def parse_text(text: str, format: str | None = None, *, max_cells: int = MAX_CELLS) -> Rows:  # noqa: A002
    """Return the rows of the board that a text describes.

    format: a name of ``READERS``; without a name the format is recognised, and a text that can be
    read two ways is refused. Raises BoardError that names line, row or column.
    """
    check_length("Hitori", text, _CHARACTERS_A_CELL * max(max_cells, MAX_CELLS))
    return check_rows(read(text, format).rows, max_cells=max_cells)


def read(text: str, format: str | None = None) -> Reading:  # noqa: A002
    """Return rows, unchecked, and the shaded cells if the text gives a solution."""
    text = text.removeprefix("\ufeff")
    if not text.strip():
        raise BoardError("Hitori board: the text is empty, expected rows of numbers")
    if format is not None:
        if format not in READERS:
            raise UnknownName("Hitori format", format, READERS)
        return READERS[format](text)
    recognised, text = with_format(text)
    reading = READERS[recognised](text)
    if recognised == "rows":
        check_split(text, reading.rows)
    return reading


def with_format(text: str) -> tuple[str, str]:
    """Return the name of the format a text is in, and the text with its rows on lines."""
    if coordinates.has_coordinates(text):
        return "coordinates", text
    if not any(re.match(sign, text, _FLAGS) for sign, name in _SIGNS if name != "list"):
        text = with_rows_on_lines(text)
    return recognise(text), text


def recognise(text: str) -> str:
    """Return the name of the format a text is in; BoardError if two would fit."""
    for sign, name in _SIGNS:
        if re.match(sign, text, _FLAGS):
            return name
    lines = lines_of(text)
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


def format_rows(board: Rows, to: str = "id") -> str:
    """Return a board as text; "id" is one line, the shortest of sgt, pzpr, list that can hold it.

    >>> format_rows(((1, 2, 1), (2, 2, 1), (3, 1, 2)))
    '3x3:121221312'
    """
    if to == "id":
        return _identify(board)
    if to not in WRITERS:
        raise UnknownName("Hitori format", to, ["id", *WRITERS])
    return WRITERS[to](board)


def _identify(board: Rows) -> str:
    for writer in (solo.write_sgt, pzpr.write_pzpr):
        try:
            return writer(board)
        except BoardError:
            continue
    return lists.write_list(board)
