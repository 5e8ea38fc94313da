"""Grades one part of one submission: whatever the code does, there is a result."""

from __future__ import annotations

import os
import shlex
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from aima_search.apps.grade.assignment import Assignment, Part
from aima_search.apps.grade.check import Check
from aima_search.apps.grade.handed_in.likeness import sketch_of
from aima_search.apps.grade.handed_in.submission import Submission, handed
from aima_search.apps.grade.outcomes import FAILED, IMPORT_FAILED, NOT_FOUND, NOT_GRADED, PASSED
from aima_search.apps.grade.record import Finding, PartResult
from aima_search.apps.grade.sandbox.box import Misbehaved
from aima_search.apps.grade.work import Work
from aima_search.base.errors import SearchError
from aima_search.base.registry import INSTALLATION
from aima_search.runs.batch import describe


def grade_part(
    assignment: Assignment, part: Part, submission: Submission, confined: bool = True
) -> PartResult:
    """Return what came of a part of a submission; confined: whether its code is kept apart."""
    content, protections, notes = "", {}, []
    sketch: tuple[int, ...] = ()
    try:
        contents = submission.contents()
        content, notes, sketch = contents.hashed(), contents.notes, sketch_of(contents)
        with handed(submission, part.file, confined=confined) as there:
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
