"""The state space: every state once, every edge, and exact distances to the goal."""

from array import array
from math import inf, nan

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aima_search.analysis import enumerate_space
from aima_search.analysis.enumeration import enumerate_objects
from aima_search.analysis.packed_space import PackedSpace
from aima_search.analysis.space import PlainSpace
from aima_search.base.errors import CostError
from tests.aima_search.analysis.toy import Digraph, digraphs, distances
from tests.specimens import Chain, Journey, distances_to, roads

BOTH = pytest.mark.parametrize("enumerate_states", [enumerate_space, enumerate_objects])


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
    assert space.h_star.tolist() == pytest.approx(expected)


def test_goals_are_expanded_too_and_nodes_lie_on_shortest_paths():
    space = enumerate_space(Journey({"A": {"G": 1}, "G": {"B": 1, "A": 1}}, "A", "G"))
    assert [(node.state, node.depth) for node in space.nodes] == [("A", 0), ("G", 1), ("B", 2)]
    assert space.h_star.tolist() == [1, 0, inf]


@pytest.mark.parametrize(("limit", "states", "complete"), [(10, 10, True), (9, 10, False)])
def test_enumeration_stops_once_more_than_the_limit_are_known(limit, states, complete):
    space = enumerate_space(Chain(9), limit)
    assert (len(space), space.complete) == (states, complete)


def test_distances_in_part_of_a_space_are_upper_bounds():
    roads = {0: {1: 1, 9: 7}, 1: {2: 1}, 2: {9: 1}}
    part = enumerate_space(Journey(roads, 0, 9), 3)
    assert part.h_star[0] == 7
    assert enumerate_space(Journey(roads, 0, 9)).h_star[0] == 3


@given(problem=digraphs(), values=st.lists(st.sampled_from([0, 1, 2.5, 7, inf]), min_size=8))
def test_what_is_seen_one_action_ahead_is_the_same_in_both_forms_and_by_brute_force(
    problem, values
):
    for enumerate_states, kind in ((enumerate_space, PackedSpace), (enumerate_objects, PlainSpace)):
        space = enumerate_states(problem)
        assert isinstance(space, kind)
        states = space.states(0, len(space))
        assert [space.index(state) for state in states] == list(range(len(space)))
        h = dict(zip(states, [values[state] for state in states], strict=True))
        exact = dict(zip(states, space.h_star.tolist(), strict=True))
        ahead = space.look_ahead(array("d", [h[state] for state in states]))
        for place, state in enumerate(states):
            edges = [(cost + h[t], cost + exact[t]) for s, t, cost in problem.edges if s == state]
            least = min([look for look, _ in edges], default=inf)
            assert ahead.least[place] == least
            if least < inf:
                costs = [through for look, through in edges if look == least]
                assert ahead.number[place] == len(costs)
                assert ahead.wrong[place] == sum(cost > exact[state] for cost in costs)


@BOTH
@given(problem=digraphs(), limit=st.integers(1, 8))
def test_both_forms_of_a_part_know_upper_bounds(problem, limit, enumerate_states):
    exact = distances(problem.edges)
    part = enumerate_states(problem, limit)
    for state, known in zip(part.states(0, len(part)), part.h_star.tolist(), strict=True):
        assert known >= min((exact[state, goal] for goal in problem.goals), default=inf)
    assert len(part) > limit or part.complete
    assert len(part.edges.targets) == sum(part.degree)


@BOTH
@given(problem=digraphs(costs=(0, 1, -1, 2.5, -0.5)))
def test_negative_costs_have_least_ones_unless_a_cycle_pays(problem, enumerate_states):
    states = enumerate_objects(problem).states(0, 8)
    exact = distances(problem.edges)
    paid = [s for s in states if exact[s, s] < 0]
    endless = any(exact[s, goal] < inf for s in paid for goal in problem.goals)
    space = enumerate_states(problem)
    if endless:
        with pytest.raises(
            CostError, match=r"^a cycle of \d+ actions through \d has a negative cost"
        ):
            space.h_star  # noqa: B018
    else:
        expected = [
            min((exact[state, goal] for goal in problem.goals), default=inf)
            for state in space.states(0, len(space))
        ]
        assert space.h_star.tolist() == pytest.approx(expected)


def test_a_cycle_of_negative_cost_is_an_error():
    problem = Digraph([(0, 1, 1), (1, 2, -2), (2, 1, 1), (2, 3, 1)], {3})
    for enumerate_states in (enumerate_space, enumerate_objects):
        with pytest.raises(CostError, match=r"a cycle of 2 actions through [12] has"):
            enumerate_states(problem).h_star  # noqa: B018


@BOTH
@pytest.mark.parametrize("cost", [nan, -inf])
def test_a_cost_that_is_not_a_number_is_reported_with_its_action(cost, enumerate_states):
    space = enumerate_states(Digraph([(0, 1, 2), (1, 2, cost)], {2}))
    with pytest.raises(CostError, match=rf"^the action 1 in 1 costs {cost}: expected a number$"):
        space.h_star  # noqa: B018


@pytest.mark.parametrize("cost", [1j, 10**400])
def test_a_cost_that_is_too_large_for_a_float_is_reported_with_its_action(cost):
    class Dear(Chain):
        def successors(self, state):
            yield "up", state + 1, cost if state else 1

    with pytest.raises(
        CostError, match=r"(action up in 1 costs|Dear.successors\(1\) listed) .*number"
    ):
        enumerate_space(Dear(3))


def test_a_path_cost_that_returns_nothing_is_reported_with_its_action():
    class Silent(Chain):
        def path_cost(self, c, state1, action, state2):
            pass

    with pytest.raises(CostError, match=r"^Silent.path_cost\(0, 0, 'up', 1\) returned None"):
        enumerate_space(Silent(3))


def test_a_state_that_cannot_be_hashed_is_reported_with_its_action():
    class Lists(Chain):
        def successors(self, state):
            yield "up", [state], 1

    with pytest.raises(
        ValueError, match=r"^Lists.successors\(0\) listed the list \[0\].*Use a tuple"
    ):
        enumerate_space(Lists(3))
