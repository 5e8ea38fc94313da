"""Solutions that are handed in: judged by every form, and against the rules themselves."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from aima_search import solve
from aima_search.base.errors import BoardError
from aima_search.model.puzzle import PUZZLES
from puzzles import Hitori, MovIX, Sudoku, SudokuLocal, Tiles
from tests.examples import examples

BOARD = [[1, 2, 1], [2, 2, 1], [3, 1, 2]]
SOLVED = [[1, 2, 0], [2, 0, 1], [3, 1, 2]]
FORMS = {
    "lists": SOLVED,
    "array": np.array(SOLVED),
    "mask": np.array(SOLVED) == 0,
    "cells": [(0, 2), (1, 1)],
    "rows of text": ["--x", "-x-", "---"],
    "list text": "[[1,2,0],[2,0,1],[3,1,2]]",
    "numbers": "1 2 0\n2 0 1\n3 1 2\n",
    "cells text": "[(0, 2), (1, 1)]",
    "marks": "- - x\n- x -\n- - -\n",
    "marks together": "..#\n.#.\n...",
    "pzprv3": "pzprv3/\nhitori/\n3/\n3/\n1 2 1 /\n2 2 1 /\n3 1 2 /\n+ + # /\n. # . /\n. . . /\n",
    "janko": "[problem]\n1 2 1\n2 2 1\n3 1 2\n[solution]\n- - x\n- x -\n- - -\n[moves]\n",
}
FOUR, FILLED = "..1.2....4....3.", "4312214334211234"


@pytest.mark.extra
def test_a_frame_is_a_solution_of_hitori():
    pandas = pytest.importorskip("pandas")
    assert Hitori(BOARD).judge(pandas.DataFrame(SOLVED)) == []


@pytest.mark.parametrize("form", FORMS)
def test_a_solution_of_hitori_is_read_in_every_form(form):
    assert Hitori(BOARD).judge(FORMS[form]) == []


@pytest.mark.parametrize(
    ("solution", "faults"),
    [
        ([(1, 1)], ["equal numbers in one line: (0,0) (0,2)"]),
        ("-xx/---/---".replace("/", "\n"), ["shaded cells touch: (0,1) (0,2)"]),
        ([(0, 1), (1, 0)], ["white cells are cut off: "]),
    ],
)
def test_every_broken_rule_of_hitori_is_named_with_its_place(solution, faults):
    found = " ".join(Hitori(BOARD).judge(solution))
    for fault in faults:
        assert fault in found


@pytest.mark.parametrize(
    ("solution", "words"),
    [
        ("1 2 0\n2 0 1\n", "expected 3 rows of 3 numbers"),
        ("1 2 9\n2 0 1\n3 1 2", "row 1, column 3: found 9, expected 1 or 0"),
        ("- - x\n- x\n- - -", "row 2: found 2 cells, expected 3"),
        ("--x\n-x-\n---\n---", "expected 3 rows of 3 numbers"),
        ("what", "expected a number"),
        ([(0, 7)], "[0, 7]"),
        (5, "expected"),
        ({}, "expected"),
    ],
)
def test_what_is_no_solution_of_the_board_is_refused_with_a_place(solution, words):
    with pytest.raises(BoardError) as caught:
        Hitori(BOARD).judge(solution)
    assert words in str(caught.value)


@examples(100)
@given(st.integers(0, 2**9 - 1))
def test_hitori_is_judged_as_its_rules_say(mask):
    board = Hitori(BOARD)
    shaded = [(place // 3, place % 3) for place in range(9) if mask >> place & 1]
    state = board.state_of(
        [[0 if (r, c) in shaded else BOARD[r][c] for c in range(3)] for r in range(3)]
    )
    marks = "\n".join("".join("x" if (r, c) in shaded else "-" for c in range(3)) for r in range(3))
    assert (board.judge(marks) == []) == board.goal_test(state)


@pytest.mark.parametrize("kind", [Sudoku, SudokuLocal])
def test_a_filled_sudoku_is_judged(kind):
    board = kind(FOUR)
    rows = [list(map(int, FILLED[at : at + 4])) for at in (0, 4, 8, 12)]
    for solution in (
        FILLED,
        rows,
        np.array(rows),
        "\n".join(FILLED[at : at + 4] for at in (0, 4, 8, 12)),
    ):
        assert board.judge(solution) == []
    assert board.judge(FILLED[:-1] + ".") == ["D4 is empty"]
    wrong = board.judge(FILLED.replace("1", "2", 1))
    assert "A3: found 2, expected the given 1" in wrong
    assert any("row A has the digit 2" in words for words in wrong) == (
        "2" in FILLED[:2] + FILLED[3]
    )
    assert any("column 3" in words or "box" in words for words in wrong)
    with pytest.raises(BoardError):
        board.judge("123")


def test_cages_and_regions_are_judged():
    cages = Sudoku(FOUR, cages=[(["A1", "A2"], 7)])
    assert cages.judge(FILLED) == []
    wrong = Sudoku("." * 16, cages=[(["A1", "A2"], 4)]).judge(FILLED)
    assert wrong == ["cage at A1 adds up to 7, expected 4"]
    jigsaw = Sudoku("." * 16, regions="1112122234334344")
    assert any("region" in words for words in jigsaw.judge(FILLED))


@pytest.mark.parametrize(
    "name", ["tiles", "movix", "paths", "routes", "pancakes", "jugs", "queens"]
)
def test_the_actions_of_a_solution_are_judged(name):
    board = PUZZLES.get(name).level()
    node = solve(board).node
    for solution in (node.solution(), "\n".join(map(str, node.solution()))):
        assert board.judge(solution) == []
    assert "no goal after" in board.judge(node.solution()[:-1])[0]


def test_the_first_impossible_action_is_named():
    board = Tiles("123/456/078")
    assert board.judge(board.solution_text(solve(board).node)) == []
    assert board.judge("RIGHT; DOWN; DOWN") == [
        "action 2: 'DOWN' is not possible, expected UP, LEFT, RIGHT"
    ]
    assert MovIX(["S_V"], line=2).judge("nonsense")[0].startswith("action 1: 'nonsense'")
