"""The grading process, which reads submissions and runs the checks of an assignment on them.

The system limits the memory of this process, and the processor time of each check. The module
``grading`` ends this process if a check takes too long.
"""

from __future__ import annotations

import base64
import gc
import json
import os
import pickle
import shlex
import sys
from collections.abc import Mapping
from contextlib import closing
from dataclasses import asdict, replace
from math import ceil
from pathlib import Path
from time import process_time

from aima_search.apps.grade import results
from aima_search.apps.grade.assignment import PER_STUDENT, Assignment, AssignmentPart
from aima_search.apps.grade.checks import Check
from aima_search.apps.grade.protocol import IMPORT_FAILED, NOT_FOUND
from aima_search.apps.grade.sandbox import SandboxFactory, SandboxSession, SubmissionRequirements
from aima_search.apps.grade.sandbox_resources import can_mount
from aima_search.apps.grade.submission import Submission, SubmissionFiles, choose_file
from aima_search.base.errors import SearchError
from aima_search.base.interchange import counted
from aima_search.base.registry import INSTALLATION
from aima_search.processes.memory import bound_memory, resident_bytes, set_soft_limit
from aima_search.processes.messages import ParentConnection
from aima_search.runs.attempt import describe

TO_PREPARE = 600.0  # seconds of processor time to draw and prepare a student's own boards
_MOST_NOTES = 20  # lines about the files of a submission; an archive may have thousands of links
_NEAR = 0.8  # from this share of a limit on, the teacher's page lists the submission


class Grader:
    """Reads submissions, and runs the checks of an assignment on each submission."""

    def __init__(
        self, assignment: Assignment, folder: str | None, *, confined: bool, mounts: bool = False
    ) -> None:
        """Create a grader for an assignment. ``SandboxFactory`` describes the other parameters."""
        self._assignment = self._own = assignment
        self._pool = SandboxFactory(folder, confined=confined, mounts=mounts)
        self._contents = SubmissionFiles()
        self._read = results.PartResult("", "", "", "", ())
        self._fault: results.CheckAborted | None = None
        self._student: str | None = None  # if this student's own boards must still be drawn
        self._unsuitable: dict[tuple[int, int], str] = {}  # by the numbers of part and check
        self._session: tuple[int, SandboxSession] | None = None

    def read(self, submission: Submission) -> str:
        """Read the next submission; return its hash, or "" if it cannot be read."""
        self._session = self._fault = None
        self._own, self._student, self._unsuitable = self._assignment, submission.student, {}
        self._read = results.PartResult(submission.name, "", "", "", (), origin=submission.origin)
        try:
            self._contents = found = submission.contents()
            notes = found.notes[:_MOST_NOTES]
            if more := len(found.notes) - len(notes):
                notes.append(f"and {counted(more, 'more note')}")
            seed = self._assignment.seed_of(submission.student).strip()
            if self._assignment.seed_from == PER_STUDENT and seed != submission.student:
                notes.append(f"a group: the id {seed} determines its boards")
            content = found.hashed(seed)  # the result depends on both
            self._read = replace(self._read, content=content, notes=tuple(notes))
        except results.CheckAborted as fault:
            self._fault = fault
        except Exception as error:  # the other submissions are still graded
            self._fault = results.CheckAborted(results.NOT_GRADED, _in_words(error))
        return self._read.content

    def prepare(self) -> None:
        """Generate and prepare the student's own boards; this has a separate time limit."""
        if self._student is None or self._assignment.seed_from != PER_STUDENT:
            return
        student, self._student = self._student, None
        try:
            self._own = self._assignment.of_student(student)
            for part_number, part in enumerate(self._own.parts):
                for check_number, check in enumerate(part.checks):
                    try:
                        check.prepare(self._assignment.bounds)
                    except SearchError as error:  # not a fault of the submission
                        self._unsuitable[part_number, check_number] = str(error)
        except Exception as error:
            self._fault = self._fault or results.CheckAborted(results.NOT_GRADED, _in_words(error))

    def grade(self, part_number: int, check_number: int) -> results.PartResult:
        """Return the result of one check of a part; the method never raises an exception."""
        part = self._own.parts[part_number]
        result = replace(self._read, part=part.name, kind=part.kind)
        check = part.checks[check_number]
        try:
            if unsuitable := self._unsuitable.get((part_number, check_number)):
                raise results.CheckAborted(results.NOT_GRADED, unsuitable)
            session = self._session_of(part_number)
        except results.CheckAborted as fault:
            finding = check.finding(0, fault.message, outcome=fault.outcome)
            return replace(result, findings=(finding,))
        finding = _finding(check, session)
        if finding.outcome == results.NOT_GRADED or (
            session.last_sandbox and session.last_sandbox.was_killed
        ):
            finding = _finding(check, session)  # try again: another process may have caused this
        notes = (*result.notes, *session.notes)
        protections, sketch = session.protections, session.sketch or ()
        return replace(
            result, findings=(finding,), notes=notes, protections=protections, sketch=sketch
        )

    def _session_of(self, part_number: int) -> SandboxSession:
        if self._fault is not None:
            raise self._fault
        if self._session is None or self._session[0] != part_number:
            self._session = None
            gc.collect()  # free the memory of the previous session
            part = self._own.parts[part_number]
            others = (other.file for other in self._own.parts if other.file != part.file)
            file, notes = choose_file(self._contents, part.file, others)
            session = SandboxSession(
                self._contents, replace(part, file=file), self._assignment.bounds, self._pool, notes
            )
            self._session = part_number, session
        return self._session[1]

    def protections(self) -> Mapping[str, bool]:
        """Return a dict that says which protections work in a sandbox."""
        part = SubmissionRequirements("answer", "", "", ())
        with closing(self._pool.open(SubmissionFiles(), part, self._assignment.bounds)) as sandbox:
            return sandbox.protections

    def close(self) -> None:
        """End the fork servers, which start the processes of submissions."""
        self._pool.close()


