"""Plug-ins: functions in a user's file, and packages that announce themselves."""

import os
import signal
import sys
from concurrent.futures import ThreadPoolExecutor, wait
from threading import Event
from types import SimpleNamespace

import pytest

from aima_search import solve
from aima_search.base import plugins
from aima_search.base.errors import InputError, SearchError, UnknownName
from aima_search.base.limits import LimitReached
from aima_search.base.plugins import (
    PluginError,
    PluginWarning,
    load_plugins,
    load_plugins_once,
)
from aima_search.catalog import user_files
from aima_search.catalog.expressions import parse_reference
from aima_search.catalog.user_files import place_in_user_file
from tests.aima_search.catalog.packages import install, run
from tests.specimens import Chain


def load_function(text):
    return user_files.load_function(parse_reference(text))


@pytest.fixture
def write(write):
    """Return the function that writes a user's file; the heuristic in it is called h here."""
    return lambda text, name="h": write(text, name)


def test_a_users_file_may_hold_a_heuristic_or_a_factory_of_one(write):
    text = """
def h(node):
    return 10 - node.state

def factory(problem):
    return lambda node: problem.goal - node.state
"""
    for name in ("h", "factory"):
        result = solve(Chain(10), heuristic=write(text, name))
        assert (result.cost, result.expanded) == (10, 10)


def test_a_users_function_takes_part_in_expressions(write):
    reference = write("def h(node):\n    return 10 - node.state\n")
    assert solve(Chain(10), heuristic=f"max(zero, 0.5 * {reference})").cost == 10


def test_a_file_that_was_changed_is_read_again(write, tmp_path):
    old = load_function(write("def h(node):\n    return 1\n"))
    reference = write("def h(node):\n    return 222\n")
    os.utime(tmp_path / "my.py", (1, 1))
    assert (old(None), load_function(reference)(None)) == (1, 222)


HELPED = "from helper import dist\nimport helper as k\ndef h(node):\n    return dist() + k.dist()\n"
LATE = "def h(node):\n    from helper import dist\n    return 2 * dist()\n"


@pytest.mark.parametrize("text", [HELPED, LATE])
def test_a_users_file_imports_what_lies_next_to_it(write, tmp_path, text):
    (tmp_path / "helper.py").write_text("from deeper import one\ndef dist():\n    return one\n")
    (tmp_path / "deeper.py").write_text("one = 1\n")
    old = load_function(write(text))
    assert old(None) == 2
    assert "helper" not in sys.modules
    (tmp_path / "deeper.py").write_text("one = 100\n")
    assert (old(None), load_function(write(text))(None)) == (2, 200)


def test_files_of_one_name_in_two_folders_are_two(tmp_path):
    found = []
    for number, name in enumerate(("a", "b")):
        (tmp_path / name).mkdir()
        (tmp_path / name / "helper.py").write_text(f"def dist():\n    return {number}\n")
        (tmp_path / name / "my.py").write_text(HELPED)
        found.append(load_function(f"{tmp_path / name / 'my.py'}:h"))
    assert [h(None) for h in found] == [0, 2]


def test_neighbours_may_import_each_other(write, tmp_path):
    (tmp_path / "helper.py").write_text("import my\ndef dist():\n    return my.ten\n")
    assert load_function(write("ten = 10\n" + HELPED))(None) == 20


def test_a_neighbour_never_stands_in_for_what_python_finds(write, tmp_path):
    for name in ("random", "numpy", "json"):
        (tmp_path / f"{name}.py").write_text("raise RuntimeError('this one')\n")
    text = "import json, random, numpy\ndef h(node):\n    return json.loads('7')\n"
    assert load_function(write(text))(None) == 7


def test_a_neighbour_that_fails_is_named(write, tmp_path):
    (tmp_path / "helper.py").write_text("x = 1\nx / 0\n")
    with pytest.raises(PluginError, match=r"^helper\.py, line 2: ZeroDivisionError"):
        load_function(write(HELPED))


def test_a_users_file_may_hold_a_dataclass(write):
    text = """
from __future__ import annotations
from dataclasses import dataclass

@dataclass
class Weights:
    one: int = 4

def h(node):
    return Weights().one
"""
    assert load_function(write(text))(None) == 4


