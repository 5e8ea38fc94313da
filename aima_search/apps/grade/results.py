"""The results of grading as plain values: results of checks, results of parts, scores and marks.

An assignment has *parts*, and a part has *checks*. A *finding* is the result of one check. A
*manual mark* is a number of points that the teacher adds to a score with a CSV file.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import isfinite
from pathlib import Path
from typing import Any

from aima_search.apps.grade.lateness import LATE
from aima_search.apps.grade.protocol import IMPORT_FAILED as IMPORT_FAILED
from aima_search.apps.grade.protocol import MEMORY_LIMIT as MEMORY_LIMIT
from aima_search.apps.grade.protocol import NOT_FOUND as NOT_FOUND
from aima_search.apps.grade.protocol import RAISED, WROTE_OUTSIDE
from aima_search.apps.grade.roster import read_table, students_of
from aima_search.base.errors import InputError, UnknownName
from aima_search.base.interchange import read_cell, read_row, storable_line
from aima_search.runs.outcomes import OutcomeKind
from aima_search.textbook.utilities import multimap

PASSED, PARTLY, FAILED = "passed", "partly", "failed"
TIME_LIMIT, LEFT_PROCESSES = "time-limit", "left-processes"
BROKE_OFF, NOT_GRADED = "broke-off", "not-graded"

_ALL = (
    OutcomeKind(PASSED, "passed", "all points"),
    OutcomeKind(PARTLY, "partly", "some of the points"),
    OutcomeKind(FAILED, "failed", "a requirement does not hold; the message shows where"),
    OutcomeKind(TIME_LIMIT, "out of time", "the code took longer than allowed"),
    OutcomeKind(MEMORY_LIMIT, "out of memory", "the code took more memory than allowed"),
    OutcomeKind(RAISED, "raised", "the code raised an exception"),
    OutcomeKind(
        LEFT_PROCESSES, "left processes", "processes that the code started are still running"
    ),
    OutcomeKind(
        WROTE_OUTSIDE, "wrote outside", "the code tried to change a file outside its folder"
    ),
    OutcomeKind(BROKE_OFF, "broke off", "the process of the code ended, or gave no answer"),
    OutcomeKind(IMPORT_FAILED, "import failed", "the file could not be imported"),
    OutcomeKind(NOT_FOUND, "not found", "the file, or the name in it, does not exist"),
    OutcomeKind(NOT_GRADED, "not graded", "the grader itself failed; grade again with --resume"),
)
OUTCOMES: dict[str, OutcomeKind] = {outcome.name: outcome for outcome in _ALL}
"""Every outcome by its name, the most serious last."""

UNEXPECTED = tuple(OUTCOMES)[3:]
"""The outcomes of a check that did not end normally."""


def gravest(outcomes: Iterable[str]) -> str:
    """Return the most serious outcome, or "partly" if some checks failed and others passed.

    >>> gravest(["passed", "failed"]), gravest(["passed", "raised"]), gravest(["passed"])
    ('partly', 'raised', 'passed')
    """
    found = set(outcomes)
    worst = max(found, key=[*OUTCOMES].index)
    return PARTLY if worst == FAILED and len(found) > 1 else worst


class CheckAborted(Exception):
    """A check cannot be completed, for example because the submission is too slow."""

    def __init__(self, outcome: str, message: str) -> None:
        super().__init__(message)
        self.outcome, self.message = outcome, message


HIDDEN = "hidden"  # from students, at any time
VISIBILITIES = ("visible", HIDDEN, "after_due_date", "after_published")
"""When a student may see a finding, in Gradescope's terms."""


@dataclass(frozen=True)
class CheckResult:
    """The result of a check of a submission.

    outcome: one of OUTCOMES. points: at most ``max_points``. extra: True for extra points, which a
    full score does not need. message: a text for the student. command: repeats the check. picture,
    svg: pictures of a counterexample, or "". values: the measured values, such as ``expanded``.
    leaderboard: the name of the value that ranks students, or "". visibility: one of VISIBILITIES.
    doubt: the reason why the teacher should read the code, or "".
    """

    check: str
    outcome: str
    points: float
    max_points: float
    message: str
    command: str = ""
    picture: str = ""
    svg: str = ""
    values: Mapping[str, float] = field(default_factory=dict, hash=False)
    leaderboard: str = ""
    extra: bool = False
    visibility: str = "visible"
    doubt: str = ""


