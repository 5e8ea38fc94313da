"""Grades a class: every part of every submission, one after the other or several at once."""

from __future__ import annotations

import os
import shlex
import signal
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from dataclasses import replace
from pathlib import Path

from aima_search.apps.grade.assignment import Assignment, Part, read_assignment
from aima_search.apps.grade.borrowed import free_user, remove_left_folders, temporary_folder
from aima_search.apps.grade.box import Work, can_confine
from aima_search.apps.grade.checks import Check
from aima_search.apps.grade.intake import Intake, Submission, handed
from aima_search.apps.grade.likeness import sketch_of
from aima_search.apps.grade.results import (
    FAILED,
    IMPORT_FAILED,
    NOT_FOUND,
    NOT_GRADED,
    PASSED,
    Finding,
    Misbehaved,
    PartResult,
    ResultsFile,
    Scores,
    collect,
)
from aima_search.base.errors import NotApplicable, SearchError
from aima_search.base.limits import AtWork, check_jobs
from aima_search.base.registry import INSTALLATION
from aima_search.processes.group import die_with_parent, parent_of_worker
from aima_search.runs.batch import describe

Job = tuple[Submission, Part]
_AS_GIVEN = Intake()


def run(
    assignment: str | Path | Assignment,
    submissions: Sequence[str | Path],
    *,
    jobs: int = 1,
    out: Path | None = None,
    resume: bool = False,
    intake: Intake = _AS_GIVEN,
    confined: bool = True,
    on_result: Callable[[PartResult], object] = lambda result: None,
) -> Scores:
    """Grade submissions, files or folders, and return their scores.

    out: a results file, to which each part is added when it is graded; ``resume`` goes on with
    it, and grades what is not in it. intake: how submissions are told apart. confined: False
    runs the code of a submission, one's own, as any other program. on_result: called with each
    result, those of the file too.
    """
    asked = read_assignment(assignment) if not isinstance(assignment, Assignment) else assignment
    check_jobs(jobs)
    if confined:
        _check_system()
    handed_in = intake.submissions(submissions)
    _import_nothing_of(handed_in)
    with AtWork():  # Ctrl-C ends the preparation, and no search in it passes for undecided
        asked.prepare()
    results: list[PartResult] = []
    history: Sequence[PartResult] = ()

    def keep(result: PartResult) -> None:
        results.append(result)
        on_result(result)

    if out is None:
        for result in _graded(asked, _all(asked, handed_in), jobs, confined):
            keep(result)
    else:
        with ResultsFile(out, asked.name, asked.key(), resume=resume) as file:
            waiting = _still_to_do(_all(asked, handed_in), file.done, keep)
            for result in _graded(asked, waiting, jobs, confined):
                file.add(result)
                keep(result)
            history = file.done
    facts = {one.name: (one.student, one.late) for one in handed_in}
    return collect(asked.name, [part.name for part in asked.parts], facts, results, history)


def _check_system() -> None:
    """Refuse a system that keeps nothing apart; remove what graders have left on it."""
    if not can_confine():
        raise NotApplicable(
            "submissions are kept apart by what Linux and macOS offer: grade there; --trust-me"
            " checks your own submission here"
        )
    remove_left_folders()


def _import_nothing_of(submissions: Sequence[Submission]) -> None:
    """Take the folders of submissions, such as the current one, off the module path for good.

    This process must never import a file of a submission later.
    """
    folders = {submission.path.absolute() for submission in submissions}
    folders |= {folder.parent for folder in folders}
    own = Path(__file__).parents[3]
    sys.path[:] = [
        entry for entry in sys.path if (at := Path(entry).absolute()) == own or at not in folders
    ]


def _all(assignment: Assignment, submissions: Sequence[Submission]) -> list[Job]:
    return [(submission, part) for submission in submissions for part in assignment.parts]


def _still_to_do(
    jobs: Sequence[Job], done: Sequence[PartResult], keep: Callable[[PartResult], None]
) -> list[Job]:
    """Return the parts of the submissions without a result; results that exist are kept."""
    known = {(one.submission, one.content, one.part): one for one in done}
    waiting = []
    for submission, part in jobs:
        result = known.get((submission.name, _content(submission), part.name))
        if result is None:
            waiting.append((submission, part))
        else:
            keep(result)
    return waiting


