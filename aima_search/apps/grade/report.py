"""The scores of a class as tables: one of points, rows for a spreadsheet, lines below."""

from __future__ import annotations

import json
import os
import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Any
from zipfile import ZIP_DEFLATED, ZipFile

from aima_search.apps.grade.confinement import PROTECTIONS
from aima_search.apps.grade.likeness import alike
from aima_search.apps.grade.results import (
    OUTCOMES,
    PASSED,
    UNEXPECTED,
    Finding,
    PartResult,
    Score,
    Scores,
)
from aima_search.apps.grade.roster import Mark
from aima_search.base.errors import InputError, UnknownName
from aima_search.base.extras import versions
from aima_search.display.pages import render_page
from aima_search.display.plots import COLOURS, draw_counts, new_figure, svg_text, use_whole_numbers
from aima_search.display.tables import Column, Table

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def score_table(scores: Scores) -> Table:
    """Return a row for each submission: points, and the outcome of each part."""
    parts = list(dict.fromkeys(part.part for score in scores for part in score.parts))
    columns = [
        Column("submission"),
        Column("points", "number"),
        Column("of", "number"),
        *(Column(name, "text", spare=at) for at, name in enumerate(parts, 1)),
    ]
    more = [
        Column(title)
        for title, has in (
            ("mark", any(score.mark != score.points for score in scores)),
            ("late", any(score.late for score in scores)),
            ("before", any(score.before is not None for score in scores)),
        )
        if has
    ]
    columns += more
    rows = []
    for score in scores:
        outcomes = {part.part: f"{part.points:g} {part.outcome}" for part in score.parts}
        cells = [outcomes.get(name) for name in parts]
        last = [getattr(score, column.title) for column in more]
        rows.append([score.submission, score.points, score.max_points, *cells, *last])
    return Table(scores.assignment, columns, rows)


def rows_of(scores: Scores) -> Iterator[dict[str, Any]]:
    """Yield a row for each check of each submission."""
    for score, part, finding in scores.findings():
        yield {
            "submission": score.submission,
            "part": part.part,
            "check": finding.check,
            "outcome": finding.outcome,
            "points": finding.points,
            "max_points": finding.max_points,
            "expanded": finding.values.get("expanded"),
            "message": finding.message,
            "command": finding.command,
        }


def gradebook(scores: Scores) -> Iterator[dict[str, Any]]:
    """Yield a row for each student: the points of each part, and what a mark is made of."""
    parts = list(dict.fromkeys(part.part for score in scores for part in score.parts))
    has_marks = any(score.mark != score.points for score in scores)
    for score in scores:
        points = {part.part: part.points for part in score.parts}
        yield {
            "student": score.student or score.submission,
            **{f"part: {name}": points.get(name) for name in parts},
            "total": score.points,
            "of": score.max_points,
            **({"manual": score.manual, "cut": score.cut, "mark": score.mark} if has_marks else {}),
            "outcome": score.outcome,
            "late": score.late,
            "before": score.before,
            "submission": score.submission,
        }


def protection_lines(scores: Scores) -> list[str]:
    """Return which protections were in force for all submissions that ran, and which were not."""
    parts = [part for score in scores for part in score.parts if part.protections]
    lacking = [
        name for name in PROTECTIONS if not all(part.protections.get(name) for part in parts)
    ]
    in_force = [name for name in PROTECTIONS if parts and name not in lacking]
    lines = [f"protections in force: {', '.join(in_force) or 'none was needed'}"]
    return lines + [f"not in force: {name} ({PROTECTIONS[name]})" for name in lacking if parts]


def note_lines(scores: Scores) -> list[str]:
    """Return what was odd about what was handed in, a line each."""
    return [f"{score.submission}: {note}" for score in scores for note in score.notes]


def lost_lines(scores: Scores) -> list[str]:
    """Return what the student may see of the checks that were not passed, with pictures."""
    lines = []
    for part in (part for score in scores for part in score.parts):
        for one in part.findings:
            if one.outcome == PASSED or one.visibility == _HIDDEN:
                continue
            lines.append(f"{part.part}, {one.check}: {_words(one)}: {one.message}")
            lines += [f"  {line}" for line in one.picture.splitlines()]
            lines += [f"  to repeat it: {one.command}"] if one.command else []
    return lines


