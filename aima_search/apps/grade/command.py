"""The commands ``aima-search grade`` and ``aima-search course``, which are for teachers."""

from __future__ import annotations

import io
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from secrets import randbits
from typing import TYPE_CHECKING, Any

import click

from aima_search.base.errors import InputError
from aima_search.base.files import read_file, replace_file, writing
from aima_search.base.interchange import counted
from aima_search.base.limits import format_size
from aima_search.cli import supervisor
from aima_search.cli.arguments import OutputPath, jobs_option, scheduler_option
from aima_search.cli.output import make_bar, print_json, print_lines, print_rows, print_table
from aima_search.display.pages import check_can_write_page
from aima_search.runs.record import write_csv

if TYPE_CHECKING:
    from aima_search.apps.grade.assignment import Assignment
    from aima_search.apps.grade.results import ClassResults, PartResult
    from aima_search.apps.grade.results_file import GradescopeResultsFile
    from aima_search.apps.grade.roster import Roster


def _make_template(context: click.Context, option: click.Parameter, folder: Path | None) -> None:
    if folder is None or context.resilient_parsing:
        return
    from aima_search.apps.grade.course import write_template

    print_lines([f"wrote {path}" for path in write_template(folder)])
    context.exit()


_FILE = click.Path(path_type=Path, dir_okay=False)
_FOLDER = click.Path(path_type=Path, file_okay=False)


