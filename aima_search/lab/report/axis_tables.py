"""The tables of a report about the axes: one for each, all together, and the paired tests."""

from __future__ import annotations

from itertools import product
from math import prod
from typing import Any

from aima_search.display.tables import Column, Table
from aima_search.lab.instances import Axis
from aima_search.lab.report.factors import boards_at, contrasts, is_paired, unpaired
from aima_search.lab.report.measures import measure_of
from aima_search.lab.report.results import GridResults
from aima_search.runs.configuration import Configuration
from aima_search.runs.measures import Measure

_MOST_ROWS = 200  # of the table of all combinations


def axis_tables(results: GridResults, measure: Measure) -> list[Table]:
    """Return a table for each axis, one of all together, and the tests of the paired ones."""
    if not results.compared:
        return []
    tables = [_axis_table(results, measure, axis) for axis in results.axes]
    return [*tables, *_combinations(results, measure), *_factor_table(results, measure)]


def _axis_table(results: GridResults, measure: Measure, axis: str) -> Table:
    """Return a measure's means at each value of an axis, and the coverage."""
    values, configurations = results.axes[axis], results.compared
    shared = boards_at(results, axis, configurations)
    at = {value: _where(results, {axis: value}) for value in values}
    columns = [Column("configuration")]
    for value in values:
        columns += [Column(f"{value}", measure.mean_kind, "min"), Column("solved", "share", "max")]
    rows = []
    for how in configurations:
        row: list[Any] = [results.label(how)]
        for value in values:
            row += [results.mean_of(how, measure, shared[value]), _share(results, how, at[value])]
        rows.append(row)
    if is_paired(results, axis):
        note = f"geometric means over the {len(shared[values[0]])} boards that all solved at every"
        note += " value, the same ones for each; share solved of all runs"
    else:
        sizes = ", ".join(f"{len(shared[v])} of {len(at[v])} at {v}" for v in values)
        note = f"geometric means over the boards that all solved ({sizes}), other boards at each"
        note += " value; share solved of all runs"
    return Table(f"{measure.title} by {axis}", columns, rows, note)


def _combinations(results: GridResults, measure: Measure) -> list[Table]:
    """Return one table over all axes and configurations, none where it has no or too many rows."""
    axes, configurations = results.axes, results.compared
    rows = prod(len(values) for values in axes.values()) * len(configurations)
    if len(axes) < 2 or not 0 < rows <= _MOST_ROWS:
        return []
    measures = {one.name: one for one in (measure, measure_of("cost"), measure_of("seconds"))}
    lines = []
    for values in product(*axes.values()):
        boards = _where(results, dict(zip(axes, values, strict=True)))
        kept = _kept(results, dict(zip(axes, values, strict=True)))
        for how in configurations if boards else []:
            share = _share(results, how, boards)
            common = [board for board in boards if results.blocks[board] in kept] if share else []
            means = [results.mean_of(how, one, common) for one in measures.values()]
            lines.append((*map(str, values), results.label(how), share, len(common), *means))
    columns = [*map(Column, axes), Column("configuration"), Column("solved", "share")]
    columns += [Column("boards", "count")]
    columns += [Column(one.title, one.mean_kind) for one in measures.values()]
    note = (
        "a row for each combination; share solved of all runs; geometric means over the boards"
        " (their number) solved in all rows that differ in configuration or paired axes only, but"
        " for those rows that solved none"
    )
    return [Table("All axes together", columns, lines, note)]


def _kept(results: GridResults, values: dict[str, Axis]) -> set[str]:
    """Return the blocks of boards solved in all rows beside that of these values.

    Those are the rows of all configurations and all values of the paired axes; one that solved
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


def _factor_table(results: GridResults, measure: Measure) -> list[Table]:
    """Return the tests of the paired axes, with a word on the others."""
    if not results.axes:
        return []
    rows = [
        (
            one.axis,
            f"{one.base} to {one.value}",
            results.label(one.configuration),
            one.boards,
            one.more,
            one.less,
            one.ratio,
            one.effect,
            one.adjusted,
            one.only_base,
            one.only_value,
        )
        for one in contrasts(results, measure)
    ]
    columns = [Column("axis"), Column("from, to"), Column("configuration")]
    columns += [Column(title, "count") for title in ("boards", "more", "less")]
    columns += [Column("to / from", "ratio"), Column("effect", "effect"), Column("p (Holm)", "p")]
    columns += [Column("only from", "count"), Column("only to", "count")]
    note = (
        "the same boards at both values, where both were solved, each once with its mean over the"
        " other paired axes; more, less: on how many of them it took so; only from, to: how often"
        " it was solved there alone; effect +1 where it always takes more; p of Wilcoxon's"
        " signed-rank test, corrected for the number of rows"
    )
    differ = unpaired(results)
    if differ:
        note += f". Not tested, because the boards differ from value to value: {', '.join(differ)}"
    return [Table(f"Paired axes by {measure.title}", columns, rows, note)]


def _where(results: GridResults, values: dict[str, Axis]) -> list[str]:
    """Return the boards at these values of axes."""
    return [
        instance
        for instance, axes in results.instances.items()
        if all(axes.get(name) == value for name, value in values.items())
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
