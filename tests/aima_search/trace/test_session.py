"""A session goes through a search forwards and back; the protocol says so in JSON."""

import json
from math import inf

import pytest

from aima_search import Limits, solve
from aima_search.base.errors import InputError, UnknownName
from aima_search.textbook.tiles import EightPuzzle
from aima_search.trace import Recording, TraceRequestHandler, TraceSession, record
from tests.specimens import Chain

TILES = EightPuzzle((4, 1, 3, 7, 2, 6, 0, 5, 8))


def shown(session):
    """Return everything that a page shows of a session's position."""
    position = session.position()
    here = position["node"]["id"]
    return (
        {name: position[name] for name in ("step", "nodes", "node", "expanded", "generated")},
        session.frontier(),
        session.children(here),
        session.path(here),
    )


class CountingTiles(EightPuzzle):
    """Counts its questions."""

    asked = 0

    def successors(self, state):
        self.asked += 1
        return super().successors(state)


@pytest.mark.parametrize("algorithm", ["astar", "breadth-first", "ida-star", "greedy"])
def test_going_back_shows_what_was_shown_and_searches_nothing(algorithm):
    problem = CountingTiles((4, 1, 3, 7, 2, 6, 0, 5, 8))
    session = TraceSession(Recording(problem, algorithm))
    seen = []
    while not session.position()["ended"]:
        session.advance()
        seen.append(shown(session))
    asked = problem.asked
    assert [one[0]["step"] for one in seen] == list(range(len(seen)))
    for step in reversed(range(len(seen))):
        session.rewind(step)
        assert shown(session) == seen[step]
    for step in range(1, len(seen)):
        session.advance()
        assert shown(session) == seen[step]
    assert problem.asked == asked


@pytest.mark.parametrize("count", [1, 2, 5, 1000])
def test_the_end_is_that_of_solve(count):
    plain = solve(TILES)
    session = TraceSession(Recording(TILES))
    while not session.position()["ended"]:
        session.advance(count)
    position = session.advance(count)
    assert position["status"] == plain.status
    assert (position["expanded"], position["generated"]) == (plain.expanded, plain.generated)
    assert position["node"]["fate"] == "goal"
    assert [node["action"] for node in session.path(position["node"]["id"])][1:] == plain.actions
    assert [one["action"] for one in session.solution()[1:]] == plain.actions


def test_without_time_it_takes_one_step():
    session = TraceSession(Recording(TILES))
    assert session.advance(1000, seconds=0)["step"] == 0
    assert session.advance(1000, seconds=0)["step"] == 1


def test_before_the_first_step_nothing_is_known():
    session = TraceSession(Recording(TILES))
    position = session.position()
    assert (position["step"], position["node"], position["nodes"]) == (None, None, 0)
    assert session.frontier()["total"] == 0
    with pytest.raises(InputError, match="advance first"):
        session.rewind(0)


def test_a_stopped_search_can_still_be_gone_through():
    session = TraceSession(Recording(TILES))
    session.advance(4)
    position = session.stop()
    assert (position["status"], position["step"]) == ("stopped", 3)
    assert session.rewind(1)["expanded"] == 1


def test_children_of_later_steps_are_not_known_yet():
    session = TraceSession(Recording(TILES))
    session.advance(3)
    assert len(session.children(0)) > 0
    session.rewind(0)
    assert session.children(0) == []
    with pytest.raises(InputError, match="nodes, numbered from 0"):
        session.path(1)


def test_pages_of_the_frontier_hold_every_node_once_in_order():
    session = TraceSession(
        Recording(EightPuzzle((7, 2, 4, 5, 0, 6, 8, 3, 1)), limits=Limits(nodes=200))
    )
    while not session.position()["ended"]:
        session.advance(1000)
    session.rewind(150)
    pages = [session.frontier(page) for page in range(session.frontier()["pages"])]
    nodes = [node for page in pages for node in page["nodes"]]
    assert len(pages) > 1
    assert sorted(node["id"] for node in nodes) == session.trace.frontier(150)
    assert [node["f"] for node in nodes] == sorted(node["f"] for node in nodes)
    deepest = session.frontier(order="depth")["nodes"]
    assert deepest[0]["depth"] == min(node["depth"] for node in nodes)
    assert session.frontier(page=99)["nodes"] == []
    with pytest.raises(UnknownName):
        session.frontier(order="colour")


def test_what_is_not_kept_is_counted_live():
    plain = solve(Chain(40), "uniform-cost")
    session = TraceSession(Recording(Chain(40), "uniform-cost", most=10))
    while not session.position()["ended"]:
        session.advance(7)
    position = session.position()
    assert position["expanded"] == plain.expanded
    assert position["step"] == position["steps"] - 1
    assert "only counted" in position["note"]
    assert session.rewind(2)["expanded"] == 2
    assert [one["action"] for one in session.solution()[1:]] == plain.actions


