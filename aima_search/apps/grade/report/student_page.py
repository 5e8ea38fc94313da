"""A page for each student: their own points, messages and pictures, and nothing of anybody else's.

What an assignment hides from students counts in the points and is not shown.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from aima_search.apps.grade.outcomes import OUTCOMES, PASSED
from aima_search.apps.grade.record import Finding, Score, Scores
from aima_search.display.pages import render_page

_HIDDEN = "hidden"
_LONGEST = 80  # characters of a file's name


def student_pages(scores: Scores) -> Iterator[tuple[str, str]]:
    """Yield the name of a file and the page in it, for each student (extra ``report``)."""
    taken: set[str] = set()
    for score in scores:
        name = file_name = _file_name(score.student or score.submission)
        number = 1
        while file_name.lower() in taken:  # some systems do not tell "A" from "a"
            number += 1
            file_name = f"{name}-{number}"
        taken.add(file_name.lower())
        yield f"{file_name}.html", student_page(scores.assignment, score)


def student_page(assignment: str, score: Score) -> str:
    """Return the page of a student."""
    shown = [
        (part.part, [one for one in part.findings if one.visibility != _HIDDEN])
        for part in score.parts
    ]
    hidden = [one for part in score.parts for one in part.findings if one.visibility == _HIDDEN]
    return render_page(
        "apps/grade/report/student_page.html.jinja",
        title=assignment,
        student=score.student or score.submission,
        headline=_headline(score),
        parts=[(name, [(one, _words(one)) for one in findings]) for name, findings in shown],
        hidden=_hidden_line(hidden),
        notes=score.notes,
        passed=PASSED,
    )


def _headline(score: Score) -> list[tuple[str, str]]:
    found = [(f"{score.points:g}", f"of {score.max_points:g} points")]
    if score.late:
        found.append((score.late, "after the time it was due" if score.late != "late" else "in"))
    if score.before is not None:
        found.append((f"{score.before:g}", "points before, of what was handed in first"))
    return found


def _words(finding: Finding) -> str:
    points = f"{finding.points:g} of {finding.max_points:g}"
    return f"{points}{' extra' if finding.extra else ''}, {OUTCOMES[finding.outcome].words}"


def _hidden_line(hidden: list[Finding]) -> str:
    if not hidden:
        return ""
    points = sum(one.points for one in hidden)
    most = sum(one.max_points for one in hidden if not one.extra)
    checks = "1 check is" if len(hidden) == 1 else f"{len(hidden)} checks are"
    return f"{checks} not shown: {points:g} of {most:g} points."


def _file_name(student: str) -> str:
    """Return a name that every system takes for a file in the same folder."""
    plain = re.sub(r"[^\w-]+", "-", student).strip("-_")[:_LONGEST]
    return plain or "student"
