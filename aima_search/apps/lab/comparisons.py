"""Two searches side by side: a paired test, the size of the effect, Holm's correction.

Every two heuristics of an algorithm are compared, and every two algorithms with a heuristic. The
values are compared as ratios (differences of logarithms), over the instances that both
solved.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from math import exp, log
from statistics import fmean
from types import MappingProxyType
from typing import Any, TypeVar

from aima_search.apps.lab.results import GridResults, measure_of
from aima_search.catalog.configuration import Configuration
from aima_search.runs.instances import Axis
from aima_search.runs.measures import Measure
from aima_search.runs.statistics import holm, mean_interval, signed_rank

_Test = TypeVar("_Test", bound=Any)


@dataclass(frozen=True)
class Pair:
    """Two configurations on the same boards.

    instances: how many both solved. ratio: geometric mean of first / second; clock: the same ratio
    of seconds. better, worse: on how many instances the first needed less, or more. only_first,
    only_second: how many instances only this one solved. p, effect: of the test; it counts a board
    once, with its mean over its options and paired axes. ``adjusted`` is p with Holm's correction.
    """

    first: Configuration
    second: Configuration
    instances: int
    ratio: float | None
    better: int
    worse: int
    only_first: int
    only_second: int
    effect: float
    p: float
    clock: float | None = None
    adjusted: float = 1.0

    @property
    def is_same(self) -> bool:
        """Whether the two did the same on all boards that both solved."""
        return self.instances > 0 and self.better == self.worse == 0

    def reversed(self) -> Pair:
        """Return the same comparison seen from the second."""
        return replace(
            self,
            first=self.second,
            second=self.first,
            ratio=None if self.ratio is None else 1 / self.ratio,
            better=self.worse,
            worse=self.better,
            only_first=self.only_second,
            only_second=self.only_first,
            effect=-self.effect,
            clock=None if self.clock is None else 1 / self.clock,
        )


def compare_pairs(results: GridResults, measure: Measure) -> list[Pair]:
    """Return every pair of heuristics of one algorithm and tie-break, p corrected for all."""
    pairs = [
        compare_two(results, measure, first, second)
        for first, second in combinations(results.facts, 2)
        if first.heuristic
        and second.heuristic
        and first.without_heuristic == second.without_heuristic
    ]
    return corrected(pairs)


def compare_methods(results: GridResults, measure: Measure) -> list[list[Pair]]:
    """Return each search against the grid's first search with the same heuristic, by groups.

    A group in which no algorithm has options is left out.
    """
    groups: dict[tuple[str, str | None], list[Configuration]] = {}
    for how in results.compared:
        if how.heuristic:
            groups.setdefault((how.heuristic, how.tie_break), []).append(how)
    chosen = [group for group in groups.values() if any(how.options for how in group)]
    pairs = [compare_two(results, measure, how, group[0]) for group in chosen for how in group[1:]]
    by_first: dict[Configuration, list[Pair]] = {}
    for pair in corrected(pairs):
        by_first.setdefault(pair.second, []).append(pair)
    return list(by_first.values())


def corrected(tests: Sequence[_Test]) -> list[_Test]:
    """Return tests, each with its ``p`` corrected for the number of tests as ``adjusted``."""
    adjusted = holm([one.p for one in tests])
    return [replace(one, adjusted=p) for one, p in zip(tests, adjusted, strict=True)]


def compare_two(
    results: GridResults, measure: Measure, first: Configuration, second: Configuration
) -> Pair:
    """Return the comparison of two configurations, p not corrected."""
    ratios = log_ratios(results, measure, first, second)
    differences = [log_ratio for _, log_ratio in ratios]
    solved = [
        {instance for instance, trial in results.trials[how].items() if trial.is_solved}
        for how in (first, second)
    ]
    clock = [ratio for _, ratio in log_ratios(results, measure_of("seconds"), first, second)]
    p, effect = signed_rank(block_means(results, ratios))
    return Pair(
        first,
        second,
        instances=len(differences),
        ratio=exp(sum(differences) / len(differences)) if differences else None,
        better=sum(difference < 0 for difference in differences),
        worse=sum(difference > 0 for difference in differences),
        only_first=len(solved[0] - solved[1]),
        only_second=len(solved[1] - solved[0]),
        effect=effect,
        p=p,
        clock=exp(sum(clock) / len(clock)) if clock else None,
    )


def log_ratios(
    results: GridResults, measure: Measure, first: Configuration, second: Configuration
) -> list[tuple[str, float]]:
    """Return (instance, log of first / second) if both solved it and the measure is known."""
    found = []
    for instance in results.solved_by_all((first, second)):
        one, other = (
            results.trials[how][instance].measures[measure.name] for how in (first, second)
        )
        if one is not None and other is not None:
            found.append((instance, log(measure.floored(one) / measure.floored(other))))
    return found


def block_means(results: GridResults, values: Sequence[tuple[str, float]]) -> list[float]:
    """Return the mean of the values of each board over all its options in the grid.

    A test counts a board once: the same board with other options is not an independent board.
    """
    blocks: dict[str, list[float]] = {}
    for instance, value in values:
        blocks.setdefault(results.blocks[instance], []).append(value)
    return [round(sum(own) / len(own), 12) for own in blocks.values()]


# The effect of an axis, on pairs of boards that differ in this axis only.
#
# A *twin* of a board differs from the board in one axis only: the same pieces with more
# walls, the same board in another formulation. Values of a paired axis are compared on twins
# alone.


@dataclass(frozen=True)
class Contrast:
    """A configuration at two values of an axis, on the same boards.

    boards: how many boards it solved at both values, each counted once whatever its other options.
    more, less: on how many of these boards ``value`` took more, or less, than ``base``, in the mean
    over the other options. only_base, only_value: how often a board was solved at this value alone.
    ratio: geometric mean of value / base, low to high: its 95 % interval. clock: the same ratio of
    seconds. effect: rank-biserial correlation, +1 if ``value`` always takes more. p: of the
    signed-rank test; ``adjusted`` with Holm's correction.
    """

    axis: str
    base: Axis
    value: Axis
    configuration: Configuration
    boards: int
    more: int
    less: int
    only_base: int
    only_value: int
    ratio: float | None
    low: float | None
    high: float | None
    clock: float | None
    effect: float
    p: float
    adjusted: float = 1.0


def twins(
    results: GridResults, axis: str, where: Mapping[str, Axis] = MappingProxyType({})
) -> list[dict[Axis, str]]:
    """Return the groups of boards that differ in an axis only: its values to the instances.

    where: values of other axes, at which the boards are that count.
    """
    groups: dict[tuple[object, ...], dict[Axis, str]] = {}
    for instance, axes in results.instances.items():
        others = tuple(sorted((name, str(axes[name])) for name in axes if name != axis))
        if axis in axes and where.items() <= axes.items():
            groups.setdefault((results.blocks[instance], others), {})[axes[axis]] = instance
    return list(groups.values())


def is_paired(results: GridResults, axis: str) -> bool:
    """Tell whether some board stands at several values of an axis."""
    return any(len(group) > 1 for group in twins(results, axis))


def boards_at(
    results: GridResults, axis: str, configurations: Sequence[Configuration]
) -> dict[Axis, list[str]]:
    """Return for each value of an axis the boards that all the configurations solved there.

    On a paired axis only boards that they solved at every value count: the same boards everywhere.
    """
    common = set(results.solved_by_all(configurations))
    values = results.axes[axis]
    if not is_paired(results, axis):
        axes = results.instances
        return {
            value: [i for i in axes if i in common and axes[i].get(axis) == value]
            for value in values
        }
    whole = [
        group
        for group in twins(results, axis)
        if len(group) == len(values) and common.issuperset(group.values())
    ]
    return {value: [group[value] for group in whole] for value in values}


def contrasts(
    results: GridResults,
    measure: Measure,
    where: Mapping[str, Axis] = MappingProxyType({}),
) -> list[Contrast]:
    """Return each value of each paired axis against the first value, p corrected for all values.

    where: values of other axes, at which the boards are that count.
    """
    return corrected(
        [
            _contrast(results, measure, axis, value, how, where)
            for axis, values in results.axes.items()
            if is_paired(results, axis) and axis not in where
            for value in values[1:]
            for how in results.compared
        ]
    )


def _contrast(
    results: GridResults,
    measure: Measure,
    axis: str,
    value: Axis,
    how: Configuration,
    where: Mapping[str, Axis],
) -> Contrast:
    base = results.axes[axis][0]
    pairs = [
        (group[base], group[value])
        for group in twins(results, axis, where)
        if {base, value} <= group.keys()
    ]
    differences = _differences(results, measure, how, pairs)
    clock = _differences(results, measure_of("seconds"), how, pairs)
    trials = results.trials[how]
    solved = [[one in trials and trials[one].is_solved for one in pair] for pair in pairs]
    interval = mean_interval(differences)
    p, effect = signed_rank(differences)
    return Contrast(
        axis,
        base,
        value,
        how,
        boards=len(differences),
        more=sum(difference > 0 for difference in differences),
        less=sum(difference < 0 for difference in differences),
        only_base=solved.count([True, False]),
        only_value=solved.count([False, True]),
        ratio=exp(fmean(differences)) if differences else None,
        low=None if interval is None else exp(interval[0]),
        high=None if interval is None else exp(interval[1]),
        clock=exp(fmean(clock)) if clock else None,
        effect=0.0 - effect,
        p=p,
    )


def _differences(
    results: GridResults,
    measure: Measure,
    how: Configuration,
    pairs: Sequence[tuple[str, str]],
) -> list[float]:
    """Return the logarithms of what the second takes of the first, board by board."""
    found: list[tuple[str, float]] = []
    trials = results.trials[how]
    for pair in pairs:
        taken = [
            trials[one].measures[measure.name]
            for one in pair
            if one in trials and trials[one].is_solved
        ]
        before, after = taken if len(taken) == 2 else (None, None)
        if before is not None and after is not None:
            found.append((pair[0], log(measure.floored(after) / measure.floored(before))))
    return block_means(results, found)
