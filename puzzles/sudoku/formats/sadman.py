"""SadMan Sudoku ``.sdk``: rows after ``#A`` author, ``#D`` description and the like, or sections.

Of ``[Puzzle]``, ``[State]`` and ``[PencilMarks]`` only the first is read.
"""

from __future__ import annotations

import re

from aima_search.base.errors import BoardError
from puzzles.sudoku.board import Board, Variant
from puzzles.sudoku.formats.grid import read_grid, write_rows

_SECTION = re.compile(r"[ \t]*\[(\w+)\][ \t]*\r?", re.ASCII)


def is_sadman(text: str) -> bool:
    """Tell whether a text has a section ``[Puzzle]`` or a line such as ``#A author``."""
    return bool(re.search(r"^(#[ABCDLSU]|[ \t]*\[Puzzle\])", text, re.ASCII | re.MULTILINE))


def read_sadman(text: str, variant: Variant, alphabet: str | None) -> Board:
    """Return the board of the section ``[Puzzle]``, or of the whole text without sections."""
    section, kept, found = None, [], False
    for line in text.split("\n"):
        match = _SECTION.fullmatch(line)
        if match:
            section = match[1].lower()
            found = found or section == "puzzle"
        # Other lines are kept empty, so that faults are reported in the lines of the file.
        kept.append("" if match or section not in (None, "puzzle") else line)
    if section is not None and not found:
        raise BoardError("Sudoku .sdk text without a section [Puzzle]")
    return read_grid("\n".join(kept), variant, alphabet)


def write_sadman(board: Board) -> str:
    """Return the full form with its one section."""
    return f"[Puzzle]\n{write_rows(board)}"
