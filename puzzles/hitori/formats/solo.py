"""Hitori boards as the ids of Simon Tatham's Singles."""

from __future__ import annotations

import re

from aima_search.base.errors import BoardError
from puzzles.hitori.formats.reading import Reading, check_length, rows_of
from puzzles.hitori.rules import Rows

_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"


def read_sgt(text: str) -> Reading:
    """Read ``WxH:BODY``, width first, a character a cell, values from 1 to the longer side."""
    match = re.fullmatch(r"\s*([0-9]{1,3})x([0-9]{1,3})\s*:\s*(\S*)\s*", text)
    if match is None:
        raise BoardError("Hitori id: expected width x height : characters, such as 3x3:121221312")
    columns, rows, body = int(match[1]), int(match[2]), match[3]
    check_length(body, rows, columns)
    most = max(rows, columns)
    for place, character in enumerate(body):
        if not 1 <= _DIGITS.find(character) <= most:
            row, column = divmod(place, columns)
            raise BoardError(
                f"Hitori id, row {row + 1}, column {column + 1}: found {character!r}, expected"
                f" the character of a number from 1 to {most}"
            )
    return Reading(rows_of([_DIGITS.index(character) for character in body], columns))


def write_sgt(rows: Rows) -> str:
    """Return ``WxH:BODY``; BoardError if a number is missing or above the longer side."""
    most = min(max(len(rows), len(rows[0])), len(_DIGITS) - 1)
    numbers = [number for row in rows for number in row]
    for number in numbers:
        if number is None or number > most:
            raise BoardError(f"Hitori id: found {number}, this form takes 1 to {most} only")
    return f"{len(rows[0])}x{len(rows)}:" + "".join(_DIGITS[number or 0] for number in numbers)
