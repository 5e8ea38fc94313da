"""The effects of varied options (*factors*): the means at each value, and tests.

The values of a *paired* option use the same boards. So each value can be compared with the first
value by a test. The values of any other option have different boards, and are not tested.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product
from typing import Any

import numpy as np

from aima_search.apps.lab.comparisons import PairComparison, compare_family
from aima_search.apps.lab.grid import Grid
from aima_search.apps.lab.results import Array, GridResults, GroupedBoards, as_number
from aima_search.base.interchange import counted
from aima_search.catalog.configuration import Configuration
from aima_search.runs.instances import Axis
from aima_search.runs.measures import Measure
from aima_search.runs.statistics import corrected, is_few

_MOST_VALUES = 6  # an option with more values does not split the comparisons of another option


class FactorEffect:
    """The results of an experiment for each value of a varied option.

    places: the values as numbers, or None if some values are not numbers.
    sizes: for each value, (number of boards, number of boards that all configurations solved).
    means: the means over the boards that all configurations solved (see ``boards_at``).
    shares: the share of runs that succeeded. contrasts: comparisons of each value with the first
    value. If the option is not paired (its values have different boards), ``contrasts`` is empty.
    """

    def __init__(self, results: GridResults, measure: Measure, axis: str) -> None:
        """Compute how ``measure`` depends on the varied option ``axis``, for each configuration."""
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
        self.contrasts = _contrasts(results, measure, axis) if axis in results.paired else []


def factors(results: GridResults, measure: Measure) -> dict[str, FactorEffect]:
    """Return the effect of each varied option; p-values are corrected for the number of options."""
    found = {axis: FactorEffect(results, measure, axis) for axis in results.axes}
    families = corrected({axis: effect.contrasts for axis, effect in found.items()})
    for axis, effect in found.items():
        effect.contrasts = families[axis]
    return found


def boards_at(results: GridResults, axis: str) -> dict[Axis, Array]:
    """Return, for each value of an option, the boards that all configurations solved.

    If the option is paired, a board is left out unless it was solved with every value.
    """
    common, values = results.common(results.compared), results.axes[axis]
    if axis not in results.paired:
        return {value: np.flatnonzero(common & results.at({axis: value})) for value in values}
    matched = results.matched[axis]
    whole = matched[(matched >= 0).all(axis=1) & common[matched].all(axis=1)]
    return dict(zip(values, whole.T, strict=True))


def matched_at(
    boards: GroupedBoards, axis: str, value: Axis, where: Mapping[str, Axis]
) -> tuple[Any, Any]:
    """Return (boards at the first value of ``axis``, the same boards at ``value``)."""
    matched = boards.matched[axis][:, [0, boards.axes[axis].index(value)]]
    base, other = matched[(matched >= 0).all(axis=1)].T
    chosen = boards.at(where)[base]
    return base[chosen], other[chosen]


def _contrasts(results: GridResults, measure: Measure, axis: str) -> list[PairComparison]:
    base, *values = results.axes[axis]
    family: list[Any] = []
    for where, value in product(_places(results, axis), values):
        before, after = matched_at(results, axis, value, where)
        settings = {"axis": axis, "base": base, "value": value, "where": where}
        family += [((config, after), (config, before), settings) for config in results.compared]
    return compare_family(results, measure, family)


def _places(results: GridResults, axis: str) -> Iterator[Mapping[str, Axis]]:
    """Yield dicts that select boards: {} for all boards, then for example {"rows": 6}."""
    yield {}
    for other, values in results.axes.items() if len(results.axes[axis]) == 2 else ():
        is_short = other != axis and len(values) <= _MOST_VALUES
        if is_short and None in map(as_number, values) and other in results.paired:
            yield from ({other: value} for value in values)


def prospects(grid: Grid) -> list[str]:
    """Return a warning for each effect for which the experiment has too few boards."""
    boards = GroupedBoards((board.title, board.axes, board.block) for board in grid.instances)
    tests = []
    if len(grid.configurations) > 1:
        tests.append(("a difference between searches", boards.different, 1))
    for axis in boards.paired:
        first, *_, last = boards.axes[axis]
        matched, _ = matched_at(boards, axis, last, {})
        effect = f"the effect of {axis} from {first} to {last}"
        tests.append((effect, len(np.unique(boards.blocks[matched])), len(boards.paired)))
    return [
        f"{counted(count, 'board')}: too few to show {effect}; use at least {_enough(factors)}"
        for effect, count, factors in tests
        if is_few(count, factors)
    ]


def _enough(factors: int) -> int:
    return next(count for count in range(1, 99) if not is_few(count, factors))