def _content(submission: Submission) -> str:
    try:
        return submission.contents().hashed()
    except Exception:  # reported when the submission is graded
        return ""


def _graded(
    assignment: Assignment, waiting: Sequence[Job], jobs: int, confined: bool
) -> Iterator[PartResult]:
    if jobs == 1:
        for submission, part in waiting:
            yield grade_part(assignment, part, submission, confined)
        return
    with (
        temporary_folder(free_user()) as folder,
        ProcessPoolExecutor(jobs, initializer=_begin, initargs=(folder,)) as pool,
    ):
        os.chmod(folder, 0o711)  # to be entered, not to be read
        try:
            running = [
                pool.submit(grade_part, assignment, part, submission, confined)
                for submission, part in waiting
            ]
            for future in as_completed(running):
                yield future.result()
        except BrokenProcessPool:
            raise SearchError(
                "a process of the grader was killed, perhaps for want of memory: go on with"
                " --resume, or fewer --jobs"
            ) from None
        finally:
            pool.shutdown(cancel_futures=True)


def _begin(folder: str) -> None:
    """Let a process end with the grader, and put its files where they are removed with it."""
    die_with_parent(parent_of_worker())
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # Ctrl-C reaches every process, and ends it
    tempfile.tempdir = folder


# Grades one part of one submission: whatever the code does, there is a result.


def grade_part(
    assignment: Assignment, part: Part, submission: Submission, confined: bool = True
) -> PartResult:
    """Return what came of a part of a submission; confined: whether its code is kept apart."""
    content, protections, notes = "", {}, []
    sketch: tuple[int, ...] = ()
    try:
        contents = submission.contents()
        content, notes, sketch = contents.hashed(), contents.notes, sketch_of(contents)
        with AtWork(), handed(submission, part.file, confined=confined) as there:
            notes += there.notes
            work = Work(there, part.asked(), assignment.bounds, confined=confined)
            try:
                findings = tuple(_findings(part, work))
            finally:
                work.close()
            protections = dict(work.protections)
            notes += work.notes
    except Misbehaved as fault:
        findings = tuple(check.failure(fault.outcome, fault.message) for check in part.checks)
    except Exception as error:  # the class goes on, whatever is wrong with this submission
        findings = tuple(check.failure(NOT_GRADED, _told(error)) for check in part.checks)
    own = submission.name, content, part.name, part.kind
    return PartResult(*own, findings, protections, tuple(notes), sketch)


def _findings(part: Part, work: Work) -> Iterator[Finding]:
    lacking = ""
    for check in part.checks:
        finding = _finding(check, work)
        if lacking and finding.points:
            finding = check.failure(FAILED, f"no points without: {lacking}", finding.command)
        if check.needed and finding.outcome != PASSED:
            lacking = lacking or check.title
        yield finding


def _finding(check: Check, work: Work) -> Finding:
    """Return what came of a check; a submission that misbehaves gets no points."""
    try:
        work.begin()
        verdict = check.judge(work)
        work.end()
        finding = check.finding(verdict)
    except Misbehaved as fault:
        finding = check.failure(fault.outcome, fault.message, _how_to_see(fault, work))
    except Exception as error:  # as above
        finding = check.failure(NOT_GRADED, _told(error))
    return replace(finding, message=_without_places(finding.message, work.handed.folder))


def _without_places(text: str, folder: str) -> str:
    """Return a message for students, without the places of this machine."""
    places = {os.path.realpath(folder), folder, sys.prefix, sys.base_prefix, os.getcwd()}
    places |= {str(INSTALLATION), os.path.expanduser("~")}
    for place in sorted(places, key=len, reverse=True):
        if len(Path(place).parts) > 1:
            text = text.replace(f"{place}{os.sep}", "").replace(place, "this folder")
    return text


def _told(error: Exception) -> str:
    return str(error) if isinstance(error, SearchError) else describe(error)


def _how_to_see(fault: Misbehaved, work: Work) -> str:
    """Return the command that shows a student what went wrong."""
    is_script = work.handed.file.endswith(".py")
    if is_script and fault.outcome in (IMPORT_FAILED, NOT_FOUND):
        return f"python {shlex.quote(work.handed.file)}"
    return ""
