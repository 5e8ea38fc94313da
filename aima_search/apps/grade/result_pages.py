"""Pages about the results of a class, for the teacher and for each student.

The pages need the extra ``report``. A student's page does not show the hidden checks, but its total
includes their points.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from shlex import quote
from statistics import median
from zipfile import ZIP_DEFLATED, ZipFile

from aima_search.apps.grade import results, score_tables
from aima_search.apps.grade.lateness import LATE, UNKNOWN
from aima_search.apps.grade.results import CheckResult, ClassResults, GradedSubmission
from aima_search.base.extras import versions
from aima_search.base.interchange import counted
from aima_search.display.pages import render_page
from aima_search.display.plots import COLOURS, draw_counts, new_figure, svg_text, use_whole_numbers
from aima_search.display.tables import Column, Table
from aima_search.textbook.utilities import multimap

_HEIGHT = 3.4  # inches
_BINS = 20  # most bins of the histogram
_LONGEST = 80  # bytes of a file's name

_NEXT_STEPS = {
    "failed": "solve the example in the message by hand, and compare with your program",
    "partly": "repeat the check with the command, and find out where you lose points",
    "time-limit": "run your program on the smallest board first, and count how often its loops run",
    "memory-limit": "find out which data your program stores, and whether it needs all of it",
    "raised": "run only this file, and look at the line in the message",
    "left-processes": "end every process that your program starts, or do not start any",
    "wrote-outside": "write files only to the current folder, or do not write any",
    "broke-off": "remove the code that ends the process or writes to its pipes",
    "import-failed": "run the file with Python: it has to load without an error",
    "not-found": "compare the names of the file and of the function with the assignment",
    "not-graded": "wait: the grader failed, and your teacher will grade your submission again",
}
"""Advice for a student after each outcome."""


def scores_page(scores: ClassResults, text: str = "") -> str:
    """Return a page for the teacher. ``text`` is the content of the assignment's file."""
    points = [score.points for score in scores if score.is_graded]
    full = sum(score.points >= score.max_points for score in scores)
    broken = sum(score.outcome in results.UNEXPECTED for score in scores)
    missed = (one for one in scores.findings() if one[2].outcome != results.PASSED)
    faults = multimap((score.submission, (part.part, finding)) for score, part, finding in missed)
    return render_page(
        "apps/grade/page.html.jinja",
        title=scores.assignment,
        headline=[
            (f"{len(scores):,}", "submissions"),
            (f"{median(points):g}" if points else "-", "median points"),
            (f"{full:,}", "with all points"),
            (f"{broken:,}", "stopped before the end"),
        ],
        table=score_tables.score_table(scores),
        files=score_tables.files_table(scores),
        needs_review=[
            (score.submission, reasons, quote(score.submission))
            for score, reasons in score_tables.needs_review(scores)
        ],
        comments=[(one.submission, one.manual, one.comment) for one in scores if one.comment],
        outcomes=outcome_table(scores),
        plots=list(_plots(scores)),
        faults=list(faults.items()),
        notes=score_tables.note_lines(scores),
        identical=[*score_tables.identical_lines(scores), *score_tables.alike_lines(scores)],
        protections=score_tables.protection_lines(scores),
        versions=versions(),
        text=text,
    )


def outcome_table(scores: ClassResults) -> Table:
    """Return a table that counts the outcomes of each check."""
    ended: dict[str, Counter[str]] = {}
    for _, part, finding in scores.findings():
        ended.setdefault(f"{part.part}: {finding.check}", Counter())[finding.outcome] += 1
    used = [name for name in results.OUTCOMES if any(name in counts for counts in ended.values())]
    columns = [Column("check"), *(Column(results.OUTCOMES[name].words, "count") for name in used)]
    rows = [[check, *(counts[name] for name in used)] for check, counts in ended.items()]
    return Table("Outcomes of the checks", columns, rows)


def _plots(scores: ClassResults) -> Iterator[tuple[str, str]]:
    points = [score.points for score in scores if score.is_graded]
    most = max([*points, *(score.max_points for score in scores)], default=0)
    count = min(_BINS, max(1, round(most)))  # one bin per point if there are few points
    width = (most or 1) / count
    edges = [width * (place - 0.5) for place in range(count + 2)]
    figure, axes = new_figure(height=_HEIGHT)
    axes.hist(points, bins=edges, color=COLOURS[0], edgecolor="white", linewidth=1)
    axes.set(xlabel="points", ylabel="submissions")
    use_whole_numbers(axes.yaxis)
    yield "Number of submissions by points.", svg_text(figure, "points")
    for number, (name, counts) in enumerate(expansions(scores)):
        figure, axes = new_figure(height=_HEIGHT)
        draw_counts(axes, counts, color=COLOURS[1], marker="o", markersize=4)
        axes.set(xlabel="nodes expanded", ylabel="submissions", ylim=(0, None))
        use_whole_numbers(axes.yaxis)
        caption = f"{name}: number of submissions that expand at most this many nodes."
        yield caption, svg_text(figure, f"expanded-{number}")