def test_a_name_that_the_file_does_not_have_is_answered_with_the_nearest(write):
    with pytest.raises(UnknownName, match=r"function in .*my.py 'hh': .*did you mean 'h1'"):
        load_function(write("def h1(node):\n    return 0\nhh = 3\n", "hh"))


def test_a_file_that_is_not_there_is_named():
    with pytest.raises(InputError, match=r"'missing\.py': there is no such file"):
        load_function("missing.py:h")


@pytest.mark.parametrize(
    ("text", "place", "cause"),
    [
        ("\nimport nothing_of_the_kind\n", "line 2", "ModuleNotFoundError"),
        ("x = 1\ny = 2\nx / 0\n", "line 3", "ZeroDivisionError"),
        ("x = 1\ndef h(node)\n", "line 2", "SyntaxError"),
        ("import sys\nsys.exit(0)\n", "line 2", "SystemExit"),
    ],
)
def test_a_file_that_fails_to_import_is_loud_and_names_the_line(write, text, place, cause):
    with pytest.raises(PluginError, match=rf"my\.py.*{cause}") as caught:
        load_function(write(text))
    assert place in str(caught.value)
    assert isinstance(caught.value, SearchError)
    assert isinstance(caught.value, ImportError)


def test_an_error_inside_a_users_function_is_placed_in_the_file(write):
    h = load_function(write("def h(node):\n    return help_with(node)\n\nhelp_with = 5\n"))
    with pytest.raises(TypeError) as caught:
        h(None)
    assert place_in_user_file(caught.value) == "my.py, line 2"
    assert place_in_user_file(ValueError()) is None


def test_a_plug_in_that_fails_to_import_is_an_error_and_not_a_silence(monkeypatch):
    monkeypatch.setattr(plugins, "GROUPS", {"no.such.group": "no_such_package"})
    load_plugins_once.cache_clear()
    try:
        with pytest.raises(PluginError, match=r"'no_such_package' .* ModuleNotFoundError"):
            load_plugins()
    finally:
        load_plugins_once.cache_clear()


SLOW = """
import meeting
meeting.begun.set()
meeting.go_on.wait(60)
def load_all(): pass
"""


def test_threads_wait_for_the_thread_that_imports_the_plug_ins(monkeypatch, tmp_path):
    (tmp_path / "slow_package.py").write_text(SLOW)
    meeting = SimpleNamespace(begun=Event(), go_on=Event())
    monkeypatch.setitem(sys.modules, "meeting", meeting)
    monkeypatch.setattr(plugins, "GROUPS", {"no.such.group": "slow_package"})
    monkeypatch.setattr(plugins, "INSTALLATION", tmp_path)
    load_plugins_once.cache_clear()
    try:
        with ThreadPoolExecutor(2) as threads:
            first = threads.submit(load_plugins)
            assert meeting.begun.wait(60)
            second = threads.submit(load_plugins)
            assert wait([second], timeout=0.1).not_done
            meeting.go_on.set()
            assert first.result() is second.result() is None
    finally:
        meeting.go_on.set()
        sys.modules.pop("slow_package", None)
        load_plugins_once.cache_clear()


STRANGER = """
from aima_search import Node
from aima_search.model.heuristic import register_heuristic
from aima_search.model.puzzle import Puzzle, register_puzzle

@register_puzzle("counting")
class Counting(Puzzle):
    default_heuristic = "rest"

    @classmethod
    def levels(cls):
        return {"four": "4"}

    @classmethod
    def parse(cls, text):
        return cls(0, int(text))

    def format(self, to="id"):
        return str(self.goal)

    def actions(self, state):
        return [1]

    def result(self, state, action):
        return state + action

@register_heuristic("counting", "rest", admissible=True, consistent=True)
def rest(problem):
    return lambda node: problem.goal - node.state
"""

USE = """
from aima_search import check_heuristic, solve
from aima_search.model.puzzle import PUZZLES
from aima_search.catalog.boards import make_problem
from aima_search.catalog.heuristics import heuristic_names
assert {"counting", "movix"} <= set(PUZZLES), list(PUZZLES)
assert heuristic_names("counting") == ["zero", "perfect", "rest"]
print(solve(make_problem("counting")).cost)
"""