def order(part: AssignmentPart) -> list[int]:
    """Return the indices of a part's checks in the order in which the checks run.

    Visible checks come first, so that no hidden check can influence them.
    """
    return sorted(range(len(part.checks)), key=lambda at: part.checks[at].visibility != "visible")


def _finding(check: Check, session: SandboxSession) -> results.CheckResult:
    try:
        with session.check():
            finding = check.judge(session)
    except results.CheckAborted as fault:
        is_script = session.part.file.endswith(".py")
        shows_it = is_script and fault.outcome in (IMPORT_FAILED, NOT_FOUND)
        command = f"python {shlex.quote(session.part.file)}" if shows_it else ""
        finding = check.finding(0, fault.message, command, outcome=fault.outcome)
    except MemoryError:
        session.cache.clear()  # so that another try has more memory
        text = "the grader itself ran out of memory: set a larger memory in [limits]"
        finding = check.finding(0, text, outcome=results.NOT_GRADED)
    except Exception as error:  # a fault of the grader
        finding = check.finding(0, _in_words(error), outcome=results.NOT_GRADED)
    message = _without_places(finding.message, session.folder)
    share, doubt = session.last_sandbox.limit_share if session.last_sandbox else 0.0, finding.doubt
    if share >= _NEAR and finding.outcome not in results.UNEXPECTED:
        doubt = "; ".join(filter(None, [doubt, f"near a limit: {share:.0%} of the time or memory"]))
    return replace(finding, message=message, doubt=doubt)


def _without_places(text: str, folder: str) -> str:
    places = {os.path.realpath(folder), folder, sys.prefix, sys.base_prefix, os.getcwd()}
    places |= {str(INSTALLATION), os.path.expanduser("~")}
    for place in sorted(filter(None, places), key=len, reverse=True):
        if len(Path(place).parts) > 1:
            text = text.replace(f"{place}{os.sep}", "").replace(place, "this folder")
    return text


def _in_words(error: Exception) -> str:
    return str(error) if isinstance(error, SearchError) else describe(error)


_assignment: list[Assignment] = []  # set by ``prepare``


def pack_assignment(assignment: Assignment) -> str:
    """Return an assignment as text, so that it can be sent to another process."""
    return base64.b64encode(pickle.dumps(assignment)).decode("ascii")


def unpack_assignment(text: str) -> Assignment:
    """Return the assignment in a text made by ``pack_assignment``."""
    return pickle.loads(base64.b64decode(text))


def prepare(assignment: str) -> str:
    """Prepare the checks of an assignment. Return an error message, or "" if all went well."""
    _assignment[:] = [unpack_assignment(assignment)]
    try:
        _assignment[0].prepare()
    except SearchError as error:
        return str(error)
    return ""


def main(folder: str) -> None:
    """Read and grade submissions when the module ``grading`` requests it."""
    parent = ParentConnection()
    parent.greet()
    if not _assignment and (request := parent.next()) is not None:
        parent.answer(prepare(request.decode()).encode())
    bounds = _assignment[0].bounds
    grader = Grader(_assignment[0], folder, confined=True, mounts=can_mount())
    bound_memory((resident_bytes() or 0) + bounds.memory)
    gc.freeze()  # collections of garbage then skip the prepared boards
    while (request := parent.next()) is not None:
        what, *arguments = pickle.loads(request)
        _limit_processor_time(TO_PREPARE if what == "prepare" else bounds.own_seconds)
        if what != "grade":
            answer = getattr(grader, what)(*arguments)
            parent.answer(json.dumps(answer).encode())
            continue
        part, checks = arguments
        for check in checks:
            _limit_processor_time(bounds.own_seconds)
            parent.answer(json.dumps(asdict(grader.grade(part, check))).encode())


def _limit_processor_time(seconds: float) -> None:
    set_soft_limit("RLIMIT_CPU", ceil(process_time() + seconds) + 1)
