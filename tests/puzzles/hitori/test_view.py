from __future__ import annotations

from aima_search import astar_search
from puzzles import Hitori
from puzzles.hitori.rules import State

BOARD = [[1, 2, 1], [2, 2, 1], [3, 1, 2]]


def test_the_picture_shows_shaded_cells_and_the_last_mark() -> None:
    node = astar_search(Hitori(BOARD))
    assert node is not None
    assert str(Hitori(BOARD).scene(node.state, node.action)).splitlines() == [
        "    0 1 2  ",
        "  ┌───────┐",
        "0 │ 1 2[■]│",
        "1 │ 2 ■ 1 │",
        "2 │ 3 1 2 │",
        "  └───────┘",
    ]


def test_broken_rules_are_marked() -> None:
    problem = Hitori([[10, 2, 3], [4, 5, 6], [7, None, 9]])
    scene = problem.scene(State(problem.board.geometry.mask([(1, 1), (1, 2)]), 0))
    assert [(r, c) for r, c, cell in scene.positions() if cell.conflict] == [(1, 1), (1, 2)]
    assert scene.cells[0][0].text == "10"
    assert scene.cells[2][1].text == ""


def test_a_board_draws_itself_as_text_and_as_svg() -> None:
    problem = Hitori(BOARD)
    assert "│ 1 2 1 │" in str(problem)
    assert problem._repr_svg_().startswith("<svg")
    assert repr(problem) == "Hitori.parse('3x3:121221312')"
