"""The one place that runs and catches: whatever comes is an outcome of the closed set."""

import pytest

from aima_search import Limits
from aima_search.base.errors import BoardError, UnknownName
from aima_search.catalog.configuration import Configuration
from aima_search.runs.attempt import attempt
from aima_search.runs.measures import MEASURES
from aima_search.runs.outcomes import OUTCOMES
from tests.specimens import Chain

ASTAR = Configuration("astar", "h", "fifo")


def raises(error):
    def h(node):
        raise error

    return h


class Broken(Chain):
    """A problem whose own rules raise, on the way."""

    def actions(self, state):
        if state == 2:
            raise RuntimeError("no actions here")
        return super().actions(state)


class BrokenEstimate(Chain):
    """A problem whose own h raises."""

    def h(self, node):
        return 1 / 0


def makes(error):
    def make():
        raise error

    return make


@pytest.mark.parametrize(
    ("make", "heuristic", "status", "words"),
    [
        (lambda: Chain(3), None, "solved", ""),
        (lambda: Chain(3), raises(ValueError("no idea")), "heuristic-raised", "no idea"),
        (lambda: Chain(3), raises(SystemExit(0)), "heuristic-raised", "SystemExit"),
        (lambda: Chain(3), raises(GeneratorExit("own")), "heuristic-raised", "GeneratorExit: own"),
        (lambda: Chain(3), raises(MemoryError()), "memory-limit", "allocation"),
        (lambda: Chain(3), raises(KeyboardInterrupt()), "interrupted", ""),
        (lambda: Chain(3), lambda node: "seven", "heuristic-raised", "expected a number"),
        (lambda: Chain(3), lambda problem: 1 / 0, "heuristic-raised", "ZeroDivisionError"),
        (lambda: Broken(5), None, "problem-raised", "no actions here"),
        (lambda: Chain(3), lambda node: next(iter("")), "heuristic-raised", "StopIteration"),
        (lambda: BrokenEstimate(5), None, "heuristic-raised", "ZeroDivisionError"),
        (makes(BoardError("row 1: what?")), None, "bad-input", "row 1"),
        (makes(RuntimeError("broken")), None, "problem-raised", "broken"),
        (makes(SystemExit("bye")), None, "problem-raised", "SystemExit: bye"),
    ],
)
def test_whatever_comes_is_an_ending(make, heuristic, status, words):
    how = Configuration("astar", None, "fifo")
    outcome = attempt(make, how, heuristic)
    assert outcome.status == status
    assert words in outcome.message
    assert outcome.status in OUTCOMES
    if status == "solved":
        assert outcome.values.keys() == MEASURES.keys()


def test_a_wrong_name_is_the_mistake_of_whoever_asks():
    with pytest.raises(UnknownName):
        attempt(makes(UnknownName("option", "x", ["y"])), ASTAR)


def test_what_does_not_apply_and_what_reaches_a_limit():
    assert attempt(lambda: Chain(3), Configuration("hill-climbing")).status == "not-applicable"
    limited = attempt(lambda: Chain(9), ASTAR, lambda node: 0, Limits(nodes=2))
    assert (limited.status, limited.expanded) == ("node-limit", 2)


def test_the_solution_of_a_users_file_is_replayed_on_a_problem_that_it_never_held(tmp_path):
    file = tmp_path / "moves.py"
    file.write_text(
        "def factory(problem):\n"
        "    problem.goal_test = lambda state: True\n"
        "    return lambda node: 0\n"
    )
    how = Configuration("astar", f"{file}:factory", "fifo")
    outcome = attempt(lambda: Chain(3), how, replay_on_new=True)
    assert (outcome.status, outcome.message) == ("wrong-answer", "wrong answer: 0 is not a goal")
