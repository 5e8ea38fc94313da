"""Agents in worlds that they do not know."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aima_search.algorithms.informed import astar_search
from aima_search.algorithms.online import (
    LRTAStarAgent,
    OnlineDFSAgent,
    OnlineSearchProblem,
    SimpleProblemSolvingAgentProgram,
)
from aima_search.model.problem import Node
from aima_search.textbook.graphs import Graph, RandomGraph, one_dim_state_space

NOWHERE = "no such state"


def roads(graph):
    """Return a graph of actions ("to", place) for one of roads."""
    return Graph({one: {("to", other): other for other in graph.get(one)} for one in graph.nodes()})


def reachable(graph, start):
    seen, waiting = {start}, [start]
    while waiting:
        for other in graph.get(waiting.pop()).values():
            if other not in seen:
                seen.add(other)
                waiting.append(other)
    return seen


def walk(agent, problem):
    """Let the agent act until it stops; return the states it was in."""
    state, seen = problem.initial, [problem.initial]
    while (action := agent(state)) is not None:
        assert action in problem.actions(state)
        state = problem.output(state, action)
        seen.append(state)
        assert len(seen) < 10_000
    return seen


@given(st.integers(), st.integers(1, 14), st.integers(1, 3))
def test_the_depth_first_agent_sees_every_state_that_can_be_reached(seed, size, links):
    graph = roads(RandomGraph(range(size), links, seed=seed))
    problem = OnlineSearchProblem(0, NOWHERE, graph)
    agent = OnlineDFSAgent(problem)
    seen = walk(agent, problem)
    assert set(seen) == reachable(graph, 0)
    assert seen[-1] == 0
    assert agent.result == {
        (state, action): after for state in seen for action, after in graph.get(state).items()
    }


def test_the_depth_first_agent_stops_in_the_goal():
    problem = OnlineSearchProblem("State_3", "State_5", one_dim_state_space)
    assert walk(OnlineDFSAgent(problem), problem)[-1] == "State_5"


def test_the_depth_first_agent_walks_back_by_the_action_of_the_state_it_is_in():
    graph = Graph({"hub": {"a": "left", "b": "right"}, "left": {"b": "hub"}, "right": {"a": "hub"}})
    problem = OnlineSearchProblem("hub", NOWHERE, graph)
    assert set(walk(OnlineDFSAgent(problem), problem)) == {"hub", "left", "right"}


def test_the_depth_first_agent_tries_the_last_untried_action_first():
    graph = Graph({"a": {"first": "b", "last": "c"}, "b": {}, "c": {"back": "a"}})
    problem = OnlineSearchProblem("a", NOWHERE, graph)
    assert walk(OnlineDFSAgent(problem), problem)[:4] == ["a", "c", "a", "b"]


def test_the_depth_first_agent_gives_up_where_there_is_no_way_back():
    graph = Graph({"cliff": {"stay": "cliff", "jump": "valley"}, "valley": {}})
    problem = OnlineSearchProblem("cliff", NOWHERE, graph)
    assert walk(OnlineDFSAgent(problem), problem) == ["cliff", "valley"]


def test_an_agent_put_elsewhere_after_the_goal_learns_nothing_from_that():
    problem = OnlineSearchProblem("State_3", "State_5", one_dim_state_space)
    agent = OnlineDFSAgent(problem)
    assert agent("State_5") is None
    assert agent("State_1") == "Right"
    assert agent.result == {}
    assert agent.unbacktracked["State_1"] == []


def test_a_percept_may_be_translated_into_a_state():
    class Reader(OnlineDFSAgent):
        def update_state(self, percept):
            return f"State_{percept}"

    agent = Reader(OnlineSearchProblem("State_3", "State_5", one_dim_state_space))
    assert agent(1) == "Right"
    assert agent(5) is None


def test_lrta_star_behaves_as_in_the_textbooks_example(capsys):
    problem = OnlineSearchProblem("State_3", "State_5", one_dim_state_space)
    agent = LRTAStarAgent(problem)
    percepts = ["State_3", "State_4", "State_3", "State_4", "State_5"]
    assert [agent(state) for state in percepts] == ["Right", "Left", "Right", "Right", None]
    assert LRTAStarAgent(problem)("State_4") == "Left"
    assert LRTAStarAgent(problem)("State_5") is None
    assert capsys.readouterr().out == ""


@given(st.integers(), st.integers(2, 14))
def test_lrta_star_reaches_a_goal_that_can_be_reached(seed, size):
    graph = roads(RandomGraph(range(size), 2, seed=seed))
    graph.least_costs = dict.fromkeys(range(size), 0)
    problem = OnlineSearchProblem(0, max(reachable(graph, 0)), graph)
    assert walk(LRTAStarAgent(problem), problem)[-1] == problem.goal


def test_lrta_star_stops_where_nothing_can_be_done():
    graph = Graph({"alone": {}})
    graph.least_costs = {"alone": 1}
    assert LRTAStarAgent(OnlineSearchProblem("alone", NOWHERE, graph))("alone") is None


def test_an_unknown_outcome_costs_the_estimate_of_where_one_is():
    problem = OnlineSearchProblem("State_3", "State_5", one_dim_state_space)
    agent = LRTAStarAgent(problem)
    assert agent.LRTA_cost("State_1", "Right", None, {}) == 8
    assert agent.LRTA_cost("State_1", "Right", "State_2", {}) == 1 + 9
    assert agent.LRTA_cost("State_1", "Right", "State_2", {"State_2": 4}) == 1 + 4


def test_an_online_problem_can_be_solved_offline_too():
    graph = Graph({"A": {"on": "B"}, "B": {"on": "C"}})
    graph.least_costs = {"A": 2, "B": 1, "C": 0}
    problem = OnlineSearchProblem("A", "C", graph)
    assert astar_search(problem).solution() == ["on", "on"]
    with pytest.raises(NotImplementedError):
        problem.update_state("A")


class Commuter(SimpleProblemSolvingAgentProgram):
    """Goes along the line to State_5; counts how often it thinks."""

    thoughts = 0

    def update_state(self, state, percept):
        return percept

    def formulate_goal(self, state):
        return "State_5"

    def formulate_problem(self, state, goal):
        return OnlineSearchProblem(state, goal, one_dim_state_space)

    def search(self, problem):
        self.thoughts += 1
        return astar_search(problem, lambda node: 0)


def test_a_problem_solving_agent_thinks_once_and_then_acts():
    agent = Commuter("State_3")
    assert [agent("State_3"), agent("State_4")] == ["Right", "Right"]
    assert agent.thoughts == 1
    assert agent("State_5") is None
    assert agent("State_6") == "Left"


def test_a_problem_solving_agent_leaves_the_plan_it_was_given_alone():
    plan = ["Suck", "Right"]
    agent = Commuter()
    agent.search = lambda problem: plan
    assert [agent("State_1"), agent("State_1"), agent("State_1")] == ["Suck", "Right", "Suck"]
    assert plan == ["Suck", "Right"]


def test_without_a_solution_a_problem_solving_agent_does_nothing():
    agent = Commuter()
    agent.search = lambda problem: None
    assert agent("State_1") is None


@pytest.mark.parametrize(
    ("method", "arguments"),
    [
        ("update_state", (None, None)),
        ("formulate_goal", (None,)),
        ("formulate_problem", (None, None)),
        ("search", (None,)),
    ],
)
def test_the_parts_of_a_problem_solving_agent_are_for_subclasses(method, arguments):
    with pytest.raises(NotImplementedError):
        getattr(SimpleProblemSolvingAgentProgram(), method)(*arguments)


def test_the_estimate_takes_a_state_or_a_node():
    problem = OnlineSearchProblem("State_3", "State_5", one_dim_state_space)
    assert problem.h("State_2") == problem.h(Node("State_2")) == 9


class InLists(OnlineSearchProblem):
    """Gives its actions as lists: they have no hash."""

    def actions(self, state):
        return [[action] for action in super().actions(state)]

    def output(self, state, action):
        return super().output(state, action[0])


def test_the_learning_agent_takes_actions_that_have_no_hash():
    plain = OnlineSearchProblem("State_3", "State_5", one_dim_state_space)
    lists = InLists("State_3", "State_5", one_dim_state_space)
    assert walk(LRTAStarAgent(lists), lists) == walk(LRTAStarAgent(plain), plain)
