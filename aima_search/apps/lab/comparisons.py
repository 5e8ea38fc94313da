"""Two searches, or two values of an axis, side by side: a paired test, the size of the effect.

Every two heuristics of an algorithm are compared, and every two algorithms with a heuristic, over
the boards that both solved. A *twin* of a board differs from the board in one axis only: the same
pieces with more walls, the same board in another formulation. Values of a paired axis are compared
on twins alone. What is compared is the ratio of what was taken (differences of logarithms).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations, product
from math import exp, prod
from types import MappingProxyType
from typing import Any, TypeVar

import numpy as np

from aima_search.apps.lab.results import GridResults, Mask, Numbers, as_number, measure_of
from aima_search.catalog.configuration import Configuration
from aima_search.runs.instances import Axis
from aima_search.runs.measures import Measure
from aima_search.runs.statistics import holm, mean_interval, signed_rank

_Test = TypeVar("_Test", bound=Any)
_MOST_ROWS = 200  # of all axes together
_MOST_VALUES = 6  # of an axis, if another axis is tested at each of its values
_NOWHERE: Mapping[str, Axis] = MappingProxyType({})


@dataclass(frozen=True)
class Pair:
    """Two configurations on the same boards.

    instances: how many both solved. ratio: geometric mean of first / second; clock: the same ratio
    of seconds. better, worse: on how many boards the first needed less, or more. only_first,
    only_second: how many boards only this one solved. p, effect: of the test; it counts a board
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
    logs = log_ratios(results, measure, first, second)
    compared = ~np.isnan(logs)
    one, other = results.solved(first), results.solved(second)
    p, effect = signed_rank(_block_means(results, logs))
    return Pair(
        first,
        second,
        instances=int(compared.sum()),
        ratio=_ratio(logs),
        better=int((logs < 0).sum()),
        worse=int((logs > 0).sum()),
        only_first=int((one & ~other).sum()),
        only_second=int((other & ~one).sum()),
        effect=effect,
        p=p,
        clock=_ratio(log_ratios(results, measure_of("seconds"), first, second)),
    )


def log_ratios(
    results: GridResults, measure: Measure, first: Configuration, second: Configuration
) -> Numbers:
    """Return the log of first / second of each board that both solved, otherwise NaN."""
    ones, others = (results.values(how, measure) for how in (first, second))
    return _log_ratios(measure, ones, others, results.common((first, second)))


def _log_ratios(measure: Measure, ones: Numbers, others: Numbers, where: Mask) -> Numbers:
    logs = np.log(np.maximum(ones, measure.floor) / np.maximum(others, measure.floor))
    return np.where(where, logs, np.nan)


def _ratio(logs: Numbers) -> float | None:
    """Return the geometric mean of ratios by their logarithms, None if none is known."""
    known = logs[~np.isnan(logs)]
    return exp(known.mean()) if len(known) else None


def _block_means(results: GridResults, logs: Numbers) -> Numbers:
    """Return the mean of the values of each board over all its options in the grid.

    A test counts a board once: the same board with other options is not an independent board.
    """
    known = ~np.isnan(logs)
    blocks, logs = results.board.blocks[known], logs[known]
    counts = np.bincount(blocks)
    sums = np.bincount(blocks, logs)
    return np.round(sums[counts > 0] / counts[counts > 0], 12)


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


def contrasts(
    results: GridResults, measure: Measure, where: Mapping[str, Axis] = _NOWHERE
) -> list[Contrast]:
    """Return each value of each paired axis against the first value, p corrected for all values.

    where: values of other axes, at which the boards are that count.
    """
    return corrected(
        [
            _contrast(results, measure, axis, value, how, where)
            for axis, values in results.axes.items()
            if results.is_paired(axis) and axis not in where
            for value in values[1:]
            for how in results.compared
        ]
    )


def twins_at(
    results: GridResults, axis: str, value: Axis, where: Mapping[str, Axis] = _NOWHERE
) -> tuple[Any, Any]:
    """Return the numbers of the boards at an axis' first value, and of their twins at another."""
    twins = results.twins(axis)[:, [0, results.axes[axis].index(value)]]
    base, other = twins[(twins >= 0).all(axis=1)].T
    chosen = results.board.at(where)[base]
    return base[chosen], other[chosen]


def _contrast(
    results: GridResults,
    measure: Measure,
    axis: str,
    value: Axis,
    how: Configuration,
    where: Mapping[str, Axis],
) -> Contrast:
    base, other = twins_at(results, axis, value, where)
    solved = results.solved(how)
    both = solved[base] & solved[other]

    def differences(by: Measure) -> Numbers:
        """Return the logarithms of what the value takes of the base, board by board."""
        taken = results.values(how, by)
        logs = np.full(len(taken), np.nan)
        logs[base] = _log_ratios(by, taken[other], taken[base], both)
        return _block_means(results, logs)

    found, clock = differences(measure), differences(measure_of("seconds"))
    interval = mean_interval(found)
    p, effect = signed_rank(found)
    return Contrast(
        axis,
        results.axes[axis][0],
        value,
        how,
        boards=len(found),
        more=int((found > 0).sum()),
        less=int((found < 0).sum()),
        only_base=int((solved[base] & ~solved[other]).sum()),
        only_value=int((~solved[base] & solved[other]).sum()),
        ratio=_ratio(found),
        low=None if interval is None else exp(interval[0]),
        high=None if interval is None else exp(interval[1]),
        clock=_ratio(clock),
        effect=0.0 - effect,
        p=p,
    )


