"""Hitori boards as pzpr (puzz.link) has them: addresses, and files of the version pzprv3."""

from __future__ import annotations

import re

from aima_search.base.errors import BoardError
from puzzles.hitori.formats.digits import DIGITS
from puzzles.hitori.formats.reading import Reading, check_length, rows_of
from puzzles.hitori.rules import CellNumber, Rows

_MAX_PZPR = 36 * 36 - 1


def read_pzpr(text: str) -> Reading:
    """Read ``hitori/COLUMNS/ROWS/BODY``, with or without the address before it."""
    match = re.fullmatch(r"\s*(?:\S*[?/])?hitori/([0-9]{1,4})/([0-9]{1,4})/(\S*)\s*", text)
    if match is None:
        raise BoardError("Hitori address: expected hitori/columns/rows/numbers")
    columns, rows, body = int(match[1]), int(match[2]), match[3]
    numbers: list[CellNumber] = []
    place = 0
    while place < len(body):
        word = re.match(r"-[0-9a-z]{2}|[0-9a-z.%@]", body[place : place + 3])
        if word is None:
            raise BoardError(
                f"Hitori address, character {place + 1} of the numbers, row"
                f" {len(numbers) // max(columns, 1) + 1}: found {body[place]!r}"
            )
        numbers.append(None if word[0] in ".%@" else int(word[0].lstrip("-"), 36))
        place += len(word[0])
    check_length(numbers, rows, columns)
    return Reading(rows_of(numbers, columns))


def write_pzpr(rows: Rows) -> str:
    """Return a puzz.link address; BoardError for numbers above 1295."""
    body = "".join(_pzpr(number) for row in rows for number in row)
    return f"https://puzz.link/p?hitori/{len(rows[0])}/{len(rows)}/{body}"


def _pzpr(number: CellNumber) -> str:
    if number is None:
        return "."
    if number > _MAX_PZPR:
        raise BoardError(f"Hitori address: {number} is more than {_MAX_PZPR}; use 'list'")
    tens, ones = divmod(number, 36)
    return DIGITS[ones] if not tens else f"-{DIGITS[tens]}{DIGITS[ones]}"


def read_pzprv3(text: str) -> Reading:
    """Read a pzprv3 file: size, rows of numbers, and rows of answers (# + .) if there are any."""
    words = [word.strip() for word in re.split(r"[/\n]", text) if word.strip()]
    if len(words) < 4 or words[1] != "hitori" or not all(map(_is_size, words[2:4])):
        raise BoardError("Hitori file: expected pzprv3/hitori/rows/columns/ and rows of numbers")
    rows, columns = int(words[2]), int(words[3])
    lines = [word.split() for word in words[4:]]
    if len(lines) not in (rows, 2 * rows) or any(len(line) != columns for line in lines):
        raise BoardError(
            f"Hitori file: expected {rows} rows of {columns} numbers, and as many of answers or"
            f" none; found {len(lines)} rows of {sorted({len(line) for line in lines})}"
        )
    numbers = [
        [_file_number(word, row, column) for column, word in enumerate(line, 1)]
        for row, line in enumerate(lines[:rows], 1)
    ]
    for row, line in enumerate(lines[rows:], 1):
        for column, word in enumerate(line, 1):
            if word not in ("#", "+", "."):
                raise BoardError(
                    f"Hitori file, answer row {row}, column {column}: found {word[:20]!r},"
                    " expected #, + or ."
                )
    shaded = frozenset(
        (row, column)
        for row, line in enumerate(lines[rows:])
        for column, word in enumerate(line)
        if word == "#"
    )
    return Reading(numbers, shaded or None)


def _is_size(word: str) -> bool:
    return re.fullmatch(r"[0-9]{1,4}", word) is not None


def _file_number(word: str, row: int, column: int) -> CellNumber:
    if word in (".", "-"):
        return None
    if not re.fullmatch(r"[0-9]{1,7}", word):
        raise BoardError(
            f"Hitori file, row {row}, column {column}: found {word[:20]!r}, expected a number"
        )
    return int(word)


def write_pzprv3(rows: Rows) -> str:
    """Return a pzprv3 file without answers."""
    numbers = [" ".join("." if n is None else str(n) for n in row) + " /\n" for row in rows]
    answers = [". " * len(row) + "/\n" for row in rows]
    return f"pzprv3/\nhitori/\n{len(rows)}/\n{len(rows[0])}/\n" + "".join(numbers + answers)
