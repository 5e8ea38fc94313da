"""Painting: the board that comes back is the one that was painted, as a text that reads back."""

import pytest

from aima_search import solve
from aima_search.model.puzzle import PUZZLES
from puzzles.paths import Paths
from tests.aima_search.apps.play.talking import Refused, Talk


def painted(level="1-wall", **changes):
    """Return a level of paths with changes, as it is read again from its text."""
    answer = Talk()("paint", puzzle="paths", board=level, **changes)
    return Paths.parse(answer["board"], **Paths.read_options(answer["settings"]))


def test_walls_are_painted_and_taken_away_and_the_moves_stay():
    before = Paths.level("1-wall")
    free, wall = before.cell_number((7, 5)), before.cell_number((3, 1))
    after = painted(marks={str(free): "#", str(wall): "."})
    cells = list("".join(before.field.rows))
    cells[free], cells[wall] = "#", "."
    assert "".join(after.field.rows) == "".join(cells)
    assert (after.initial, after.goal) == (before.initial, before.goal)
    assert (after.neighbours, after.corners) == (before.neighbours, before.corners)
    assert solve(after).cost < solve(before).cost


def test_start_and_goal_are_dragged_onto_walls_too():
    before = Paths.level("1-wall")
    start, goal = before.painting()["handles"]
    wall = before.cell_number((3, 2))
    after = painted(move=[goal, wall])
    assert after.goal == (3, 2)
    assert after.passable(after.goal)
    after = painted(move=[start, start + 1], marks={str(start): "#"})
    assert after.initial == (2, 1)
    assert not after.passable((1, 1))
    assert painted(marks={str(start): "#"}).passable(before.initial)


def test_every_board_says_what_can_be_painted():
    for name in PUZZLES:
        answer = Talk()("board", puzzle=name)["painting"]
        assert (answer is not None) == (name == "paths")
    answer = Talk()("board", puzzle="paths")
    problem = Paths.level()
    assert answer["painting"]["marks"] == "".join(problem.field.rows)
    assert (
        len(answer["painting"]["marks"]) == answer["picture"]["rows"] * answer["picture"]["columns"]
    )


@pytest.mark.parametrize(
    ("puzzle", "changes", "message"),
    [
        ("paths", {"marks": {"9999": "#"}}, "expected 0 to 47"),
        ("paths", {"marks": {"x": "#"}}, "expected the number of a cell"),
        ("paths", {"marks": {"3": "!"}}, "expected one of"),
        ("paths", {"marks": {"3": 5}}, "mark of cell 3: expected a character"),
        ("paths", {"move": [0, 1]}, "expected the start or a goal"),
        ("paths", {"move": [9, 4800]}, "expected 0 to 47"),
        ("paths", {"move": [9]}, "expected a list with the numbers of two cells"),
        ("movix", {}, "cannot be drawn with the mouse: type the board as text"),
    ],
)
def test_what_cannot_be_painted_is_told(puzzle, changes, message):
    board = next(iter(PUZZLES.get(puzzle).levels()))
    with pytest.raises(Refused, match=message):
        Talk()("paint", puzzle=puzzle, board=board, **changes)