@dataclass(frozen=True)
class AxisFinding:
    """The findings along an axis.

    places: the axis' values as numbers, None if some value is not a number. is_paired: the same
    boards stand at several values. groups: the axis groups boards, and does not name each board.
    sizes: for each value the number of its boards, and how many of them all compared configurations
    solved (on a paired axis: at every value). means: of the measure, over the boards that all
    solved. shares: of all runs, how many solved. contrasts: each value against the first value;
    at_each: if the axis has two values, their contrasts at each value of another axis, by the name
    of that axis.
    """

    name: str
    values: Sequence[Axis]
    places: Sequence[float] | None
    is_paired: bool
    groups: bool
    sizes: Mapping[Axis, tuple[int, int]]
    means: Mapping[tuple[Configuration, Axis], float | None]
    shares: Mapping[tuple[Configuration, Axis], float | None]
    contrasts: Sequence[Contrast]
    at_each: Mapping[str, Mapping[Axis, Sequence[Contrast]]]


def along(
    results: GridResults, measure: Measure, axis: str, tested: Sequence[Contrast]
) -> AxisFinding:
    """Return what is found along an axis; tested: the contrasts of all paired axes."""
    values, configurations = results.axes[axis], results.compared
    paired = results.is_paired(axis)
    shared = boards_at(results, axis, configurations)
    there = {value: results.board.at({axis: value}) for value in values}
    numbers = [number for value in values if (number := as_number(value)) is not None]
    every = list(product(configurations, values))
    return AxisFinding(
        axis,
        values,
        places=numbers if len(numbers) == len(values) else None,
        is_paired=paired,
        groups=paired or len(values) < len(np.unique(results.board.blocks)),
        sizes={value: (int(there[value].sum()), len(shared[value])) for value in values},
        means={(how, at): results.mean_of(how, measure, shared[at]) for how, at in every},
        shares={(how, at): _share(results, how, there[at]) for how, at in every},
        contrasts=[one for one in tested if one.axis == axis],
        at_each=_at_each(results, measure, axis) if paired and len(values) == 2 else {},
    )


def boards_at(
    results: GridResults, axis: str, configurations: Sequence[Configuration]
) -> dict[Axis, Any]:
    """Return for each value of an axis the numbers of the boards that all solved there.

    On a paired axis only boards that they solved at every value count: the same boards everywhere.
    """
    common, values = results.common(configurations), results.axes[axis]
    if not results.is_paired(axis):
        return {v: np.flatnonzero(common & results.board.at({axis: v})) for v in values}
    twins = results.twins(axis)
    whole = twins[(twins >= 0).all(axis=1) & common[twins].all(axis=1)]
    return dict(zip(values, whole.T, strict=True))


def _at_each(
    results: GridResults, measure: Measure, axis: str
) -> dict[str, dict[Axis, list[Contrast]]]:
    """Return the contrasts of an axis at each value of the paired axes whose values are words."""
    others = [
        other
        for other, values in results.axes.items()
        if other != axis and len(values) <= _MOST_VALUES and None in map(as_number, values)
    ]
    return {
        other: {
            at: [one for one in contrasts(results, measure, {other: at}) if one.axis == axis]
            for at in results.axes[other]
        }
        for other in others
        if results.is_paired(other)
    }


@dataclass(frozen=True)
class Combination:
    """A configuration at a combination of the values of all axes; means: by name of measure."""

    values: Sequence[Axis]
    configuration: Configuration
    share: float | None
    boards: int
    means: Mapping[str, float | None] = field(default_factory=dict)


def all_axes(results: GridResults, measure: Measure) -> list[Combination]:
    """Return each configuration at each combination of values; nothing if it were too much."""
    axes, configurations = results.axes, results.compared
    rows = prod(len(values) for values in axes.values()) * len(configurations)
    if len(axes) < 2 or not 0 < rows <= _MOST_ROWS:
        return []
    found = []
    for values in product(*axes.values()):
        point = dict(zip(axes, values, strict=True))
        there = results.board.at(point)
        kept = there & np.isin(results.board.blocks, list(_kept(results, point)))
        for how in configurations if there.any() else []:
            share = _share(results, how, there)
            common = kept if share else np.zeros_like(kept)
            means = {
                one.name: results.mean_of(how, one, common) for one in measures_together(measure)
            }
            found.append(Combination(values, how, share, int(common.sum()), means))
    return found


def measures_together(measure: Measure) -> list[Measure]:
    """Return the measures in the table of all axes together."""
    wanted = (measure, measure_of("cost"), measure_of("seconds"))
    return list({one.name: one for one in wanted}.values())


def _kept(results: GridResults, point: Mapping[str, Axis]) -> set[int]:
    """Return the blocks of boards solved in all rows that compare with the row of these values.

    These are the rows of all configurations and all values of the paired axes; a row that solved
    nothing has no say.
    """
    paired = [name for name in point if results.is_paired(name)]
    others = results.board.at({name: at for name, at in point.items() if name not in paired})
    rows = []
    for values in product(*(results.axes[name] for name in paired)):
        there = others & results.board.at(dict(zip(paired, values, strict=True)))
        rows += [results.board.blocks[there & results.solved(how)] for how in results.compared]
    solved = [set(blocks.tolist()) for blocks in rows if len(blocks)]
    return set.intersection(*solved) if solved else set()


def _share(results: GridResults, how: Configuration, boards: Mask) -> float | None:
    """Return the share of the runs on boards that solved; a board without a run counts as one."""
    solved = int(results.has_solved(how)[boards].sum())
    runs = int(np.maximum((results.statuses(how)[boards] >= 0).sum(axis=1), 1).sum())
    return solved / runs if runs else None
