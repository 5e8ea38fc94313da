"""Sudokus inside other data: tables, addresses, lines of libraries, lists of candidates."""

from __future__ import annotations

import re

from aima_search.base.errors import BoardError
from puzzles.grid import in_rows
from puzzles.sudoku.formats import rows
from puzzles.sudoku.formats.rows import Misread, Word
from puzzles.sudoku.rules import DIGITS, SudokuBoard, Variant, make_board

_HEADERS = ("puzzle", "puzzles", "quizzes", "quiz", "board", "grid", "sudoku")
"""Possible names of the column of puzzles, by priority."""

ADDRESS = re.compile(r"\s*https?://", re.IGNORECASE)
HODOKU = re.compile(r"\s*:?[0-9]{4}[^:\n]*:[^:\n]*:([^:\n]*)", re.ASCII)
CANDIDATES = re.compile(r"\s*[1-9.0]{729}\s*\Z")

_PARAMETER = re.compile(r"[?&#](\w+)=([0-9.*_xX-]{81})(?![^&#\s])", re.ASCII)


def is_table(text: str) -> bool:
    """Return True if the first line of a text is a header with a column of puzzles."""
    return _place(text.split("\n", 1)[0]) is not None


def read_table(text: str, variant: Variant, alphabet: str | None) -> SudokuBoard:
    """Return the board of the only line below the header."""
    header, *lines = rows.lines_of(text) or [Word(0, "")]
    line = rows.only(lines)
    cell = cell_of(line.text, header.text)
    column = Word(line.at + line.text.find(cell), cell)
    return make_board(rows.digits_of(column.characters(), alphabet), variant)


def cell_of(line: str, header: str) -> str:
    """Return the puzzle in a line of a table; raise BoardError if the line is too short."""
    place, separator = _place(header) or (0, ",")
    cells = line.split(separator)
    if place >= len(cells):
        raise BoardError(
            f"Sudoku table, line {line[:40]!r}: {len(cells)} columns, expected the puzzle in column"
            f" {place + 1}"
        )
    return cells[place].strip().strip('"')


def _place(header: str) -> tuple[int, str] | None:
    """Return the index of the column with the puzzles, and the separator between columns."""
    separator = next((sign for sign in ",;\t" if sign in header), ",")
    names = [name.strip().strip('"').lower() for name in header.split(separator)]
    return next(((names.index(one), separator) for one in _HEADERS if one in names), None)


def read_address(text: str, variant: Variant, alphabet: str | None) -> SudokuBoard:
    """Return the board in an address that has a parameter of 81 characters."""
    from urllib.parse import unquote  # slow to import

    found = _PARAMETER.findall(unquote(text.strip()))
    if len(found) != 1:
        names = ", ".join(name for name, _ in found) or "none"
        raise BoardError(
            f"Sudoku address, parameters of 81 characters: found {names}, expected one; give the 81"
            " characters instead of the address"
        )
    return make_board(rows.digits_of(Word(0, found[0][1]).characters(), alphabet), variant)


def read_hodoku(text: str, variant: Variant, alphabet: str | None) -> SudokuBoard:
    """Return the givens of a line of a HoDoKu library: ``:code:candidates:board:...``.

    A digit after ``+`` was placed by a player, so its cell is open.
    """
    line = rows.only(rows.lines_of(text))
    if (found := HODOKU.match(line.text)) is None:
        raise Misread(line.at, "fields between colons: a code, candidates, and the board")
    words = list(re.finditer(r"\+?.", found[1]))
    cells = [Word(line.at + found.start(1) + word.end() - 1, word[0][-1]) for word in words]
    digits = rows.digits_of(cells, alphabet)
    givens = [0 if word[0][0] == "+" else one for word, one in zip(words, digits, strict=True)]
    return make_board(givens, variant)


def read_candidates(text: str, variant: Variant, alphabet: str | None) -> SudokuBoard:
    """Return the board of a text that has nine characters per cell: the digits still possible."""
    word = Word(0, text).stripped()
    givens = []
    for cell in in_rows(word.characters(), 9):
        digits = [one.text for one in cell if one.text in DIGITS]
        for one, digit in zip(cell, DIGITS, strict=False):
            if one.text not in (digit, ".", "0") or not digits:
                raise Misread(one.at, f"{digit} or ., the candidates 1 to 9 of a cell in order")
        givens.append(int(digits[0]) if len(digits) == 1 else 0)
    return make_board(givens, variant)
