"""The process that grades: it reads what was handed in, searches, counts, compares.

Whatever it does with a student's data is bounded, a check at a time: in the seconds of the
processor and the memory that it may use, and by ``grading``, which ends it if it is late.
"""

from __future__ import annotations

import base64
import json
import os
import pickle
import shlex
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from math import ceil
from pathlib import Path
from time import process_time
from typing import Any

from aima_search.apps.grade.assignment import Assignment, Part
from aima_search.apps.grade.box import Asked, Boxes, Work
from aima_search.apps.grade.checks import Check
from aima_search.apps.grade.contents import Contents
from aima_search.apps.grade.intake import Submission, chosen
from aima_search.apps.grade.likeness import sketch_of
from aima_search.apps.grade.results import (
    IMPORT_FAILED,
    MEMORY_LIMIT,
    NOT_FOUND,
    NOT_GRADED,
    Finding,
    Misbehaved,
)
from aima_search.base.errors import SearchError
from aima_search.base.registry import INSTALLATION
from aima_search.processes.parent import Parent
from aima_search.processes.system import bound_memory, resident_bytes
from aima_search.runs.batch import describe


@dataclass(frozen=True)
class Read:
    """What was read of a submission; fault: why it cannot be graded, an outcome and a message."""

    content: str = ""
    notes: Sequence[str] = ()
    sketch: Sequence[int] = ()
    fault: tuple[str, str] | None = None


@dataclass(frozen=True)
class Judged:
    """What came of a check, the notes and protections of its process."""

    finding: Finding
    notes: Sequence[str]
    protections: Mapping[str, bool]


class Judge:
    """Grades the parts of a submission that it has read."""

    def __init__(self, assignment: Assignment, folder: str | None, *, confined: bool) -> None:
        """Begin; folder: where folders of submissions are made."""
        self._assignment = self._own = assignment
        self._boxes = Boxes(folder, confined=confined)
        self._contents = Contents()
        self._work: tuple[int, Work] | None = None

    def read(self, submission: Submission) -> Read:
        """Read a submission, which is then graded."""
        self._work = None
        try:
            self._own = self._assignment.of_student(submission.student)
            self._contents = contents = submission.contents()
            return Read(contents.hashed(), tuple(contents.notes), sketch_of(contents))
        except Misbehaved as fault:
            return Read(fault=(fault.outcome, fault.message))
        except Exception as error:  # the class goes on, whatever is wrong with this submission
            return Read(fault=(NOT_GRADED, _told(error)))

    def judge(self, part: int, check: int) -> Judged:
        """Return what comes of a check of a part, whatever the code does."""
        asked, bounds = self._own.parts[part], self._own.bounds
        try:
            if self._work is None or self._work[0] != part:
                file, notes = chosen(self._contents, asked.file)
                own = Asked(asked.kind, file, asked.function, asked.forbidden)
                self._work = part, Work(self._contents, own, bounds, self._boxes, notes)
        except Misbehaved as fault:
            return Judged(asked.checks[check].failure(fault.outcome, fault.message), (), {})
        work = self._work[1]
        finding = _finding(asked.checks[check], work)
        return Judged(finding, work.notes, work.protections)

    def close(self) -> None:
        """End what processes of submissions are forked from."""
        self._boxes.close()


def order(part: Part) -> list[int]:
    """Return the numbers of a part's checks in the order in which they are made.

    What students see comes first: nothing of it can come from a check that they do not see.
    """
    return sorted(range(len(part.checks)), key=lambda at: part.checks[at].visibility != "visible")


def _finding(check: Check, work: Work) -> Finding:
    """Return what came of a check; a submission that misbehaves gets no points."""
    try:
        with work.check(alone=check.alone):
            verdict = check.judge(work)
        finding = check.finding(verdict)
    except Misbehaved as fault:
        finding = check.failure(fault.outcome, fault.message, _how_to_see(fault, work))
    except MemoryError:
        told = "what it answered takes more memory here than it may"
        finding = check.failure(MEMORY_LIMIT, told)
    except Exception as error:  # of the grader itself: the class goes on
        finding = check.failure(NOT_GRADED, _told(error))
    return replace(finding, message=_without_places(finding.message, work.folder))


def _without_places(text: str, folder: str) -> str:
    """Return a message for students, without the places of this machine."""
    places = {os.path.realpath(folder), folder, sys.prefix, sys.base_prefix, os.getcwd()}
    places |= {str(INSTALLATION), os.path.expanduser("~")}
    for place in sorted(filter(None, places), key=len, reverse=True):
        if len(Path(place).parts) > 1:
            text = text.replace(f"{place}{os.sep}", "").replace(place, "this folder")
    return text


def _told(error: Exception) -> str:
    return str(error) if isinstance(error, SearchError) else describe(error)


def _how_to_see(fault: Misbehaved, work: Work) -> str:
    """Return the command that shows a student what went wrong."""
    is_script = work.asked.file.endswith(".py")
    if is_script and fault.outcome in (IMPORT_FAILED, NOT_FOUND):
        return f"python {shlex.quote(work.asked.file)}"
    return ""


_assignment: list[Assignment] = []  # as ``prepare`` has taken it


def packed(assignment: Assignment) -> str:
    """Return an assignment as text."""
    return base64.b64encode(pickle.dumps(assignment)).decode("ascii")


def unpacked(text: str) -> Assignment:
    """Return the assignment of a text that ``packed`` has made."""
    assignment: Assignment = pickle.loads(base64.b64decode(text))
    return assignment


def prepare(assignment: str) -> str:
    """Take an assignment and find the right answers; return what does not fit in it, or ""."""
    _assignment[:] = [unpacked(assignment)]
    try:
        _assignment[0].prepare()
    except SearchError as error:
        return str(error)
    return ""


def main(folder: str) -> None:
    """Read and judge submissions for ``grading``; it sends the assignment first if need be."""
    parent = Parent()
    parent.greet()
    if not _assignment and (request := parent.next()) is not None:
        parent.answer(prepare(request.decode()).encode())
    asked = _assignment[0]
    judge = Judge(asked, folder, confined=True)
    bound_memory((resident_bytes() or 0) + asked.bounds.memory)
    while (request := parent.next()) is not None:
        _bound_processor(asked.bounds.own_seconds)
        what, *arguments = pickle.loads(request)
        for answer in _answers(judge, what, arguments):
            parent.answer(json.dumps(answer).encode())
            _bound_processor(asked.bounds.own_seconds)


def _answers(judge: Judge, what: str, arguments: Sequence[Any]) -> Iterator[Any]:
    if what == "read":
        yield asdict(judge.read(*arguments))
    else:
        part, checks = arguments
        yield from (asdict(judge.judge(part, check)) for check in checks)


def _bound_processor(seconds: float) -> None:
    """Let the system end this process if it goes on to use the processor for longer than that.

    It bounds the grader's own work: a submission that passes a limit was ended before.
    """
    try:
        import resource
    except ImportError:  # not on Windows
        return
    _, hard = resource.getrlimit(resource.RLIMIT_CPU)
    resource.setrlimit(resource.RLIMIT_CPU, (ceil(process_time() + seconds) + 1, hard))
