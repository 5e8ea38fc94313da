"""The checkers themselves: every fault they name is found in a specimen that has it."""

import itertools
from math import inf, nan

import pytest
from hypothesis import given, settings

from aima_search import Problem, check_heuristic, check_problem
from aima_search.checks.heuristic import assert_admissible, assert_consistent
from aima_search.checks.problem import CHECKS
from aima_search.errors import HeuristicError
from aima_search.puzzle import Puzzle
from puzzles import MovIX
from tests.specimens import Chain, Journey, Walk, distances_to, journeys

NEVER = itertools.count()


class ListsOnTheWay(Chain):
    def successors(self, state):
        yield "up", [1], 1


class ForgetfulActions(Problem):
    def __init__(self):
        super().__init__(0, 3)
        self.asked = 0

    def actions(self, state):
        self.asked += 1
        return [1, 2, self.asked % 2]

    def result(self, state, action):
        return min(state + action, 3)


class RandomResults(Chain):
    def result(self, state, action):
        return next(NEVER) if state > 1 else state + 1

    def actions(self, state):
        return ["up"] if state < 5 else []


class Box:
    """A state that can be changed, although a set may hold it."""

    def __init__(self, value):
        self.value = value

    def __eq__(self, other):
        return self.value == other.value

    def __hash__(self):
        return 0

    def __repr__(self):
        return f"Box({self.value})"


class ChangesItsStates(Problem):
    def __init__(self):
        super().__init__(Box(0), Box(-1))

    def actions(self, state):
        return ["up"]

    def result(self, state, action):
        state.value += 1
        return Box(state.value)


class TwoListings(Chain):
    def result(self, state, action):
        return state + 1

    def actions(self, state):
        return ["up"] if state < 3 else []

    def successors(self, state):
        for action in self.actions(state):
            yield action, state + 1, 2


class MovingGoal(Chain):
    def goal_test(self, state):
        return next(NEVER) % 2 == 0


class NoWayBack(Chain):
    def predecessors(self, state):
        return []


SPECIMENS = {
    "states-are-hashable": ListsOnTheWay(3),
    "actions-repeat": ForgetfulActions(),
    "results-repeat": RandomResults(5),
    "states-are-left-alone": ChangesItsStates(),
    "costs-are-not-negative": Journey({"A": {"B": -1}}, "A", "B"),
    "successors-agree": TwoListings(3),
    "goals-repeat": MovingGoal(3),
    "ways-back-agree": NoWayBack(3),
}


@pytest.mark.parametrize("name", CHECKS)
def test_every_check_catches_its_own_specimen(name):
    report = check_problem(SPECIMENS[name], states=20)
    assert name in report.faults
    assert not report.ok
    assert f"{name}: {report.faults[name]}" in str(report)


def test_a_cost_that_is_no_number_is_a_fault():
    report = check_problem(Journey({"A": {"B": nan}}, "A", "B"))
    assert report.faults["costs-are-not-negative"] == "B from 'A' costs nan"


def test_an_initial_state_that_no_set_can_hold_is_a_fault():
    report = check_problem(Problem([1, 2]))
    assert list(report.faults) == ["states-are-hashable"]
    assert "use a tuple" in str(report)


@pytest.mark.parametrize("problem", [Chain(5), Walk(), Journey({"A": {"B": 0}}, "A", "B")])
def test_nothing_is_found_in_a_problem_that_is_well_made(problem):
    report = check_problem(problem)
    assert (report.ok, report.faults) == (True, {})
    assert str(report).startswith("no fault found in ")


def test_at_most_as_many_states_are_looked_at_as_asked_for():
    assert check_problem(Chain(100), states=7).states == 7


def test_a_problem_that_only_lists_successors_can_be_checked():
    class OnlyAtOnce(Problem):
        def successors(self, state):
            yield "on", (state + 1) % 3, 1

    assert check_problem(OnlyAtOnce(0, 2)).ok


# Heuristics


@given(journey=journeys())
def test_what_is_said_of_a_heuristic_is_the_truth(journey):
    report = check_heuristic(journey)
    exact = distances_to(journey.roads, journey.goal)
    known = reached(journey)
    h = journey.estimates
    assert report.admissible is all(h[place] <= exact[place] + 1e-9 for place in known)
    assert report.consistent is all(
        h[start] <= cost + h[stop] + 1e-9
        for start in known
        for stop, cost in journey.roads[start].items()
    )
    assert report.safe is report.zero_at_goals is report.non_negative is True
    assert (report.states, report.complete) == (len(known), True)


def reached(journey):
    """Return the places that can be reached."""
    places = {journey.initial}
    for _ in journey.roads:
        places |= {stop for start in places for stop in journey.roads[start]}
    return places


@settings(max_examples=50)
@given(journey=journeys())
def test_the_counterexample_is_the_nearest_to_the_goal(journey):
    far = distances_to(journey.roads, journey.goal)
    report = check_heuristic(journey, lambda node: far[node.state] * 2 if node.state % 2 else 0)
    wrong = [far[place] for place in reached(journey) if place % 2 and 1e-6 < far[place] < inf]
    assert report.admissible is (not wrong)
    if wrong:
        example = report.counterexamples["admissible"]
        assert example.h_star == pytest.approx(min(wrong))
        assert example.h == pytest.approx(2 * far[example.state])


