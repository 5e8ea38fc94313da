"""What is measured of a search: names, units, and how the values are averaged. Less is better.

Geometric means need values above 0: less than a measure's ``floor`` counts as the floor.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median
from typing import Any

from aima_search.display.tables import MEMORY_FLOOR
from aima_search.errors import UnknownName
from aima_search.runs.comparison import geometric_mean


@dataclass(frozen=True)
class Measure:
    """A measure of runs: the column it is, its label, how it is written, its floor."""

    name: str
    label: str
    kind: str
    floor: float
    phrase: str
    """What the configuration with the least of it does, such as "expands the fewest nodes"."""
    less: str
    """What one with less of it needs, such as "fewer expansions"."""


MEASURES: dict[str, Measure] = {
    name: Measure(name, *values)
    for name, values in {
        "expanded": ("expanded", "mean", 1, "expands the fewest nodes", "fewer expansions"),
        "expanded_below_cost": (
            *("f < C*", "mean", 1),
            *("expands the fewest nodes with f < C*", "fewer expansions below C*"),
        ),
        "generated": (
            *("generated", "mean", 1),
            *("generates the fewest nodes", "fewer generated nodes"),
        ),
        "seconds": ("seconds", "seconds", 1e-5, "is the fastest", "less time"),
        "memory": ("memory", "bytes", MEMORY_FLOOR, "needs the least memory", "less memory"),
        "branching_factor": ("b*", "ratio", 0.01, "has the lowest branching factor", "a lower b*"),
        "cost_ratio": (
            *("cost / best", "ratio", 0.01),
            *("finds the cheapest solutions", "cheaper solutions"),
        ),
    }.items()
}


def measure_of(name: str) -> Measure:
    """Return a measure by its name; UnknownName with the nearest one."""
    if name not in MEASURES:
        raise UnknownName("measure", name, MEASURES)
    return MEASURES[name]


def mean(measure: Measure, values: Sequence[float | None]) -> float | None:
    """Return the geometric mean of the known values, None of none.

    A measure is unknown where it means nothing: b* where the start is a goal.
    """
    return geometric_mean([max(value, measure.floor) for value in values if value is not None])


def middle(values: Sequence[Any]) -> float | None:
    """Return the median of repetitions, None where one is not known."""
    known = [value for value in values if value is not None]
    return median(known) if known and len(known) == len(values) else None
