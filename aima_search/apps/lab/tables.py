"""The tables of a report: the terminal and the HTML page write the same tables."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from aima_search.algorithms.names import ALGORITHMS
from aima_search.apps.lab.analysis import Analysis
from aima_search.apps.lab.axes import AxisFinding, measures_together
from aima_search.apps.lab.local import LocalRate
from aima_search.apps.lab.results import GridResults, shown_measures
from aima_search.display.tables import Column, Table
from aima_search.runs.measures import Measure
from aima_search.runs.outcomes import NOT_APPLICABLE, OUTCOMES
from aima_search.runs.statistics import AVERAGES


@dataclass(frozen=True)
class ReportTables:
    """All tables of a report; local, axes and pairs are empty if there is nothing to say."""

    faults: Table
    means: Table
    outcomes: Table
    local: Sequence[Table]
    axes: Sequence[Table]
    pairs: Sequence[Table]

    def sections(self) -> list[tuple[str, list[Table]]]:
        """Return the tables under their headings, without the faults and without empty tables."""
        parts = {
            "Configurations": [self.means, self.outcomes],
            "Local search": self.local,
            "By axis": self.axes,
            "Heuristics two by two": self.pairs,
        }
        shown = {title: [one for one in tables if one.rows] for title, tables in parts.items()}
        return [(title, tables) for title, tables in shown.items() if tables]


def report_tables(found: Analysis) -> ReportTables:
    """Return all tables of a report."""
    return ReportTables(
        finding_table(found),
        mean_table(found.results),
        outcome_table(found.results),
        local_tables(found),
        axis_tables(found),
        pair_tables(found),
    )


def finding_table(found: Analysis) -> Table:
    """Return the unexpected outcomes."""
    columns = [Column("what"), Column("configuration"), Column("runs", "count")]
    return Table(
        "Unexpected",
        [*columns, Column("message", "long"), Column("for example on")],
        [
            (
                fault.kind,
                found.results.label(fault.configuration),
                fault.runs,
                fault.message,
                fault.instance,
            )
            for fault in found.faults
        ],
    )


def outcome_table(results: GridResults) -> Table:
    """Return how many runs of each configuration ended with each outcome."""
    counts = {
        how: Counter(row.status for row in rows) for how, rows in results.by_configuration().items()
    }
    met = [name for name in OUTCOMES if any(count[name] for count in counts.values())]
    return Table(
        "Outcomes",
        [Column("configuration"), *(Column(name, "count") for name in met)],
        [(results.label(how), *(count[name] for name in met)) for how, count in counts.items()],
        "runs; solved is the coverage",
    )


def left_out(results: GridResults) -> list[str]:
    """Return the labels of the configurations that solved nothing."""
    return [results.label(how) for how in results.facts if not results.solved_count(how)]


def mean_table(results: GridResults) -> Table:
    """Return coverage and the geometric means over the instances that all have solved."""
    configurations = results.compared
    common = results.solved_by_all(configurations)
    measures = [
        measure
        for measure in shown_measures().values()
        if not measure.is_rare
        or any(results.mean_of(how, measure, common) for how in configurations)
    ]
    rows = []
    for how in configurations:
        trials = results.trials[how]
        asked = sum(
            all(row.status != NOT_APPLICABLE for row in trial.runs) for trial in trials.values()
        )
        solved = sum(trial.is_solved for trial in trials.values())
        means = [
            results.mean_of(how, measure, common, average)
            for average in AVERAGES
            for measure in measures
        ]
        rows.append((results.label(how), solved, asked, *means))
    columns = [Column("configuration"), Column("solved", "count", "max"), Column("of", "count")]
    columns += [
        Column(_title(measure, average), measure.mean_kind, "" if measure.is_rare else "min")
        for average in AVERAGES
        for measure in measures
    ]
    return Table("Means", columns, rows, common_note(results, common))


def _title(measure: Measure, average: str) -> str:
    return measure.title if average == "mean" else f"{average} {measure.title}"


def common_note(results: GridResults, common: Sequence[str]) -> str:
    """Return in words what the means are taken over."""
    note = (
        f"geometric means over the {len(common)} of {len(results.instances)} boards that all"
        " compared configurations solved"
    )
    absent = left_out(results)
    why = "it solved none" if results.plan["repetitions"] == 1 else "it solved none in every run"
    note += f"; not compared, because {why}: {'; '.join(absent)}" if absent else ""
    algorithms = {how.algorithm for how in results.compared}
    others = [name for name in algorithms if ALGORITHMS.get(name).best_first]
    if "breadth-first" in algorithms and others:
        note += "; breadth-first tests for a goal when it generates a node"
        note += f", {', '.join(sorted(others))} when it expands a node"
    return note


def pair_tables(found: Analysis) -> list[Table]:
    """Return the comparison of every two heuristics by a measure; no table without two."""
    results = found.results
    several = len({how.without_heuristic for how in results.facts}) > 1
    rows = []
    for pair in found.pairs:
        first, second = (
            results.label(how) if several else how.heuristic for how in (pair.first, pair.second)
        )
        counts = (pair.instances, pair.better, pair.worse)
        rows.append((first, second, *counts, pair.ratio, pair.effect, pair.adjusted))
    repeated = len(set(results.blocks.values())) < len(results.blocks)
    once = "; the test counts a board once, with its mean over its options and paired axes"
    return [_pair_table(found.measure, rows, once if repeated else "")] if rows else []


def _pair_table(measure: Measure, rows: list[tuple[Any, ...]], note: str) -> Table:
    return Table(
        f"Pairs of heuristics by {measure.title}",
        [
            Column("A"),
            Column("B"),
            Column("boards", "count"),
            Column("A less", "count"),
            Column("B less", "count"),
            Column("A / B", "ratio"),
            Column("effect", "effect"),
            Column("p (Holm)", "p"),
        ],
        rows,
        "over the boards that both solved; A / B is the geometric mean of the ratio; effect is the"
        " rank-biserial correlation, +1 if A always needs less; p of Wilcoxon's signed-rank"
        f" test, corrected for the number of pairs{note}",
    )


# The tables of a report about the axes: one for each, all together, and the paired tests.


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


# Local search in a report, as tables and in words.


_MOST_ROWS = 200  # of a table split by axes


def local_tables(found: Analysis) -> list[Table]:
    """Return the tables of the local searches, by each axis too, and of their pairs.

    Values have a scale of their own at each value of an axis: their means stand only in the table
    that is split by every axis.
    """
    tables = [
        _rates(found, split, rates, has_values=len(split) == len(found.axes))
        for split, rates in found.local.rates
        if len(rates) <= _MOST_ROWS
    ]
    return [*tables, *([_local_pair_table(found)] if found.local.pairs else [])]


def _rates(
    found: Analysis, split: Sequence[str], rates: Sequence[LocalRate], *, has_values: bool
) -> Table:
    """Return a row for each configuration at each combination of the values of some axes."""
    lines = [
        (
            found.results.label(one.configuration),
            *(str(one.point[axis]) for axis in split),
            *(one.runs, one.solved, one.rate, one.low, one.high),
            *((one.value, one.best_seen, one.best) if has_values else ()),
            *(one.iterations, one.evaluations, one.seconds_if_solved, one.seconds_a_solution),
        )
        for one in rates
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


def _local_pair_table(found: Analysis) -> Table:
    rows = [
        (
            found.results.label(pair.first),
            found.results.label(pair.second),
            pair.runs,
            pair.only_first,
            pair.only_second,
            pair.p_solved,
            pair.higher,
            pair.lower,
            pair.effect,
            pair.p_value,
        )
        for pair in found.local.pairs
    ]
    columns = [Column("A"), Column("B"), Column("runs", "count")]
    columns += [Column("only A", "count"), Column("only B", "count"), Column("p solved", "p")]
    columns += [Column("A higher", "count"), Column("B higher", "count")]
    columns += [Column("effect", "effect"), Column("p value", "p")]
    note = (
        "run by run on the same boards; only A, only B: solved by one alone, p solved of McNemar's"
        " exact test; A higher, B higher: by the value at the end, p value of Wilcoxon's"
        " signed-rank test, effect +1 if A is always higher; both corrected (Holm)"
    )
    if found.axes:
        note += "; of the values only the signs of the differences count, for scales differ by axis"
    return Table("Pairs of local searches", columns, rows, note)
