"""Problem and Node: both dialects of the textbook, and what a node can do."""

import inspect
import sys
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest

from aima_search import Node, Problem, astar_search, solve
from aima_search.algorithms.names import ALGORITHMS
from aima_search.base.errors import CostError, ProblemError
from aima_search.model.problem import has_unit_costs, successors
from aima_search.search import (
    InstrumentedProblem,
    astar_tree_search,
    breadth_first_tree_search,
    depth_first_tree_search,
    greedy_best_first_tree_search,
    uniform_cost_search,
    uniform_cost_tree_search,
)
from tests.specimens import Chain

BLIND = ("breadth-first", "depth-first", "depth-limited", "iterative-deepening", "uniform-cost")
INFORMED = ("greedy", "astar", "weighted-astar", "ida-star", "recursive-best-first")


class Stairs:
    """Climb three steps, one or two at a time; a step of two costs five."""

    initial, goal = 0, 3

    def actions(self, state):
        return [step for step in (2, 1) if state + step <= 3]

    def result(self, state, action):
        return state + action

    def h(self, node):
        return 3 - node.state


class ForeignThirdEdition(Stairs):
    def goal_test(self, state):
        return state == 3

    def path_cost(self, c, state1, action, state2):
        return c + (5 if action == 2 else 1)


class ForeignFourthEdition(Stairs):
    def is_goal(self, state):
        return state == 3

    def action_cost(self, s, a, s1):
        return 5 if a == 2 else 1


class ThirdEdition(ForeignThirdEdition, Problem):
    def __init__(self):
        super().__init__(0)


class FourthEdition(ForeignFourthEdition, Problem):
    def __init__(self):
        super().__init__(0)


DIALECTS = (ThirdEdition, FourthEdition, ForeignThirdEdition, ForeignFourthEdition)


@pytest.mark.parametrize("kind", DIALECTS)
@pytest.mark.parametrize("algorithm", [*BLIND, *INFORMED])
def test_every_algorithm_understands_both_dialects_with_and_without_our_base(kind, algorithm):
    result = solve(kind(), algorithm)
    assert result.states[-1] == 3
    assert result.cost == sum(5 if action == 2 else 1 for action in result.actions)
    if ALGORITHMS.get(algorithm).optimal:
        assert result.actions == [1, 1, 1]


@pytest.mark.parametrize("kind", [ThirdEdition, FourthEdition])
def test_a_subclass_of_ours_speaks_both_dialects_to_somebody_elses_search(kind):
    problem = kind()
    assert problem.goal_test(3)
    assert problem.is_goal(3)
    assert not problem.goal_test(2)
    assert not problem.is_goal(2)
    assert problem.path_cost(10, 0, 2, 2) == 15
    assert problem.action_cost(0, 2, 2) == 5


def test_an_override_may_call_the_method_it_overrides():
    class Toll(Chain):
        def is_goal(self, state):
            return super().is_goal(state)

        def path_cost(self, c, state1, action, state2):
            return super().path_cost(c, state1, action, state2) + 1

    assert uniform_cost_search(Toll(3)).path_cost == 6


def test_attributes_given_to_the_constructor_may_be_methods():
    assert Problem(0, is_goal=lambda state: state == 2).goal_test(2)


def test_a_list_of_goals_holds_several_and_anything_else_is_one_goal():
    several, one = Problem("a", ["b", "c"]), Problem("a", ("b", "c"))
    assert [several.goal_test(state) for state in ("a", "b", "c")] == [False, True, True]
    assert [one.goal_test(state) for state in ("b", ("b", "c"))] == [False, True]


@pytest.mark.parametrize("call", ["actions(0)", "result(0, 1)", "value(0)"])
def test_a_method_that_is_not_defined_is_named(call):
    name, arguments = call.rstrip(")").split("(")
    with pytest.raises(NotImplementedError, match=f"Problem does not define {name}"):
        getattr(Problem(0), name)(*arguments.split(", "))


