"""The time before a search begins: imports, commands, and the fixed cost of a solve."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from functools import partial
from math import inf
from time import perf_counter

from aima_search import Problem, astar_search, solve
from aima_search.base.cache import VARIABLE
from aima_search.textbook.tiles import EightPuzzle
from benchmarks.measure import process_seconds, race
from benchmarks.runner import Rows, heading, state_claim
from puzzles import Tiles

MOST_SOLVE, MOST_TWO_MOVES = 45, 90  # microseconds
MOST_OVER_TEXTBOOK = 1.4
MOST = {"from puzzles import MovIX": 0.09, "first solve": 0.12, "aima-search list": 0.2}
MOST_COMPILED = {"cold": 4, "warm": 0.4}
MOST_IMPORTS = {"from puzzles import MovIX": 90, "first solve": 100, "aima-search list": 180}
FIRST_SOLVE = (
    "from aima_search import solve; from puzzles import MovIX; solve(MovIX.level('2-tiny'))"
)
FIRST_COMPILED = (
    "from aima_search import solve; from puzzles import Tiles;"
    " solve(Tiles('867/254/301'), engine='compiled')"
)
COMMANDS = {
    "nothing": ["-c", "pass"],
    "from puzzles import MovIX": ["-c", "from puzzles import MovIX"],
    "first solve": ["-c", FIRST_SOLVE],
    "aima-search list": ["-m", "aima_search", "list"],
}
_ROUNDS = 2_000  # repetitions of a search that takes microseconds


class OneStep(Problem[int, str]):
    """A problem whose goal is one action away, so that the search only begins and ends."""

    def actions(self, state: int) -> Sequence[str]:
        """Return the only action."""
        return ["up"]

    def result(self, state: int, action: str) -> int:
        """Return the next number."""
        return state + 1

    def h(self, node: object) -> float:
        """Return 0, which takes almost no time."""
        return 0


def measure_solve(repeats: int = 7) -> None:
    """Measure the fixed cost of a search, on goals one action and two actions away."""
    heading("the fixed cost of a search")
    problem, tiles = OneStep(0, 1), (1, 2, 3, 4, 5, 6, 0, 7, 8)
    searches: dict[str, Callable[[], object]] = {
        "astar_search, one action": partial(astar_search, problem),
        "solve, one action": partial(solve, problem),
        "solve, two moves, kept tiles": partial(solve, Tiles(tiles)),
        "solve, two moves, new tiles": lambda: solve(Tiles(tiles)),
        "solve, two moves, a new EightPuzzle": lambda: solve(EightPuzzle(tiles)),
    }
    runs = {name: partial(_again_and_again, search) for name, search in searches.items()}
    _, one, _, new, textbook = race(runs, repeats, "microseconds", 1e6 / _ROUNDS).values()
    state_claim("a solve of one action", one, most=MOST_SOLVE, unit=" us")
    state_claim("a new board of two moves", new, most=MOST_TWO_MOVES, unit=" us")
    claim = "new tiles over the textbook's EightPuzzle"
    state_claim(claim, new / textbook, most=MOST_OVER_TEXTBOOK, unit=" times")


def _again_and_again(search: Callable[[], object]) -> None:
    for _ in range(_ROUNDS):
        search()


def measure_processes(repeats: int = 7) -> None:
    """Measure new processes that import and search, including the start of Python."""
    heading("fresh processes, Python's own start included")
    rows = Rows("process:28", "CPU seconds")
    for name, arguments in COMMANDS.items():
        seconds = min(process_seconds(*arguments) for _ in range(repeats))
        rows.add(name, f"{seconds:.3f}")
        if name in MOST:
            state_claim(name, seconds, most=MOST[name], unit=" s")


def measure_compiled() -> None:
    """Measure a new process that solves an 8-puzzle in machine code, first without a cache."""
    heading("the first compiled solve of a process, seconds from start to end")
    with tempfile.TemporaryDirectory() as folder:
        environment = os.environ | {VARIABLE: folder}
        for name, most in MOST_COMPILED.items():
            start = perf_counter()
            subprocess.run([sys.executable, "-c", FIRST_COMPILED], env=environment, check=True)
            state_claim(f"{name} start", perf_counter() - start, most=most, unit=" s")


def measure_imports(repeats: int = 7) -> None:
    """Count the imported modules, and list those that take longest."""
    heading("what is imported, milliseconds: the least of each module's own time")
    rows = Rows("process:28", "modules", "all of them", "the heaviest, own time")
    for name, most in MOST_IMPORTS.items():
        own = _import_times(COMMANDS[name], repeats)
        heaviest = sorted(own, key=own.__getitem__, reverse=True)[:6]
        named = ", ".join(f"{module} {own[module]:.1f}" for module in heaviest)
        rows.add(name, len(own), f"{sum(own.values()):.0f}", named)
        state_claim(f"imports of: {name}", sum(own.values()), most=most, unit=" ms")


def _import_times(arguments: Sequence[str], repeats: int) -> dict[str, float]:
    """Return each module's own import time in milliseconds, the least of several processes."""
    own: dict[str, float] = {}
    for _ in range(repeats):
        command = [sys.executable, "-X", "importtime", *arguments]
        told = subprocess.run(command, check=True, capture_output=True, text=True).stderr
        for microseconds, name in re.findall(r"import time:\s+(\d+) \|\s+\d+ \|\s*(\S+)", told):
            own[name] = min(int(microseconds) / 1000, own.get(name, inf))
    return own


CASES = {
    "solve": measure_solve,
    "processes": measure_processes,
    "compiled": measure_compiled,
    "imports": measure_imports,
}
