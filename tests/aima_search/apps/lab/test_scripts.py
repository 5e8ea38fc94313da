"""What a script registers works in the laboratory, whose processes read the script's text."""

import pickle
import subprocess
import sys
from types import ModuleType

import pytest

import heuristics
from aima_search.apps.lab import parse_grid
from aima_search.apps.lab.grid import runs_of
from aima_search.apps.lab.worker import perform, task_of
from aima_search.base.errors import InputError
from aima_search.catalog.user_files import files_needed, register_from, texts_of_scripts

SCRIPT = """
import heuristics
from aima_search import lab
from aima_search.model.puzzle import Puzzle, register_puzzle


@register_puzzle("countdown")
class Countdown(Puzzle):
    def __init__(self, start):
        super().__init__(int(start))

    def actions(self, state):
        return [step for step in (1, 2) if step <= state]

    def result(self, state, action):
        return state - action

    def goal_test(self, state):
        return state == 0

    def grid(self, state):
        return [[state]]


@heuristics.register("countdown", "half", admissible=True)
def half(problem):
    return lambda node: node.state / 2
"""
RUN = """
progress = lab.run_grid("grid.toml", "results.sqlite", jobs=1)
print(dict(progress.outcomes), progress.stored_before)
"""
GRID = """
puzzle = "countdown"
algorithms = ["astar", "uniform-cost"]
heuristics = ["half", "max(half, zero)"]
[instances]
files = "boards.txt"
"""


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "grid.toml").write_text(GRID, encoding="utf-8")
    (tmp_path / "boards.txt").write_text("7\n12\n", encoding="utf-8")
    return tmp_path


def register(monkeypatch, name, text, file=None):
    """Execute a text as a module, with a file or without it."""
    module = ModuleType(name)
    if file is not None:
        module.__file__ = str(file)
    monkeypatch.setitem(sys.modules, name, module)
    exec(compile(text, str(file), "exec"), vars(module))


@pytest.mark.gate("runs a script, and a laboratory, four times")
def test_a_script_registers_and_runs_a_grid_without_a_guard(folder):
    file = folder / "script.py"

    def run(text):
        file.write_text(text, encoding="utf-8")
        command = [sys.executable, file.name]
        return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=True)

    assert run(SCRIPT + RUN).stdout == "{'solved': 6} 0\n"
    assert run(SCRIPT + RUN).stdout == "{'solved': 6} 6\n"
    assert run(SCRIPT.replace("/ 2", "/ 4") + RUN).stdout == "{'solved': 6} 0\n"
    (folder / "rules.py").write_text(f"import sizes\n{SCRIPT}", encoding="utf-8")
    (folder / "sizes.py").write_text("", encoding="utf-8")
    (folder / "results.sqlite").unlink()
    assert run(f"import rules\nfrom aima_search import lab\n{RUN}").stdout == "{'solved': 6} 0\n"


def test_a_run_carries_the_text_that_registers_what_it_names(folder, monkeypatch):
    file = folder / "mine.py"
    file.write_text(SCRIPT, encoding="utf-8")
    register(monkeypatch, "mine", SCRIPT, file)
    grid = parse_grid(GRID, folder)
    assert grid.scripts == {str(file): SCRIPT}
    keys = {run.key for run in runs_of(grid)}
    tasks = [pickle.loads(pickle.dumps(task_of(run, grid))) for run in runs_of(grid)]
    assert {perform(task).status for task in tasks} == {"solved"}
    file.write_text(SCRIPT.replace("/ 2", "/ 4"), encoding="utf-8")
    assert not keys & {run.key for run in runs_of(parse_grid(GRID, folder))}


@pytest.mark.parametrize("call", ["read_grid('no-such.toml')", "parse_grid('', None)"])
def test_a_script_is_read_up_to_its_first_grid(call):
    register_from({"script.py": f"from aima_search import lab\nlab.{call}\nraise OSError\n"})


def test_plug_ins_are_sent_to_nobody():
    heuristic = "max(conflicts, 2 * perfect)"
    assert files_needed("movix", heuristic) == []
    assert texts_of_scripts("movix") == {}
    text = f'puzzle = "movix"\nheuristics = "{heuristic}"\n[instances]\nlevels = "all"'
    grid = parse_grid(text, None)
    assert {run.heuristic_files for run in runs_of(grid)} == {""}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (GRID, "line 2 puzzle: puzzle 'countdown' is registered in a notebook or an interactive"),
        (
            'puzzle = "movix"\nheuristics = "zero + mine"\n[instances]\nlevels = "all"',
            "line 2 heuristics: movix heuristic 'mine' is registered in a notebook",
        ),
    ],
)
def test_what_no_file_registers_is_refused_with_what_to_do(folder, monkeypatch, text, message):
    register(monkeypatch, "cell", SCRIPT)

    def mine(node):
        return 0

    mine.__module__ = "cell"
    heuristics.register("movix", "mine")(mine)
    with pytest.raises(InputError, match="move the registration to a file, such") as no:
        parse_grid(text, folder)
    assert message in str(no.value)


def test_a_heuristic_of_a_notebook_that_no_run_names_is_no_fault(folder):
    def mine(node):
        return 0

    mine.__module__ = "cell"
    heuristics.register("movix", "mine")(mine)
    grid = parse_grid('puzzle = "movix"\n[instances]\nlevels = "all"', folder)
    assert grid.scripts == {}
