"""``aima-search compare``: algorithms and heuristics in one table."""

from __future__ import annotations

import csv
import sys
from dataclasses import asdict
from io import StringIO

import click

from aima_search.cli.arguments import (
    PASS_ON_OPTIONS,
    boards_argument,
    limit_options,
    puzzle_argument,
    read_limits,
    read_problems,
)
from aima_search.cli.output import (
    NOTHING,
    make_table,
    memory,
    number,
    print_json,
    print_table,
    ratio,
    seconds,
)
from aima_search.cli.progress import Progress
from aima_search.comparison import DEFAULT_ALGORITHMS, DEFAULT_LIMITS, Comparison, Row, compare
from aima_search.expressions import split_list

INTERRUPTED = 130


@click.command("compare", context_settings=PASS_ON_OPTIONS)
@puzzle_argument
@boards_argument
@click.option(
    "--algorithms",
    "-a",
    default=",".join(DEFAULT_ALGORITHMS),
    show_default=True,
    help="Names, separated by commas.",
)
@click.option(
    "--heuristics",
    "-h",
    default="all",
    show_default=True,
    help="Names, expressions, file.py:name, separated by commas; all stands for the registered.",
)
@click.option(
    "--tie-breaks", default="fifo", show_default=True, help="Of fifo, lifo, high-g, low-h."
)
@limit_options(seconds=DEFAULT_LIMITS.seconds, nodes=DEFAULT_LIMITS.nodes)
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.option("--csv", "as_csv", is_flag=True, help="Print CSV.")
def compare_command(
    puzzle: str,
    boards: tuple[str, ...],
    algorithms: str,
    heuristics: str,
    tie_breaks: str,
    seconds: float | None,
    nodes: int | None,
    memory: str | None,
    as_json: bool,
    as_csv: bool,
) -> None:
    """Compare algorithms and heuristics on boards of PUZZLE, a run a row.

    BOARD is a file, an id, the name of a bundled level, or - for standard input; without one
    the first bundled level is used. A star marks a cost that is proved to be optimal. Several
    boards give totals, and geometric means over the boards that every configuration solved.
    """
    problems = read_problems(puzzle, boards)
    with Progress() as progress:
        comparison = compare(
            problems,
            split_list(algorithms),
            heuristics,
            read_limits(seconds, nodes, memory),
            split_list(tie_breaks),
            on_run=lambda board, how: progress.now(
                f"{board}: {how.algorithm} {how.heuristic or ''}".rstrip()
            ),
            on_step=progress.on_step,
        )
    if as_json:
        texts = {name: problem.format() for name, problem in problems.items()}
        print_json({"puzzle": puzzle, "boards": texts, "rows": comparison.as_dicts()})
    elif as_csv:
        click.echo(_as_csv(comparison), nl=False)
    else:
        for name, problem in problems.items():
            _print_rows(f"{name}: {problem.format()}", comparison, name)
        if len(problems) > 1:
            _print_summaries(comparison)
        _print_messages(comparison)
    if comparison.interrupted:
        sys.exit(INTERRUPTED)


def _print_rows(title: str, comparison: Comparison, board: str) -> None:
    rows = [row for row in comparison.rows if row.board == board]
    ties = len({row.tie_break for row in rows if row.tie_break}) > 1
    numeric = [
        "cost",
        "expanded",
        "f < cost",
        "generated",
        "b*",
        "frontier",
        "seconds",
        "memory",
    ]
    leading = ["algorithm", "heuristic", *(["ties"] if ties else []), "status"]
    table = make_table([*leading, *numeric], numeric, title)
    for row in rows:
        table.add_row(
            row.algorithm,
            row.heuristic or NOTHING,
            *([row.tie_break or NOTHING] if ties else []),
            row.status,
            _cost(row),
            number(row.expanded),
            number(row.expanded_below_cost),
            number(row.generated),
            ratio(row.branching_factor),
            number(row.max_frontier),
            _seconds(row.seconds),
            _memory(row.used_memory),
        )
    print_table(table)


def _cost(row: Row) -> str:
    mark = {True: "*", False: " ", None: " "}[row.optimal]
    return number(row.cost) + mark


def _print_summaries(comparison: Comparison) -> None:
    summaries = comparison.summaries()
    common = summaries[0].common if summaries else 0
    numeric = ["solved", "expanded", "seconds", "mean expanded", "mean seconds"]
    title = f"all boards; geometric means over the {common} that every configuration solved"
    table = make_table(["algorithm", "heuristic", *numeric], numeric, title)
    for summary in summaries:
        table.add_row(
            summary.configuration.algorithm,
            summary.configuration.heuristic or NOTHING,
            f"{summary.solved}/{summary.boards}",
            number(summary.expanded),
            _seconds(summary.seconds),
            NOTHING if summary.mean_expanded is None else f"{summary.mean_expanded:,.1f}",
            NOTHING if summary.mean_seconds is None else f"{summary.mean_seconds:.4f}",
        )
    print_table(table)


def _print_messages(comparison: Comparison) -> None:
    for row in comparison.rows:
        if row.message:
            click.echo(f"{row.algorithm} {row.heuristic or ''}: {row.message}".replace(" :", ":"))


def _as_csv(comparison: Comparison) -> str:
    text = StringIO()
    writer = csv.DictWriter(text, fieldnames=list(Row.__dataclass_fields__), lineterminator="\n")
    writer.writeheader()
    for row in comparison.rows:
        writer.writerow(asdict(row))
    return text.getvalue()


_seconds, _memory = seconds, memory
