"""``aima-search compare``: compare algorithms and heuristics in one table."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any

import click

from aima_search.base.extras import versions
from aima_search.base.files import writing
from aima_search.base.limits import Limits
from aima_search.catalog.expressions import split_list
from aima_search.catalog.heuristics import load_files
from aima_search.cli import arguments, supervisor
from aima_search.cli.output import Progress, headline, print_json, print_lines, print_table
from aima_search.cli.supervisor import EarlyEnd, ExitStatus
from aima_search.compiled.engines import OBJECTS
from aima_search.display.pages import check_can_write_page
from aima_search.model.puzzle import PUZZLES, Puzzle
from aima_search.runs import comparison_views as views
from aima_search.runs.compare import DEFAULT_ALGORITHMS, DEFAULT_LIMITS, Comparison, compare
from aima_search.runs.deadline import DeadlineScope
from aima_search.runs.outcomes import TIME_LIMIT, UNEXPECTED
from aima_search.runs.record import RunRecord
from aima_search.runs.search import settings_with_a_search


@click.command("compare", context_settings=arguments.SETTINGS)
@arguments.puzzle_argument
@arguments.boards_argument
@arguments.names_option(
    "--algorithms",
    "--algorithm",
    "-a",
    text="Algorithms separated by commas, with options in parentheses, such as"
    " 'astar,weighted-astar(weight=2)'; you can repeat the option.",
    default=DEFAULT_ALGORITHMS,
)
@arguments.names_option(
    "--heuristics",
    "-h",
    text="Heuristics separated by commas: names, expressions, file.py:name, or all (h and all"
    " registered heuristics); you can repeat the option.",
    default=["all"],
)
@arguments.tie_break_option("--tie-breaks", "Tie-breaks separated by commas:")
@arguments.engine_option(OBJECTS)
@click.option("--seed", type=int, default=1, help="Seed for the first run of each local search.")
@click.option(
    "--runs",
    type=arguments.WholeNumber(min=1),
    default=1,
    help="Number of runs of each local search. The runs use the seeds SEED, SEED + 1, ...",
)
@arguments.limit_options(DEFAULT_LIMITS)
@arguments.json_option
@click.option("--csv", "as_csv", is_flag=True, help="Print the results as CSV.")
@arguments.output_option(".html", "Write a page with tables and plots.")
def compare_command(
    puzzle: str,
    boards: tuple[str, ...],
    algorithms: list[str],
    heuristics: list[str],
    tie_breaks: str | None,
    engine: str,
    seed: int,
    runs: int,
    limits: Limits,
    as_json: bool,
    as_csv: bool,
    html: Path | None,
) -> None:
    """Compare algorithms and heuristics on boards of PUZZLE.

    BOARD is a file (FILE:20 means the 20th board of FILE), the text or id of a board, the name of
    a bundled level, or "-" for standard input. Without BOARD, an example board is used. A star
    marks a cost that is proved to be optimal. A search that stops at a limit does not change the
    exit status. If you give several boards, a second table shows totals and geometric means.
    """
    if as_json and as_csv:
        raise click.UsageError("--json and --csv print the same rows: use only one of them")
    if html is not None:
        check_can_write_page()
    problems = _read(puzzle, boards, heuristics, limits.seconds)
    show = partial(_show, puzzle, problems, as_json, as_csv, html)
    supervisor.set_final_report(partial(_report_end, show))
    with Progress() as progress:
        comparison = compare(
            problems,
            algorithms,
            heuristics,
            limits,
            None if tie_breaks is None else split_list(tie_breaks),
            engine=engine,
            seed=seed,
            runs=runs,
            on_run=lambda board, configuration: progress.begin(f"{board}: {configuration.label()}"),
            on_record=supervisor.note,
            on_step=progress.on_step,
        )
    show(comparison)
    if comparison.interrupted:
        sys.exit(ExitStatus.INTERRUPTED)
    have_all_failed = all(row.status in UNEXPECTED for row in comparison.rows)
    sys.exit(ExitStatus.LIMIT_REACHED if have_all_failed else ExitStatus.SOLVED)


def _read(
    puzzle: str, boards: tuple[str, ...], heuristics: list[str], seconds: float | None
) -> dict[str, Puzzle]:
    supervisor.start_up(seconds)
    with DeadlineScope(seconds):
        for spec in heuristics:
            load_files(spec)
        return arguments.read_problems(PUZZLES.get(puzzle), boards, with_example=True)


def _report_end(show: Callable[[Comparison], None], notes: list[Any], end: EarlyEnd) -> None:
    rows = [value for value in notes if isinstance(value, RunRecord)]
    if rows:
        show(Comparison(tuple(rows)))
    words = f"the comparison was {end.words}" if end.status == TIME_LIMIT else end.words
    hint = "aima-search lab run can continue after such a run"
    supervisor.report_end(notes, EarlyEnd(end.status, f"{words} ({hint})"))


def _nothing_to_compare(comparison: Comparison, problems: Mapping[str, Puzzle]) -> Iterator[str]:
    for name, problem in problems.items():
        solved = [row for row in comparison.rows if row.board == name and row.solved]
        if solved and all((row.expanded or 0) <= 1 for row in solved):
            chosen = settings_with_a_search(problem, problem.settings())
            flags = " ".join(f"--{option} {value}" for option, value in (chosen or {}).items())
            advice = f"add {flags} to see a search" if flags else "try a harder board"
            yield f"{name}: nothing to compare, as all searches expand at most 1 node: {advice}"


def _show(
    puzzle: str,
    problems: Mapping[str, Puzzle],
    as_json: bool,
    as_csv: bool,
    html: Path | None,
    comparison: Comparison,
) -> None:
    if as_json:
        texts = {name: problem.format() for name, problem in problems.items()}
        rows = comparison.as_dicts()
        print_json({"puzzle": puzzle, "boards": texts, "versions": versions(), "rows": rows})
    elif as_csv:
        click.echo(comparison.as_csv(), nl=False)
    else:
        for name, problem in problems.items():
            print_table(views.board_table(comparison, name, headline(name, problem)))
            click.echo()
        if len(problems) > 1:
            print_table(views.summary_table(comparison))
        print_lines(views.messages(comparison, views.SHELL_ADVICE))
        print_lines([*_nothing_to_compare(comparison, problems)])
    if html is not None:
        with writing(html):
            html.write_text(views.comparison_page(comparison, problems), encoding="utf-8")
        click.echo(f"wrote {html}", err=True)
