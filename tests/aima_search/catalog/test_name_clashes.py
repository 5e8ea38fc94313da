"""A user's files that have the names of the bundled packages: neither run nor hidden."""

import json
import shutil
import subprocess
import sys

import pytest

from tests.aima_search.catalog.packages import ROOT, install, run

pytestmark = pytest.mark.gate("many processes")
CONSOLE_SCRIPT = "import sys; from aima_search.cli import main; sys.path.pop(0); main()"
SCRIPT_OF_A_USER = "from aima_search.cli import main; main()"
OWN = """
from pathlib import Path
Path(__file__).with_suffix(".was-run").touch()

def my_h(node):
    return 0
"""


NAMES = ["heuristics", "puzzles"]


@pytest.fixture
def folder(tmp_path):
    """A folder with files of the user's that have the names of the bundled packages."""
    for name in NAMES:
        (tmp_path / f"{name}.py").write_text(OWN)
    return tmp_path


def python(folder, *arguments, installed=ROOT):
    """Run Python in a folder that comes first on its path, as ``-m``, ``-c`` and scripts do."""
    return run(installed, *arguments, cwd=folder)


def was_run(folder):
    return [file.name for file in folder.glob("*.was-run")]


@pytest.mark.parametrize("command", [("-m", "aima_search"), ("-c", CONSOLE_SCRIPT)])
def test_the_command_lists_what_is_bundled_and_has_no_clash(folder, command):
    done = python(folder, *command, "list", "movix", "--json")
    assert "assignment" in done.stdout
    assert (done.stderr, done.returncode) == ("", 0)
    assert was_run(folder) == []


def test_a_heuristic_is_taken_from_the_users_file(folder):
    own = "max(heuristics.py:my_h, puzzles.py:my_h)"
    done = python(folder, "-m", "aima_search", "solve", "movix", "-h", own, "--json")
    assert json.loads(done.stdout)["status"] == "solved"


def test_what_is_loaded_later_is_found_too(folder):
    done = python(folder, "-m", "aima_search", "analyse", "movix", "--json")
    assert json.loads(done.stdout)["states"] > 100


SCRIPT = """
{first}
from aima_search import solve
from aima_search.catalog.boards import make_problem

print(solve(make_problem("movix"), heuristic="max(assignment, 0)").status)
import heuristics, puzzles
for own in (heuristics, puzzles):
    print(solve(make_problem("movix"), heuristic=own.my_h).status)
    print(own.__file__)
"""


@pytest.mark.parametrize("first", ["", "import heuristics, puzzles"])
def test_a_script_beside_its_own_file_has_both_whenever_it_imports_it(folder, first):
    (folder / "script.py").write_text(SCRIPT.format(first=first))
    done = python(folder, "script.py")
    files = [str(folder / f"{name}.py") for name in NAMES]
    assert done.stdout.split() == ["solved", "solved", files[0], "solved", files[1]]
    for file in files:
        assert done.stderr.count(f"PluginWarning: {file} has the same name as the") == 1


def test_a_folder_of_boards_is_no_clash(tmp_path):
    for name in NAMES:
        (tmp_path / name).mkdir()
        (tmp_path / name / "board.txt").write_text("a board")
    done = python(tmp_path, "-m", "aima_search", "list", "movix", "--json")
    assert "assignment" in done.stdout
    assert (done.stderr, done.returncode) == ("", 0)


STRANGE = """
from aima_search.model.heuristic import register_heuristic

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


@pytest.mark.gate("an installation of its own")
def test_a_distribution_that_was_installed_over_ours_is_named(tmp_path):
    for package in ("aima_search", "puzzles", "heuristics"):
        shutil.copytree(ROOT / package, tmp_path / package)
    (tmp_path / "puzzles" / "__init__.py").write_text("x = 1\n")
    told = {"aima-search": "0.2.0", "puzzles": "1.5"}
    for name, version in told.items():
        info = tmp_path / f"{name.replace('-', '_')}-{version}.dist-info"
        info.mkdir()
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n")
        (info / "RECORD").write_text("puzzles/__init__.py,,\n")
    points = "[aima_search.puzzles]\nbundled = puzzles\n"
    (tmp_path / "aima_search-0.2.0.dist-info" / "entry_points.txt").write_text(points)
    command = [sys.executable, "-m", "aima_search", "list", "puzzles"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "puzzles 1.5 was installed over the package 'puzzles' of aima-search" in done.stderr
    assert len(done.stderr.splitlines()) == 1
