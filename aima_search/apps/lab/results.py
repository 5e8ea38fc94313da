"""The results of one experiment as arrays: configurations x boards x repetitions.

A board counts as solved by a configuration if it was solved in all repetitions. The measure on a
board is the median of the repetitions.

A board can have several variants, for example with more walls. Each variant is an *instance*, and
all variants of a board are a *block*. Two instances *match* if they are in the same block and
differ in the value of one option only. In names, an option with several values is an *axis*.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import islice
from math import inf, isnan, prod
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np

from aima_search.apps.lab.store import Store
from aima_search.base.errors import InputError, UnknownName
from aima_search.base.interchange import counted
from aima_search.catalog.configuration import Configuration, options_as_texts
from aima_search.model.puzzle import PUZZLES, Puzzle
from aima_search.runs.instances import Axis
from aima_search.runs.measures import MEASURES, Measure
from aima_search.runs.measures import measure_of as named_measure
from aima_search.runs.outcomes import OUTCOMES, SOLVED
from aima_search.runs.record import CURVES, Results, RunOutcome, RunRecord, RunSpec

Array: TypeAlias = Any
"""A numpy array."""
Mask: TypeAlias = Array
"""A numpy array: True or False for each board."""
Numbers: TypeAlias = Array
"""A numpy array: a number for each board, NaN if the number is not known."""

EVERYWHERE = slice(None)
"""An index that stands for all boards."""

_MAX_VALUES = 12  # reports leave out an option with more values
_PORTION = 20_000  # runs that are read at once
_LONGEST = 1000  # characters; the export leaves out a longer text of a board
_MISSING = -1
_CODES = {name: code for code, name in enumerate(OUTCOMES)}

COST_RATIO = Measure(
    "cost_ratio", "cost / best", kind="ratio", floor=0.01, noun="cost over the best cost"
)


def reported_measures() -> dict[str, Measure]:
    """Return {name: measure} for the measures that reports use; cost and cost ratio come last."""
    reported = {name: measure for name, measure in MEASURES.items() if measure.noun}
    cost = reported.pop("cost")
    return {**reported, cost.name: cost, COST_RATIO.name: COST_RATIO}


def measure_of(name: str) -> Measure:
    """Return the measure with this name; raise UnknownName if there is no such measure."""
    return named_measure(name, reported_measures())


class GroupedBoards:
    """The boards of an experiment, in order.

    Each variant of a board is an instance. All variants of one board form a block.
    boards: the names of the instances. blocks: the block number of each instance.
    different: the number of blocks. unit: "instance" if a board has variants, else "board".
    axes_of_boards: {option: (values, indices)}. Instance i has the value ``values[indices[i]]``.
    The index is -1 if the instance does not have the option.
    axes: {option: values} for options with 2 to 12 values.
    """

    boards: Sequence[str] = ()

    def __init__(self, boards: Iterable[tuple[str, Mapping[str, Axis], str]]) -> None:
        """Store the instances. Each is a tuple (name, varied options, name of its block or "")."""
        names, axes, given = zip(*boards, strict=True)
        self.boards = names
        blocks = [block or name for name, block in zip(names, given, strict=True)]
        numbers = {block: number for number, block in enumerate(dict.fromkeys(blocks))}
        self.blocks: Array = np.array([numbers[block] for block in blocks], np.int64)
        self.different = len(numbers)
        self.unit = "board" if self.different == len(names) else "instance"
        self.axes_of_boards: dict[str, tuple[Sequence[Axis], Array]] = {}
        for axis in dict.fromkeys(axis for values in axes for axis in values):
            known = list(dict.fromkeys(values[axis] for values in axes if axis in values))
            if None not in map(as_number, known):
                known.sort(key=float)
            places = {value: place for place, value in enumerate(known)}
            codes = [places[values[axis]] if axis in values else -1 for values in axes]
            self.axes_of_boards[axis] = known, np.array(codes, np.int32)

        values_of = {name: list(values) for name, (values, _) in self.axes_of_boards.items()}
        self.axes = {name: own for name, own in values_of.items() if 1 < len(own) <= _MAX_VALUES}

    def at(self, point: Mapping[str, Axis]) -> Mask:
        """Return which instances have these option values, as an array of booleans."""
        chosen = np.ones(len(self.boards), bool)
        for axis, value in point.items():
            values, codes = self.axes_of_boards[axis]
            chosen &= codes == values.index(value)
        return chosen

    def axes_of(self, board: int) -> dict[str, Axis]:
        """Return {varied option: its value} for a board."""
        return {
            axis: values[codes[board]]
            for axis, (values, codes) in self.axes_of_boards.items()
            if codes[board] >= 0
        }

    def block_means(self, values: Numbers, at: Array | slice = EVERYWHERE) -> Numbers:
        """Return the mean value of each block; unknown values (NaN) are ignored.

        ``at`` selects instances. ``values`` has a number or a row of numbers for each instance.
        """
        is_known = ~np.isnan(values)
        blocks = np.repeat(self.blocks[at], prod(values.shape[1:]))[is_known.ravel()]
        counts = np.bincount(blocks, minlength=self.different)
        sums = np.bincount(blocks, values[is_known], minlength=self.different)
        with np.errstate(invalid="ignore"):
            return np.round(sums / counts, 12)

    def names(self, boards: Mask) -> list[str]:
        """Return the names of the boards for which the array ``boards`` is True."""
        return [self.boards[place] for place in np.flatnonzero(boards).tolist()]

    @cached_property
    def matched(self) -> dict[str, Array]:
        """A dict from each option to a table of board indices, with a column for each value.

        Boards in the same table row differ only in this option. -1 stands for a missing board.
        """
        return {axis: self._matched_on(axis) for axis in self.axes}

    def _matched_on(self, axis: str) -> Array:
        values, codes = self.axes_of_boards[axis]
        boards = np.flatnonzero(codes >= 0)
        others = [codes for name, (_, codes) in self.axes_of_boards.items() if name != axis]
        keys = np.column_stack([self.blocks, *others])[boards]
        _, group = np.unique(keys, axis=0, return_inverse=True)
        group = group.reshape(-1)  # numpy 2.0 returns a column
        found = np.full((len(boards) and group.max() + 1, len(values)), -1)
        found[group, codes[boards]] = boards
        return found

    @cached_property
    def paired(self) -> list[str]:
        """The options for which a row of ``matched`` has at least two boards."""
        counts = {axis: (boards >= 0).sum(axis=1) for axis, boards in self.matched.items()}
        return [axis for axis, values in counts.items() if (values > 1).any()]

    @property
    def size(self) -> str:
        """The numbers of instances and boards as a text, such as "24 instances of 8 boards"."""
        boards = counted(self.different, "board")
        return boards if self.unit == "board" else f"{len(self.boards):,} instances of {boards}"


def as_number(value: Axis) -> float | None:
    """Return a value of an option as a number; return None if the value is not a number."""
    try:
        return float(value)
    except ValueError:
        return None


class GridResults(GroupedBoards, Results):
    """The finished runs of an experiment.

    ``facts``: what is known about each configuration, such as "optimal" and "admissible".
    ``versions``: the versions of the software that did the runs. ``statuses``: an array of
    configurations x boards x repetitions. For each run, it has the index of the run's status in
    OUTCOMES, or -1 if the run is missing. ``taken``: for each measure, and for "wall_seconds",
    an array like ``statuses``; NaN means unknown. ``missing``: the number of unfinished runs.
    ``solved``: for each configuration, an array that is True for boards solved in all runs.
    ``least_costs``: the lowest cost found on each board, or NaN.
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
        self._places = {config: place for place, config in enumerate(self.facts)}
        self.missing = int((self.statuses == _MISSING).sum())
        is_solved = self.statuses == _CODES[SOLVED]
        in_all_runs: Array = is_solved.all(axis=2)
        self.solved = dict(zip(self.facts, in_all_runs, strict=True))
        self._costs: Array = np.where(is_solved, self.taken["cost"], np.nan)
        self.least_costs: Numbers = np.fmin.reduce(self._costs, axis=(0, 2), initial=np.nan)

    @cached_property
    def puzzle_class(self) -> type[Puzzle] | None:
        """The class of the puzzle, or None if the puzzle is not installed."""
        return PUZZLES.find(self.puzzle)

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

    def __len__(self) -> int:
        return int(self.statuses.size - self.missing)

    def count(self, status: str) -> int:
        """Return the number of runs with this outcome."""
        return int((self.statuses == _CODES[status]).sum())

    def measured(self, config: Configuration, name: str) -> Numbers:
        """Return a measure of a configuration for all runs, as an array (boards x repetitions)."""
        values = self._cost_ratios if name == COST_RATIO.name else self.taken[name]
        return values[self._places[config]]

    @cached_property
    def _cost_ratios(self) -> Array:
        costs, best = self._costs, self.least_costs[:, None]
        with np.errstate(divide="ignore", invalid="ignore"):
            return np.where(best == 0, np.where(costs == 0, 1, np.nan), costs / best)

    def has_ended(self, config: Configuration) -> Mask:
        """Return which runs of a configuration have ended, as an array (boards x repetitions)."""
        return self.statuses[self._places[config]] != _MISSING

    def has_solved(self, config: Configuration) -> Mask:
        """Return which runs found a solution, as an array (boards x repetitions)."""
        return self.has_status(config, SOLVED)

    def has_status(self, config: Configuration, status: str) -> Mask:
        """Return which runs have this status, as an array (boards x repetitions)."""
        return self.statuses[self._places[config]] == _CODES[status]

    def common(self, configurations: Iterable[Configuration]) -> Mask:
        """Return which boards were solved by every configuration, as an array of booleans."""
        solved = [self.solved[config] for config in configurations]
        return np.logical_and.reduce(solved) if solved else np.zeros(len(self.boards), bool)

    def solved_count(self, config: Configuration) -> int:
        """Return how many boards a configuration solved."""
        return int(self.solved[config].sum())

    def values(self, config: Configuration, measure: Measure) -> Numbers:
        """Return a measure on each board: the median of its runs, or NaN if a run has no value."""
        taken = self.measured(config, measure.name)
        return np.median(np.where(np.isfinite(taken), taken, np.nan), axis=1)

    def mean_of(self, config: Configuration, measure: Measure, boards: Any) -> float | None:
        """Return the mean of a measure on some boards, or None if no value is known.

        If the measure has ``is_rare`` and all values are 0, the result is also None.
        """
        values = self.values(config, measure)[boards]
        known = values[~np.isnan(values)].tolist()
        return measure.mean(known) if any(known) or not measure.is_rare else None

    def ranked(self, measure: Measure, group: Sequence[Configuration]) -> list[Configuration]:
        """Return the configurations of ``group``, sorted from the best to the worst.

        A configuration that solved more boards comes first. Configurations that solved equally many
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

    @property
    def best_costs(self) -> dict[str, float]:
        """A dict {name of a solved board: lowest cost that was found on the board}."""
        known = ~np.isnan(self.least_costs)
        return dict(zip(self.names(known), self.least_costs[known].tolist(), strict=True))

    @cached_property
    def rows(self) -> tuple[RunRecord, ...]:
        """The runs as records, sorted by ``RunSpec.key``."""
        return tuple(map(_record, self._stored_rows()))

    def curved(self) -> Iterator[RunRecord]:
        """Yield the runs with a stored curve: the values or costs found during the search."""
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
        """Yield each run, with its settings, as a dict for a CSV file.

        cost_ratio: the cost divided by the lowest cost of the board. Rows with the same number in
        ``matched`` are variants of one board. If a board has a long text, ``instance`` is empty.
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