def identical_lines(scores: Scores) -> list[str]:
    """Return which submissions hold the same files with the same content, a line for each group."""
    names: dict[str, list[str]] = defaultdict(list)
    for score in scores:
        for content in {part.content.partition("-")[0] for part in score.parts if part.content}:
            names[content].append(score.submission)
    return [f"identical: {', '.join(same)}" for same in names.values() if len(same) > 1]


def alike_lines(scores: Scores) -> list[str]:
    """Return which pairs of submissions have most of their program in common, most alike first."""
    contents = {score.submission: part.content for score in scores for part in score.parts}
    sketches = {score.submission: part.sketch for score in scores for part in score.parts}
    return [
        f"alike: {first}, {second} ({share:.0%} of their sequences of tokens)"
        for first, second, share in alike(sketches)
        if contents[first].partition("-")[0] != contents[second].partition("-")[0]
    ]


# A class on one HTML page that needs nothing else, for the teacher (extra ``report``).


def scores_page(scores: Scores, text: str = "") -> str:
    """Return the page: points, how they are spread, what went wrong, with pictures.

    text: the assignment, as it was read.
    """
    return render_page(
        "apps/grade/page.html.jinja",
        title=scores.assignment,
        headline=_class_headline(scores),
        table=score_table(scores),
        outcomes=outcome_table(scores),
        plots=list(_plots(scores)),
        faults=list(_faults(scores)),
        notes=note_lines(scores),
        identical=[*identical_lines(scores), *alike_lines(scores)],
        protections=protection_lines(scores),
        versions=versions(),
        text=text,
    )


def _class_headline(scores: Scores) -> list[tuple[str, str]]:
    points = [score.points for score in scores]
    full = sum(score.points >= score.max_points for score in scores)
    broken = sum(score.outcome in UNEXPECTED for score in scores)
    return [
        (f"{len(points):,}", "submissions"),
        (f"{median(points):g}" if points else "-", "points in the middle"),
        (f"{full:,}", "with all points"),
        (f"{broken:,}", "did not run to the end"),
    ]


def outcome_table(scores: Scores) -> Table:
    """Return how often each check ended in which way."""
    ended: dict[str, Counter[str]] = {}
    for _, part, finding in scores.findings():
        ended.setdefault(f"{part.part}: {finding.check}", Counter())[finding.outcome] += 1
    used = [name for name in OUTCOMES if any(name in counts for counts in ended.values())]
    columns = [Column("check"), *(Column(OUTCOMES[name].words, "count") for name in used)]
    rows = [[check, *(counts[name] for name in used)] for check, counts in ended.items()]
    return Table("How the checks ended", columns, rows)


def _plots(scores: Scores) -> Iterator[tuple[str, str]]:
    """Yield caption and picture of every plot."""
    yield "How many submissions have how many points.", svg_text(point_plot(scores), "points")
    for number, (name, counts) in enumerate(expansions(scores)):
        if counts:
            caption = f"{name}: how many submissions expand at most so many nodes."
            yield caption, svg_text(expansion_plot(counts), f"expanded-{number}")


def _faults(scores: Scores) -> Iterator[tuple[str, list[tuple[str, Finding]]]]:
    """Yield each submission that lacks points with its findings, and their parts' names."""
    for score in scores:
        lacking = [
            (part.part, finding)
            for part in score.parts
            for finding in part.findings
            if finding.outcome != PASSED
        ]
        if lacking:
            yield score.submission, lacking


# The plots of a class, as matplotlib figures (extra ``plot``).


_HEIGHT = 3.4  # inches
_BINS = 20  # at most


def point_plot(scores: Scores) -> Figure:
    """Plot how many submissions have how many points."""
    points = [score.points for score in scores]
    most = max([*points, *(score.max_points for score in scores)], default=0)
    figure, axes = new_figure(height=_HEIGHT)
    axes.hist(points, bins=_bins(most), color=COLOURS[0], edgecolor="white", linewidth=1)
    axes.set(xlabel="points", ylabel="submissions")
    use_whole_numbers(axes.yaxis)
    return figure


