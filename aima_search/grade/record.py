"""What came of grading, as plain values: findings of checks, results of parts, a class's scores.

A *submission* is what one student hands in. An assignment has *parts*, and a part *checks*; a
*finding* is what came of one check, a *part result* what came of all of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from aima_search.grade.outcomes import gravest

Number = int | float
VISIBILITIES = ("visible", "hidden", "after_due_date", "after_published")
"""When a student may see a finding, in Gradescope's words."""


@dataclass(frozen=True)
class Finding:
    """What came of a check.

    outcome: one of OUTCOMES. points: of at most ``max_points``; ``extra`` ones are not among the
    points that a full score needs. message: for the student, what was given and what was expected.
    command: reproduces it. picture, svg: of the counterexample, "" without counterexample. values:
    what was measured, by name, such as ``expanded``. leaderboard: the name of the value that is
    compared between students, "" without comparison. visibility: when the student may see it, one
    of VISIBILITIES; the platform has to heed it.
    """

    check: str
    outcome: str
    points: Number
    max_points: Number
    message: str
    command: str = ""
    picture: str = ""
    svg: str = ""
    values: Mapping[str, Number] = field(default_factory=dict, hash=False)
    leaderboard: str = ""
    extra: bool = False
    visibility: str = "visible"


@dataclass(frozen=True)
class PartResult:
    """What came of a part of a submission; ``content``: a hash of what was handed in.

    protections: the protections in force, by their names in PROTECTIONS.
    """

    submission: str
    content: str
    part: str
    kind: str
    findings: Sequence[Finding]
    protections: Mapping[str, bool] = field(default_factory=dict, hash=False)

    @property
    def outcome(self) -> str:
        """The gravest outcome of its checks."""
        return gravest(finding.outcome for finding in self.findings)

    @property
    def points(self) -> Number:
        """All points, extra ones too."""
        return sum(finding.points for finding in self.findings)

    @property
    def max_points(self) -> Number:
        """The points of a full score."""
        return sum(finding.max_points for finding in self.findings if not finding.extra)

    @property
    def values(self) -> dict[str, Number]:
        """What was measured, by name; if several checks measured a name, the last value."""
        return {name: value for one in self.findings for name, value in one.values.items()}

    def as_dict(self) -> dict[str, Any]:
        """Return all of it as plain values that JSON can hold."""
        return asdict(self)

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> PartResult:
        """Return what ``as_dict`` made plain."""
        findings = tuple(Finding(**finding) for finding in values["findings"])
        return cls(**{**values, "findings": findings})


@dataclass(frozen=True)
class Score:
    """A submission with the results of its parts, in the order of the assignment."""

    submission: str
    parts: Sequence[PartResult]

    @property
    def outcome(self) -> str:
        """The gravest outcome of its parts."""
        return gravest(part.outcome for part in self.parts)

    @property
    def points(self) -> Number:
        """All points, extra ones too."""
        return sum(part.points for part in self.parts)

    @property
    def max_points(self) -> Number:
        """The points of a full score."""
        return sum(part.max_points for part in self.parts)


@dataclass(frozen=True)
class Scores:
    """What came of a class's submissions, in the order in which they were given."""

    assignment: str
    scores: Sequence[Score]

    def __iter__(self) -> Any:
        return iter(self.scores)

    def __len__(self) -> int:
        return len(self.scores)

    def __getitem__(self, submission: str) -> Score:
        """Return the score of a submission by its name."""
        return next(score for score in self.scores if score.submission == submission)


def collect(
    assignment: str, parts: Sequence[str], submissions: Iterable[str], results: Iterable[PartResult]
) -> Scores:
    """Return the scores of submissions, those without a result left out."""
    by_name: dict[str, list[PartResult]] = {name: [] for name in submissions}
    for result in results:
        by_name.setdefault(result.submission, []).append(result)
    scores = [
        Score(name, tuple(sorted(found, key=lambda one: parts.index(one.part))))
        for name, found in by_name.items()
        if found
    ]
    return Scores(assignment, tuple(scores))
