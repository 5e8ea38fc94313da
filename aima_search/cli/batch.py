"""``aima-search batch``: solve every board of a file."""

from __future__ import annotations

import sys
from collections import Counter
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import click

from aima_search.base.errors import NotApplicable
from aima_search.base.files import read_file
from aima_search.base.limits import Limits
from aima_search.catalog.configuration import parse_algorithm
from aima_search.catalog.heuristics import heuristic_info, load_files
from aima_search.cli import arguments, supervisor
from aima_search.cli.output import make_bar, number
from aima_search.cli.supervisor import EarlyEnd, ExitStatus
from aima_search.compiled.engines import OBJECTS
from aima_search.model.boards import boards_of, locate_fault
from aima_search.model.puzzle import PUZZLES, Puzzle
from aima_search.runs.batch import BatchSettings, solve_boards
from aima_search.runs.deadline import DeadlineScope
from aima_search.runs.outcomes import BAD_INPUT, NO_SOLUTION, NOT_APPLICABLE, SOLVED, UNEXPECTED
from aima_search.runs.record import Results, RunOutcome, RunRecord
from aima_search.runs.results_file import ResultsFile, ResultsStream, remaining_boards

PRINTED = Path("-")  # the value of --out that stands for standard output


@click.command("batch", context_settings=arguments.SETTINGS)
@arguments.puzzle_argument
@click.argument("given", nargs=-1, type=click.UNPROCESSED, metavar="FILE [PUZZLE OPTIONS]")
@click.option(
    "--out",
    type=arguments.OutputPath(),
    help="CSV file to which the results are written, or '-' for standard output.",
)
@click.option(
    "--resume", is_flag=True, help="Solve only the boards that are not in the results file yet."
)
@arguments.jobs_option("Number of worker processes.", default=1)
@arguments.algorithm_option
@click.option("--heuristic", "-h", help=arguments.HEURISTIC_HELP)
@arguments.engine_option(OBJECTS)
@arguments.limit_options(Limits(seconds=60))
@click.option("--rating", is_flag=True, help="Also rate how hard each board is for a person.")
@click.option("--verbose", "-v", is_flag=True, help="Print a line for every board.")
def batch_command(
    puzzle: str,
    given: tuple[str, ...],
    out: Path | None,
    resume: bool,
    jobs: int,
    algorithm: str,
    heuristic: str | None,
    engine: str,
    limits: Limits,
    rating: bool,
    verbose: bool,
) -> None:
    """Solve every board of FILE. An invalid board does not stop the batch.

    FILE may be "-" for standard input. Exit status: 0 if all boards were solved, 1 if a board has
    no solution, 2 if a board is invalid, 3 if a limit was reached.
    """
    supervisor.start_up(limits.seconds)
    chosen = PUZZLES.get(puzzle)
    known = [*chosen.board_options, *chosen.file_options]
    files, values = arguments.split_arguments(given, known, puzzle)
    if len(files) != 1:
        raise click.UsageError(f"found {' '.join(files) or 'no file'}, expected one FILE")
    source = None if files == ["-"] else Path(files[0])
    parse_algorithm(algorithm)  # report a wrong name now, not for every board
    if heuristic is not None:
        heuristic_info(puzzle, heuristic)
        with DeadlineScope(limits.seconds):
            load_files(heuristic)
    text = arguments.read_standard_input() if source is None else read_file(source)
    boards = list(boards_of(chosen, text, source))
    job = BatchSettings(puzzle, values, algorithm, heuristic, limits, engine, rating)
    if rating and chosen.rating is Puzzle.rating:
        raise NotApplicable(f"{puzzle} does not rate its boards: omit --rating")
    name = "standard-input" if source is None else source.name
    path = out or Path(f"{name}.results.csv")
    if path == PRINTED and resume:
        raise click.UsageError("--resume needs a results file: choose a file with --out")
    names = {option.parameter for option in chosen.file_options}
    written = {name: str(value) if name in names else value for name, value in values.items()}
    supervisor.set_final_report(partial(_report_end, path, replace(job, options=written)))
    output = sys.stdout  # while a progress bar is shown, sys.stdout is replaced
    results = ResultsStream(output) if path == PRINTED else ResultsFile(path, job, resume=resume)
    with results, make_bar() as progress:
        waiting = remaining_boards(boards, results.done)
        task = progress.add_task(name, total=len(boards), completed=len(boards) - len(waiting))
        try:
            for row in solve_boards(job, waiting, jobs, on_board=supervisor.note):
                results.add(row)
                if verbose and path != PRINTED and not output.isatty():
                    click.echo(_line_of(row), file=output)
                elif verbose or row.message:
                    progress.console.print(
                        _line_of(row), markup=False, highlight=False, soft_wrap=True
                    )
                progress.advance(task)
        except KeyboardInterrupt:
            _print_totals(Results(tuple(results.done)), len(boards), path)
            raise
    done = Results(tuple(results.done))
    _print_totals(done, len(boards), path)
    sys.exit(_exit_status(done))


def _line_of(record: RunRecord) -> str:
    line = record.extra["line"]
    if record.status == BAD_INPUT:
        return locate_fault(record.message, line)
    if record.message:
        return f"line {line}: {record.message}"
    cost = "" if record.cost is None else f", cost {number(record.cost)}"
    counts = f"{number(record.expanded)} expanded, {record.seconds:.3f} s"
    rating, hardest = record.extra["rating"], record.extra["hardest"]
    rated = "" if rating is None else f", rating {rating} ({hardest})"
    return f"line {line}: {record.status}{cost}, {counts}{rated}"


def _report_end(path: Path, job: BatchSettings, notes: list[Any], end: EarlyEnd) -> None:
    boards = [value for value in notes if isinstance(value, tuple)]
    if not boards or path == PRINTED:
        supervisor.report_end(notes, end)
        return
    line, text, _ = boards[-1]
    # store this as the board's result, so that --resume skips it
    outcome = RunOutcome(end.status, end.words)
    with ResultsFile(path, job, resume=True) as results:
        results.add(job.record(line, text, outcome))
    click.echo(
        f"aima-search: line {line}: {end.status}, {end.words}; to continue, use --resume", err=True
    )


def _print_totals(results: Results, boards: int, path: Path) -> None:
    counts = Counter(row.status for row in results)
    statuses = ", ".join(f"{count} {status}" for status, count in counts.most_common())
    seconds = results.total("seconds") + results.total("prepared")
    expanded = number(int(results.total("expanded")))
    is_printed = path == PRINTED
    where = "" if is_printed else f"; results in {path}"
    click.echo(f"{len(results)} of {boards} boards: {statuses or 'none'}", err=is_printed)
    click.echo(f"total: {seconds:.3f} s, {expanded} expansions{where}", err=is_printed)


def _exit_status(results: Results) -> int:
    statuses = {row.status for row in results}
    if statuses & set(UNEXPECTED) or NOT_APPLICABLE in statuses:
        return ExitStatus.BAD_INPUT
    if statuses - {SOLVED, NO_SOLUTION}:
        return ExitStatus.LIMIT_REACHED
    return ExitStatus.FAILED if NO_SOLUTION in statuses else ExitStatus.SOLVED
