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
from aima_search.display.tables import Column, Table
from aima_search.lab.instances import Axis
from aima_search.lab.report.factors import twins
from aima_search.lab.report.results import GridResults
from aima_search.runs.configuration import Configuration
from aima_search.runs.record import Record
from aima_search.runs.statistics import holm, is_sure, mcnemar, p_text, signed_rank, wilson

_MOST_ROWS = 200  # of a table split by axes


@dataclass(frozen=True)
class LocalPair:
    """Two local searches on the same boards and repetitions.

    only_first, only_second: runs that one of them alone solved. higher, lower: runs at whose end
    the first had the higher, or the lower, value. effect: +1 where the first is always higher.
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

    solved_base, solved_value: how many of the runs solved there. p: of McNemar's test;
    ``adjusted`` with Holm's correction.
    """

    base: Axis
    value: Axis
    configuration: Configuration
    runs: int
    solved_base: int
    solved_value: int
    p: float
    adjusted: float = 1.0


def local_contrasts(results: GridResults, axis: str) -> list[LocalContrast]:
    """Return each value of a paired axis against its first one, for each local search."""
    base, *values = results.axes[axis]
    found = [
        contrast
        for value in values
        for how, rows in local_runs(results).items()
        if (contrast := _contrast(results, axis, base, value, how, rows)).runs
    ]
    adjusted = holm([one.p for one in found])
    return [replace(one, adjusted=p) for one, p in zip(found, adjusted, strict=True)]


def _contrast(
    results: GridResults,
    axis: str,
    base: Axis,
    value: Axis,
    how: Configuration,
    rows: Sequence[Record],
) -> LocalContrast:
    solved = {(row.board, row.run.repetition): row.solved for row in rows}
    pairs = [
        (solved[group[base], repetition], solved[group[value], repetition])
        for group in twins(results, axis)
        if {base, value} <= group.keys()
        for repetition in range(1, int(results.plan["repetitions"]) + 1)
        if {(group[base], repetition), (group[value], repetition)} <= solved.keys()
    ]
    return LocalContrast(
        base,
        value,
        how,
        len(pairs),
        sum(one for one, _ in pairs),
        sum(other for _, other in pairs),
        mcnemar(pairs.count((True, False)), pairs.count((False, True))),
    )


def local_runs(results: GridResults) -> dict[Configuration, list[Record]]:
    """Return the finished runs of each local search of a grid."""
    return {
        how: rows
        for how, rows in results.by_configuration().items()
        if rows and ALGORITHMS.get(how.algorithm).local
    }


def local_tables(results: GridResults) -> list[Table]:
    """Return the tables of the local searches, by each axis too, and of their pairs.

    Values have a scale of their own at each value of an axis: their means stand only in the table
    that is split by every axis.
    """
    runs = local_runs(results)
    if not runs:
        return []
    axes = list(results.axes)
    splits = [[], *([axis] for axis in axes), *([axes] if len(axes) > 1 else [])]
    tables = [_rates(results, runs, split, len(split) == len(axes)) for split in splits]
    shown = [table for table in tables if len(table.rows) <= _MOST_ROWS]
    return [*shown, *([_pair_table(results)] if len(runs) > 1 else [])]


def _rates(
    results: GridResults,
    runs: Mapping[Configuration, Sequence[Record]],
    split: Sequence[str],
    has_values: bool,
) -> Table:
    """Return a row for each configuration at each combination of the values of some axes."""
    lines = [
        (results.label(how), *map(str, point), *_rate(chosen, has_values))
        for how, rows in runs.items()
        for point in product(*(results.axes[axis] for axis in split))
        if (chosen := runs_at(results, rows, dict(zip(split, point, strict=True))))
    ]
    columns = [Column("configuration"), *map(Column, split), Column("runs", "count")]
    columns += [Column("solved", "count", "" if split else "max")]
    columns += [Column(title, "share") for title in ("rate", "from", "to")]
    if has_values:
        columns += [Column(title, "ratio") for title in ("value", "best seen", "best of all")]
    columns += [Column("iterations", "mean"), Column("evaluations", "mean")]
    columns += [Column("seconds if solved", "seconds")]
    columns += [Column("seconds a solution", "seconds")]
    of_values = (
        " value: the mean at the end, best seen: the mean of the best of each run;"
        if has_values
        else ""
    )
    note = (
        f"over all runs: from, to: 95 % interval (Wilson) of the rate;{of_values} iterations,"
        " evaluations of states: means; seconds if solved: the median of the runs that solved;"
        " seconds a solution: those of all runs by the number of solutions"
    )
    by = "" if not split else f" by {split[0]}" if len(split) == 1 else ", all axes together"
    return Table(f"Local search{by}", columns, lines, note)


