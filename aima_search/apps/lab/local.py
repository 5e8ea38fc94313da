"""Local search: success rates over many seeds, values at the end of the runs, and comparisons.

The runs on a board depend on each other. So each board counts once, with the mean over its runs.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import combinations, product
from typing import Any, ClassVar

import numpy as np

from aima_search.apps.lab.comparisons import MARGIN, Difference, evidence, known
from aima_search.apps.lab.factors import matched_at
from aima_search.apps.lab.results import GridResults, Mask, Numbers
from aima_search.catalog.configuration import Configuration
from aima_search.runs.convergence import Curves
from aima_search.runs.instances import Axis, points_of
from aima_search.runs.statistics import sign_flip_test, wilson, with_p
from aima_search.textbook.utilities import multimap


@dataclass(frozen=True, kw_only=True)
class SuccessRateDifference(Difference):
    """The difference of two success rates of local searches, in percentage points.

    higher: on how many boards the final states of the first search had the higher mean value.
    lower: the same for the lower mean. p_value: the p-value of a test of these means. If a search
    is compared with itself at two settings of an option, these three fields are not set.
    """

    near: ClassVar[tuple[float, float]] = -MARGIN, MARGIN

    difference: float
    higher: int = 0
    lower: int = 0
    p_value: float = 1.0


class LocalSearchSummary:
    """How often and how well a local search solved some boards.

    point: the option values that these boards share. rate: the share of successful runs, computed
    for each board and then averaged. low, high: the 95 % interval of the rate (Wilson 1927).
    values: the mean last value, the mean best value, and the best value of all runs. efforts: the
    mean iterations, the mean evaluations, the median seconds of successful runs, and the seconds of
    all runs divided by the number of solutions.
    """

    def __init__(
        self,
        results: GridResults,
        configuration: Configuration,
        point: Mapping[str, Axis],
        ended: Mask,
    ) -> None:
        """Summarize the runs of a search for which ``ended`` (boards x repetitions) is True."""
        solved = ended & results.has_solved(configuration)
        shares = known(results.block_means(np.where(ended, solved, np.nan)))

        def pooled(combine: Any, name: str, where: Mask = ended) -> float | None:
            values = known(results.measured(configuration, name)[where])
            return float(combine(values)) if len(values) else None

        self.configuration, self.point = configuration, point
        self.boards, self.runs, self.solved = len(shares), int(ended.sum()), int(solved.sum())
        self.rate = float(shares.mean())
        self.low, self.high = wilson(float(shares.sum()), self.boards)
        means = [pooled(np.mean, name) for name in ("value", "best_value", "expanded", "generated")]
        self.values = [*means[:2], pooled(np.max, "best_value")]
        seconds = pooled(np.sum, "seconds")
        per_solution = seconds / self.solved if seconds is not None and self.solved else None
        self.efforts = [*means[2:], pooled(np.median, "seconds", solved), per_solution]


def local_rates(results: GridResults) -> dict[tuple[str, ...], list[LocalSearchSummary]]:
    """Return a dict from tuples of varied options to lists of success rates of local searches.

    The list for () has one rate per search, over all boards. The list for (option,) has one rate
    per search and value. The list for all options has one per search and combination of values.
    """
    searches, axes = local_searches(results), results.axes
    found = {}
    splits = dict.fromkeys([(), *((axis,) for axis in axes), tuple(axes)])
    for split in splits if searches else ():
        found[split] = [
            LocalSearchSummary(results, config, point, ended)
            for config, point in product(searches, points_of({one: axes[one] for one in split}))
            if (ended := results.has_ended(config) & results.at(point)[:, None]).any()
        ]
    return found


def local_searches(results: GridResults) -> list[Configuration]:
    """Return the local searches of an experiment that have finished runs."""
    return [
        config for config in results.facts if config.entry.local and results.has_ended(config).any()
    ]


def local_contrasts(results: GridResults, axis: str) -> list[SuccessRateDifference]:
    """Compare the success rates of each local search for different values of ``axis``."""
    base, *values = results.axes[axis]
    found, rows = [], []
    for value, config in product(values, local_searches(results)):
        places = matched_at(results, axis, value, {})
        first, second = (_solved(results, config)[boards] for boards in places)
        row = results.block_means(second - first, places[0])
        if not np.isnan(row).all():
            rows.append(row)
            fields = _difference_fields(row)
            fields |= {"axis": axis, "base": base, "value": value}
            found.append(SuccessRateDifference(first=config, second=config, **fields))
    return with_p(found, rows)


def compare_local(results: GridResults) -> list[SuccessRateDifference]:
    """Compare each pair of local searches that ran on the same boards."""
    found, solved, values = [], [], []
    for first, second in combinations(local_searches(results), 2):
        row = results.block_means(_solved(results, first) - _solved(results, second))
        gains = results.measured(first, "value") - results.measured(second, "value")
        # with varied options, the values can have different scales on different boards
        gains = results.block_means(np.sign(gains) if results.axes else gains)
        if not np.isnan(row).all():
            solved.append(row)
            values.append(gains)
            fields = _difference_fields(row)
            fields |= {"higher": int((gains > 0).sum()), "lower": int((gains < 0).sum())}
            found.append(SuccessRateDifference(first=first, second=second, **fields))
    of_values = sign_flip_test(values)
    return [
        replace(pair, p_value=p)
        for pair, (p, _) in zip(with_p(found, solved), of_values, strict=True)
    ]


def _solved(results: GridResults, config: Configuration) -> Numbers:
    return np.where(results.has_ended(config), results.has_solved(config), np.nan)


def _difference_fields(row: Numbers) -> dict[str, Any]:
    points = 100 * known(row)
    fields = evidence(points, lambda end: min(max(end, -100.0), 100.0))
    return {**fields, "difference": float(points.mean()), "is_same": not points.any()}


def curves(results: GridResults) -> list[tuple[dict[str, Axis], Curves]]:
    """For each combination of option values, return the local searches' convergence curves."""
    searches = local_searches(results)
    rows = [row for row in results.curved() if row.configuration in searches] if searches else []
    found: list[tuple[dict[str, Axis], Curves]] = []
    for point in points_of(results.axes):
        names = set(results.names(results.at(point)))
        there = ((row.configuration, row.outcome.curve) for row in rows if row.board in names)
        if chosen := multimap(there):
            found.append((point, {config: chosen[config] for config in searches}))
    return found
