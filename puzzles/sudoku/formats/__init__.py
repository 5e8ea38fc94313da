"""Sudokus as text: reading, writing, and finding the format of a text.

Readers accept many layouts, but they check the content strictly.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import islice

from aima_search.base.errors import BoardError
from aima_search.model.puzzle import check_length
from puzzles.sudoku.bitboard import BitBoard, State, bitboard_of
from puzzles.sudoku.deduction.propagation import solutions
from puzzles.sudoku.formats import codes, rows, tables
from puzzles.sudoku.rules import SudokuBoard, Variant, digits_of_rows, make_board
from puzzles.text import one_of, read_number_lists, split_boards, write_number_lists

MAX_CHARACTERS = 100_000
"""The longest text of one board: 625 cells with their candidates, and room for comments."""


def parse_board(
    text: str, variant: Variant, *, reader: str | None = None, alphabet: str | None = None
) -> SudokuBoard:
    """Return the board of a text; raise BoardError with the line and column of a fault."""
    check_length("Sudoku", text, MAX_CHARACTERS)
    if alphabet is not None:
        one_of("Sudoku alphabet", alphabet, rows.ALPHABETS)
    elif reader is None and (digits := rows.plain_digits(text)) is not None:
        return make_board(digits, variant)
    text = text.removeprefix("\ufeff").replace("\r\n", "\n")
    if not text.strip():
        raise BoardError("Sudoku text without any cell: expected a board, such as 81 characters")
    if reader is None:
        text = rows.rows_on_lines(text) or text
        reader = _reader_for(text)
    try:
        return READERS[one_of("Sudoku reader", reader, READERS)](text, variant, alphabet)
    except rows.Misread as misread:
        raise misread.placed(text) from None


def format_of(text: str) -> str:
    """Return the name of the reader for a text."""
    text = text.removeprefix("\ufeff")
    return _reader_for(rows.rows_on_lines(text) or text)


def _reader_for(text: str) -> str:
    """Return the name of the reader for a text, found from its start and its number of lines."""
    start = text.lstrip()
    for name, is_it in _STARTS.items():
        if is_it(start):
            return name
    return "grid" if rows.has_rows(text) else "line"


def format_board(board: SudokuBoard, to: str) -> str:
    """Return the text of a board in a format; BoardError if the format cannot hold the board."""
    write, layout = WRITERS[one_of("Sudoku format", to, WRITERS)], board.layout
    if write is not codes.write_solo and (layout.box is None or layout.diagonals or layout.cages):
        raise BoardError(f"Sudoku format {to!r} cannot hold regions, diagonals and cages; use 'id'")
    return write(board)


def split(text: str) -> Iterator[tuple[int, str]]:
    """Yield the line number and the text of every puzzle in a file or every row of a table."""
    text = text.removeprefix("\ufeff")
    if not tables.is_table(text):
        yield from split_boards(text, _is_board, _is_board)
        return
    header, *lines = text.splitlines()
    for number, line in enumerate(lines, 2):
        if line.strip():
            yield number, tables.cell_of(line, header)


def _is_board(text: str) -> bool:
    try:
        return bool(parse_board(text, Variant()))
    except BoardError:
        return False


def is_list(text: str) -> bool:
    """Return True if a text starts like a Python or JSON list of rows, or a printed array."""
    return re.match(r"[\[(]\s*[\[(\"'.0-9Nn]", text) is not None


def read_list(text: str, variant: Variant, alphabet: str | None) -> SudokuBoard:
    """Read a list of rows, in numbers or quoted characters; 0, None and . are open cells."""
    bare = re.sub("[\"']", "", text)
    table = read_number_lists(re.sub(r"(?<![0-9.])\.(?![0-9.])", "0", bare), "Sudoku")
    return make_board(digits_of_rows(table), variant)


def write_table(board: SudokuBoard) -> str:
    """Return a table with a puzzle and its solution (empty if the solution is not unique)."""
    bitboard, state = _start(board)
    found = list(islice(solutions(bitboard, state), 2))
    solution = ""
    if len(found) == 1:
        solution = rows.write_zeros(SudokuBoard(board.layout, tuple(bitboard.digits(found[0]))))
    return f"quizzes,solutions\n{rows.write_zeros(board)},{solution}\n"


def _write_candidates(board: SudokuBoard) -> str:
    bitboard, state = _start(board)
    return rows.write_candidates(
        board, [bitboard.candidates(state, cell) for cell in range(bitboard.cells)]
    )


def _start(board: SudokuBoard) -> tuple[BitBoard, State]:
    bitboard = bitboard_of(board.layout)
    return bitboard, bitboard.state_of(board.givens)


READERS: dict[str, Callable[[str, Variant, str | None], SudokuBoard]] = {
    "solo": codes.read_solo,
    "pzpr": codes.read_pzpr,
    "csv": tables.read_table,
    "address": tables.read_address,
    "hodoku": tables.read_hodoku,
    "candidates": tables.read_candidates,
    "line": rows.read_line,
    "grid": rows.read_grid,
    "list": read_list,
}
"""The readers by name. If ``reader=`` is not given, the text decides."""

_STARTS: dict[str, Callable[[str], object]] = {
    "pzpr": codes.ADDRESS.match,
    "address": tables.ADDRESS.match,
    "hodoku": tables.HODOKU.match,
    "candidates": tables.CANDIDATES.match,
    "solo": codes.SOLO.match,
    "list": is_list,
    "csv": tables.is_table,
}
"""Regular expressions for the start of a text, by the name of the reader."""

WRITERS: dict[str, Callable[[SudokuBoard], str]] = {
    "id": codes.write_solo,
    "solo": codes.write_solo,
    "line": rows.write_line,
    "zeros": rows.write_zeros,
    "sdm": lambda board: rows.write_line(board) + "\n",
    "rows": rows.write_rows,
    "grid": rows.write_grid,
    "ss": rows.write_simple,
    "ss-clipboard": rows.write_clipboard,
    "candidates": _write_candidates,
    "csv": write_table,
    "pzpr": codes.write_pzpr,
    "list": lambda board: write_number_lists(board.rows()),
}
"""The formats of ``format(to=)``. Only "id", also called "solo", keeps boxes, regions and cages."""
