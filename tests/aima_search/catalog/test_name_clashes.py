"""A user's files that have the names of the bundled packages: neither run nor hidden."""

import json

import pytest

from tests.aima_search.catalog.packages import ROOT, install, run

CONSOLE_SCRIPT = "import sys; from aima_search.cli import main; sys.path.pop(0); main()"
SCRIPT_OF_A_USER = "from aima_search.cli import main; main()"
OWN = """
from pathlib import Path
Path(__file__).with_suffix(".was-run").touch()

def my_h(node):
    return 0
"""


@pytest.fixture(params=["heuristics", "puzzles"])
def name(request):
    return request.param


@pytest.fixture
def folder(tmp_path, name):
    """A folder with a file of the user's that has the name of a bundled package."""
    (tmp_path / f"{name}.py").write_text(OWN)
    return tmp_path


def python(folder, *arguments, installed=ROOT):
    """Run Python in a folder, which it looks into first, as ``-m``, ``-c`` and scripts do."""
    return run(installed, *arguments, cwd=folder)


def was_run(folder):
    return [file.name for file in folder.glob("*.was-run")]


@pytest.mark.parametrize("command", [("-m", "aima_search"), ("-c", CONSOLE_SCRIPT)])
def test_the_command_lists_what_is_bundled_and_has_no_clash(folder, command):
    done = python(folder, *command, "list", "movix", "--json")
    assert "assignment" in done.stdout
    assert (done.stderr, done.returncode) == ("", 0)
    assert was_run(folder) == []


def test_a_heuristic_is_taken_from_the_users_file(folder, name):
    done = python(folder, "-m", "aima_search", "solve", "movix", "-h", f"{name}.py:my_h", "--json")
    assert json.loads(done.stdout)["status"] == "solved"


def test_what_is_loaded_later_is_found_too(folder):
    done = python(folder, "-m", "aima_search", "analyse", "movix", "--json")
    assert json.loads(done.stdout)["states"] > 100


SCRIPT = """
{first}
from aima_search import solve
from aima_search.catalog.boards import make_problem

print(solve(make_problem("movix"), heuristic="max(assignment, 0)").status)
import {name}
print(solve(make_problem("movix"), heuristic={name}.my_h).status)
assert {name}.__file__ == {file!r}
"""


@pytest.mark.parametrize("first", ["", "import {name}"])
def test_a_script_beside_its_own_file_has_both_whenever_it_imports_it(folder, name, first):
    file = folder / f"{name}.py"
    script = SCRIPT.format(first=first.format(name=name), name=name, file=str(file))
    (folder / "script.py").write_text(script)
    done = python(folder, "script.py")
    assert done.stdout.split() == ["solved", "solved"]
    assert done.stderr.count(f"NameClash: {file} has the same name as the package") == 1


def test_a_folder_of_boards_is_no_clash(tmp_path, name):
    (tmp_path / name).mkdir()
    (tmp_path / name / "board.txt").write_text("a board")
    done = python(tmp_path, "-m", "aima_search", "list", "movix", "--json")
    assert "assignment" in done.stdout
    assert (done.stderr, done.returncode) == ("", 0)


STRANGE = """
from aima_search.heuristic import register_heuristic

register_heuristic("movix", "strange", summary="")(lambda node: 0)
"""


def test_an_installed_plug_in_is_not_hidden_by_a_file_of_its_name(tmp_path):
    installed, work = tmp_path / "installed", tmp_path / "work"
    installed.mkdir()
    work.mkdir()
    install(installed, "stranger", "strange", STRANGE, group="heuristics")
    (work / "strange.py").write_text(OWN)
    done = python(work, "-c", SCRIPT_OF_A_USER, "list", "movix", "--json", installed=installed)
    assert "strange" in json.loads(done.stdout)["puzzles"]["movix"]["heuristics"]
    assert "strange.py has the same name" in done.stderr
    assert was_run(work) == []
