"""Walkers: LRTA* and online depth-first search as runs."""

from decimal import Decimal
from fractions import Fraction
from itertools import pairwise
from math import inf, isclose

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aima_search import Limits, compare, solve
from aima_search.model.heuristic import HeuristicFacts, with_facts
from puzzles import Paths, Tiles
from tests.specimens import Chain, Journey, cheapest, journeys

COSTS = st.integers(1, 9)


def there_and_back(journey):
    """Return the journey with every road in both directions, at the cost of the cheaper one."""
    both = {}
    for place, roads in journey.roads.items():
        for other, cost in roads.items():
            for a, b in ((place, other), (other, place)):
                both.setdefault(a, {})[b] = min(cost, both.get(a, {}).get(b, inf))
        both.setdefault(place, {})
    return Journey(both, journey.initial, journey.goal)


@given(journey=journeys(COSTS))
def test_where_every_road_leads_back_both_reach_the_goal(journey):
    journey = there_and_back(journey)
    optimum = cheapest(journey)
    blind = solve(journey, "online-depth-first")
    assert blind.status == ("no-solution" if optimum is None else "solved")
    if optimum is None:
        return
    learning = solve(journey, "lrta-star", lambda node: 0)
    assert learning.status == "solved"
    for walk in (blind, learning):
        assert walk.states[-1] == journey.goal
        assert walk.cost >= optimum
        assert len(walk.actions) == walk.expanded
    assert learning.lower_bound <= optimum


@given(journey=journeys(COSTS))
def test_on_roads_of_one_direction_no_walk_proves_what_is_false(journey):
    optimum = cheapest(journey)
    for algorithm in ("lrta-star", "online-depth-first"):
        walk = solve(journey, algorithm, limits=Limits(nodes=300))
        assert walk.status in ("solved", "not-found", "node-limit", "no-solution")
        if walk.status == "no-solution":
            assert optimum is None
        if walk.status == "solved":
            assert isclose(walk.cost, sum(_costs(journey, walk.states)))
            assert walk.bound is None or walk.cost <= walk.bound * optimum * (1 + 1e-9)


def _costs(journey, states):
    return [journey.roads[a][b] for a, b in pairwise(states)]


def test_what_is_learnt_bounds_the_competitive_ratio():
    maze = Paths.level("6-rooms")
    best = solve(maze)
    walk = solve(maze, "lrta-star", "octile")
    assert 1 < walk.cost / best.cost <= walk.bound < 2
    assert solve(maze, "lrta-star", "zero").expanded > 10 * walk.expanded
    [row] = compare(maze, ["lrta-star"], ["octile"]).rows
    assert row.bound == walk.bound


def test_with_the_exact_costs_it_walks_the_cheapest_way():
    board = Tiles("125/034")
    walk = solve(board, "lrta-star", "perfect")
    assert (walk.cost, walk.bound) == (solve(board).cost, 1)


def test_an_h_known_to_be_too_high_proves_nothing():
    h = with_facts(lambda node: 9, HeuristicFacts(admissible=False))
    assert solve(Chain(3), "lrta-star", h).bound is None


def test_a_dead_end_ends_a_walk_without_a_proof():
    one_way = Journey(
        {"a": {"dead": 1, "b": 2}, "b": {"goal": 1}, "dead": {}, "goal": {}}, "a", "goal"
    )
    assert solve(one_way, "lrta-star", lambda node: 0).status == "not-found"
    assert solve(one_way, "online-depth-first").status == "not-found"


@pytest.mark.parametrize("one", [1, 1.0, Fraction(1), Decimal(1)])
@pytest.mark.parametrize("kind", [int, float, Fraction, Decimal])
def test_costs_and_estimates_of_every_kind_go_together(one, kind):
    roads = {0: {1: one, 2: one}, 1: {0: one}, 2: {3: one}}
    walk = solve(Journey(roads, 0, 3, {0: kind(1), 2: kind(5)}), "lrta-star")
    assert (walk.cost, walk.lower_bound) == (8, 6)
