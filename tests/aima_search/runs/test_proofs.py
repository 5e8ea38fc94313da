"""What is said to be proved is true: stars, bounds, "no solution", for costs of every sign."""

from math import inf, isclose

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aima_search import Limits, SearchError, check_heuristic, compare, solve
from aima_search.algorithms.names import ALGORITHMS
from aima_search.base.errors import NotApplicable
from aima_search.model.heuristic import HeuristicFacts, with_facts
from aima_search.runs.result import bound_of, is_proved
from tests.aima_search.analysis.toy import Digraph
from tests.examples import examples
from tests.specimens import BothWays, Journey

SYSTEMATIC = [name for name in ALGORITHMS if not ALGORITHMS.get(name).local]
LIMITS = Limits(nodes=300)
TRAP = {"S": {"G": 1, "A": 5}, "A": {"G": -10}}

COSTS = st.sampled_from([-7, -3, -1, -0.5, 0, 0.1, 1, 2, 5, inf])
PLACES = st.integers(0, 5)
EDGES = st.lists(st.tuples(PLACES, PLACES, COSTS), min_size=1, max_size=12)


def least_cost(problem):
    """Return the least cost of a way to a goal, -inf around a negative cycle (Bellman, Ford)."""
    edges = [edge for edge in problem.edges if edge[2] < inf]
    reached = {0: 0}
    for _ in range(12):
        for source, target, cost in edges:
            if source in reached:
                known = reached.get(target, inf)
                reached[target] = min(known, reached[source] + cost)
    for _ in range(12):
        for source, target, cost in edges:
            if source in reached and reached[source] + cost < reached[target] - 1e-9:
                reached[target] = -inf
    return min((reached[goal] for goal in problem.goals if goal in reached), default=inf)


def search(problem, algorithm, h):
    """Return the result of a search, None if the algorithm does not apply to the problem."""
    try:
        return solve(problem, algorithm, h, LIMITS)
    except SearchError:
        return None


def hold_what_is_said(problem, result):
    least = least_cost(problem)
    if is_proved(result.optimal_if):
        assert isclose(result.cost, least), result
    if result.lower_bound is not None and not result.rests_on:
        assert result.lower_bound <= least + 1e-9, result
    if result.status == "no-solution" and not result.rests_on:
        assert least == inf, result


@pytest.mark.parametrize("algorithm", SYSTEMATIC)
@given(EDGES, st.sets(PLACES, min_size=1, max_size=2), st.booleans(), st.booleans())
@examples(60)
def test_what_is_reported_as_proved_is_true(algorithm, edges, goals, is_packed, knows):
    """Knows: h is admissible and says so; otherwise it says 3 everywhere, and says nothing."""
    problem = Digraph(edges, goals, is_packed)
    zero = with_facts(lambda node: 0, HeuristicFacts(admissible=least_cost(problem) >= 0))
    h = zero if knows else lambda node: 3
    result = search(problem, algorithm, h)
    if result is not None:
        hold_what_is_said(problem, result)


@given(EDGES, st.sets(PLACES, min_size=1, max_size=2))
@examples(60)
def test_a_star_of_a_comparison_is_the_optimum(edges, goals):
    problem = Digraph(edges, goals)
    algorithms = ["astar", "uniform-cost", "ida-star", "anytime-astar", "depth-first-tree"]
    rows = compare(problem, heuristics=["zero"], algorithms=algorithms, limits=LIMITS)
    starred, least = [row.cost for row in rows.rows if row.optimal], least_cost(problem)
    assert all(isclose(cost, least) for cost in starred)
    if least < inf and all(cost >= 0 for *_, cost in edges):
        assert starred


@given(EDGES, st.sets(PLACES, min_size=1, max_size=2), st.booleans())
def test_search_and_check_say_the_same_of_actions_that_no_way_takes(edges, goals, is_packed):
    edges = [(source, target, abs(cost)) for source, target, cost in edges]
    problem = Digraph(edges, goals, is_packed)
    found = solve(problem, "uniform-cost").cost
    exact = check_heuristic(problem, lambda node: 10**6).counterexamples
    at_start = exact["admissible"].h_star if "admissible" in exact else inf
    assert at_start <= (inf if found is None else found)
    reports = [check_heuristic(Digraph(edges, goals, one), lambda node: 2) for one in (True, False)]
    assert reports[0].states == reports[1].states
    assert reports[0].admissible == reports[1].admissible


def test_a_search_that_has_not_seen_a_negative_cost_proves_nothing():
    problem = Journey(TRAP, "S", "G")
    shown = compare(problem, algorithms=SYSTEMATIC, heuristics=["zero"], limits=LIMITS)
    assert not [row for row in shown.rows if row.optimal or row.proved_optimal]
    anytime = solve(problem, "anytime-astar", "zero")
    assert anytime.bound is None
    assert anytime.words == "solved; the solution costs 1, but nothing is proved about the optimum"


def test_a_search_from_one_goal_has_a_premise_if_a_subclass_has_other_goals():
    class Anywhere(BothWays):
        def goal_test(self, state):
            return state in ("G", "H")

    roads = {"S": {"B": 5}, "B": {"C": 5}, "C": {"H": 5}}
    found = solve(Anywhere(roads, "S", "G"), "bidirectional-astar", "zero")
    assert found.words == "no solution, if no other state than goal is a goal"
    assert solve(BothWays(roads, "S", "G"), "bidirectional").rests_on == ""


def test_a_problem_may_say_what_its_costs_are():
    class Priced(Journey):
        least_cost = 0

    class Sold(Priced):
        def path_cost(self, c, state1, action, state2):
            return super().path_cost(c, state1, action, state2) - 3

    roads = {place: {place + 1: 1} for place in range(5000)}
    assert solve(Journey(roads, 0, 2000), "uniform-cost").optimal_if == (
        "no action costs less than 0"
    )
    assert solve(Priced(roads, 0, 2000), "uniform-cost").optimal_if == ""
    assert solve(Sold(roads, 0, 2000), "uniform-cost").optimal_if is None


@pytest.mark.parametrize(
    ("cost", "lower_bound", "bound"),
    [(1e300, 1e-200, None), (10**800, 0.5, None), (3 * 10**400, 2 * 10**400, 1.5), (3, 2, 1.5)],
)
def test_a_bound_is_a_meaningful_number(cost, lower_bound, bound):
    assert bound_of(cost, lower_bound) == bound


def test_words_and_checks_work_at_the_ends_of_the_floating_point_numbers():
    far = Journey({"S": {"A": 1e300}, "A": {"G": 1e-200}}, "S", "G")
    assert solve(far, "anytime-astar", "zero", LIMITS).words == "solved"
    h = {"S": 1e308, "A": -1e308, "B": 1e308}
    near = Journey({"S": {"A": 1, "B": 2}, "A": {"G": 3}, "B": {"G": 1}}, "S", "G", h)
    report = check_heuristic(near)
    assert report.admissible is False
    assert report.accuracy.mean_ratio is not None
    huge = Journey({"S": {"A": 1e308}, "A": {"G": 1e308}}, "S", "G")
    with pytest.raises(NotApplicable, match="use smaller costs"):
        check_heuristic(huge, "perfect")
