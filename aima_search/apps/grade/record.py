"""What came of grading, as plain values: findings of checks, results of parts, a class's scores.

A *submission* is what one student hands in. An assignment has *parts*, and a part *checks*; a
*finding* is what came of one check, a *part result* what came of all of them.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from aima_search.apps.grade.outcomes import gravest

VISIBILITIES = ("visible", "hidden", "after_due_date", "after_published")
"""When a student may see a finding, in Gradescope's words."""


@dataclass(frozen=True)
class Finding:
    """What came of a check.

    outcome: one of OUTCOMES. points: at most ``max_points``; ``extra`` points are not among
    those that a full score needs. message: for the student, what was given and what was expected.
    command: reproduces it. picture, svg: of the counterexample, "" without counterexample. values:
    what was measured, by name, such as ``expanded``. leaderboard: the name of the value that is
    compared between students, "" without comparison. visibility: when the student may see it, one
    of VISIBILITIES; the platform has to heed it.
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


@dataclass(frozen=True)
class PartResult:
    """What came of a part of a submission; ``content``: a hash of what was handed in.

    protections: the protections in force, by their names in PROTECTIONS. notes: what was odd about
    what was handed in, a line each. sketch: tells how alike it is to others, see ``likeness``.
    """

    submission: str
    content: str
    part: str
    kind: str
    findings: Sequence[Finding]
    protections: Mapping[str, bool] = field(default_factory=dict, hash=False)
    notes: Sequence[str] = ()
    sketch: Sequence[int] = ()

    @property
    def outcome(self) -> str:
        """The gravest outcome of its checks."""
        return gravest(finding.outcome for finding in self.findings)

    @property
    def points(self) -> float:
        """All points, extra ones too."""
        return sum(finding.points for finding in self.findings)

    @property
    def max_points(self) -> float:
        """The points of a full score."""
        return sum(finding.max_points for finding in self.findings if not finding.extra)

    @property
    def values(self) -> dict[str, float]:
        """The measured values by name; if several checks measured a name, the last value."""
        return {name: value for one in self.findings for name, value in one.values.items()}

    def as_dict(self) -> dict[str, Any]:
        """Return all of it as plain values that JSON can hold."""
        return asdict(self)

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> PartResult:
        """Return what ``as_dict`` made plain."""
        findings = tuple(Finding(**finding) for finding in values["findings"])
        lists = {name: tuple(values.get(name, ())) for name in ("notes", "sketch")}
        return cls(**{**values, "findings": findings, **lists})


@dataclass(frozen=True)
class Score:
    """A submission with the results of its parts, in the order of the assignment.

    student: whose it is. late: how late it came, "" if in time. before: the points of what was
    graded before it, None if it is the first.
    """

    submission: str
    parts: Sequence[PartResult]
    student: str = ""
    late: str = ""
    before: float | None = None

    @property
    def notes(self) -> list[str]:
        """The oddities of what was handed in, a line each."""
        return list(dict.fromkeys(note for part in self.parts for note in part.notes))

    @property
    def outcome(self) -> str:
        """The gravest outcome of its parts."""
        return gravest(part.outcome for part in self.parts)

    @property
    def points(self) -> float:
        """All points, extra ones too."""
        return sum(part.points for part in self.parts)

    @property
    def max_points(self) -> float:
        """The points of a full score."""
        return sum(part.max_points for part in self.parts)


@dataclass(frozen=True)
class Scores:
    """The results of a class's submissions, in the order of the submissions."""

    assignment: str
    scores: Sequence[Score]

    def __iter__(self) -> Iterator[Score]:
        return iter(self.scores)

    def __len__(self) -> int:
        return len(self.scores)

    def findings(self) -> Iterator[tuple[Score, PartResult, Finding]]:
        """Yield every finding with its part and its submission."""
        for score in self.scores:
            for part in score.parts:
                for finding in part.findings:
                    yield score, part, finding

    def __getitem__(self, submission: str) -> Score:
        """Return the score of a submission by its name."""
        return next(score for score in self.scores if score.submission == submission)


def collect(
    assignment: str,
    parts: Sequence[str],
    submissions: Mapping[str, tuple[str, str]],
    results: Iterable[PartResult],
    history: Iterable[PartResult] = (),
) -> Scores:
    """Return the scores of submissions, those without a result left out.

    submissions: the student of each, and how late it came. history: all results,
    those of earlier submissions too.
    """
    by_name: dict[str, list[PartResult]] = {name: [] for name in submissions}
    for result in results:
        by_name.setdefault(result.submission, []).append(result)
    earlier: dict[str, list[PartResult]] = defaultdict(list)
    for result in history:
        earlier[result.submission].append(result)
    scores = [
        Score(
            name,
            tuple(sorted(found, key=lambda one: parts.index(one.part))),
            *submissions.get(name, (name, "")),
            _points_before(found, earlier[name]),
        )
        for name, found in by_name.items()
        if found
    ]
    return Scores(assignment, tuple(scores))


def _points_before(now: Sequence[PartResult], history: Sequence[PartResult]) -> float | None:
    """Return the points of the content that was graded before; None without other content."""
    current = {part.part: part for part in now}
    before = {
        one.part: one
        for one in history
        if one.part in current and one.content != current[one.part].content
    }
    return sum(part.points for part in (current | before).values()) if before else None
