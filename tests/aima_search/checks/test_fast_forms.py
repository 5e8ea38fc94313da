"""Packed and compiled versions, proofs and facts belong to their own class, and are checked."""

from contextlib import suppress
from copy import copy
from dataclasses import replace
from functools import cache
from math import isclose

import numpy as np
import pytest

from aima_search import Limits, Problem, SearchError, check_problem, solve
from aima_search.algorithms.names import ALGORITHMS
from aima_search.catalog.heuristics import forget_shared, make_heuristic
from aima_search.model.compiled import Formula, by_key, is_key
from aima_search.model.contract import RULES, offered
from aima_search.model.heuristic import names_for
from aima_search.model.problem import Node, successors
from aima_search.model.puzzle import PUZZLES
from aima_search.runs.result import is_proved
from puzzles import Tiles
from tests.aima_search.analysis.toy import Digraph, PackedDigraph
from tests.aima_search.compiled.roads import Roads, take
from tests.specimens import Journey

FORMS = (
    *(
        "hopeless",
        "packed",
        "compiled",
        "abstraction",
        "patterns",
        "relaxed",
        "rules_to_drop",
        "symmetries",
    ),
    *("reversed_problem", "predecessors", "reversible", "unit_costs", "least_cost"),
)


class WrapsRound(Tiles):
    """Tiles whose blank goes on at the other edge."""

    def actions(self, state):
        return ["UP", "DOWN", "LEFT", "RIGHT"]

    def result(self, state, action):
        row, column = divmod(state.index(0), self.columns)
        down, right = {"UP": (-1, 0), "DOWN": (1, 0), "LEFT": (0, -1), "RIGHT": (0, 1)}[action]
        square = (row + down) % self.rows * self.columns + (column + right) % self.columns
        tiles = list(state)
        tiles[row * self.columns + column], tiles[square] = tiles[square], 0
        return tuple(tiles)


class SaidAgain(WrapsRound):
    """What is said again speaks for the class that says it, true or not."""

    reversible = True

    def hopeless(self):
        return super().hopeless()


def test_a_subclass_with_other_moves_is_solved_by_its_own_rules():
    problem = WrapsRound("123/456/087")  # parity says that the base class has no solution
    assert Tiles("123/456/087").hopeless()
    answers = {name: solve(problem, name, "zero").cost for name in ("astar", "breadth-first")}
    assert len({*answers.values()}) == 1
    assert check_problem(problem, states=200).ok
    assert solve(WrapsRound("120/453/786"), "astar").cost == 2


def test_a_redefined_member_is_checked_again():
    faults = check_problem(SaidAgain("123/456/087"), states=200).faults
    assert list(faults) == ["proofs-hold"]
    assert "is hopeless (parity" in faults["proofs-hold"]


CHAIN = [(0, 1, 1), (1, 2, 1), (2, 3, 1), (3, 0, 1)]


class Wrong(Digraph):
    """A ring of four places, of which something false is said."""

    def __init__(self):
        super().__init__(CHAIN, {3}, is_packed=False)


class Cheap(Wrong):
    least_cost = 2


class AlwaysOne(Wrong):
    unit_costs = True

    def successors(self, state):
        yield state, (state + 1) % 4, 3

    actions, result, action_cost = Problem.actions, Problem.result, Problem.action_cost


class Packed(Wrong):
    form = PackedDigraph

    def h(self, node):
        return 3 - node.state

    def packed(self):
        return self.form(self)


class WithOtherStates(PackedDigraph):
    def unpack(self, keys):
        return [state + 1 for state in super().unpack(keys)]


class WithOtherCosts(PackedDigraph):
    def successors(self, keys):
        sources, targets, _ = super().successors(keys)
        return sources, targets, np.full(len(targets), 2.0)


def packed_as(form):
    return type("Other", (Packed,), {"form": form, "packed": Packed.packed, "h": Packed.h})()


