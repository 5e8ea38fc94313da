"""The tables of a report; they are the same in the terminal, on the page and in LaTeX."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain
from math import isnan

import numpy as np

from aima_search.apps.lab.analysis import Analysis
from aima_search.apps.lab.comparisons import Difference, PairComparison
from aima_search.apps.lab.factors import FactorEffect
from aima_search.apps.lab.local import LocalSearchSummary
from aima_search.apps.lab.results import GridResults, reported_measures
from aima_search.apps.lab.words import listed
from aima_search.base.interchange import counted
from aima_search.display.tables import Column, Table, format_value
from aima_search.runs.measures import MEASURES, Measure
from aima_search.runs.outcomes import NOT_APPLICABLE, OUTCOMES

_MOST_ROWS = 200  # rows of a table that is split by the values of options
_MOST_LENGTHS = 30
_LEGEND = {
    "expanded": "expanded: number of nodes",
    "expanded_below_cost": "f < cost: expanded nodes with f below the cost of the solution",
    "refined": "refined: nodes put back, because a second evaluation of h was higher",
    "branching_factor": "b*: effective branching factor",
    "cost_ratio": "cost / best: cost of the solution divided by the least known cost",
    "prepared": "prepared in: seconds before the search, for example for a table",
}


def report_tables(found: Analysis) -> dict[str, list[Table]]:
    """Return a dict from headings to the tables of a report, without empty tables."""
    parts = {
        "Configurations": [
            *(mean_table(found.results), outcome_table(found.results)),
            *length_tables(found.results),
        ],
        "Local search": local_tables(found),
        "By option": axis_tables(found),
        "Comparisons": [
            pair_table(found, "Pairs of heuristics", found.pairs),
            pair_table(found, "Searches next to others", found.methods),
        ],
    }
    shown = {title: [table for table in tables if table.rows] for title, tables in parts.items()}
    return {title: tables for title, tables in shown.items() if tables}


def fault_table(found: Analysis) -> Table:
    """Return the table of runs with an unexpected outcome."""
    columns = _columns(
        "text: fault, configuration; count: runs; long: message; text: for example on"
    )
    label = found.results.label
    rows = [
        (fault.kind, label(fault.configuration), fault.runs, fault.message, fault.instance)
        for fault in found.faults
    ]
    return Table("Unexpected", columns, rows)


def mean_table(results: GridResults) -> Table:
    """Return a table: how many boards each configuration solved, and its mean of each measure."""
    configurations = results.compared
    common = results.common(configurations)
    rare = {name: measure for name, measure in MEASURES.items() if measure.is_rare}
    measures = [
        measure
        for measure in {**reported_measures(), **rare}.values()
        if any(
            measure.is_shown_for(results.values(config, measure)[common].tolist())
            for config in configurations
        )
    ]
    rows = []
    for config in configurations:
        tried = results.has_ended(config).any(axis=1)
        tried &= ~results.has_status(config, NOT_APPLICABLE).any(axis=1)
        means = [results.mean_of(config, measure, common) for measure in measures]
        rows.append((results.label(config), results.solved_count(config), int(tried.sum()), *means))
    columns = [Column("configuration"), Column("solved", "count", "max"), Column("of", "count")]
    for measure in measures:
        best = "" if measure.is_rare else measure.best
        columns.append(Column(measure.title, measure.mean_kind, best, measure.spare or 0))
    return Table("Means", columns, rows, _mean_note(results, int(common.sum()), measures))


def _mean_note(results: GridResults, common: int, measures: Sequence[Measure]) -> str:
    note = (
        f"solved, of: number of {results.unit}s; all other columns: geometric means over the"
        f" {common} of {counted(len(results.boards), results.unit)} that all compared"
        " configurations solved"
    )
    note += "".join(f"; {one.title}: arithmetic mean" for one in measures if one.adds_up)
    note += "".join(f"; {_LEGEND[one.name]}" for one in measures if one.name in _LEGEND)
    absent = [results.label(config) for config in results.facts if not results.solved_count(config)]
    why = "it solved no board" + " in every run" * (results.plan["repetitions"] > 1)
    note += f"; not compared, because {why}: {'; '.join(absent)}" if absent else ""
    algorithms = {config.algorithm: config.entry for config in results.compared}
    others = sorted(name for name, entry in algorithms.items() if entry.best_first)
    if "breadth-first" in algorithms and others:
        note += "; breadth-first tests for a goal when it generates a node"
        note += f", which saves expansions; {', '.join(others)}: when it expands a node"
    return note


def outcome_table(results: GridResults) -> Table:
    """Return a table that counts each configuration's runs with each outcome."""
    outcomes = [name for name in OUTCOMES if results.count(name)]
    rows = [
        (results.label(config), *(int(results.has_status(config, name).sum()) for name in outcomes))
        for config in results.facts
    ]
    columns = [Column("configuration"), *(Column(name, "count") for name in outcomes)]
    boards = counted(len(results.boards), results.unit)
    return Table("Outcomes", columns, rows, f"number of runs with each outcome, on all {boards}")


