"""Read and write Sudokus as text, and recognise the format of a text."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import islice

from aima_search.base.errors import BoardError
from aima_search.model.puzzle import check_length
from puzzles.grid import in_rows
from puzzles.sudoku.bitboard import bitboard_of
from puzzles.sudoku.deduction.propagation import solutions
from puzzles.sudoku.formats import codes, rows
from puzzles.sudoku.formats.rows import TextToken, UnexpectedCharacter
from puzzles.sudoku.rules import DIGITS, SudokuBoard, Variant, digits_of_rows, make_board
from puzzles.text import one_of, read_number_lists, split_boards, write_number_lists

_HEADERS = ("puzzle", "puzzles", "quizzes", "quiz", "board", "grid", "sudoku")
"""Possible names of the column of puzzles, by priority."""

_ADDRESS = re.compile(r"\s*https?://", re.IGNORECASE)
_HODOKU = re.compile(r"\s*:?[0-9]{4}[^:\n]*:[^:\n]*:([^:\n]*)", re.ASCII)
_CANDIDATES = re.compile(r"\s*[1-9.0]{729}\s*\Z")

_SECTION = re.compile(r"^[ \t]*\[Puzzle\][ \t]*\n([^\[]*)", re.IGNORECASE | re.MULTILINE)
_GAME = re.compile(r"""<game\s[^<>]*?\bdata\s*=\s*["']([^"']*)["']""")

_LIST = re.compile(r"[\[(]\s*[\[(\"'.0-9Nn]")

_PARAMETER = re.compile(r"[?&#](\w+)=([0-9.*_xX-]{81})(?![^&#\s])", re.ASCII)

MAX_CHARACTERS = 100_000
"""The longest text of one board: 625 cells with their candidates, and room for comments."""


def parse_board(
    text: str, variant: Variant, *, reader: str | None = None, alphabet: str | None = None
) -> SudokuBoard:
    """Return the board in a text; raise BoardError with the place of the first fault."""
    check_length("Sudoku", text, MAX_CHARACTERS)
    if alphabet is not None:
        one_of("Sudoku alphabet", alphabet, rows.ALPHABETS)
    elif reader is None and (digits := rows.plain_digits(text)) is not None:
        return make_board(digits, variant)
    text = text.removeprefix("\ufeff").replace("\r\n", "\n")
    if not text.strip():
        raise BoardError("Sudoku text: found no cells, expected a board, such as 81 characters")
    if reader is None:
        text = rows.rows_on_lines(text) or text
        named = (name for name, is_it in _STARTS.items() if is_it(text.lstrip()))
        reader = next(named, None) or ("grid" if rows.has_rows(text) else "line")
    try:
        found = READERS[one_of("Sudoku reader", reader, READERS)](text, alphabet)
    except UnexpectedCharacter as misread:
        raise misread.placed(text) from None
    if not isinstance(found, SudokuBoard):
        return make_board(found, variant)
    if variant.box not in (None, found.layout.box) or variant.regions is not None:
        raise BoardError("Sudoku id: leave out box and regions, because the id defines them")
    return (
        replace(found, layout=replace(found.layout, diagonals=True)) if variant.diagonals else found
    )


def format_board(board: SudokuBoard, to: str) -> str:
    """Write a board in a format; raise BoardError if the format cannot represent the board."""
    write, layout = WRITERS[one_of("Sudoku format", to, WRITERS)], board.layout
    if write is not codes.write_solo and (layout.box is None or layout.diagonals or layout.cages):
        raise BoardError(f"Sudoku format {to!r} cannot hold regions, diagonals or cages; use 'id'")
    return write(board)


def split(text: str) -> Iterator[tuple[int, str]]:
    """Yield (line number, text) for every puzzle in a file; a table has one puzzle per row."""
    text = text.removeprefix("\ufeff")
    if is_games(text):
        number, at = 1, 0
        for game in _GAME.finditer(text):
            number, at = number + text.count("\n", at, game.start()), game.start()
            yield number, game[0]
        return
    if not is_table(text):
        yield from split_boards(text, _is_board, _is_board)
        return
    header, *lines = text.splitlines()
    for number, line in enumerate(lines, 2):
        if line.strip():
            yield number, cell_of(line, header)


def _is_board(text: str) -> bool:
    try:
        return bool(parse_board(text, Variant()))
    except BoardError:
        return False


def read_list(text: str, alphabet: str | None) -> Sequence[int]:
    """Read a list of rows of numbers or characters; ``0``, ``None`` and ``.`` are empty cells."""
    bare = re.sub("[\"']", "", text)
    table = read_number_lists(re.sub(r"(?<![0-9.])\.(?![0-9.])", "0", bare), "Sudoku")
    return digits_of_rows(table)


def is_table(text: str) -> bool:
    """Return True if the first line names the columns of a table with puzzles."""
    return _puzzle_column(text.split("\n", 1)[0]) is not None


def read_table(text: str, alphabet: str | None) -> Sequence[int]:
    """Return the board in a table that has only a header and one line."""
    header, *lines = rows.lines_of(text) or [TextToken(0, "")]
    line = rows.only(lines)
    cell = cell_of(line.text, header.text)
    column = TextToken(line.at + line.text.find(cell), cell)
    return rows.digits_of(column.characters(), alphabet)


def cell_of(line: str, header: str) -> str:
    """Return the board in a line of a CSV table; ``header`` shows which column has the boards."""
    place, separator = _puzzle_column(header) or (0, ",")
    cells = line.split(separator)
    if place >= len(cells):
        raise BoardError(
            f"Sudoku table, line {line[:40]!r}: found {len(cells)} columns, expected the puzzle in"
            f" column {place + 1}"
        )
    return cells[place].strip().strip('"')


def _puzzle_column(header: str) -> tuple[int, str] | None:
    separator = next((sign for sign in ",;\t" if sign in header), ",")
    names = [name.strip().strip('"').lower() for name in header.split(separator)]
    return next(((names.index(name), separator) for name in _HEADERS if name in names), None)


def read_address(text: str, alphabet: str | None) -> Sequence[int]:
    """Return the board in a web address that has a parameter with one character per cell."""
    from urllib.parse import unquote  # slow to import

    found = _PARAMETER.findall(unquote(text.strip()))
    if len(found) != 1:
        names = ", ".join(name for name, _ in found) or "none"
        raise BoardError(
            f"Sudoku web address: expected one parameter of 81 characters (found: {names}); give"
            " the 81 characters instead of the address"
        )
    return rows.digits_of(TextToken(0, found[0][1]).characters(), alphabet)


def read_section(text: str, alphabet: str | None) -> Sequence[int]:
    """Return the board in the section [Puzzle] of SadMan Sudoku's format."""
    section = _SECTION.search(text)
    if section is None:
        raise BoardError("Sudoku text: expected the line [Puzzle], and the rows below it")
    before = re.sub("[^\n]", " ", text[: section.start(1)])  # keeps the places of all characters
    return rows.read_grid(before + section[1], alphabet)


