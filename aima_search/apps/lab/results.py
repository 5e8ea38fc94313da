"""The results of one experiment as arrays: configurations x boards x repetitions.

The runs are read from the store into arrays of numbers; only ``rows`` makes an object for each run.
A board counts as solved by a configuration if it was solved in all repetitions. The measure on a
board is the median of the repetitions.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import islice
from math import inf, isnan
from pathlib import Path
from typing import Any

import numpy as np

from aima_search.apps.lab.boards import Array, GroupedBoards, Mask, Numbers
from aima_search.apps.lab.store import Store
from aima_search.base.errors import InputError, UnknownName
from aima_search.catalog.configuration import Configuration, options_as_texts
from aima_search.model.puzzle import PUZZLES, Puzzle
from aima_search.runs.measures import MEASURES, Measure
from aima_search.runs.measures import measure_of as named_measure
from aima_search.runs.outcomes import OUTCOMES, SOLVED
from aima_search.runs.record import CURVES, Results, RunOutcome, RunRecord, RunSpec

_PORTION = 20_000  # runs that are read at once
_LONGEST = 1000  # characters; the export leaves out a longer text of a board
_MISSING = -1
_CODES = {name: code for code, name in enumerate(OUTCOMES)}

COST_RATIO = Measure(
    "cost_ratio",
    "cost / best",
    "cost over the best cost known",
    kind="ratio",
    floor=0.01,
    noun="cost over the best cost",
)


def reported_measures() -> dict[str, Measure]:
    """Return the measures for reports, as a dict by name; the two costs come last."""
    reported = {name: measure for name, measure in MEASURES.items() if measure.noun}
    cost = reported.pop("cost")
    return {**reported, cost.name: cost, COST_RATIO.name: COST_RATIO}


def measure_of(name: str) -> Measure:
    """Return the measure with this name; raise UnknownName if there is no such measure."""
    return named_measure(name, reported_measures())


class GridResults(GroupedBoards, Results):
    """The finished runs of an experiment. ``missing``: how many runs are not done yet.

    ``facts``: what is known about each configuration, such as "optimal" and "admissible".
    ``versions``: the versions of the software that did the runs. ``statuses``: an array of
    configurations x boards x repetitions, with the index of each outcome in OUTCOMES, or -1 for a
    missing run. ``taken``: for each measure and "wall_seconds", an array of the same shape. NaN
    stands for an unknown value.
    """

    def __init__(self, store: Path, grid: str | None = None) -> None:
        """Read the experiment with the id `grid`, by default the experiment that was run last."""
        with Store.to_read(store) as opened:
            found = _grid_in(opened, grid)
            self.store, self.grid = store, str(found["id"])
            self.name, self.text = str(found["name"]), str(found["text"])
            self.plan: Mapping[str, Any] = found["plan"]
            self.puzzle, listed = str(self.plan["puzzle"]), self.plan["configurations"]
            GroupedBoards.__init__(self, opened.boards(self.grid))
            shape = (len(listed), len(self.boards), int(self.plan["repetitions"]))
            self.statuses, self.taken = _runs_in(opened, self.grid, shape)
            rows = opened.select(
                "SELECT versions FROM labs WHERE id IN (SELECT lab FROM grid_runs JOIN runs ON"
                " runs.id = run WHERE grid = ? AND status IS NOT NULL) ORDER BY id",
                self.grid,
            )
            self.versions = [json.loads(text) for (text,) in dict.fromkeys(rows)]
        self.facts = {_configuration(facts, self.plan["engine"]): facts for facts in listed}

    @property
    def configurations(self) -> list[Configuration]:
        """The configurations of the experiment, with or without finished runs."""
        return list(self.facts)

    @property
    def compared(self) -> list[Configuration]:
        """The configurations that solved at least one board, except local searches."""
        return [
            config for config in self.facts if self.solved_count(config) and not config.entry.local
        ]

    @cached_property
    def missing(self) -> int:
        """The number of runs that are not finished."""
        return int((self.statuses == _MISSING).sum())

    def __len__(self) -> int:
        return int(self.statuses.size - self.missing)

    def count(self, status: str) -> int:
        """Return the number of runs with this outcome."""
        return int((self.statuses == _CODES[status]).sum())

    def measured(self, config: Configuration, name: str) -> Numbers:
        """Return a measure of a configuration for all runs, as an array of boards x repetitions."""
        values = self._cost_ratios if name == COST_RATIO.name else self.taken[name]
        return values[self._places[config]]

    @cached_property
    def _cost_ratios(self) -> Array:
        costs, best = self._costs, self.least_costs[:, None]
        with np.errstate(divide="ignore", invalid="ignore"):
            return np.where(best == 0, np.where(costs == 0, 1, np.nan), costs / best)

    @cached_property
    def _costs(self) -> Array:
        is_solved = self.statuses == _CODES[SOLVED]
        return np.where(is_solved, self.taken["cost"], np.nan)

    def has_ended(self, config: Configuration) -> Mask:
        """Return which runs of a configuration have ended, as an array (boards x repetitions)."""
        return self.statuses[self._places[config]] != _MISSING

    def has_solved(self, config: Configuration) -> Mask:
        """Return which runs found a solution, as an array (boards x repetitions)."""
        return self.has_status(config, SOLVED)

    def has_status(self, config: Configuration, status: str) -> Mask:
        """Return which runs have this outcome, as an array of boards x repetitions."""
        return self.statuses[self._places[config]] == _CODES[status]

    def common(self, configurations: Iterable[Configuration]) -> Mask:
        """Return which boards all of the configurations solved, as an array of booleans."""
        solved = [self.solved[config] for config in configurations]
        return np.logical_and.reduce(solved) if solved else np.zeros(len(self.boards), bool)

    def solved_count(self, config: Configuration) -> int:
        """Return how many boards a configuration solved."""
        return int(self.solved[config].sum())

    def values(self, config: Configuration, measure: Measure) -> Numbers:
        """Return the value of a measure on each board: the median over the repetitions.

        The median is NaN if a repetition has no value or is not finished.
        """
        taken = self.measured(config, measure.name)
        return np.median(np.where(np.isfinite(taken), taken, np.nan), axis=1)

    def mean_of(self, config: Configuration, measure: Measure, boards: Any) -> float | None:
        """Return the mean of a measure over some boards, or None if no value is known.

        For a rare measure (``is_rare``), also return None if all values are 0.
        """
        values = self.values(config, measure)[boards]
        known = values[~np.isnan(values)].tolist()
        return measure.mean(known) if any(known) or not measure.is_rare else None

    def ranked(self, measure: Measure, group: Sequence[Configuration]) -> list[Configuration]:
        """Return the configurations of ``group``, sorted from the best to the worst.

        The best configuration solved the most boards. Configurations that solved equally many
        boards are sorted by their means on the boards that all of them solved. Ties are broken by
        admissibility, then by time.
        """

        def rank(config: Configuration) -> tuple[float, ...]:
            count = self.solved_count(config)
            common = self.common(other for other in group if self.solved_count(other) == count)
            means = [self.mean_of(config, by, common) for by in (measure, measure_of("seconds"))]
            mean, seconds = (inf if mean is None else round(mean, 9) for mean in means)
            return -count, mean, self.facts[config]["admissible"] is not True, seconds

        return sorted(group, key=rank)

    @cached_property
    def _places(self) -> dict[Configuration, int]:
        return {config: place for place, config in enumerate(self.facts)}

    @cached_property
    def solved(self) -> dict[Configuration, Mask]:
        """A dict from configurations to arrays that are True for boards solved in all runs."""
        solved = (self.statuses == _CODES[SOLVED]).all(axis=2)
        return dict(zip(self.facts, solved, strict=True))

    @property
    def puzzle_class(self) -> type[Puzzle] | None:
        """The class of the puzzle, or None if the puzzle is not installed."""
        return PUZZLES.get(self.puzzle) if self.puzzle in PUZZLES else None

    @cached_property
    def least_costs(self) -> Numbers:
        """The lowest cost found on each board, NaN for a board that no run solved."""
        return np.fmin.reduce(self._costs, axis=(0, 2), initial=np.nan)

    @property
    def best_costs(self) -> dict[str, float]:
        """The lowest cost found on each solved board, as a dict by the board's name."""
        known = ~np.isnan(self.least_costs)
        return dict(zip(self.names(known), self.least_costs[known].tolist(), strict=True))

    @cached_property
    def rows(self) -> tuple[RunRecord, ...]:
        """The runs as records, sorted by ``RunSpec.key``."""
        return tuple(map(_record, self._stored_rows()))

    def curved(self) -> Iterator[RunRecord]:
        """Yield the runs that have a stored curve of the value or of the cost."""
        return map(_record, self._stored_rows("curve IS NOT NULL"))

    def as_dicts(self) -> list[dict[str, Any]]:
        """Return the runs as a list of dicts, as in the exported file."""
        return list(self.exported())

    def message(self, config: Configuration, board: int, status: str) -> str:
        """Return the message of the first run with these properties; "" if there is no run."""
        where = "status = ? AND place = ? AND configuration = ?"
        rows = self._stored_rows(where, status, board, self._places[config])
        return next((str(row["message"]) for row in rows), "")

    def instances(self, boards: Sequence[int]) -> list[tuple[str, dict[str, str]]]:
        """Return the id of each board, with the options that are needed to read the id."""
        with Store.to_read(self.store) as opened:
            return [opened.instance(self.grid, board) for board in boards]

    def _stored_rows(self, where: str = "TRUE", *values: Any) -> Iterator[dict[str, Any]]:
        with Store.to_read(self.store) as opened:
            yield from opened.rows(self.grid, where, *values)

    def exported(self) -> Iterator[dict[str, Any]]:
        """Yield each run as a dict for a CSV file, with its settings and its cost ratio.

        Rows with the same number in ``matched`` are variants of one board. If the text of a board
        is long, ``instance`` is empty. The name of the board then says where the text is.
        """
        axes = [f"axis_{name}" for name in self.axes_of_boards]
        for row in self._stored_rows():
            config, place = row.pop("configuration"), row.pop("place")
            ratio = float(self._cost_ratios[config, place, row["repetition"] - 1])
            for name in CURVES:
                del row[name]
            row["instance"] = row["instance"] if len(row["instance"]) <= _LONGEST else ""
            row["cost_ratio"] = None if isnan(ratio) else ratio
            values = {f"axis_{name}": value for name, value in self.axes_of(place).items()}
            yield {**row, "matched": int(self.blocks[place]) + 1, **dict.fromkeys(axes), **values}


