"""The checkers themselves: every fault they name is found in a specimen that has it."""

import itertools
import subprocess
import sys
from decimal import Decimal
from fractions import Fraction
from math import inf, nan

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aima_search import Node, Problem, check_heuristic, check_problem, solve
from aima_search.base.errors import CostError, HeuristicError, NotApplicable
from aima_search.catalog.heuristics import make_heuristic
from aima_search.checks import assert_admissible, assert_consistent
from aima_search.checks.problem import CHECKS
from aima_search.display import Cell, Scene
from aima_search.model.contract import Abstraction, Symmetry
from aima_search.model.puzzle import Puzzle
from puzzles import MovIX
from tests.aima_search.analysis.toy import Digraph, PackedDigraph, digraphs, distances
from tests.examples import examples
from tests.puzzles.movix import oracle
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


class NoImages(Chain):
    def patterns(self, text):
        return [("all",)]

    def abstraction(self, pattern):
        return Abstraction(Journey({}, 0, self.goal), abs, "without roads", 4)


class NothingRelaxed(Chain):
    rules_to_drop = ("rungs",)

    def relaxed(self, *rules):
        return [Abstraction(Journey({}, 0, self.goal), abs, "without roads", 4)]


class NoSymmetry(Chain):
    def symmetries(self):
        return [Symmetry(lambda state: state + 1)]


class Costly(Chain):
    least_cost = 2  # although every action costs 1


class Hopeless(Chain):
    def hopeless(self):
        return "it looks bad"


class TurnedShort(Chain):
    def reversed_problem(self):
        return Journey({}, self.goal, self.initial)


class PackedWithOtherGoals(Digraph):
    def packed(self):
        return PackedDigraph(Digraph(self.edges, {0}))


class TwoGoals(Chain):
    def goal_test(self, state):
        return state == 2

    def is_goal(self, state):
        return state == 1


class MarksOthers(Chain):
    def scene(self, state, action=None):
        return Scene(((Cell(marked=True),),))

    def changed_cells(self, state, action):
        return []


SPECIMENS = {
    "states-are-hashable": ListsOnTheWay(3),
    "actions-repeat": ForgetfulActions(),
    "results-repeat": RandomResults(5),
    "states-are-left-alone": ChangesItsStates(),
    "costs-are-not-negative": Journey({"A": {"B": -1}}, "A", "B"),
    "successors-agree": TwoListings(3),
    "goals-repeat": MovingGoal(3),
    "dialects-agree": TwoGoals(3),
    "marked-cells-agree": MarksOthers(3),
    "ways-back-agree": NoWayBack(3),
    "abstractions-follow": NoImages(3),
    "relaxations-follow": NothingRelaxed(3),
    "symmetries-keep-costs": NoSymmetry(3),
    "facts-hold": Costly(3),
    "proofs-hold": Hopeless(3),
    "reversed-problem-agrees": TurnedShort(3),
    "packed-form-agrees": PackedWithOtherGoals([(0, 1, 1), (1, 0, 2)], {1}),
}


NEEDS_NUMBA = {"compiled-form-agrees"}  # see test_fast_forms


@pytest.mark.parametrize("name", sorted(CHECKS.keys() - NEEDS_NUMBA))
def test_every_check_catches_its_own_specimen(name):
    report = check_problem(SPECIMENS[name], states=20)
    assert name in report.faults
    assert not report.ok
    assert f"{name}: {report.faults[name]}" in str(report)


def test_a_cost_that_is_no_number_is_a_fault():
    report = check_problem(Journey({"A": {"B": nan}}, "A", "B"))
    assert (
        "returned nan (not a number, for example inf - inf): expected a real number"
        in report.faults["costs-add-up"]
    )


def test_an_initial_state_that_no_set_can_hold_is_a_fault():
    report = check_problem(Problem([1, 2]))
    assert list(report.faults) == ["states-are-hashable"]
    assert "Use a tuple" in str(report)


