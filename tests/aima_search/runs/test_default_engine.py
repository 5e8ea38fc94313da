"""The engine that a puzzle states is used for its answers, and for nothing else."""

import numpy  # noqa: F401 - auto looks sooner if numpy is imported

from aima_search import compare, solve
from aima_search.search import EightPuzzle
from aima_search.trace import record
from puzzles import Tiles

BOARD = Tiles("241/703/685")


def test_a_puzzle_may_state_its_engine():
    result = solve(BOARD, heuristic="zero")
    assert result.engine == "packed"
    assert solve(EightPuzzle(BOARD.initial), heuristic="zero").engine == "objects"


def test_it_gives_way_to_what_is_asked_for():
    assert solve(BOARD, heuristic="zero", engine="objects").engine == "objects"
    assert solve(BOARD, heuristic="manhattan", tie_break="lifo").engine == "objects"


def test_comparisons_and_records_keep_to_objects():
    comparison = compare(BOARD, ["astar"], ["manhattan"])
    expected = solve(BOARD, heuristic="manhattan", engine="objects").expanded
    assert [row.expanded for row in comparison.rows] == [expected]
    assert record(BOARD, "astar", "manhattan").result.expanded == expected


def test_the_command_solve_needs_no_option(run):
    command = ("solve", "tiles", "241/703/685", "-h", "zero", "-q")
    assert "packed: after" in run(*command)[1]
    assert "packed" not in run(*command, "--engine", "objects")[1]
    assert "packed" not in run(*command, "--tie-break", "lifo")[1]
