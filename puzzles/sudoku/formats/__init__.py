"""Sudokus as text, in and out: which formats there are, and which one a text is in.

Readers are tolerant about layout and strict about content. A reader of files takes all puzzles of a
text; if one puzzle is expected, a text with several is refused.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from aima_search.base.errors import BoardError, UnknownName
from aima_search.model.puzzle import check_length
from puzzles.sudoku.board import Board, Variant, make_board
from puzzles.sudoku.formats import bare, grid, line, lists, opensudoku, pzpr, sadman, solo, tables
from puzzles.sudoku.formats.alphabet import ALPHABETS, check_alphabet, plain_digits
from puzzles.sudoku.formats.solved import domains_of

Reader: TypeAlias = Callable[[str, Variant, "str | None"], "Board | list[Board]"]
Writer: TypeAlias = Callable[[Board], str]

MAX_CHARACTERS = 64_000_000
"""The longest text that is read; ids and addresses are far shorter."""

MAX_CHARACTERS_OF_ONE = 100_000
"""The longest text of one board: 625 cells with their candidates, and room for comments."""

READERS: dict[str, Reader] = {
    "solo": solo.read_solo,
    "pzpr": pzpr.read_pzpr,
    "opensudoku": opensudoku.read_opensudoku,
    "csv": tables.read_table,
    "sdk": sadman.read_sadman,
    "code": bare.read_code,
    "line": line.read_lines,
    "grid": grid.read_grid,
    "list": lists.read_list,
}
"""What ``reader=`` may name; without a name the text decides."""

_SIMPLE_WRITERS: dict[str, Writer] = {
    "line": line.write_line,
    "zeros": line.write_zeros,
    "sdm": lambda board: line.write_line(board) + "\n",
    "rows": grid.write_rows,
    "grid": grid.write_grid,
    "sdk": sadman.write_sadman,
    "ss": grid.write_simple,
    "ss-clipboard": grid.write_clipboard,
    "candidates": lambda board: grid.write_candidates(board, domains_of(board)),
    "opensudoku": opensudoku.write_version_1,
    "opensudoku2": opensudoku.write_version_2,
    "csv": tables.write_table,
    "pzpr": pzpr.write_pzpr,
    "list": lists.write_list,
}
_FULL_WRITERS: dict[str, Writer] = {"id": solo.write_solo, "solo": solo.write_solo}
WRITERS = (*_FULL_WRITERS, *_SIMPLE_WRITERS)
"""What ``format(to=)`` may name. Only "id" (which is "solo") carries boxes, regions and cages."""


def parse_boards(
    text: str,
    variant: Variant | None = None,
    *,
    reader: str | None = None,
    alphabet: str | None = None,
) -> list[Board]:
    """Return all boards of a text; BoardError names line and column of a fault."""
    check_alphabet(alphabet)
    if reader is None and alphabet is None:
        digits = plain_digits(text)
        if digits is not None:
            return [make_board(digits, variant or Variant())]
    if len(text) > MAX_CHARACTERS:
        raise BoardError(f"Sudoku text of {len(text):,} characters: at most {MAX_CHARACTERS:,}")
    text = text.removeprefix("\ufeff")
    if not text.strip():
        raise BoardError("Sudoku text without any cell: expected a board, such as 81 characters")
    if reader is not None and reader not in READERS:
        raise UnknownName("Sudoku reader", reader, READERS)
    if reader is None:
        text = bare.rows_on_lines(text) or text
    boards = READERS[reader or reader_for(text)](text, variant or Variant(), alphabet)
    return boards if isinstance(boards, list) else [boards]


def parse_board(
    text: str, variant: Variant, *, reader: str | None = None, alphabet: str | None = None
) -> Board:
    """Return the board of a text that holds one."""
    check_length("Sudoku", text, MAX_CHARACTERS_OF_ONE)
    boards = parse_boards(text, variant, reader=reader, alphabet=alphabet)
    if len(boards) != 1:
        raise BoardError(f"Sudoku text of {len(boards)} puzzles: expected one")
    return boards[0]


def format_of(text: str) -> str:
    """Return the name of the reader that takes a text, as ``reader=`` names it."""
    text = text.removeprefix("\ufeff")
    return reader_for(bare.rows_on_lines(text) or text)


def reader_for(text: str) -> str:
    """Return the name of the reader for a text, told by how it starts and how many lines it has."""
    start = text.lstrip()
    if start.startswith("<"):
        return "opensudoku"
    tests: Sequence[tuple[Callable[[str], bool], str]] = (
        (pzpr.is_pzpr, "pzpr"),
        (solo.is_solo, "solo"),
        (lists.is_list, "list"),
        (tables.is_table, "csv"),
        (sadman.is_sadman, "sdk"),
    )
    for is_it, name in tests:
        if is_it(start):
            return name
    if grid.has_rows(text):
        return "grid"
    return "code" if len(start.rstrip()) not in grid.LINE_LENGTHS and bare.is_code(text) else "line"


def format_board(board: Board, to: str) -> str:
    """Return the text of a board in a format; BoardError if the format cannot hold it."""
    if to in _FULL_WRITERS:
        return _FULL_WRITERS[to](board)
    if to not in _SIMPLE_WRITERS:
        raise UnknownName("Sudoku format", to, WRITERS)
    layout = board.layout
    if layout.box is None or layout.diagonals or layout.cages:
        raise BoardError(f"Sudoku format {to!r}: only 'id' holds regions, diagonals and cages")
    return _SIMPLE_WRITERS[to](board)


__all__ = [
    "ALPHABETS",
    "READERS",
    "WRITERS",
    "format_board",
    "format_of",
    "parse_board",
    "parse_boards",
]
