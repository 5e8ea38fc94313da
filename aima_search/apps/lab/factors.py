"""What a factor does: a configuration at a value of an axis next to the axis' first value.

Along a paired axis the same boards stand at both values, and the signs of their differences are
flipped. Otherwise other boards stand at each value: they are compared within strata, boards that
are alike on all other axes, and the values are permuted within the strata. There a board that a
limit cut short counts with what it took until then, because it would take more: to leave it out
would make hard boards look easy.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import exp
from typing import Any

import numpy as np

from aima_search.apps.lab.boards import Array, Boards, Numbers, as_number
from aima_search.apps.lab.comparisons import (
    Comparison,
    block_means,
    boards_at,
    known,
    log_ratios,
    share_solved,
    summary,
)
from aima_search.apps.lab.permutation import label_test, sign_flip_test
from aima_search.apps.lab.results import GridResults
from aima_search.catalog.configuration import Configuration
from aima_search.runs.instances import Axis
from aima_search.runs.measures import Measure
from aima_search.runs.statistics import t_interval

_MOST_VALUES = 6  # of an axis, if another axis is compared at each of its values


@dataclass(frozen=True, kw_only=True)
class Contrast(Comparison):
    """A configuration at a value of an axis, the first of two, and at the axis' base value.

    only_first, only_second: how many boards were not solved at the base, or at the value; of a
    paired axis such boards as were solved at the other value. Of other axes ``boards`` counts the
    boards at both values, and less and more are 0. where: values of other axes at which the boards
    stand.
    """

    axis: str
    base: Axis
    value: Axis
    configuration: Configuration
    where: Mapping[str, Axis]


@dataclass(frozen=True)
class Factor:
    """The findings along an axis.

    places: the axis' values as numbers, None if some value is not a number. is_paired: the same
    boards stand at several values. groups: the axis groups boards, and does not name each board.
    sizes: for each value the number of its boards, and how many of them all compared configurations
    solved (on a paired axis: at every value). means: of the measure, over the boards that all
    solved. shares: of all runs, how many solved. contrasts: each value against the first value, and
    if a paired axis has two values, also at each value of other paired axes; one family.
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


def factor(results: GridResults, measure: Measure, axis: str) -> Factor:
    """Return what is found along an axis."""
    values, paired = results.axes[axis], results.is_paired(axis)
    groups = axis in results.factors
    shared = boards_at(results, axis)
    there = {value: results.at({axis: value}) for value in values}
    numbers = [number for value in values if (number := as_number(value)) is not None]
    every = [(config, value) for config in results.compared for value in values]
    contrasts = (_matched if paired else _unmatched)(results, measure, axis) if groups else ()
    return Factor(
        axis,
        values,
        places=numbers if len(numbers) == len(values) else None,
        is_paired=paired,
        groups=groups,
        sizes={value: (int(there[value].sum()), len(shared[value])) for value in values},
        means={(config, at): results.mean_of(config, measure, shared[at]) for config, at in every},
        shares={(config, at): share_solved(results, config, there[at]) for config, at in every},
        contrasts=list(contrasts),
    )


def matched_at(
    boards: Boards, axis: str, value: Axis, where: Mapping[str, Axis]
) -> tuple[Any, Any]:
    """Return the numbers of the boards at an axis' first value, and of their matches at another."""
    matched = boards.matched[axis][:, [0, boards.axes[axis].index(value)]]
    base, other = matched[(matched >= 0).all(axis=1)].T
    chosen = boards.at(where)[base]
    return base[chosen], other[chosen]


def _matched(results: GridResults, measure: Measure, axis: str) -> list[Contrast]:
    """Return the contrasts of a paired axis."""
    base, *values = results.axes[axis]
    rows, found = [], []
    for where in _places(results, axis):
        for value in values:
            places = matched_at(results, axis, value, where)
            for config in results.compared:
                first, second = (config, places[1]), (config, places[0])
                logs = log_ratios(results, measure, first, second)
                everywhere = np.full(len(results.boards), np.nan)
                everywhere[places[0]] = logs
                rows.append(block_means(results.blocks, everywhere))
                fields = summary(results, first, second, logs)
                fields |= {"axis": axis, "base": base, "value": value, "where": where}
                found.append(Contrast(configuration=config, **fields))
    p_values = sign_flip_test(rows)
    return [replace(one, p=p) for one, p in zip(found, p_values, strict=True)]


