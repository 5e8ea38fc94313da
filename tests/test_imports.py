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
    assert not {"numpy", "scipy", "matplotlib"} & imported_by(statement)


@pytest.mark.parametrize("puzzle", ["Hitori", "MovIX", "Routes", "Tiles"])
def test_a_puzzle_alone_brings_no_search_and_no_generator_of_boards(puzzle):
    imported = imported_by(f"from puzzles import {puzzle}")
    rooms = {name.split(".")[1] for name in imported if name.startswith("aima_search.")}
    assert not {"runs", "algorithms", "compiled", "catalog", "checks", "made"} & rooms
    assert not {"pkgutil", "hashlib", "ctypes", "traceback", "signal"} & imported


def test_the_list_of_puzzles_needs_no_search_in_machine_code():
    imported = imported_by(
        "import aima_search.cli.listing, aima_search.base.plugins as p; p.load_plugins()"
    )
    assert not {"aima_search.compiled.engines", "ctypes", "configparser"} & imported


@pytest.mark.parametrize("process", ["apps.lab.worker", "apps.grade.sandbox_main"])
def test_the_process_of_a_run_or_a_submission_does_not_wait_for_the_whole_room(process):
    room = ".".join(process.split(".")[:2])
    statement = f"import aima_search.{process}; from aima_search.base.plugins import load_plugins"
    imported = imported_by(f"{statement}; load_plugins()")
    assert f"aima_search.{process}" in imported
    whole = imported_by(f"from aima_search.{room} import *")
    assert not {"concurrent.futures", "multiprocessing", "sqlite3", "numpy"} & imported
    assert {"concurrent.futures", "multiprocessing"} & whole


def imported_by(statement):
    """Return the names of the modules that a Python has after a statement."""
    script = f"import sys; {statement}; print(*sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    return set(done.stdout.split())


def test_names_of_the_textbooks_module_can_be_imported_from_the_package():
    import aima_search
    from aima_search import search

    for name in ("breadth_first_tree_search", "EightPuzzle", "romania_map"):
        assert getattr(aima_search, name) is getattr(search, name)
    for name in ("math", "random", "no_such_name", "_private"):
        assert not hasattr(aima_search, name)
