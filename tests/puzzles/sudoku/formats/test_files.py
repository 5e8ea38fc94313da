"""Files of many puzzles: each with its line, and a bad one spoils no other."""

import pytest

from aima_search.algorithms.informed import astar_search
from puzzles import Sudoku, SudokuLocal

FIRST, SECOND = "..1.2....4....3.", ".42.......4....3"


def split(text):
    return list(Sudoku.split(text))


def test_a_line_is_a_puzzle():
    text = f"# two\n{FIRST}\n\n{SECOND} # hard\nrubbish\n2x2:b1a2d4d3a\n"
    assert split(text) == [
        (2, FIRST),
        (4, f"{SECOND} # hard"),
        (5, "rubbish"),
        (6, "2x2:b1a2d4d3a"),
    ]


def test_rows_between_empty_lines_are_a_puzzle():
    block = "..1.\n2...\n.4..\n..3."
    framed = "+--+--+\n|..|1.|\n|2.|..|\n+--+--+\n|.4|..|\n|..|3.|\n+--+--+"
    pieces = split(f"# a file\n{block}\n\n# next\n\n{framed}\n")
    assert [line for line, _ in pieces] == [1, 9]
    assert {Sudoku(text).format("line") for _, text in pieces} == {FIRST}


def test_bands_may_stand_apart_in_a_single_board():
    text = "..1.\n2...\n\n.4..\n..3.\n"
    ((line, whole),) = split(text)
    assert line == 1
    assert Sudoku(whole).format("line") == FIRST


def test_boards_whose_rows_stand_on_one_line_are_a_line_each():
    first, second = "..1.;2...;.4..;..3.", "(.42.|....|...4|....)"
    pieces = split(f"{first}\n{second}\n")
    assert pieces == [(1, first), (2, second)]
    assert Sudoku(pieces[0][1]).format("line") == FIRST


def test_rows_of_a_table_are_puzzles():
    text = f"quizzes,solutions\n{FIRST},x\n\n{SECOND},y\n"
    assert split(text) == [(2, FIRST), (4, SECOND)]


def test_sixteen_lines_of_sixteen_are_sixteen_puzzles_in_a_file():
    assert split("\n".join([FIRST] * 16)) == [(line, FIRST) for line in range(1, 17)]


def test_rows_of_a_board_of_side_16_are_not_read_as_puzzles():
    rows = "\n".join(["G" + "." * 15, *["." * 16] * 15])
    assert split(f"{rows}\n\n{rows}\n") == [(1, rows), (18, rows)]


@pytest.mark.parametrize("text", ["", "\n\n", "# nothing\n"])
def test_nothing_is_no_puzzle(text):
    assert split(text) == []


@pytest.mark.parametrize("writer", ["id", "line", "zeros", "sdm", "grid", "ss", "pzpr", "csv"])
def test_what_a_writer_writes_is_one_puzzle(writer):
    problem = Sudoku(FIRST)
    ((_, text),) = split(problem.format(writer))
    assert Sudoku(text).givens == problem.givens


def test_both_formulations_split_a_file_alike():
    text = f"{FIRST}\n{SECOND}\n"
    assert list(SudokuLocal.split(text)) == split(text)


def test_a_solution_is_printed_on_one_line():
    problem = Sudoku(FIRST)
    node = astar_search(problem)
    (solution,) = problem.solutions()
    digits = "".join(str(digit) for row in problem.grid(solution) for digit in row)
    assert problem.solution_text(node) == digits
