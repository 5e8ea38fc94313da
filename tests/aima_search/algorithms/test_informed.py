"""The cost of what informed searches find, against the distances of an independent oracle."""

from math import inf

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from aima_search import Problem, solve
from aima_search.search import (
    astar_tree_search,
    bidirectional_search,
    uniform_cost_tree_search,
    weighted_astar_search,
)
from tests.specimens import Journey, cheapest, consistent_journeys, distances_to, journeys, roads

OPTIMAL = ("astar", "uniform-cost", "ida-star", "recursive-best-first")


@pytest.mark.parametrize("algorithm", OPTIMAL)
@given(journey=journeys())
def test_an_admissible_estimate_gives_the_optimal_cost_consistent_or_not(algorithm, journey):
    result = solve(journey, algorithm)
    optimum = cheapest(journey)
    assert result.status == ("no-solution" if optimum is None else "solved")
    assert result.cost == (None if optimum is None else pytest.approx(optimum))


@pytest.mark.parametrize("tie_break", ["fifo", "lifo", "high-g", "low-h", "state"])
@settings(max_examples=30)
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


class BothWays(Journey):
    """A journey that can say where one may come from."""

    def predecessors(self, state):
        for before, there in self.roads.items():
            if state in there:
                yield state, before, there[state]


@given(graph=roads())
def test_bidirectional_search_is_optimal_where_predecessors_are_declared(graph):
    journey = BothWays(graph, 0, 6)
    optimum = cheapest(journey)
    assert bidirectional_search(journey) == pytest.approx(inf if optimum is None else optimum)


def undirected(graph):
    """Return the roads with every one open both ways, at the lower cost."""
    both = {place: dict(there) for place, there in graph.items()}
    for start, there in graph.items():
        for stop, cost in there.items():
            both[stop][start] = both[start][stop] = min(cost, graph[stop].get(start, cost))
    return both


@given(graph=roads(st.integers(0, 9)))
def test_bidirectional_search_is_optimal_on_undirected_roads(graph):
    journey = Journey(undirected(graph), 0, 6)
    result = solve(journey, "bidirectional")
    assert result.cost == cheapest(journey)
    assert result.solved == (cheapest(journey) is not None)


@pytest.mark.parametrize(
    "graph",
    [
        {"A": {"B": 1}, "B": {"C": 1}},
        {"A": {"B": 1, "C": 10}, "B": {"C": 1}, "C": {"A": 10}},
    ],
)
def test_bidirectional_search_does_not_answer_wrongly_on_one_way_roads(graph):
    journey = Journey(graph, "A", "C")
    try:
        result = solve(journey, "bidirectional")
    except ValueError as error:
        assert "predecessors" in str(error)  # noqa: PT017 - an answer would do as well
    else:
        assert result.cost == 2


def test_bidirectional_search_says_what_it_cannot_do():
    with pytest.raises(ValueError, match=r"no action undoes: define Journey\.predecessors"):
        solve(Journey({"C": {"A": 1}, "A": {"B": 1}, "B": {"A": 1}}, "A", "C"), "bidirectional")
    for goal in (None, [], ["B", "C"]):
        with pytest.raises(ValueError, match="one goal state"):
            bidirectional_search(Problem("A", goal))


def test_a_start_that_is_the_goal_needs_no_step_in_either_direction():
    result = solve(Journey({}, "A", ["A"]), "bidirectional")
    assert (result.cost, result.actions, result.expanded) == (0, [], 0)


@given(journey=consistent_journeys())
def test_ida_star_expands_no_state_beyond_the_optimal_cost(journey):
    seen = []
    result = solve(journey, "ida-star", on_step=lambda step: seen.append(step.f))
    if result.solved:
        assert max(seen, default=0) <= result.cost
