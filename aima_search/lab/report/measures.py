"""What reports compare configurations by: measures of runs, and one of a run among others."""

from __future__ import annotations

from aima_search.runs.measures import MEASURES, Measure
from aima_search.runs.measures import measure_of as named_measure

COST_RATIO = Measure(
    "cost_ratio",
    lambda result: None,  # it takes all runs on a board to tell
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
    cost = reported.pop("cost")  # beside the other one of costs
    return {**reported, cost.name: cost, COST_RATIO.name: COST_RATIO}


def shown_measures() -> dict[str, Measure]:
    """Return the measures that a report shows; it does not compare by the rare ones."""
    rare = {name: measure for name, measure in MEASURES.items() if measure.is_rare}
    return {**reported_measures(), **rare}


def measure_of(name: str) -> Measure:
    """Return such a measure; UnknownName with the nearest one."""
    return named_measure(name, reported_measures())