def ask(talk, name, **arguments):
    """Ask by way of JSON text, both ways."""
    request = json.loads(json.dumps({"version": 1, "ask": name, **arguments}))
    text = json.dumps(talk.answer(request), allow_nan=False)
    return json.loads(text)


def test_a_conversation_goes_through_a_search():
    talk = TraceRequestHandler(TraceSession(Recording(TILES)))
    steps = 0
    while not (answer := ask(talk, "advance", count=2, id=steps)["answer"])["ended"]:
        steps += 1
    assert answer["status"] == "solved"
    assert ask(talk, "rewind", step=1)["answer"]["expanded"] == 1
    assert ask(talk, "frontier", page=0, order="g")["answer"]["total"] > 0
    assert ask(talk, "children", node=0)["answer"][0]["parent"] == 0
    assert ask(talk, "path", node=1)["answer"][0]["parent"] is None
    assert ask(talk, "picture", node=0)["answer"]["svg"].startswith("<svg")
    assert ask(talk, "stop", id="last") == {**ask(talk, "position"), "id": "last"}


def test_infinity_is_a_text():
    talk = TraceRequestHandler(
        TraceSession(Recording(Chain(3), "astar", lambda node: node.state and inf))
    )
    ask(talk, "advance", count=9)
    nodes = [ask(talk, "path", node=at)["answer"][-1] for at in (0, 1)]
    assert [node["h"] for node in nodes] == [0, "inf"]


def test_an_error_of_a_heuristic_names_its_line():
    def h(node):
        if node.state == 2:
            return int("two")
        return 0

    talk = TraceRequestHandler(TraceSession(Recording(Chain(5), "astar", h)))
    error = ask(talk, "advance", count=9)["error"]
    assert (error["kind"], error["status"]) == ("ValueError", "heuristic-raised")
    assert (error["file"], error["line"]) == (__file__, h.__code__.co_firstlineno + 2)
    position = ask(talk, "position")["answer"]
    assert (position["status"], position["ended"]) == ("heuristic-raised", True)
    assert ask(talk, "rewind", step=0)["answer"]["expanded"] == 0
    assert "error" not in ask(talk, "advance", count=9)


def test_an_error_of_a_file_names_its_line(tmp_path):
    (tmp_path / "mine.py").write_text(
        "def h(node):\n    return helper()\ndef helper():\n    1 / 0\n"
    )
    recording = Recording(Chain(5), "astar", f"{tmp_path / 'mine.py'}:h")
    error = ask(TraceRequestHandler(TraceSession(recording)), "advance")["error"]
    assert (error["file"], error["line"]) == (str(tmp_path / "mine.py"), 4)


@pytest.mark.parametrize(
    ("request_", "message"),
    [
        ({"ask": "position"}, "found version None, expected 1"),
        ({"version": 2, "ask": "position"}, "found version 2, expected 1"),
        ({"version": 1, "ask": "dance"}, "unknown request 'dance'"),
        ({"version": 1, "ask": ["stop"]}, "unknown request"),
        ({"version": 1, "ask": "stop", "now": 1}, "unknown argument of stop 'now'"),
        ({"version": 1, "ask": "rewind"}, "the argument step is missing"),
        ({"version": 1, "ask": "rewind", "step": True}, "expected a whole number"),
        ({"version": 1, "ask": "rewind", "step": 99}, "step 99: expected a step that was reached"),
        ({"version": 1, "ask": "picture", "node": -1}, "node -1: this step has 0 nodes"),
        ({"version": 1, "ask": "advance", "count": 0}, "advance by 0"),
        ({"version": 1, "ask": "open", "puzzle": "nothing"}, "unknown puzzle 'nothing'"),
        ([], "expected a JSON object, got a list"),
    ],
)
def test_a_bad_request_is_answered(request_, message):
    talk = TraceRequestHandler(TraceSession(Recording(TILES)))
    answer = json.loads(json.dumps(talk.answer(request_)))
    assert message in answer["error"]["message"]
    assert "file" not in answer["error"]
    assert ask(talk, "advance")["answer"]["step"] == 0


def test_a_search_of_the_record_is_the_same_in_one_go():
    session = TraceSession(Recording(TILES))
    while not session.position()["ended"]:
        session.advance(3)
    whole = record(TILES)
    assert list(session.trace) == list(whole)


def test_the_first_node_has_the_reasons_of_what_was_prepared():
    def first(**settings):
        talk = TraceRequestHandler()
        board = {"puzzle": "hitori", "board": "3x3:121221312", "settings": settings}
        talk.answer({"version": 1, "ask": "open", **board})
        return talk.answer({"version": 1, "ask": "advance"})["answer"]["node"]

    assert "preparation" not in first(formulation="naive")
    reasons = first(formulation="naive", preprocess="sandwich")["preparation"]
    assert reasons[0] == "sandwich: keep (0,1) because of (0,0) (0,2)"