def test_nodes_are_equal_when_their_states_are():
    here, there = Node("a"), Node("a", Node("b"), "go", 7)
    assert here == there
    assert len({here, there, Node("b")}) == 2
    assert here != Node("b")
    assert here != "a"
    assert Node("a") < Node("b")


def test_attributes_of_nodes_are_writable_known_and_new_ones():
    node = Node("a")
    node.f, node.path_cost, node.colour = 3, 8, "red"
    assert (node.f, node.path_cost, node.colour) == (3, 8, "red")
    assert not hasattr(Node("b"), "f")


def test_a_node_knows_its_path():
    problem = ThirdEdition()
    root = Node(0)
    first, second = root.expand(problem)
    last = first.child_node(problem, 1)
    assert [(n.state, n.action, n.path_cost) for n in (first, second)] == [(2, 2, 5), (1, 1, 1)]
    assert (last.state, last.path_cost, last.depth, len(last)) == (3, 6, 2, 2)
    assert last.solution() == [2, 1]
    assert last.path() == [root, first, last]
    assert last.path_states() == [0, 2, 3]
    assert (root.solution(), root.path_states(), root.depth) == ([], [0], 0)
    assert repr(last) == "<Node 3>"


class AtOnce(Problem):
    """Lists its successors, and refuses to be asked for them one by one."""

    def __init__(self, **attributes):
        super().__init__(0, 2, **attributes)

    def successors(self, state):
        yield "quick", state + 1, 1


def in_steps(state):
    return ["slow"]


def one_further(state, action):
    return state + 1


class Overriding(AtOnce):
    def actions(self, state):
        return ["slow"]

    def result(self, state, action):
        return state + 1


class ListingAgain(Overriding):
    def successors(self, state):
        yield "quick again", state + 1, 1


class Wrapper:
    """Forwards what it does not know, but has actions of its own."""

    def __init__(self, problem):
        self.problem = problem

    def __getattr__(self, name):
        return getattr(self.problem, name)

    def actions(self, state):
        return ["slow"]

    def result(self, state, action):
        return state + 1


@pytest.mark.parametrize(
    ("problem", "action"),
    [
        (AtOnce(), "quick"),
        (Overriding(), "slow"),
        (ListingAgain(), "quick again"),
        (AtOnce(actions=in_steps, result=one_further), "slow"),
        (Wrapper(AtOnce()), "slow"),
        (InstrumentedProblem(Overriding()), "slow"),
    ],
)
def test_successors_are_believed_where_nothing_they_stand_for_is_redefined(problem, action):
    assert uniform_cost_search(problem).solution() == [action] * 2
    assert [child.action for child in Node(0).expand(problem)] == [action]


def test_a_redefined_path_cost_is_not_overlooked_because_of_successors():
    class Dear(Chain):
        def path_cost(self, c, state1, action, state2):
            return c + 10

    assert uniform_cost_search(Dear(3)).path_cost == 30
    cheap = Chain(3)
    cheap.path_cost = lambda c, state1, action, state2: c + 10
    assert uniform_cost_search(cheap).path_cost == 30


@pytest.mark.parametrize(
    ("problem", "unit"),
    [
        (Problem(0), True),
        (ThirdEdition(), False),
        (FourthEdition(), False),
        (ForeignThirdEdition(), False),
        (Problem(0, action_cost=lambda *_: 2), False),
        (Chain(3), False),  # lists costs that nobody has declared
        (type("Declared", (Chain,), {"unit_costs": True})(3), True),
    ],
)
def test_unit_costs_are_known_only_where_nothing_else_is_possible(problem, unit):
    assert has_unit_costs(problem) is unit


class OneWay(Chain):
    """A chain without the way back, so that tree searches end; bidirectional ones know it."""

    def successors(self, state):
        if state < self.goal:
            yield "up", state + 1, 1

    def predecessors(self, state):
        if state > 0:
            yield "up", state - 1, 1


