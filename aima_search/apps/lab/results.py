"""The results of one grid: its finished runs, with the axes of its boards."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from math import inf
from typing import TYPE_CHECKING, Any

from aima_search.algorithms.names import ALGORITHMS
from aima_search.base.errors import UnknownName
from aima_search.catalog.configuration import Configuration, options_as_texts, parse_algorithm
from aima_search.runs.instances import Axis
from aima_search.runs.measures import MEASURES, Measure
from aima_search.runs.measures import measure_of as named_measure
from aima_search.runs.record import Record
from aima_search.runs.results import Results

if TYPE_CHECKING:
    from typing_extensions import Self


_MAX_VALUES = 12  # of an axis that is reported on


@dataclass(frozen=True, repr=False)
class GridResults(Results):
    """The finished runs of a grid; ``missing`` of them are still to be done.

    facts: of each configuration, as the plan of the grid has them (optimal, admissible, ...).
    instances: name to axes, in the order of the grid. blocks: name to what is the same for boards
    that are alike but for their axes.
    """

    name: str
    text: str
    plan: Mapping[str, Any]
    missing: int
    versions: tuple[Mapping[str, str], ...]
    facts: Mapping[Configuration, Mapping[str, Any]] = field(repr=False)
    instances: Mapping[str, Mapping[str, Axis]] = field(repr=False)
    blocks: Mapping[str, str] = field(repr=False)

    @property
    def puzzle(self) -> str:
        """The name of the puzzle."""
        return str(self.plan["puzzle"])

    def only(self, algorithms: Iterable[str] = (), heuristics: Iterable[str] = ()) -> Self:
        """Return the results of some algorithms and heuristics; nothing named stands for all.

        An algorithm named alone stands for all its options.
        Blind searches stay, whatever heuristics are named.
        """
        methods = [name for how in self.facts for name in (how.algorithm, how.method)]
        chosen_algorithms = _known("algorithm", map(_as_written, algorithms), methods)
        names = [how.heuristic for how in self.facts if how.heuristic]
        chosen_heuristics = {*_known("heuristic", heuristics, names), None}
        facts = {
            how: facts
            for how, facts in self.facts.items()
            if not chosen_algorithms.isdisjoint((how.algorithm, how.method))
            and how.heuristic in chosen_heuristics
        }
        rows = tuple(row for row in self.rows if row.configuration in facts)
        return replace(self, facts=facts, rows=rows)

    @property
    def boards(self) -> list[str]:
        """The names of the boards, in the grid's order."""
        return list(self.instances)

    @property
    def configurations(self) -> list[Configuration]:
        """The configurations of the grid, even if no run of a configuration has ended."""
        return list(self.facts)

    @property
    def compared(self) -> list[Configuration]:
        """The configurations that solved boards; local searches are compared run by run instead."""
        return [how for how in super().compared if not ALGORITHMS.get(how.algorithm).local]

    @cached_property
    def axes(self) -> dict[str, list[Axis]]:
        """The axes with few enough values for a report, with their values in order."""
        values: dict[str, dict[Axis, None]] = {}
        for axes in self.instances.values():
            for name, value in axes.items():
                values.setdefault(name, {})[value] = None
        ordered = {name: _ordered(list(found)) for name, found in values.items()}
        return {name: found for name, found in ordered.items() if 1 < len(found) <= _MAX_VALUES}

    def ranked(self, measure: Measure, group: Sequence[Configuration]) -> list[Configuration]:
        """Return configurations, best first: by coverage, then by the mean over common boards."""
        common = self.solved_by_all(group)

        def rank(how: Configuration) -> tuple[float, ...]:
            means = [self.mean_of(how, by, common) for by in (measure, measure_of("seconds"))]
            known = [inf if mean is None else round(mean, 9) for mean in means]
            return -self.solved_count(how), *known

        return sorted(group, key=rank)

    def as_dicts(self) -> list[dict[str, Any]]:
        """Return the rows with their axes and the ratio of their cost to the best cost."""
        return [self._as_dict(row) for row in self.rows]

    def as_rows(self) -> list[dict[str, Any]]:
        """Return the rows as ``as_dicts`` does, a column for each axis."""
        return self.as_dicts()

    def _as_dict(self, row: Record) -> dict[str, Any]:
        kept, ending = dict(row.kept), row.ending
        axes = self.instances.get(row.board, {})
        return {
            "key": kept.pop("key"),
            **row.run.as_row(),
            "status": ending.status,
            "message": ending.message,
            **ending.values,
            **kept,
            "cost_ratio": self.cost_ratio(row),
            **{f"axis_{name}": value for name, value in axes.items()},
        }


def _ordered(values: list[Axis]) -> list[Axis]:
    """Return numbers (and texts that are numbers) by size, other texts in the grid's order."""
    numbers = {value: as_number(value) for value in values}
    known = {value: number for value, number in numbers.items() if number is not None}
    return sorted(known, key=known.__getitem__) if len(known) == len(values) else values


def as_number(value: Axis) -> float | None:
    """Return the number that an axis' value is, None for other values."""
    try:
        return float(value)
    except ValueError:
        return None


def _as_written(algorithm: str) -> str:
    """Return an algorithm with options in the words of configurations."""
    if "(" not in algorithm:
        return algorithm
    chosen, options = parse_algorithm(algorithm)
    return Configuration(chosen.name, options=options_as_texts(options)).method


def _known(kind: str, wanted: Iterable[str], known: Iterable[str]) -> set[str]:
    known, wanted = set(known), set(wanted)
    for name in wanted - known:
        raise UnknownName(f"{kind} of this grid", name, known)
    return wanted or known


# The measures of reports: those of a run, and the cost next to the best known cost.


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
