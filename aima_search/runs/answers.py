"""What a comparison answers, in sentences: which configuration is best here."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from aima_search.algorithms.names import ALGORITHMS
from aima_search.base.interchange import short_number
from aima_search.catalog.configuration import Configuration
from aima_search.display.tables import format_value
from aima_search.runs.result import NO_NEGATIVE_COST

if TYPE_CHECKING:
    from aima_search.runs.compare import Comparison

_MOST_NAMED = 3


def answers(comparison: Comparison) -> Iterator[str]:
    """Yield which configurations expand least, take least time, and miss the optimum.

    Contenders solved every board; nothing is said of a single configuration.
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
    proved = [one for one in solved if all(row.proved_optimal for row in groups[one.configuration])]
    if proved:
        least = min(one.expanded for one in proved)
        best = [one.configuration for one in proved if one.expanded == least]
        is_known = all(row.outcome.optimal_if == "" for how in best for row in groups[how])
        premise = "" if is_known else f", if {NO_NEGATIVE_COST}"
        yield (
            f"Fewest expansions with a proof that the cost is optimal{premise}:"
            f" {_named(comparison, best)}, {least:,} for {every}."
        )
    fastest = min(solved, key=lambda one: one.seconds + one.prepared)
    taken = format_value("seconds", fastest.seconds + fastest.prepared)
    is_worse = any(row.optimal is False for row in groups[fastest.configuration])
    yield (
        f"Fastest: {comparison.label(fastest.configuration)}, {taken} s for {every}, with the"
        f" preparation of the heuristic{', but not optimal' if is_worse else ''}."
    )
    worse = [
        how
        for how, rows in groups.items()
        if how.heuristic and ALGORITHMS.get(how.algorithm).optimal
        if any(row.optimal is False for row in rows)
    ]
    if worse:
        rows = [row for row in groups[worse[0]] if row.optimal is False]
        costs = [row.cost for row in comparison.rows if row.board == rows[0].board and row.optimal]
        yield (
            f"Not optimal, because the heuristic is not admissible: {_named(comparison, worse)};"
            f" {comparison.label(worse[0])} found cost {short_number(rows[0].cost)} where"
            f" {short_number(costs[0])} is optimal."
        )


def _named(comparison: Comparison, hows: Sequence[Configuration]) -> str:
    """Return the names of the first few configurations, and how many others there are."""
    more = len(hows) - _MOST_NAMED
    others = f" and {more} {'other' if more == 1 else 'others'}" if more > 0 else ""
    return "; ".join(map(comparison.label, hows[:_MOST_NAMED])) + others
