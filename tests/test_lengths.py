"""How long functions are: short, except functions with a reason here."""

import ast
from pathlib import Path

import pytest

from tests.sources import nodes_of

ROOT = Path(__file__).parent.parent
LONG, LONGEST = 40, 60  # lines of code, the signature among them and the docstring not

LOOP = "one loop that every search spends its time in: a call would be paid for at every node"
STACK = "a recursion written as one loop, so that a long path does not exhaust Python's stack"
OPTIONS = "click wants a parameter for every option, and each stands on a line"
REASONS = {
    "aima_search/compiled/kernels.py::expand": LOOP,
    "aima_search/algorithms/best_first.py::best_first_steps": LOOP,
    "aima_search/algorithms/uninformed.py::_depth_first_to": STACK,
    "aima_search/algorithms/memory_bounded.py::_below": STACK,
    "aima_search/algorithms/memory_bounded.py::_best_path_first": STACK,
    "aima_search/cli/analyse.py::analyse_command": OPTIONS,
    "aima_search/cli/batch.py::batch_command": OPTIONS,
    "aima_search/apps/grade/command.py::grade_command": OPTIONS,
    "aima_search/cli/solve.py::solve_command": OPTIONS,
    "aima_search/runs/attempt.py::attempt": "each way to fail is caught where it can happen",
}
"""Why a function may have more than LONG lines."""


def length(function):
    """Return how many lines a function has without its decorators and its docstring."""
    lines = function.end_lineno - function.lineno + 1
    if ast.get_docstring(function) is not None:
        docstring = function.body[0]
        lines -= docstring.end_lineno - docstring.lineno + 1
    return lines


def lengths():
    """Return the length of every function of the project by its file and name."""
    found = {}
    for folder in ("aima_search", "puzzles", "heuristics", "benchmarks", "examples"):
        for path in sorted((ROOT / folder).rglob("*.py")):
            for node in nodes_of(path):
                if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                    name = f"{path.relative_to(ROOT).as_posix()}::{node.name}"
                    found[name] = max(found.get(name, 0), length(node))
    return found


def test_a_function_is_short_or_says_why_not():
    long = {name: lines for name, lines in lengths().items() if lines > LONG}
    assert sorted(long) == sorted(REASONS), "split it, or say why not; or strike out the reason"
    assert [name for name, lines in long.items() if lines > LONGEST] == []


@pytest.mark.parametrize(
    ("code", "lines"),
    [
        ("def f():\n    return 1\n", 2),
        ('def f():\n    """Say.\n\n    More.\n    """\n    return 1\n', 2),
        ("@first\n@second\ndef f(\n    a,\n):\n    return a\n", 4),
    ],
)
def test_decorators_and_docstrings_do_not_count(code, lines):
    assert length(ast.parse(code).body[0]) == lines
