"""The core runs with only the standard library of a browser: no numpy, no processes."""

import json
import subprocess
import sys
from configparser import ConfigParser
from pathlib import Path

import pytest

from tests.searched_everything import everything

ABSENT = (
    *("numpy", "scipy", "psutil", "click", "rich", "matplotlib", "jinja2", "pandas"),
    *("multiprocessing", "_multiprocessing", "_posixsubprocess", "sqlite3", "_sqlite3"),
    *("fcntl", "resource", "termios", "pwd", "grp", "ssl", "_ssl", "curses", "readline"),
    *("numba", "llvmlite"),
)
PRELUDE = f"""
import os, sys
sys.modules.update(dict.fromkeys({ABSENT}))  # None: the import fails
opened = os.open
def no_proc(path, *args, **named):
    if str(path).startswith("/proc"):
        raise FileNotFoundError(path)
    return opened(path, *args, **named)
os.open = no_proc
from aima_search import Limits, solve, check_heuristic
from puzzles import MovIX
import heuristics
problem = MovIX.level("2-tiny")
"""


def bare(code, prelude=PRELUDE):
    """Run code after the prelude; return what it prints, the last line of its error."""
    done = subprocess.run(
        [sys.executable, "-c", prelude + code], capture_output=True, text=True, check=False
    )
    return done.stdout.strip(), done.stderr.strip().rpartition("\n")[2]


@pytest.mark.gate("long searches")
def test_every_algorithm_and_every_heuristic_finds_the_same_on_every_puzzle():
    script = Path(__file__).parent / "searched_everything.py"
    command = [sys.executable, str(script), *ABSENT]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.stderr == ""
    expected = everything()
    assert json.loads(done.stdout) == expected
    statuses = {found[0] for found in expected.values()}
    assert {"solved", "node-limit"} <= statuses
    assert len(expected) > 100


def test_what_needs_numpy_is_absent_to_the_searches_of_that_test():
    _, error = bare("import numpy")
    assert error.startswith("ModuleNotFoundError: import of numpy halted")


def test_the_whole_core_is_imported_without_what_a_browser_has_not():
    modules = "model.puzzle catalog.heuristics runs.search runs.compare runs.batch checks trace"
    modules += " analysis analysis.enumeration runs.solution_views search textbook.routes"
    imports = "".join(f"\nimport aima_search.{name}" for name in modules.split())
    assert bare(f"{imports}\nprint('there')") == ("there", "")


def test_memory_is_unknown_where_it_cannot_be_measured():
    shown = "print(r.status, r.peak_memory, r.used_memory, '<table' in r._repr_html_())"
    out, error = bare(f"r = solve(problem, 'astar', 'combined')\n{shown}")
    assert (out, error) == ("solved None None True", "")


REFUSED = {
    "solve(problem, limits=Limits(memory='1GiB'))": "a memory limit needs psutil",
    "solve(problem, engine='compiled')": "engine compiled: numba is not installed",
    "from aima_search.analysis import analyse": "analyse needs numpy",
    "from aima_search.analysis import enumerate_space as e; e(problem, 99).edges": (
        "the edges of a state space needs numpy and scipy"
    ),
    "from aima_search.apps.lab import run_grid": "run_grid needs sqlite3",
    "import aima_search.apps.lab; aima_search.apps.lab.load": "load needs numpy",
    "heuristics.get('pattern-database', MovIX.level())": (
        "the heuristic pattern-database needs numpy"
    ),
    "heuristics.get('landmarks(2)', MovIX.level())": (
        "the heuristic landmarks needs numpy and scipy"
    ),
    "str(solve(problem))": "printing a table as text needs rich",
    "from aima_search.base.limits import check_jobs; check_jobs(2)": "jobs=2 needs processes",
    "from aima_search.runs.batch import *; list(solve_boards(BatchSettings('movix'), [], 2))": (
        "a batch with 2 workers needs processes"
    ),
    "heuristics.get('perfect', MovIX.level())": "perfect distances: more than 20,000 states",
}


TRY = """
def attempt(code):
    try:
        exec(code, dict(globals()))
    except Exception as error:
        print(f"{type(error).__module__}.{type(error).__name__}: {error}")
    else:
        print("it was done")

"""


def test_what_needs_more_is_refused_in_one_line():
    attempts = "\n".join(f"attempt({code!r})" for code in REFUSED)
    out, error = bare(TRY + attempts)
    assert error == ""
    for told, message in zip(out.splitlines(), REFUSED.values(), strict=True):
        kind, _, said = told.partition(": ")
        assert kind.startswith("aima_search."), told
        assert said.startswith(message)
        if "needs" in message:
            assert said.endswith("outside of the browser")
        if "perfect" in message:
            assert said.endswith("(numpy is not installed; with it, more states are possible)")


@pytest.mark.gate("two processes")
def test_perfect_distances_of_a_small_board_need_no_numpy():
    code = "r = solve(problem, 'astar', 'perfect'); print(r.status, r.cost, r.expanded)"
    bare_answer = bare(code)
    assert bare_answer[0].startswith("solved")
    assert bare_answer == bare(code, PRELUDE.replace("sys.modules.update", "str"))


def test_a_browser_installs_none_of_the_packages_that_are_not_to_be_had_there():
    settings = ConfigParser()
    settings.read(Path(__file__).parents[1] / "setup.cfg")
    needed = settings["options"]["install_requires"].split("\n")
    for package in ("numpy", "scipy", "psutil"):
        [line] = [line for line in needed if line.startswith(package)]
        assert line.endswith('; sys_platform != "emscripten"')
