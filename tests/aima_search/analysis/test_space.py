"""The state space: every state once, every edge, and exact distances to the goal."""

from math import inf

import pytest
from hypothesis import given

from aima_search.analysis import enumerate_space
from tests.specimens import Chain, Journey, distances_to, roads


def reachable(graph, start):
    seen, waiting = {start}, [start]
    while waiting:
        fresh = set(graph[waiting.pop()]) - seen
        seen |= fresh
        waiting += fresh
    return seen


@given(graph=roads())
def test_every_reachable_state_and_edge_is_enumerated_once(graph):
    space = enumerate_space(Journey(graph, 0, 6))
    states = [node.state for node in space.nodes]
    assert sorted(states) == sorted(reachable(graph, 0))
    edges = {
        (states[source], states[target]): cost
        for source, target, cost in zip(space.sources, space.targets, space.costs, strict=True)
    }
    assert len(edges) == len(space.sources)
    expected = {(start, stop): cost for start in states for stop, cost in graph[start].items()}
    assert edges == pytest.approx(expected)
    assert [states[goal] for goal in space.goals] == [6] * (6 in states)
    assert space.complete


@given(graph=roads())
def test_distances_to_the_goal_are_exact(graph):
    space = enumerate_space(Journey(graph, 0, 6))
    exact = distances_to(graph, 6) if 6 in reachable(graph, 0) else {}
    expected = [exact.get(node.state, inf) for node in space.nodes]
    assert space.h_star == pytest.approx(expected)


def test_goals_are_expanded_too_and_nodes_lie_on_shortest_paths():
    space = enumerate_space(Journey({"A": {"G": 1}, "G": {"B": 1, "A": 1}}, "A", "G"))
    assert [(node.state, node.depth) for node in space.nodes] == [("A", 0), ("G", 1), ("B", 2)]
    assert space.h_star == [1, 0, inf]


@pytest.mark.parametrize(("limit", "states", "complete"), [(10, 10, True), (9, 10, False)])
def test_enumeration_stops_once_more_than_the_limit_are_known(limit, states, complete):
    space = enumerate_space(Chain(9), limit)
    assert (len(space.nodes), space.complete) == (states, complete)


def test_distances_in_part_of_a_space_are_upper_bounds():
    roads = {0: {1: 1, 9: 7}, 1: {2: 1}, 2: {9: 1}}
    part = enumerate_space(Journey(roads, 0, 9), 3)
    assert part.h_star[0] == 7
    assert enumerate_space(Journey(roads, 0, 9)).h_star[0] == 3