def _bins(most: float) -> list[float]:
    """Return the edges of bins, a bin for each point if there are few points."""
    count = min(_BINS, max(1, round(most)))
    width = (most or 1) / count
    return [width * (place - 0.5) for place in range(count + 2)]


def expansions(scores: Scores) -> Iterator[tuple[str, list[float]]]:
    """Yield the checks that count expansions with all counts of the class, the least first."""
    found: dict[str, list[float]] = {}
    for _, part, finding in scores.findings():
        if "expanded" in finding.values:
            name = f"{part.part}: {finding.check}"
            found.setdefault(name, []).append(finding.values["expanded"])
    for name, counts in found.items():
        yield name, sorted(counts)


def expansion_plot(counts: Sequence[float]) -> Figure:
    """Plot how many submissions expand at most so many nodes."""
    figure, axes = new_figure(height=_HEIGHT)
    draw_counts(axes, counts, color=COLOURS[1], marker="o", markersize=4)
    axes.set(xlabel="nodes expanded", ylabel="submissions", ylim=(0, None))
    use_whole_numbers(axes.yaxis)
    return figure


# A page for each student: their own points, messages and pictures, and nothing of anybody else's.
#
# What an assignment hides from students counts in the points and is not shown.


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


def write_feedback(scores: Scores, path: Path) -> None:
    """Write the pages into an archive, where the platform looks for each student's feedback."""
    pages = student_pages(scores)
    with ZipFile(path, "w", ZIP_DEFLATED) as archive:
        for score, (name, page) in zip(scores, pages, strict=True):
            there = score.feedback or f"{name.removesuffix('.html')}/feedback.html"
            archive.writestr(there, page.encode("utf-8"))


def with_marks(scores: Scores, marks: Mapping[str, Mark]) -> Scores:
    """Return the scores with what was added by hand; see ``check_marks``."""
    added = []
    for score in scores:
        own = [marks[one] for one in score.student.split(" and ") if one in marks][:1]
        mark = own[0] if own else Mark(0)
        added.append(replace(score, manual=mark.points, comment=mark.comment))
    return replace(scores, scores=tuple(added))


def check_marks(
    marks: Mapping[str, Mark], whose: Sequence[str], roster: Collection[str] = ()
) -> None:
    """Refuse marks of students without a submission, and different marks in a group.

    whose: the students of each submission.
    """
    students = {one for several in whose for one in several.split(" and ")}
    for one in marks:
        if one in roster and one not in students:
            raise InputError(f"marks of {one!r}, who handed in nothing: marks add to a submission")
        if one not in students:
            raise UnknownName("student with marks", one, sorted(students))
    for several in whose:
        if len({marks[one] for one in several.split(" and ") if one in marks}) > 1:
            told = "handed in together: expected the same marks, or marks of one of them"
            raise InputError(f"marks of {several}, who {told}")


def marks_of(scores: Scores) -> dict[str, tuple[float, str]]:
    """Return the mark of each student, of a group for all, and the comment, for a roster."""
    return {
        one: (score.mark, score.comment) for score in scores for one in score.student.split(" and ")
    }


def student_page(assignment: str, score: Score) -> str:
    """Return the page of a student."""
    shown = [
        (part.part, [one for one in part.findings if one.visibility != _HIDDEN])
        for part in score.parts
    ]
    hidden = [one for part in score.parts for one in part.findings if one.visibility == _HIDDEN]
    return render_page(
        "apps/grade/student_page.html.jinja",
        title=assignment,
        student=score.student or score.submission,
        headline=_own_headline(score),
        parts=[(name, [(one, _words(one)) for one in findings]) for name, findings in shown],
        hidden=_hidden_line(hidden),
        notes=[*filter(None, [score.comment]), *score.notes],
        passed=PASSED,
    )


