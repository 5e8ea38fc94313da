"""Files of many puzzles: where each puzzle stands, so that a bad puzzle spoils no other."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from aima_search.base.errors import BoardError
from aima_search.model.puzzle import blocks_of
from puzzles.sudoku.board import Variant
from puzzles.sudoku.formats import MAX_CHARACTERS_OF_ONE, opensudoku, reader_for, tables
from puzzles.sudoku.formats.bare import rows_on_lines
from puzzles.sudoku.formats.grid import LINE_LENGTHS, first_words, has_rows, read_grid
from puzzles.sudoku.formats.pzpr import is_pzpr
from puzzles.sudoku.formats.sadman import is_sadman
from puzzles.sudoku.formats.solo import is_solo

Entry: TypeAlias = tuple[int, str]
"""The number of the first line, and the text of one puzzle."""


def split(text: str) -> Iterator[Entry]:
    """Yield every puzzle of a text with its line, unread.

    A line of ids, of addresses or of n*n characters is a puzzle each; so is a row of a CSV table,
    a game of an XML document, and a block of rows between empty lines.
    """
    text = text.removeprefix("\ufeff")
    if text.lstrip().startswith("<"):
        yield from ((line, data) for data, line, _ in opensudoku.read_games(text))
        return
    lines = text.splitlines()
    if tables.is_table(text):
        for number, line in enumerate(lines[1:], 2):
            if line.strip():
                yield number, line.split(",")[0].strip('"')
        return
    if _is_one_grid(text):
        yield 1, text
        return
    for number, block in blocks_of(lines):
        if _is_board(block):
            yield number, "\n".join(block)
        else:
            for place, line in enumerate(block):
                if line.split("#")[0].strip():
                    yield number + place, line


def _is_board(block: list[str]) -> bool:
    """Tell whether lines are the rows of one board: no line of them is a puzzle by itself."""
    text = "\n".join(block)
    if any(map(rows_on_lines, block)):
        return False
    if "|" in text or "+--" in text or is_sadman(text):
        return True
    if any(is_solo(line.strip()) or is_pzpr(line.strip()) for line in block):
        return False
    alone = [len(word) in LINE_LENGTHS for word in first_words(text)]
    try:
        return has_rows(text) and (all(alone) or not any(alone))
    except BoardError:  # rows or puzzles: in a file of many puzzles, puzzles
        return False


def _is_one_grid(text: str) -> bool:
    """Tell whether a text is a single board whose bands stand apart."""
    if len(text) > MAX_CHARACTERS_OF_ONE:
        return False
    try:
        return reader_for(text) in ("grid", "sdk") and bool(read_grid(text, Variant(), None))
    except BoardError:
        return False
