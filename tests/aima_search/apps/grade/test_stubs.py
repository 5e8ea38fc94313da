"""A heuristic part has the rules of its puzzle, but no search and no estimate of the package."""

import json
import subprocess
import sys

import pytest

from tests.aima_search.cli.processes import environment

ATTACK = """
import json, sys
from aima_search.apps.grade.sandbox_main import prepare
prepare("heuristic", json.loads(sys.argv[1]), ())
from puzzles import Paths, Queens, Routes, Tiles

class Node:
    def __init__(self, state):
        self.state = state

found = []
for puzzle in (Tiles, Routes, Queens, Paths):
    problem = next(puzzle.level(name) for name in puzzle.levels())
    assert problem.actions(problem.initial)
    for owner in type(problem).__mro__:
        for name in ("h", "manhattan", "hamming_distance_heuristic"):
            try:
                vars(owner)[name](problem, Node(problem.initial)) + 0
                found.append(f"{puzzle.__name__}.{name}")
            except Exception:
                pass
print(json.dumps(sorted({*found})))
"""


ESTIMATES = ["Paths.h", "Queens.h", "Routes.h", "Tiles.h"]


@pytest.mark.parametrize(
    ("forbidden", "expected"),
    [
        (["heuristics", "aima_search"], []),
        (["heuristics"], [*ESTIMATES, "Tiles.hamming_distance_heuristic", "Tiles.manhattan"]),
    ],
)
def test_the_estimates_of_the_textbook_are_left_out(forbidden, expected):
    command = [sys.executable, "-c", ATTACK, json.dumps(forbidden)]
    done = subprocess.run(command, capture_output=True, text=True, check=True, env=environment())
    assert json.loads(done.stdout) == expected
