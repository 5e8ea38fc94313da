"""check_problem holds the members of a problem against the contract: names, calls, facts."""

import importlib
import inspect

import pytest

from aima_search import Problem, check_problem
from aima_search.checks.problem import CHECKS_OF_MEMBERS
from aima_search.display import Cell, Scene
from aima_search.model.members import contradictions, misspelled, uncallable
from aima_search.model.puzzle import PUZZLES, Puzzle
from puzzles import Tiles


class Count(Problem):
    """Count up to 3; a test leaves members out, or adds some."""

    def actions(self, state):
        return [1] if state < 3 else []

    def result(self, state, action):
        return state + action

    def goal_test(self, state):
        return state == 3


def problem_with(without=(), base=Problem, **members):
    rules = {name: value for name, value in vars(Count).items() if name not in without}
    return type("Mine", (base,), {**rules, **members})(0)


def of_state(self, state):
    return []


def of_action(self, state, action):
    return []


@pytest.mark.parametrize(
    ("without", "written", "value", "meant"),
    [
        ("", "sucessors", of_state, "successors"),
        ("", "succesors", of_state, "successors"),
        ("", "predecesors", of_state, "predecessors"),
        ("", "changed_cell", of_action, "changed_cells"),
        ("", "heuristic", of_state, "h"),
        ("", "step_cost", lambda self, s, a, s1: 2, "action_cost"),
        ("", "pathCost", lambda self, c, s, a, s1: c + 2, "path_cost"),
        ("", "unit_cost", True, "unit_costs"),
        ("", "reversable", True, "reversible"),
        ("", "rule_to_drop", ("others",), "rules_to_drop"),
        ("", "hopless", lambda self: "", "hopeless"),
        ("goal_test", "goal_tests", of_state, "goal_test"),
        ("goal_test", "isgoal", of_state, "is_goal"),
        ("goal_test", "is_solved", of_state, "goal_test"),
        ("actions", "acitons", of_state, "actions"),
        ("actions", "legal_moves", of_state, "actions"),
        ("actions", "neighbors", of_state, "successors"),
        ("result", "next_state", of_action, "result"),
    ],
)
def test_a_name_that_is_almost_of_the_contract_is_reported(without, written, value, meant):
    problem = problem_with([without], **{written: value})
    fault = check_problem(problem).faults["names-are-of-the-contract"]
    assert f"no search uses Mine.{written}:" in fault
    assert f"did you mean {meant}?" in fault


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("neighbors", of_state),
        ("successor", of_state),
        ("moves", of_state),
        ("is_solved", of_state),
        ("isGoal", of_state),
        ("next_state", of_action),
        ("score", of_state),
        ("cost", of_state),
        ("solution", lambda self: None),
        ("reactions", of_state),
        ("draw", of_state),
        ("heuristic", "manhattan"),
        ("heuristic_table", {}),
        ("least_costs", {}),
        ("goals", [3]),
        ("values", [1]),
        ("grid", [[1]]),
        ("patterns", [1]),
        ("value", 3),
        ("pictures", []),
        ("initial_state", 0),
        ("unit_cost", 5),
    ],
)
def test_an_unrelated_helper_is_no_fault(name, value):
    problem = problem_with(**{name: value})
    found = {check: list(of(problem)) for check, of in CHECKS_OF_MEMBERS.items()}
    if name == "patterns":  # the engine would call it
        assert len(found.pop("members-can-be-called")) == 1
    assert not any(found.values())


def test_members_of_a_puzzle_are_near_misses_too():
    @classmethod
    def draw(cls, random):
        return cls(0)

    problem = problem_with(base=Puzzle, default_heuristics="zero", random_instances=draw)
    found = list(misspelled(problem))
    assert len(found) == 2
    assert "did you mean default_heuristic?" in found[0]
    assert "did you mean random_instance?" in found[1]


