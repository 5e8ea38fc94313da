"""What is refused leaves nothing behind: the same boards have the same answers after it."""

from __future__ import annotations

import random

import pytest

from aima_search.base.errors import BoardError
from aima_search.model.puzzle import PUZZLES
from puzzles import Sudoku
from tests.attacks.texts import answers, mutated_texts

TEXTS = 60
CODES = ["a5n", "_5o", "5o", "a9_7m", "p", "b99m", "z0z", "a16n", "gg5i", "h5n"]


@pytest.mark.parametrize("name", ["hitori", "movix", "sudoku", "sudoku-local", "tiles"])
def test_refused_texts_change_no_answer(name):
    puzzle = PUZZLES.get(name)
    before = answers(puzzle)
    refused = 0
    for text in (*CODES, *mutated_texts(puzzle, TEXTS, random.Random(22))):
        try:
            puzzle.parse(text)
        except BoardError:
            refused += 1
    assert refused > TEXTS / 4
    assert answers(puzzle) == before


def every_solution(board):
    return sorted(map(str, map(Sudoku(board).grid, Sudoku(board).solutions(limit=50))))


@pytest.mark.parametrize("text", CODES)
def test_a_refused_code_changes_no_board_of_its_side(text):
    boards = ["..1.2....4....3.", "1" + "." * 15, ".4" + "." * 14, "." * 15 + "2"]
    before = [every_solution(board) for board in boards]
    with pytest.raises(BoardError):
        Sudoku.parse(text)
    assert [every_solution(board) for board in boards] == before


@pytest.mark.parametrize(
    "action", [((0, 0), 5), ((0, 0), 9), ((0, 1), 0), ((-1, 0), 1), ((0, 4), 1), ((4, 0), 2)]
)
def test_a_placement_outside_the_board_is_refused_and_changes_no_answer(action):
    boards = ["..1.2....4....3.", "1" + "." * 15]
    before = [every_solution(board) for board in boards]
    problem = Sudoku(boards[0])
    with pytest.raises(BoardError, match=r"expected a (digit from 1 to 4|name from A1 to D4)"):
        problem.result(problem.initial, action)
    assert [every_solution(board) for board in boards] == before