@pytest.mark.parametrize(
    ("problem", "check"),
    [
        (Cheap(), "facts-hold"),
        (AlwaysOne(), "facts-hold"),
        (packed_as(WithOtherStates), "packed-form-agrees"),
        (packed_as(WithOtherCosts), "packed-form-agrees"),
    ],
    ids=lambda value: value if isinstance(value, str) else type(value).__name__,
)
def test_a_false_form_is_found_out(problem, check):
    assert list(check_problem(problem).faults) == [check]


def changed(**fields):
    """Return roads whose compiled version has other fields."""

    class Changed(Roads):
        def compiled(self):
            return replace(super().compiled(), **fields)

    return Changed([[(1, 2), (2, 3)], [(2, 1)], []], [0, 0, 0])


def keys_backwards(key, ints, floats, raw, keys, costs):
    count = take(key, ints, floats, raw, keys, costs)
    for i in range(count // 2):
        keys[i], keys[count - 1 - i] = keys[count - 1 - i], keys[i]
    return count


TAKEN = Roads([[(1, 2), (2, 3)], [(2, 1)], []], [0, 0, 0]).compiled().expand


@pytest.mark.extra
@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({}, None),
        ({"goal": Formula(is_key, [1])}, "as the goal test of 1"),
        ({"most": 1}, "as the largest number of successors of 0: expected 2"),
        ({"unpack": lambda key: key + 1}, "as the state of 0"),
        ({"pack": lambda state: 2 - state}, "as the state of 0"),
        ({"expand": replace(TAKEN, floats=[2, 4, 1])}, "as the successors of 0"),
        ({"expand": replace(TAKEN, function=keys_backwards)}, "as the successors of 0"),
        ({"expand": replace(TAKEN, lists=False)}, "engine compiled"),
        ({"goal": Formula(lambda key, ints, floats, raw: key.x)}, "engine compiled"),
    ],
)
def test_a_false_compiled_form_is_found(fields, words):
    pytest.importorskip("numba")
    fault = check_problem(changed(**fields)).faults.get("compiled-form-agrees", "")
    assert words in fault if words else not fault


@pytest.mark.extra
def test_a_false_formula_of_the_own_h_is_found():
    pytest.importorskip("numba")

    class OtherFormula(Roads):
        def h(self, node):
            return self.estimates[node.state]

        def h_formula(self):
            return Formula(by_key, floats=[2, 1, 1])

    faults = check_problem(OtherFormula([[(1, 2), (2, 3)], [(2, 1)], []], [3, 1, 0])).faults
    assert "returned 2.0 as h of 0: expected 3" in faults["compiled-form-agrees"]


def test_an_error_in_a_form_is_a_fault_with_its_place():
    class Fails(PackedDigraph):
        def goals(self, keys):
            raise KeyError("no goals")

    class Listed(PackedDigraph):
        def pack(self, states):
            return list(states)

    fault = check_problem(packed_as(Fails)).faults["packed-form-agrees"]
    assert fault.startswith("KeyError: 'no goals' (test_fast_forms.py, line ")
    fault = check_problem(packed_as(Listed)).faults["packed-form-agrees"]
    assert "expected a numpy array of uint64" in fault


def test_a_true_form_is_believed():
    assert check_problem(Packed()).ok


def test_a_stored_table_with_too_high_costs_is_found():
    class TooMuch(Tiles):
        def abstraction(self, pattern):
            one = super().abstraction(pattern)
            dense = copy(one.dense)
            dense.costs = lambda tell: one.dense.costs(tell) + 1
            return replace(one, dense=dense, identity=f"{one.identity} and 1")

    forget_shared()
    fault = check_problem(TooMuch("123/456/708"), states=50).faults["abstractions-follow"]
    assert "the table has" in fault


def altered(puzzle, kind):
    """Return a puzzle's class with other rules: with a jump to a place near a goal, or without."""

    class Jumps(puzzle):
        landing = None

        def actions(self, state):
            return [*super().actions(state), "jump"]

        def result(self, state, action):
            return self.landing if action == "jump" else super().result(state, action)

        def path_cost(self, c, state1, action, state2):
            return c + 1 if action == "jump" else super().path_cost(c, state1, action, state2)

    class Fewer(puzzle):
        def actions(self, state):
            return list(super().actions(state))[::2]

    class EarlyGoal(puzzle):
        landing = None

        def goal_test(self, state):
            return state == self.landing or super().goal_test(state)

    return {"jumps": Jumps, "fewer": Fewer, "early": EarlyGoal}[kind]


