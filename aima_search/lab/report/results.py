"""The results of one grid, read from a store: rows, and the same rows by configuration.

Vocabulary: a *trial* is what a configuration did on an instance, its repetitions taken
together: solved where all are, medians of what they took.
"""

from __future__ import annotations

import csv
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from io import StringIO
from math import inf, isfinite
from pathlib import Path
from typing import TYPE_CHECKING, Any

from aima_search.catalog.algorithms import parse_algorithm
from aima_search.display.dataframe import make_dataframe
from aima_search.errors import InputError, UnknownName
from aima_search.interchange import csv_row
from aima_search.lab.instances import Axis
from aima_search.lab.report.measures import measure_of, shown_measures
from aima_search.lab.store import Store
from aima_search.runs.configuration import (
    Configuration,
    has_several_ties,
    options_as_texts,
)
from aima_search.runs.measures import Measure
from aima_search.runs.outcomes import NO_SOLUTION, SOLVED
from aima_search.runs.statistics import middle

if TYPE_CHECKING:
    import pandas

_MAX_VALUES = 12  # of an axis that is reported on


@dataclass(frozen=True)
class Trial:
    """One configuration on one instance; measures by name, None where not known."""

    outcomes: tuple[str, ...]
    measures: Mapping[str, float | None]

    @property
    def is_solved(self) -> bool:
        """Whether every repetition found a solution."""
        return all(outcome == SOLVED for outcome in self.outcomes)


@dataclass(frozen=True)
class Results:
    """The finished runs of a grid; ``missing`` of them are still to be done.

    facts: of each configuration, as the plan of the grid has them (optimal, admissible, ...).
    instances: name to axes, in the order of the grid. blocks: name to what is the same for boards
    that are alike but for their axes.
    """

    name: str
    text: str
    plan: Mapping[str, Any]
    rows: tuple[Mapping[str, Any], ...]
    missing: int
    versions: tuple[Mapping[str, str], ...]
    facts: Mapping[Configuration, Mapping[str, Any]] = field(repr=False)
    instances: Mapping[str, Mapping[str, Axis]] = field(repr=False)
    blocks: Mapping[str, str] = field(repr=False)

    @property
    def puzzle(self) -> str:
        """The name of the puzzle."""
        return str(self.plan["puzzle"])

    def only(self, algorithms: Iterable[str] = (), heuristics: Iterable[str] = ()) -> Results:
        """Return the results of some algorithms and heuristics; nothing named stands for all.

        An algorithm named alone is all of it, whatever its options.
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
        rows = tuple(row for row in self.rows if configuration_of(row) in facts)
        values = {**vars(self), "facts": facts, "rows": rows}
        return Results(**{name: values[name] for name in self.__dataclass_fields__})

    @cached_property
    def best_costs(self) -> dict[str, float]:
        """The least cost found on each instance that was solved."""
        best: dict[str, float] = {}
        for row in self.rows:
            if row["status"] == SOLVED:
                best[row["board"]] = min(best.get(row["board"], row["cost"]), row["cost"])
        return best

    @property
    def without_solution(self) -> set[str]:
        """The instances that a run proved to have no solution, and none found one for."""
        proved = {row["board"] for row in self.rows if row["status"] == NO_SOLUTION}
        return proved - self.best_costs.keys()

    @cached_property
    def trials(self) -> dict[Configuration, dict[str, Trial]]:
        """Every configuration's trials by instance."""
        groups: dict[Configuration, dict[str, list[Mapping[str, Any]]]] = {
            how: {} for how in self.facts
        }
        for row in self.as_dicts():
            groups[configuration_of(row)].setdefault(row["board"], []).append(row)
        return {
            how: {instance: _trial(rows) for instance, rows in by_instance.items()}
            for how, by_instance in groups.items()
        }

    @cached_property
    def axes(self) -> dict[str, list[Axis]]:
        """The axes worth a report, those with a few values each, to their values in order."""
        values: dict[str, dict[Axis, None]] = {}
        for axes in self.instances.values():
            for name, value in axes.items():
                values.setdefault(name, {})[value] = None
        ordered = {name: _ordered(list(found)) for name, found in values.items()}
        return {name: found for name, found in ordered.items() if 1 < len(found) <= _MAX_VALUES}

    def solved_by_all(self, configurations: Iterable[Configuration]) -> list[str]:
        """Return the instances that each of the configurations solved, in the grid's order."""
        trials = [self.trials[how] for how in configurations]
        return [
            instance
            for instance in self.instances
            if trials and all(instance in own and own[instance].is_solved for own in trials)
        ]

    @property
    def compared(self) -> list[Configuration]:
        """The configurations that are compared: all that solved anything."""
        return [how for how in self.trials if self.solved_count(how)]

    def solved_count(self, how: Configuration) -> int:
        """Return how many instances a configuration solved."""
        return sum(trial.is_solved for trial in self.trials[how].values())

    def mean_of(
        self, how: Configuration, measure: Measure, instances: Iterable[str]
    ) -> float | None:
        """Return the geometric mean of a measure over instances that a configuration solved.

        None where nothing of it is known, or it is one of the rare ones and all of it is 0.
        """
        trials = self.trials[how]
        values = [trials[instance].measures[measure.name] for instance in instances]
        return measure.mean(values) if measure.is_told_by(values) else None

    def ranked(self, measure: Measure, group: Sequence[Configuration]) -> list[Configuration]:
        """Return configurations, best first: by coverage, then by the mean over common boards."""
        common = self.solved_by_all(group)

        def rank(how: Configuration) -> tuple[float, ...]:
            means = [self.mean_of(how, by, common) for by in (measure, measure_of("seconds"))]
            known = [inf if mean is None else round(mean, 9) for mean in means]
            return -self.solved_count(how), *known

        return sorted(group, key=rank)

    def label(self, how: Configuration) -> str:
        """Return a configuration's name: the tie-break only where there are several."""
        return how.label(with_ties=has_several_ties(self.facts))

    def as_dicts(self) -> list[dict[str, Any]]:
        """Return the rows with their axes and the ratio of their cost to the best one."""
        return [
            {
                **{name: value for name, value in row.items() if name != "curve"},
                "cost_ratio": self._cost_ratio(row),
                **{f"axis_{name}": value for name, value in self._axes_of(row).items()},
            }
            for row in self.rows
        ]

    def _axes_of(self, row: Mapping[str, Any]) -> Mapping[str, Axis]:
        return self.instances.get(row["board"], {})

    def _cost_ratio(self, row: Mapping[str, Any]) -> float | None:
        best = self.best_costs.get(row["board"])
        if row["status"] != SOLVED or best is None:
            return None
        return float(row["cost"] / best) if best else 1.0 if not row["cost"] else None

    def as_csv(self) -> str:
        """Return the rows as CSV, a column for each axis."""
        rows = self.as_dicts()
        columns = list(dict.fromkeys(column for row in rows for column in row))
        text = StringIO()
        writer = csv.DictWriter(text, columns, lineterminator="\n")
        writer.writeheader()
        writer.writerows(map(csv_row, rows))
        return text.getvalue()

    def dataframe(self) -> pandas.DataFrame:
        """Return the rows as a pandas DataFrame (extra ``data``)."""
        return make_dataframe(self.as_dicts())

    def verdict(self, measure: str = "expanded") -> str:
        """Return in plain words which heuristic is best, by what, how sure, where it loses."""
        from aima_search.lab.report.verdict import verdict

        return "\n\n".join(verdict(self, measure))


