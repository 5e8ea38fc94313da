"""``problem_from``: a problem made of functions, with states of every kind."""

from fractions import Fraction
from math import inf

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aima_search import astar_search, check_problem, problem_from, solve
from aima_search.base.errors import InputError
from aima_search.model.functions import StateWithKey
from tests.specimens import distances_to

MAZE = ["..#.", ".##.", "....", "#.#."]


def steps(place):
    row, column = place
    for down, right in ((0, 1), (1, 0), (0, -1), (-1, 0)):
        after = row + down, column + right
        if 0 <= after[0] < 4 and 0 <= after[1] < 4 and MAZE[after[0]][after[1]] == ".":
            yield after


def test_states_that_are_pairs_are_no_pairs_of_an_action_and_a_state():
    found = solve(problem_from((0, 0), steps, (0, 3)))
    assert found.states == [(0, 0), (1, 0), (2, 0), (2, 1), (2, 2), (2, 3), (1, 3), (0, 3)]
    assert found.actions == found.states[1:]


@pytest.mark.parametrize(
    ("initial", "item", "expected"),
    [
        ((0, 0), ("up", (1, 0)), ("up", (1, 0), 1)),
        ((0, 0), ("up", (1, 0), 5), ("up", (1, 0), 5)),
        ((0, 0), ((1, 0), (1, 0), 5), ((1, 0), (1, 0), 5)),
        ((0, 0, 0), (1, 0, 0), ((1, 0, 0), (1, 0, 0), 1)),
        (((1, 2), (3, 0)), ((1, 0), (3, 2)), (((1, 0), (3, 2)), ((1, 0), (3, 2)), 1)),
        (((1, 2), (3, 0)), ((0, 1), ((1, 0), (3, 2))), ((0, 1), ((1, 0), (3, 2)), 1)),
        (((3, 2, 1), (), ()), ((3, 2), (1,), ()), (((3, 2), (1,), ()), ((3, 2), (1,), ()), 1)),
        (((3, 1), (), ()), ((0, 1), ((3,), (1,), ()), 2), ((0, 1), ((3,), (1,), ()), 2)),
        ("ab", "ba", ("ba", "ba", 1)),
        ("ab", ("turn", "ba"), ("turn", "ba", 1)),
        (1, (2, 3), (2, 3, 1)),
        (1, ("add", 3, 0.5), ("add", 3, 0.5)),
        (frozenset("a"), ("add", frozenset("ab")), ("add", frozenset("ab"), 1)),
    ],
)
def test_a_successor_is_a_state_or_an_action_and_a_state_or_with_a_cost(initial, item, expected):
    problem = problem_from(initial, lambda state: [item], None)
    assert list(problem.successors(initial)) == [expected]


def test_a_state_with_a_cost_is_refused_with_what_to_yield():
    with pytest.raises(InputError, match=r"yielded \('B', 5\).*\(state, state, cost\)"):
        solve(problem_from("A", lambda state: [("B", 5)], "C"))


def slide(board):
    row, column = next((r, c) for r in range(2) for c in range(2) if not board[r][c])
    for name, r, c in (("vertical", 1 - row, column), ("horizontal", row, 1 - column)):
        after = [list(line) for line in board]
        after[row][column], after[r][c] = after[r][c], 0
        yield name, after


def test_states_that_are_lists_need_a_key_and_are_read_as_lists():
    start, goal = [[0, 1], [3, 2]], [[1, 2], [3, 0]]
    with pytest.raises(InputError, match="a state is a list, which has no hash: pass key="):
        problem_from(start, slide, goal)
    problem = problem_from(start, slide, goal, key=lambda rows: tuple(map(tuple, rows)))
    found = solve(problem, "breadth-first")
    assert found.actions == ["horizontal", "vertical"]
    assert [state.state for state in found.states] == [start, [[1, 0], [3, 2]], goal]
    assert str(found.states[-1]) == "[[1, 2], [3, 0]]"
    assert str(StateWithKey(Fraction(1, 2), 0)) == "1/2"
    assert [row[0] for row in found.states[-1]] == [1, 3]
    by_function = problem_from(start, slide, lambda rows: rows == goal, key=str)
    assert astar_search(by_function).path_cost == 2
    assert check_problem(problem).ok


@given(st.integers(2, 12), st.randoms(use_true_random=False), st.booleans())
def test_the_cheapest_path_of_a_random_graph_is_found(size, draw, keyed):
    links = {a: {b: draw.randint(0, 9) for b in range(size) if draw.random() < 0.4}
             for a in range(size)}  # fmt: skip
    goals = {draw.randrange(size) for _ in range(2)}
    costs = {a: min(distances_to(links, goal)[a] for goal in goals) for a in links}

    def successors(state):
        here = state[0] if keyed else state
        return [(f"to {b}", [b] if keyed else b, cost) for b, cost in links[here].items()]

    def h(state):
        return min(costs[state[0] if keyed else state], 3)

    start = [0] if keyed else 0
    goal = (lambda state: state[0] in goals) if keyed else goals
    result = solve(problem_from(start, successors, goal, h, key=tuple if keyed else None))
    assert result.cost == (None if costs[0] == inf else costs[0])
