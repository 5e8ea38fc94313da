"""Faults: runs that should not have ended as they did; they stand first in every report."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from textwrap import shorten

from aima_search.apps.lab.report.results import GridResults
from aima_search.runs.configuration import Configuration
from aima_search.runs.outcomes import NO_SOLUTION, UNEXPECTED
from aima_search.runs.record import Record

_MESSAGE = 300  # characters


@dataclass(frozen=True)
class FaultyRuns:
    """A kind of fault of a configuration: the number of its runs, and a run as an example."""

    kind: str
    configuration: Configuration
    runs: int
    instance: str
    message: str


def faults_of(results: GridResults) -> list[FaultyRuns]:
    """Return the faults of a grid's runs, kind by kind."""
    return [*_unexpected(results), *_not_optimal(results), *_contradictions(results)]


def _unexpected(results: GridResults) -> Iterator[FaultyRuns]:
    """Runs that ended in an outcome that tells of a fault."""
    for outcome in UNEXPECTED:
        faults = [row for row in results.rows if row.status == outcome]
        yield from _grouped(outcome, [(row, row.message) for row in faults])


def _not_optimal(results: GridResults) -> Iterator[FaultyRuns]:
    """Solutions that cost more than another run's, of a search that promises the cheapest."""
    faults = []
    for row in results.rows:
        best = results.best_costs.get(row.board)
        if row.solved and best is not None and row.cost is not None and row.cost > best:
            how = row.configuration
            facts = results.facts[how]
            if facts["optimal"] and (how.heuristic is None or facts["admissible"]):
                why = "declared admissible" if how.heuristic else "an optimal algorithm"
                faults.append((row, f"{why}, but the cost is {row.cost:g}, not {best:g}"))
    yield from _grouped("not-optimal", faults)


def _contradictions(results: GridResults) -> Iterator[FaultyRuns]:
    """Proofs of no solution, though another run has found a solution."""
    faults = [
        (row, f"solved by another configuration at cost {results.best_costs[row.board]:g}")
        for row in results.rows
        if row.status == NO_SOLUTION and row.board in results.best_costs
    ]
    yield from _grouped("contradiction", faults)


def _grouped(kind: str, faults: list[tuple[Record, str]]) -> Iterator[FaultyRuns]:
    """Yield a fault for each configuration: the fault on the first instance as the example."""
    groups: dict[Configuration, list[tuple[Record, str]]] = {}
    for row, message in faults:
        groups.setdefault(row.configuration, []).append((row, message))
    for how, group in groups.items():
        row, message = min(group, key=lambda fault: (len(fault[0].board), fault[0].run.key))
        yield FaultyRuns(kind, how, len(group), row.board, shorten(message, _MESSAGE))
