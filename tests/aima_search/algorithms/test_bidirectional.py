"""Bidirectional search: an answer is right, or the search says what it lacks."""

from math import inf

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aima_search import Problem, check_problem, solve
from aima_search.search import (
    EightPuzzle,
    GraphProblem,
    GridProblem,
    InstrumentedProblem,
    bidirectional_search,
    directions8,
    romania_map,
)
from aima_search.search4e import PourProblem
from tests.specimens import BothWays, Journey, cheapest, roads

CHECK = "ways-back-agree"


class Reversible(Journey):
    """A journey that says that one may go back wherever one came."""

    reversible = True


def undirected(graph, dearer_back=0):
    """Return the roads with every one open both ways, back at a higher cost if so wished."""
    both = {place: {} for place in graph}
    for start, there in graph.items():
        for stop, cost in there.items():
            both[start].setdefault(stop, cost)
            both[stop].setdefault(start, cost + dearer_back)
    return both


@given(graph=roads(), start=st.integers(0, 6), goal=st.integers(0, 6))
def test_the_answer_is_optimal_where_predecessors_are_declared(graph, start, goal):
    journey = BothWays(graph, start, goal)
    result, optimum = solve(journey, "bidirectional"), cheapest(journey)
    assert result.status == ("no-solution" if optimum is None else "solved")
    assert result.cost == (None if optimum is None else pytest.approx(optimum))


@given(graph=roads(), more=st.sampled_from([0, 1, 0.5]))
def test_the_answer_is_optimal_if_every_action_can_be_undone(graph, more):
    journey = Reversible(undirected(graph, more), 0, 6)
    result, optimum = solve(journey, "bidirectional"), cheapest(journey)
    assert result.status == ("no-solution" if optimum is None else "solved")
    assert result.cost == (None if optimum is None else pytest.approx(optimum))


@given(graph=roads())
def test_without_a_way_back_it_does_not_apply_and_the_textbooks_function_goes_forwards(graph):
    journey = Journey(graph, 0, 6)
    with pytest.raises(ValueError, match=r"define Journey\.predecessors\(state\), or set"):
        solve(journey, "bidirectional")
    optimum = cheapest(journey)
    assert bidirectional_search(journey) == pytest.approx(inf if optimum is None else optimum)


def test_a_goal_without_actions_is_reached():
    walk = {0: {1: 1}, 1: {0: 1, 2: 1}, 2: {1: 1, 3: 1}, 3: {}}
    assert bidirectional_search(Journey(walk, 0, 3)) == 3
    assert solve(BothWays(walk, 0, 3), "bidirectional").actions == [1, 2, 3]


def test_a_way_that_cannot_be_gone_back_is_not_left_out():
    graph = {"A": {"B": 5, "C": 1}, "B": {"A": 5}, "C": {"A": 1, "D": 1}, "D": {"B": 1}}
    assert bidirectional_search(Journey(graph, "A", "B")) == 3
    assert "leads back from" in check_problem(Reversible(graph, "A", "B")).faults[CHECK]
    one_way = Reversible({"C": {"A": 1}, "A": {"B": 1}, "B": {"A": 1}}, "A", "C")
    with pytest.raises(ValueError, match="reversible is True, but no action leads back"):
        solve(one_way, "bidirectional")


def test_the_textbooks_problems_know_their_way_back():
    problems = {
        418: GraphProblem("Arad", "Bucharest", romania_map),
        4: EightPuzzle((1, 2, 3, 4, 5, 0, 7, 8, 6), (1, 2, 3, 4, 5, 6, 0, 7, 8)),
        5: GridProblem((0, 0), (5, 2), 6, 3, [(1, 0), (1, 1)], directions8),
    }
    for problem in problems.values():
        assert check_problem(problem, states=50).ok
        assert solve(problem, "bidirectional").cost == pytest.approx(solve(problem).cost)
    assert bidirectional_search(problems[418]) == 418


def test_a_problem_may_be_told_that_its_actions_can_be_undone():
    journey = Journey({0: {1: 2}, 1: {0: 2, 2: 3}, 2: {1: 3}}, 0, 2)
    journey.reversible = True
    assert solve(journey, "bidirectional").cost == 5


