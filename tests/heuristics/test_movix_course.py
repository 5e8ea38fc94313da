"""The formulas of a course's own MovIX heuristics, counted by hand."""

import pytest

import heuristics
from aima_search.model.problem import Node
from puzzles import MovIX


def estimate(name, board, line):
    problem = MovIX(board, line)
    return heuristics.get(name, problem)(Node(problem.initial))


def test_manhattan_goes_to_one_cell_also_where_the_middle_lies_between_cells():
    assert estimate("course-manhattan", ["S_", "_L"], 2) == 2 + 0
    assert estimate("manhattan", ["S_", "_L"], 2) == 1 + 1
    assert estimate("course-manhattan", ["S____", "____L"], 2) == (1 + 2) + (0 + 2)


def test_manhattan_may_take_the_number_of_pieces_for_the_side():
    board = ["S____", "____L", "_____", "_____", "_____"]
    assert estimate("course-manhattan", board, 2) == (2 + 2) + (1 + 2)  # to (2, 2)
    assert estimate("course-manhattan-pieces", board, 2) == (1 + 1) + (0 + 3)  # to (1, 1)
    full = ["SL", "VH"]
    assert estimate("course-manhattan-pieces", full, 2) == 4 + 3 + 3 + 2  # to (2, 2), outside


@pytest.mark.parametrize(
    ("board", "line", "expected"),
    [
        (["L_L_", "____", "____", "____"], 2, 0),  # both are on a row, and can move along it
        (["V__V", "____", "____", "____"], 2, 1),  # one in a column, another one missing
        (["V_V", "__L", "___"], 3, 1),  # two in a column, one missing
        (["V_VL"], 3, 2),  # enough on the row, two of them stuck
        (["H_H", "_V_", "___"], 3, 1),
        (["S__", "___", "__S"], 2, 1),  # stuck on the diagonal, one missing elsewhere
        (["LL_", "___"], 2, 0),
        (["VV_", "___"], 2, 0),  # complete: nothing has to move
    ],
)
def test_conflicts_are_pieces_that_cannot_move_along_their_line(board, line, expected):
    assert estimate("course-conflicts", board, line) == expected


def test_the_facts_name_where_they_come_from():
    for name in ("course-manhattan", "course-manhattan-pieces", "course-conflicts"):
        assert heuristics.info("movix", name).source == "a course assignment on MovIX"
