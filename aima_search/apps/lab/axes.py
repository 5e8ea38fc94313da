"""Each axis of a grid, and all of them together: means and shares of runs solved at each value."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from math import prod

from aima_search.apps.lab.comparisons import Contrast, boards_at, contrasts, is_paired
from aima_search.apps.lab.local import LocalContrast, local_contrasts
from aima_search.apps.lab.results import GridResults, as_number, measure_of
from aima_search.catalog.configuration import Configuration
from aima_search.runs.instances import Axis
from aima_search.runs.measures import Measure

_MOST_ROWS = 200  # of all axes together
_MOST_VALUES = 6  # of an axis, if another axis is tested at each of its values


@dataclass(frozen=True)
class AxisFinding:
    """The findings along an axis.

    places: the axis' values as numbers, None if some value is not a number. is_paired: the same
    boards stand at several values. groups: the axis groups boards, and does not name each board.
    sizes: for each value the number of its boards, and how many of them all compared configurations
    solved (on a paired axis: at every value). means: of the measure, over the boards that all
    solved. shares: of all runs, how many solved. contrasts: each value against the first value;
    at_each: if the axis has two values, their contrasts at each value of another axis, by the name
    of that axis. local: the contrasts of the local searches.
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
    local: Sequence[LocalContrast]


@dataclass(frozen=True)
class Combination:
    """A configuration at a combination of the values of all axes; means: by name of measure."""

    values: Sequence[Axis]
    configuration: Configuration
    share: float | None
    boards: int
    means: Mapping[str, float | None]


def axis_findings(
    results: GridResults, measure: Measure, tested: Sequence[Contrast]
) -> dict[str, AxisFinding]:
    """Return what is found along each axis; ``tested``: the contrasts of all paired axes."""
    return {axis: _finding(results, measure, axis, tested) for axis in results.axes}


def _finding(
    results: GridResults, measure: Measure, axis: str, tested: Sequence[Contrast]
) -> AxisFinding:
    values, configurations = results.axes[axis], results.compared
    paired = is_paired(results, axis)
    shared = boards_at(results, axis, configurations)
    there = {value: _where(results, {axis: value}) for value in values}
    numbers = [number for value in values if (number := as_number(value)) is not None]
    return AxisFinding(
        axis,
        values,
        places=numbers if len(numbers) == len(values) else None,
        is_paired=paired,
        groups=paired or len(values) < len(set(results.blocks.values())),
        sizes={value: (len(there[value]), len(shared[value])) for value in values},
        means={
            (how, value): results.mean_of(how, measure, shared[value])
            for how in configurations
            for value in values
        },
        shares={
            (how, value): _share(results, how, there[value])
            for how in configurations
            for value in values
        },
        contrasts=[one for one in tested if one.axis == axis],
        at_each=_at_each(results, measure, axis) if paired and len(values) == 2 else {},
        local=local_contrasts(results, axis) if paired else [],
    )


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
        if is_paired(results, other)
    }


def axis_combinations(results: GridResults, measure: Measure) -> list[Combination]:
    """Return each configuration at each combination of values; nothing if it were too much."""
    axes, configurations = results.axes, results.compared
    rows = prod(len(values) for values in axes.values()) * len(configurations)
    if len(axes) < 2 or not 0 < rows <= _MOST_ROWS:
        return []
    found = []
    for values in product(*axes.values()):
        point = dict(zip(axes, values, strict=True))
        boards, kept = _where(results, point), _kept(results, point)
        for how in configurations if boards else []:
            share = _share(results, how, boards)
            common = [board for board in boards if results.blocks[board] in kept] if share else []
            means = {
                one.name: results.mean_of(how, one, common) for one in measures_together(measure)
            }
            found.append(Combination(values, how, share, len(common), means))
    return found


def measures_together(measure: Measure) -> list[Measure]:
    """Return the measures in the table of all axes together."""
    wanted = (measure, measure_of("cost"), measure_of("seconds"))
    return list({one.name: one for one in wanted}.values())


def _kept(results: GridResults, values: dict[str, Axis]) -> set[str]:
    """Return the blocks of boards solved in all rows that compare with the row of these values.

    These are the rows of all configurations and all values of the paired axes; a row that solved
    nothing has no say.
    """
    others = {name: value for name, value in values.items() if not is_paired(results, name)}
    rows: dict[tuple[Configuration, tuple[Axis, ...]], set[str]] = {}
    for board in _where(results, others):
        for how in results.compared:
            if board in results.trials[how] and results.trials[how][board].is_solved:
                at = tuple(results.instances[board].get(name, "") for name in values)
                rows.setdefault((how, at), set()).add(results.blocks[board])
    return set.intersection(*rows.values()) if rows else set()


def _where(results: GridResults, values: dict[str, Axis]) -> list[str]:
    """Return the boards at these values of axes."""
    return [
        instance for instance, axes in results.instances.items() if values.items() <= axes.items()
    ]


def _share(results: GridResults, how: Configuration, boards: list[str]) -> float | None:
    """Return the share of the runs on boards that solved; a board without a run counts as one."""
    trials = results.trials[how]
    solved, runs = 0, 0
    for board in boards:
        own = trials[board].runs if board in trials else ()
        solved += sum(run.solved for run in own)
        runs += len(own) or 1
    return solved / runs if runs else None