def load(store: str | Path, grid: str | None = None) -> Results:
    """Return the results of a grid in a store: that of the given name, or the last one run."""
    with Store.to_read(store) as opened:
        grids = opened.grids()
        if not grids:
            raise InputError(f"store {str(store)!r} is empty: aima-search lab run fills it")
        found = [one for one in grids if grid in (None, one["name"], one["id"])]
        if not found:
            raise UnknownName("grid", str(grid), [one["name"] for one in grids])
        chosen = found[0]
        plan = json.loads(chosen["plan"])
        return Results(
            name=chosen["name"],
            text=chosen["text"],
            plan=plan,
            rows=tuple(opened.rows(chosen["id"])),
            missing=opened.counts(chosen["id"]).get(None, 0),
            versions=tuple(map(json.loads, opened.versions(chosen["id"]))),
            facts={configuration_of(facts): facts for facts in plan["configurations"]},
            instances={one["name"]: one["axes"] for one in plan["instances"]},
            blocks={one["name"]: one.get("block") or one["name"] for one in plan["instances"]},
        )


def configuration_of(row: Mapping[str, Any]) -> Configuration:
    """Return the configuration that a row, or a plan, tells of; old plans know of no options."""
    given = row.get("options") or {}
    options = json.loads(given) if isinstance(given, str) else dict(given)
    options.pop("engine", None)  # a grid has one for all
    texts = options_as_texts(options)
    return Configuration(row["algorithm"], row["heuristic"], row["tie_break"], texts)


def _trial(rows: list[Mapping[str, Any]]) -> Trial:
    return Trial(
        tuple(row["status"] for row in rows),
        {name: middle([_finite(row[name]) for row in rows]) for name in shown_measures()},
    )


def _finite(value: float | None) -> float | None:
    return value if value is not None and isfinite(value) else None


def _ordered(values: list[Axis]) -> list[Axis]:
    """Return numbers (and texts that are numbers) by size, other texts in the grid's order."""
    numbers = {value: as_number(value) for value in values}
    known = {value: number for value, number in numbers.items() if number is not None}
    return sorted(known, key=known.__getitem__) if len(known) == len(values) else values


def as_number(value: Axis) -> float | None:
    """Return the number that an axis' value is, None where it is none."""
    try:
        return float(value)
    except ValueError:
        return None


def _as_written(algorithm: str) -> str:
    """Return an algorithm with options as configurations are called."""
    if "(" not in algorithm:
        return algorithm
    chosen, options = parse_algorithm(algorithm)
    return Configuration(chosen.name, options=options_as_texts(options)).method


def _known(kind: str, wanted: Iterable[str], known: Iterable[str]) -> set[str]:
    known, wanted = set(known), set(wanted)
    for name in wanted - known:
        raise UnknownName(f"{kind} of this grid", name, known)
    return wanted or known