def test_a_strangers_package_brings_a_puzzle_beside_the_bundled_ones(tmp_path):
    install(tmp_path, "stranger", "counting_puzzle", STRANGER)
    done = run(tmp_path, "-c", USE)
    assert (done.stdout, done.stderr) == ("4\n", "")


def test_a_strangers_broken_package_is_named_on_the_command_line(tmp_path):
    install(tmp_path, "stranger", "broken_puzzle", "import nothing_of_the_kind\n")
    done = run(tmp_path, "-m", "aima_search", "list")
    assert done.returncode == 0
    assert done.stderr.startswith("aima-search: plug-in 'broken_puzzle'")
    assert len(done.stderr.splitlines()) == 1


@pytest.mark.gate("processes")
@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("import nothing_of_the_kind", "ModuleNotFoundError"),
        ("import sys; sys.exit(0)", "SystemExit: 0"),
        ("raise RuntimeError('two\\nlines')", "RuntimeError: two lines"),
    ],
)
def test_a_broken_package_costs_only_itself(tmp_path, text, words):
    install(tmp_path, "stranger", "counting_puzzle", STRANGER)
    install(tmp_path, "broken", "broken_puzzle", text)
    for puzzle in ("movix", "counting"):
        done = run(tmp_path, "-m", "aima_search", "solve", puzzle, "-q")
        assert (done.returncode, words in done.stderr) == (0, True), done.stderr
        assert len(done.stderr.splitlines()) == 1


class Odd(BaseException):
    """An exception that is neither an Exception nor one of Python's."""


@pytest.mark.parametrize(
    ("error", "is_passed_on"),
    [
        (Odd(), False),
        (LimitReached("time-limit"), True),
        (None, True),  # the user presses Ctrl-C
    ],
)
def test_a_plug_in_that_raises_anything_is_left_out(monkeypatch, error, is_passed_on):
    def fail(clashes, module, folder):
        if error is None:
            signal.raise_signal(signal.SIGINT)
        raise error

    monkeypatch.setattr(plugins, "_announced", lambda: [("puzzles", "broken", None)])
    monkeypatch.setattr(plugins._ShadowedPluginLoader, "load", fail)
    load = load_plugins_once.__wrapped__
    if is_passed_on:
        with pytest.raises((KeyboardInterrupt, LimitReached)):
            load()
    else:
        with pytest.warns(PluginWarning, match=f"failed to import: {type(error).__name__}"):
            load()


UNFINISHED = """
from aima_search.model.heuristic import register_heuristic
from aima_search.model.puzzle import register_puzzle
from puzzles.movix.problem import MovIX

@register_puzzle("unfinished")
class Unfinished(MovIX):
    pass

@register_heuristic("movix", "halfway")
def halfway(node):
    return LATER

import nothing_of_the_kind
"""


@pytest.mark.gate("processes")
def test_what_a_broken_package_registered_before_it_failed_is_taken_back(tmp_path):
    install(tmp_path, "broken", "broken_puzzle", UNFINISHED)
    done = run(tmp_path, "-m", "aima_search", "list")
    assert (done.returncode, "unfinished" in done.stdout) == (0, False), done.stderr
    for arguments in (["unfinished"], ["movix", "2-tiny", "-h", "halfway"]):
        done = run(tmp_path, "-m", "aima_search", "solve", *arguments)
        assert done.returncode == 2
        fault, said = done.stderr.splitlines()
        assert "ModuleNotFoundError" in fault
        assert "unknown" in said


@pytest.mark.gate("processes")
def test_the_import_of_packages_does_not_count_against_the_limit_of_a_run(tmp_path):
    install(tmp_path, "slow", "slow_puzzle", "import time; time.sleep(3)")
    arguments = ["solve", "movix", "2-tiny", "-h", "zero", "--seconds", "2", "-q"]
    done = run(tmp_path, "-m", "aima_search", *arguments)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.gate("processes")
def test_a_package_that_leaves_in_its_import_is_told_of(tmp_path):
    install(tmp_path, "broken", "broken_puzzle", "import os; os._exit(0)")
    done = run(tmp_path, "-m", "aima_search", "solve", "movix", "-q")
    assert (done.returncode, done.stdout) == (2, "")
    assert "worker-died in the import of plug-ins" in done.stderr


