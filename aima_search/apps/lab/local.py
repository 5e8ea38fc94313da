"""Local search over its seeds: how often it succeeds, how sure that is, how far else it gets.

Every run counts here: a success rate stands with its Wilson interval (1927), and two configurations
are compared run by run on the same boards, by who solved it and by the value at the end, each a
family of comparisons (see ``permutation``). The runs of a board differ in their seeds: what is
shown is shown for these boards.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, product
from typing import Any

import numpy as np

from aima_search.apps.lab.boards import Mask, Numbers
from aima_search.apps.lab.factors import matched_at
from aima_search.apps.lab.permutation import LEVEL, sign_flip_test
from aima_search.apps.lab.results import GridResults
from aima_search.catalog.configuration import Configuration
from aima_search.runs.convergence import Curves
from aima_search.runs.instances import Axis
from aima_search.runs.statistics import wilson


@dataclass(frozen=True)
class LocalPair:
    """Two local searches on the same boards and repetitions.

    only_first, only_second: runs that only this search solved. higher, lower: runs at whose end
    the first search had the higher, or the lower, value. p_solved, p_value: of these differences.
    """

    first: Configuration
    second: Configuration
    runs: int
    only_first: int
    only_second: int
    higher: int
    lower: int
    p_solved: float
    p_value: float


@dataclass(frozen=True)
class LocalRate:
    """A local search at some values of axes: how often it solved, and how far else it got.

    low, high: the interval of the rate. values: the mean at the end of a run, of the best of each
    run, the best of all. efforts: means of iterations and of evaluations, the median of the seconds
    of runs that solved, the seconds of all runs by the number of solutions.
    """

    configuration: Configuration
    point: Mapping[str, Axis]
    runs: int
    solved: int
    low: float
    high: float
    values: Sequence[float | None]
    efforts: Sequence[float | None]

    @property
    def rate(self) -> float:
        """The share of the runs that solved."""
        return self.solved / self.runs


@dataclass(frozen=True)
class LocalContrast:
    """A local search at two values of a paired axis, run by run on the same boards."""

    axis: str
    base: LocalRate
    value: LocalRate
    p: float = 1.0

    @property
    def is_shown(self) -> bool:
        """Whether the rates are shown to differ."""
        return self.p <= LEVEL


def local_rates(results: GridResults) -> list[tuple[list[str], list[LocalRate]]]:
    """Return the rates of local searches, split by no axis, by each axis and by all of them."""
    searches, axes = local_searches(results), list(results.axes)
    splits = [[], *([axis] for axis in axes), *([axes] if len(axes) > 1 else [])]
    found = []
    for split in splits if searches else []:
        every = product(searches, _points(results, split))
        rates = [_rate(results, config, at, results.at(at)[:, None]) for config, at in every]
        found.append((split, [one for one in rates if one.runs]))
    return found


def local_searches(results: GridResults) -> list[Configuration]:
    """Return the local searches of a grid that have finished runs."""
    return [
        config for config in results.facts if config.entry.local and results.has_ended(config).any()
    ]


def _points(results: GridResults, split: Sequence[str]) -> list[dict[str, Axis]]:
    every = product(*(results.axes[axis] for axis in split))
    return [dict(zip(split, values, strict=True)) for values in every]


def _rate(
    results: GridResults, config: Configuration, point: Mapping[str, Axis], there: Mask
) -> LocalRate:
    """Return the rate of the runs that have ended there: boards x repetitions."""
    there = there & results.has_ended(config)
    solved = there & results.has_solved(config)
    runs, successes = int(there.sum()), int(solved.sum())
    low, high = wilson(successes, runs) if runs else (0.0, 1.0)

    def known(combine: Any, name: str, where: Mask = there) -> float | None:
        """Return a combination of what is known of some runs, None if that is nothing."""
        values = results.measured(config, name)[where]
        values = values[~np.isnan(values)]
        return float(combine(values)) if len(values) else None

    seconds = known(np.sum, "seconds")
    return LocalRate(
        *(config, point, runs, successes, low, high),
        [known(np.mean, "value"), known(np.mean, "best_value"), known(np.max, "best_value")],
        [
            *(known(np.mean, name) for name in ("expanded", "generated")),
            known(np.median, "seconds", solved),
            seconds / successes if seconds is not None and successes else None,
        ],
    )


def local_contrasts(results: GridResults, axis: str) -> list[LocalContrast]:
    """Return each value of a paired axis against the first value, for each local search."""
    found, rows = [], []
    for value in results.axes[axis][1:]:
        places = matched_at(results, axis, value, {})
        for config in local_searches(results):
            ended, solved = (
                [of(config)[own] for own in places]
                for of in (results.has_ended, results.has_solved)
            )
            both = np.logical_and(*ended)
            if not both.any():
                continue
            rates = []
            for at, own in zip((results.axes[axis][0], value), places, strict=True):
                there = np.zeros_like(results.has_ended(config))
                there[own] = both
                rates.append(_rate(results, config, {axis: at}, there))
            differences = np.full(results.has_ended(config).shape, np.nan)
            differences[places[0]] = np.where(both, solved[1] * 1.0 - solved[0], np.nan)
            rows.append(differences.ravel())
            found.append(LocalContrast(axis, rates[0], rates[1]))
    return [replace(one, p=p) for one, p in zip(found, sign_flip_test(rows), strict=True)]


def compare_local(results: GridResults) -> list[LocalPair]:
    """Return every two local searches compared, run by run.

    If values differ in scale, only the signs of their differences count.
    """
    pairs = list(combinations(local_searches(results), 2))
    solved = [_differences(results, pair, "solved") for pair in pairs]
    values = [_differences(results, pair, "value") for pair in pairs]
    if results.axes:
        values = [np.sign(one) for one in values]
    return [
        LocalPair(
            *pair,
            runs=int((~np.isnan(of_solved)).sum()),
            only_first=int((of_solved > 0).sum()),
            only_second=int((of_solved < 0).sum()),
            higher=int((of_values > 0).sum()),
            lower=int((of_values < 0).sum()),
            p_solved=p_solved,
            p_value=p_value,
        )
        for pair, of_solved, of_values, p_solved, p_value in zip(
            pairs, solved, values, sign_flip_test(solved), sign_flip_test(values), strict=True
        )
    ]


def _differences(
    results: GridResults, pair: tuple[Configuration, Configuration], name: str
) -> Numbers:
    """Return the differences of each two runs on a board, NaN if one has not ended."""
    both = np.logical_and(*map(results.has_ended, pair))
    first, second = (
        results.has_solved(config) * 1.0 if name == "solved" else results.measured(config, name)
        for config in pair
    )
    return np.where(both, first - second, np.nan).ravel()


def curves(results: GridResults) -> list[tuple[dict[str, Axis], Curves]]:
    """Return the curves of local searches at each combination of the axes' values.

    A curve is of a run: its value over its iterations.
    """
    searches = local_searches(results)
    rows = [row for row in results.curved() if row.configuration in searches] if searches else []
    found: list[tuple[dict[str, Axis], Curves]] = []
    for point in _points(results, list(results.axes)) if rows else ():
        names = set(results.names(results.at(point)))
        there = [row for row in rows if row.board in names]
        own = {
            config: [r.outcome.curve for r in there if r.configuration == config]
            for config in searches
        }
        found += [(point, own)] if there else []
    return found
