"""Grades one part of one submission: whatever that does, a result comes of it."""

from __future__ import annotations

from collections.abc import Iterator

from aima_search.errors import SearchError
from aima_search.grade.assignment import Assignment, Part
from aima_search.grade.check import Check
from aima_search.grade.outcomes import FAILED, IMPORT_FAILED, NOT_FOUND, NOT_GRADED, PASSED
from aima_search.grade.record import Finding, PartResult
from aima_search.grade.sandbox.box import Misbehaved
from aima_search.grade.submission import Submission, handed
from aima_search.grade.work import Work
from aima_search.runs.attempt import describe


def grade_part(assignment: Assignment, part: Part, submission: Submission) -> PartResult:
    """Return what came of a part of a submission."""
    content, protections = "", {}
    try:
        content = submission.content()
        with handed(submission, part.file) as there:
            work = Work(there, part.asked(), assignment.bounds)
            try:
                findings = tuple(_findings(part, work))
            finally:
                work.close()
            protections = dict(work.protections)
    except Misbehaved as fault:
        findings = tuple(check.failure(fault.outcome, fault.message) for check in part.checks)
    except Exception as error:  # the class goes on, whatever it is about this submission
        findings = tuple(check.failure(NOT_GRADED, _told(error)) for check in part.checks)
    return PartResult(submission.name, content, part.name, part.kind, findings, protections)


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
    except Misbehaved as fault:
        return check.failure(fault.outcome, fault.message, _how_to_see(fault, work))
    except Exception as error:  # as above
        return check.failure(NOT_GRADED, _told(error))
    return check.finding(verdict)


def _told(error: Exception) -> str:
    return str(error) if isinstance(error, SearchError) else describe(error)


def _how_to_see(fault: Misbehaved, work: Work) -> str:
    """Return the command that shows a student what went wrong."""
    is_script = work.handed.file.endswith(".py")
    if is_script and fault.outcome in (IMPORT_FAILED, NOT_FOUND):
        return f"python {work.handed.file}"
    return ""
