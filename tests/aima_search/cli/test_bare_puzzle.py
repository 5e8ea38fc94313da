"""A stranger's puzzle that defines as little as can be: no picture, no generator, no levels."""

import json
from dataclasses import dataclass

import pytest

from aima_search.model.puzzle import PUZZLES, Puzzle


class Countdown(Puzzle):
    """Count down to 0, by 1 or 2 at a time."""

    puzzle = "countdown"

    def actions(self, state):
        return [1, 2][:state]

    def result(self, state, action):
        return state - action

    @classmethod
    def parse(cls, text):
        return cls(int(text), 0)

    def format(self, to="id"):
        return str(self.initial)


@dataclass
class Rung:
    """A state that ``Climbing`` changes in place, by mistake."""

    row: int

    def __hash__(self):
        return self.row


class Climbing(Countdown):
    def actions(self, state):
        return ["up"]

    def result(self, state, action):
        state.row += 1
        return state

    def goal_test(self, state):
        return state.row == 3

    @classmethod
    def parse(cls, text):
        return cls(Rung(0))


class Explained(Countdown):
    def explain(self):
        return (f"minus 1 from {number}" for number in range(self.initial, 0, -1))


@pytest.fixture(autouse=True)
def countdown(monkeypatch):
    """Register the puzzle for the time of a test."""
    PUZZLES.names()
    monkeypatch.setitem(PUZZLES._entries, "countdown", Countdown)
    monkeypatch.setitem(PUZZLES._entries, "climbing", Climbing)
    monkeypatch.setitem(PUZZLES._entries, "explained", Explained)


def test_states_are_printed_where_there_are_no_pictures(run):
    assert run("show", "countdown", "7") == (0, "7: 7\n7\n", "")
    finished = run("solve", "countdown", "3")
    assert finished.status == 0
    assert finished.out.startswith("3: 3\n3\n\n1. 2\n1\n\n2. 1\n0\n")
    assert str(Countdown.parse("7")) == repr(Countdown.parse("7")) == "Countdown.parse('7')"


@pytest.mark.parametrize(
    ("arguments", "method"),
    [
        (("generate", "countdown"), "random_instance(random)"),
        (("show", "countdown", "7", "--svg", "x.svg"), "scene(state, action)"),
        (("solve", "countdown", "7", "--json"), "scene(state, action)"),
    ],
)
def test_what_is_missing_is_named_on_one_line(run, arguments, method):
    finished = run(*arguments)
    assert finished.status == 2
    assert finished.err == f"aima-search: Countdown does not define {method}\n"


def test_a_wrong_answer_is_printed_with_the_mistake_that_explains_it(run):
    finished = run("solve", "climbing", "0", "-a", "breadth-first")
    assert finished.status == 2
    assert finished.err.startswith("aima-search: wrong answer: Rung(")
    assert "; Climbing.result(Rung(" in finished.err
    assert "changed its argument, the state" in finished.err


def test_an_explanation_needs_no_measure_of_difficulty(run):
    steps = "1. minus 1 from 2\n2. minus 1 from 1\n"
    assert run("explain", "explained", "2") == (0, f"2: 2\n2\n{steps}", "")
    report = json.loads(run("explain", "explained", "2", "--json").out)
    assert report == {"board": "2", "steps": ["minus 1 from 2", "minus 1 from 1"]}
    finished = run("explain", "explained", "2", "--rating")
    assert (finished.status, finished.out) == (2, "")
