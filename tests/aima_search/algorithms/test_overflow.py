"""Numbers that are too large for floats: the right answer or an error, never a false proof."""

from fractions import Fraction
from math import inf

import pytest

from aima_search import Node, solve
from aima_search.base.errors import HeuristicError, NotApplicable
from aima_search.catalog.combine import weighted, weighted_sum
from aima_search.search import astar_tree_search, uniform_cost_tree_search
from tests.specimens import Chain, Journey

HUGE = 10**400
G_PLUS_H = ["astar", "weighted-astar", "ida-star", "recursive-best-first"]
BY_COST = ["uniform-cost", "bidirectional", *G_PLUS_H]
TOO_LARGE = "too large for a floating-point number"


def estimating(value):
    return lambda node: value


@pytest.mark.parametrize("weight", [1e308, 10**308, HUGE])
def test_a_weight_that_makes_f_overflow_proves_nothing(weight):
    with pytest.raises(HeuristicError, match=TOO_LARGE):
        solve(Chain(7), "weighted-astar", estimating(50.0), weight=weight)
    assert solve(Chain(7), "weighted-astar", weight=HUGE).cost == 7  # whole numbers have no end


@pytest.mark.parametrize("expression", ["1" + "0" * 308 + " * h", "1" + "0" * 307 + " * h + h"])
def test_a_number_of_308_digits_times_a_heuristic_proves_nothing(expression, tmp_path):
    file = tmp_path / "far.py"
    file.write_text("def h(node): return 9e307 - node.state\n")
    with pytest.raises(HeuristicError, match=TOO_LARGE):
        solve(Chain(7), "greedy", expression.replace("h", f"{file.as_posix()}:h"))


def test_a_weighted_sum_overflows_where_none_of_its_parts_is_infinite():
    for terms in [(1e308, 1e308)], [(1, 1e308), (1, 1e308)], [(HUGE, 0.5)], [(0.5, HUGE)]:
        with pytest.raises(HeuristicError, match=TOO_LARGE):
            weighted_sum(*terms)(Node("state"))
    assert weighted(estimating(inf), 1e308)(Node("state")) == inf
    assert weighted_sum((1e308, inf), (1e308, 1e308))(Node("state")) == inf
    assert weighted(estimating(HUGE), HUGE)(Node("state")) == HUGE * HUGE


@pytest.mark.parametrize("algorithm", G_PLUS_H)
@pytest.mark.parametrize("estimate", [1.7e308, HUGE, Fraction(HUGE)])
def test_a_sum_of_cost_and_estimate_that_overflows_proves_nothing(algorithm, estimate):
    journey = Journey({0: {1: 1e308}, 1: {2: 1e308}}, 0, 2)
    with pytest.raises(HeuristicError, match=TOO_LARGE):
        solve(journey, algorithm, lambda node: estimate if node.state else 0)


@pytest.mark.parametrize("algorithm", ["astar", "anytime-astar"])
def test_a_sum_that_is_rounded_down_is_no_cycle_of_negative_cost(algorithm):
    roads = {0: {1: 2**60 + 1, 3: 2**61}, 1: {1: 0.5}, 3: {4: 0}}
    result = solve(Journey(roads, 0, 4), algorithm)
    assert result.cost == 2**61


@pytest.mark.parametrize("algorithm", ["astar", "ida-star", "recursive-best-first"])
def test_whole_numbers_have_no_end(algorithm):
    journey = Journey({0: {1: HUGE, 2: 1}, 1: {2: HUGE}, 2: {3: HUGE}}, 0, 3)
    result = solve(journey, algorithm, lambda node: HUGE if node.state < 3 else 0)
    assert result.cost == HUGE + 1
    if algorithm == "astar":
        assert result.expanded_below_cost == 1


@pytest.mark.parametrize("algorithm", [*BY_COST, "bidirectional-astar"])
def test_a_path_cost_that_overflows_proves_nothing(algorithm):
    journey = Journey({0: {1: 1e308}, 1: {2: 1e308}}, 0, 2)
    journey.predecessors = lambda state: [(state, state - 1, 1e308)] if state else []
    with pytest.raises((NotApplicable, HeuristicError), match=TOO_LARGE):
        solve(journey, algorithm, None if algorithm in BY_COST[:2] else estimating(0))


@pytest.mark.parametrize("search", [uniform_cost_tree_search, astar_tree_search])
def test_a_path_cost_that_overflows_proves_nothing_to_a_tree_search_either(search):
    with pytest.raises((NotApplicable, HeuristicError), match=TOO_LARGE):
        search(Journey({0: {1: 1e308}, 1: {2: 1e308}}, 0, 2))


@pytest.mark.parametrize("algorithm", BY_COST)
def test_an_action_of_infinite_cost_leads_nowhere(algorithm):
    journey = Journey({0: {1: 1, 2: inf}, 1: {2: inf}}, 0, 2)
    journey.predecessors = lambda state: [(state, state - 1, inf if state > 1 else 1)]
    assert solve(journey, algorithm).status == "no-solution"


@pytest.mark.parametrize("algorithm", G_PLUS_H)
def test_an_infinite_estimate_is_still_a_dead_end(algorithm):
    assert solve(Chain(3), algorithm, estimating(inf)).status == "no-solution"