@pytest.mark.parametrize("problem", [Chain(5), Walk(), Journey({"A": {"B": 0}}, "A", "B")])
def test_nothing_is_found_in_a_problem_that_is_well_made(problem):
    report = check_problem(problem)
    assert (report.ok, report.faults) == (True, {})
    assert str(report).startswith("no fault found in ")


def test_at_most_as_many_states_are_looked_at_as_asked_for():
    assert check_problem(Chain(100), states=7).states == 7


def test_a_fault_is_reported_with_the_number_of_checked_states():
    class Breaks(Chain):
        def successors(self, state):
            if state == 2:
                raise RuntimeError("no way")
            yield from ((f"+{step}", state + step, 1) for step in range(1, 6))

    report = check_problem(Breaks(9))
    assert report.faults == {
        "states-can-be-explored": "Breaks.successors(2) raised RuntimeError: no way"
    }
    assert report.states == 3  # 0, 1 and the one at fault


def test_a_problem_that_only_lists_successors_can_be_checked():
    class OnlyAtOnce(Problem):
        def successors(self, state):
            yield "on", (state + 1) % 3, 1

    assert check_problem(OnlyAtOnce(0, 2)).ok


# Heuristics


@given(journey=journeys())
def test_a_report_on_a_heuristic_is_true(journey):
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


@examples(50)
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
    assert nothing.counterexamples["consistent"].bound() == "h* is not known"
    cheap = Journey({0: {1: 5, 2: 1}, 2: {3: 1}, 3: {1: 1}}, 0, 1)
    part = check_heuristic(cheap, lambda node: 9 if node.state != 1 else 0, states=2)
    assert "not admissible: h = 9 and h* <= 5 at 0" in str(part)


def test_nothing_is_proved_of_a_heuristic_that_changes_its_mind():
    report = check_heuristic(Chain(4), lambda node: next(NEVER) % 2 / 10)
    assert (report.deterministic, report.complete) == (False, True)
    assert (report.consistent, report.safe) == (None, None)
    with pytest.raises(
        AssertionError,
        match="h is not proved to be consistent, because two calls of h in the same state",
    ):
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
    with pytest.raises(AssertionError, match="because there are more than 3 states"):
        assert_admissible(Chain(9), states=2)


def test_the_assertions_show_pictures_where_the_problem_draws_itself():
    problem = MovIX.level("2-tiny")
    with pytest.raises(AssertionError) as caught:
        assert_consistent(problem, "manhattan")
    example = check_heuristic(problem, "manhattan").counterexamples["consistent"]
    before, after = problem.scene(example.state), problem.scene(example.successor, example.action)
    assert str(caught.value) == f"{example}\n{before}\n{after}"


def test_what_lies_behind_an_infinite_cost_is_reached_by_neither_search_nor_check():
    journey = Journey({"A": {"B": inf}, "B": {"G": 1}}, "A", "G", {"B": 5})
    assert solve(journey, "uniform-cost").status == "no-solution"
    report = check_heuristic(journey)
    assert (report.admissible, report.states) == (True, 1)


def test_the_assertions_show_no_picture_of_a_puzzle_that_draws_none():
    class Undrawn(Puzzle):
        puzzle = "undrawn"

        def actions(self, state):
            return ["up"] if state < 3 else []

        def result(self, state, action):
            return state + 1

    with pytest.raises(AssertionError, match=r"\Anot admissible: h = 9 and h\* = 0 at 3\Z"):
        assert_admissible(Undrawn(0, 3), lambda node: 9)


# The same in both forms of a space