LEAVES = """
import os
from aima_search.model.puzzle import register_puzzle
from puzzles.movix.problem import MovIX

@register_puzzle("leaving")
class Leaving(MovIX):
    @classmethod
    def levels(cls):
        return {"one": "4x4,3:M1H1/V2L/3M/S2M"}

    @classmethod
    def parse(cls, text, **options):
        os._exit(0)
"""
GRID = """
puzzle = "leaving"
algorithms = ["astar"]
heuristics = ["zero"]
[[instances]]
levels = ["one"]
"""


@pytest.mark.gate("processes")
def test_a_package_that_leaves_is_told_of_by_commands_with_processes_of_their_own(tmp_path):
    install(tmp_path, "leaving", "leaving_puzzle", LEAVES)
    (tmp_path / "grid.toml").write_text(GRID)
    for command in (["lab", "run", "grid.toml"], ["play", "leaving", "one", "--no-browser"]):
        done = run(tmp_path, "-m", "aima_search", *command, cwd=tmp_path)
        assert (done.returncode, done.stdout) == (2, "")
        assert done.stderr == (
            "aima-search: worker-died in the start: the process ended unexpectedly: exit status 0\n"
        )


@pytest.mark.gate("processes")
@pytest.mark.parametrize("command", ["solve", "compare", "batch", "check"])
def test_a_package_whose_import_never_ends_is_ended(tmp_path, command):
    text = "import time\nwhile True:\n    time.sleep(0.01)\n"
    install(tmp_path, "broken", "broken_puzzle", text)
    setting = "import aima_search.cli.supervisor as t; t._START_UP = 1\n"
    code = f"{setting}from aima_search.__main__ import main; main()"
    board = "/dev/null" if command == "batch" else "2-tiny"
    more = ["-h", "zero"] if command == "check" else []
    done = run(tmp_path, "-c", code, command, "movix", board, *more, "--seconds", "1")
    assert (done.returncode, done.stdout) == (3, "")
    assert done.stderr.startswith("aima-search: time-limit in the import of plug-ins: ")
    assert len(done.stderr.splitlines()) == 1


AGAIN = """
from aima_search.model.heuristic import register_heuristic
from aima_search.model.puzzle import register_puzzle
from puzzles.movix.problem import MovIX

{}
"""


@pytest.mark.gate("processes")
@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("register_puzzle('movix')(type('Mine', (MovIX,), {}))", "puzzle 'movix'"),
        ("register_heuristic('movix', 'manhattan')(lambda problem: None)", "'manhattan'"),
    ],
)
def test_a_package_that_takes_a_name_of_another_is_refused(tmp_path, text, words):
    install(tmp_path, "taker", "taking_puzzle", AGAIN.format(text))
    done = run(tmp_path, "-m", "aima_search", "solve", "movix", "2-tiny", "-h", "manhattan", "-q")
    assert done.returncode == 0
    assert f"{words} of {tmp_path / 'taking_puzzle'}" in done.stderr
    assert "movix" in done.stderr.partition("already registered by ")[2]
    assert len(done.stderr.splitlines()) == 1


_BOTH = """
from importlib.metadata import entry_points
from aima_search.base import plugins
by_metadata = [
    (group, point.module, str(point.dist.locate_file("")))
    for group in (*plugins.GROUPS, plugins.COMMANDS) for point in entry_points(group=group)
]
ours = [(point.group, point.module, str(point.folder)) for point in plugins._entry_points()]
for points in (by_metadata, ours):
    print(sorted(points))
"""


def test_entry_points_are_read_as_python_itself_reads_them(tmp_path):
    first, second = tmp_path / "first", tmp_path / "second"
    for folder, module in ((first, "ours"), (second, "hidden")):
        folder.mkdir()
        install(folder, "My_Puzzles", module, "")
    (first / "My_Puzzles-1.0.dist-info" / "entry_points.txt").write_text(
        "[console_scripts]\nours = ours:main\n\n[aima_search.puzzles]\n# of ours\n"
        "one = ours.one:Problem [gui]\ntwo=ours.two\n[other]\nx = y\n"
    )
    done = run(os.pathsep.join([str(first), str(second)]), "-c", _BOTH)
    assert done.returncode == 0, done.stderr
    by_metadata, ours = done.stdout.splitlines()
    assert ours == by_metadata
    assert "ours.one" in ours
    assert "ours.two" in ours
    assert "hidden" not in ours
