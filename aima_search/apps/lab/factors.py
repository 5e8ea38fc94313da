"""The effects of factors. Each value of a varied option is compared with the first value.

The values of a *paired* option use the same boards. The values of any other option have different
boards: then only boards with the same values of the other options (a *stratum*) are compared, and a
search that a limit stopped counts with its value at the limit. Otherwise, hard boards would look
easy.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product
from math import exp
from typing import Any

import numpy as np

from aima_search.apps.lab.comparisons import PairComparison, compare_family, known
from aima_search.apps.lab.grid import Grid
from aima_search.apps.lab.results import Array, GridResults, GroupedBoards, Numbers, as_number
from aima_search.base.interchange import counted
from aima_search.catalog.configuration import Configuration
from aima_search.runs.instances import Axis
from aima_search.runs.measures import Measure
from aima_search.runs.statistics import (
    LEVEL,
    corrected,
    is_few,
    label_test,
    least_p,
    t_interval,
)

_MOST_VALUES = 6  # an option with more values does not split the comparisons of another option


class FactorEffect:
    """The results for a varied option.

    ``places``: the values as numbers, or None if a value is not a number. ``sizes``: for each
    value, the number of boards, and the number of boards that every configuration solved (see
    ``boards_at``). ``means``: the means over these boards. ``shares``: the share of runs that
    succeeded. ``contrasts``: if the option can be tested, comparisons of each value with the first
    value. Some comparisons are repeated at each value of another option.
    """

    def __init__(self, results: GridResults, measure: Measure, axis: str) -> None:
        """Compute the effect of a varied option on all configurations."""
        values, shared = results.axes[axis], boards_at(results, axis)
        there = {value: results.at({axis: value}) for value in values}
        numbers = [number for value in values if (number := as_number(value)) is not None]
        self.name, self.values = axis, values
        self.places = numbers if len(numbers) == len(values) else None
        self.sizes = {value: (int(there[value].sum()), len(shared[value])) for value in values}
        self.means: dict[tuple[Configuration, Axis], float | None] = {}
        self.shares: dict[tuple[Configuration, Axis], float] = {}
        for config, value in product(results.compared, values):
            self.means[config, value] = results.mean_of(config, measure, shared[value])
            ended = results.has_ended(config)[there[value]].sum(axis=1)
            solved = results.has_solved(config)[there[value]].sum()
            # a board without runs counts as one unsolved run
            self.shares[config, value] = float(solved / np.maximum(ended, 1).sum())
        compare = _matched if results.is_paired(axis) else _unmatched
        is_tested = axis in results.factors
        self.contrasts = list(compare(results, measure, axis)) if is_tested else []


def factors(results: GridResults, measure: Measure) -> dict[str, FactorEffect]:
    """Return the effect of each varied option; p-values are corrected for the number of options."""
    found = {axis: FactorEffect(results, measure, axis) for axis in results.axes}
    families = corrected({axis: effect.contrasts for axis, effect in found.items()})
    for axis, effect in found.items():
        effect.contrasts = families[axis]
    return found


def boards_at(results: GridResults, axis: str) -> dict[Axis, Array]:
    """Return, for each value of an option, the boards that all configurations solved.

    If the values of the option use the same boards, only boards solved at every value are returned.
    """
    common, values = results.common(results.compared), results.axes[axis]
    if not results.is_paired(axis):
        return {value: np.flatnonzero(common & results.at({axis: value})) for value in values}
    matched = results.matched[axis]
    whole = matched[(matched >= 0).all(axis=1) & common[matched].all(axis=1)]
    return dict(zip(values, whole.T, strict=True))


def matched_at(
    boards: GroupedBoards, axis: str, value: Axis, where: Mapping[str, Axis]
) -> tuple[Any, Any]:
    """Return two arrays: boards at an option's first value, and their variants at ``value``."""
    matched = boards.matched[axis][:, [0, boards.axes[axis].index(value)]]
    base, other = matched[(matched >= 0).all(axis=1)].T
    chosen = boards.at(where)[base]
    return base[chosen], other[chosen]


def _matched(results: GridResults, measure: Measure, axis: str) -> list[PairComparison]:
    base, *values = results.axes[axis]
    family: list[Any] = []
    for where, value in product(_places(results, axis), values):
        before, after = matched_at(results, axis, value, where)
        settings = {"axis": axis, "base": base, "value": value, "where": where}
        family += [((config, after), (config, before), settings) for config in results.compared]
    return compare_family(results, measure, family)


def _places(results: GridResults, axis: str) -> Iterator[Mapping[str, Axis]]:
    """Yield the boards for tests of an option: {} (all boards), then {other option: value}."""
    yield {}
    for other, values in results.axes.items() if len(results.axes[axis]) == 2 else ():
        is_short = other != axis and len(values) <= _MOST_VALUES
        if is_short and None in map(as_number, values) and results.is_paired(other):
            yield from ({other: value} for value in values)


