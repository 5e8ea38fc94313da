"""``aima-search grade``: a class's submissions, each in isolation, by an assignment."""

from __future__ import annotations

import csv
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from aima_search.cli.arguments import OutputFile, jobs_option
from aima_search.cli.output import print_fitting, print_lines
from aima_search.cli.process.progress import make_bar
from aima_search.interchange import csv_row

if TYPE_CHECKING:
    from aima_search.grade.record import PartResult, Scores


@click.command("grade")
@click.argument("assignment", type=click.Path(path_type=Path))
@click.argument("submissions", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--csv", "csv_file", type=OutputFile(".csv"), help="Write a row for each check.")
@click.option(
    "--out", type=OutputFile(), help="Results file. [ASSIGNMENT's name with .results.jsonl]"
)
@click.option("--resume", is_flag=True, help="Go on with the results file.")
@jobs_option("Processes.", default=1, show_default=True)
def grade_command(
    assignment: Path,
    submissions: tuple[Path, ...],
    csv_file: Path | None,
    out: Path | None,
    resume: bool,
    jobs: int,
) -> None:
    """Grade SUBMISSION... (files or folders) by ASSIGNMENT, a TOML file.

    What students wrote runs in a process of its own, confined; the searching and the counting does
    not. Ctrl-C keeps what is graded, and --resume goes on. Exit status 1: a part could not be
    graded.
    """
    from aima_search import grade
    from aima_search.grade.outcomes import NOT_GRADED

    path = out or Path(f"{assignment.stem}.results.jsonl")
    asked = grade.read_assignment(assignment)
    with make_bar() as bar:
        task = bar.add_task(asked.name, total=len(set(submissions)) * len(asked.parts))

        def show(result: PartResult) -> None:
            bar.advance(task)

        scores = grade.run(asked, submissions, jobs=jobs, out=path, resume=resume, on_result=show)
    _print(scores)
    if csv_file:
        _write_csv(scores, csv_file)
    print_lines([f"results in {path}"])
    if any(part.outcome == NOT_GRADED for score in scores for part in score.parts):
        sys.exit(1)


def _print(scores: Scores) -> None:
    from aima_search.grade.sandbox.confinement import PROTECTIONS
    from aima_search.grade.tables_of_scores import score_table

    print_fitting(score_table(scores))
    parts = [part for score in scores for part in score.parts if part.protections]
    lacking = [name for name in PROTECTIONS if not all(part.protections[name] for part in parts)]
    in_force = [name for name in PROTECTIONS if parts and name not in lacking]
    print_lines([f"protections in force: {', '.join(in_force) or 'none was needed'}"])
    if lacking and parts:
        print_lines([f"not in force: {name} ({PROTECTIONS[name]})" for name in lacking])


def _write_csv(scores: Scores, path: Path) -> None:
    from aima_search.grade.tables_of_scores import rows_of

    rows = list(rows_of(scores))
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, list(rows[0]), lineterminator="\n")
        writer.writeheader()
        writer.writerows(csv_row(row) for row in rows)