def length_tables(results: GridResults) -> Iterator[Table]:
    """Yield tables of the mean node counts and branching factors at each solution length.

    Yield no tables if all solutions have the same length, or if there are too many lengths.
    """
    configurations = results.compared
    lengths = np.full(len(results.boards), np.inf)
    for config in configurations:
        is_cheapest = results.values(config, MEASURES["cost"]) == results.least_costs
        depths = np.where(is_cheapest, results.values(config, MEASURES["depth"]), np.inf)
        lengths = np.fmin(lengths, depths)
    lengths = np.where(results.common(configurations), lengths, np.inf)
    known, boards = np.unique(lengths[np.isfinite(lengths)], return_counts=True)
    if not 1 < len(known) <= _MOST_LENGTHS:
        return
    sizes = [f"{n} of length {int(length)}" for length, n in zip(known, boards, strict=True)]
    note = (
        "arithmetic means, as in figure 3.26 of Russell and Norvig's textbook (4th edition), over"
        f" the {results.unit}s that all compared configurations solved, by the length of the"
        f" cheapest solution known, in actions ({', '.join(sizes)})"
    )
    for measure in (MEASURES["generated"], MEASURES["branching_factor"]):
        columns = [Column("configuration")]
        columns += [Column(f"{int(length)}", measure.mean_kind, measure.best) for length in known]
        rows = []
        for config in configurations:
            values = results.values(config, measure)
            means = [float(values[lengths == length].mean()) for length in known]
            rows.append((results.label(config), *(None if isnan(mean) else mean for mean in means)))
        yield Table(f"{measure.title} by length of solution", columns, rows, note)


def local_tables(found: Analysis) -> list[Table]:
    """Return tables of local searches: their success rates, and a comparison in pairs."""
    tables = [  # values of states may have another scale if an option of the board changes
        _rates(found, split, rates, has_values=len(split) == len(found.factors))
        for split, rates in found.local_rates.items()
        if len(rates) <= _MOST_ROWS
    ]
    return [*tables, *([_local_pair_table(found)] if found.local_pairs else [])]


def _rates(
    found: Analysis, split: Sequence[str], rates: Sequence[LocalSearchSummary], *, has_values: bool
) -> Table:
    rows = [
        (
            found.results.label(rate.configuration),
            *(str(rate.point[axis]) for axis in split),
            *(rate.boards, rate.runs, rate.solved, rate.rate, rate.low, rate.high),
            *(rate.values if has_values else ()),
            *rate.efforts,
        )
        for rate in rates
    ]
    columns = [Column("configuration"), *map(Column, split), *_columns("count: boards, runs")]
    columns += [Column("solved", "count", "" if split else "max")]
    columns += _columns("share: rate, from, to")
    columns += _columns("ratio: value, best seen, best of all") if has_values else []
    columns += _columns("mean: iterations, evaluations; seconds: seconds if solved", spare=1)
    columns += _columns("seconds: seconds per solution", spare=1)
    of_values = (
        " value: mean at the end of a run; best seen: mean of the best value of each run; best of"
        " all: best value of all runs;"
    )
    note = (
        "over all runs on these boards; rate: mean over the boards of the share that solved; from,"
        " to: its 95 % interval, not corrected and rather too wide, because Wilson's method takes a"
        " board for one run;"
        f"{of_values if has_values else ''} iterations, evaluations: arithmetic means,"
        " because the runs that take longest matter most for the total work;"
        " seconds if solved: median of the runs that solved; seconds per solution: the seconds of"
        " all runs divided by the number of solutions"
    )
    by = f" by {listed(split)}" if split else ""
    return Table(f"Local search{by}", columns, rows, note)


def _local_pair_table(found: Analysis) -> Table:
    label = found.results.label
    rows = [
        (
            *(label(pair.first), label(pair.second), pair.boards, pair.more, pair.less),
            *(pair.difference, _interval(pair), pair.p),
            *(pair.higher, pair.lower, pair.p_value),
        )
        for pair in found.local_pairs
    ]
    columns = _columns("text: A, B; count: boards, A more, B more; mean: points; written: interval")
    columns += _columns("p: p solved; count: A higher, B higher; p: p value")
    note = (
        "boards: those with runs of both; A more, B more: boards on which this search solved a"
        " higher share of its runs; points: share of A minus share of B in percentage points, mean"
        " over the boards; A higher, B higher: boards on which this search had the higher value at"
        f" the end, in the mean over its runs; {_P}; {_INTERVALS}"
    )
    if found.factors:
        note += "; for values, only the sign of a difference counts, because scales differ"
    return Table("Pairs of local searches", columns, rows, note)


