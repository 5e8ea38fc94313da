"""Perfect distances: exact, and perfect in A*."""

from math import inf

import pytest
from hypothesis import given

import heuristics
from aima_search import Node, Problem, check_heuristic, solve
from aima_search.analysis import PerfectDistances
from aima_search.analysis.enumeration import enumerate_objects
from aima_search.base.errors import NotApplicable
from puzzles import MovIX
from tests.aima_search.analysis.toy import Digraph, digraphs, distances
from tests.examples import examples
from tests.puzzles.movix import oracle


@examples(25)
@given(oracle.boards(max_rows=4, max_columns=3, max_pieces=3))
def test_every_distance_is_that_of_the_plain_space(drawn):
    problem = MovIX(*drawn)
    h, space = heuristics.get("perfect", problem), enumerate_objects(problem)
    assert [h(node) for node in space.nodes] == space.h_star.tolist()
    assert len(h.function) == len(space.nodes)


@given(digraphs())
def test_distances_are_least_costs_with_any_costs(problem):
    costs = distances(problem.edges)
    for is_packed in (True, False):
        problem.is_packed = is_packed
        h = PerfectDistances.of(problem)
        for state in range(8):
            if costs[0, state] < inf:
                expected = min((costs[state, goal] for goal in problem.goals), default=inf)
                assert h(Node(state)) == expected


@examples(25)
@given(oracle.boards(max_rows=4, max_columns=4, max_pieces=3))
def test_astar_expands_only_states_on_cheapest_ways(drawn):
    problem = MovIX(*drawn)
    h, expanded = heuristics.get("perfect", problem), []

    def remember(step):
        expanded.append((step.node.path_cost, h(step.node)))

    result = solve(problem, heuristic=h, on_step=remember)
    optimum, _ = oracle.fewest_moves(*drawn)
    assert result.cost == optimum
    assert result.reopened == 0
    assert len(expanded) == result.expanded
    assert {g + to_go for g, to_go in expanded} <= {optimum}
    if optimum is None:
        assert result.expanded == 0


def test_astar_with_ties_towards_the_goal_expands_one_cheapest_way_only():
    problem = MovIX.level("1-first")
    result = solve(problem, heuristic="perfect", tie_break="low-h")
    assert (result.cost, result.expanded_below_cost) == (7, 0)
    assert result.expanded <= 8


def test_it_is_proved_admissible_and_consistent_and_exact():
    report = check_heuristic(MovIX.level("4-jump"), "perfect")
    assert report.admissible is report.consistent is report.safe is True
    assert report.accuracy.exact == 1


def test_a_board_with_too_many_states_is_refused_in_a_sentence():
    problem = MovIX.level("2-tiny")
    assert len(PerfectDistances.of(problem, states=300)) == 300
    with pytest.raises(NotApplicable, match=r"more than 299 states can be reached"):
        PerfectDistances.of(problem, states=299)


class Endless(Problem):
    def actions(self, state):
        return [1, 2]

    def result(self, state, action):
        return 2 * state + action


def test_it_speaks_of_the_problem_as_it_is_when_it_is_asked_for():
    problem = Endless(0, 7)
    with pytest.raises(NotApplicable, match="more than 20,000 states"):
        heuristics.get("perfect", problem)
    problem.actions = lambda state: [1] if state < 4 else []
    assert heuristics.get("perfect", problem)(Node(0)) == 3
    problem.initial = 1
    assert heuristics.get("perfect", problem)(Node(3)) == 1


def test_a_problem_that_cannot_be_hashed_is_served():
    class Unhashable(Digraph):
        __hash__ = None

    assert heuristics.get("perfect", Unhashable([(0, 1, 1)], {1}))(Node(0)) == 1


def test_states_out_of_reach_are_given_0():
    h = PerfectDistances.of(MovIX(["H__", "___", "__V"], 2))
    assert h(Node((("H", (1, 0)), ("V", (0, 2))))) == 0
    assert h(Node((("L", (1, 0)),))) == 0
    assert PerfectDistances.of(Digraph([], {0}, is_packed=False))(Node(5)) == 0
