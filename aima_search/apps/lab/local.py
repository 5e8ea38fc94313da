"""Local search over its seeds: how often it succeeds, how sure that is, how far else it gets.

Every run counts here, as one draw: a success rate stands with its Wilson interval (1927), and two
configurations are compared run by run on the same boards, by who solved it (McNemar's exact test)
and by the value at the end (Wilcoxon's signed-rank test), each with Holm's correction.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, product
from statistics import fmean, median
from types import MappingProxyType

from aima_search.algorithms.names import ALGORITHMS
from aima_search.apps.lab.comparisons import corrected, twins
from aima_search.apps.lab.results import GridResults
from aima_search.catalog.configuration import Configuration
from aima_search.runs.courses import Course
from aima_search.runs.instances import Axis
from aima_search.runs.record import Record
from aima_search.runs.statistics import holm, mcnemar, signed_rank, wilson


@dataclass(frozen=True)
class LocalPair:
    """Two local searches on the same boards and repetitions.

    only_first, only_second: runs that only this search solved. higher, lower: runs at whose end
    the first search had the higher, or the lower, value. effect: +1 if it always had the higher.
    """

    first: Configuration
    second: Configuration
    runs: int
    only_first: int
    only_second: int
    p_solved: float
    higher: int
    lower: int
    effect: float
    p_value: float


@dataclass(frozen=True)
class LocalContrast:
    """A local search at two values of an axis, run by run on the same boards.

    solved_base, solved_value: how many of the runs solved at this value; interval_base,
    interval_value: the intervals of these rates. p: of McNemar's test; ``adjusted`` with Holm's
    correction.
    """

    base: Axis
    value: Axis
    configuration: Configuration
    runs: int
    solved_base: int
    solved_value: int
    interval_base: tuple[float, float]
    interval_value: tuple[float, float]
    p: float
    adjusted: float = 1.0


@dataclass(frozen=True)
class LocalRate:
    """A local search at some values of axes: how often it solved, and how far else it got.

    low, high: the interval of the rate. value: the mean at the end of a run; best_seen: of the best
    of each run; best: of all. iterations, evaluations: means. seconds_if_solved: the median of the
    runs that solved; seconds_a_solution: those of all runs by the number of solutions.
    """

    configuration: Configuration
    point: Mapping[str, Axis]
    runs: int
    solved: int
    low: float
    high: float
    value: float | None
    best_seen: float | None
    best: float | None
    iterations: float | None
    evaluations: float | None
    seconds_if_solved: float | None
    seconds_a_solution: float | None

    @property
    def rate(self) -> float:
        """The share of the runs that solved."""
        return self.solved / self.runs


@dataclass(frozen=True)
class LocalFindings:
    """The findings on the local searches of a grid.

    rates: split by no axis, by each axis, and by all, a list for each; pairs: every two searches;
    courses: at each combination of the axes' values.
    """

    rates: Sequence[tuple[Sequence[str], Sequence[LocalRate]]]
    pairs: Sequence[LocalPair]
    courses: Sequence[tuple[Mapping[str, Axis], Course]]


def local_findings(results: GridResults) -> LocalFindings:
    """Return what is found of the local searches; nothing without local searches."""
    runs = local_runs(results)
    if not runs:
        return LocalFindings([], [], [])
    axes = list(results.axes)
    splits = [[], *([axis] for axis in axes), *([axes] if len(axes) > 1 else [])]
    points = _points(results, axes)
    found = ((point, curves(results, point)) for point in points)
    return LocalFindings(
        [(split, _rates(results, runs, split)) for split in splits],
        compare_local(results),
        [(point, course) for point, course in found if any(course.values())],
    )


def _points(results: GridResults, split: Sequence[str]) -> list[dict[str, Axis]]:
    """Return the combinations of the values of some axes."""
    every = product(*(results.axes[axis] for axis in split))
    return [dict(zip(split, values, strict=True)) for values in every]


def _rates(
    results: GridResults, runs: Mapping[Configuration, Sequence[Record]], split: Sequence[str]
) -> list[LocalRate]:
    return [
        _rate(how, point, chosen)
        for how, rows in runs.items()
        for point in _points(results, split)
        if (chosen := runs_at(results, rows, point))
    ]


def runs_at(
    results: GridResults, rows: Sequence[Record], point: Mapping[str, Axis]
) -> list[Record]:
    """Return the runs on boards at these values of axes."""
    return [row for row in rows if point.items() <= results.instances[row.board].items()]


def _rate(how: Configuration, point: Mapping[str, Axis], rows: Sequence[Record]) -> LocalRate:
    solved = [row for row in rows if row.solved]
    low, high = wilson(len(solved), len(rows))
    best = _known(rows, "best_value")
    return LocalRate(
        how,
        point,
        len(rows),
        len(solved),
        low,
        high,
        value=_mean(rows, "value"),
        best_seen=_mean(rows, "best_value"),
        best=max(best, default=None),
        iterations=_mean(rows, "expanded"),
        evaluations=_mean(rows, "generated"),
        seconds_if_solved=median(_known(solved, "seconds")) if solved else None,
        seconds_a_solution=sum(_known(rows, "seconds")) / len(solved) if solved else None,
    )


def _known(rows: Sequence[Record], name: str) -> list[float]:
    """Return the known values of a measure of runs."""
    return [value for row in rows if (value := row.ending.values.get(name)) is not None]


def _mean(rows: Sequence[Record], name: str) -> float | None:
    known = _known(rows, name)
    return fmean(known) if known else None


def local_runs(results: GridResults) -> dict[Configuration, list[Record]]:
    """Return the finished runs of each local search of a grid."""
    return {
        how: rows
        for how, rows in results.by_configuration().items()
        if rows and ALGORITHMS.get(how.algorithm).local
    }


def local_contrasts(results: GridResults, axis: str) -> list[LocalContrast]:
    """Return each value of a paired axis against the first value, for each local search."""
    base, *values = results.axes[axis]
    return corrected(
        [
            contrast
            for value in values
            for how, rows in local_runs(results).items()
            if (contrast := _contrast(results, axis, base, value, how, rows))
        ]
    )


def _contrast(
    results: GridResults,
    axis: str,
    base: Axis,
    value: Axis,
    how: Configuration,
    rows: Sequence[Record],
) -> LocalContrast | None:
    solved = {(row.board, row.run.repetition): row.solved for row in rows}
    pairs = [
        (solved[group[base], repetition], solved[group[value], repetition])
        for group in twins(results, axis)
        if {base, value} <= group.keys()
        for repetition in range(1, int(results.plan["repetitions"]) + 1)
        if {(group[base], repetition), (group[value], repetition)} <= solved.keys()
    ]
    if not pairs:
        return None
    ones, others = sum(one for one, _ in pairs), sum(other for _, other in pairs)
    return LocalContrast(
        base,
        value,
        how,
        len(pairs),
        ones,
        others,
        wilson(ones, len(pairs)),
        wilson(others, len(pairs)),
        mcnemar(pairs.count((True, False)), pairs.count((False, True))),
    )


def compare_local(results: GridResults) -> list[LocalPair]:
    """Return every two local searches compared, both p corrected for the number of pairs."""
    runs = local_runs(results)
    pairs = [
        _compare(first, second, runs[first], runs[second], has_scales=bool(results.axes))
        for first, second in combinations(runs, 2)
    ]
    solved = holm([pair.p_solved for pair in pairs])
    values = holm([pair.p_value for pair in pairs])
    return [
        replace(pair, p_solved=p, p_value=q)
        for pair, p, q in zip(pairs, solved, values, strict=True)
    ]


def _compare(
    first: Configuration,
    second: Configuration,
    ones: Sequence[Record],
    others: Sequence[Record],
    *,
    has_scales: bool,
) -> LocalPair:
    """Compare two searches run by run; has_scales: values differ in scale, so only signs count."""
    by_place = {(row.board, row.run.repetition): row for row in others}
    both = [
        (row, by_place[row.board, row.run.repetition])
        for row in ones
        if (row.board, row.run.repetition) in by_place
    ]
    wins = [(one.solved, other.solved) for one, other in both]
    only_first, only_second = wins.count((True, False)), wins.count((False, True))
    differences = [
        one.value - other.value
        for one, other in both
        if one.value is not None and other.value is not None
    ]
    if has_scales:
        differences = [(one > 0) - (one < 0) for one in differences]
    p, effect = signed_rank(differences)
    return LocalPair(
        first,
        second,
        runs=len(both),
        only_first=only_first,
        only_second=only_second,
        p_solved=mcnemar(only_first, only_second),
        higher=sum(difference > 0 for difference in differences),
        lower=sum(difference < 0 for difference in differences),
        effect=0.0 - effect,
        p_value=p,
    )


def curves(results: GridResults, point: Mapping[str, Axis] = MappingProxyType({})) -> Course:
    """Return the curves of value over iterations of each local search, a run each.

    point: values of axes, at which the boards are that count.
    """
    return {
        how: [row.ending.curve for row in runs_at(results, rows, point) if row.ending.curve]
        for how, rows in local_runs(results).items()
    }
