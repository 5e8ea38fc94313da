"""Conditional plans, each executed against everything that may happen."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aima_search.algorithms.online import and_or_graph_search
from aima_search.model.problem import Problem
from aima_search.textbook.graphs import vacuum_world
from aima_search.textbook.routes import GraphProblemStochastic
from tests.examples import examples

STATES = range(6)
worlds = st.dictionaries(
    st.sampled_from(STATES),
    st.dictionaries(
        st.sampled_from("abc"), st.lists(st.sampled_from(STATES), min_size=1, max_size=3)
    ),
)


class World(Problem):
    """``graph[state][action]`` lists the outcomes."""

    def __init__(self, initial, goal, graph):
        super().__init__(initial, goal)
        self.graph = graph

    def actions(self, state):
        return list(self.graph.get(state, {}))

    def result(self, state, action):
        return self.graph[state][action]


def is_safe(problem, state, plan):
    """Return True if the plan reaches a goal for all outcomes of its actions."""
    if problem.goal_test(state):
        return plan == []
    if plan == []:
        return False
    action, plans = plan
    outcomes = problem.result(state, action)
    return set(plans) == set(outcomes) and all(is_safe(problem, s, plans[s]) for s in outcomes)


def winning_states(problem):
    """Return the states with a plan that has no loops, working back from the goals."""
    winning = {state for state in STATES if problem.goal_test(state)}
    while True:
        more = {
            state
            for state in STATES
            if any(set(problem.result(state, a)) <= winning for a in problem.actions(state))
        }
        if more <= winning:
            return winning
        winning |= more


@pytest.mark.parametrize("state", list(vacuum_world.graph_dict))
def test_the_erratic_vacuum_cleaner_has_a_plan_from_everywhere(state):
    problem = GraphProblemStochastic(state, ["State_7", "State_8"], vacuum_world)
    assert is_safe(problem, state, and_or_graph_search(problem))


@given(worlds, st.sampled_from(STATES), st.lists(st.sampled_from(STATES), max_size=2))
def test_a_plan_is_found_exactly_where_one_exists_and_it_is_safe(graph, initial, goals):
    problem = World(initial, goals, graph)
    plan = and_or_graph_search(problem)
    if initial in winning_states(problem):
        assert is_safe(problem, initial, plan)
    else:
        assert plan is None


def test_a_goal_needs_no_action():
    assert and_or_graph_search(World(1, 1, {})) == []


def test_a_long_plan_is_no_recursion():
    length = 50_000
    problem = World(0, length, {state: {"on": [state + 1]} for state in range(length)})
    plan = and_or_graph_search(problem)
    for state in range(length):
        action, plans = plan
        assert action == "on"
        plan = plans[state + 1]
    assert plan == []


def test_two_outcomes_may_go_on_through_the_same_state():
    graph = {0: {"a": [1, 2]}, 1: {"b": [3]}, 2: {"c": [3]}, 3: {"d": [4]}}
    on = ["d", {4: []}]
    assert and_or_graph_search(World(0, 4, graph)) == ["a", {1: ["b", {3: on}], 2: ["c", {3: on}]}]


def by_definition(problem, asked):
    """The plan of figure 4.11, word for word, and what it asks of the problem."""

    def or_search(state, path):
        if problem.goal_test(state):
            return []
        if state in path:
            return None
        for action in problem.actions(state):
            asked.append((state, action))
            plan = and_search(problem.result(state, action), [state, *path])
            if plan is not None:
                return [action, plan]
        return None

    def and_search(states, path):
        plan = {}
        for state in states:
            plan[state] = or_search(state, path)
            if plan[state] is None:
                return None
        return plan

    return or_search(problem.initial, [])


class Table(Problem):
    """A problem of random tables; it notes the questions."""

    def __init__(self, outcomes, goals):
        super().__init__(0)
        self.outcomes, self.goals, self.asked = outcomes, goals, []

    def actions(self, state):
        return range(len(self.outcomes[state]))

    def result(self, state, action):
        self.asked.append((state, action))
        return self.outcomes[state][action]

    def goal_test(self, state):
        return state in self.goals


OUTCOMES = st.lists(st.integers(0, 4), max_size=3)


@examples(400)
@given(
    st.lists(st.lists(OUTCOMES, max_size=3), min_size=5, max_size=5),
    st.sets(st.integers(0, 4), max_size=2),
)
def test_there_is_a_plan_where_the_definition_finds_one_with_no_more_questions(outcomes, goals):
    expected = by_definition(Table(outcomes, goals), asked := [])
    problem = Table(outcomes, goals)
    plan = and_or_graph_search(problem)
    assert (plan is None) == (expected is None)
    assert plan is None or reaches_a_goal(Table(outcomes, goals), 0, plan)
    assert len(problem.asked) <= len(asked)


def reaches_a_goal(problem, state, plan):
    """Follow a plan through all outcomes; it has no loops, so this ends."""
    if not plan:
        return problem.goal_test(state)
    action, plans = plan
    outcomes = problem.result(state, action)
    return plans.keys() == set(outcomes) and all(
        reaches_a_goal(problem, outcome, plans[outcome]) for outcome in outcomes
    )
