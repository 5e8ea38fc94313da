"""Learned heuristics: the samples' costs are exact, the weights are the best there are."""

import itertools
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest

import heuristics
from aima_search import check_heuristic, solve
from aima_search.analysis.enumeration import PerfectDistances
from aima_search.base.errors import InputError, NotApplicable, UnknownName
from aima_search.made.learned import Sample, fit, sample
from aima_search.model.problem import Node
from aima_search.search import EightPuzzle, GraphProblem, romania_map
from puzzles import MovIX
from tests.specimens import Journey

FEATURES = ["partial-alignment", "manhattan"]


def test_the_costs_of_samples_are_exact():
    problem = MovIX.level("2-tiny")
    exact = PerfectDistances.of(problem)
    found = sample(problem, 60, seed=3, heuristic="assignment")
    assert len({one.state for one in found}) == len(found) == 60
    assert {one.cost for one in found} > {0, 1, 2}
    assert [one.cost for one in found] == [exact(Node(one.state)) for one in found]


def test_a_seed_gives_the_same_samples():
    problem = MovIX.level("2-tiny")
    assert sample(problem, 20, seed=1) == sample(problem, 20, seed=1) != sample(problem, 20, seed=2)


def values_of(found, names):
    return np.array(
        [[heuristics.get(name, one.problem)(Node(one.state)) for name in names] for one in found]
    )


def test_no_weights_near_by_have_less_squares():
    found = sample(MovIX.level("2-tiny"), 60, seed=3)
    costs, values = np.array([one.cost for one in found]), values_of(found, FEATURES)
    fitted = fit(FEATURES, found)
    best = ((values @ fitted.weights - costs) ** 2).sum()
    for step in itertools.product((-0.01, 0, 0.01), repeat=2):
        weights = np.maximum(np.add(fitted.weights, step), 0)
        assert ((values @ weights - costs) ** 2).sum() >= best - 1e-9
    assert fitted.error == pytest.approx(np.abs(values @ fitted.weights - costs).mean())
    assert fitted.above == ((values @ fitted.weights > costs + 1e-9).mean())
    assert 0 < fitted.above < 1


def test_from_below_it_is_above_no_sample_and_cannot_grow():
    found = sample(MovIX.level("2-tiny"), 60, seed=3)
    costs, values = np.array([one.cost for one in found]), values_of(found, FEATURES)
    fitted = fit(FEATURES, found, one_sided=True)
    assert fitted.above == 0
    assert (values @ fitted.weights <= costs + 1e-9).all()
    for feature in range(2):
        more = np.array(fitted.weights)
        more[feature] += 0.01
        assert (values @ more > costs).any()


def test_a_known_sum_is_found_again():
    problem = EightPuzzle((1, 2, 3, 4, 5, 6, 0, 7, 8))
    h1, h2 = problem.hamming_distance_heuristic, problem.manhattan
    heuristics.register("*", "feature-1")(lambda problem: h1)
    heuristics.register("*", "feature-2")(lambda problem: h2)
    boards = [problem.shuffle_state(30, problem.goal, seed=seed) for seed in range(40)]
    known = [Sample(problem, b, 0.25 * h1(Node(b)) + 0.5 * h2(Node(b))) for b in boards]
    fitted = fit(["feature-1", "feature-2"], known)
    assert fitted.weights == pytest.approx((0.25, 0.5))
    assert fitted.error == pytest.approx(0)
    assert fitted.expression == "0.250 * feature-1 + 0.500 * feature-2"
    assert heuristics.get(fitted.expression, problem)(Node(boards[0])) == pytest.approx(
        known[0].cost
    )


def test_it_is_a_heuristic_by_name_and_claims_nothing():
    problem = MovIX.level("2-tiny")
    h = heuristics.get("learned(partial-alignment, 2 * conflicts)", problem)
    assert (h.facts.admissible, h.facts.consistent) == (None, None)
    assert solve(problem, heuristic=h).cost >= solve(problem, "breadth-first").cost
    below = heuristics.get("learned(one-sided, partial-alignment)", problem)
    report = check_heuristic(problem, below)
    assert report.zero_at_goals in (True, False)
    assert heuristics.info("movix", "learned(manhattan)").admissible is None


@pytest.mark.parametrize("text", ["learned", "learned()", "learned(one-sided)"])
def test_no_features_are_no_heuristic(text):
    with pytest.raises(InputError, match="expected names of heuristics"):
        heuristics.get(text, MovIX.level("2-tiny"))


def test_no_samples_are_an_error():
    with pytest.raises(NotApplicable, match="found no sample state with a known cost"):
        fit(["zero"], [])
    romania = GraphProblem("Arad", "Nowhere", {"Arad": {}, "Nowhere": {}})
    assert sample(GraphProblem("Arad", "Bucharest", romania_map), 5)
    with pytest.raises(NotApplicable):
        fit(["zero"], sample(romania, 5))


def test_a_state_without_a_solution_is_searched_once():
    asked = []
    journey = Journey({0: {1: 1, 2: 1}, 1: {0: 1}, 2: {}}, 0, 1)
    is_goal = journey.goal_test

    def goal_test(state):
        asked.append(state)
        return is_goal(state)

    journey.goal_test = goal_test
    assert {one.state for one in sample(journey, 50)} == {0, 1}
    assert asked.count(2) <= 3


def test_costs_of_every_kind_of_number_are_fitted():
    for one in (Decimal(1), Fraction(1), np.uint8(1), 1):
        journey = Journey({0: {1: one}, 1: {2: one * 2}}, 0, 2, {0: 3, 1: 2})
        fitted = fit(["zero"], [Sample(journey, 0, one * 3), Sample(journey, 1, one * 2)])
        assert fitted.error == 2.5
        assert heuristics.get("learned(zero)", journey)(Node(0)) == 0


def test_an_unknown_name_is_refused_before_any_search():
    problem = MovIX.level("2-tiny")
    problem.goal_test = None  # a search would ask it
    with pytest.raises(UnknownName, match="unknown movix heuristic 'nope'"):
        heuristics.get("learned(manhattan, nope)", problem)


def test_the_searches_together_are_limited():
    problem, expanded = EightPuzzle((8, 6, 7, 2, 5, 4, 3, 0, 1)), []
    problem.h = None
    actions = problem.actions
    problem.actions = lambda state: expanded.append(state) or actions(state)
    assert sample(problem, 200, nodes=50) == []
    assert 10 * 50 <= len(expanded) < 20 * 50  # the walk asks for a few more
