"""A trace as text has a line for each expansion, and can be saved."""

from aima_search import Limits
from aima_search.trace import record
from aima_search.trace.trace import step_lines
from tests.specimens import TRIANGLE, Chain


def texts(trace):
    return (line for _, line in step_lines(trace))


def test_a_line_tells_an_expansion():
    assert list(texts(record(TRIANGLE))) == [
        "1. f = 3 = 0 + 3, start: 2 generated (2 queued), frontier 1",
        "2. f = 5 = 4 + 1, 2: 1 generated (1 queued), frontier 2",
        "goal: f = 5 = 5 + 0, 3",
    ]


def test_a_line_tells_a_round_a_value_and_a_weight():
    lines = list(texts(record(Chain(2), "ida-star", lambda node: 0)))
    assert [line for line in lines if line.startswith("round")] == [
        "round 1, limit 0",
        "round 2, limit 1",
        "round 3, limit 2",
    ]
    weighted = next(texts(record(Chain(2), "weighted-astar", weight=3)))
    assert weighted.startswith("1. f = 6 (g = 0, h = 2), start")
    blind = next(texts(record(Chain(2), "breadth-first")))
    assert blind.startswith("1. g = 0, start: 1 generated")


def test_a_search_that_a_limit_ended_says_what_it_did_not_do():
    lines = list(texts(record(Chain(9), limits=Limits(nodes=2))))
    assert lines[-1] == "3. f = 9 = 2 + 7, up: not expanded, because the search ended"


def test_the_lines_are_saved_as_a_file(tmp_path):
    trace = record(Chain(30), "uniform-cost", most=10)
    trace.save(tmp_path / "search.txt")
    lines = (tmp_path / "search.txt").read_text(encoding="utf-8").splitlines()
    assert lines == list(texts(trace))
    assert lines[-1] == trace.note
