"""CSV of the big public data sets: ``quizzes,solutions``, or ``puzzle,solution`` and more."""

from __future__ import annotations

from puzzles.sudoku.board import Board, Variant, make_board
from puzzles.sudoku.formats.alphabet import digits_of
from puzzles.sudoku.formats.line import write_zeros
from puzzles.sudoku.formats.place import symbols_of, text_of
from puzzles.sudoku.formats.solved import only_solution

_HEADERS = ("quizzes", "puzzle", "puzzles", "quiz")


def is_table(text: str) -> bool:
    """Tell whether the first line is a header that starts with the column of the puzzles."""
    header = text.split("\n", 1)[0].strip().lower()
    return "," in header and header.split(",")[0].strip('"') in _HEADERS


def read_table(text: str, variant: Variant, alphabet: str | None) -> list[Board]:
    """Return the board of the first column of every line below the header."""
    boards = []
    for line in symbols_of(text)[1:]:
        characters = text_of(line)
        if characters.strip():
            end = characters.find(",") if "," in characters else len(characters)
            cells = [symbol for symbol in line[:end] if symbol.text != '"']
            boards.append(make_board(digits_of(cells, alphabet), variant))
    return boards


def write_table(board: Board) -> str:
    """Return a table of one puzzle and its solution; an empty column unless there is just one."""
    solution = only_solution(board)
    row = f"{write_zeros(board)},{write_zeros(solution) if solution else ''}"
    return f"quizzes,solutions\n{row}\n"
