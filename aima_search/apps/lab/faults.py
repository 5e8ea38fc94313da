"""Finds the faulty runs of a grid: unexpected outcomes, and results that contradict each other."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from textwrap import shorten

import numpy as np

from aima_search.apps.lab.boards import Mask
from aima_search.apps.lab.results import GridResults
from aima_search.catalog.configuration import Configuration
from aima_search.runs.outcomes import NO_SOLUTION, UNEXPECTED

_LONGEST = 300  # characters of a message that are kept


@dataclass(frozen=True)
class FaultyRuns:
    """The runs of a configuration with the same kind of fault, and one run as an example."""

    kind: str
    configuration: Configuration
    runs: int
    instance: str
    message: str


def faults_of(results: GridResults) -> list[FaultyRuns]:
    """Return the faults of a grid's runs, sorted by kind."""
    best = results.least_costs
    faults: list[FaultyRuns] = []

    def add(kind: str, config: Configuration, runs: Mask, template: str = "") -> None:
        """Add a fault if there are such runs; the example is the board with the shortest name."""
        places: list[int] = np.flatnonzero(runs.any(axis=1)).tolist()
        if places:
            board = min(places, key=lambda place: len(results.boards[place]))
            cost = np.fmax.reduce(results.measured(config, "cost")[board])
            text = template.format(cost, best[board]) or results.message(config, board, kind)
            name, message = results.boards[board], shorten(text, _LONGEST)
            faults.append(FaultyRuns(kind, config, int(runs.sum()), name, message))

    for kind, config in product(UNEXPECTED, results.facts):
        add(kind, config, results.has_status(config, kind))
    for config, facts in results.facts.items():
        costs = np.where(results.has_solved(config), results.measured(config, "cost"), np.nan)
        if facts["optimal"]:
            why = "declared admissible" if config.heuristic else "an optimal algorithm"
            text = f"{why}, but the cost is {{:g}}, not {{:g}}"
            add("not-optimal", config, costs > best[:, None], text)
    for config in results.facts:
        runs = results.has_status(config, NO_SOLUTION) & ~np.isnan(best)[:, None]
        add("contradiction", config, runs, "solved by another configuration at cost {1:g}")
    return faults