@click.command("grade")
@click.argument("assignment", type=click.Path(path_type=Path))
@click.argument("submissions", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option(
    "--csv",
    "csv_file",
    type=OutputPath(".csv"),
    help="Write a CSV file with one row for each check of each submission.",
)
@click.option(
    "--gradebook",
    type=OutputPath(".csv"),
    help="Write a CSV file with one row per student, to import into a course platform.",
)
@click.option("--html", type=OutputPath(".html"), help="Write all results to an HTML page.")
@click.option("--pages", type=_FOLDER, help="Write one HTML page for each student to this folder.")
@click.option(
    "--student",
    default="",
    metavar="PATTERN",
    help="Regular expression that finds the student's id in the name of a submission. If a student"
    " has several submissions, the grader uses the latest one.",
)
@click.option(
    "--times", type=_FILE, help="CSV file of submission times. Columns: student, submitted."
)
@click.option(
    "--roster",
    type=_FILE,
    help="List of the students to grade: a CSV file with the columns id and name, or an export from"
    " Canvas, Moodle or Gradescope with English headings. --gradebook writes a copy of this list"
    " with the students' points.",
)
@click.option(
    "--marks",
    type=_FILE,
    help="CSV file with points given by hand. Columns: student, points (optional: comment, check).",
)
@click.option(
    "--manual-template",
    type=OutputPath(".csv"),
    help="Write a CSV file with one row for each check of each student. Enter points and comments,"
    " and pass the file to --marks. Points and comments in an existing file are kept.",
)
@click.option(
    "--feedback",
    type=OutputPath(".zip"),
    help="Write a .zip archive of feedback pages, one per student, to upload to a course platform.",
)
@click.option("--since", type=_FILE, help="Print what has changed since this earlier results file.")
@click.option(
    "--one-each",
    is_flag=True,
    help="Treat each SUBMISSION as one student's work, not as the download of a whole class.",
)
@click.option(
    "--due",
    default="",
    metavar="TIME",
    help="Deadline, such as '2026-11-20 23:59' or '2026-11-20 23:59 +0100'. A date alone means the"
    " end of that day. If you give no time zone, the time zone of this machine is used.",
)
@click.option(
    "--gradescope",
    type=OutputPath(".json"),
    help="Write the file results.json for Gradescope. Give only one SUBMISSION.",
)
@click.option(
    "--template",
    type=_FOLDER,
    is_eager=True,
    expose_value=False,
    callback=_make_template,
    help="Write an example assignment for Gradescope to this folder. Nothing is graded.",
)
@click.option(
    "--out", type=OutputPath(), help="Results file. [default: hw1.results.jsonl for hw1.toml]"
)
@click.option("--resume", is_flag=True, help="Continue an earlier run from its results file.")
@click.option(
    "--again",
    multiple=True,
    metavar="SUBMISSION",
    help="Like --resume, but grade SUBMISSION again, even if its results are stored.",
)
@click.option(
    "--seed-from",
    default="",
    metavar="STUDENT",
    help="Id of the student whose boards all students get, such as 4711. The word 'id' gives each"
    " student different boards.",
)
@click.option(
    "--trust-me",
    is_flag=True,
    help="Check your own submission, on any operating system. Hidden checks are left out, and your"
    " code runs without a sandbox.",
)
@scheduler_option
@jobs_option("Number of processes.", default=1, show_default=True)
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
    again: tuple[str, ...],
    seed_from: str,
    trust_me: bool,
    scheduler: str | None,
    jobs: int,
    **files: Path | None,
) -> None:
    """Grade each SUBMISSION with the TOML file ASSIGNMENT.

    SUBMISSION is the file, folder or .zip archive of one student, or the download of a whole class
    from Moodle, Canvas, Gradescope, Blackboard or Brightspace. The students' code runs in a
    sandbox. The grader itself counts the expansions, so no submission can report wrong counts. To
    continue after Ctrl-C, use --resume. The exit status is 1 if a part could not be graded.
    """
    from aima_search.apps import grade
    from aima_search.apps.grade.results import check_marks, read_marks, with_marks
    from aima_search.apps.grade.results_file import GradescopeResultsFile, changes, read_results

    if gradescope and len(submissions) != 1:
        raise InputError(f"--gradescope: found {len(submissions)} submissions, expected one")
    verdict = GradescopeResultsFile(gradescope) if gradescope else None
    if times and not due:
        raise click.UsageError("--times has no effect without a deadline: add --due TIME")
    path = out or Path(f"{assignment.stem}.results.jsonl")
    whole = visible = grade.read_assignment(assignment, seed_from)
    one_each |= verdict is not None or trust_me
    known = grade.Roster(roster) if roster else None
    more = {"roster": roster, "marks": marks, "times": times, "gradescope": gradescope, "out": out}
    check_files(more | files, (assignment, *submissions), known, whole.name)
    checks = [f"{part.name}: {check.title}" for part in whole.parts for check in part.checks]
    added = read_marks(marks, checks) if marks else {}
    before = read_results(since) if since else []
    intake = grade.SubmissionFinder(student, times, due, downloads=not one_each, roster=known)
    settings: dict[str, Any] = {"jobs": jobs, "scheduler": scheduler, "out": path}
    settings["resume"] = resume or bool(again)
    if trust_me:
        given = {**more, **files, "resume": resume, "again": again}
        visible = check_trusted_run(whole, submissions, [name for name in given if given[name]])
        settings |= {"out": None, "confined": False}
    handed_in = intake.submissions(submissions)
    check_marks(added, [one.student for one in handed_in], known.names if known else ())
    scores = run_with_bar(
        visible, submissions, len(handed_in), verdict, intake=intake, again=again, **settings
    )
    scores = with_marks(scores, added)
    lines = list(write_files(scores, visible.text, files, known))  # before a pipe can be closed
    if verdict:
        verdict.write(*scores)
    print_scores(scores, trusted_lines(whole) if trust_me else None)
    print_lines([*intake.doubts(handed_in), *(changes(scores, before) if since else ())])
    print_lines(lines if trust_me else [*lines, f"results in {path}"])
    if not all(score.is_graded for score in scores):
        sys.exit(1)


def run_with_bar(
    assignment: Assignment,
    submissions: Sequence[Path],
    count: int,
    verdict: GradescopeResultsFile | None,
    **settings: Any,
) -> ClassResults:
    """Grade ``count`` submissions with a progress bar; add the results to ``verdict``, if given."""
    from aima_search.apps import grade
    from aima_search.apps.grade.result_pages import missing_line, missing_protections
    from aima_search.processes.memory import memory_of_machine

    supervisor.note(f"grading{' (to continue, use --resume)' if settings['out'] else ''}")
    bar, total = make_bar(), count * len(assignment.parts)
    task = bar.add_task(assignment.name, total=total)
    needed = min(settings["jobs"], total) * assignment.bounds.memory
    is_here = settings["scheduler"] is None and settings.get("confined", True)
    if is_here and needed > (there := memory_of_machine()):
        text = f"grading may need {format_size(needed)} of memory (jobs x memory limit)"
        found = f"this machine or container has {format_size(there)}: use fewer --jobs"
        click.echo(f"aima-search: {text}, but {found}", err=True)
    with ExitStack() as opened:
        announced = set[str]()

        def announce(protections: Mapping[str, bool]) -> None:
            for name in missing_protections([protections]):
                if name not in announced:
                    click.echo(f"aima-search: {missing_line(name)}", err=True)
                    announced.add(name)

        def show(result: PartResult) -> None:
            announce(result.protections)  # the protections of a cluster's worker
            if not bar.live.is_started:  # errors in the input appear before the first result
                opened.enter_context(bar)
            bar.advance(task)
            if verdict:
                verdict.add(result)

        return grade.run(
            assignment, submissions, on_result=show, on_protections=announce, **settings
        )


