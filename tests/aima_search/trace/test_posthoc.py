"""A saved trace is read line by line: each event is a JSON object; together they are a search."""

import json
from math import inf

import pytest

from aima_search import Limits, Problem
from aima_search.trace import record
from aima_search.trace.written import step_lines
from tests.specimens import TRIANGLE, Chain

ALGORITHMS = ["astar", "greedy", "uniform-cost", "breadth-first", "ida-star", "astar-tree"]


def read(path):
    """Return the events of a saved trace, and the lines before them."""
    lines = path.read_text(encoding="utf-8").splitlines()
    start = lines.index("events:")
    return [json.loads(line.removeprefix("- ")) for line in lines[start + 1 :]], lines[:start]


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_the_events_can_be_replayed(algorithm, tmp_path):
    trace = record(TRIANGLE, algorithm)
    trace.save(tmp_path / "search.trace.yaml")
    events, before = read(tmp_path / "search.trace.yaml")
    assert before == ["version: 1.4.0"]
    kinds = [event["type"] for event in events]
    assert kinds.count("expanding") == trace.result.expanded
    assert kinds.count("generating") == trace.result.generated
    assert (kinds[0], kinds[-1]) == ("source", "end")
    known, open_now = {None}, set()
    for event in events:
        if event["type"] in ("source", "generating"):
            assert event["id"] not in known
            known.add(event["id"])
        assert event["id"] in known
        assert event["pId"] in known
        if event["type"] == "expanding":
            open_now.add(event["id"])
        if event["type"] == "closing":
            open_now.discard(event["id"])  # or it waited, and a better path took its place
    assert len(open_now) == (trace.answer.depth if algorithm == "ida-star" else 0)


def test_the_path_of_the_last_event_is_the_solution(tmp_path):
    trace = record(TRIANGLE)
    trace.save(tmp_path / "search.trace.yaml")
    events, _ = read(tmp_path / "search.trace.yaml")
    parents = {event["id"]: (event["pId"], event.get("action")) for event in events}
    at, actions = events[-1]["id"], []
    while at is not None:
        at, action = parents[at]
        actions.append(action)
    assert actions[-2::-1] == [str(action) for action in trace.answer.solution()]


def test_infinity_and_odd_texts_are_written_so_that_they_can_be_read(tmp_path):
    class Odd(Problem):
        def actions(self, state):
            return ['say "no": {1, 2}', "a\x85\u2028b", "# é"] if state == 0 else []

        def result(self, state, action):
            return action

        def h(self, node):
            return 1e-7 if node.parent is None else inf

    record(Odd(0, "none")).save(tmp_path / "search.trace.yaml")
    events, _ = read(tmp_path / "search.trace.yaml")
    generated = [event for event in events if event["type"] == "generating"]
    assert [event["action"] for event in generated] == Odd(0).actions(0)
    assert {event["f"] for event in generated} == {inf}
    assert {event["fate"] for event in generated} == {"pruned"}
    assert '"h": 1.0e-07' in (tmp_path / "search.trace.yaml").read_text(encoding="utf-8")


def test_what_is_not_kept_is_said_and_the_path_is_there(tmp_path):
    trace = record(Chain(30), "uniform-cost", most=10)
    trace.save(tmp_path / "search.trace.yaml")
    events, before = read(tmp_path / "search.trace.yaml")
    assert before[1] == f"# {trace.note}"
    assert [event["action"] for event in events if event["type"] == "path"][1:] == ["up"] * 30


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