class Plainly(Problem):
    """The same rules, and nothing besides."""

    def __init__(self, problem):
        super().__init__(problem.initial)
        self.problem = problem
        self.expand = successors(problem)

    def actions(self, state):
        return [(after, cost) for _, after, cost in self.expand(Node(state))]

    def result(self, state, action):
        return action[0]

    def action_cost(self, state, action, after):
        return action[1]

    def goal_test(self, state):
        return self.problem.goal_test(state)


BOARDS = [
    ("tiles", "125/340"),
    ("tiles", "215/340"),
    ("jugs", None),
    ("missionaries", None),
    ("pancakes", "2-four"),
    ("paths", "1-wall"),
    ("paths", "3-never"),
    ("queens", "2-four"),
]
MADE = ("perfect", "landmarks(2)", "learned(zero)", "pattern-database", "relaxed")


@cache
def problem_of(puzzle, board, kind):
    own = PUZZLES.get(puzzle)
    base = own.parse(board) if board and board[0] in "12" and "-" not in board else own.level(board)
    problem = altered(own, kind).parse(base.format())
    node = Node(base.initial)
    for _ in range(3):
        node = ([*node.expand(base)] or [node])[-1]
    problem.landing = node.state
    return problem


@pytest.mark.gate("subclasses of every puzzle by every heuristic")
@pytest.mark.parametrize("kind", ["jumps", "fewer", "early"])
@pytest.mark.parametrize(("puzzle", "board"), BOARDS)
def test_no_algorithm_uses_facts_of_a_base_class_that_no_longer_hold(puzzle, board, kind):
    problem = problem_of(puzzle, board, kind)
    exact = solve(Plainly(problem), "uniform-cost")
    assert check_problem(problem, states=60).ok
    heuristics = {}
    for name in ["zero", *names_for(puzzle), *MADE]:
        with suppress(SearchError):  # it does not apply
            heuristics[name] = make_heuristic(name, problem)
    for algorithm in ("astar", "ida-star", "bidirectional-astar", "anytime-astar", "uniform-cost"):
        informed = ALGORITHMS.get(algorithm).informed
        for name, h in heuristics.items() if informed else [("none", None)]:
            try:
                result = solve(problem, algorithm, h, Limits(nodes=1_000), engine="auto")
            except SearchError:
                continue
            where = (algorithm, name, result)
            if is_proved(result.optimal_if):
                assert isclose(result.cost, exact.cost), where
            if result.status == "no-solution" and not result.rests_on:
                assert exact.status == "no-solution", where
            if result.lower_bound is not None and not result.rests_on:
                assert result.lower_bound <= exact.cost + 1e-9, where


@pytest.mark.parametrize("puzzle", list(PUZZLES))
@pytest.mark.parametrize("method", sorted(RULES))
def test_a_redefined_rule_silences_what_rests_on_it(puzzle, method):
    own = PUZZLES.get(puzzle)
    board = own.level()
    other = type("Other", (own,), {method: lambda self, *args: getattr(own, method)(self, *args)})
    same = other.parse(board.format())
    said = {name for name in FORMS if offered(same, name) is not None}
    rest_on_moves = {"predecessors", "reversible"}
    rest_on_costs = {"unit_costs", "least_cost"}
    if method in ("goal_test", "is_goal"):
        assert said <= rest_on_moves | rest_on_costs
    elif method in ("actions", "result"):
        assert said <= rest_on_costs
    else:
        assert not said


def test_a_rule_that_an_instance_redefines_silences_too():
    problem = Tiles("123/456/087")
    problem.actions = lambda state: ["UP"]
    assert offered(problem, "hopeless") is None
    assert offered(Journey({}, 0, 1), "hopeless") is None