def _places(results: GridResults, axis: str) -> Iterator[Mapping[str, Axis]]:
    """Yield nowhere, and for two values each value of the paired axes whose values are words."""
    yield {}
    for other, values in results.axes.items() if len(results.axes[axis]) == 2 else ():
        is_short = other != axis and len(values) <= _MOST_VALUES
        if is_short and None in map(as_number, values) and results.is_paired(other):
            yield from ({other: value} for value in values)


def _unmatched(results: GridResults, measure: Measure, axis: str) -> Iterator[Contrast]:
    """Yield the contrasts of an axis whose boards differ from value to value.

    Bonferroni's correction counts the values that are held against the first value.
    """
    base, *values = results.axes[axis]
    at, strata = unit_codes(results, axis)
    taken = [_taken(results, config, measure) for config in results.compared]
    for place, value in enumerate(values, 1):
        chosen = (at == 0) | (at == place)
        labels, own = at[chosen] == place, strata[chosen]
        rows = [row[chosen] for row in taken]
        p_values = label_test(rows, labels, own)
        for config, row, p in zip(results.compared, rows, p_values, strict=True):
            lost = [
                int((results.at({axis: one}) & ~results.solved[config]).sum())
                for one in (base, value)
            ]
            yield Contrast(
                axis=axis,
                base=base,
                value=value,
                configuration=config,
                where={},
                boards=len(known(row)),
                less=0,
                more=0,
                only_first=lost[0],
                only_second=lost[1],
                clock=None,
                p=min(1.0, p * len(values)),
                **_shift(row, labels, own),
            )


def unit_codes(boards: Boards, axis: str) -> tuple[Array, Array]:
    """Return for each block the place of its value on an axis, and its stratum on all others."""
    _, first = np.unique(boards.blocks, return_index=True)
    others = [
        boards.axes_of_boards[other][1][first]
        for other in boards.factors
        if other != axis and not boards.is_paired(other)
    ]
    keys = np.column_stack([np.zeros(len(first), int), *others])
    _, strata = np.unique(keys, axis=0, return_inverse=True)
    return boards.axes_of_boards[axis][1][first], strata.reshape(-1)


def _taken(results: GridResults, config: Configuration, measure: Measure) -> Numbers:
    """Return the mean logarithm of each block, NaN if the measure of some of its boards is not."""
    values = results.values(config, measure)
    if measure.name == "cost":
        values = np.where(results.solved[config], values, np.nan)
    logs = np.log(np.maximum(values, measure.floor))
    means = block_means(results.blocks, logs)
    means[np.unique(results.blocks[np.isnan(logs)])] = np.nan
    return means


def _shift(row: Numbers, labels: Array, strata: Array) -> dict[str, Any]:
    """Return the ratio of the values with a label to the others in their stratum, with interval.

    Strata are weighted by n1 n2 / (n1 + n2), and have one variance in common.
    """
    weights, shifts, squares, freedom = [], [], 0.0, 0
    for stratum in np.unique(strata):
        sides = [known(row[(strata == stratum) & (labels == one)]) for one in (False, True)]
        squares += sum(float(((side - side.mean()) ** 2).sum()) for side in sides if len(side))
        freedom += sum(len(side) - 1 for side in sides if len(side))
        if all(map(len, sides)):
            weights.append(len(sides[0]) * len(sides[1]) / (len(sides[0]) + len(sides[1])))
            shifts.append(float(sides[1].mean() - sides[0].mean()))
    if not weights:
        return {"ratio": None, "low": None, "high": None}
    shift = float(np.average(shifts, weights=weights))
    error = (squares / freedom / sum(weights)) ** 0.5 if freedom else None
    interval = None if error is None else t_interval(shift, error, freedom)
    return {
        "ratio": exp(shift),
        "low": None if interval is None else exp(interval[0]),
        "high": None if interval is None else exp(interval[1]),
    }