@pytest.mark.parametrize(
    "algorithm",
    [*(name for name in BLIND if name != "iterative-deepening"), *INFORMED, "bidirectional"],
)
def test_a_path_of_five_thousand_steps_is_no_recursion(algorithm):
    options = {"limit": 10_000} if algorithm == "depth-limited" else {}
    assert solve(OneWay(5_000), algorithm, **options).cost == 5_000


@pytest.mark.parametrize(
    "search",
    [
        breadth_first_tree_search,
        depth_first_tree_search,
        uniform_cost_tree_search,
        greedy_best_first_tree_search,
        astar_tree_search,
    ],
)
def test_a_tree_search_does_not_recurse_either(search):
    assert search(OneWay(5_000)).depth == 5_000


def test_iterative_deepening_does_not_recurse_either():
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(len(inspect.stack(0)) + 150)
    try:
        assert solve(OneWay(300), "iterative-deepening").cost == 300
    finally:
        sys.setrecursionlimit(limit)


def test_the_first_screen_of_a_script_works():
    assert astar_search(Chain(3)).solution() == ["up", "up", "up"]


class Tolls(Problem):
    """Two ways to a goal: 250 at once, or 200 and 100 by numbers of eight bits."""

    def actions(self, state):
        return {"A": ["B", "G"], "B": ["G"]}.get(state, [])

    def result(self, state, action):
        return action

    def toll(self, state, action):
        return np.uint8({"AB": 200, "BG": 100, "AG": 250}[state + action])


class TollsOfActions(Tolls):
    def action_cost(self, s, a, s1):
        return self.toll(s, a)


class TollsOfPaths(Tolls):
    def path_cost(self, c, state1, action, state2):
        return c + self.toll(state1, action)


@pytest.mark.parametrize("problem", [TollsOfActions("A", "G"), TollsOfPaths("A", "G")])
@pytest.mark.parametrize("search", ["uniform-cost", "astar", "ida-star"])
def test_costs_of_a_fixed_width_do_not_wrap(problem, search):
    problem.h = lambda node: np.int8(100) if node.state == "A" else 0
    result = solve(problem, search)
    assert (result.cost, type(result.cost)) == (250, int)


class TollsOfSuccessors(Tolls):
    def successors(self, state):
        return [(a, self.result(state, a), self.toll(state, a)) for a in self.actions(state)]

    def predecessors(self, state):
        return [
            (a, before, self.toll(before, a))
            for before in ("A", "B")
            for a in self.actions(before)
            if self.result(before, a) == state
        ]


@pytest.mark.parametrize(
    "algorithm", [name for name in ALGORITHMS if not ALGORITHMS.get(name).local]
)
def test_costs_of_a_fixed_width_that_a_problem_lists_do_not_wrap(algorithm):
    problem = TollsOfSuccessors("A", "G")
    problem.h = lambda node: np.int8(100) if node.state == "A" else 0
    result = solve(problem, algorithm)
    tolls = [int(problem.toll(*step)) for step in zip(result.states, result.actions, strict=False)]
    assert (result.cost, type(result.cost)) == (sum(tolls), int)
    if ALGORITHMS.get(algorithm).optimal:
        assert result.cost == 250


@pytest.mark.parametrize("later", [0.5, np.float16(0.5), np.int8(100), 2**70])
def test_costs_of_a_fixed_width_do_not_change_those_of_other_kinds(later):
    class Mixed(Chain):
        def path_cost(self, c, state1, action, state2):
            return c + (300, np.uint8(200), later, later)[state1]

    assert solve(Mixed(4), "uniform-cost").cost == 500 + 2 * (
        later if isinstance(later, int) else float(later)
    )


