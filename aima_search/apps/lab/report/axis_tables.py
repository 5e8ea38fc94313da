"""The tables of a report about the axes: one for each, all together, and the paired tests."""

from __future__ import annotations

from typing import Any

from aima_search.apps.lab.report.analysis import Analysis
from aima_search.apps.lab.report.axes import AxisFinding, measures_together
from aima_search.display.tables import Column, Table


def axis_tables(found: Analysis) -> list[Table]:
    """Return a table for each axis, a table of all together, and the tests of the paired axes."""
    if not found.results.compared:
        return []
    tables = [_axis_table(found, axis) for axis in found.axes.values()]
    return [*tables, *_combinations(found), *_factor_table(found)]


def _axis_table(found: Analysis, axis: AxisFinding) -> Table:
    """Return a measure's means at each value of an axis, and the coverage."""
    measure = found.measure
    columns = [Column("configuration")]
    for value in axis.values:
        columns += [Column(f"{value}", measure.mean_kind, "min"), Column("solved", "share", "max")]
    rows = []
    for how in found.results.compared:
        row: list[Any] = [found.results.label(how)]
        for value in axis.values:
            row += [axis.means[how, value], axis.shares[how, value]]
        rows.append(row)
    if axis.is_paired:
        _, solved = axis.sizes[axis.values[0]]
        note = f"geometric means over the {solved} boards that all solved at every"
        note += " value, the same boards for each; share solved of all runs"
    else:
        sizes = ", ".join(f"{solved} of {all_} at {v}" for v, (all_, solved) in axis.sizes.items())
        note = f"geometric means over the boards that all solved ({sizes}), other boards at each"
        note += " value; share solved of all runs"
    return Table(f"{measure.title} by {axis.name}", columns, rows, note)


def _combinations(found: Analysis) -> list[Table]:
    """Return the table over all axes and configurations; no table if nothing is found of them."""
    if not found.combinations:
        return []
    measures = measures_together(found.measure)
    lines = [
        (
            *map(str, one.values),
            found.results.label(one.configuration),
            one.share,
            one.boards,
            *(one.means[measure.name] for measure in measures),
        )
        for one in found.combinations
    ]
    columns = [*map(Column, found.axes), Column("configuration"), Column("solved", "share")]
    columns += [Column("boards", "count")]
    columns += [Column(one.title, one.mean_kind) for one in measures]
    note = (
        "a row for each combination; share solved of all runs; geometric means over the boards"
        " (their number) solved in all rows that differ in configuration or paired axes only, but"
        " for those rows that solved none"
    )
    return [Table("All axes together", columns, lines, note)]


def _factor_table(found: Analysis) -> list[Table]:
    """Return the tests of the paired axes, with a word on the others."""
    if not found.axes:
        return []
    rows = [
        (
            one.axis,
            f"{one.base} to {one.value}",
            found.results.label(one.configuration),
            one.boards,
            one.more,
            one.less,
            one.ratio,
            one.effect,
            one.adjusted,
            one.only_base,
            one.only_value,
        )
        for one in found.contrasts
    ]
    columns = [Column("axis"), Column("from, to"), Column("configuration")]
    columns += [Column(title, "count") for title in ("boards", "more", "less")]
    columns += [Column("to / from", "ratio"), Column("effect", "effect"), Column("p (Holm)", "p")]
    columns += [Column("only from", "count"), Column("only to", "count")]
    note = (
        "the same boards at both values, if both were solved, each once with its mean over the"
        " other paired axes; more, less: on how many of them it took so; only from, to: how often"
        " it was solved there alone; effect +1 if it always takes more; p of Wilcoxon's"
        " signed-rank test, corrected for the number of rows"
    )
    differ = [axis.name for axis in found.axes.values() if not axis.is_paired]
    if differ:
        note += f". Not tested, because the boards differ from value to value: {', '.join(differ)}"
    return [Table(f"Paired axes by {found.measure.title}", columns, rows, note)]