def axis_tables(found: Analysis) -> list[Table]:
    """Return a table for each varied option, and a table with the tests of their effects."""
    if not found.results.compared:
        return []
    return [*(_axis_table(found, axis) for axis in found.factors.values()), _contrast_table(found)]


def _axis_table(found: Analysis, axis: FactorEffect) -> Table:
    results, measure = found.results, found.measure
    columns = [Column("configuration")]
    for value in axis.values:
        columns += [Column(f"{value}", measure.mean_kind, measure.best)]
        columns += [Column("solved", "share", "max")]
    rows = []
    for config in results.compared:
        pairs = ((axis.means[config, value], axis.shares[config, value]) for value in axis.values)
        rows.append((results.label(config), *chain.from_iterable(pairs)))
    if axis.name in results.paired:
        solved = counted(axis.sizes[axis.values[0]][1], results.unit)
        over = f"the {solved} that all solved at every value, the same boards for each"
    else:
        sizes = ", ".join(f"{solved} of {all_} at {v}" for v, (all_, solved) in axis.sizes.items())
        over = f"the {results.unit}s that all solved ({sizes}), other boards at each value"
        over += ", which no test compares"
    note = f"{measure.mean_words} over {over}; share solved of all runs"
    return Table(f"{measure.title} by {axis.name}", columns, rows, note)


def _contrast_table(found: Analysis) -> Table:
    rows = []
    for contrast in found.contrasts:
        at = "".join(f", {axis} {value}" for axis, value in contrast.where.items())
        rows.append(
            (
                found.results.label(contrast.first),
                *(f"{contrast.axis}{at}", f"{contrast.base} to {contrast.value}"),
                *(contrast.boards, contrast.less, contrast.more),
                *(contrast.ratio, _interval(contrast), contrast.p),
                *(contrast.only_first, contrast.only_second),
            )
        )
    columns = _columns("text: configuration, factor, values; count: boards")
    columns += _columns("count: less, more", spare=1)
    columns += _columns("ratio: to / from; written: 95 % interval; p: p")
    columns += _columns("count: unsolved from, unsolved to", spare=2)
    note = (
        "to / from: geometric mean of the ratio, over the boards that were solved at both values; a"
        " board counts once, with its mean over its other variants;"
        f" {_TEST.format('the same factor')}, and for the number of factors; {_INTERVALS}"
    )
    return Table(f"Factors by {found.measure.title}", columns, rows, note)


_TEST = (
    "p: permutation test of ranks, corrected for all rows of {} (step-down max-T of Westfall and"
    " Young)"
)
_P = _TEST.format("this table")
_INTERVALS = "the intervals are not corrected"


def pair_table(found: Analysis, title: str, pairs: Sequence[PairComparison]) -> Table:
    """Return a table with a row for each comparison of two searches."""
    results = found.results
    sides = [config for pair in pairs for config in (pair.first, pair.second)]
    several = len({config.without_heuristic for config in sides}) > 1
    names = {config: results.label(config) if several else config.heuristic for config in sides}
    rows = [
        (
            *(names[pair.first], names[pair.second]),
            *(pair.boards, pair.less, pair.more, pair.ratio, _interval(pair), pair.p),
        )
        for pair in pairs
    ]
    note = (
        "over the boards that both solved; less, more: number of boards on which A needed less, or"
        f" more; A / B: geometric mean of the ratio; {_P}; {_INTERVALS}"
    )
    if results.unit == "instance":
        note += "; a board counts once, with its mean over its variants (options, walls, ...)"
    columns = _columns("text: A, B; count: boards, less") + _columns("count: more", spare=1)
    columns += _columns("ratio: A / B; written: 95 % interval; p: p")
    return Table(f"{title} by {found.measure.title}", columns, rows, note)


def _interval(comparison: Difference) -> str | None:
    if comparison.low is None or comparison.high is None:
        return None
    return " to ".join(format_value("ratio", end) for end in (comparison.low, comparison.high))


def _columns(text: str, spare: int = 0) -> list[Column]:
    """Read columns from a text: "count: boards, runs" gives two columns of the kind "count"."""
    parts = [part.partition(":") for part in text.split(";")]
    return [
        Column(title.strip(), kind.strip(), spare=spare)
        for kind, _, titles in parts
        for title in titles.split(",")
    ]
