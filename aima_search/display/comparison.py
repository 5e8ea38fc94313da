"""A comparison as tables: the terminal, text, notebooks and the HTML page show the same ones."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from typing import Any

from aima_search.display.html import notebook_block, titled_table_html
from aima_search.display.tables import NOTHING, Column, Starred, Table
from aima_search.display.terminal import table_text
from aima_search.runs.comparison import Comparison, Configuration, Row

STAR_NOTE = "* the cost is proved to be optimal"

_MOST_BOARDS = 12  # with a table of their own


def comparison_text(comparison: Comparison) -> str:
    """Return the tables as plain text, and below them what went wrong."""
    tables = map(table_text, comparison_tables(comparison))
    return "\n\n".join([*tables, "\n".join(messages(comparison))]).rstrip("\n")


def comparison_html(comparison: Comparison) -> str:
    """Return the tables for a notebook, and below them what went wrong."""
    tables = map(titled_table_html, comparison_tables(comparison))
    faults = (f"<p>{escape(message)}</p>" for message in messages(comparison))
    return notebook_block([*tables, *faults])


def comparison_tables(comparison: Comparison) -> Iterator[Table]:
    """Yield a table for each board, unless there are many, and one for all of several boards."""
    if len(comparison.boards) <= _MOST_BOARDS:
        for board in comparison.boards:
            yield board_table(comparison, board)
    if len(comparison.boards) > 1:
        yield summary_table(comparison)


def board_table(comparison: Comparison, board: str, title: str = "", joined: bool = False) -> Table:
    """Return the runs on one board; only those that solved it contend for the best values.

    f < cost and b* have no best value: they depend on the cost of the solution that was found.
    joined: one column names the configuration, for where columns are scrolled away.
    """
    rows = [row for row in comparison.rows if row.board == board]
    ties = comparison.has_ties
    written = {row: _values(row, ties, joined) for row in rows}
    columns = [
        *_configuration_columns(ties, joined),
        Column("status"),
        Column("cost", "number", "min"),
        Column("expanded", "count", "min"),
        Column("f < cost", "count", spare=2),
        Column("generated", "count", "min", spare=1),
        Column("b*", "ratio", spare=4),
        Column("frontier", "count", "min", spare=3),
        Column("seconds", "seconds", "min"),
        Column("memory", "bytes", "min", spare=5),
    ]
    return Table(
        title or board,
        columns,
        list(written.values()),
        STAR_NOTE if any(row.optimal for row in rows) else "",
        contenders=[written[row] for row in rows if row.status == "solved"],
    )


def _values(row: Row, has_ties: bool, joined: bool) -> tuple[Any, ...]:
    return (
        *_configuration_values(row.configuration, has_ties, joined),
        row.status,
        None if row.cost is None else Starred(row.cost, row.optimal is True),
        row.expanded,
        row.expanded_below_cost,
        row.generated,
        row.branching_factor,
        row.max_frontier,
        row.seconds,
        row.used_memory,
    )


def summary_table(comparison: Comparison, joined: bool = False) -> Table:
    """Return the totals and geometric means of every configuration over all boards."""
    summaries = comparison.summaries()
    common = summaries[0].common if summaries else 0
    ties = comparison.has_ties
    return Table(
        f"all boards; geometric means over the {common} that every configuration solved",
        [
            *_configuration_columns(ties, joined),
            Column("solved", "count", "max"),
            Column("of", "count"),
            Column("expanded", "count", spare=1),
            Column("seconds", "seconds", spare=2),
            Column("mean expanded", "mean", "min"),
            Column("mean seconds", "seconds", "min"),
        ],
        [
            (
                *_configuration_values(summary.configuration, ties, joined),
                summary.solved,
                summary.boards,
                summary.expanded,
                summary.seconds,
                summary.mean_expanded,
                summary.mean_seconds,
            )
            for summary in summaries
        ],
    )


def _configuration_columns(has_ties: bool, joined: bool) -> list[Column]:
    names = ["algorithm", "heuristic", *(["ties"] if has_ties else [])]
    return [Column(name) for name in (["configuration"] if joined else names)]


def _configuration_values(how: Configuration, has_ties: bool, joined: bool) -> list[str]:
    """Return the names of a configuration, its tie-break where there are several."""
    if joined:
        return [label_of(how, has_ties)]
    return [
        how.algorithm,
        how.heuristic or NOTHING,
        *([how.tie_break or NOTHING] if has_ties else []),
    ]


def messages(comparison: Comparison) -> list[str]:
    """Return what the runs that failed, or did not apply, had to say."""
    return [
        f"{label_of(row.configuration)}: {row.message}" for row in comparison.rows if row.message
    ]


def label_of(how: Configuration, has_ties: bool = False) -> str:
    """Return a configuration on one line, with its tie-break on request."""
    return " ".join(filter(None, [how.algorithm, how.heuristic, how.tie_break if has_ties else ""]))
