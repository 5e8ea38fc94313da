"""A student's problem: what it is made with, its contracts, its counts, its least costs."""

from functools import partial

import pytest

from tests.aima_search.apps.grade.assignments import check, graded, top_for

pytestmark = pytest.mark.gate("confinement")
PART = top_for("problem", "Mine")
on_small = partial(check, points=2, boards="small", arguments=["grid", "line"])
ALL = [on_small(name) for name in ("contracts", "perft", "optimal")]

OWN = """
from aima_search import Problem
from puzzles import MovIX

class Mine(Problem):
    def __init__(self, rows, line):
        self._movix = MovIX(rows, line)
        super().__init__(self._movix.initial)

    def actions(self, state):
        return list(self._movix.actions(state))

    def result(self, state, action):
        return self._movix.result(state, action)

    def goal_test(self, state):
        return self._movix.goal_test(state)
"""


def test_a_right_model_gets_all_points(tmp_path):
    result = graded(tmp_path, OWN, *ALL, top=PART)
    assert [finding.outcome for finding in result.findings] == ["passed"] * 3
    assert result.points == 6


START = "def actions("


def with_cost(text):
    """Return a change of the model that gives an action another cost."""
    return START, f"def path_cost(self, c, a, b, d):\n        return {text}\n\n    {START}"


@pytest.mark.parametrize(
    ("change", "outcomes", "words"),
    [
        (
            ("list(self._movix.actions(state))", "list(self._movix.actions(state))[1:]"),
            ["passed", "failed", "passed"],
            "sequences of 1 action, expected",
        ),
        (
            ("return self._movix.goal_test(state)", "return state == self.initial"),
            ["passed", "passed", "failed"],
            "the solution costs 0: expected",
        ),
        (
            with_cost("c - 1"),
            ["failed", "passed", "failed"],
            "costs -1",
        ),
        (
            with_cost("'x'"),
            ["failed", "failed", "failed"],
            "is x (str): expected a number",
        ),
    ],
)
def test_a_wrong_model_is_told_what_is_wrong(tmp_path, change, outcomes, words):
    result = graded(tmp_path, OWN.replace(*change), *ALL, top=PART)
    assert [finding.outcome for finding in result.findings] == outcomes
    assert words in "\n".join(finding.message for finding in result.findings)
    assert result.findings[1].command == "aima-search analyse movix 2-tiny --perft 3"


def test_a_state_that_is_changed_is_found(tmp_path):
    text = """
from aima_search import Problem

class Cells(list):
    def __hash__(self):
        return 1

class Mine(Problem):
    def __init__(self, rows, line):
        super().__init__(Cells([0]))

    def actions(self, state):
        return ["up"] if state[0] < 3 else []

    def result(self, state, action):
        new = Cells(state)
        new[0] += 1
        state.append(7)
        return new
"""
    result = graded(tmp_path, text, on_small("contracts"), top=PART)
    assert result.outcome == "failed"
    assert "was changed to" in result.findings[0].message


@pytest.mark.parametrize("kind", ["contracts", "perft", "optimal"])
def test_a_model_that_raises_is_told_its_line(tmp_path, kind):
    text = OWN.replace("return self._movix.result(state, action)", "return 1 / 0")
    result = graded(tmp_path, text, on_small(kind), top=PART)
    assert result.outcome == "raised"
    assert result.findings[0].message == (
        "heuristic.py, line 14: ZeroDivisionError: division by zero"
    )


def test_a_model_that_never_answers_is_out_of_time(tmp_path):
    text = OWN.replace("return self._movix.result(state, action)", "while True: pass")
    result = graded(
        tmp_path, text, on_small("contracts"), top=PART.replace("seconds = 20", "seconds = 1")
    )
    assert result.outcome == "time-limit"


@pytest.mark.parametrize(
    "state",
    ["(x for x in 'ab')", "object()", "__import__('threading').Lock()"],
)
def test_a_state_that_cannot_be_copied_or_compared_was_not_changed(tmp_path, state):
    text = f"""
from aima_search import Problem

class Mine(Problem):
    def __init__(self, rows, line):
        super().__init__({state})

    def actions(self, state):
        return []

    def result(self, state, action):
        return state
"""
    assert graded(tmp_path, text, on_small("contracts"), top=PART).outcome == "passed"
