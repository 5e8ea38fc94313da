"""Hitori boards as strings of one character a cell."""

from __future__ import annotations

import re
from math import isqrt
from typing import Any

from aima_search.base.errors import BoardError
from puzzles.hitori.formats.reading import Reading, lines_of
from puzzles.hitori.rules import CellNumber, Rows

DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"


def read_digits(text: str) -> Reading:
    """Read one character a cell, letters from a = 10; rows end at / or ; or the end of a line."""
    words = [word for _, line in lines_of(text) for word in re.split(r"[\s/;|()]+", line) if word]
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
        row: list[CellNumber] = []
        for column, character in enumerate(word, 1):
            if character != "." and character.lower() not in DIGITS:
                raise BoardError(
                    f"Hitori digits, row {number}, column {column}: found {character!r},"
                    " expected a digit or a letter"
                )
            row.append(None if character == "." else DIGITS.index(character.lower()))
        rows.append(row)
    return Reading(rows)


def write_digits(rows: Rows) -> str:
    """Return a character a cell, rows separated by /; BoardError above 35."""
    return "/".join("".join(_digit(number) for number in row) for row in rows)


def _digit(number: CellNumber) -> str:
    if number is not None and number >= len(DIGITS):
        raise BoardError(f"Hitori digits: {number} is more than {len(DIGITS) - 1}; use 'list'")
    return "." if number is None else DIGITS[number]
