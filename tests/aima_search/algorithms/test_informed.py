"""The cost of what informed searches find, against the distances of an independent oracle."""

import re
from decimal import Decimal
from fractions import Fraction
from itertools import product
from math import inf, nan

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from aima_search import solve
from aima_search.base.errors import CostError, HeuristicError
from aima_search.search import (
    astar_tree_search,
    uniform_cost_tree_search,
    weighted_astar_search,
)
from tests.examples import examples
from tests.specimens import Journey, cheapest, consistent_journeys, distances_to, journeys

OPTIMAL = ("astar", "uniform-cost", "ida-star", "recursive-best-first")


@pytest.mark.parametrize("algorithm", OPTIMAL)
@given(journey=journeys())
def test_an_admissible_estimate_gives_the_optimal_cost_consistent_or_not(algorithm, journey):
    result = solve(journey, algorithm)
    optimum = cheapest(journey)
    assert result.status == ("no-solution" if optimum is None else "solved")
    assert result.cost == (None if optimum is None else pytest.approx(optimum))


@pytest.mark.parametrize("tie_break", ["fifo", "lifo", "high-g", "low-h", "state"])
@examples(30)
@given(journey=journeys())
def test_the_cost_does_not_depend_on_ties(tie_break, journey):
    assert solve(journey, tie_break=tie_break).cost == pytest.approx(cheapest(journey))


@given(journey=journeys(), weight=st.sampled_from([1, 1.4, 2, 10]))
def test_weighted_astar_is_at_most_its_weight_worse(journey, weight):
    node, optimum = weighted_astar_search(journey, weight=weight), cheapest(journey)
    if optimum is None:
        assert node is None
    else:
        assert optimum - 1e-9 <= node.path_cost <= weight * optimum + 1e-9


@given(journey=journeys())
def test_greedy_search_finds_a_way_exactly_where_there_is_one(journey):
    assert solve(journey, "greedy").solved == (cheapest(journey) is not None)


@given(journey=journeys(st.integers(1, 9), size=5))
def test_the_tree_searches_find_the_same_cost_where_every_road_leads_to_the_goal(journey):
    if all(far < inf for far in distances_to(journey.roads, journey.goal).values()):
        assert astar_tree_search(journey).path_cost == cheapest(journey)
        assert uniform_cost_tree_search(journey).path_cost == cheapest(journey)


@given(journey=consistent_journeys())
def test_ida_star_expands_no_state_beyond_the_optimal_cost(journey):
    seen = []
    result = solve(journey, "ida-star", on_step=lambda step: seen.append(step.f))
    if result.solved:
        assert max(seen, default=0) <= result.cost


BY_F = ("astar", "weighted-astar", "ida-star", "recursive-best-first")


@pytest.mark.parametrize(
    ("algorithm", "cost"),
    [
        *product([*BY_F, "uniform-cost"], [nan, Decimal("NaN")]),
        *product(BY_F, [1j]),
    ],
)
def test_a_cost_that_is_no_number_is_not_blamed_on_the_heuristic(algorithm, cost):
    problem = Journey({"A": {"B": cost, "C": 1}, "C": {"G": 1}}, "A", "G", {"A": 1})
    words = f"{re.escape(repr(cost))}.*: expected a real number, c plus the cost of the action"
    with pytest.raises(CostError, match=words):
        solve(problem, algorithm)


@pytest.mark.parametrize("estimate", [0, 0.25, Fraction(1, 4), np.int64(0), inf])
@pytest.mark.parametrize("algorithm", [*BY_F, "uniform-cost", "greedy"])
def test_decimal_costs_go_with_every_kind_of_estimate(algorithm, estimate):
    roads = {"A": {"B": Decimal("0.1"), "C": 1}, "B": {"G": Decimal("0.2")}, "C": {"G": 1}}
    problem = Journey(roads, "A", "G", {"A": 0.25, "B": estimate})
    result = solve(problem, algorithm)
    prunes = estimate == inf and algorithm != "uniform-cost"
    assert (result.status, result.cost in (Decimal("0.3"), 2)) == ("solved", True)
    if algorithm != "greedy":
        assert result.cost == (2 if prunes else Decimal("0.3"))


@pytest.mark.parametrize("one", [1, 1.0, Fraction(1), np.uint8(1), Decimal(1)])
def test_decimal_estimates_go_with_every_kind_of_cost(one):
    roads = {"A": {"B": one, "C": one}, "B": {"G": one * 3}, "C": {"G": one}}
    problem = Journey(roads, "A", "G", {"A": Decimal("1.5"), "C": Decimal("0.5")})
    for algorithm in BY_F:
        assert solve(problem, algorithm).cost == 2, algorithm


@pytest.mark.parametrize("estimate", [None, "far", nan, Decimal("NaN")])
@pytest.mark.parametrize("algorithm", BY_F)
def test_an_estimate_that_is_no_number_is_the_heuristics_fault_whatever_the_costs(
    algorithm, estimate
):
    problem = Journey({"A": {"B": Decimal(1)}, "B": {"G": Decimal(1)}}, "A", "G", {"B": estimate})
    with pytest.raises(
        HeuristicError, match=r"Journey.h\(<Node B>\) returned .*: expected a number"
    ):
        solve(problem, algorithm)
