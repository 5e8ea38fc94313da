"""Boards from names: a puzzle's bundled level, a file, or the board's own text."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from aima_search.catalog.files import is_file, read_file
from aima_search.errors import UnknownName
from aima_search.puzzle import PUZZLES, Puzzle, first_level

MAX_NAME = 32  # characters of a level's name; a longer word is meant as a board
# What is no name: lists, rows of numbers, ids, several lines, what is too long for one.
MEANT_AS_BOARD = rf"\s*[\[(]|[0-9][0-9\s,;|/.]+\Z|.*[:\n]|.{{{MAX_NAME + 1}}}"


def make_problem(
    puzzle: str, reference: str | None = None, *, text: str | None = None, **options: Any
) -> Puzzle:
    """Return an instance of a puzzle.

    ``reference`` is a bundled level's name, a file, or a board's text such as an id; None is the
    first bundled level. ``text`` is the board itself, where the caller has read it. ``options``
    go to the puzzle.
    """
    chosen = PUZZLES.get(puzzle)
    levels = chosen.levels()
    if text is not None:
        return chosen.parse(text, **options)
    if reference is None:
        reference = first_level(chosen)
    if reference in levels:
        return chosen.parse(levels[reference], **options)
    if is_file(reference):
        return chosen.parse(read_file(Path(reference)), **options)
    try:
        return chosen.parse(reference, **options)
    except ValueError:
        if re.match(MEANT_AS_BOARD, reference):
            raise
        kind = f"{puzzle} board, neither a file nor a level:"
        raise UnknownName(kind, reference, levels) from None
