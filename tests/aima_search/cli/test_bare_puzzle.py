"""A stranger's puzzle that defines as little as can be: no picture, no generator, no levels."""

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


@pytest.fixture(autouse=True)
def countdown(monkeypatch):
    """Register the puzzle for the time of a test."""
    PUZZLES.names()
    monkeypatch.setitem(PUZZLES._entries, "countdown", Countdown)


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
