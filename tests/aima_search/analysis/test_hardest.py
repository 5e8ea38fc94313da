"""The hardest board of a state space, against breadth-first searches from every state."""

from collections import deque
from copy import copy
from random import Random

import pytest

from aima_search import astar_search
from aima_search.analysis import hardest
from aima_search.analysis.hardest import TooManyStatesError, board_of_cost, generate_hardest
from aima_search.base.errors import BoardError
from aima_search.model.puzzle import PUZZLES
from puzzles import Missionaries, MovIX

SMALL = {
    "movix": {"size": "4x4", "pieces": "S1L1V1", "walls": 3, "line": 3},
    "tiles": {"size": "2x3"},
    "jugs": {"litres": 9},
    "missionaries": {"people": 4, "boat": 3},
    "pancakes": {"pancakes": 5},
}


def fewest(problem, state):
    """Return the fewest actions from a state to a goal, None if there is no way."""
    known, left = {state}, deque([(state, 0)])
    while left:
        here, depth = left.popleft()
        if problem.goal_test(here):
            return depth
        for action in problem.actions(here):
            after = problem.result(here, action)
            if after not in known:
                known.add(after)
                left.append((after, depth + 1))
    return None


def reachable(problem):
    known, left = {problem.initial}, [problem.initial]
    while left:
        here = left.pop()
        new = {problem.result(here, action) for action in problem.actions(here)} - known
        known |= new
        left += new
    return known


@pytest.mark.parametrize("name", SMALL)
@pytest.mark.parametrize("seed", range(2))
def test_no_state_of_its_space_is_farther_from_a_goal(name, seed):
    board = generate_hardest(PUZZLES.get(name), Random(seed), **SMALL[name])
    costs = {fewest(board, state) for state in reachable(board)} - {None}
    assert fewest(board, board.initial) == max(costs) == astar_search(board).path_cost
    assert f"costs {max(costs)}, the highest cost of" in board.remark
    assert PUZZLES.get(name).parse(board.format()).initial == board.initial
    again = generate_hardest(PUZZLES.get(name), Random(seed), **SMALL[name])
    assert again.format() == board.format()


def test_a_board_begins_at_a_wanted_cost_if_there_is_such_a_state():
    board = MovIX.generate(3, **SMALL["movix"])
    costs = {fewest(board, state) for state in reachable(board)} - {None}
    for cost in range(max(costs) + 2):
        found = board_of_cost(board, Random(1), cost, cost)
        assert (found is None) == (cost not in costs)
        if found is not None:
            assert astar_search(found).path_cost == cost


def test_a_space_that_is_too_large_is_refused(monkeypatch):
    monkeypatch.setattr(hardest, "MOST_STATES", 100)
    with pytest.raises(TooManyStatesError, match="more than 100 reachable states"):
        generate_hardest(PUZZLES.get("pancakes"), Random(1), pancakes=6)


def test_a_text_that_cannot_say_where_a_board_begins_is_no_board(monkeypatch):
    river = Missionaries("2,2,2")
    monkeypatch.setattr(Missionaries, "format", lambda self, to="id": "2,2,2")
    with pytest.raises(BoardError, match="cannot be written as text"):
        board_of_cost(river, Random(1), 1, 1)


def test_boards_without_a_solution_are_refused(monkeypatch):
    monkeypatch.setattr(PUZZLES.get("jugs"), "goal_test", lambda self, state: False)
    with pytest.raises(BoardError, match="can be solved"):
        generate_hardest(PUZZLES.get("jugs"), Random(1), litres=4)


def test_a_river_may_be_half_crossed():
    river = Missionaries("3,3,2 from 1,1,right")
    assert river.initial == (1, 1, False)
    assert Missionaries(river.format()).initial == river.initial
    whole = Missionaries("3,3,2")
    there = copy(whole)
    there.initial = river.initial
    assert astar_search(river).path_cost == fewest(whole, river.initial)
    assert Missionaries("3,3,2 from 3,3,left").format() == "3,3,2"
    for text in ("3,3,2 from 4,1,left", "3,3,2 from 1,2,left", "3,3,2 from 1,1,up", "3,3,2 from"):
        with pytest.raises(BoardError):
            Missionaries(text)
