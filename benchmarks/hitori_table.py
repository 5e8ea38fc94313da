"""Hitori: formulations x rules x preprocessing x heuristics, expansions and time by side."""

from __future__ import annotations

import gc
from collections.abc import Sequence
from statistics import mean, median
from time import process_time
from typing import NamedTuple

import click

import heuristics
from aima_search import Limits, solve
from benchmarks.hitori_boards import board, board_with_several_solutions
from benchmarks.report import heading, make_table, print_table
from puzzles import Hitori
from puzzles.hitori.deduction.deducer import MINIMAL_RULES, SOUND_RULES
from puzzles.hitori.deduction.patterns import PATTERNS
from puzzles.hitori.rules import Rows

_BASIC = ("neighbours", "equals")
RULES: tuple[tuple[str, tuple[str, ...] | None], ...] = (
    ("neighbours, equals", _BASIC),
    ("+ closure", (*_BASIC, "closure")),
    ("+ cycles", (*_BASIC, "closure", "cycles")),
    ("+ probing", (*_BASIC, "closure", "cycles", "probing")),
    ("+ pairs, deep probing", SOUND_RULES),
    ("+ lonely, needed", MINIMAL_RULES),
    ("+ clusters (default)", None),
)
"""The choices of rules, each with the choices before it."""


HEURISTICS = tuple(name for name in heuristics.names("hitori") if name != "perfect")


class Row(NamedTuple):
    """A row of the table: its name, and the parameters of ``Hitori``."""

    name: str
    formulation: str
    rules: tuple[str, ...] | None
    patterns: tuple[str, ...]

    @property
    def preprocess(self) -> str:
        """The patterns in a word."""
        return "all" if self.patterns == tuple(PATTERNS) else ", ".join(self.patterns) or "none"


class Outcome(NamedTuple):
    """How the searches of one cell of the table ended: CPU seconds are the mean of all."""

    boards: int
    solved: int
    expanded: float
    seconds: float

    def __str__(self) -> str:
        share = "" if self.solved == self.boards else f"{self.solved}/{self.boards} "
        return f"{share}{self.expanded:.0f} {self.seconds * 1000:.1f}"


def rows() -> list[Row]:
    """Return every formulation with every choice of rules, without and with all patterns."""
    return [
        Row(name, formulation, rules, patterns)
        for name, formulation, rules in _formulations()
        for patterns in ((), tuple(PATTERNS))
    ]


def rows_of_patterns() -> list[Row]:
    """Return the formulations that deduce least, with every opening pattern by itself."""
    return [
        Row(name, formulation, rules, (pattern,))
        for name, formulation, rules in _formulations()[:3]
        for pattern in PATTERNS
    ]


def _formulations() -> list[tuple[str, str, tuple[str, ...] | None]]:
    """The names of the rows, the formulations, the rules."""
    without = [(formulation, formulation, None) for formulation in ("naive", "cascade")]
    return [*without, *((f"deduce: {name}", "deduce", rules) for name, rules in RULES)]


def boards_of(kind: str, side: int, count: int) -> list[Rows]:
    """Return boards with one solution, easy and medium in turn, or with several."""
    if kind == "several":
        return [board_with_several_solutions(side, seed) for seed in range(count)]
    return [board(side, ("easy", "medium")[seed % 2], seed) for seed in range(count)]


class Measurements:
    """The measurements; a row that solved under half of a side's boards skips larger sides."""

    def __init__(self, count: int, limits: Limits) -> None:
        self._count = count
        self._limits = limits
        self._hopeless: set[tuple[str, Row, str]] = set()

    def print(self, kind: str, side: int, rows: Sequence[Row], names: Sequence[str]) -> None:
        """Measure and print the rows for one kind of boards and one side."""
        boards = boards_of(kind, side, self._count)
        solutions = "one solution" if kind == "one" else "several solutions"
        heading(f"{len(boards)} boards of {side} x {side} with {solutions}")
        table = make_table(["formulation", "patterns", *names], numeric=names)
        for row in rows:
            gc.collect()
            cells = [self._measured(boards, kind, row, name) for name in names]
            table.add_row(row.name, row.preprocess, *cells)
        print_table(table)

    def _measured(self, boards: Sequence[Rows], kind: str, row: Row, heuristic: str) -> str:
        if (kind, row, heuristic) in self._hopeless:
            return "."
        outcome = measured(boards, row, heuristic, self._limits)
        if 2 * outcome.solved < outcome.boards:
            self._hopeless.add((kind, row, heuristic))
        return str(outcome)


def measured(boards: Sequence[Rows], row: Row, heuristic: str, limits: Limits) -> Outcome:
    """Search every board by A*, the construction of the problem included."""
    expanded, times, solved = [], [], 0
    for numbers in boards:
        start = process_time()
        problem = Hitori(numbers, row.formulation, rules=row.rules, preprocess=row.patterns)
        result = solve(problem, heuristic=heuristic, limits=limits)
        times.append(process_time() - start)
        expanded.append(result.expanded)
        solved += result.status == "solved"
    return Outcome(len(boards), solved, median(expanded), mean(times))


@click.command()
@click.option("--sides", default="4,5,6,7,8,9,10,11,12", show_default=True)
@click.option("--boards", default=4, show_default=True, help="Boards a side.")
@click.option("--nodes", default=200, show_default=True, help="Expansions of a search, at most.")
@click.option("--seconds", default=5.0, show_default=True, help="Seconds of a search, at most.")
def command(sides: str, boards: int, nodes: int, seconds: float) -> None:
    """Print median expansions and mean CPU ms of A*, by formulation and heuristic."""
    click.echo(
        f"A cell: median expansions and mean CPU ms of A*, at most {nodes} expansions and"
        f" {seconds:g} s a board; before them the boards solved, if not all were; a dot if"
        " under half of a smaller side were."
    )
    table = Measurements(boards, Limits(nodes=nodes, seconds=seconds))
    for kind in ("one", "several"):
        for side in map(int, sides.split(",")):
            table.print(kind, side, rows(), HEURISTICS)
    click.echo("Every opening pattern by itself:")
    for side in map(int, sides.split(",")):
        table.print("one", side, rows_of_patterns(), ["edge-cover"])


def main(arguments: list[str]) -> None:
    """Run the benchmark with the arguments of its command line."""
    command.main(arguments, prog_name="python -m benchmarks hitori_table", standalone_mode=False)
