"""Adding a puzzle is one folder and one heuristics file: dropped in, everything knows it."""

import json
import os
import shutil
import subprocess
import sys
from io import BytesIO
from pathlib import Path
from zipfile import ZipFile

import pytest

from tests.test_typing import copy_mypy_cache

ROOT = Path(__file__).parent.parent
TEMPLATE = Path(__file__).parent / "template"
LEFT_OUT = shutil.ignore_patterns(
    ".git", ".venv*", ".*_cache", "build", "dist", "*.egg-info", "*.pyc.*"
)
"""What other programs may be writing meanwhile; what is compiled comes along."""

OF_ALL_PUZZLES = (
    *("tests/puzzles", "tests/test_registered.py", "tests/test_golden.py", "tests/test_traces.py"),
    *("tests/test_contract.py", "tests/test_rooms.py", "tests/test_architecture.py"),
)
"""The tests of every registered puzzle."""


@pytest.fixture(scope="module")
def checkout(tmp_path_factory):
    """A checkout, not installed, with the template's files in it."""
    folder = tmp_path_factory.mktemp("checkout")
    for package in ("aima_search", "puzzles", "heuristics", "docs/_ext"):
        shutil.copytree(ROOT / package, folder / package, ignore=LEFT_OUT)
        if (TEMPLATE / package).exists():
            shutil.copytree(TEMPLATE / package, folder / package, dirs_exist_ok=True)
    return folder


def run(checkout, *arguments):
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=checkout,
        env={**os.environ, "PYTHONPATH": str(checkout)},
        capture_output=True,
        text=True,
        check=True,
    ).stdout


def test_the_new_puzzle_and_its_heuristic_are_listed(checkout):
    listed = json.loads(run(checkout, "-m", "aima_search", "list", "--json"))
    coins = listed["puzzles"]["coins"]
    assert coins["levels"] == ["1-six"]
    assert coins["heuristics"]["half-tails"]["admissible"] is True
    assert "movix" in listed["puzzles"]


def test_the_lesson_of_the_new_puzzle_is_on_the_page(checkout):
    code = "from aima_search.apps.play.lessons import lessons_file; print(lessons_file().decode())"
    assert '"title": "Three turns"' in run(checkout, "-c", code)


@pytest.mark.gate("a process of the copy")
def test_the_new_puzzle_is_compared_with_every_heuristic(checkout):
    compared = json.loads(run(checkout, "-m", "aima_search", "compare", "coins", "--json"))
    costs = {row["cost"] for row in compared["rows"] if row["proved_optimal"]}
    assert costs == {3}
    assert "half-tails" in {row["heuristic"] for row in compared["rows"]}


def test_the_new_puzzle_is_shown_and_solved(checkout):
    assert "T T H T H T" in run(checkout, "-m", "aima_search", "show", "coins")
    assert "solved" in run(checkout, "-m", "aima_search", "solve", "coins")


def test_the_new_puzzle_keeps_the_contract(checkout):
    script = (
        "from puzzles import Coins; from aima_search import check_heuristic, check_problem;"
        "p = Coins.level(); assert check_problem(p).ok, check_problem(p);"
        "assert Coins(p.grid(p.initial)).initial == p.initial;"
        "assert check_heuristic(p, 'half-tails').consistent; print('kept')"
    )
    assert run(checkout, "-c", script) == "kept\n"


