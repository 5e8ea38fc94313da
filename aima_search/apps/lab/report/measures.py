"""The measures of reports: those of a run, and the cost next to the best known cost."""

from __future__ import annotations

from aima_search.runs.measures import MEASURES, Measure
from aima_search.runs.measures import measure_of as named_measure

COST_RATIO = Measure(
    "cost_ratio",
    lambda result: None,  # known only after all runs on a board
    "cost / best",
    "cost over the best cost known",
    kind="ratio",
    floor=0.01,
    phrase="finds the cheapest solutions in proportion",
    less="solutions nearer to the best",
)


def reported_measures() -> dict[str, Measure]:
    """Return the measures that a report can be asked for, by name."""
    reported = {name: measure for name, measure in MEASURES.items() if measure.phrase}
    cost = reported.pop("cost")  # next to the other measure of costs
    return {**reported, cost.name: cost, COST_RATIO.name: COST_RATIO}


def shown_measures() -> dict[str, Measure]:
    """Return the measures that a report shows; it does not compare by rare measures."""
    rare = {name: measure for name, measure in MEASURES.items() if measure.is_rare}
    return {**reported_measures(), **rare}


def measure_of(name: str) -> Measure:
    """Return a measure of reports by its name; UnknownName with the nearest name."""
    return named_measure(name, reported_measures())