def print_scores(scores: ClassResults, trusted: Sequence[str] | None = None) -> None:
    """Print points and notes. ``trusted``: the warnings of --trust-me, or None if not used."""
    from aima_search.apps.grade import result_pages

    print_table(result_pages.score_table(scores))
    print_lines([*result_pages.not_graded_lines(scores), *result_pages.note_lines(scores)])
    print_lines([*result_pages.identical_lines(scores), *result_pages.alike_lines(scores)])
    if trusted is None:  # the missing protections were printed before grading
        print_lines(result_pages.protection_lines(scores)[:1])
    else:
        print_lines([*result_pages.missed_lines(scores), *trusted])


_INPUTS = ("--roster", "--marks", "--times")
# the content of an old file is not kept
_REPLACED = ("--csv", "--gradebook", "--html", "--feedback", "--gradescope")
_MAY_BE_THE_SAME = (("--roster", "--gradebook"), ("--marks", "--manual-template"))


def check_files(
    files: Mapping[str, Path | None], given: Sequence[Path], roster: Roster | None, assignment: str
) -> None:
    """Raise InputError if an output cannot be written, or would overwrite a file that is needed.

    given: the assignment's file and the submissions.
    """
    from aima_search.apps.grade.results import read_template

    inputs = {path.resolve() for path in given}
    owners = dict.fromkeys(inputs, "the assignment or a submission")
    for key, path in files.items():
        if path is None:
            continue
        option = f"--{key.removesuffix('_file')}".replace("_", "-")
        owner = owners.setdefault(path.resolve(), option)
        if owner != option and option not in _INPUTS and (owner, option) not in _MAY_BE_THE_SAME:
            raise InputError(f"{owner} and {option} are the same file {str(path)!r}: use two files")
        if owner == option and option in _REPLACED and path.is_file():
            for top in inputs.intersection(path.resolve().parents):
                place = f"the folder of submissions {str(top)!r}"
                raise InputError(f"{str(path)!r} is in {place}: use another folder")
    if roster and files["gradebook"]:
        roster.mark_column(assignment)
    if files["html"] or files["pages"] or files["feedback"]:
        check_can_write_page()
    folder = files["pages"]
    if folder and folder.is_dir() and any(file.suffix != ".html" for file in folder.iterdir()):
        raise InputError(f"folder {str(folder)!r} has files other than .html: use another folder")
    if path := files["manual_template"]:
        read_template(path)


def write_files(
    scores: ClassResults, text: str, files: Mapping[str, Path | None], roster: Roster | None
) -> Iterator[str]:
    """Write the output files and yield notes about them. ``text`` is the assignment file's text."""
    from aima_search.apps.grade import result_pages
    from aima_search.apps.grade.results import manual_template, marks_of, read_template

    if path := files["csv_file"]:
        _write_rows(path, result_pages.rows_of(scores))
    if path := files["gradebook"]:
        if roster is None:
            _write_rows(path, result_pages.gradebook(scores))
        else:
            marks = marks_of(scores)
            replace_file(path, roster.filled(scores.assignment, marks))
            if lacking := [roster.names[one] or one for one in roster.names if one not in marks]:
                yield f"students without a submission: {', '.join(lacking)}"
    if path := files["manual_template"]:
        _write_rows(path, manual_template(scores, read_template(path)))
    if path := files["feedback"]:
        with writing(path):
            result_pages.write_feedback(scores, path)
    if path := files["html"]:
        replace_file(path, result_pages.scores_page(scores, text))
    if folder := files["pages"]:
        folder.mkdir(parents=True, exist_ok=True)
        pages = dict(result_pages.student_pages(scores))
        for name, page in pages.items():
            replace_file(folder / name, page)
        if old := sorted({file.name for file in folder.iterdir()} - pages.keys()):
            yield f"pages of an earlier run in {folder}: {', '.join(old)}"