@pytest.mark.gate("the tests of a copy of the project")
def test_a_copy_of_the_template_passes_the_tests_of_a_bundled_puzzle(tmp_path):
    """As the recipe says: two copies, a line for type checkers, and the golden files."""
    shutil.copytree(ROOT, tmp_path, ignore=LEFT_OUT, dirs_exist_ok=True)
    for copied in ("puzzles/coins", "heuristics/coins.py"):
        there = tmp_path / copied.replace("coins", "flips")
        if (TEMPLATE / copied).is_dir():
            shutil.copytree(TEMPLATE / copied, there, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(TEMPLATE / copied, there)
    for file in (*(tmp_path / "puzzles/flips").rglob("*.*"), tmp_path / "heuristics/flips.py"):
        text = file.read_text("utf-8")
        file.write_text(text.replace("coins", "flips").replace("Coins", "Flips"), "utf-8")
    told = tmp_path / "puzzles/__init__.py"
    checkers = "if TYPE_CHECKING:  # only for type checkers and editors\n"
    text = told.read_text("utf-8")
    assert checkers in text
    line = "    from puzzles.flips import Flips as Flips\n"
    told.write_text(text.replace(checkers, checkers + line), "utf-8")
    run(tmp_path, "-m", "tests.golden.regenerate", "flips")
    chosen = "flips or test_rooms.py or test_architecture.py"  # flips: its golden files too
    run(tmp_path, "-m", "pytest", "-p", "no:cacheprovider", "-k", chosen, *OF_ALL_PUZZLES)
    copy_mypy_cache(tmp_path)
    run(tmp_path, "-m", "mypy", "puzzles/flips", "heuristics/flips.py")


@pytest.mark.gate("a process of the copy")
def test_the_new_puzzle_draws_the_same_board_for_a_seed_and_for_its_generator(checkout):
    script = (
        "import random; from puzzles import Coins;"
        "boards = [Coins.generate(seed, coins=9).format() for seed in (3, random.Random(3))];"
        "print(*boards)"
    )
    number, generator = run(checkout, "-c", script).split()
    assert number == generator
    assert set(number) == set("HT")
    assert len(number) == 9
    printed = run(checkout, "-m", "aima_search", "generate", "coins", "--seed", "3", "--coins", "9")
    assert printed == f"{number}\n"


@pytest.mark.gate("a process of the copy")
def test_the_boards_that_the_new_puzzle_drew_are_read_back_by_their_number(checkout, tmp_path):
    file = tmp_path / "coins.txt"
    file.write_text(run(checkout, "-m", "aima_search", "generate", "coins", "-n", "5"), "utf-8")
    script = (
        "import sys; from aima_search.catalog.boards import make_problem;"
        "print(*(make_problem('coins', f'{sys.argv[1]}:{n}').format() for n in range(1, 6)))"
    )
    boards = run(checkout, "-c", script, str(file)).split()
    assert boards == file.read_text("utf-8").split()


@pytest.mark.gate("a process of the copy")
def test_the_new_puzzle_has_a_page_with_pictures(checkout, tmp_path):
    file = tmp_path / "row.md"
    said = run(checkout, "docs/_ext/puzzle_page.py", "coins", str(file))
    page = file.read_text("utf-8")
    assert "The board is a row of coins." in page
    assert "| `half-tails` | yes | yes | Half of the number of coins that show tails" in page
    pictures = sorted(path.name for path in (tmp_path / "row").iterdir())
    assert said == f"wrote {file}, and {len(pictures)} pictures in {tmp_path / 'row'}\n"
    assert all(f"](row/{name})" in page for name in pictures)


@pytest.mark.gate("a process of the copy")
def test_the_new_puzzle_is_traced_and_stepped_through(checkout):
    assert "goal: f = 3" in run(checkout, "-m", "aima_search", "solve", "coins", "-q", "--trace")
    script = """
from aima_search.trace import TraceSession
from aima_search.trace.protocol import open_recording
session = TraceSession(open_recording("coins", heuristic="half-tails"))
while not session.position()["ended"]:
    session.advance(9)
print(session.position()["node"]["action"])
print(session.picture(0)["text"])
"""
    action, *picture = run(checkout, "-c", script).splitlines()
    assert action.isdigit()
    assert "T T H T H T" in "".join(picture)


@pytest.mark.gate("a process of the copy")
def test_the_new_puzzle_comes_along_into_a_browser(checkout, tmp_path):
    script = (
        "import sys; from aima_search.apps.play.export import pack_code;"
        "sys.stdout.buffer.write(pack_code().archive)"
    )
    command = [sys.executable, "-c", script]
    given = {"cwd": checkout, "env": {**os.environ, "PYTHONPATH": str(checkout)}}
    archive = subprocess.run(command, capture_output=True, check=True, **given).stdout
    ZipFile(BytesIO(archive)).extractall(tmp_path)
    asked = json.dumps({"version": 1, "ask": "board", "puzzle": "coins"})
    script = f"from aima_search.apps.play.conversation import answer; print(answer({asked!r}))"
    told = json.loads(run(tmp_path, "-S", "-c", script))["answer"]
    assert told["id"] == "TTHTHT"
    assert told["picture"]["svg"].startswith("<svg")
