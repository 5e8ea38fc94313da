"""Two searches, or two values of an axis, side by side: a paired test, the size of the effect.

Every two heuristics of an algorithm are compared, and every two algorithms with a heuristic, over
the boards that both solved. A *twin* of a board differs from the board in one axis only: the same
pieces with more walls, the same board in another formulation. Values of a paired axis are compared
on twins alone. What is compared is the ratio of what was taken (differences of logarithms).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, product
from math import exp
from types import MappingProxyType
from typing import Any, TypeAlias, TypeVar

import numpy as np

from aima_search.apps.lab.results import (
    Array,
    GridResults,
    Mask,
    Numbers,
    as_number,
    measure_of,
)
from aima_search.catalog.configuration import Configuration
from aima_search.runs.instances import Axis
from aima_search.runs.measures import Measure
from aima_search.runs.statistics import holm, mean_interval, signed_rank

_Test = TypeVar("_Test", bound=Any)
_MOST_VALUES = 6  # of an axis, if another axis is tested at each of its values
Side: TypeAlias = "tuple[Configuration, Array | slice]"
"""A configuration, and the boards on which it is looked at, by their numbers."""

_NOWHERE: Mapping[str, Axis] = MappingProxyType({})


@dataclass(frozen=True, kw_only=True)
class Difference:
    """How much the first of two takes next to the second, on the same boards.

    boards: how many boards both solved. less, more: on how many of them the first needed less, or
    more. only_first, only_second: how many boards only this one solved. ratio: geometric mean of
    first / second; clock: the same ratio of seconds. p, effect: of the test; ``adjusted`` is p with
    Holm's correction.
    """

    boards: int
    less: int
    more: int
    only_first: int
    only_second: int
    ratio: float | None
    clock: float | None
    effect: float
    p: float
    adjusted: float = 1.0

    @property
    def is_same(self) -> bool:
        """Whether the two did the same on all boards that both solved."""
        return self.boards > 0 and self.less == self.more == 0


@dataclass(frozen=True, kw_only=True)
class Pair(Difference):
    """Two configurations; the test counts a board once, whatever its options and paired axes."""

    first: Configuration
    second: Configuration

    def reversed(self) -> Pair:
        """Return the same comparison seen from the second."""
        return replace(
            self,
            first=self.second,
            second=self.first,
            less=self.more,
            more=self.less,
            only_first=self.only_second,
            only_second=self.only_first,
            ratio=None if self.ratio is None else 1 / self.ratio,
            clock=None if self.clock is None else 1 / self.clock,
            effect=-self.effect,
        )


@dataclass(frozen=True, kw_only=True)
class Contrast(Difference):
    """A configuration at a value of an axis, the first of two, and at the axis' base value.

    A board counts once, with its mean over the other paired axes and its options; only_first and
    only_second count each of these. low, high: the 95 % interval of the ratio. effect: +1 if
    ``value`` always takes more.
    """

    axis: str
    base: Axis
    value: Axis
    configuration: Configuration
    low: float | None
    high: float | None


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


def compare_methods(
    results: GridResults, measure: Measure, best: Configuration | None
) -> list[list[Pair]]:
    """Return searches next to another search, in groups: what they take, and what it takes.

    A search is compared with the grid's first search with the same heuristic, if algorithms have
    options there; a blind search with the best informed search.
    """
    groups: dict[tuple[str, str | None], list[Configuration]] = {}
    for how in results.compared:
        if how.heuristic:
            groups.setdefault((how.heuristic, how.tie_break), []).append(how)
    chosen = [group for group in groups.values() if any(how.options for how in group)]
    rivals = [(how, group[0]) for group in chosen for how in group[1:]]
    pairs = corrected([compare_two(results, measure, how, first) for how, first in rivals])
    if best is not None:
        blind = [
            how for how in results.facts if not how.heuristic and not how.chosen.algorithm.local
        ]
        pairs += corrected([compare_two(results, measure, how, best) for how in blind])
    found: dict[tuple[Configuration, bool], list[Pair]] = {}
    for pair in pairs:
        found.setdefault((pair.second, pair.first.heuristic is None), []).append(pair)
    return list(found.values())


def corrected(tests: Sequence[_Test]) -> list[_Test]:
    """Return tests, each with its ``p`` corrected for the number of tests as ``adjusted``."""
    adjusted = holm([one.p for one in tests])
    return [replace(one, adjusted=p) for one, p in zip(tests, adjusted, strict=True)]


def compare_two(
    results: GridResults, measure: Measure, first: Configuration, second: Configuration
) -> Pair:
    """Return the comparison of two configurations, p not corrected."""
    everywhere = slice(None)
    found, _ = _difference(results, measure, (first, everywhere), (second, everywhere), once=False)
    return Pair(first=first, second=second, **found)


def log_ratios(results: GridResults, measure: Measure, first: Side, second: Side) -> Numbers:
    """Return the log of first / second of each board that both solved, otherwise NaN."""
    taken = [
        np.maximum(results.values(how, measure)[at], measure.floor) for how, at in (first, second)
    ]
    both = np.logical_and(*(results.solved[how][at] for how, at in (first, second)))
    return np.where(both, np.log(taken[0] / taken[1]), np.nan)


def _difference(
    results: GridResults, measure: Measure, first: Side, second: Side, *, once: bool
) -> tuple[dict[str, Any], Numbers]:
    """Return the fields of a Difference, and the logarithms that are tested.

    A test counts a board once: the same board with other options is not an independent board.
    once: so do the other numbers, but for what one of the two solved alone.
    """
    blocks = results.blocks[second[1]]
    logs, clock = (
        log_ratios(results, by, first, second) for by in (measure, measure_of("seconds"))
    )
    tested = _block_means(blocks, logs)
    if once:
        logs, clock = tested, _block_means(blocks, clock)
    one, other = (results.solved[how][at] for how, at in (first, second))
    p, effect = signed_rank(tested)
    return {
        "boards": int((~np.isnan(logs)).sum()),
        "less": int((logs < 0).sum()),
        "more": int((logs > 0).sum()),
        "only_first": int((one & ~other).sum()),
        "only_second": int((other & ~one).sum()),
        "ratio": _ratio(logs),
        "clock": _ratio(clock),
        "effect": effect,
        "p": p,
    }, tested


def _ratio(logs: Numbers) -> float | None:
    """Return the geometric mean of ratios by their logarithms, None if none is known."""
    known = logs[~np.isnan(logs)]
    return exp(known.mean()) if len(known) else None


def _block_means(blocks: Array, logs: Numbers) -> Numbers:
    """Return the mean of the known values of each block."""
    known = ~np.isnan(logs)
    counts = np.bincount(blocks[known])
    sums = np.bincount(blocks[known], logs[known])
    return np.round(sums[counts > 0] / counts[counts > 0], 12)


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
    twins = results.twins[axis][:, [0, results.axes[axis].index(value)]]
    base, other = twins[(twins >= 0).all(axis=1)].T
    chosen = results.at(where)[base]
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
    found, logs = _difference(results, measure, (how, other), (how, base), once=True)
    interval = mean_interval(logs)
    return Contrast(
        axis=axis,
        base=results.axes[axis][0],
        value=value,
        configuration=how,
        low=None if interval is None else exp(interval[0]),
        high=None if interval is None else exp(interval[1]),
        **{**found, "effect": 0.0 - found["effect"]},
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
    values, paired = results.axes[axis], results.is_paired(axis)
    shared = boards_at(results, axis)
    there = {value: results.at({axis: value}) for value in values}
    numbers = [number for value in values if (number := as_number(value)) is not None]
    every = list(product(results.compared, values))
    return AxisFinding(
        axis,
        values,
        places=numbers if len(numbers) == len(values) else None,
        is_paired=paired,
        groups=paired or len(values) < len(np.unique(results.blocks)),
        sizes={value: (int(there[value].sum()), len(shared[value])) for value in values},
        means={(how, at): results.mean_of(how, measure, shared[at]) for how, at in every},
        shares={(how, at): share_solved(results, how, there[at]) for how, at in every},
        contrasts=[one for one in tested if one.axis == axis],
        at_each=_at_each(results, measure, axis) if paired and len(values) == 2 else {},
    )


def boards_at(results: GridResults, axis: str) -> dict[Axis, Any]:
    """Return for each value of an axis the numbers of the boards that all solved there.

    On a paired axis only boards that they solved at every value count: the same boards everywhere.
    """
    common, values = results.common(results.compared), results.axes[axis]
    if not results.is_paired(axis):
        return {v: np.flatnonzero(common & results.at({axis: v})) for v in values}
    twins = results.twins[axis]
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


def solved_in_each_row(results: GridResults, point: Mapping[str, Axis]) -> list[int]:
    """Return the blocks of boards solved in all rows that compare with the row of these values.

    These are the rows of all configurations and all values of the paired axes; a row that solved
    nothing has no say.
    """
    paired = [name for name in point if results.is_paired(name)]
    others = results.at({name: at for name, at in point.items() if name not in paired})
    rows = []
    for values in product(*(results.axes[name] for name in paired)):
        there = others & results.at(dict(zip(paired, values, strict=True)))
        rows += [results.blocks[there & results.solved[how]] for how in results.compared]
    solved = [set(blocks.tolist()) for blocks in rows if len(blocks)]
    return sorted(set.intersection(*solved)) if solved else []


def share_solved(results: GridResults, how: Configuration, boards: Mask) -> float | None:
    """Return the share of the runs on boards that solved; a board without a run counts as one."""
    solved = int(results.has_solved(how)[boards].sum())
    runs = int(np.maximum(results.has_ended(how)[boards].sum(axis=1), 1).sum())
    return solved / runs if runs else None
