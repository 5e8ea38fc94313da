"""The frontier is one number: of the step, of the page, of its list, and at most of the result."""

import pytest

from aima_search import Limits, solve
from aima_search.algorithms.names import ALGORITHMS
from aima_search.search import EightPuzzle
from aima_search.trace.recording import Recording
from aima_search.trace.session import PAGE, TraceSession
from puzzles import MovIX, SudokuLocal
from tests.specimens import Journey

KNOWN_IN_PART = ("bidirectional", "bidirectional-astar", "beam", "genetic")
"""Searches with nodes that wait before any step has looked at them."""


def problem_of(algorithm, level):
    if algorithm.local:
        return SudokuLocal("..1.2....4....3.", seed=1)
    if algorithm.joins:
        return EightPuzzle((1, 2, 3, 4, 5, 6, 0, 7, 8))
    return MovIX.level(level)


def stood(session):
    """Go through a search to its end; yield the position and the list of each step, and the end."""
    while not session.position()["ended"]:
        session.advance(1000)
    for step in range(session.position()["steps"] + 1):
        yield session.rewind(step), session.frontier()


@pytest.mark.parametrize("level", ["2-tiny", "7-never"])
@pytest.mark.parametrize("name", list(ALGORITHMS))
def test_the_greatest_frontier_is_the_greatest_one_shown(name, level):
    algorithm = ALGORITHMS.get(name)
    limits = Limits(nodes=25)
    recording = Recording(problem_of(algorithm, level), name, limits=limits)
    shown = []
    for position, listed in stood(TraceSession(recording)):
        assert position["frontier"] == listed["total"]
        shown.append(position["frontier"])
        if name not in KNOWN_IN_PART:
            assert len(listed["nodes"]) == min(listed["total"], PAGE)
            assert len(recording.trace.frontier(position["step"])) == listed["total"]
    assert max(shown) == recording.result().max_frontier
    assert solve(problem_of(algorithm, level), name, limits=limits).max_frontier == max(shown)


def test_a_goal_that_was_found_waits_with_the_others():
    recording = Recording(MovIX.level("2-tiny"), "breadth-first")
    *_, (position, _) = stood(TraceSession(recording))
    assert position["status"] == "solved"
    assert position["frontier"] > 1
    assert recording.trace.goal in recording.trace.frontier(position["step"])


ALL_SEARCHED = ("breadth-first", "depth-first", "uniform-cost", "greedy", "astar", "ida-star")


@pytest.mark.parametrize("name", ALL_SEARCHED)
def test_nothing_waits_when_everything_was_searched(name):
    recording = Recording(Journey({"A": {"B": 1, "C": 2}, "B": {"D": 1}}, "A", "G"), name)
    *_, (position, listed) = stood(TraceSession(recording))
    assert position["status"] == "no-solution"
    assert (position["frontier"], listed["total"], listed["nodes"]) == (0, 0, [])
