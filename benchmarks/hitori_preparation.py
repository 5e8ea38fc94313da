"""Hitori: does preparing the board pay? Expansions with and without, by formulation and algorithm.

Each step costs 1. A mean is over the boards that were solved both ways; a search that ends at its
initial state counts as one expansion.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, TypeAlias

from aima_search import Limits, solve
from aima_search.runs.statistics import geometric_mean
from benchmarks.hitori_boards import board
from benchmarks.report import heading, make_table, print_table, state_claim
from puzzles import Hitori
from puzzles.hitori.formulations import FORMULATIONS
from puzzles.hitori.rules import Rows

if TYPE_CHECKING:
    from rich.table import Table as RichTable

Search: TypeAlias = tuple[str, ...]
"""An algorithm, and the heuristic that it is measured with, if any."""

BLIND = ("breadth-first", "uniform-cost", "depth-first")
INFORMED = (("greedy", "repeated-lines"), ("astar", "repeated-lines"), ("astar", "edge-cover"))
SEARCHES: tuple[Search, ...] = (*((name,) for name in BLIND), *INFORMED)

BLIND_SIDE, MOST_OF_BLIND = 6, 0.55
"""The side of the boards on which blind search is promised this part of the expansions at most."""

LIMITS = Limits(nodes=3_000, seconds=10)


def measure_preparation(sides: Sequence[int], count: int) -> None:
    """Print the expansions with and without preparation, and the claims about them."""
    for side in sides:
        boards = [board(side, ("easy", "medium")[seed % 2], seed) for seed in range(count)]
        heading(f"{count} boards of {side} x {side}, as they are and prepared")
        table = make_table(_COLUMNS, numeric=_COLUMNS[2:])
        parts = {
            (formulation, *search): _compared(boards, formulation, search, table)
            for formulation in FORMULATIONS
            for search in SEARCHES
        }
        print_table(table)
        _judge(side, parts)


_COLUMNS = ("formulation", "search", "solved", "prepared", "expanded", "prepared", "part")


def _compared(
    boards: Sequence[Rows], formulation: str, search: Search, table: RichTable
) -> float | None:
    """Add a row to the table; return the part of the expansions that is left, None without data."""
    pairs = [_measured(rows, formulation, search) for rows in boards]
    both = [(plain, prepared) for plain, prepared in pairs if plain and prepared]
    means = [geometric_mean([pair[way] for pair in both]) for way in (0, 1)]
    part = means[1] / means[0] if means[0] and means[1] else None
    table.add_row(
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
        result = solve(problem, search[0], *search[1:], limits=LIMITS)  # type: ignore[arg-type]
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
