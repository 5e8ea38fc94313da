"""One line a puzzle: n*n characters row by row, maybe with further columns; .sdm files.

``#`` starts a comment. After the characters a comma or a blank may start a rating or a name.
"""

from __future__ import annotations

from puzzles.sudoku.board import Board, Variant, make_board
from puzzles.sudoku.formats.alphabet import digits_of
from puzzles.sudoku.formats.place import Symbols, symbols_of, text_of
from puzzles.sudoku.geometry import DIGITS


def read_lines(text: str, variant: Variant, alphabet: str | None) -> list[Board]:
    """Return the board of every line that is neither empty nor a comment."""
    lines = [without_comment(line) for line in symbols_of(text)]
    return [
        make_board(digits_of(_cells(line), alphabet), variant)
        for line in lines
        if text_of(line).strip()
    ]


def without_comment(line: Symbols) -> Symbols:
    """Return the part of a line before ``#``."""
    return line[: text_of(line).find("#")] if "#" in text_of(line) else line


def _cells(line: Symbols) -> Symbols:
    """Return the characters that stand for cells: all, all but blanks, or the first column."""
    text = text_of(line)
    if len(text) in _SQUARES and " " in text and not set(text) & set(".0*_-Xx,"):
        return line
    first = len(text) - len(text.lstrip())
    end = min((text.find(c, first) for c in ", \t" if c in text[first:]), default=len(text))
    column = line[first:end]
    if len(column) in _SQUARES or not set(text[end:]) & set(" \t"):
        return column
    together = tuple(symbol for symbol in line if symbol.text not in " \t")
    return together if len(together) in _SQUARES else column


_SQUARES = frozenset(side**2 for side in range(4, 26))


def write_line(board: Board) -> str:
    """Return the characters of all cells, ``.`` for open ones."""
    return "".join([DIGITS[digit - 1] if digit else "." for digit in board.givens])


def write_zeros(board: Board) -> str:
    """Return the characters of all cells, 0 for open ones."""
    return write_line(board).replace(".", "0")