@pytest.mark.parametrize(
    "problem",
    [
        type("OneRoadLess", (BothWays,), {"actions": lambda self, state: []})({}, "A", "B"),
        InstrumentedProblem(BothWays({}, "A", "B")),
        type("Told", (Journey,), {"reversible": False})({}, "A", "B"),
    ],
    ids=["redefined actions", "a wrapper", "denied"],
)
def test_a_way_back_that_need_not_be_one_any_more_is_not_taken(problem):
    with pytest.raises(ValueError, match="needs predecessors"):
        solve(problem, "bidirectional")


class Liar(BothWays):
    """Says that every road it knows costs 1 backwards."""

    def predecessors(self, state):
        for action, before, _ in super().predecessors(state):
            yield action, before, 1


class Dreamer(Journey):
    """Comes to every place from every other."""

    def predecessors(self, state):
        return [(state, before, 1) for before in self.roads]


@pytest.mark.parametrize("kind", [Liar, Dreamer])
def test_a_way_back_that_is_none_is_told(kind):
    journey = kind({"A": {"B": 2}, "B": {"C": 3}, "C": {}}, "A", "C")
    with pytest.raises(Exception, match="predecessors do not agree with the actions: backwards"):
        solve(journey, "bidirectional")
    fault = check_problem(journey).faults[CHECK]
    assert fault.startswith("from 'A' to ")
    assert "step back: cost 1" in fault


def test_check_problem_finds_where_there_is_no_way_back():
    one_way = Reversible({"A": {"B": 1}, "B": {}}, "A", "B")
    assert "'B': action: cost 1" in check_problem(one_way).faults[CHECK]
    forgetful = type("Forgetful", (Journey,), {"predecessors": lambda self, state: []})
    fault = check_problem(forgetful({"A": {"B": 1}}, "A", "B")).faults[CHECK]
    assert fault == "from 'A' to 'B': action: cost 1, step back: none"


def test_one_goal_state_is_needed():
    for goal in (None, [], ["B", "C"]):
        with pytest.raises(ValueError, match="one goal state"):
            bidirectional_search(Problem("A", goal))


class TwoGoals(BothWays):
    """Ends at the goal given, and at "X" too."""

    def goal_test(self, state):
        return state in (self.goal, "X")


def test_a_goal_test_that_knows_more_or_less_than_the_goal_is_told():
    graph = {"A": {"X": 1, "B": 1}, "X": {"B": 1}, "B": {"G": 4}, "G": {}}
    with pytest.raises(ValueError, match="the goal of TwoGoals is 'G', and 'X' is a goal too"):
        solve(TwoGoals(graph, "A", "G"), "bidirectional")
    with pytest.raises(ValueError, match="the goal of TwoGoals is 'G', and 'X' is a goal too"):
        solve(TwoGoals(graph, "X", "G"), "bidirectional")
    problem, h = TwoGoals(graph, "A", "G"), lambda node: inf if node.state == "X" else 0
    with pytest.raises(ValueError, match="the goal of TwoGoals is 'G', and 'X' is a goal too"):
        solve(problem, "bidirectional-astar", h)
    never = type("Never", (BothWays,), {"goal_test": lambda self, state: False})
    with pytest.raises(ValueError, match="this state, 'G', does not pass the goal test"):
        solve(never(graph, "A", "G"), "bidirectional")


def test_a_goal_that_is_no_state_is_searched_for_forwards_by_the_textbooks_function():
    assert bidirectional_search(PourProblem((0, 0), 2, sizes=(4, 3))) == 4


def test_a_start_that_is_the_goal_needs_no_step_in_either_direction():
    result = solve(BothWays({}, "A", ["A"]), "bidirectional")
    assert (result.cost, result.actions, result.expanded) == (0, [], 0)


def test_costs_beyond_the_floating_point_numbers_are_added_up():
    huge = 10**400
    journey = BothWays({0: {1: huge}, 1: {2: huge}, 2: {}, 3: {0: 1}}, 0, 2)
    assert solve(journey, "bidirectional").cost == 2 * huge
    assert solve(BothWays({0: {1: huge}, 3: {2: huge}}, 0, 2), "bidirectional").cost is None