@dataclass(frozen=True)
class PartResult:
    """The result of a part of a submission. ``content`` is a hash of the files.

    protections: for each name in PROTECTIONS, True if this protection worked. notes: warnings about
    the files. sketch: hashes of the code, for the comparison with other submissions. origin: the
    submission's path if only the path identifies the student, otherwise "".
    """

    submission: str
    content: str
    part: str
    kind: str
    findings: Sequence[CheckResult]
    protections: Mapping[str, bool] = field(default_factory=dict, hash=False)
    notes: Sequence[str] = ()
    sketch: Sequence[int] = ()
    origin: str = ""

    @property
    def is_graded(self) -> bool:
        """True if the grader completed all checks."""
        return all(finding.outcome != NOT_GRADED for finding in self.findings)

    @property
    def outcome(self) -> str:
        """The most serious outcome of the checks. Failed extra checks do not count."""
        missed = [each for each in self.findings if each.extra and each.outcome in (PARTLY, FAILED)]
        relevant = [finding for finding in self.findings if finding not in missed] or missed
        return gravest(finding.outcome for finding in relevant)

    @property
    def points(self) -> float:
        """The sum of the points of all checks, including extra points."""
        return round(sum(finding.points for finding in self.findings), 6)

    @property
    def max_points(self) -> float:
        """The highest possible number of points, without extra points."""
        return round(sum(each.max_points for each in self.findings if not each.extra), 6)

    @property
    def values(self) -> dict[str, float]:
        """A dict from names to measured values. If a name occurs twice, the last value is used."""
        return {name: value for finding in self.findings for name, value in finding.values.items()}

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> PartResult:
        """Create a result from a dict that ``dataclasses.asdict`` has made."""
        findings = tuple(CheckResult(**finding) for finding in values["findings"])
        lists = {name: tuple(values.get(name, ())) for name in ("notes", "sketch")}
        return cls(**{**values, "findings": findings, **lists})


@dataclass(frozen=True)
class GradedSubmission:
    """A submission with the results of its parts, in the order of the assignment.

    before: the points of the previous version of the submission, or None. cut: the share of the
    points that is lost because of lateness. manual, comment: the points that the teacher added, and
    a comment. intake_notes: warnings of this run, for example about the student. student, late,
    feedback: see ``submission.Submission``. seed_from: the id that determines the random boards.
    """

    submission: str
    parts: Sequence[PartResult]
    student: str = ""
    late: str = ""
    before: float | None = None
    cut: float = 0.0
    manual: float = 0.0
    comment: str = ""
    feedback: str = ""
    path: str = ""
    intake_notes: Sequence[str] = ()
    seed_from: str = ""

    @property
    def mark(self) -> float:
        """The points plus the manual marks, minus the penalty for lateness."""
        return round(max(0.0, self.points + self.manual) * (1 - self.cut), 6)

    @property
    def notes(self) -> list[str]:
        """Warnings about the submitted files."""
        late = "submitted late, but the delay is unknown: no penalty"
        notes = [*([late] if self.late == LATE else []), *self.intake_notes]
        return list(dict.fromkeys([*notes, *(note for part in self.parts for note in part.notes)]))

    @property
    def findings(self) -> list[tuple[PartResult, CheckResult]]:
        """A list of pairs (result of the part, result of the check), one for each check."""
        return [(part, finding) for part in self.parts for finding in part.findings]

    @property
    def outcome(self) -> str:
        """The most serious outcome of all parts of the submission."""
        return gravest(part.outcome for part in self.parts)

    @property
    def is_graded(self) -> bool:
        """True if every part is graded. Otherwise, the points are not final."""
        return all(part.is_graded for part in self.parts)

    @property
    def points(self) -> float:
        """The sum of the points of all checks, including extra points."""
        return round(sum(finding.points for _, finding in self.findings), 6)

    @property
    def max_points(self) -> float:
        """The highest possible number of points, without extra points."""
        return round(sum(part.max_points for part in self.parts), 6)


@dataclass(frozen=True)
class ClassResults:
    """The results of a class's submissions, in the order of the submissions."""

    assignment: str
    scores: Sequence[GradedSubmission]

    def __iter__(self) -> Iterator[GradedSubmission]:
        return iter(self.scores)

    def __len__(self) -> int:
        return len(self.scores)

    def findings(self) -> Iterator[tuple[GradedSubmission, PartResult, CheckResult]]:
        """Yield (submission, result of the part, result of the check) for every check."""
        for score in self.scores:
            yield from ((score, part, finding) for part, finding in score.findings)

    def __getitem__(self, submission: str) -> GradedSubmission:
        return next(score for score in self.scores if score.submission == submission)


def collect(
    assignment: str,
    parts: Sequence[str],
    submissions: Mapping[str, Mapping[str, Any]],
    results: Iterable[PartResult],
    history: Iterable[PartResult] = (),
) -> ClassResults:
    """Return the results of a class; submissions without a result are left out.

    submissions: for each submission's name, fields of ``GradedSubmission``, such as ``late``.
    history: all results, also those of earlier versions of submissions.
    """
    found = multimap((result.submission, result) for result in results)
    earlier = multimap((result.submission, result) for result in history)
    scores = [
        GradedSubmission(
            name,
            tuple(sorted(found[name], key=lambda part: parts.index(part.part))),
            before=_points_before(found[name], earlier[name]),
            **facts,
        )
        for name, facts in submissions.items()
        if found[name]
    ]
    return ClassResults(assignment, tuple(scores))


