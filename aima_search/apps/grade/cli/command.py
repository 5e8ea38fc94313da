"""``aima-search grade``: a class's submissions, each in isolation, by an assignment."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from aima_search.apps.grade.cli.outputs import check_folder, print_scores, write_files
from aima_search.apps.grade.cli.trusted import only_trusted, trusted_lines
from aima_search.cli.arguments import OutputFile, jobs_option
from aima_search.cli.output import print_lines
from aima_search.cli.process.progress import make_bar
from aima_search.display.pages import check_can_write_page

if TYPE_CHECKING:
    from aima_search.apps.grade.record import PartResult
    from aima_search.apps.grade.report.gradescope import ResultsJson


def _make_template(context: click.Context, option: click.Parameter, folder: Path | None) -> None:
    """Write a folder to begin with and end, if a folder is given."""
    if folder is None or context.resilient_parsing:
        return
    from aima_search.apps.grade.report.template import write_template

    print_lines([f"wrote {path}" for path in write_template(folder)])
    context.exit()


@click.command("grade")
@click.argument("assignment", type=click.Path(path_type=Path))
@click.argument("submissions", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--csv", "csv_file", type=OutputFile(".csv"), help="Write a row for each check.")
@click.option(
    "--gradebook", type=OutputFile(".csv"), help="Write a row for each student, to be imported."
)
@click.option("--html", type=OutputFile(".html"), help="Write a page for the teacher.")
@click.option(
    "--pages",
    type=click.Path(path_type=Path, file_okay=False),
    help="Write a page for each student into a folder.",
)
@click.option(
    "--student",
    default="",
    metavar="PATTERN",
    help="Find a student's id in a submission's name by a regular expression; the last submission"
    " counts.",
)
@click.option(
    "--times",
    type=click.Path(path_type=Path, dir_okay=False),
    help="CSV file with the columns student and submitted.",
)
@click.option("--due", default="", metavar="TIME", help="Tell what came later, 2026-11-20 23:59.")
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
    callback=_make_template,
    help="Write a folder to begin with, ready for Gradescope, and do nothing else.",
)
@click.option(
    "--out", type=OutputFile(), help="Results file. [ASSIGNMENT's name with .results.jsonl]"
)
@click.option("--resume", is_flag=True, help="Go on with the results file.")
@click.option(
    "--trust-me",
    is_flag=True,
    help="Check your own submission on any system: visible checks alone, nothing confined.",
)
@jobs_option("Processes.", default=1, show_default=True)
def grade_command(
    assignment: Path,
    submissions: tuple[Path, ...],
    student: str,
    times: Path | None,
    due: str,
    gradescope: Path | None,
    out: Path | None,
    resume: bool,
    trust_me: bool,
    jobs: int,
    **files: Path | None,
) -> None:
    """Grade SUBMISSION... by ASSIGNMENT, a TOML file.

    A submission is a file, a folder or a .zip; the download of a class from Moodle, Canvas or
    Gradescope is taken as it is. What students wrote runs in a process of its own, confined; the
    searching and the counting does not. Ctrl-C keeps what is graded, and --resume goes on. Exit
    status 1: a part could not be graded.
    """
    from aima_search.apps import grade
    from aima_search.apps.grade.outcomes import NOT_GRADED

    verdict = _gradescope(gradescope, submissions) if gradescope else None
    if files["html"] or files["pages"]:
        check_can_write_page()
    if files["pages"]:
        check_folder(files["pages"])
    path = out or Path(f"{assignment.stem}.results.jsonl")
    whole = asked = grade.read_assignment(assignment)
    intake = grade.Intake(student, times, due, downloads=verdict is None and not trust_me)
    settings: dict[str, Any] = {"jobs": jobs, "out": path, "resume": resume, "intake": intake}
    if trust_me:
        asked = only_trusted(whole, submissions, any((out, resume, gradescope, files["html"])))
        settings |= {"out": None, "confined": False}
    total = len(intake.submissions(submissions)) * len(asked.parts)
    with make_bar() as bar:
        task = bar.add_task(asked.name, total=total)

        def show(result: PartResult) -> None:
            bar.advance(task)
            if verdict:
                verdict.add(result)

        scores = grade.run(asked, submissions, on_result=show, **settings)
    print_scores(scores, trusted_lines(whole, asked) if trust_me else None)
    write_files(scores, asked.text, files)
    if verdict:
        verdict.finish(*scores)
    print_lines([] if trust_me else [f"results in {path}"])
    if any(part.outcome == NOT_GRADED for score in scores for part in score.parts):
        sys.exit(1)


def _gradescope(path: Path, submissions: tuple[Path, ...]) -> ResultsJson:
    """Return the file of the verdict; the file is there from now on."""
    from aima_search.apps.grade.report.gradescope import ResultsJson

    if len(submissions) != 1:
        raise click.UsageError(f"--gradescope of {len(submissions)} submissions: expected one")
    return ResultsJson(path)
