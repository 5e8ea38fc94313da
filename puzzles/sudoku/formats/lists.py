"""Boards as Python or JSON lists of rows, and as programs print such lists and arrays."""

from __future__ import annotations

import re

from puzzles.number_lists import read_number_lists, write_number_lists
from puzzles.sudoku.board import Board, Variant
from puzzles.sudoku.formats.grid import read_grid


def is_list(text: str) -> bool:
    """Tell whether a text starts as a list of lists does."""
    return re.match(r"[\[(]\s*[\[(\"'.0-9Nn]", text) is not None


def read_list(text: str, variant: Variant, alphabet: str | None) -> Board:
    """Read lists of rows of numbers, or of single characters in quotes; 0, None and . are open."""
    bare = re.sub("[\"']", "", text)
    rows = read_number_lists(re.sub(r"(?<![0-9.])\.(?![0-9.])", "0", bare), "Sudoku")
    lines = (" ".join("0" if cell is None else str(cell) for cell in row) for row in rows)
    return read_grid("\n".join(lines), variant, alphabet)


def write_list(board: Board) -> str:
    """Return a Python list of lists without blanks, 0 for open cells."""
    return write_number_lists(board.rows())