@examples(60)
@given(problem=digraphs(), values=st.lists(st.sampled_from([0, 1, -1, 2.5, 7, inf]), min_size=8))
def test_a_packed_space_gives_the_report_of_a_plain_one_and_of_brute_force(problem, values):
    costs = distances(problem.edges)
    near = [min((costs[s, goal] for goal in problem.goals), default=inf) for s in range(8)]
    states = [s for s in range(8) if costs[0, s] < inf]
    below = [s for s in states if s in problem.goals and values[s] < 0]
    faults = {
        "admissible": [s for s in states if values[s] > near[s]] + below,
        "consistent": [
            s for s, t, cost in problem.edges if s in states and values[s] > cost + values[t]
        ],
        "zero_at_goals": [s for s in states if s in problem.goals and values[s] != 0],
        "non_negative": [s for s in states if values[s] < 0],
        "safe": [s for s in states if values[s] == inf > near[s]],
    }
    accuracies = []
    for problem.is_packed in (True, False):
        report = check_heuristic(problem, lambda node: values[node.state])
        assert (report.states, report.complete) == (len(states), True)
        for name, at_fault in faults.items():
            assert getattr(report, name) is (not at_fault)
            if at_fault:
                example = report.counterexamples[name]
                assert example.h_star == min(near[s] for s in at_fault)
                assert example.state in at_fault
                assert (example.h, example.exact) == (values[example.state], True)
        accuracies.append(report.accuracy)
    assert accuracies[0] == accuracies[1]


@examples(20)
@given(drawn=oracle.boards(max_rows=4, max_columns=3, max_pieces=3))
def test_an_edge_at_fault_is_one_of_the_problem(drawn):
    problem = MovIX(*drawn)
    report = check_heuristic(problem, "manhattan")
    assert (report.consistent is False) == ("consistent" in report.counterexamples)
    if report.consistent is False:
        example = report.counterexamples["consistent"]
        h = make_heuristic("manhattan", problem)
        assert problem.result(example.state, example.action) == example.successor
        assert (example.h, example.h_successor) == (
            h(Node(example.state)),
            h(Node(example.successor)),
        )
        assert example.h > example.cost + example.h_successor


def test_how_misleading_a_heuristic_is_does_not_hang_on_the_order_of_actions():
    roads = {"A": {"G": 1, "B": 1, "C": 1}, "B": {"G": 5}, "C": {"G": 5}}
    first = check_heuristic(Journey(roads, "A", "G"), "zero").accuracy
    roads["A"] = {"C": 1, "B": 1, "G": 1}
    assert check_heuristic(Journey(roads, "A", "G"), "zero").accuracy == first
    assert first.misleading == pytest.approx((2 / 3 + 0 + 0) / 3)


# What is proved, and of what


def test_below_0_at_a_goal_is_not_admissible():
    """There A* takes the first goal, at a cost of 3, for one at the cost of 1."""
    roads = {"S": {"G": 3, "A": 1}, "A": {"H": 1}}
    problem = Journey(roads, "S", ["G", "H"], {"G": -2, "S": 2, "A": 1})
    assert solve(problem).cost == 3
    report = check_heuristic(problem)
    assert (report.admissible, report.consistent, report.non_negative) == (False, False, False)
    assert str(report.counterexamples["admissible"]) == (
        "not admissible: h = -2 and h* = 0 (a goal) at 'G'"
    )


def test_below_0_elsewhere_is_admissible():
    report = check_heuristic(Chain(3), lambda node: -5 if node.state < 3 else 0)
    assert (report.admissible, report.non_negative) == (True, False)


BY_THE_PATH = {
    "depth": lambda node: 0 if node.depth < 20 else 100,
    "cost": lambda node: 0 if node.path_cost < 20 else 100,
    "parity": lambda node: node.depth % 2 * 100 if node.state else 0,
    "parent": lambda node: 100 if node.parent and node.parent.state > node.state else 0,
    "action": lambda node: 100 if node.action == "down" else 0,
    "length": lambda node: 0 if len(node) < 20 else 100,
    "written in a try": lambda node: getattr(node, "depth", 0) // 20,
}


@pytest.mark.parametrize("name", BY_THE_PATH)
def test_nothing_is_proved_of_a_heuristic_that_depends_on_the_path(name):
    report = check_heuristic(Chain(3), BY_THE_PATH[name])
    assert (report.depends_on_path, report.complete) == (True, True)
    assert True not in (report.admissible, report.consistent, report.safe)
    assert "h depends on the path to a state" in str(report)


