"""The tables of a report: the terminal, the page and a paper have the same tables."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from math import isnan, prod
from typing import Any

import numpy as np

from aima_search.apps.lab.analysis import Analysis
from aima_search.apps.lab.comparisons import Comparison, Pair, share_solved, solved_in_each_row
from aima_search.apps.lab.factors import Factor
from aima_search.apps.lab.local import LocalRate
from aima_search.apps.lab.results import GridResults, reported_measures
from aima_search.apps.lab.words import counted
from aima_search.display.tables import Column, Table, format_value
from aima_search.runs.measures import MEASURES, measure_of
from aima_search.runs.outcomes import NOT_APPLICABLE, OUTCOMES
from aima_search.runs.statistics import AVERAGES

_MOST_ROWS = 200  # of a table split by axes
_MOST_LENGTHS = 30


def report_tables(found: Analysis) -> dict[str, list[Table]]:
    """Return the tables of a report under their headings, but for faults and what is empty."""
    parts = {
        "Configurations": [
            *(mean_table(found.results), outcome_table(found.results)),
            *length_tables(found.results),
        ],
        "Local search": local_tables(found),
        "By axis": axis_tables(found),
        "Comparisons": [
            pair_table(found, "Pairs of heuristics", found.pairs),
            pair_table(found, "Searches next to others", found.methods),
        ],
    }
    shown = {title: [one for one in tables if one.rows] for title, tables in parts.items()}
    return {title: tables for title, tables in shown.items() if tables}


def fault_table(found: Analysis) -> Table:
    """Return the unexpected outcomes."""
    columns = _columns(
        "text: what, configuration; count: runs; long: message; text: for example on"
    )
    rows = [
        (one.kind, found.results.label(one.configuration), one.runs, one.message, one.instance)
        for one in found.faults
    ]
    return Table("Unexpected", columns, rows)


def mean_table(results: GridResults) -> Table:
    """Return coverage and means over the boards that all have solved."""
    configurations = results.compared
    common = results.common(configurations)
    rare = {name: measure for name, measure in MEASURES.items() if measure.is_rare}
    measures = [
        measure
        for measure in {**reported_measures(), **rare}.values()
        if any(
            measure.is_told_by(results.values(config, measure)[common].tolist())
            for config in configurations
        )
    ]
    rows = []
    for config in configurations:
        asked = results.has_ended(config).any(axis=1)
        asked &= ~results.has_status(config, NOT_APPLICABLE).any(axis=1)
        means = [
            results.mean_of(config, measure, common, average)
            for average in AVERAGES
            for measure in measures
        ]
        rows.append((results.label(config), results.solved_count(config), int(asked.sum()), *means))
    columns = [Column("configuration"), Column("solved", "count", "max"), Column("of", "count")]
    columns += [
        Column(
            measure.title if average == "mean" else f"{average} {measure.title}",
            measure.mean_kind,
            "" if measure.is_rare else measure.best,
            measure.spare or 0,
        )
        for average in AVERAGES
        for measure in measures
    ]
    added = [measure.label for measure in measures if measure.adds_up]
    return Table("Means", columns, rows, _mean_note(results, int(common.sum()), added))


def _mean_note(results: GridResults, common: int, added: Sequence[str]) -> str:
    note = (
        f"geometric means over the {common} of {counted(len(results.boards), results.unit)} that"
        f" all compared configurations solved; arithmetic means of {' and '.join(added)}"
    )
    absent = [results.label(config) for config in results.facts if not results.solved_count(config)]
    why = "it solved none" if results.plan["repetitions"] == 1 else "it solved none in every run"
    note += f"; not compared, because {why}: {'; '.join(absent)}" if absent else ""
    algorithms = {config.algorithm: config.entry for config in results.compared}
    others = sorted(name for name, one in algorithms.items() if one.best_first)
    if "breadth-first" in algorithms and others:
        note += "; breadth-first tests for a goal when it generates a node"
        note += f", {', '.join(others)} when it expands a node"
    return note


def outcome_table(results: GridResults) -> Table:
    """Return how many runs of each configuration ended with each outcome."""
    met = [name for name in OUTCOMES if results.count(name)]
    rows = [
        (results.label(config), *(int(results.has_status(config, name).sum()) for name in met))
        for config in results.facts
    ]
    columns = [Column("configuration"), *(Column(name, "count") for name in met)]
    return Table("Outcomes", columns, rows, "runs; solved is the coverage")


def length_tables(results: GridResults) -> list[Table]:
    """Return arithmetic means of nodes generated and of b* by the length of the solution.

    The textbook compares heuristics so. No tables if all lengths are the same, or if there are too
    many.
    """
    configurations = results.compared
    lengths = np.full(len(results.boards), np.inf)
    for config in configurations:
        is_cheapest = results.values(config, MEASURES["cost"]) == results.least_costs
        own = np.where(is_cheapest, results.values(config, MEASURES["depth"]), np.inf)
        lengths = np.fmin(lengths, own)
    lengths = np.where(results.common(configurations), lengths, np.inf)
    known, boards = np.unique(lengths[np.isfinite(lengths)], return_counts=True)
    if not 1 < len(known) <= _MOST_LENGTHS:
        return []
    sizes = ", ".join(f"{n} of {int(length)}" for length, n in zip(known, boards, strict=True))
    note = (
        "arithmetic means, as in the textbook's figure 3.26, over the boards that all compared"
        f" configurations solved, by the actions of the cheapest solution known ({sizes})"
    )
    tables = []
    for measure in (MEASURES["generated"], MEASURES["branching_factor"]):
        columns = [Column("configuration")]
        columns += [Column(f"{int(length)}", measure.mean_kind, measure.best) for length in known]
        rows = []
        for config in configurations:
            values = results.values(config, measure)
            means = [float(values[lengths == one].mean()) for one in known]
            rows.append((results.label(config), *(None if isnan(one) else one for one in means)))
        tables.append(Table(f"{measure.title} by length of solution", columns, rows, note))
    return tables


def local_tables(found: Analysis) -> list[Table]:
    """Return the tables of the local searches, by each axis too, and of their pairs.

    Values have a scale of their own at each value of an axis: their means stand only in the table
    that is split by every axis.
    """
    tables = [
        _rates(found, split, rates, has_values=len(split) == len(found.factors))
        for split, rates in found.local_rates
        if len(rates) <= _MOST_ROWS
    ]
    return [*tables, *([_local_pair_table(found)] if found.local_pairs else [])]


def _rates(
    found: Analysis, split: Sequence[str], rates: Sequence[LocalRate], *, has_values: bool
) -> Table:
    lines = [
        (
            found.results.label(one.configuration),
            *(str(one.point[axis]) for axis in split),
            *(one.runs, one.solved, one.rate, one.low, one.high),
            *(one.values if has_values else ()),
            *one.efforts,
        )
        for one in rates
    ]
    columns = [Column("configuration"), *map(Column, split), Column("runs", "count")]
    columns += [Column("solved", "count", "" if split else "max")]
    columns += _columns("share: rate, from, to")
    columns += _columns("ratio: value, best seen, best of all") if has_values else []
    columns += _columns("mean: iterations, evaluations; seconds: seconds if solved")
    columns += _columns("seconds: seconds a solution")
    of_values = " value: the mean at the end, best seen: the mean of the best of each run;"
    note = (
        "over all runs: from, to: 95 % interval (Wilson) of the rate;"
        f"{of_values if has_values else ''} iterations,"
        " evaluations of states: means; seconds if solved: the median of the runs that solved;"
        " seconds a solution: those of all runs by the number of solutions"
    )
    by = "" if not split else f" by {split[0]}" if len(split) == 1 else ", all axes together"
    return Table(f"Local search{by}", columns, lines, note)


def _local_pair_table(found: Analysis) -> Table:
    label = found.results.label
    rows = [
        (
            *(label(one.first), label(one.second), one.runs),
            *(one.only_first, one.only_second, one.p_solved),
            *(one.higher, one.lower, one.p_value),
        )
        for one in found.local_pairs
    ]
    columns = _columns("text: A, B; count: runs, only A, only B; p: p solved")
    columns += _columns("count: A higher, B higher; p: p value")
    note = (
        "run by run on the same boards; only A, only B: solved by this search alone; A higher, B"
        f" higher: by the value at the end; {_P}"
    )
    if found.factors:
        note += "; of values only the signs of differences count, because scales differ by axis"
    return Table("Pairs of local searches", columns, rows, note)


def axis_tables(found: Analysis) -> list[Table]:
    """Return a table for each axis, a table of all together, and the tests of the paired axes."""
    if not found.results.compared:
        return []
    tables = [_axis_table(found, axis) for axis in found.factors.values()]
    rows = prod(len(axis.values) for axis in found.factors.values()) * len(found.results.compared)
    together = [_table_of_all_axes(found)] if len(found.factors) > 1 and rows <= _MOST_ROWS else []
    return [*tables, *together, _contrast_table(found)]


def _axis_table(found: Analysis, axis: Factor) -> Table:
    measure = found.measure
    columns = [Column("configuration")]
    for value in axis.values:
        columns += [
            Column(f"{value}", measure.mean_kind, measure.best),
            Column("solved", "share", "max"),
        ]
    rows = []
    for config in found.results.compared:
        row: list[Any] = [found.results.label(config)]
        for value in axis.values:
            row += [axis.means[config, value], axis.shares[config, value]]
        rows.append(row)
    if axis.is_paired:
        _, solved = axis.sizes[axis.values[0]]
        over = f"the {solved} boards that all solved at every value, the same boards for each"
    else:
        sizes = ", ".join(f"{solved} of {all_} at {v}" for v, (all_, solved) in axis.sizes.items())
        over = f"the boards that all solved ({sizes}), other boards at each value"
    note = f"{measure.mean_words} over {over}; share solved of all runs"
    return Table(f"{measure.title} by {axis.name}", columns, rows, note)


def _table_of_all_axes(found: Analysis) -> Table:
    results, rows = found.results, []
    wanted = (found.measure, measure_of("cost"), measure_of("seconds"))
    measures = list({one.name: one for one in wanted}.values())
    for values in product(*results.axes.values()):
        point = dict(zip(results.axes, values, strict=True))
        there = results.at(point)
        chosen = there & np.isin(results.blocks, solved_in_each_row(results, point))
        for config in results.compared if there.any() else []:
            share = share_solved(results, config, there)
            common = chosen if share else np.zeros_like(chosen)
            means = (results.mean_of(config, one, common) for one in measures)
            rows.append(
                (*map(str, values), results.label(config), share, int(common.sum()), *means)
            )
    columns = [
        *map(Column, results.axes),
        *_columns("text: configuration; share: solved; count: boards"),
        *(Column(one.title, one.mean_kind) for one in measures),
    ]
    note = (
        "a row for each combination; share solved of all runs; means over the boards"
        " (their number) solved in all rows that differ in configuration or paired axes only, but"
        " for those rows that solved none"
    )
    return Table("All axes together", columns, rows, note)


def _contrast_table(found: Analysis) -> Table:
    rows = []
    for one in found.contrasts:
        where = "".join(f", {axis} {value}" for axis, value in one.where.items())
        counts = (one.less, one.more) if found.results.is_paired(one.axis) else (None, None)
        rows.append(
            (
                found.results.label(one.configuration),
                *(f"{one.axis}{where}", f"{one.base} to {one.value}", one.boards, *counts),
                *(one.ratio, _interval(one), one.p, one.only_first, one.only_second),
            )
        )
    columns = _columns("text: configuration, factor, values; count: boards")
    columns += _columns("count: less, more", spare=1)
    columns += _columns("ratio: to / from; written: 95 % interval; p: p")
    columns += _columns("count: unsolved from, unsolved to", spare=2)
    note = (
        "to / from: geometric mean of the ratio. With numbers under less and more the same boards"
        " stand at both values, if both were solved, each once with its mean over the other paired"
        " axes; without, other boards stand at each value: they are compared within strata that"
        " are alike on all other axes, and boards that a limit cut short count with what they took"
        f" until then. {_P}, a factor being a family"
    )
    return Table(f"Factors by {found.measure.title}", columns, rows, note)


_P = (
    "p: of a permutation test (max-T of signed or aligned ranks, step-down), corrected for all rows"
    " of the family"
)


def pair_table(found: Analysis, title: str, pairs: Sequence[Pair]) -> Table:
    """Return the comparisons of a family of pairs."""
    results = found.results
    several = (
        len({config.without_heuristic for pair in pairs for config in (pair.first, pair.second)})
        > 1
    )
    rows = [
        (
            *(
                results.label(config) if several else config.heuristic
                for config in (one.first, one.second)
            ),
            *(one.boards, one.less, one.more, one.ratio, _interval(one), one.p),
        )
        for one in pairs
    ]
    note = (
        "over the boards that both solved; less, more: on how many of them A took so; A / B:"
        f" geometric mean of the ratio; {_P}"
    )
    if results.unit == "instance":
        note += "; a board counts once, with its mean over its options and paired axes"
    columns = [*_columns("text: A, B; count: boards, less"), Column("more", "count", spare=1)]
    columns += _columns("ratio: A / B; written: 95 % interval; p: p")
    return Table(f"{title} by {found.measure.title}", columns, rows, note)


def _interval(one: Comparison) -> str | None:
    if one.low is None or one.high is None:
        return None
    return " to ".join(format_value("ratio", end) for end in (one.low, one.high))


def _columns(text: str, spare: int = 0) -> list[Column]:
    """Return columns by their kinds and titles, as in "text: configuration; count: solved, of"."""
    parts = [part.partition(":") for part in text.split(";")]
    return [
        Column(one.strip(), kind.strip(), spare=spare)
        for kind, _, of in parts
        for one in of.split(",")
    ]