def test_costs_that_cannot_be_added_are_reported():
    class Mixed(Stairs, Problem):
        def successors(self, state):
            return [(1, state + 1, (Decimal("0.5"), 0.5, "a")[state])]

    words = r"expected (numbers of one type|.* with a number as cost)"
    for problem in (Mixed(0, 3), Mixed(2, 3)):
        for algorithm in ("astar", "breadth-first"):
            problem.h = lambda node: 0
            with pytest.raises(CostError, match=words):
                solve(problem, algorithm)


def test_costs_of_half_precision_are_added_in_full():
    class Halves(Tolls):
        def path_cost(self, c, state1, action, state2):
            return c + np.float16(self.toll(state1, action)) / np.float16(1024)

    assert solve(Halves("A", "G"), "uniform-cost").cost == 250 / 1024


class Sums(Problem):
    def actions(self, state):
        return [1, 2]

    def result(self, state, action):
        return state + action


class OfPaths(Sums):
    def path_cost(self, c, state1, action, state2):
        return c + np.int8(60) * action


class OfActions(Sums):
    def action_cost(self, s, a, s1):
        return Fraction(a, 3)


class Pairs(Problem):
    def successor(self, state):
        return [("on", state + 1)]


class Listing(Sums):
    def successors(self, state):
        return [("on", state + 1, 0.5)]


def with_own_cost():
    problem = Sums(0, 9)
    problem.path_cost = lambda c, state1, action, state2: c + 7
    return problem


@pytest.mark.parametrize(
    ("problem", "costs"),
    [
        (Sums(0, 9), [1, 1]),
        (OfPaths(0, 9), [60, 120]),
        (OfActions(0, 9), [Fraction(1, 3), Fraction(2, 3)]),
        (Pairs(0, 9), [1]),
        (Listing(0, 9), [0.5]),
        (with_own_cost(), [7, 7]),
    ],
)
def test_a_node_is_expanded_as_a_search_expands_it(problem, costs):
    root = Node(0)
    nodes = root.expand(problem)
    assert [(n.action, n.state, n.path_cost) for n in nodes] == list(successors(problem)(root))
    assert [n.path_cost for n in nodes] == costs
    deeper = nodes[0].expand(problem)
    assert [n.path_cost for n in deeper] == [costs[0] + cost for cost in costs]
    assert all(type(n.path_cost).__module__ != "numpy" for n in deeper)
    assert {(n.parent, n.depth) for n in deeper} == {(nodes[0], 2)}


@pytest.mark.parametrize("expand", [lambda p: Node(0).expand(p), astar_search, solve])
def test_a_class_can_gain_a_form_of_its_successors_after_a_failure(expand):
    class Late(Problem):
        def h(self, node):
            return 0

    with pytest.raises((NotImplementedError, ProblemError)):
        expand(Late(0, 1))
    Late.successor = Pairs.successor
    assert expand(Late(0, 1))


@pytest.mark.parametrize(
    "first_action",
    [
        lambda problem: Node(0).expand(problem)[0].action,
        lambda problem: astar_search(problem).action,
        lambda problem: solve(problem).actions[0],
    ],
)
@pytest.mark.parametrize(
    ("name", "method"),
    [
        ("successors", lambda self, state: [("new", state + 1, 5)]),
        ("watched_transitions", lambda self: (lambda node: [("new", node.state + 1, 5)], False)),
        ("successor", lambda self, state: [("new", state + 1)]),
    ],
)
def test_a_class_can_gain_a_form_of_its_successors_after_a_search(first_action, name, method):
    class Late(Problem):
        def h(self, node):
            return 0

        def actions(self, state):
            return ["old"]

        def result(self, state, action):
            return state + 1

    assert first_action(Late(0, 1)) == "old"
    setattr(Late, name, method)
    if name == "successor":  # a problem that defines both methods keeps using its actions
        assert first_action(Late(0, 1)) == "old"
        Late.actions = Problem.actions
    assert first_action(Late(0, 1)) == "new"
