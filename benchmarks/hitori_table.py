"""Hitori: formulations x rules x preprocessing x heuristics, expansions and time by side."""

from __future__ import annotations

import gc
from collections.abc import Mapping, Sequence
from functools import cache
from random import Random
from statistics import mean, median
from time import process_time
from typing import NamedTuple, TypeAlias

import heuristics
from aima_search import Limits, solve
from aima_search.runs.statistics import geometric_mean
from benchmarks.runner import Rows as Table
from benchmarks.runner import heading, print_line, state_claim
from puzzles import Hitori
from puzzles.hitori.deduction.deducer import MINIMAL_RULES, SOUND_RULES
from puzzles.hitori.deduction.patterns import PATTERNS
from puzzles.hitori.formulations import FORMULATIONS
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

Search: TypeAlias = tuple[str, ...]
"""An algorithm, and the heuristic that it is measured with, if any."""

BLIND = ("breadth-first", "uniform-cost", "depth-first")
INFORMED = (("greedy", "repeated-lines"), ("astar", "repeated-lines"), ("astar", "edge-cover"))
SEARCHES: tuple[Search, ...] = (*((name,) for name in BLIND), *INFORMED)

BLIND_SIDE, MOST_OF_BLIND = 6, 0.55
"""The side of the boards on which blind search is promised this part of the expansions at most."""

_FEW = Limits(nodes=3_000, seconds=10)
HEURISTICS = tuple(name for name in heuristics.names("hitori") if name != "perfect")


class Row(NamedTuple):
    """A row of the table: its name, and the parameters of ``Hitori``."""

    name: str
    formulation: str
    rules: tuple[str, ...] | None
    preprocess: str


def rows(*preprocess: str) -> list[Row]:
    """Return every formulation with every choice of rules, and with each of some patterns."""
    formulations = [("naive", "naive", None), ("cascade", "cascade", None)]
    formulations += [(f"deduce: {name}", "deduce", rules) for name, rules in RULES]
    return [Row(*one, patterns) for one in formulations for patterns in preprocess]


@cache
def board(side: int, difficulty: str, seed: int) -> Rows:
    """Return a generated board."""
    return Hitori.generate(seed, size=side, difficulty=difficulty).numbers


@cache
def board_with_several_solutions(side: int, seed: int) -> Rows:
    """Return a random board with more than one solution: its numbers seldom repeat."""
    rng = Random(seed)
    while True:
        rows = tuple(tuple(rng.randint(1, 4 * side) for _ in range(side)) for _ in range(side))
        if len(list(Hitori(rows).solutions(limit=2, minimal=True))) == 2:
            return rows


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
        table = Table("formulation:28", "patterns:16", *(f"{name}:12" for name in names), words=2)
        for row in rows:
            gc.collect()
            cells = [self._measured(boards, kind, row, name) for name in names]
            table.add(row.name, row.preprocess, *cells)

    def _measured(self, boards: Sequence[Rows], kind: str, row: Row, heuristic: str) -> str:
        """Search every board by A*, the construction of the problem included."""
        if (kind, row, heuristic) in self._hopeless:
            return "."
        expanded, times, solved = [], [], 0
        for numbers in boards:
            start = process_time()
            problem = Hitori(numbers, row.formulation, rules=row.rules, preprocess=row.preprocess)
            result = solve(problem, heuristic=heuristic, limits=self._limits)
            times.append(process_time() - start)
            expanded.append(result.expanded)
            solved += result.status == "solved"
        if 2 * solved < len(boards):
            self._hopeless.add((kind, row, heuristic))
        share = "" if solved == len(boards) else f"{solved}/{len(boards)} "
        return f"{share}{median(expanded):.0f} {mean(times) * 1000:.1f}"


def measure_table(
    table_sides: tuple[int, ...] = (4, 6, 9, 12),
    boards: int = 4,
    table_nodes: int = 200,
    table_seconds: float = 5.0,
) -> None:
    """Median expansions and mean CPU ms of A*, by formulation, rules, patterns and heuristic."""
    print_line(
        f"A cell: median expansions and mean CPU ms of A*, at most {table_nodes} expansions and"
        f" {table_seconds:g} s a board; before them the boards solved, if not all were; a dot if"
        " under half of a smaller side were."
    )
    table = Measurements(boards, Limits(nodes=table_nodes, seconds=table_seconds))
    for kind in ("one", "several"):
        for side in table_sides:
            table.print(kind, side, rows("none", "all"), HEURISTICS)
    print_line("Every opening pattern by itself, with the formulations that deduce least:")
    alone = rows(*PATTERNS)[: 3 * len(PATTERNS)]
    for side in table_sides:
        table.print("one", side, alone, ["edge-cover"])


def measure_preparation(
    preparation_sides: tuple[int, ...] = (5, 6), preparation_boards: int = 20
) -> None:
    """Does preparing the board pay? Expansions with and without, by formulation and algorithm.

    Each step costs 1. A mean is over the boards that were solved both ways; a search that ends at
    its initial state counts as one expansion.
    """
    for side in preparation_sides:
        boards = boards_of("one", side, preparation_boards)
        heading(f"{len(boards)} boards of {side} x {side}, as they are and prepared")
        table = Table(*_COLUMNS, words=2)
        parts = {
            (formulation, *search): _compared(boards, formulation, search, table)
            for formulation in FORMULATIONS
            for search in SEARCHES
        }
        _judge(side, parts)


_COLUMNS = ("formulation:12", "search:24", "solved", "prepared", "expanded", "prepared", "part")


def _compared(
    boards: Sequence[Rows], formulation: str, search: Search, table: Table
) -> float | None:
    """Add a row to the table; return the part of the expansions that is left, None without data."""
    pairs = [_measured(rows, formulation, search) for rows in boards]
    both = [(plain, prepared) for plain, prepared in pairs if plain and prepared]
    means = [geometric_mean([pair[way] for pair in both]) for way in (0, 1)]
    part = means[1] / means[0] if means[0] and means[1] else None
    table.add(
        formulation,
        ", ".join(filter(None, search)),
        *(str(sum(pair[way] is not None for pair in pairs)) for way in (0, 1)),
        *("-" if mean is None else f"{mean:,.1f}" for mean in means),
        "-" if part is None else f"{part:.3f}",
    )
    return part


def _measured(rows: Rows, formulation: str, search: Search) -> list[int | None]:
    """Return the expansions without and with preparation; None for an unsolved board."""
    expanded = []
    for preprocess in ("none", "all"):
        problem = Hitori(rows, formulation, preprocess=preprocess, cost="actions")
        result = solve(problem, search[0], *search[1:], limits=_FEW)  # type: ignore[arg-type]
        expanded.append(max(result.expanded, 1) if result.solved else None)
    return expanded


def _judge(side: int, parts: Mapping[tuple[str, ...], float | None]) -> None:
    known = {key: part for key, part in parts.items() if part is not None}
    most = max(known.values(), default=None)
    state_claim(f"{side} x {side}, prepared: part of the expansions, any search", most, most=1)
    for algorithm in BLIND if side == BLIND_SIDE else ():
        together = geometric_mean([part for key, part in known.items() if key[1] == algorithm])
        claim = f"{side} x {side}, prepared: part of the expansions, {algorithm}, all formulations"
        state_claim(claim, together, most=MOST_OF_BLIND)
