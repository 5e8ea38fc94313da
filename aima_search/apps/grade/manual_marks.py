"""Reads manual marks from a CSV file, checks them, and adds them to the scores."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import isfinite
from pathlib import Path
from typing import Any

from aima_search.apps.grade.results import ClassResults
from aima_search.apps.grade.roster import read_table, students_of
from aima_search.base.errors import InputError, UnknownName
from aima_search.base.interchange import read_cell, storable_line


@dataclass(frozen=True)
class ManualMark:
    """Points that a teacher adds to a score, with a comment for the student."""

    points: float
    comment: str = ""


def manual_template(scores: ClassResults) -> Iterator[dict[str, Any]]:
    """Yield a row for each check of each student, for a teacher to fill in; see ``read_marks``."""
    for score, part, finding in scores.findings():
        for student in students_of(score.student):
            check = f"{part.part}: {finding.check}"
            row = {"student": student, "check": check, "points": "", "comment": ""}
            yield {**row, "graded": finding.points, "of": finding.max_points}


def read_marks(path: Path, checks: Collection[str] = ()) -> dict[str, ManualMark]:
    """Return the marks in a CSV file, by student; several marks of a student are added up.

    checks: the allowed values of the optional column "check".
    """
    found: dict[str, ManualMark] = {}
    for place, row in read_table(path, ("student", "points")):
        try:
            points = float(row["points"] or 0)
            if not isfinite(points):
                raise ValueError
        except ValueError:
            raise InputError(f"{place}: points {row['points']!r}: expected a number") from None
        student, comment = read_cell(row["student"]), read_cell(row.get("comment", ""))
        if check := read_cell(row.get("check", "")):
            if check not in checks:
                raise InputError(f"{place}: {UnknownName('check', check, checks)}")
            comment = f"{check}: {comment}" if comment or points else ""
        known = found.get(student, ManualMark(0))
        text = "; ".join(filter(None, (known.comment, storable_line(comment))))
        found[student] = ManualMark(known.points + points, text)
    return found


def with_marks(scores: ClassResults, marks: Mapping[str, ManualMark]) -> ClassResults:
    """Return the scores with the manual marks added. Call ``check_marks`` first."""
    added = []
    for score in scores:
        mark = next(
            (marks[student] for student in students_of(score.student) if student in marks),
            ManualMark(0),
        )
        added.append(replace(score, manual=mark.points, comment=mark.comment))
    return replace(scores, scores=tuple(added))


def check_marks(
    marks: Mapping[str, ManualMark], groups: Sequence[str], roster: Collection[str] = ()
) -> None:
    """Raise InputError if a student with marks has no submission, or a group has different marks.

    groups: the students of each submission.
    """
    students = {student for group in groups for student in students_of(group)}
    for student in marks:
        if student in roster and student not in students:
            raise InputError(f"marks of {student!r}: this student has no submission")
        if student not in students:
            raise UnknownName("student with marks", student, sorted(students))
    for group in groups:
        if len({marks[student] for student in students_of(group) if student in marks}) > 1:
            text = "expected equal marks for all members, or the marks of only one member"
            raise InputError(f"marks of the group {group}: {text}")


def marks_of(scores: ClassResults) -> dict[str, tuple[float | None, str]]:
    """Return the mark and the comment of each student, by id; None if there is no mark yet.

    If a student has several submissions, the submission of this student alone counts. Without such
    a submission, the group submission with the highest mark counts, and there is no mark until all
    group submissions of the student are graded.
    """
    found = [(students_of(score.student), score) for score in scores]
    found.sort(key=lambda pair: (len(pair[0]) == 1, not pair[1].is_graded, pair[1].mark))
    return {
        student: (score.mark if score.is_graded else None, score.comment)
        for students, score in found
        for student in students
    }