def is_games(text: str) -> bool:
    """Return True for the XML of the program OpenSudoku."""
    return re.match(r"\s*<", text) is not None


def read_games(text: str, alphabet: str | None) -> Sequence[int]:
    """Read an OpenSudoku file, and return its only board. XML entities are not expanded."""
    game = rows.only([TextToken(game.start(1), game[1]) for game in _GAME.finditer(text)])
    return rows.digits_of(game.characters(), alphabet)


def read_hodoku(text: str, alphabet: str | None) -> Sequence[int]:
    """Return the givens of a line of a HoDoKu library: ``:code:candidates:board:...``.

    A digit after ``+`` was placed by a player, so it is not a given.
    """
    line = rows.only(rows.lines_of(text))
    if (found := _HODOKU.match(line.text)) is None:
        expected = "fields separated by colons: a code, the candidates, the board"
        raise UnexpectedCharacter(line.at, expected)
    words = list(re.finditer(r"\+?.", found[1]))
    cells = [TextToken(line.at + found.start(1) + word.end() - 1, word[0][-1]) for word in words]
    digits = rows.digits_of(cells, alphabet)
    return [0 if word[0][0] == "+" else digit for word, digit in zip(words, digits, strict=True)]


def read_candidates(text: str, alphabet: str | None) -> Sequence[int]:
    """Read a board in which each cell has nine characters, one for each possible digit."""
    word = TextToken(0, text).stripped()
    givens = []
    for cell in in_rows(word.characters(), 9):
        digits = [token.text for token in cell if token.text in DIGITS]
        for token, digit in zip(cell, DIGITS, strict=False):
            if token.text not in (digit, ".", "0") or not digits:
                expected = f'{digit}, or "." if {digit} is not a candidate of the cell'
                raise UnexpectedCharacter(token.at, expected)
        givens.append(int(digits[0]) if len(digits) == 1 else 0)
    return givens


def write_table(board: SudokuBoard) -> str:
    """Return a table with the puzzle, and with its solution if there is only one."""
    bitboard = bitboard_of(board.layout)
    found = list(islice(solutions(bitboard, bitboard.state_of(board.givens)), 2))
    solution = ""
    if len(found) == 1:
        solution = rows.write_zeros(SudokuBoard(board.layout, tuple(bitboard.digits(found[0]))))
    return f"quizzes,solutions\n{rows.write_zeros(board)},{solution}\n"


READERS: dict[str, Callable[[str, str | None], Sequence[int] | SudokuBoard]] = {
    "solo": codes.read_solo,
    "pzpr": codes.read_pzpr,
    "csv": read_table,
    "address": read_address,
    "hodoku": read_hodoku,
    "candidates": read_candidates,
    "sdk": read_section,
    "opensudoku": read_games,
    "line": rows.read_line,
    "grid": rows.read_grid,
    "list": read_list,
}
"""The readers by name. They return digits row by row or, for an id, a board with its layout."""

_STARTS: dict[str, Callable[[str], object]] = {
    "pzpr": codes.ADDRESS.match,
    "address": _ADDRESS.match,
    "hodoku": _HODOKU.match,
    "candidates": _CANDIDATES.match,
    "solo": codes.SOLO.match,
    "sdk": _SECTION.search,
    "opensudoku": is_games,
    "list": _LIST.match,
    "csv": is_table,
}

WRITERS: dict[str, Callable[[SudokuBoard], str]] = {
    "id": codes.write_solo,
    "solo": codes.write_solo,
    "line": rows.write_line,
    "zeros": rows.write_zeros,
    "sdm": lambda board: rows.write_line(board) + "\n",
    "rows": rows.write_rows,
    "grid": rows.write_grid,
    "ss": lambda board: rows.framed(  # the file of Simple Sudoku
        board.layout, rows.write_line(board), "", ("", "|", ""), ("", "-", ""), None
    ),
    "candidates": rows.write_candidates,
    "csv": write_table,
    "pzpr": codes.write_pzpr,
    "list": lambda board: write_number_lists(in_rows(board.givens, board.layout.side)),
}
"""The formats of ``format(to=)``. Only "id", also called "solo", keeps boxes, regions and cages."""
