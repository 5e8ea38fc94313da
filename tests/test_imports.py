"""What a plain search does not need is not imported for it."""

import subprocess
import sys

import pytest


@pytest.mark.parametrize(
    "statement",
    [
        "import aima_search, aima_search.checks.heuristic, aima_search.analysis, aima_search.cli",
        "import puzzles, heuristics; heuristics.names('movix'); puzzles.MovIX.level().packed",
    ],
)
def test_numpy_and_scipy_wait_until_they_are_used(statement):
    script = (
        f"import sys; {statement}; print({{'numpy', 'scipy', 'matplotlib'}} & set(sys.modules))"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    assert done.stdout == "set()\n"
