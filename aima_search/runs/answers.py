"""Sentences under a comparison: which configuration is best on these boards."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from aima_search.algorithms.names import ALGORITHMS
from aima_search.base.interchange import short_number
from aima_search.catalog.configuration import Configuration
from aima_search.display.tables import format_value
from aima_search.runs.result import NO_NEGATIVE_COST

if TYPE_CHECKING:
    from aima_search.runs.compare import Comparison, Summary

_MOST_NAMED = 3


def answers(comparison: Comparison) -> Iterator[str]:
    """Yield which configurations expand least, are fastest, and miss the optimum.

    The best configurations are among those that solved every board.
    """
    groups = comparison.by_configuration()
    if len(groups) < 2:
        return
    boards = len(comparison.boards)
    solved = [one for one in comparison.summaries() if one.solved == one.boards == boards]
    every = "the board" if boards == 1 else f"all {boards} boards"
    if not solved:
        yield f"No configuration solved {every}."
        return
    yield from _least(comparison, solved, every)
    fastest = min(solved, key=lambda one: one.seconds + one.prepared)
    taken = format_value("seconds", fastest.seconds + fastest.prepared)
    is_worse = any(row.optimal is False for row in groups[fastest.configuration])
    yield (
        f"Fastest: {comparison.label(fastest.configuration)}, {taken} s for {every}, with the"
        f" preparation of the heuristic{', but not optimal' if is_worse else ''}."
    )
    yield from _not_optimal(comparison)


def _least(comparison: Comparison, solved: Sequence[Summary], every: str) -> Iterator[str]:
    groups = comparison.by_configuration()
    proved = [one for one in solved if all(row.proved_optimal for row in groups[one.configuration])]
    if proved:
        least = min(one.expanded for one in proved)
        best = [one.configuration for one in proved if one.expanded == least]
        is_known = all(
            row.outcome.optimal_if == "" for configuration in best for row in groups[configuration]
        )
        premise = "" if is_known else f", if {NO_NEGATIVE_COST}"
        yield (
            f"Fewest expansions with a proof that the cost is optimal{premise}:"
            f" {_named(comparison, best)}, {least:,} for {every}."
        )


def _not_optimal(comparison: Comparison) -> Iterator[str]:
    missed = [row for row in comparison.rows if row.optimal is False and row.heuristic]
    missed = [row for row in missed if ALGORITHMS.get(row.algorithm).optimal]
    if missed:
        hows = list(dict.fromkeys(row.configuration for row in missed))
        first, board = missed[0], missed[0].board
        cost = next(row.cost for row in comparison.rows if row.board == board and row.optimal)
        yield (
            f"Not optimal, because the heuristic is not admissible: {_named(comparison, hows)};"
            f" {comparison.label(first.configuration)} found cost {short_number(first.cost)} where"
            f" {short_number(cost)} is optimal."
        )


def _named(comparison: Comparison, hows: Sequence[Configuration]) -> str:
    """Return the names of the first few configurations, and how many others there are."""
    more = len(hows) - _MOST_NAMED
    others = f" and {more} {'other' if more == 1 else 'others'}" if more > 0 else ""
    return "; ".join(map(comparison.label, hows[:_MOST_NAMED])) + others
