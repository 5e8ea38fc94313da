"""Hitori boards with the letter of its column before every number: ``a1b2c1;a2b2c1;a3b1c2``."""

from __future__ import annotations

import re
from string import ascii_lowercase

from aima_search.base.errors import BoardError
from puzzles.hitori.formats.reading import Reading, lines_of

_ROW = re.compile(r"(?:[a-z][0-9]{1,7}){2,26}", re.ASCII)


def read_coordinates(text: str) -> Reading:
    """Read rows of letters a, b, c, ..., each with its number; BoardError for another letter."""
    rows: list[list[int]] = []
    for number, word in enumerate(_rows(text), 1):
        cells = re.findall(r"([a-z])([0-9]{1,7})", word)
        columns = "".join(letter for letter, _ in cells)
        if not _ROW.fullmatch(word) or not ascii_lowercase.startswith(columns):
            raise BoardError(
                f"Hitori coordinates, row {number}: found {word[:40]!r}, expected the letters"
                " a, b, c, ... of the columns, each followed by its number"
            )
        rows.append([int(cell) for _, cell in cells])
    return Reading(rows)


def has_coordinates(text: str) -> bool:
    """Tell whether a text is several rows of letters with numbers behind them.

    BoardError if the letters are not a, b, c, ...: the text could be coordinates out of order,
    or a character a cell. A text with as many characters a row as rows has a character a cell.
    """
    rows = _rows(text)
    if len(rows) < 2 or not all(map(_ROW.fullmatch, rows)):
        return False
    if all(ascii_lowercase.startswith(re.sub("[0-9]", "", row)) for row in rows):
        return True
    if {len(row) for row in rows} == {len(rows)}:
        return False
    raise BoardError(
        f"Hitori board {text.strip()[:40]!r}: could be numbers behind the letters of their columns,"
        " out of order, or a character a cell; name the format (--reader): 'digits', or put the"
        " letters in order"
    )


def _rows(text: str) -> list[str]:
    """The rows of a text in lower case, without what stands between their cells."""
    words = [word for _, line in lines_of(text) for word in re.split(r"[;/|()]", line)]
    return [re.sub(r"[\s,]", "", word).lower() for word in words if word.strip(" \t,")]
