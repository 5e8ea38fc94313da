"""The README's examples run, its tables are up to date, and so are the docstrings' examples."""

import doctest
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages

import pytest

from tests.readme import README, updated

PACKAGES = ("aima_search", "puzzles", "heuristics")


def modules():
    for package in PACKAGES:
        yield package
        for module in walk_packages(import_module(package).__path__, f"{package}."):
            if not module.name.endswith("__main__"):
                yield module.name


def test_the_examples_of_the_readme_run():
    script = "import doctest, sys; sys.exit(doctest.testfile(sys.argv[1], False).failed)"
    done = subprocess.run(
        [sys.executable, "-c", script, str(README)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout


def test_the_tables_of_the_readme_are_up_to_date():
    text = README.read_text(encoding="utf-8")
    assert "| `assignment` |" in text
    assert updated(text) == text, "run: python -m tests.readme"


@pytest.mark.parametrize("name", list(modules()))
def test_the_examples_of_the_docstrings_run(name):
    assert doctest.testmod(import_module(name)).failed == 0


def test_the_two_commands_are_those_that_the_gate_runs():
    gate = (Path(__file__).parent.parent / ".ci" / "run").read_text(encoding="utf-8")
    assert 'readme_command "main job"' in gate
    assert 'readme_command "tests"' in gate
