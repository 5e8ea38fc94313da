"""The effect of an axis, on pairs of boards that differ in this axis only.

A *twin* of a board differs from the board in one axis only: the same pieces with more
walls, the same board in another formulation. Values of a paired axis are compared on twins alone.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import exp, log
from statistics import fmean
from types import MappingProxyType

from aima_search.apps.lab.report.measures import measure_of
from aima_search.apps.lab.report.pairs import block_means, corrected
from aima_search.apps.lab.report.results import GridResults
from aima_search.runs.configuration import Configuration
from aima_search.runs.instances import Axis
from aima_search.runs.measures import Measure
from aima_search.runs.statistics import mean_interval, signed_rank


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
