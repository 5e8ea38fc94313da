"""What a user waits for before a search begins: imports, commands, the fixed cost of a solve."""

from __future__ import annotations

import re
import resource
import subprocess
import sys
from collections.abc import Callable, Sequence
from functools import partial
from math import inf

import click

from aima_search import Problem, astar_search, solve
from benchmarks.measure import interleaved
from benchmarks.report import heading, make_table, print_table, state_claim

MOST_SOLVE = 45e-6
MOST = {"from puzzles import MovIX": 0.09, "first solve": 0.12, "aima-search list": 0.2}
MOST_IMPORTS = {"from puzzles import MovIX": 90, "first solve": 100, "aima-search list": 180}
FIRST_SOLVE = (
    "from aima_search import solve; from puzzles import MovIX; solve(MovIX.level('2-tiny'))"
)
COMMANDS = {
    "nothing": ["-c", "pass"],
    "from puzzles import MovIX": ["-c", "from puzzles import MovIX"],
    "first solve": ["-c", FIRST_SOLVE],
    "aima-search list": ["-m", "aima_search", "list"],
}
_ROUNDS = 2_000  # of a search of microseconds


class OneStep(Problem[int, str]):
    """A goal one action away: the search only begins and ends."""

    def actions(self, state: int) -> Sequence[str]:
        """Return the only action."""
        return ["up"]

    def result(self, state: int, action: str) -> int:
        """Return the next number."""
        return state + 1

    def h(self, node: object) -> float:
        """Return an estimate that takes no time."""
        return 0


@click.command()
@click.option("--repeats", default=7, show_default=True, help="Rounds of the same runs.")
def command(repeats: int) -> None:
    """Measure imports, commands and the fixed cost of a solve, in CPU time."""
    _measure_solve(repeats)
    _measure_processes(repeats)
    _measure_imports(repeats)


def _measure_solve(repeats: int) -> None:
    heading("the fixed cost of a search: a goal one action away")
    problem = OneStep(0, 1)
    searches: dict[str, Callable[[], object]] = {
        "astar_search": partial(astar_search, problem),
        "solve": partial(solve, problem),
    }
    runs = {name: partial(_again_and_again, search) for name, search in searches.items()}
    measured = interleaved(runs, repeats)
    least = {name: min(times) / _ROUNDS for name, times in measured.items()}
    table = make_table(["call", "microseconds"], numeric=["microseconds"])
    for name, seconds in least.items():
        table.add_row(name, f"{seconds * 1e6:.1f}")
    print_table(table)
    state_claim("a solve of one action", least["solve"] * 1e6, most=MOST_SOLVE * 1e6, unit=" us")


def _again_and_again(search: Callable[[], object]) -> None:
    for _ in range(_ROUNDS):
        search()


def _measure_processes(repeats: int) -> None:
    heading("fresh processes, Python's own start included")
    measured: dict[str, list[float]] = {name: [] for name in COMMANDS}
    for _ in range(repeats):
        for name, arguments in COMMANDS.items():
            measured[name].append(_process_seconds(arguments))
    table = make_table(["process", "CPU seconds"], numeric=["CPU seconds"])
    for name, times in measured.items():
        table.add_row(name, f"{min(times):.3f}")
    print_table(table)
    for name, most in MOST.items():
        state_claim(name, min(measured[name]), most=most, unit=" s")


def _process_seconds(arguments: Sequence[str]) -> float:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    command = [sys.executable, *arguments]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def _measure_imports(repeats: int) -> None:
    heading("what is imported, milliseconds: the least of each module's own time")
    columns = ["process", "modules", "all of them", "the heaviest, own time"]
    table = make_table(columns, numeric=columns[1:3])
    totals = {}
    for name in MOST_IMPORTS:
        own = _import_times(COMMANDS[name], repeats)
        totals[name] = sum(own.values())
        heaviest = sorted(own, key=own.__getitem__, reverse=True)[:6]
        named = ", ".join(f"{module} {own[module]:.1f}" for module in heaviest)
        table.add_row(name, str(len(own)), f"{totals[name]:.0f}", named)
    print_table(table)
    for name, most in MOST_IMPORTS.items():
        state_claim(f"imports of: {name}", totals[name], most=most, unit=" ms")


def _import_times(arguments: Sequence[str], repeats: int) -> dict[str, float]:
    """Return the milliseconds that each module itself takes, the least of some processes."""
    own: dict[str, float] = {}
    for _ in range(repeats):
        command = [sys.executable, "-X", "importtime", *arguments]
        told = subprocess.run(command, check=True, capture_output=True, text=True).stderr
        for microseconds, name in re.findall(r"import time:\s+(\d+) \|\s+\d+ \|\s*(\S+)", told):
            own[name] = min(int(microseconds) / 1000, own.get(name, inf))
    return own


def main(arguments: list[str]) -> None:
    """Run with the arguments of a command line."""
    command(arguments, prog_name="python -m benchmarks starts")
