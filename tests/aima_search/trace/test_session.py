"""A session goes through a search forwards and back."""

import pytest

from aima_search import Limits, solve
from aima_search.base.errors import InputError, UnknownName
from aima_search.textbook.tiles import EightPuzzle
from aima_search.trace import Recording, TraceSession, record
from aima_search.trace.protocol import fault, open_recording
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


def test_an_error_of_a_heuristic_names_its_line():
    def h(node):
        if node.state == 2:
            return int("two")
        return 0

    session = TraceSession(Recording(Chain(5), "astar", h))
    with pytest.raises(ValueError, match="two") as raised:
        session.advance(9)
    error = fault(raised.value)
    assert (error["kind"], error["status"]) == ("ValueError", "heuristic-raised")
    assert (error["file"], error["line"]) == (__file__, h.__code__.co_firstlineno + 2)
    position = session.position()
    assert (position["status"], position["ended"]) == ("heuristic-raised", True)
    assert session.rewind(0)["expanded"] == 0
    assert session.advance(9)["ended"]


def test_an_error_of_a_file_names_its_line(tmp_path):
    (tmp_path / "mine.py").write_text(
        "def h(node):\n    return helper()\ndef helper():\n    1 / 0\n"
    )
    session = TraceSession(Recording(Chain(5), "astar", f"{tmp_path / 'mine.py'}:h"))
    with pytest.raises(ZeroDivisionError) as raised:
        session.advance()
    error = fault(raised.value)
    assert (error["file"], error["line"]) == (str(tmp_path / "mine.py"), 4)


@pytest.mark.parametrize(
    ("act", "message"),
    [
        (lambda session: session.rewind(99), "expected a step that the search has reached"),
        (lambda session: session.picture(-1), "node -1: this step has 0 nodes"),
        (lambda session: session.advance(0), "count=0"),
    ],
)
def test_a_bad_argument_is_refused(act, message):
    session = TraceSession(Recording(TILES))
    with pytest.raises(InputError, match=message):
        act(session)
    assert session.advance()["step"] == 0


def test_a_search_of_the_record_is_the_same_in_one_go():
    session = TraceSession(Recording(TILES))
    while not session.position()["ended"]:
        session.advance(3)
    whole = record(TILES)
    assert list(session.trace) == list(whole)


def test_the_first_node_has_the_reasons_of_what_was_prepared():
    def first(**settings):
        session = TraceSession(open_recording("hitori", "3x3:121221312", settings))
        return session.advance()["node"]

    assert "preparation" not in first(formulation="naive")
    reasons = first(formulation="naive", preprocess="sandwich")["preparation"]
    assert reasons[0] == "sandwich: keep (0,1) because of (0,0) (0,2)"
