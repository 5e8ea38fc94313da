"""For every puzzle and every algorithm that applies: a recorded search ends as solve does."""

import pytest

from aima_search import Limits, solve
from aima_search.algorithms.names import ALGORITHMS
from aima_search.base.errors import NotApplicable, SearchError
from aima_search.model.puzzle import PUZZLES
from aima_search.trace import TraceSession
from aima_search.trace.protocol import open_recording

NODES = 30


def to_the_end(**request):
    """Open a session and go through it to its end; return the session."""
    session = TraceSession(open_recording(**request))
    while not session.position()["ended"]:
        session.advance(25)
    return session


def outcome(problem, algorithm, options):
    """Return the result of solve, or why the algorithm does not apply."""
    try:
        return solve(problem, algorithm, limits=Limits(nodes=NODES), **options)
    except NotApplicable as error:
        return str(error)


@pytest.mark.parametrize("puzzle", PUZZLES.names())
def test_a_session_ends_where_solve_does(puzzle):
    ends = {algorithm: ends_of(puzzle, algorithm) for algorithm in ALGORITHMS}
    assert {algorithm: both for algorithm, both in ends.items() if both[0] != both[1]} == {}


def ends_of(puzzle, algorithm):
    """Return how a session ends, and how solve ends."""
    options = {"seed": 1} if ALGORITHMS.get(algorithm).takes_seed else {}
    plain = outcome(PUZZLES.get(puzzle).level(), algorithm, options)
    try:
        session = to_the_end(
            puzzle=puzzle, algorithm=algorithm, limits={"nodes": NODES}, options=options
        )
    except NotApplicable as error:
        return str(error), plain
    counted = ("status", "expanded", "generated", "reopened")
    found = plain.node if plain.status in ("solved", "not-found") else None
    return (
        [*map(session.position().get, counted), len(session.solution())],
        [*(getattr(plain, name) for name in counted), len(found.path()) if found else 0],
    )


@pytest.mark.parametrize("puzzle", PUZZLES.names())
def test_every_known_node_has_a_picture(puzzle):
    picture = to_the_end(puzzle=puzzle, limits={"nodes": 3}).picture(1)
    assert picture["svg"].startswith("<svg")
    assert picture["text"]


@pytest.mark.parametrize("puzzle", PUZZLES.names())
def test_a_board_and_a_heuristic_are_no_files(puzzle, tmp_path):
    level = PUZZLES.get(puzzle).level()
    (tmp_path / "board.txt").write_text(level.format())
    (tmp_path / "mine.py").write_text("def h(node):\n    raise SystemExit\n")
    with pytest.raises(SearchError):
        open_recording(puzzle, str(tmp_path / "board.txt"))
    assert open_recording(puzzle, level.format()).problem.format() == level.format()
    heuristic = f"max(zero, {tmp_path / 'mine.py'}:h)"
    with pytest.raises(SearchError, match="not a file"):
        open_recording(puzzle, heuristic=heuristic)