def runs_at(
    results: GridResults, rows: Sequence[Record], point: Mapping[str, Axis]
) -> list[Record]:
    """Return the runs on boards at these values of axes."""
    return [
        row
        for row in rows
        if all(results.instances[row.board].get(name) == value for name, value in point.items())
    ]


def _rate(rows: Sequence[Record], has_values: bool) -> tuple[float | None, ...]:
    solved = [row for row in rows if row.solved]
    values, best = (_known(rows, name) for name in ("value", "best_value"))
    of_values = (
        fmean(values) if values else None,
        fmean(best) if best else None,
        max(best, default=None),
    )
    return (
        len(rows),
        len(solved),
        len(solved) / len(rows),
        *wilson(len(solved), len(rows)),
        *(of_values if has_values else ()),
        _mean(rows, "expanded"),
        _mean(rows, "generated"),
        median(_known(solved, "seconds")) if solved else None,
        sum(_known(rows, "seconds")) / len(solved) if solved else None,
    )


def _known(rows: Sequence[Record], name: str) -> list[float]:
    """Return a measure of the runs of which it is known."""
    return [value for row in rows if (value := row.ending.values.get(name)) is not None]


def _mean(rows: Sequence[Record], name: str) -> float | None:
    known = _known(rows, name)
    return fmean(known) if known else None


def compare_local(results: GridResults) -> list[LocalPair]:
    """Return every two local searches compared, both p corrected for the number of pairs."""
    pairs = [
        _compare(first, second, runs[first], runs[second], has_scales=bool(results.axes))
        for runs in [local_runs(results)]
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


def _pair_table(results: GridResults) -> Table:
    rows = [
        (
            results.label(pair.first),
            results.label(pair.second),
            pair.runs,
            pair.only_first,
            pair.only_second,
            pair.p_solved,
            pair.higher,
            pair.lower,
            pair.effect,
            pair.p_value,
        )
        for pair in compare_local(results)
    ]
    columns = [Column("A"), Column("B"), Column("runs", "count")]
    columns += [Column("only A", "count"), Column("only B", "count"), Column("p solved", "p")]
    columns += [Column("A higher", "count"), Column("B higher", "count")]
    columns += [Column("effect", "effect"), Column("p value", "p")]
    note = (
        "run by run on the same boards; only A, only B: solved by one alone, p solved of McNemar's"
        " exact test; A higher, B higher: by the value at the end, p value of Wilcoxon's"
        " signed-rank test, effect +1 where A is always higher; both corrected (Holm)"
    )
    if results.axes:
        note += "; of the values only the signs of the differences count, for scales differ by axis"
    return Table("Pairs of local searches", columns, rows, note)


def curves(
    results: GridResults, point: Mapping[str, Axis] = MappingProxyType({})
) -> dict[Configuration, list[Sequence[tuple[int, float]]]]:
    """Return the curves of value over iterations of each local search, a run each.

    point: values of axes, at which the boards are that count.
    """
    return {
        how: [row.ending.curve for row in runs_at(results, rows, point) if row.ending.curve]
        for how, rows in local_runs(results).items()
    }


def local_words(results: GridResults) -> list[str]:
    """Return in words which local search solves most, and how sure that is; none without any."""
    runs = local_runs(results)
    solved = {how: sum(row.solved for row in rows) for how, rows in runs.items()}
    if not runs:
        return []
    order = sorted(runs, key=lambda how: -solved[how] / len(runs[how]))
    parts = [
        f"{results.label(how)} {solved[how]} of {len(runs[how])} ({low:.0%} to {high:.0%})"
        for how in order
        for low, high in [wilson(solved[how], len(runs[how]))]
    ]
    text = f"Local search, runs solved (95 % interval of the rate): {'; '.join(parts)}."
    if len(order) > 1:
        pairs = compare_local(results)
        best, next_ = order[:2]
        pair = next(one for one in pairs if {one.first, one.second} == {best, next_})
        words = "differ beyond chance" if is_sure(pair.p_solved) else "may differ by chance"
        text += f" The first two {words} ({p_text(pair.p_solved)}, McNemar's test on the same"
        text += " boards)."
    return [text]