def _runs_in(
    store: Store, grid: str, shape: tuple[int, int, int]
) -> tuple[Array, dict[str, Array]]:
    names = [*MEASURES, "wall_seconds"]
    statuses = np.full(shape, _MISSING, np.int8)
    values = {name: np.full(shape, np.nan) for name in names}
    rows = store.select(
        f"SELECT configuration, place, repetition - 1, status, {', '.join(names)} FROM grid_runs"
        " JOIN runs ON runs.id = run WHERE grid = ? AND status IS NOT NULL",
        grid,
    )
    while portion := list(islice(rows, _PORTION)):
        config, place, repetition, status, *measured = zip(*portion, strict=True)
        at = np.array(config), np.array(place), np.array(repetition)
        statuses[at] = [_CODES[name] for name in status]
        for name, column in zip(names, measured, strict=True):
            values[name][at] = np.array(column, float)  # None becomes NaN
    return statuses, values


def _grid_in(store: Store, name: str | None) -> dict[str, Any]:
    grids = store.grids()
    if not grids:
        raise InputError(f"store {str(store.path)!r} has no results: use aima-search lab run first")
    found = [grid for grid in grids if name in (None, grid["name"], grid["id"])]
    if not found:
        raise UnknownName("experiment", str(name), [grid["name"] for grid in grids])
    return found[0]


def _configuration(facts: Mapping[str, Any], engine: str) -> Configuration:
    texts = options_as_texts(facts["options"])
    return Configuration(facts["algorithm"], facts["heuristic"], facts["tie_break"], texts, engine)


def _record(row: Mapping[str, Any]) -> RunRecord:
    values = {name: row[name] for name in (*MEASURES, "wall_seconds")}
    curve, bounds = (tuple(map(tuple, json.loads(row[name] or "[]"))) for name in CURVES)
    outcome = RunOutcome(row["status"], row["message"], values, curve=curve, bounds=bounds)
    return RunRecord(RunSpec.from_row(row), outcome)
