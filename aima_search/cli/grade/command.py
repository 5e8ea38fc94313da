"""``aima-search grade``: a class's submissions, each in isolation, by an assignment."""

from __future__ import annotations

import csv
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from aima_search.catalog.files import writing
from aima_search.cli.arguments import OutputFile, jobs_option
from aima_search.cli.grade.template import make_template
from aima_search.cli.output import print_fitting, print_lines
from aima_search.cli.process.progress import make_bar
from aima_search.display.pages import check_can_write_page
from aima_search.interchange import csv_row

if TYPE_CHECKING:
    from aima_search.grade.record import PartResult, Scores
    from aima_search.grade.report.gradescope import ResultsJson


@click.command("grade")
@click.argument("assignment", type=click.Path(path_type=Path))
@click.argument("submissions", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--csv", "csv_file", type=OutputFile(".csv"), help="Write a row for each check.")
@click.option("--html", type=OutputFile(".html"), help="Write a page for the teacher.")
@click.option(
    "--gradescope",
    type=OutputFile(".json"),
    help="Write Gradescope's results.json, for one submission.",
)
@click.option(
    "--template",
    type=click.Path(path_type=Path, file_okay=False),
    is_eager=True,
    expose_value=False,
    callback=make_template,
    help="Write a folder to begin with, ready for Gradescope, and do nothing else.",
)
@click.option(
    "--out", type=OutputFile(), help="Results file. [ASSIGNMENT's name with .results.jsonl]"
)
@click.option("--resume", is_flag=True, help="Go on with the results file.")
@jobs_option("Processes.", default=1, show_default=True)
def grade_command(
    assignment: Path,
    submissions: tuple[Path, ...],
    csv_file: Path | None,
    html: Path | None,
    gradescope: Path | None,
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

    verdict = _gradescope(gradescope, submissions) if gradescope else None
    if html:
        check_can_write_page()
    path = out or Path(f"{assignment.stem}.results.jsonl")
    asked = grade.read_assignment(assignment)
    with make_bar() as bar:
        task = bar.add_task(asked.name, total=len(set(submissions)) * len(asked.parts))

        def show(result: PartResult) -> None:
            bar.advance(task)
            if verdict:
                verdict.add(result)

        scores = grade.run(asked, submissions, jobs=jobs, out=path, resume=resume, on_result=show)
    _print(scores)
    if csv_file:
        _write_csv(scores, csv_file)
    if html:
        _write_page(scores, asked.text, html)
    if verdict:
        verdict.finish(*scores)
    print_lines([f"results in {path}"])
    if any(part.outcome == NOT_GRADED for score in scores for part in score.parts):
        sys.exit(1)


def _gradescope(path: Path, submissions: tuple[Path, ...]) -> ResultsJson:
    """Return the file of the verdict; the file is there from now on."""
    from aima_search.grade.report.gradescope import ResultsJson

    if len(submissions) != 1:
        raise click.UsageError(f"--gradescope of {len(submissions)} submissions: expected one")
    return ResultsJson(path)


def _write_page(scores: Scores, text: str, path: Path) -> None:
    from aima_search.grade.report.page import scores_page

    with writing(path):
        path.write_text(scores_page(scores, text), encoding="utf-8")


def _print(scores: Scores) -> None:
    from aima_search.grade.report.tables import identical_lines, protection_lines, score_table

    print_fitting(score_table(scores))
    print_lines([*identical_lines(scores), *protection_lines(scores)])


def _write_csv(scores: Scores, path: Path) -> None:
    from aima_search.grade.report.tables import rows_of

    rows = list(rows_of(scores))
    with writing(path), path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, list(rows[0]), lineterminator="\n")
        writer.writeheader()
        writer.writerows(csv_row(row) for row in rows)
