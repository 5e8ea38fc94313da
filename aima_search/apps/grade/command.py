"""``aima-search grade``: a class's submissions, each in isolation, by an assignment."""

from __future__ import annotations

import csv
import sys
from collections.abc import Iterable, Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from aima_search.base.errors import InputError
from aima_search.base.files import writing
from aima_search.base.interchange import csv_cell
from aima_search.cli.arguments import OutputFile, jobs_option, scheduler_option
from aima_search.cli.output import print_json, print_lines, print_rows, print_table
from aima_search.cli.progress import make_bar
from aima_search.display.pages import check_can_write_page

if TYPE_CHECKING:
    from aima_search.apps.grade.assignment import Assignment
    from aima_search.apps.grade.gradescope import ResultsJson
    from aima_search.apps.grade.results import PartResult, Scores
    from aima_search.apps.grade.roster import Roster


def _make_template(context: click.Context, option: click.Parameter, folder: Path | None) -> None:
    """Write a folder to begin with and end, if a folder is given."""
    if folder is None or context.resilient_parsing:
        return
    from aima_search.apps.grade.starter_folder import write_template

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
@click.option(
    "--roster",
    type=click.Path(path_type=Path, dir_okay=False),
    help="The list of students, as Canvas, Moodle or Gradescope exports it, or the columns id and"
    " name: nobody else is graded, and --gradebook writes this very file with the marks.",
)
@click.option(
    "--marks",
    type=click.Path(path_type=Path, dir_okay=False),
    help="CSV file with the columns student, points, comment, perhaps check: what you add by hand.",
)
@click.option(
    "--manual-template",
    type=OutputFile(".csv"),
    help="Write a table for marks by hand, a row for each check of each student, for --marks.",
)
@click.option(
    "--feedback",
    type=OutputFile(".zip"),
    help="Write the pages of students into an archive, by the names that the platform expects.",
)
@click.option(
    "--since",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Results file of an earlier run: tell which checks changed.",
)
@click.option("--one-each", is_flag=True, help="Each SUBMISSION is of one student, no download.")
@click.option(
    "--due",
    default="",
    metavar="TIME",
    help="Tell what came later, 2026-11-20 23:59; a day: its end.",
)
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
    "--seed-from",
    default="",
    metavar="ID",
    help="Draw the boards that have a seed from a student's id: 'id' for each student from theirs,"
    " your own beside --trust-me.",
)
@click.option(
    "--trust-me",
    is_flag=True,
    help="Check your own submission on any system: visible checks alone, nothing confined.",
)
@scheduler_option
@jobs_option("Processes.", default=1, show_default=True)
def grade_command(
    assignment: Path,
    submissions: tuple[Path, ...],
    student: str,
    times: Path | None,
    roster: Path | None,
    marks: Path | None,
    since: Path | None,
    one_each: bool,
    due: str,
    gradescope: Path | None,
    out: Path | None,
    resume: bool,
    seed_from: str,
    trust_me: bool,
    scheduler: str | None,
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
    from aima_search.apps.grade.gradescope import ResultsJson
    from aima_search.apps.grade.manual_marks import check_marks, read_marks, with_marks
    from aima_search.apps.grade.results_file import changes, read_results
    from aima_search.apps.grade.roster import Roster

    verdict = ResultsJson.of(gradescope, submissions) if gradescope else None
    check_pages(files)
    path = out or Path(f"{assignment.stem}.results.jsonl")
    whole = asked = grade.read_assignment(assignment, seed_from)
    one_each |= verdict is not None or trust_me
    known = Roster(roster) if roster else None
    checks = [f"{part.name}: {check.title}" for part in whole.parts for check in part.checks]
    added = read_marks(marks, checks) if marks else {}
    before = read_results(since) if since else []
    intake = grade.Intake(student, times, due, downloads=not one_each, roster=known)
    settings: dict[str, Any] = {"jobs": jobs, "scheduler": scheduler, "out": path, "resume": resume}
    if trust_me:
        asked = check_trusted_run(whole, submissions, any((out, resume, gradescope, files["html"])))
        settings |= {"out": None, "confined": False}
    handed_in = intake.submissions(submissions)
    check_marks(
        added, [submission.student for submission in handed_in], known.names if known else ()
    )
    scores = run_with_bar(asked, submissions, len(handed_in), verdict, intake=intake, **settings)
    scores = with_marks(scores, added)
    print_scores(scores, trusted_lines(whole) if trust_me else None)
    print_lines(intake.doubts(handed_in))
    print_lines(changes(scores, before) if since else [])
    write_files(scores, asked.text, files, known, str(assignment))
    if verdict:
        verdict.finish(*scores)
    print_lines([] if trust_me else [f"results in {path}"])
    if not all(score.is_graded for score in scores):
        sys.exit(1)


def run_with_bar(
    assignment: Assignment,
    submissions: Sequence[Path],
    count: int,
    verdict: ResultsJson | None,
    **settings: Any,
) -> Scores:
    """Grade submissions with a progress bar; add each result to `verdict`, if there is one."""
    from aima_search.apps import grade
    from aima_search.apps.grade.score_tables import missing_line, missing_protections

    bar = make_bar()
    task = bar.add_task(assignment.name, total=count * len(assignment.parts))
    with ExitStack() as opened:
        announced = set[str]()

        def announce(protections: Mapping[str, bool]) -> None:
            for name in missing_protections([protections]):
                if name not in announced:
                    click.echo(f"aima-search: {missing_line(name)}", err=True)
            announced.update(missing_protections([protections]))

        def show(result: PartResult) -> None:
            announce(result.protections)  # of a worker of a cluster
            if not bar.live.is_started:  # errors in the input appear before the first result
                opened.enter_context(bar)
            bar.advance(task)
            if verdict:
                verdict.add(result)

        return grade.run(
            assignment, submissions, on_result=show, on_protections=announce, **settings
        )


# What ``aima-search grade`` writes besides the results file: tables and pages.


def print_scores(scores: Scores, trusted: Sequence[str] | None = None) -> None:
    """Print the points, what was odd, and what protected the grader.

    trusted: lines for a student's own check, in place of the protections. It shows what was lost.
    """
    from aima_search.apps.grade import score_tables, student_pages

    print_table(score_tables.score_table(scores))
    print_lines(score_tables.not_graded_lines(scores))
    print_lines([*score_tables.note_lines(scores), *score_tables.identical_lines(scores)])
    print_lines(score_tables.alike_lines(scores))
    if trusted is None:
        print_lines(score_tables.protection_lines(scores)[:1])  # the others were printed before
    else:
        print_lines([*student_pages.missed_lines(scores), *trusted])


def check_pages(files: Mapping[str, Path | None]) -> None:
    """Refuse pages without the extra for them, and a folder for pages that holds other files."""
    if files["html"] or files["pages"] or files["feedback"]:
        check_can_write_page()
    folder = files["pages"]
    if folder and folder.is_dir() and any(file.suffix != ".html" for file in folder.iterdir()):
        raise InputError(f"folder {str(folder)!r} holds other files than pages: choose another one")


def write_files(
    scores: Scores,
    text: str,
    files: Mapping[str, Path | None],
    roster: Roster | None = None,
    assignment: str = "",
) -> None:
    """Write what is asked for, by the names of options; text: of the file of the assignment."""
    from aima_search.apps.grade import class_page, manual_marks, score_tables, student_pages
    from aima_search.apps.grade.roster import students_of

    if path := files["csv_file"]:
        _write_rows(path, score_tables.rows_of(scores))
    if path := files["gradebook"]:
        if roster is None:
            _write_rows(path, score_tables.gradebook(scores))
        else:
            _write(path, roster.filled(scores.assignment, manual_marks.marks_of(scores)))
            submissions = {student for score in scores for student in students_of(score.student)}
            lacking = [
                name or student
                for student, name in roster.names.items()
                if student not in submissions
            ]
            print_lines([f"handed in nothing: {', '.join(lacking)}"] if lacking else [])
    if path := files["manual_template"]:
        _write_rows(path, manual_marks.manual_template(scores))
    if path := files["feedback"]:
        with writing(path):
            student_pages.write_feedback(scores, path)
    if path := files["html"]:
        _write(path, class_page.scores_page(scores, text, assignment))
    if folder := files["pages"]:
        folder.mkdir(parents=True, exist_ok=True)
        for name, page in student_pages.student_pages(scores):
            _write(folder / name, page)


def _write(path: Path, text: str) -> None:
    with writing(path):
        path.write_text(text, encoding="utf-8", newline="")


def _write_rows(path: Path, rows: Iterable[Mapping[str, Any]]) -> None:
    first, *rest = rows
    with writing(path), path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(map(csv_cell, first))
        writer.writerows(map(csv_cell, row.values()) for row in (first, *rest))


# ``aima-search grade --trust-me``: a student's own check, on any system, and what it lacks.


def check_trusted_run(whole: Assignment, submissions: Sequence[Path], more: bool) -> Assignment:
    """Return the assignment without what students do not see; UsageError for more than own work.

    more: whether a teacher's files are asked for.
    """
    if len(set(submissions)) != 1:
        raise click.UsageError(f"--trust-me of {len(submissions)} submissions: expected your own")
    if more:
        raise click.UsageError(
            "--trust-me is for you alone: without --out, --resume, --gradescope, --html; --pages"
            " writes your page"
        )
    if whole.seed_from == "id":
        raise click.UsageError("--trust-me --seed-from id: expected your own id, such as 4711")
    asked = whole.public()
    if not asked.parts:
        raise click.UsageError("--trust-me: the assignment has no check that students may see")
    return asked


def trusted_lines(whole: Assignment) -> list[str]:
    """Return lines that say what was not confined, and not checked."""
    every = [check for part in whole.parts for check in part.checks]
    hidden = [check.max_points for check in every if check.visibility != "visible"]
    lines = [
        "--trust-me: nothing was confined; the code could read, change and run whatever you can",
        "--trust-me: this is no mark: your teacher's machine may be slower, and grades all checks",
    ]
    if hidden:
        checks = "1 check" if len(hidden) == 1 else f"{len(hidden)} checks"
        points = f"{sum(hidden):g} points"
        lines.append(f"--trust-me: not run: {checks} of {points} that students do not see")
    return lines


def list_checks(as_json: bool, page: Path | None) -> None:
    """Print the checks as tables or as JSON, or write them to a page in Markdown."""
    from aima_search.apps.grade.check_reference import COLUMNS, checks_page, describe_checks

    checks, keys = describe_checks()
    if page is not None:
        _write(page, checks_page())
        click.echo(f"wrote {page}")
    elif as_json:
        rows = [dict(zip(("part", "check", "asks", "keys"), row, strict=True)) for row in checks]
        print_json({"checks": rows, "keys": {key: meaning for key, meaning, _ in keys}})
    else:
        print_rows(COLUMNS, checks)
        plain = [[cell.replace("`", "") for cell in row] for row in keys]
        print_rows(("key", "meaning", "of"), plain)