CASES = {
    "admissible": ({0: 4, 1: 3, 2: 2}, 2),
    "consistent": ({0: 3, 1: 0, 2: 1}, 0),
    "zero_at_goals": ({3: 1}, 3),
    "non_negative": ({1: -1}, 1),
    "safe": ({1: inf}, 1),
}


@pytest.mark.parametrize("name", CASES)
def test_every_property_that_fails_comes_with_its_state(name):
    estimates, state = CASES[name]
    report = check_heuristic(Chain(3), lambda node: estimates.get(node.state, 0))
    assert getattr(report, name) is False
    example = report.counterexamples[name]
    assert (example.property, example.state) == (name, state)
    assert example.h == estimates[state]
    assert str(example) in str(report)


def test_an_inconsistent_edge_is_described():
    estimates = {0: 3, 1: 0, 2: 1}
    report = check_heuristic(Chain(3), lambda node: estimates.get(node.state, 0))
    example = report.counterexamples["consistent"]
    assert (example.action, example.successor, example.cost) == ("up", 1, 1)
    assert (example.h, example.h_successor, example.h_star) == (3, 0, 3)


def test_part_of_a_space_proves_nothing_but_may_refute():
    unproved = check_heuristic(Chain(100), states=10)
    facts = ("admissible", "consistent", "zero_at_goals", "non_negative", "safe")
    assert {getattr(unproved, fact) for fact in facts} == {None}
    assert not unproved.complete
    assert "not proved" in str(unproved)
    assert "the first 11 states" in str(unproved)
    refuted = check_heuristic(Chain(100), lambda node: -1, states=10)
    assert (refuted.non_negative, refuted.admissible) == (False, None)


def test_part_of_a_space_knows_no_more_than_a_bound_of_h_star():
    nothing = check_heuristic(Chain(60), lambda node: 60 - 2 * node.state, states=20)
    assert nothing.counterexamples["consistent"].bound() == "h* not known"
    cheap = Journey({0: {1: 5, 2: 1}, 2: {3: 1}, 3: {1: 1}}, 0, 1)
    part = check_heuristic(cheap, lambda node: 9 if node.state != 1 else 0, states=2)
    assert "not admissible: h = 9 and h* <= 5 at 0" in str(part)


def test_nothing_is_proved_of_a_heuristic_that_changes_its_mind():
    report = check_heuristic(Chain(4), lambda node: next(NEVER) % 2 / 10)
    assert (report.deterministic, report.complete) == (False, True)
    assert (report.consistent, report.safe) == (None, None)
    with pytest.raises(AssertionError, match="consistent: not proved, asked twice"):
        assert_consistent(Chain(4), lambda node: next(NEVER) % 2 / 10)


def test_dead_ends_may_be_estimated_infinite_and_nothing_else_may():
    trap = Journey({"A": {"G": 1, "T": 1}}, "A", "G", {"T": inf})
    assert check_heuristic(trap).safe is True
    assert check_heuristic(trap).admissible is True
    assert check_heuristic(Journey(trap.roads, "A", "G", {"A": inf})).safe is False


def test_rounding_is_no_overestimate():
    tenths = Journey({place: {place + 1: 0.1} for place in range(30)}, 0, 30)
    report = check_heuristic(tenths, lambda node: (30 - node.state) * 0.1)
    assert (report.admissible, report.consistent) == (True, True)


def test_a_heuristic_may_be_given_by_name():
    assert check_heuristic(Chain(3), "max(zero, 0)").consistent is True
    assert check_heuristic(Chain(3), "zero + 1").counterexamples["zero_at_goals"].h == 1


@pytest.mark.parametrize("estimate", [None, "far", nan])
def test_an_estimate_that_is_no_number_proves_nothing(estimate):
    with pytest.raises(HeuristicError):
        check_heuristic(Chain(3), lambda node: estimate if node.state == 1 else 0)


def test_the_assertions_fail_with_the_counterexample():
    assert_admissible(Chain(3))
    assert_consistent(Chain(3))
    with pytest.raises(AssertionError, match=r"^not admissible: h = 4 and h\* = 1 at 2$"):
        assert_admissible(Chain(3), lambda node: 4 if node.state == 2 else 0)
    with pytest.raises(AssertionError, match="consistent"):
        assert_consistent(Chain(3), lambda node: 3 if node.state == 0 else 0)
    with pytest.raises(AssertionError, match="not proved, 3 states are not the whole space"):
        assert_admissible(Chain(9), states=2)


def test_the_assertions_show_pictures_where_the_problem_draws_itself():
    problem = MovIX.level("2-tiny")
    with pytest.raises(AssertionError) as caught:
        assert_consistent(problem, "manhattan")
    example = check_heuristic(problem, "manhattan").counterexamples["consistent"]
    before, after = problem.scene(example.state), problem.scene(example.successor, example.action)
    assert str(caught.value) == f"{example}\n{before}\n{after}"


def test_what_lies_behind_an_infinite_cost_is_checked_too():
    journey = Journey({"A": {"B": inf}, "B": {"G": 1}}, "A", "G", {"B": 5})
    assert check_heuristic(journey).admissible is False


def test_the_assertions_show_no_picture_of_a_puzzle_that_draws_none():
    class Undrawn(Puzzle):
        puzzle = "undrawn"

        def actions(self, state):
            return ["up"] if state < 3 else []

        def result(self, state, action):
            return state + 1

    with pytest.raises(AssertionError, match=r"\Anot admissible: h = 9 and h\* = 0 at 3\Z"):
        assert_admissible(Undrawn(0, 3), lambda node: 9)
