"""The tables of a report: the terminal and the HTML page write the same tables."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from aima_search.algorithms.names import ALGORITHMS
from aima_search.apps.lab.report.analysis import Analysis
from aima_search.apps.lab.report.axis_tables import axis_tables
from aima_search.apps.lab.report.local_tables import local_tables
from aima_search.apps.lab.report.measures import shown_measures
from aima_search.apps.lab.report.results import GridResults
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
