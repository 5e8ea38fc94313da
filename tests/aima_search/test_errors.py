"""Errors: their kinds, and what a hint says to do."""

import ast
import pickle
import re
import subprocess
import sys
from pathlib import Path

import pytest

import aima_search
from aima_search import Limits
from aima_search.base import extras
from aima_search.base.errors import BoardError, InputError, MissingExtra, SearchError
from aima_search.base.extras import versions
from aima_search.model.puzzle import PUZZLES
from tests.sources import nodes_of

ENGINE = Path(aima_search.__file__).parent
KNOWS_BOARDS = {
    *("model/puzzle.py", "model/boards.py", "runs/instances.py", "analysis/hardest.py"),
    *("catalog/boards.py", "trace/protocol.py"),
    *("textbook/tiles.py", "textbook/fourth/problems.py"),
}


def test_a_wrong_value_is_not_reported_as_a_wrong_board():
    with pytest.raises(InputError) as raised:
        Limits(seconds=-1)
    assert isinstance(raised.value, ValueError)
    assert isinstance(raised.value, SearchError)
    assert not isinstance(raised.value, BoardError)
    with pytest.raises(BoardError) as raised:
        PUZZLES.get("movix").parse("_S_\n_?_")
    assert isinstance(raised.value, InputError)


def test_only_what_knows_boards_finds_fault_with_boards():
    raising = {
        str(path.relative_to(ENGINE).as_posix())
        for path in ENGINE.rglob("*.py")
        if "BoardError" in path.read_text(encoding="utf-8")
        for node in nodes_of(path)
        if isinstance(node, ast.Raise) and node.exc and "BoardError" in ast.unparse(node.exc)
    }
    assert raising == KNOWS_BOARDS


def test_a_hint_in_a_checkout_installs_the_checkout():
    command = extras.install_command("plot")
    assert command == f'{sys.executable} -m pip install --editable "{ENGINE.parent}[plot]"'
    with pytest.raises(MissingExtra) as raised:
        extras.require("no_such_module.part", "plot")
    assert "needs no_such_module, which is not installed" in str(raised.value)
    assert str(raised.value).endswith(command)
    assert str(pickle.loads(pickle.dumps(raised.value))) == str(raised.value)


def test_a_hint_outside_of_a_checkout_adds_to_what_is_installed(monkeypatch, tmp_path):
    monkeypatch.setattr(extras, "__file__", str(tmp_path / "site" / "aima_search" / "extras.py"))
    command = f'{sys.executable} -m pip install "aima-search[plot]"'
    assert extras.install_command("plot") == command


def test_the_version_is_written_once_and_known_without_an_installation():
    assert re.fullmatch(r"\d+\.\d+\.\d+", aima_search.__version__)
    declared = (ENGINE.parent / "setup.cfg").read_text("utf-8")
    assert "\nversion = attr: aima_search.base.__version__\n" in declared
    assert versions()["aima-search"] == aima_search.__version__
    assert "__version__" in dir(aima_search)
    program = "import sys, aima_search; sys.exit('importlib.metadata' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0


def test_the_changelog_begins_with_this_version():
    text = (ENGINE.parent / "CHANGELOG.md").read_text("utf-8")
    headings = re.findall(r"^## (\S+)", text, re.MULTILINE)
    assert headings[0] == aima_search.__version__
    assert headings == sorted(headings, key=lambda one: [*map(int, one.split("."))], reverse=True)


def test_nothing_stands_in_the_changelog_twice():
    lines = (ENGINE.parent / "CHANGELOG.md").read_text("utf-8").splitlines()
    entries = [line for line in lines if line.startswith("- ")]
    assert sorted(set(entries)) == sorted(entries)
