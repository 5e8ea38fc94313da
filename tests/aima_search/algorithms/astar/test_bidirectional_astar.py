"""Bidirectional A*: optimal for admissible estimates of both sides; no side goes beyond half."""

from math import inf, isclose

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aima_search import Search, check_problem, compare, solve
from aima_search.base.errors import InputError, NotApplicable
from aima_search.made.landmarks import Landmarks
from aima_search.model.heuristic import BuiltHeuristic
from aima_search.model.problem import Node
from aima_search.search import EightPuzzle
from puzzles import Paths, Routes, Tiles
from tests.specimens import INTEGERS, BothWays, Chain, Journey, cheapest, distances_to, journeys

HARD = EightPuzzle((8, 6, 7, 2, 5, 4, 3, 0, 1))


def from_start(journey):
    """Return the least cost from the initial place to every place, by relaxing all roads."""
    back = {place: {} for place in journey.roads}
    for start, there in journey.roads.items():
        for stop, cost in there.items():
            back[stop][start] = cost
    return distances_to(back, journey.initial)


@st.composite
def two_way_journeys(draw, costs=INTEGERS):
    """Draw a journey with a way back and admissible estimates of both sides, by their places."""
    drawn = draw(journeys(costs))
    journey = BothWays(drawn.roads, drawn.initial, drawn.goal, drawn.estimates)
    share = st.sampled_from([0, 0, 0.25, 0.5, 1, 1])
    back = {
        place: (draw(st.sampled_from([0, 3, inf])) if far == inf else draw(share) * far)
        for place, far in from_start(journey).items()
    }
    return journey, lambda node: back[node.state]


@given(drawn=two_way_journeys())
def test_it_is_optimal_for_admissible_estimates_of_both_sides(drawn):
    journey, h_back = drawn
    optimum = cheapest(journey)
    for estimates in ({"h_back": h_back}, {}):
        result = solve(journey, "bidirectional-astar", **estimates)
        expected = ("no-solution", None) if optimum is None else ("solved", optimum)
        assert (result.status, result.cost) == expected


@given(drawn=two_way_journeys(st.sampled_from([0.0, 0.1, 0.2, 0.7, 1.5, 1e-3])))
def test_it_is_optimal_for_costs_that_are_rounded(drawn):
    journey, h_back = drawn
    result, optimum = solve(journey, "bidirectional-astar", h_back=h_back), cheapest(journey)
    assert (result.cost is None) == (optimum is None)
    assert optimum is None or isclose(result.cost, optimum, abs_tol=1e-12)


@given(drawn=two_way_journeys())
def test_neither_side_expands_what_is_beyond_half_of_the_optimum(drawn):
    journey, h_back = drawn
    optimum = cheapest(journey)
    for step in Search(journey, "bidirectional-astar", h_back=h_back):
        assert optimum is None or 2 * step.node.path_cost <= optimum
        assert optimum is None or step.f <= optimum


def test_the_same_heuristic_on_the_problem_turned_round_is_the_estimate_of_the_way_back():
    blind = solve(HARD, "bidirectional-astar", HARD.h)
    turned = solve(HARD, "bidirectional-astar")
    assert (turned.cost, blind.cost) == (31, 31)
    assert turned.expanded < blind.expanded


@pytest.mark.parametrize(
    "problem",
    [
        Tiles("123/456/078"),
        Tiles("1,2/3,0", goal=((0, 1), (3, 2))),
        Routes("romania:Arad>Bucharest"),
        Paths("S..#/..#./...G"),
    ],
)
def test_a_problem_turned_round_costs_from_each_state_what_the_way_to_it_costs(problem):
    turned = problem.reversed_problem()
    assert (turned.initial, turned.goal) == (problem.goal, problem.initial)
    assert turned.reversed_problem().initial == problem.initial
    node = solve(problem, "astar").node
    for state in node.path_states():
        there, back = type(problem).reversed_problem(turned), problem.reversed_problem()
        there.goal, back.initial = state, state
        assert solve(there, "uniform-cost").cost == solve(back, "uniform-cost").cost


def test_what_costs_differently_by_direction_is_not_turned_round():
    assert Paths("S9.G").reversed_problem() is None
    assert Routes({"A": {"B": 1}, "B": {"A": 2}}, "A", "B").reversed_problem() is None


@given(drawn=two_way_journeys())
def test_landmarks_estimate_the_way_from_the_start_too(drawn):
    journey, _ = drawn
    h = Landmarks(journey, 3).heuristic(journey)
    assert isinstance(h, BuiltHeuristic)
    for place, far in from_start(journey).items():
        assert h.from_start(Node(place)) <= far
    assert solve(journey, "bidirectional-astar", h).cost == cheapest(journey)


def test_a_comparison_knows_it_as_optimal():
    table = compare(Tiles("123/456/078"), ["astar", "bidirectional-astar"], ["manhattan"])
    assert [(row.cost, row.proved_optimal) for row in table.rows] == [(2, True), (2, True)]


def test_without_a_way_back_it_does_not_apply():
    with pytest.raises(NotApplicable, match="needs predecessors"):
        solve(Journey({0: {1: 1}}, 0, 1), "bidirectional-astar")


def test_a_start_that_is_the_goal_takes_no_step():
    result = solve(Chain(0), "bidirectional-astar")
    assert (result.cost, result.expanded, result.actions) == (0, 0, [])


def test_the_problems_that_turn_round_are_as_they_should_be():
    assert check_problem(Tiles("123/456/078").reversed_problem()).ok


@pytest.mark.parametrize("h_back", [0, True, "zero", [1], 10**400])
def test_an_estimate_from_the_start_is_a_function(h_back):
    with pytest.raises(InputError, match="expected a function of a node"):
        solve(Chain(3), "bidirectional-astar", h_back=h_back)
