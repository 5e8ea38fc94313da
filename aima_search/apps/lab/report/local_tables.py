"""Local search in a report, as tables and in words."""

from __future__ import annotations

from collections.abc import Sequence

from aima_search.apps.lab.report.analysis import Analysis
from aima_search.apps.lab.report.local import LocalRate
from aima_search.display.tables import Column, Table
from aima_search.runs.statistics import is_sure, p_text

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
    return [*tables, *([_pair_table(found)] if found.local.pairs else [])]


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


def _pair_table(found: Analysis) -> Table:
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


def local_words(found: Analysis) -> list[str]:
    """Return in words which local search solves most, and how sure that is; none without any."""
    if not found.local.rates:
        return []
    _, rates = found.local.rates[0]
    order = sorted(rates, key=lambda one: -one.rate)
    parts = [
        f"{found.results.label(one.configuration)} {one.solved} of {one.runs}"
        f" ({one.low:.0%} to {one.high:.0%})"
        for one in order
    ]
    text = f"Local search, runs solved (95 % interval of the rate): {'; '.join(parts)}."
    if len(order) > 1:
        first = {one.configuration for one in order[:2]}
        pair = next(one for one in found.local.pairs if {one.first, one.second} == first)
        words = "differ beyond chance" if is_sure(pair.p_solved) else "may differ by chance"
        text += f" The first two {words} ({p_text(pair.p_solved)}, McNemar's test on the same"
        text += " boards)."
    return [text]
