"""For every puzzle and every algorithm that applies: a conversation ends as solve does."""

import json

import pytest

from aima_search import Limits, solve
from aima_search.algorithms.names import ALGORITHMS
from aima_search.base.errors import NotApplicable
from aima_search.model.puzzle import PUZZLES
from aima_search.trace import TraceRequestHandler

NODES = 30


def converse(request):
    """Open a session and go through it to its end; return the last answer."""
    talk = TraceRequestHandler()
    answer = talk.answer({"version": 1, "ask": "open", **request})
    while "answer" in answer and not answer["answer"]["ended"]:
        answer = json.loads(json.dumps(talk.answer({"version": 1, "ask": "advance", "count": 25})))
    return answer, talk


def outcome(problem, algorithm, options):
    """Return the result of solve, or why the algorithm does not apply."""
    try:
        return solve(problem, algorithm, limits=Limits(nodes=NODES), **options)
    except NotApplicable as error:
        return str(error)


@pytest.mark.parametrize("puzzle", PUZZLES.names())
def test_a_conversation_ends_where_solve_does(puzzle):
    ends = {algorithm: ends_of(puzzle, algorithm) for algorithm in ALGORITHMS}
    assert {algorithm: both for algorithm, both in ends.items() if both[0] != both[1]} == {}


def ends_of(puzzle, algorithm):
    """Return how a conversation ends, and how solve ends."""
    options = {"seed": 1} if ALGORITHMS.get(algorithm).takes_seed else {}
    request = {"puzzle": puzzle, "algorithm": algorithm, "limits": {"nodes": NODES}}
    answer, talk = converse({**request, "options": options})
    plain = outcome(PUZZLES.get(puzzle).level(), algorithm, options)
    if isinstance(plain, str):
        return answer.get("error", {}).get("message"), plain
    counted = ("status", "expanded", "generated", "reopened")
    position = answer.get("answer", {})
    found = plain.node if plain.status in ("solved", "not-found") else None
    return (
        [*map(position.get, counted), len(talk.session.solution())],
        [*(getattr(plain, name) for name in counted), len(found.path()) if found else 0],
    )


@pytest.mark.parametrize("puzzle", PUZZLES.names())
def test_every_known_node_has_a_picture(puzzle):
    _, talk = converse({"puzzle": puzzle, "limits": {"nodes": 3}})
    picture = talk.answer({"version": 1, "ask": "picture", "node": 1})["answer"]
    assert picture["svg"].startswith("<svg")
    assert picture["text"]


@pytest.mark.parametrize("puzzle", PUZZLES.names())
def test_a_board_and_a_heuristic_are_no_files(puzzle, tmp_path):
    level = PUZZLES.get(puzzle).level()
    (tmp_path / "board.txt").write_text(level.format())
    (tmp_path / "mine.py").write_text("def h(node):\n    raise SystemExit\n")
    by_file, _ = converse({"puzzle": puzzle, "board": str(tmp_path / "board.txt")})
    assert "error" in by_file
    by_text, _ = converse({"puzzle": puzzle, "board": level.format(), "limits": {"nodes": 0}})
    assert "answer" in by_text
    heuristic = f"max(zero, {tmp_path / 'mine.py'}:h)"
    refused, _ = converse({"puzzle": puzzle, "heuristic": heuristic})
    assert "not a file" in refused["error"]["message"]
