"""Hitori boards in the formats of Simon Tatham's Singles and of pzpr (puzz.link)."""

from __future__ import annotations

import re
from typing import Any

from aima_search.base.errors import BoardError
from puzzles.grid import in_rows
from puzzles.hitori.formats.layouts import DIGITS, too_large
from puzzles.hitori.rules import CellNumber, NumberRows
from puzzles.text import check_drawing

_SGT_DIGITS = DIGITS + DIGITS[10:].upper()

_MAX_PZPR = 36 * 36 - 1


def read_sgt(text: str) -> list[list[Any]]:
    """Return the rows of a board in the format WIDTHxHEIGHT:NUMBERS, such as ``3x3:121221312``."""
    match = re.fullmatch(r"\s*([0-9]{1,3})x([0-9]{1,3})\s*:\s*(\S*)\s*", text)
    if match is None:
        raise BoardError("Hitori id: expected WIDTHxHEIGHT:CHARACTERS, such as 3x3:121221312")
    columns, rows, body = int(match[1]), int(match[2]), match[3]
    _check_length(body, rows, columns)
    most = max(rows, columns)
    expected = f"a number from 1 to {most} (10 is a, 11 is b, ...)"
    check_drawing("Hitori id", in_rows(body, columns), _SGT_DIGITS[1 : most + 1], expected)
    return in_rows([_SGT_DIGITS.index(character) for character in body], columns)


def write_sgt(rows: NumberRows) -> str:
    """Return a board as ``WxH:BODY``; raise BoardError if this format cannot represent it."""
    most = min(max(len(rows), len(rows[0])), len(_SGT_DIGITS) - 1)
    numbers = [number for row in rows for number in row]
    for number in numbers:
        if number is None or number > most:
            raise too_large("id", number, most)
    return f"{len(rows[0])}x{len(rows)}:" + "".join(_SGT_DIGITS[number or 0] for number in numbers)


def read_pzpr(text: str) -> list[list[Any]]:
    """Read a pzpr address, such as ``.../hitori/COLUMNS/ROWS/BODY``."""
    match = re.fullmatch(
        r"\s*(?:\S*[?/])?hitori(?:_edit)?/([0-9]{1,4})/([0-9]{1,4})/(\S*)\s*", text
    )
    if match is None:
        raise BoardError("Hitori address: expected hitori/columns/rows/numbers")
    columns, rows, body = int(match[1]), int(match[2]), match[3]
    numbers: list[CellNumber] = []
    place = 0
    while place < len(body):
        word = re.match(r"-[0-9a-z]{2}|[0-9a-z.%@]", body[place : place + 3])
        if word is None:
            row = len(numbers) // max(columns, 1) + 1
            raise BoardError(
                f"Hitori address, row {row}, character {place + 1} of the numbers: found"
                f" {body[place]!r}, expected a digit, a letter from a to z, '.' or '-'"
            )
        numbers.append(None if word[0] in ".%@" else int(word[0].lstrip("-"), 36))
        place += len(word[0])
    _check_length(numbers, rows, columns)
    return in_rows(numbers, columns)


def write_pzpr(rows: NumberRows) -> str:
    """Return the puzz.link address of a board; raise BoardError for numbers above 1295."""
    body = ""
    for number in (number for row in rows for number in row):
        if number is None:
            body += "."
        elif number < 36:
            body += DIGITS[number]
        elif number <= _MAX_PZPR:
            body += f"-{DIGITS[number // 36]}{DIGITS[number % 36]}"
        else:
            raise too_large("address", number, _MAX_PZPR)
    return f"https://puzz.link/p?hitori/{len(rows[0])}/{len(rows)}/{body}"


def read_pzprv3(text: str) -> list[list[Any]]:
    """Read a pzprv3 file or address: a size, rows of numbers, and sometimes rows of answers."""
    text = text[max(text.find("pzprv3"), 0) :]
    if "%" in text:
        from urllib.parse import unquote  # slow to import

        text = unquote(text)
    words = [word.strip() for word in re.split(r"[/\n]", text) if word.strip()]
    head = re.fullmatch(r"hitori/([0-9]{1,4})/([0-9]{1,4})", "/".join(words[1:4]))
    if head is None:
        raise BoardError("Hitori file: expected pzprv3/hitori/ROWS/COLUMNS/ and then the numbers")
    rows, columns = int(head[1]), int(head[2])
    lines = [word.split() for word in words[4:]]
    if len(lines) not in (rows, 2 * rows) or any(len(line) != columns for line in lines):
        lengths = " or ".join(str(length) for length in sorted({len(line) for line in lines}))
        raise BoardError(
            f"Hitori file: found {len(lines)} rows of {lengths or 0} words, expected {rows} rows of"
            f" {columns} words (or {2 * rows} rows if the file has answers)"
        )
    for row, line in enumerate(lines):
        if row < rows:
            where, pattern, expected = f"row {row + 1}", r"[.-]|[0-9]{1,7}", "a number"
        else:
            where, pattern, expected = f"answer row {row - rows + 1}", "[#+.]", "#, + or ."
        for column, word in enumerate(line, 1):
            if not re.fullmatch(pattern, word):
                found = f"found {word[:20]!r}, expected {expected}"
                raise BoardError(f"Hitori file, {where}, column {column}: {found}")
    return [[None if word in (".", "-") else int(word) for word in line] for line in lines[:rows]]


def write_pzprv3(rows: NumberRows) -> str:
    """Return the text of a pzprv3 file with the numbers of a board, but without answers."""
    numbers = [" ".join("." if n is None else str(n) for n in row) + " /\n" for row in rows]
    answers = [". " * len(row) + "/\n" for row in rows]
    return f"pzprv3/\nhitori/\n{len(rows)}/\n{len(rows[0])}/\n" + "".join(numbers + answers)


def _check_length(cells: str | list[CellNumber], rows: int, columns: int) -> None:
    if len(cells) != rows * columns or not cells:
        raise BoardError(
            f"Hitori id: found {len(cells)} cells, expected {rows} rows x {columns} columns ="
            f" {rows * columns}"
        )
