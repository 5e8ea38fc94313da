"""The measures of a run for tables, plots, CSV, JSON, results databases and reports.

To add a measure, add an entry to MEASURES, and the value to SearchResult.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from math import fsum

from aima_search.base.errors import UnknownName
from aima_search.base.interchange import json_value
from aima_search.runs.result import SearchResult

MEMORY_FLOOR = 2**20
"""Bytes; smaller amounts of memory cannot be measured reliably."""


@dataclass(frozen=True)
class Measure:
    """A measure of a run, such as ``expanded``, and how to show, compare and average its values.

    title: the heading of a column, by default the name. label: a longer title.
    kind: the number format in tables.
    floor: a positive number that ratios, geometric means and logarithmic axes use instead of 0.
    adds_up: True for the arithmetic mean, False for the geometric mean.
    best: "min" if the lowest value is best, "max" if the highest is best, otherwise "".
    spare: None if tables never show the measure. Otherwise a number: if a table is too wide, the
        measures with the highest numbers are left out first.
    noun: the noun in a verdict, such as "expansions". Without a noun, reports omit the measure.
    of_local: True if only local searches have the measure. Tables of other searches omit it.
    is_rare: True to show the measure only if one of its values is at least ``floor``.
    """

    name: str
    title: str = ""
    label: str = ""
    kind: str = "count"
    floor: float = 1
    adds_up: bool = False
    best: str = "min"
    spare: int | None = None
    noun: str = ""
    of_local: bool = False
    is_rare: bool = False

    def __post_init__(self) -> None:
        vars(self)["title"] = self.title or self.name
        vars(self)["label"] = self.label or self.title

    def is_shown_for(self, values: Iterable[float | None]) -> bool:
        """Return True if a table should have a column for these values of the measure."""
        if self.of_local:
            return any(value is not None for value in values)
        return not self.is_rare or any((value or 0) >= self.floor for value in values)

    @property
    def mean_kind(self) -> str:
        """The format of the mean in tables; see ``format_value``."""
        return "mean" if self.kind in ("count", "number") else self.kind

    @property
    def same(self) -> str:
        """Words for a sentence about equal values, such as "the same number of expansions"."""
        return f"the same {'number of ' * (self.kind == 'count')}{self.noun}"

    @property
    def mean_words(self) -> str:
        """The kind of mean in words: "arithmetic means" or "geometric means"."""
        return "arithmetic means" if self.adds_up else "geometric means"

    def mean(self, values: Iterable[float | None]) -> float | None:
        """Return the mean of the values that are known, or None if it is undefined."""
        known = [value for value in values if value is not None]
        if not known or min(known) < 0:
            return None
        if not any(known):
            return 0.0
        if self.adds_up:
            return fsum(known) / len(known)
        from statistics import geometric_mean  # slow to import

        return geometric_mean([value or self.floor for value in known])


_ALL = (
    Measure("cost", kind="number", floor=0.01, spare=0, noun="cost"),
    # best="": a higher or lower value is not better. Optimal searches have no bound, the expansions
    # below the cost and b* depend on the solution, and a search without refinement has refined 0.
    Measure("bound", label="cost, times the optimum at most", kind="ratio", best="", spare=1,
            is_rare=True),
    Measure("depth", "depth", "actions", best=""),
    Measure("expanded", spare=0, noun="expansions"),
    Measure("expanded_below_cost", "f < cost", "expanded with f < cost", best="", spare=2,
            noun="expansions with f below the cost"),
    Measure("generated", spare=1, noun="generated nodes"),
    Measure("reopened"),
    Measure("refined", best="", spare=3, is_rare=True),
    Measure("branching_factor", "b*", "effective branching factor", kind="ratio", floor=0.01,
            best="", spare=4, noun="branching factor"),
    Measure("max_frontier", "frontier", "largest frontier", spare=3),
    Measure("seconds", kind="seconds", floor=1e-5, spare=0, noun="time"),
    Measure("prepared", "prepared in", "seconds of preparation", kind="seconds", floor=0.01,
            adds_up=True, best="", spare=1, is_rare=True),
    Measure("used_memory", "memory", "memory used", kind="bytes", floor=MEMORY_FLOOR, adds_up=True,
            spare=5, noun="memory"),
    Measure("value", label="value at the end", kind="number", best="max", spare=0, of_local=True),
    Measure("best_value", "best value", "best value seen", kind="number", best="max", spare=3,
            of_local=True),
)  # fmt: skip
MEASURES: dict[str, Measure] = {measure.name: measure for measure in _ALL}
"""Every measure by its name, in the order of the columns of tables."""


def measure_of(name: str, measures: Mapping[str, Measure] = MEASURES) -> Measure:
    """Return the measure with this name; raise UnknownName if there is no such measure."""
    if name not in measures:
        raise UnknownName("measure", name, measures)
    return measures[name]


def values_of(result: SearchResult) -> dict[str, float | None]:
    """Return the values of all measures for a result, as numbers that JSON can represent."""
    values = {name: getattr(result, name) for name in MEASURES}
    plain = (int, float, type(None))
    return {name: one if type(one) in plain else json_value(one) for name, one in values.items()}