def test_a_misspelled_name_in_a_subclass_of_a_puzzle_is_found():
    class Mine(Tiles):
        unit_cost = True

    class Yours(Mine):
        def predecesors(self, state):
            return []

    found = list(misspelled(Yours("123/456/708")))
    assert ["predecessors?" in found[0], "unit_costs?" in found[1], len(found)] == [True, True, 2]


@pytest.mark.parametrize(
    ("name", "value", "words"),
    [
        ("actions", lambda self: [], "Mine defines actions(self): expected actions(self, state)"),
        ("result", of_state, "defines result(self, state): expected result(self, state, action)"),
        ("h", lambda self: 0, "Mine defines h(self): expected h(self, node)"),
        ("scene", lambda self, state: None, "expected scene(self, state, action)"),
        ("predecessors", of_action, "expected predecessors(self, state)"),
        ("why_not", 5, "expected a method why_not(state, origin, target)"),
        ("unit_costs", lambda self: True, "Mine.unit_costs is a method: expected a value"),
    ],
)
def test_a_member_that_the_engine_cannot_use_is_reported(name, value, words):
    problem = problem_with(**{name: value})
    assert words in check_problem(problem, states=5).faults["members-can-be-called"]


@pytest.mark.parametrize(
    ("members", "words"),
    [
        ({"unit_costs": True, "least_cost": 2}, "unit_costs = True and least_cost = 2"),
        ({"rules_to_drop": ("one",)}, "only one of rules_to_drop and relaxed"),
        ({"painting": lambda self: {}}, "only one of painting and redrawn"),
    ],
)
def test_facts_that_contradict_each_other_are_reported(members, words):
    assert words in check_problem(problem_with(**members)).faults["facts-agree"]


def test_two_editions_that_differ_are_reported():
    other_goal = problem_with(is_goal=lambda self, state: state == 2)
    fault = check_problem(other_goal).faults["dialects-agree"]
    assert fault == "goal_test and is_goal return False and True for (2,)"
    costs = {"path_cost": lambda self, c, s, a, s1: c + 2, "action_cost": lambda self, s, a, s1: 3}
    fault = check_problem(problem_with(**costs)).faults["dialects-agree"]
    assert fault == "path_cost and action_cost return 2 and 3 for (0, 1, 1)"


def picture(self, state, action=None):
    return Scene((tuple(Cell(marked=action is not None and at == state) for at in range(4)),))


def test_changed_cells_that_the_picture_does_not_mark_are_reported():
    right = problem_with(scene=picture, changed_cells=lambda self, s, a: [(0, s + a)])
    assert check_problem(right).ok
    wrong = problem_with(scene=picture, changed_cells=lambda self, s, a: [(0, s)])
    assert "marked-cells-agree" in check_problem(wrong).faults


MODULES = ("jugs", "routes", "salesman", "queens", "grids", "tiles", "sliding", "counting")
CLASSES = sorted(
    {
        kind
        for name in (*MODULES, "fourth.problems", "fourth.searches", "older_searches")
        for kind in vars(importlib.import_module(f"aima_search.textbook.{name}")).values()
        if inspect.isclass(kind) and issubclass(kind, Problem)
    },
    key=lambda kind: (kind.__module__, kind.__qualname__),
)


@pytest.mark.parametrize("kind", CLASSES, ids=lambda kind: f"{kind.__module__}.{kind.__name__}")
def test_the_textbooks_classes_raise_no_false_alarm(kind):
    if kind.__name__ == "ProblemOfSuccessors":  # the second edition's own words
        pytest.skip("it defines successor, which stands for the other members")
    problem = object.__new__(kind)  # names and signatures are those of the class
    assert [*misspelled(problem), *uncallable(problem)] == []


@pytest.mark.parametrize("name", PUZZLES.names())
def test_the_puzzles_raise_no_false_alarm(name):
    problem = PUZZLES.get(name).level()
    assert isinstance(problem, Puzzle)
    assert [*misspelled(problem), *uncallable(problem), *contradictions(problem)] == []