def expansions(scores: ClassResults) -> Iterator[tuple[str, list[float]]]:
    """Yield (name, sorted counts) for each check that counts expansions."""
    having = ((part, one) for _, part, one in scores.findings() if "expanded" in one.values)
    found = multimap((f"{part.part}: {one.check}", one.values["expanded"]) for part, one in having)
    yield from ((name, sorted(counts)) for name, counts in found.items())


def student_pages(scores: ClassResults) -> Iterator[tuple[str, str]]:
    """Yield a file name and a page for each student; this needs the extra ``report``."""
    taken: Counter[str] = Counter()
    for score in scores:
        name = re.sub(r"[^\w-]+", "-", score.student or score.submission).strip("-_")
        name = file_name = name.encode()[:_LONGEST].decode("utf-8", "ignore") or "student"
        while taken[file_name.lower()]:  # some file systems ignore case
            taken[name.lower()] += 1
            file_name = f"{name}-{taken[name.lower()]}"
        taken[file_name.lower()] = 1
        yield f"{file_name}.html", student_page(scores.assignment, score)


def write_feedback(scores: ClassResults, path: Path) -> None:
    """Write the students' pages to an archive, for upload to a platform such as Moodle."""
    pages = student_pages(scores)
    with ZipFile(path, "w", ZIP_DEFLATED) as archive:
        for score, (name, page) in zip(scores, pages, strict=True):
            target = score.feedback or f"{name.removesuffix('.html')}/feedback.html"
            name = target.encode("utf-8", "replace").decode()  # may come from a file system
            archive.writestr(name, page.encode("utf-8"))


def student_page(assignment: str, score: GradedSubmission) -> str:
    """Return a page for a student, with the results of the visible checks."""
    hidden = [finding for _, finding in score.findings if finding.visibility == results.HIDDEN]
    shown: dict[str, list[tuple[CheckResult, str]]] = {part.part: [] for part in score.parts}
    for part, finding in score.findings:
        if finding.visibility != results.HIDDEN:
            shown[part.part].append((finding, describe_points(finding)))
    line = ""
    if hidden:
        points = sum(finding.points for finding in hidden)
        most = sum(finding.max_points for finding in hidden if not finding.extra)
        line = f"Not shown: {counted(len(hidden), 'check')} ({points:g} of {most:g} points)."
    headline = [(f"{score.points:g}", f"of {score.max_points:g} points")]
    if not score.is_graded:
        headline, line = [("not graded", "no mark yet")], ""
    if score.late:
        words = {LATE: "in", UNKNOWN: "time of submission"}
        headline.append((score.late, words.get(score.late, "after the due time")))
    if score.is_graded and score.mark != score.points:
        headline.append((f"{score.mark:g}", "the mark, which includes manual marks and lateness"))
    if score.before is not None:
        headline.append((f"{score.before:g}", "points of the earlier version"))
    return render_page(
        "apps/grade/student_page.html.jinja",
        title=assignment,
        student=score.student or score.submission,
        seed=f" --seed-from {quote(score.seed_from)}" if score.seed_from else "",
        headline=headline,
        parts=shown.items(),
        hidden=line,
        notes=[*filter(None, [score.comment]), *score.notes],
        passed=results.PASSED,
        next_steps=_NEXT_STEPS,
    )


def missed_lines(scores: ClassResults) -> list[str]:
    """Return lines about the visible checks that submissions did not pass."""
    lines = []
    for _, part, finding in scores.findings():
        if finding.outcome != results.PASSED and finding.visibility != results.HIDDEN:
            points = describe_points(finding)
            lines.append(f"{part.part}, {finding.check}: {points}: {finding.message}")
            lines += [f"  {line}" for line in finding.picture.splitlines()]
            lines += [f"  to repeat it: {finding.command}"] if finding.command else []
    return lines


def describe_points(finding: CheckResult) -> str:
    """Return the points and the outcome of a finding, such as "2 of 3, partly"."""
    words = results.OUTCOMES[finding.outcome].words
    if finding.outcome == results.NOT_GRADED:
        return words
    points = f"{finding.points:g} of {finding.max_points:g}"
    return f"{points}{' extra' if finding.extra else ''}, {words}"