def _own_headline(score: Score) -> list[tuple[str, str]]:
    found = [(f"{score.points:g}", f"of {score.max_points:g} points")]
    if score.late:
        found.append((score.late, "after the time it was due" if score.late != "late" else "in"))
    if score.mark != score.points:
        found.append((f"{score.mark:g}", "the mark, with what was added by hand or came late"))
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


# Gradescope's ``results.json``: the verdict on one submission, a test for each check.
#
# Source: "Autograder Specifications" of Gradescope's documentation.


_UNFINISHED = (
    "The grader has not come to its end: what stands here was graded before. If it stays so, tell"
    " your teacher."
)


class ResultsJson:
    """The file; it holds a verdict from the start, whenever the grader may be ended."""

    def __init__(self, path: Path) -> None:
        """Write the file: nothing is graded yet."""
        self._path = path
        self._parts: list[PartResult] = []
        self._replace(_document(self._parts, _UNFINISHED))

    def add(self, part: PartResult) -> None:
        """Add what came of a part."""
        self._parts.append(part)
        self._replace(_document(self._parts, _UNFINISHED))

    def finish(self, score: Score) -> None:
        """Write the whole verdict."""
        self._replace(document(score))

    def _replace(self, values: dict[str, Any]) -> None:
        """Replace the old text by the new text at once; a device, a pipe and a link stay there."""
        text = json.dumps(values, indent=1) + "\n"
        if self._path.exists() and not self._path.is_file():
            self._path.write_text(text, encoding="utf-8")
            return
        path = self._path.resolve()
        there = path.with_name(f".{path.name}.part")
        there.write_text(text, encoding="utf-8")
        os.replace(there, path)


def document(score: Score) -> dict[str, Any]:
    """Return the verdict on a submission as Gradescope reads it."""
    return _document(score.parts, f"{score.points:g} of {score.max_points:g} points")


def _document(parts: Sequence[PartResult], output: str) -> dict[str, Any]:
    findings = [
        (part, f"{at}.{place}", finding)
        for at, part in enumerate(parts, 1)
        for place, finding in enumerate(part.findings, 1)
    ]
    board = [entry for part, _, one in findings if (entry := _leaderboard(part, one)) is not None]
    return {
        "score": sum(part.points for part in parts),
        "output": output,
        "output_format": "text",
        "stdout_visibility": "hidden",
        "tests": [_test(*one) for one in findings],
        **({"leaderboard": board} if board else {}),
    }


def _test(part: PartResult, number: str, finding: Finding) -> dict[str, Any]:
    return {
        "name": f"{part.part}: {finding.check}",
        "number": number,
        "score": finding.points,
        "max_score": 0 if finding.extra else finding.max_points,
        "status": "passed" if finding.outcome == PASSED else "failed",
        "output": _output(finding),
        "output_format": "text",
        "visibility": finding.visibility,
    }


def _output(finding: Finding) -> str:
    words = OUTCOMES[finding.outcome].words
    again = f"Try it yourself: {finding.command}" if finding.command else ""
    return "\n\n".join(filter(None, [f"{words}: {finding.message}", finding.picture, again]))


def _leaderboard(part: PartResult, finding: Finding) -> dict[str, Any] | None:
    """Return an entry; less is better of everything that is measured."""
    value = finding.values.get(finding.leaderboard) if finding.leaderboard else None
    if value is None or (finding.outcome != PASSED and not finding.points):
        return None
    return {"name": f"{part.part}: {finding.leaderboard}", "value": value, "order": "asc"}


# A folder to begin with: an assignment, submissions to try it on, Gradescope's scripts.


_SOURCE = Path(__file__).parent / "template"
_SCRIPTS = ("setup.sh", "run_autograder")


def write_template(folder: Path) -> list[Path]:
    """Write the files into a folder, which must be new or empty; return their paths.

    Their texts lie in this package, under names that end in ".txt".
    """
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise InputError(f"folder {str(folder)!r}: expected a new or empty folder")
    written = []
    for source in sorted(_SOURCE.rglob("*.txt")):
        path = folder / source.relative_to(_SOURCE).with_suffix("")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(source.read_bytes())
        if path.name in _SCRIPTS:
            path.chmod(0o755)
        written.append(path)
    return written