def test_an_assertion_names_the_path_as_the_reason():
    with pytest.raises(
        AssertionError, match=r"not proved to be .*, because h depends on the path to a state$"
    ):
        assert_admissible(Chain(3), BY_THE_PATH["depth"])


def test_a_heuristic_that_reads_the_path_and_goes_by_the_state_is_proved_for_what_was_tried():
    def from_the_parent(node):
        if node.parent is None or node.action is None:
            return 3 - node.state
        return 3 - node.parent.state + (-1 if node.action == "up" else 1)

    report = check_heuristic(Chain(3), from_the_parent)
    assert (report.depends_on_path, report.admissible, report.consistent) == (None, True, True)
    assert "returned the same value for all tried paths" in str(report)


def test_a_heuristic_that_fails_without_a_path_is_asked_with_one():
    def h(node):
        return 0 if node.depth == 0 else node.parent.depth * 0

    def needs_a_parent(node):
        return 0 if node.state == 0 and node.path_cost == 0 else node.parent.path_cost * 0

    assert check_heuristic(Chain(3), h).admissible is True
    report = check_heuristic(Chain(3), needs_a_parent)
    assert (report.depends_on_path, report.admissible) == (True, None)


def test_the_state_alone_is_reported_to_be_enough_where_it_is():
    assert check_heuristic(Chain(3)).depends_on_path is False


@pytest.mark.parametrize("packed", [True, False])
def test_a_cycle_of_negative_cost_is_reported(packed):
    problem = Digraph([(0, 1, 1), (1, 0, -2), (1, 2, 1)], {2}, packed)
    with pytest.raises(CostError, match=r"a cycle of 2 actions through . has a negative cost"):
        check_heuristic(problem, "zero")
    with pytest.raises(NotApplicable, match="perfect distances: a cycle of 2 actions"):
        check_heuristic(problem, "perfect")


def test_a_cost_that_is_no_number_is_the_problems_fault():
    with pytest.raises(CostError, match=r"path_cost\(0, 'A', 'B', 'B'\) returned"):
        check_heuristic(Journey({"A": {"B": nan}}, "A", "B"))


def test_costs_of_any_kind_of_number_are_checked():
    for one in (Decimal(1), Fraction(1)):
        problem = Journey({"A": {"B": one}, "B": {"G": one}}, "A", "G", {"A": 1.5})
        assert (check_heuristic(problem).admissible, check_heuristic(problem).consistent) == (
            True,
            False,
        )


@pytest.mark.parametrize("far", [1e308, sys.float_info.max, -sys.float_info.max])
def test_estimates_whose_sum_no_float_stands_for_are_checked(far):
    report = check_heuristic(Chain(3), lambda node: far if node.state < 3 else 0)
    assert report.admissible is (far < 0)
    assert report.accuracy.mean_ratio == pytest.approx(far / 3 * (1 / 3 + 1 / 2 + 1))
    assert -1 <= report.accuracy.correlation <= 1


def test_an_estimate_that_no_float_stands_for_is_the_heuristics_fault():
    with pytest.raises(HeuristicError, match="too large for a float"):
        check_heuristic(Chain(3), lambda node: 10**400)


def test_without_numpy_everything_is_checked_in_the_plain_form():
    script = """
import sys
sys.modules["numpy"] = sys.modules["scipy"] = None
from aima_search import check_heuristic
from puzzles import MovIX
problem = MovIX.level("2-tiny")
for name in ("assignment", "perfect"):
    report = check_heuristic(problem, name)
    print(name, report.states, report.admissible, report.accuracy.exact)
"""
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=False
    )
    accuracy = check_heuristic(MovIX.level("2-tiny"), "assignment").accuracy.exact
    assert (done.stdout, done.stderr) == (
        f"assignment 300 True {accuracy}\nperfect 300 True 1.0\n",
        "",
    )
