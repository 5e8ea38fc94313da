"""Grades a class: every part of every submission, one after the other or several at once."""

from __future__ import annotations

import os
import signal
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path

from aima_search.apps.grade.assignment import Assignment, Part, read_assignment
from aima_search.apps.grade.grader import grade_part
from aima_search.apps.grade.handed_in.intake import Intake
from aima_search.apps.grade.handed_in.submission import Submission
from aima_search.apps.grade.record import PartResult, Scores, collect
from aima_search.apps.grade.results_file import ResultsFile
from aima_search.apps.grade.sandbox.borrowed import (
    free_user,
    remove_left_folders,
    temporary_folder,
)
from aima_search.apps.grade.sandbox.box import can_confine
from aima_search.base.errors import NotApplicable, SearchError
from aima_search.base.limits import check_jobs
from aima_search.processes.group import die_with_parent, parent_of_worker

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
        with ResultsFile(out, asked, resume=resume) as file:
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
