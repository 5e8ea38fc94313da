"""Boards drawn by hand: what a cell may hold, what comes out, what is wrong with a draft."""

import pytest

from aima_search import Limits, solve
from aima_search.apps.play import puzzle_requests
from aima_search.model.puzzle import PUZZLES
from puzzles import MovIX
from tests.aima_search.apps.play.talking import Refused, Talk

DRAWN = [name for name in PUZZLES if hasattr(PUZZLES.get(name), "drawing")]


def test_the_puzzles_that_people_draw():
    drawn = {"movix", "hitori", "sudoku", "tiles", "paths", "queens", "pancakes"}
    assert drawn <= set(DRAWN)


@pytest.mark.parametrize("puzzle", DRAWN)
def test_a_board_that_is_drawn_again_is_the_board(puzzle):
    talk, kind = Talk(), PUZZLES.get(puzzle)
    for level, text in list(kind.levels().items())[:6]:
        problem = kind.parse(text)
        if max(map(len, [problem.grid(problem.initial), problem.grid(problem.initial)[0]])) > 40:
            continue
        drawn = talk("draw", puzzle=puzzle, board=level)
        assert drawn["fault"] is None
        assert drawn["id"] == problem.format()
        assert kind.parse(drawn["text"]).format() == problem.format()
        assert all(text in drawn["choices"] for row in drawn["rows"] for text in row)
        assert drawn["picture"]["text"] == str(problem.scene(problem.initial))
        again = talk("draw", puzzle=puzzle, board=level, rows=drawn["rows"])
        assert again == drawn


@pytest.mark.parametrize("puzzle", DRAWN)
def test_every_text_of_a_cell_is_drawn_and_is_a_board_or_a_fault_with_a_message(puzzle):
    talk = Talk()
    start = talk("draw", puzzle=puzzle)
    outcomes = set()
    for text in start["choices"]:
        rows = [list(row) for row in start["rows"]]
        rows[0][0] = text
        drawn = talk("draw", puzzle=puzzle, rows=rows)
        assert drawn["rows"] == rows
        assert bool(drawn["id"]) != bool(drawn["fault"])
        assert drawn["picture"]["svg"]
        outcomes.add(bool(drawn["id"]))
        if drawn["id"]:
            assert talk("board", puzzle=puzzle, board=drawn["text"])["id"] == drawn["id"]
    assert True in outcomes


def test_a_board_grows_and_shrinks_and_keeps_its_rules():
    talk = Talk()
    small = talk("draw", puzzle="movix", board="5x5,3:5/1S1H1/2L2/V4/5", size=[4, 6])
    assert small["rows"] == [
        list("______"), list("_S_H__"), list("__L___"), list("V_____")
    ]  # fmt: skip
    assert small["id"].startswith("4x6,3:")
    assert talk("draw", puzzle="tiles", size=[2, 4])["fault"]["message"].endswith("each tile once")
    assert "expected a square board" in refusal(talk, puzzle="sudoku", size=[4, 6])
    assert "expected 4, 6, 8" in refusal(talk, puzzle="sudoku", size=[7, 7])


def refusal(talk, **request):
    """Return why a draft is refused."""
    with pytest.raises(Refused) as refused:
        talk("draw", **request)
    return str(refused.value)


def test_what_is_no_draft_is_refused():
    talk = Talk()
    for request in (
        {"puzzle": "jugs"},
        {"puzzle": "movix", "size": [0, 4]},
        {"puzzle": "movix", "size": [41, 4]},
        {"puzzle": "movix", "size": [4]},
        {"puzzle": "movix", "size": ["4", "4"]},
        {"puzzle": "movix", "rows": []},
        {"puzzle": "movix", "rows": [3]},
        {"puzzle": "movix", "board": "nope"},
    ):
        assert refusal(talk, **request)
    odd = talk("draw", puzzle="movix", rows=[["S", "?", None], ["x"]], size=[2, 3])
    assert odd["rows"] == [["S", "_", "_"], ["_", "_", "_"]]


def test_a_wrong_draft_tells_the_cell():
    rows = [list("1234"), list("3412"), list("2143"), list("4321")]
    talk = Talk()
    assert talk("draw", puzzle="hitori", rows=rows)["fault"] is None
    rows[0][1] = "1"
    fault = talk("draw", puzzle="sudoku", board="04x04-1-few-open", rows=rows)["fault"]
    assert "contradict" in fault["message"]
    tiles = talk("draw", puzzle="tiles", rows=[["1", "2"], ["2", "0"]])["fault"]
    assert (tiles["row"], tiles["column"]) == (2, 1)


@pytest.mark.parametrize("puzzle", DRAWN)
def test_a_text_in_any_format_is_recognised_before_it_is_used(puzzle):
    talk = Talk()
    first = talk("board", puzzle=puzzle)["id"]
    problem = PUZZLES.get(puzzle).level()
    for name in problem.formats:
        try:
            text = problem.format(name)
        except (ValueError, NotImplementedError):
            continue  # the format cannot hold this board
        answer = talk("recognise", puzzle=puzzle, board=text)
        assert answer["id"] == first or name == "candidates"  # which are what is left
        assert answer["picture"]["svg"]
    level = next(iter(PUZZLES.get(puzzle).levels()))
    assert talk("recognise", puzzle=puzzle, board=level)["id"] == first
    with pytest.raises(Refused):
        talk("recognise", puzzle=puzzle, board="?!")


def test_what_a_drawn_board_costs_is_told_as_far_as_a_short_search_knows(monkeypatch):
    talk = Talk()
    least = talk("worth", puzzle="movix", board="2-tiny")["text"]
    assert least.startswith(f"A cheapest solution costs {breadth_first('2-tiny'):g} (")
    assert talk("worth", puzzle="movix", board="7-never") == {"text": "This board has no solution."}
    monkeypatch.setattr(puzzle_requests, "_SHORT", Limits(nodes=1))
    answer = talk("worth", puzzle="movix", board="5-long")["text"]
    assert answer == "The optimal cost is not known (expanded: 1)."


def breadth_first(level):
    """Return the cost of a cheapest solution of a MovIX level, every action of which costs 1."""
    return solve(MovIX.level(level), "breadth-first").cost
