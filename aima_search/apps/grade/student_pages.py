"""The page for each student, with points, messages and pictures; it needs the extra ``report``.

Hidden checks count, but the page does not show them.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile

from aima_search.apps.grade.lateness import LATE
from aima_search.apps.grade.results import HIDDEN, OUTCOMES, PASSED, Finding, Score, Scores
from aima_search.base.interchange import counted
from aima_search.display.pages import render_page

_NEXT_STEPS = {
    "failed": "solve the example in the message by hand, and compare with your program",
    "partly": "repeat the check with the command, and find out where you lose points",
    "time-limit": "run your program on the smallest board first, and count how often its loops run",
    "memory-limit": "find out which data your program stores, and whether it needs all of it",
    "raised": "run the file alone, and look at the line in the message",
    "left-processes": "end every process that your program starts, or do not start any",
    "wrote-outside": "write files only to the current folder, or do not write any",
    "broke-off": "remove the code that ends the process or writes to its pipes",
    "import-failed": "run the file with Python: it has to load without an error",
    "not-found": "compare the names of the file and of the function with the assignment",
    "not-graded": "wait: the grader failed, and your teacher will grade your submission again",
}
"""Advice for a student after each outcome."""

_LONGEST = 80  # characters of a file's name


def student_pages(scores: Scores) -> Iterator[tuple[str, str]]:
    """Yield a file name and a page for each student; this needs the extra ``report``."""
    taken: Counter[str] = Counter()
    for score in scores:
        name = re.sub(r"[^\w-]+", "-", score.student or score.submission).strip("-_")[:_LONGEST]
        name = file_name = name or "student"
        while taken[file_name.lower()]:  # some file systems ignore case
            taken[name.lower()] += 1
            file_name = f"{name}-{taken[name.lower()]}"
        taken[file_name.lower()] = 1
        yield f"{file_name}.html", student_page(scores.assignment, score)


def write_feedback(scores: Scores, path: Path) -> None:
    """Write the students' pages to an archive, at the paths where the platform expects feedback."""
    pages = student_pages(scores)
    with ZipFile(path, "w", ZIP_DEFLATED) as archive:
        for score, (name, page) in zip(scores, pages, strict=True):
            target = score.feedback or f"{name.removesuffix('.html')}/feedback.html"
            archive.writestr(target, page.encode("utf-8"))


def student_page(assignment: str, score: Score) -> str:
    """Return the page of a student."""
    hidden = [finding for _, finding in score.findings if finding.visibility == HIDDEN]
    shown = [
        (
            part.part,
            [
                (finding, describe_points(finding))
                for finding in part.findings
                if finding.visibility != HIDDEN
            ],
        )
        for part in score.parts
    ]
    line = ""
    if hidden:
        points = sum(finding.points for finding in hidden)
        most = sum(finding.max_points for finding in hidden if not finding.extra)
        line = f"Not shown: {counted(len(hidden), 'check')} ({points:g} of {most:g} points)."
    headline = [(f"{score.points:g}", f"of {score.max_points:g} points")]
    if score.late:
        headline.append((score.late, "after the due time" if score.late != LATE else "in"))
    if score.mark != score.points:
        headline.append((f"{score.mark:g}", "the mark, with manual marks and lateness"))
    if score.before is not None:
        headline.append((f"{score.before:g}", "points of the earlier version"))
    return render_page(
        "apps/grade/student_page.html.jinja",
        title=assignment,
        student=score.student or score.submission,
        headline=headline,
        parts=shown,
        hidden=line,
        notes=[*filter(None, [score.comment]), *score.notes],
        passed=PASSED,
        next_steps=_NEXT_STEPS,
    )


def missed_lines(scores: Scores) -> list[str]:
    """Return lines about the visible checks that were not passed, with pictures."""
    lines = []
    for _, part, finding in scores.findings():
        if finding.outcome != PASSED and finding.visibility != HIDDEN:
            lines.append(
                f"{part.part}, {finding.check}: {describe_points(finding)}: {finding.message}"
            )
            lines += [f"  {line}" for line in finding.picture.splitlines()]
            lines += [f"  to repeat it: {finding.command}"] if finding.command else []
    return lines


def describe_points(finding: Finding) -> str:
    """Return the points and the outcome of a check, such as "2 of 3, partly"."""
    points = f"{finding.points:g} of {finding.max_points:g}"
    return f"{points}{' extra' if finding.extra else ''}, {OUTCOMES[finding.outcome].words}"
