"""Errors: which kind is raised for what, and what a hint says to do."""

import ast
import json
import pickle
import subprocess
import sys
from importlib.metadata import Distribution
from pathlib import Path

import pytest

import aima_search
from aima_search import Limits, extras
from aima_search.errors import BoardError, InputError, MissingExtra, SearchError
from aima_search.puzzle import PUZZLES

ENGINE = Path(aima_search.__file__).parent
KNOWS_BOARDS = {
    *("puzzle.py", "lab/drawing.py", "lab/instances.py"),
    *("textbook/tiles.py", "textbook/fourth/problems.py"),
}


def test_what_is_wrong_with_a_value_is_not_said_to_be_wrong_with_a_board():
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
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
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


class Installed(Distribution):
    """An installed distribution that says where it came from."""

    def __init__(self, text):
        self.text = text

    def read_text(self, filename):
        return self.text

    def locate_file(self, path):
        return Path(path)


@pytest.mark.parametrize("kind", ["a folder", "a folder that is gone", "the index", "an address"])
def test_a_hint_outside_of_a_checkout_names_where_the_package_came_from(
    monkeypatch, tmp_path, kind
):
    folder = tmp_path / "my checkout"
    if kind == "a folder":
        folder.mkdir()
    address = "https://example.org/aima-search.zip"
    origin = {
        "the index": None,
        "an address": json.dumps({"url": address, "archive_info": {}}),
    }.get(kind, json.dumps({"url": folder.as_uri(), "dir_info": {}}))
    monkeypatch.setattr(extras, "__file__", str(tmp_path / "site" / "aima_search" / "extras.py"))
    monkeypatch.setattr("importlib.metadata.distribution", lambda name: Installed(origin))
    wanted = f'"{folder}[plot]"' if kind == "a folder" else '"aima-search[plot]"'
    assert extras.install_command("plot") == f"{sys.executable} -m pip install {wanted}"


def test_the_version_is_the_one_of_the_metadata_and_costs_nothing_until_it_is_asked_for():
    declared = (ENGINE.parent / "setup.cfg").read_text("utf-8").split("\nversion = ")[1]
    assert aima_search.__version__ == declared.split("\n")[0]
    program = "import sys, aima_search; sys.exit('importlib.metadata' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0
    assert "__version__" in dir(aima_search)
