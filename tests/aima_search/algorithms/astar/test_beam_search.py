"""Beam search: what it answers is true; wide enough it misses nothing."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aima_search import Limits, solve
from aima_search.base.errors import InputError
from aima_search.trace import record
from tests.specimens import Chain, Journey, cheapest, journeys

# Two ways of two roads: the way that looks nearer ends in a dead end.
MISLEADING = Journey(
    {0: {1: 1, 2: 1}, 1: {4: 1}, 2: {3: 1}, 4: {}}, 0, 3, {0: 2, 1: 0, 2: 1, 3: 0, 4: 0}
)


def hops_to_goal(journey):
    """Return the least number of roads to the goal over places whose h is finite, or None."""
    layer, seen, depth = {journey.initial}, {journey.initial}, 0
    layer = {place for place in layer if journey.estimates.get(place, 0) < float("inf")}
    while layer:
        if journey.goal in layer:
            return depth
        beyond = {stop for place in layer for stop in journey.roads.get(place, {})}
        layer = {one for one in beyond - seen if journey.estimates.get(one, 0) < float("inf")}
        seen |= layer
        depth += 1
    return None


@given(journey=journeys(st.integers(0, 9)), width=st.integers(1, 7))
def test_whatever_it_answers_is_true(journey, width):
    found = solve(journey, "beam-search", width=width, limits=Limits(nodes=500))
    optimum = cheapest(journey)
    if found.status == "no-solution":
        assert optimum is None
    elif found.status == "solved":
        assert found.cost >= optimum
    else:
        assert found.status == "not-found"


@given(journey=journeys(st.just(1)))
def test_wide_enough_it_finds_a_shortest_way_where_all_roads_cost_the_same(journey):
    found = solve(journey, "beam-search", width=7)
    hops = hops_to_goal(journey)
    assert (found.status, found.cost) == (
        ("no-solution", None) if hops is None else ("solved", hops)
    )


@given(journey=journeys(st.integers(0, 9)), width=st.integers(1, 4))
def test_no_layer_is_wider_than_it_may_be(journey, width):
    trace = record(journey, "beam-search", width=width, limits=Limits(nodes=500))
    expanded = [trace.node(at).depth for at in trace.expansions]
    assert all(expanded.count(depth) <= width for depth in expanded)
    dropped = [node for node in trace if node.fate == "dropped"]
    if trace.result.status == "no-solution":
        assert dropped == []
    if trace.result.status == "not-found":
        assert dropped != []


def test_what_a_narrow_beam_drops_is_what_it_misses():
    assert solve(MISLEADING, "beam-search", width=2).cost == 2
    trace = record(MISLEADING, "beam-search", width=1)
    assert trace.result.status == "not-found"
    assert [(node.state, node.fate) for node in trace] == [
        *((0, "queued"), (1, "queued"), (2, "dropped"), (4, "queued"))
    ]
    assert trace.node(2, 0).fate == "queued"
    assert trace.frontier(1) == [1]


def test_no_solution_rests_on_h_if_h_has_called_a_state_a_dead_end():
    journey = Journey({0: {1: 1}, 1: {2: 1}}, 0, 2, {1: float("inf")})
    found = solve(journey, "beam-search")
    expected = ("no-solution", "h is right about 1 path that it calls a dead end")
    assert (found.status, found.rests_on) == expected


def test_a_width_below_one_is_refused():
    with pytest.raises(InputError, match="width 0: expected a whole number from 1 up"):
        solve(Chain(3), "beam-search", width=0)
