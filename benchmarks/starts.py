"""The time before a search begins: imports, commands, and the fixed cost of a solve."""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from functools import partial
from math import inf

from aima_search import Problem, astar_search, solve
from aima_search.base.cache import VARIABLE
from aima_search.textbook.tiles import EightPuzzle
from benchmarks.measure import process_seconds, race
from benchmarks.runner import Rows, heading, print_line, state_claim
from puzzles import Tiles

MOST_OVER_ASTAR_SEARCH, MOST_OVER_TEXTBOOK = 6, 1.5
MOST_OVER_NUMPY = {"from puzzles import MovIX": 0.7, "first solve": 1.2, "aima-search list": 2.2}
MOST_OVER_NUMBA = {"cold": 12, "warm": 1.2}
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
    "import numpy": ["-c", "import numpy"],
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
    astar, one, _, new, textbook = race(runs, repeats, "microseconds", 1e6 / _ROUNDS).values()
    claim = "solve over astar_search, one action"
    state_claim(claim, one / astar, most=MOST_OVER_ASTAR_SEARCH, unit=" times")
    claim = "new tiles over the textbook's EightPuzzle"
    state_claim(claim, new / textbook, most=MOST_OVER_TEXTBOOK, unit=" times")


def _again_and_again(search: Callable[[], object]) -> None:
    for _ in range(_ROUNDS):
        search()


def measure_processes(repeats: int = 7) -> None:
    """Measure new processes that import and search, including the start of Python."""
    heading("fresh processes, Python's own start included")
    times = {
        name: min(process_seconds(*arguments) for _ in range(repeats))
        for name, arguments in COMMANDS.items()
    }
    rows = Rows("process:28", "CPU seconds")
    for name, seconds in times.items():
        rows.add(name, f"{seconds:.3f}")
    for name, most in MOST_OVER_NUMPY.items():
        ratio = times[name] / times["import numpy"]
        state_claim(f"{name} over import numpy", ratio, most=most, unit=" times")


def measure_compiled() -> None:
    """Measure a new process that solves an 8-puzzle in machine code, first without a cache."""
    heading("the first compiled solve of a process, CPU seconds")
    numba = process_seconds("-c", "import numba")
    with tempfile.TemporaryDirectory() as folder:
        for name, most in MOST_OVER_NUMBA.items():
            seconds = process_seconds("-c", FIRST_COMPILED, **{VARIABLE: folder})
            print_line(f"{name} start: {seconds:.2f} s")
            claim = f"{name} start over import numba"
            state_claim(claim, seconds / numba, most=most, unit=" times")


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