def _write_rows(path: Path, rows: Iterable[Mapping[str, Any]]) -> None:
    table = io.StringIO()
    write_csv(table, rows)
    replace_file(path, table.getvalue())


def check_trusted_run(
    whole: Assignment, submissions: Sequence[Path], given: Sequence[str]
) -> Assignment:
    """For a student's run with --trust-me, return the assignment with only its visible checks.

    Raise UsageError if such a run is not possible. given: the names of the given options.
    """
    if len(set(submissions)) != 1:
        text = f"found {len(submissions)} submissions, expected only your own"
        raise click.UsageError(f"--trust-me: {text}")
    teachers = {"out", "resume", "again", "gradescope", "html"}
    if found := ", ".join(f"--{name}" for name in given if name in teachers):
        text = f"found {found}: omit {found}; to write a page, use --pages"
        raise click.UsageError(f"--trust-me: {text}")
    if whole.seed_from == "id":
        raise click.UsageError("--trust-me needs --seed-from YOUR_ID: each id has its own boards")
    visible = whole.public()
    if not visible.parts:
        raise click.UsageError("--trust-me: no check is visible, so no check can run")
    return visible


def trusted_lines(whole: Assignment) -> list[str]:
    """Return warnings for the option --trust-me, which runs a submission without protection."""
    every = [check for part in whole.parts for check in part.checks]
    hidden = [check.max_points for check in every if check.visibility != "visible"]
    lines = [
        "no sandbox was used: the code could read, change and run all that you can",
        "this is not your mark: your teacher's machine may be slower, and grades all checks",
    ]
    if hidden:
        checks = f"{counted(len(hidden), 'check')} for {sum(hidden):g} points"
        lines.append(f"not run, because students do not see them: {checks}")
    return [f"--trust-me: {line}" for line in lines]


def list_checks(as_json: bool) -> None:
    """Print the checks as tables or as JSON."""
    from aima_search.apps.grade.assignment import COLUMNS, describe_checks

    checks, keys = describe_checks()
    if as_json:
        rows = [dict(zip(("part", "check", "asks", "keys"), row, strict=True)) for row in checks]
        print_json({"checks": rows, "keys": {key: meaning for key, meaning, _ in keys}})
    else:
        print_rows(COLUMNS, checks)
        plain = [[cell.replace("`", "") for cell in row] for row in keys]
        print_rows(("key", "meaning", "used by"), plain)


@click.group("course")
def course_group() -> None:
    """Write the notebooks, assignments and solutions of a course."""


@course_group.command("new")
@click.argument("folder", type=_FOLDER)
@click.option(
    "--chapters",
    default="all",
    show_default=True,
    help="Chapters to include: one chapter, such as 3.1, or a range, such as 3.1-4.1.",
)
@click.option("--seed", type=int, help="Seed for the hidden boards. [default: a random seed]")
@click.option(
    "--masters",
    "own",
    type=click.Path(path_type=Path, exists=True, file_okay=False),
    help="Folder with your versions of the chapters' source files. [default: this package's files]",
)
def new_command(folder: Path, chapters: str, seed: int | None, own: Path | None) -> None:
    """Write the files of a course to FOLDER.

    Give the folders students/CHAPTER to your students. Keep the folders teacher/CHAPTER secret.
    """
    from aima_search.apps.grade import course

    drawn = randbits(64) if seed is None else seed
    written = course.write_course(folder, course.chosen(course.masters(own), chapters), drawn)
    print_lines([f"wrote {path}" for path in written])
    print_lines(
        [f"hidden boards are drawn with --seed {drawn}; teacher/README.md records the seed"]
    )


@course_group.command("masters")
@click.argument("folder", type=_FOLDER)
def masters_command(folder: Path) -> None:
    """Write the source files of all chapters to FOLDER. Only teachers should read these files."""
    from aima_search.apps.grade import course

    found = sorted(course.MASTERS.glob("*.txt"))
    texts = {file.name: course.unsealed(read_file(file)) for file in found}
    print_lines([f"wrote {path}" for path in course.write_new_files(folder, texts)])
