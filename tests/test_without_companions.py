"""The core alone: in a copy without the companions its commands run and its tests pass."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from aima_search.base.plugins import COMMANDS, announced_commands

ROOT = Path(__file__).parents[1]
COMPANIONS = ("lab", "play", "grade")
ROOMS = ("catalog", "checks", "model", "runs")


FORGET_THE_CHECKOUT = """
import sys
sys.meta_path[:] = [one for one in sys.meta_path if "editable" not in str(one).lower()]
"""


@pytest.fixture(scope="module")
def core(tmp_path_factory):
    """A copy of the checkout without the companions, their old names and their tests."""
    copy = tmp_path_factory.mktemp("core")
    ignore = shutil.ignore_patterns("*-pytest-*.pyc", "apps")  # compiled code is copied
    for name in ("aima_search", "puzzles", "heuristics", "tests", "docs", "examples"):
        shutil.copytree(ROOT / name, copy / name, ignore=ignore)
    for name in ("setup.cfg", "pyproject.toml", "README.md", "CONTRIBUTING.md"):
        shutil.copy(ROOT / name, copy)
    for name in ("lab", "web", "grade"):
        (copy / "aima_search" / f"{name}.py").unlink()
    (copy / "sitecustomize.py").write_text(FORGET_THE_CHECKOUT)
    return copy


def run(core, *arguments):
    """Run Python in the copy, which does not find the checkout that is installed here."""
    environment = {**os.environ, "PYTHONPATH": str(core)}
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=core,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )


COMMAND_LINES = [
    ("--help",),
    ("solve", "movix", "2-tiny", "-h", "conflicts"),
    ("compare", "movix", "2-tiny", "-h", "zero", "-h", "conflicts"),
    ("list", "movix"),
    ("check", "movix", "2-tiny", "-h", "conflicts"),
    ("analyse", "movix", "2-tiny"),
    ("show", "movix", "2-tiny"),
    ("explain", "hitori"),
    ("generate", "movix", "--seed", "1"),
]


@pytest.mark.parametrize("line", COMMAND_LINES, ids=lambda line: line[0])
@pytest.mark.gate("starts of Python in a copy")
def test_a_command_of_the_core_runs(core, line):
    done = run(core, "-m", "aima_search", *line)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.strip()


@pytest.mark.gate("starts of Python in a copy")
def test_a_companions_command_is_named_by_a_sentence(core):
    own = announced_commands()
    for companion in COMPANIONS:
        names = [
            name for name, place in own.items() if f"apps.{companion}" in place and " " not in name
        ]
        assert names, COMMANDS
        done = run(core, "-m", "aima_search", names[0])
        assert done.returncode == 2
        assert f"belongs to aima_search.apps.{companion}" in done.stderr
        assert len(done.stderr.splitlines()) == 1


@pytest.mark.gate("the tests of the core, once more")
def test_the_tests_of_the_core_pass(core):
    folder = core / "tests" / "aima_search"
    with_companions = [
        f"--ignore={path}"
        for path in folder.rglob("*.py")
        if "apps" in path.read_text(encoding="utf-8")
    ]
    assert len(with_companions) < 10
    rooms = [str(folder / room) for room in ROOMS]
    done = run(core, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", *rooms, *with_companions)
    assert done.returncode == 0, done.stdout[-3000:]
