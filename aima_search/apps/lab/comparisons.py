"""Comparisons of two searches by the ratio of a measure, on the boards that both solved.

The tests use the logarithm of the ratio. A board counts once, with the mean over its instances
(variants). Comparisons that answer the same question are a *family*: their p-values are corrected
together (see ``runs.statistics``). docs/reference/labs.md explains the tests and the rankings.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations, product
from math import exp
from typing import Any, ClassVar, TypeAlias

import numpy as np

from aima_search.apps.lab.results import EVERYWHERE, Array, GridResults, Numbers, measure_of
from aima_search.catalog.configuration import Configuration
from aima_search.runs.instances import Axis
from aima_search.runs.measures import Measure
from aima_search.runs.statistics import LEVEL, is_few, mean_interval, with_p
from aima_search.textbook.utilities import multimap

Side: TypeAlias = "tuple[Configuration, Array | slice]"
"""A configuration, and the boards on which it is compared, by their numbers."""

MARGIN = 5
"""Two searches are about equal if they differ by at most this many percent."""


@dataclass(frozen=True, kw_only=True)
class Difference:
    """The difference between two searches on some boards, with an interval and a p-value.

    If ``axis`` names an option, the two searches differ only in the value of this option:
    ``first`` ran with ``value``, and ``second`` ran with ``base``.
    near: the range of differences that count as small. boards: how many boards were compared.
    less, more: on how many boards the first search had a lower value, and a higher value.
    low, high: the ends of the 95 % confidence interval, None for a single board.
    is_same: True if both searches had equal values on each board.
    p_alone: the p-value of the test. p: the p-value corrected for the number of comparisons.
    """

    near: ClassVar[tuple[float, float]] = 1 / (1 + MARGIN / 100), 1 + MARGIN / 100

    first: Configuration
    second: Configuration
    axis: str = ""
    base: Axis = ""
    value: Axis = ""
    boards: int
    less: int = 0
    more: int = 0
    low: float | None
    high: float | None
    is_same: bool = False
    p: float = 1.0
    p_alone: float = 1.0

    @property
    def is_shown(self) -> bool:
        """True if the difference is statistically significant."""
        return self.p <= LEVEL

    @property
    def is_equal(self) -> bool:
        """True if the difference is shown to be small: its 95 % interval lies inside ``near``."""
        if self.low is None or self.high is None or self.is_shown or is_few(self.boards):
            return False
        return self.near[0] <= self.low and self.high <= self.near[1]

    @property
    def is_settled(self) -> bool:
        """True if the results are equal, or the difference is significant or shown to be small."""
        return self.is_same or self.is_shown or self.is_equal

    @property
    def is_leaning(self) -> bool:
        """True if the difference is significant only before the correction of its p-value."""
        return not self.is_settled and self.p_alone <= LEVEL


@dataclass(frozen=True, kw_only=True)
class PairComparison(Difference):
    """A comparison of two searches or settings by a measure, on the boards that both solved.

    instances: how many instances were compared. only_first, only_second: how many instances only
    the first or only the second search solved. ratio: the geometric mean of first / second. clock:
    (ratio of times, low end, high end of its 95 % interval). where: option values of these boards.
    """

    instances: int = 0
    only_first: int
    only_second: int
    ratio: float | None
    clock: tuple[float, float, float] | None = None
    where: Mapping[str, Axis] = field(default_factory=dict)

    def reversed(self) -> PairComparison:
        """Return the same comparison with both searches exchanged."""
        return replace(
            self,
            first=self.second,
            second=self.first,
            less=self.more,
            more=self.less,
            only_first=self.only_second,
            only_second=self.only_first,
            ratio=None if self.ratio is None else 1 / self.ratio,
            low=None if self.high is None else 1 / self.high,
            high=None if self.low is None else 1 / self.low,
            clock=self.clock and (1 / self.clock[0], 1 / self.clock[2], 1 / self.clock[1]),
        )


def compare_pairs(results: GridResults, measure: Measure) -> list[PairComparison]:
    """For each algorithm and tie-break, compare all pairs of heuristics."""
    informed = [config for config in results.facts if config.heuristic]
    groups = multimap((config.without_heuristic, config) for config in informed)
    pairs = [pair for group in groups.values() for pair in combinations(group, 2)]
    return _compare_searches(results, measure, pairs)


def compare_methods(results: GridResults, measure: Measure) -> list[PairComparison]:
    """Compare each blind search with each informed search.

    Informed searches with the same heuristic and tie-break form a group. If any search in a group
    has options, also compare the first search in the group with all later searches in the group.
    """
    groups = multimap(
        ((config.heuristic, config.tie_break), config)
        for config in results.compared
        if config.heuristic
    )
    chosen = [group for group in groups.values() if any(config.options for config in group)]
    rivals = [(config, group[0]) for group in chosen for config in group[1:]]
    blind = [config for config in results.compared if not config.heuristic]
    informed = [config for group in groups.values() for config in group]
    return _compare_searches(results, measure, [*rivals, *product(blind, informed)])


def _compare_searches(
    results: GridResults, measure: Measure, pairs: Sequence[tuple[Configuration, Configuration]]
) -> list[PairComparison]:
    family: list[Any] = [((first, EVERYWHERE), (second, EVERYWHERE), {}) for first, second in pairs]
    return compare_family(results, measure, family)


def log_ratios(results: GridResults, measure: Measure, first: Side, second: Side) -> Numbers:
    """Return log(first / second) for each board that both searches solved, otherwise NaN."""
    taken = [
        np.maximum(results.values(config, measure)[at], measure.floor)
        for config, at in (first, second)
    ]
    solved = [results.solved[config][at] for config, at in (first, second)]
    return np.where(solved[0] & solved[1], np.log(taken[0] / taken[1]), np.nan)


def compare_family(
    results: GridResults, measure: Measure, family: Sequence[tuple[Side, Side, dict[str, Any]]]
) -> list[PairComparison]:
    """Return the comparisons in ``family``; p-values are corrected for multiple testing.

    family: triples (first side, second side, fields of the comparison such as ``axis``).
    """
    found, rows = [], []
    for first, second, settings in family:
        logs, clock = (
            log_ratios(results, by, first, second) for by in (measure, measure_of("seconds"))
        )
        by_first, by_second = (results.solved[config][at] for config, at in (first, second))
        row = results.block_means(logs, second[1])
        means, times = known(row), known(results.block_means(clock, second[1]))
        time_interval = mean_interval(times)
        fields = {
            **settings,
            **evidence(means, exp),
            "instances": len(known(logs)),
            "only_first": int((by_first & ~by_second).sum()),
            "only_second": int((by_second & ~by_first).sum()),
            "ratio": exp(means.mean()) if len(means) else None,
            "clock": time_interval and tuple(map(exp, (times.mean(), *time_interval))),
        }
        is_same = len(means) > 0 and not known(logs).any() and np.array_equal(by_first, by_second)
        rows.append(row)
        found.append(PairComparison(first=first[0], second=second[0], is_same=is_same, **fields))
    return with_p(found, rows)


def evidence(values: Numbers, scale: Callable[[float], float]) -> dict[str, Any]:
    """Return the confidence interval of the mean, and the counts of values below and above 0."""
    interval = mean_interval(values)
    low, high = map(scale, interval) if interval else (None, None)
    signs = {"less": int((values < 0).sum()), "more": int((values > 0).sum())}
    return {"boards": len(values), **signs, "low": low, "high": high}


def known(values: Numbers) -> Numbers:
    """Return the values without NaN."""
    return values[~np.isnan(values)]


@dataclass(frozen=True)
class Ranking:
    """The heuristics of one algorithm and tie-break, best first.

    costly: the heuristics with which A* (or another optimal algorithm) found a solution above the
    best known cost. They come last. If this is true of all heuristics, ``costly`` is empty.
    pairs: a comparison of the best heuristic with every other heuristic, in the same order.
    """

    order: Sequence[Configuration]
    costly: Sequence[Configuration]
    pairs: Sequence[PairComparison]

    @property
    def best(self) -> Configuration:
        """The best heuristic."""
        return self.order[0]

    @property
    def equals(self) -> list[Configuration]:
        """The heuristics with the same results on every board as the best heuristic."""
        same = [pair.second for pair in self.pairs if pair.is_same]
        return [config for config in same if config not in self.costly]

    @property
    def rivals(self) -> list[PairComparison]:
        """The ``pairs`` whose second heuristic is neither in ``equals`` nor in ``costly``."""
        return [pair for pair in self.pairs if not (pair.second in self.costly or pair.is_same)]

    @property
    def beaten(self) -> list[PairComparison]:
        """The comparisons that the best heuristic clearly wins."""
        return [pair for pair in self.rivals if pair.is_shown and (pair.ratio or 1) < 1]


def rankings(
    results: GridResults,
    measure: Measure,
    pairs: Sequence[PairComparison],
    expensive: Mapping[Configuration, tuple[list[float], int]],
) -> Iterator[Ranking]:
    """Rank the heuristics of each algorithm."""
    informed = [config for config in results.compared if config.heuristic]
    groups = multimap((config.without_heuristic, config) for config in informed)
    for group in groups.values():
        costly = [config for config in group if expensive[config][0] and config.entry.optimal]
        order = sorted(results.ranked(measure, group), key=lambda config: config in costly)
        for pair in _pairs_of_first(order, pairs):
            if order[0].entry.optimal and _is_second_safer(results, pair):
                order.remove(pair.second)
                order.insert(0, pair.second)
                break
        yield Ranking(
            order=order,
            costly=[config for config in costly if order[0] not in costly],
            pairs=_pairs_of_first(order, pairs),
        )


def _is_second_safer(results: GridResults, pair: PairComparison) -> bool:
    first, second = (results.facts[config]["admissible"] for config in (pair.first, pair.second))
    return bool(second and not first) and not (pair.only_first or pair.is_shown)


def _pairs_of_first(
    order: Sequence[Configuration], pairs: Sequence[PairComparison]
) -> list[PairComparison]:
    known = {frozenset((pair.first, pair.second)): pair for pair in pairs}
    found = [known[frozenset((order[0], config))] for config in order[1:]]
    return [pair if pair.first == order[0] else pair.reversed() for pair in found]