def _points_before(now: Sequence[PartResult], history: Sequence[PartResult]) -> float | None:
    current = {part.part: part for part in now}
    earlier = [one for one in history if one.part in current and one.is_graded]
    before = {one.part: one for one in earlier if one.content != current[one.part].content}
    return sum(part.points for part in (current | before).values()) if before else None


_TEMPLATE = ("student", "check", "points", "comment", "graded", "of")


def manual_template(
    scores: ClassResults, before: Iterable[Mapping[str, Any]] = ()
) -> Iterator[Mapping[str, Any]]:
    """Yield the rows of a table in which a teacher can enter points for each check.

    before: the rows of an earlier template. Rows with points or a comment are kept.
    """
    kept = (row for row in before if row["points"] or row["comment"])
    filled = multimap(((row["student"], row["check"]), row) for row in kept)
    for score, part, finding in scores.findings():
        graded = {"graded": finding.points, "of": finding.max_points}
        for student in students_of(score.student):
            check = f"{part.part}: {finding.check}"
            empty = {"student": student, "check": check, "points": "", "comment": ""}
            for row in filled.pop((student, check), [empty]):
                yield {**row, **graded}
    for rows in filled.values():  # their students or checks are not in ``scores``
        yield from rows


def read_template(path: Path) -> list[dict[str, str]]:
    """Return the rows of a file that ``manual_template`` wrote, or [] if there is no such file."""
    rows = [read_row(row) for _, row in read_table(path, _TEMPLATE)] if path.exists() else []
    if more := sorted(set().union(*rows) - {*_TEMPLATE}):
        raise InputError(f"file {str(path)!r} has extra columns {more}: use a new file")
    return [{name: row[name] for name in _TEMPLATE} for row in rows]


def read_marks(path: Path, checks: Collection[str] = ()) -> dict[str, tuple[float, str]]:
    """Read the manual marks from a CSV file. The points in all rows of a student are added up.

    Return {student: (points, comment)}. checks: the allowed values in the optional column "check".
    """
    found: dict[str, tuple[float, str]] = {}
    for place, row in read_table(path, ("student", "points")):
        student = storable_line(read_cell(row["student"]))
        comment = read_cell(row.get("comment", ""))
        if not (row["points"].strip() or comment):
            continue
        points_before, comment_before = found.get(student, (0.0, ""))
        try:
            points = float(row["points"] or 0)
            if not isfinite(points_before + points):
                raise ValueError
        except ValueError:
            raise InputError(f"{place}: points {row['points']!r}: expected a number") from None
        if check := read_cell(row.get("check", "")):
            if check not in checks:
                raise InputError(f"{place}: {UnknownName('check', check, checks)}")
            comment = f"{check}: {comment}" if comment or points else ""
        text = "; ".join(filter(None, (comment_before, storable_line(comment))))
        found[student] = points_before + points, text
    return found


def with_marks(scores: ClassResults, marks: Mapping[str, tuple[float, str]]) -> ClassResults:
    """Return the scores with the manual marks added. Call ``check_marks`` before."""
    added, groups = [], [score.student for score in scores]
    for score in scores:
        points, comment = next(iter(_marks_of_group(score.student, groups, marks)), (0.0, ""))
        added.append(replace(score, manual=points, comment=comment))
    return replace(scores, scores=tuple(added))


def _marks_of_group(
    group: str, groups: Collection[str], marks: Mapping[str, tuple[float, str]]
) -> list[tuple[float, str]]:
    """Return the marks of a group's members; leave out members with their own submission."""
    return [
        marks[student]
        for student in students_of(group)
        if student in marks and (student == group or student not in groups)
    ]


def check_marks(
    marks: Mapping[str, tuple[float, str]], groups: Sequence[str], roster: Collection[str] = ()
) -> None:
    """Raise InputError for a mark without a submission, and for different marks within a group.

    groups: the student or the group of each submission. roster: the students of the course.
    """
    students = {student for group in groups for student in students_of(group)}
    for student in marks:
        if student in roster and student not in students:
            raise InputError(f"marks of {student!r}: this student has no submission")
        if student not in students:
            raise UnknownName("student with marks", student, sorted(students))
    for group in groups:
        if len(set(_marks_of_group(group, groups, marks))) > 1:
            expected = "equal marks for all members, or the marks of only one member"
            raise InputError(f"marks of the group {group}: expected {expected}")


def marks_of(scores: ClassResults) -> dict[str, tuple[float | None, str]]:
    """Return a dict from the ids of students to (mark, comment). An unknown mark is None.

    If a student has a submission without a group, only this submission counts. Otherwise the
    student gets the best mark of the student's groups, or None until all groups are graded.
    """
    found = [(students_of(score.student), score) for score in scores]
    found.sort(key=lambda pair: (len(pair[0]) == 1, not pair[1].is_graded, pair[1].mark))
    return {
        student: (score.mark if score.is_graded else None, score.comment)
        for students, score in found
        for student in students
    }