def _unmatched(results: GridResults, measure: Measure, axis: str) -> Iterator[PairComparison]:
    """Compare the values of an option, if each value has its own boards."""
    base, *values = results.axes[axis]
    at, strata = unit_codes(results, axis)
    taken = [_mean_logs(results, config, measure) for config in results.compared]
    for place, value in enumerate(values, 1):
        chosen = (at == 0) | (at == place)
        labels, groups = at[chosen] == place, strata[chosen]
        rows = [row[chosen] for row in taken]
        p_values = label_test(rows, labels, groups)
        for config, row, (p, alone) in zip(results.compared, rows, p_values, strict=True):
            unsolved = [
                int((results.at({axis: end}) & ~results.solved[config]).sum())
                for end in (base, value)
            ]
            yield PairComparison(
                first=config,
                second=config,
                axis=axis,
                base=base,
                value=value,
                boards=len(known(row)),
                only_first=unsolved[0],
                only_second=unsolved[1],
                p=min(1.0, p * len(values)),
                p_alone=alone,
                sides=(len(known(row[~labels])), len(known(row[labels]))),
                **_shift(row, labels, groups),
            )


def unit_codes(boards: GroupedBoards, axis: str) -> tuple[Array, Array]:
    """Return two arrays, for each block the index of its value on ``axis``, and its stratum."""
    _, first = np.unique(boards.blocks, return_index=True)
    others = [
        boards.axes_of_boards[other][1][first]
        for other in boards.factors
        if other != axis and not boards.is_paired(other)
    ]
    keys = np.column_stack([np.zeros(len(first), int), *others])
    _, strata = np.unique(keys, axis=0, return_inverse=True)
    return boards.axes_of_boards[axis][1][first], strata.reshape(-1)


def _mean_logs(results: GridResults, config: Configuration, measure: Measure) -> Numbers:
    values = results.values(config, measure)
    if measure.name == "cost":
        values = np.where(results.solved[config], values, np.nan)
    logs = np.log(np.maximum(values, measure.floor))
    means = results.block_means(logs)
    means[np.unique(results.blocks[np.isnan(logs)])] = np.nan
    return means


def _shift(row: Numbers, labels: Array, strata: Array) -> dict[str, Any]:
    """Return the mean ratio (boards with the label True / other boards) and its interval."""
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
    shift = float(np.average(shifts, weights=weights))  # all strata have a common variance
    error = (squares / freedom / sum(weights)) ** 0.5 if freedom else None
    interval = None if error is None else t_interval(shift, error, freedom)
    low, high = map(exp, interval) if interval else (None, None)
    return {"ratio": exp(shift), "low": low, "high": high}


def prospects(grid: Grid) -> list[str]:
    """Return warnings that an experiment has too few boards to show some differences."""
    boards = GroupedBoards((board.title, board.axes, board.block) for board in grid.instances)
    is_local = all(config.entry.local for config in grid.configurations)
    factors = [axis for axis in boards.factors if boards.is_paired(axis) or not is_local]
    warnings = []
    if len(grid.configurations) > 1 and is_few(boards.different):
        warnings.append(
            f"{counted(boards.different, 'board')}: too few to show a difference between searches;"
            f" use at least {_enough()} boards"
        )
    for axis in factors:
        first, *_, last = boards.axes[axis]
        if needed := _boards_needed(boards, axis, last, len(factors)):
            effect = f"the effect of {axis} from {first} to {last}"
            warnings.append(f"there are too few boards to show {effect}; use at least {needed}")
    return warnings


def _enough(tests: int = 1) -> int:
    return next(count for count in range(1, 99) if not is_few(count, tests))


def _boards_needed(boards: GroupedBoards, axis: str, value: Axis, tests: int) -> str:
    if boards.is_paired(axis):
        matched, _ = matched_at(boards, axis, value, {})
        too_few = is_few(len(np.unique(boards.blocks[matched])), tests)
        return f"{_enough(tests)} boards" if too_few else ""
    at, strata = unit_codes(boards, axis)
    last, comparisons = boards.axes[axis].index(value), (len(boards.axes[axis]) - 1) * tests
    sizes = [
        (int((codes == 0).sum()), int((codes == last).sum()))
        for codes in (at[strata == stratum] for stratum in np.unique(strata))
    ]
    groups = [size for size in sizes if all(size)]
    if groups and least_p(groups) * comparisons <= LEVEL:
        return ""
    same = len(groups) or 1
    each = next(n for n in range(1, 99) if least_p([(n, n)] * same) * comparisons <= LEVEL)
    return f"{each} boards of each kind"
