"""Local search: success rates over many seeds, values at the end of the runs, and comparisons.

Every run counts: a success rate has its Wilson interval (1927). Two configurations are compared run
by run on the same boards: by success, and by the value at the end. The comparisons by success are a
family, and so are the comparisons by value (see ``permutation``). The runs of a board differ only
in their seeds, so the results hold only for these boards.
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

    only_first, only_second: runs that only this search solved. higher, lower: runs in
    which the first search had the higher, or the lower, value at the end. p_solved, p_value: p of
    the differences in success, and in value.
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
    """The success rate and the values of a local search at some values of axes.

    low, high: the interval of the rate. repeated: how many runs had the same outcome, value and
    evaluations as an earlier run on their board. values: the mean value at the end of a run, the
    mean of the best value of each run, and the best value of all. efforts: mean iterations, mean
    evaluations, the median of the seconds of runs that solved, and the seconds of all runs divided
    by the number of solutions.
    """

    configuration: Configuration
    point: Mapping[str, Axis]
    runs: int
    solved: int
    low: float
    high: float
    repeated: int
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
        """True if the rates differ significantly."""
        return self.p <= LEVEL


def local_rates(results: GridResults) -> list[tuple[list[str], list[LocalRate]]]:
    """Return the rates of local searches: over all boards, by each axis, and by all axes."""
    searches, axes = local_searches(results), list(results.axes)
    splits = [[], *([axis] for axis in axes), *([axes] if len(axes) > 1 else [])]
    found = []
    for split in splits if searches else []:
        rates = [
            _rate(results, config, point, results.at(point)[:, None])
            for config, point in product(searches, _points(results, split))
        ]
        found.append((split, [rate for rate in rates if rate.runs]))
    return found


def local_searches(results: GridResults) -> list[Configuration]:
    """Return the local searches of a grid that have finished runs."""
    return [
        config for config in results.facts if config.entry.local and results.has_ended(config).any()
    ]


def _points(results: GridResults, split: Sequence[str]) -> list[dict[str, Axis]]:
    points = product(*(results.axes[axis] for axis in split))
    return [dict(zip(split, point, strict=True)) for point in points]


def _rate(
    results: GridResults, config: Configuration, point: Mapping[str, Axis], chosen: Mask
) -> LocalRate:
    """Return the rate over the chosen runs (boards x repetitions) that have ended."""
    ended = chosen & results.has_ended(config)
    solved = ended & results.has_solved(config)
    runs, successes = int(ended.sum()), int(solved.sum())
    low, high = wilson(successes, runs) if runs else (0.0, 1.0)

    def known(combine: Any, name: str, where: Mask = ended) -> float | None:
        """Return a combination of the known values of some runs, None if no value is known."""
        values = results.measured(config, name)[where]
        values = values[~np.isnan(values)]
        return float(combine(values)) if len(values) else None

    names = ("value", "best_value", "expanded", "generated")
    measured = [np.nan_to_num(results.measured(config, name)[ended]) for name in names]
    different = np.unique([np.nonzero(ended)[0], solved[ended], *measured], axis=1).shape[1]
    seconds = known(np.sum, "seconds")
    return LocalRate(
        *(config, point, runs, successes, low, high, runs - different),
        [known(np.mean, "value"), known(np.mean, "best_value"), known(np.max, "best_value")],
        [
            *(known(np.mean, name) for name in ("expanded", "generated")),
            known(np.median, "seconds", solved),
            seconds / successes if seconds is not None and successes else None,
        ],
    )


def local_contrasts(results: GridResults, axis: str) -> list[LocalContrast]:
    """Return each value of a paired axis compared with the first value, for each local search."""
    found, rows = [], []
    for value in results.axes[axis][1:]:
        places = matched_at(results, axis, value, {})
        for config in local_searches(results):
            ended = results.has_ended(config)
            both = np.logical_and(*(ended[boards] for boards in places))
            if not both.any():
                continue
            rates = []
            for end, boards in zip((results.axes[axis][0], value), places, strict=True):
                chosen = np.zeros_like(ended)
                chosen[boards] = both
                rates.append(_rate(results, config, {axis: end}, chosen))
            solved = results.has_solved(config).astype(float)
            differences = np.full(ended.shape, np.nan)
            differences[places[0]] = np.where(both, solved[places[1]] - solved[places[0]], np.nan)
            rows.append(differences.ravel())
            found.append(LocalContrast(axis, rates[0], rates[1]))
    p_values = sign_flip_test(rows)
    return [replace(contrast, p=p) for contrast, p in zip(found, p_values, strict=True)]


def compare_local(results: GridResults) -> list[LocalPair]:
    """Return the comparison of every two local searches, run by run.

    If the grid has axes, the scale of values may differ along an axis. Then only the signs of the
    differences in value count.
    """
    pairs = list(combinations(local_searches(results), 2))
    solved = [_differences(results, pair, "solved") for pair in pairs]
    values = [_differences(results, pair, "value") for pair in pairs]
    if results.axes:
        values = [np.sign(row) for row in values]
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
    """Return the difference of each pair of runs, NaN if one of them has not ended."""
    both = np.logical_and(*map(results.has_ended, pair))
    first, second = (
        results.has_solved(config) * 1.0 if name == "solved" else results.measured(config, name)
        for config in pair
    )
    return np.where(both, first - second, np.nan).ravel()


def curves(results: GridResults) -> list[tuple[dict[str, Axis], Curves]]:
    """Return the curves of local searches at each combination of the axes' values.

    The curve of a run is its value over its iterations.
    """
    searches = local_searches(results)
    rows = [row for row in results.curved() if row.configuration in searches] if searches else []
    found: list[tuple[dict[str, Axis], Curves]] = []
    for point in _points(results, list(results.axes)):
        names = set(results.names(results.at(point)))
        chosen = [row for row in rows if row.board in names]
        by_configuration = {
            config: [row.outcome.curve for row in chosen if row.configuration == config]
            for config in searches
        }
        found += [(point, by_configuration)] if chosen else []
    return found
