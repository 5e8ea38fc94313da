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
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile

from aima_search.apps.grade.confinement import PROTECTIONS
from aima_search.apps.grade.lateness import LATE
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


def score_table(scores: Scores) -> Table:
    """Return a row for each submission: points, and the outcome of each part."""
    parts = _parts(scores)
    shown = {
        "mark": any(score.mark != score.points for score in scores),
        "late": any(score.late for score in scores),
        "before": any(score.before is not None for score in scores),
    }
    more = [title for title, has in shown.items() if has]
    columns = [
        Column("submission"),
        Column("points", "number"),
        Column("of", "number"),
        *(Column(name, "text", spare=at) for at, name in enumerate(parts, 1)),
        *map(Column, more),
    ]
    rows = []
    for score in scores:
        outcomes = {part.part: f"{part.points:g} {part.outcome}" for part in score.parts}
        cells = [*map(outcomes.get, parts), *(getattr(score, title) for title in more)]
        rows.append([score.submission, score.points, score.max_points, *cells])
    return Table(scores.assignment, columns, rows)


def _parts(scores: Scores) -> list[str]:
    return list(dict.fromkeys(part.part for score in scores for part in score.parts))


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
    parts = _parts(scores)
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
    for _, part, one in scores.findings():
        if one.outcome != PASSED and one.visibility != _HIDDEN:
            lines.append(f"{part.part}, {one.check}: {_words(one)}: {one.message}")
            lines += [f"  {line}" for line in one.picture.splitlines()]
            lines += [f"  to repeat it: {one.command}"] if one.command else []
    return lines


def identical_lines(scores: Scores) -> list[str]:
    """Return which submissions hold the same files with the same content, a line for each group."""
    names: dict[str, list[str]] = defaultdict(list)
    for score in scores:
        for content in {_content(part) for part in score.parts if part.content}:
            names[content].append(score.submission)
    return [f"identical: {', '.join(same)}" for same in names.values() if len(same) > 1]


def alike_lines(scores: Scores) -> list[str]:
    """Return which pairs of submissions have most of their program in common, most alike first."""
    last = {score.submission: score.parts[-1] for score in scores}
    pairs = alike({name: part.sketch for name, part in last.items()})
    return [
        f"alike: {first}, {second} ({share:.0%} of their sequences of tokens)"
        for first, second, share in pairs
        if _content(last[first]) != _content(last[second])
    ]


def _content(part: PartResult) -> str:
    """Return the hash of what was handed in, whatever its files are called."""
    return part.content.partition("-")[0]


# A class on one HTML page that needs nothing else, for the teacher (extra ``report``).


def scores_page(scores: Scores, text: str = "") -> str:
    """Return the page: points, how they are spread, what went wrong, with pictures.

    text: the assignment, as it was read.
    """
    points = [score.points for score in scores]
    full = sum(score.points >= score.max_points for score in scores)
    broken = sum(score.outcome in UNEXPECTED for score in scores)
    faults = [
        (score.submission, lacking)
        for score in scores
        if (lacking := [(part.part, one) for part, one in score.findings if one.outcome != PASSED])
    ]
    return render_page(
        "apps/grade/page.html.jinja",
        title=scores.assignment,
        headline=[
            (f"{len(points):,}", "submissions"),
            (f"{median(points):g}" if points else "-", "points in the middle"),
            (f"{full:,}", "with all points"),
            (f"{broken:,}", "did not run to the end"),
        ],
        table=score_table(scores),
        outcomes=outcome_table(scores),
        plots=list(_plots(scores)),
        faults=faults,
        notes=note_lines(scores),
        identical=[*identical_lines(scores), *alike_lines(scores)],
        protections=protection_lines(scores),
        versions=versions(),
        text=text,
    )


def outcome_table(scores: Scores) -> Table:
    """Return how often each check ended in which way."""
    ended: dict[str, Counter[str]] = {}
    for _, part, finding in scores.findings():
        ended.setdefault(f"{part.part}: {finding.check}", Counter())[finding.outcome] += 1
    used = [name for name in OUTCOMES if any(name in counts for counts in ended.values())]
    columns = [Column("check"), *(Column(OUTCOMES[name].words, "count") for name in used)]
    rows = [[check, *(counts[name] for name in used)] for check, counts in ended.items()]
    return Table("How the checks ended", columns, rows)


_HEIGHT = 3.4  # inches
_BINS = 20  # of points, at most


def _plots(scores: Scores) -> Iterator[tuple[str, str]]:
    """Yield caption and picture of every plot (extra ``plot``)."""
    points = [score.points for score in scores]
    most = max([*points, *(score.max_points for score in scores)], default=0)
    count = min(_BINS, max(1, round(most)))  # a bin for each point if there are few points
    width = (most or 1) / count
    edges = [width * (place - 0.5) for place in range(count + 2)]
    figure, axes = new_figure(height=_HEIGHT)
    axes.hist(points, bins=edges, color=COLOURS[0], edgecolor="white", linewidth=1)
    axes.set(xlabel="points", ylabel="submissions")
    use_whole_numbers(axes.yaxis)
    yield "How many submissions have how many points.", svg_text(figure, "points")
    for number, (name, counts) in enumerate(expansions(scores)):
        figure, axes = new_figure(height=_HEIGHT)
        draw_counts(axes, counts, color=COLOURS[1], marker="o", markersize=4)
        axes.set(xlabel="nodes expanded", ylabel="submissions", ylim=(0, None))
        use_whole_numbers(axes.yaxis)
        caption = f"{name}: how many submissions expand at most so many nodes."
        yield caption, svg_text(figure, f"expanded-{number}")


def expansions(scores: Scores) -> Iterator[tuple[str, list[float]]]:
    """Yield the checks that count expansions with all counts of the class, the least first."""
    found: dict[str, list[float]] = defaultdict(list)
    for _, part, finding in scores.findings():
        if "expanded" in finding.values:
            found[f"{part.part}: {finding.check}"].append(finding.values["expanded"])
    for name, counts in found.items():
        yield name, sorted(counts)


# A page for each student: their own points, messages and pictures, and nothing of anybody else's.
#
# What an assignment hides from students counts in the points and is not shown.


_HIDDEN = "hidden"
_LONGEST = 80  # characters of a file's name


def student_pages(scores: Scores) -> Iterator[tuple[str, str]]:
    """Yield the name of a file and the page in it, for each student (extra ``report``)."""
    taken: Counter[str] = Counter()
    for score in scores:
        name = re.sub(r"[^\w-]+", "-", score.student or score.submission).strip("-_")[:_LONGEST]
        name = file_name = name or "student"
        while taken[file_name.lower()]:  # some systems do not tell "A" from "a"
            taken[name.lower()] += 1
            file_name = f"{name}-{taken[name.lower()]}"
        taken[file_name.lower()] = 1
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
        mark = next((marks[one] for one in _students(score.student) if one in marks), Mark(0))
        added.append(replace(score, manual=mark.points, comment=mark.comment))
    return replace(scores, scores=tuple(added))


def check_marks(
    marks: Mapping[str, Mark], whose: Sequence[str], roster: Collection[str] = ()
) -> None:
    """Refuse marks of students without a submission, and different marks in a group.

    whose: the students of each submission.
    """
    students = {one for several in whose for one in _students(several)}
    for one in marks:
        if one in roster and one not in students:
            raise InputError(f"marks of {one!r}, who handed in nothing: marks add to a submission")
        if one not in students:
            raise UnknownName("student with marks", one, sorted(students))
    for several in whose:
        if len({marks[one] for one in _students(several) if one in marks}) > 1:
            told = "handed in together: expected the same marks, or marks of one of them"
            raise InputError(f"marks of {several}, who {told}")


def marks_of(scores: Scores) -> dict[str, tuple[float, str]]:
    """Return the mark of each student, of a group for all, and the comment, for a roster."""
    return {
        one: (score.mark, score.comment) for score in scores for one in _students(score.student)
    }


def _students(whose: str) -> list[str]:
    """Return the students of a group."""
    return whose.split(" and ")


def student_page(assignment: str, score: Score) -> str:
    """Return the page of a student."""
    hidden = [one for _, one in score.findings if one.visibility == _HIDDEN]
    shown = [
        (part.part, [(one, _words(one)) for one in part.findings if one.visibility != _HIDDEN])
        for part in score.parts
    ]
    line = ""
    if hidden:
        points = sum(one.points for one in hidden)
        most = sum(one.max_points for one in hidden if not one.extra)
        checks = "1 check is" if len(hidden) == 1 else f"{len(hidden)} checks are"
        line = f"{checks} not shown: {points:g} of {most:g} points."
    headline = [(f"{score.points:g}", f"of {score.max_points:g} points")]
    if score.late:
        headline.append((score.late, "after the time it was due" if score.late != LATE else "in"))
    if score.mark != score.points:
        headline.append((f"{score.mark:g}", "the mark, with what was added by hand or came late"))
    if score.before is not None:
        headline.append((f"{score.before:g}", "points before, of what was handed in first"))
    return render_page(
        "apps/grade/student_page.html.jinja",
        title=assignment,
        student=score.student or score.submission,
        headline=headline,
        parts=shown,
        hidden=line,
        notes=[*filter(None, [score.comment]), *score.notes],
        passed=PASSED,
    )


def _words(finding: Finding) -> str:
    points = f"{finding.points:g} of {finding.max_points:g}"
    return f"{points}{' extra' if finding.extra else ''}, {OUTCOMES[finding.outcome].words}"


# Gradescope's ``results.json``: the verdict on one submission, a test for each check.
#
# Source: "Autograder Specifications" of Gradescope's documentation.


_UNFINISHED = (
    "The grader has not come to its end: what stands here was graded before. If it stays so, tell"
    " your teacher."
)


class ResultsJson:
    """The file; it holds a verdict from the start, whenever the grader may be ended."""

    @classmethod
    def of(cls, path: Path, submissions: Sequence[Path]) -> ResultsJson:
        """Return the file of the only submission; InputError for several."""
        if len(submissions) != 1:
            raise InputError(f"--gradescope of {len(submissions)} submissions: expected one")
        return cls(path)

    def __init__(self, path: Path) -> None:
        """Write the file: nothing is graded yet."""
        self._path = path
        self._parts: list[PartResult] = []
        self._replace(document(Score("", self._parts), _UNFINISHED))

    def add(self, part: PartResult) -> None:
        """Add what came of a part."""
        self._parts.append(part)
        self._replace(document(Score("", self._parts), _UNFINISHED))

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


def document(score: Score, output: str = "") -> dict[str, Any]:
    """Return the verdict on a submission as Gradescope reads it; output: "" tells the points."""
    tests, board = [], []
    for at, part in enumerate(score.parts, 1):
        for place, finding in enumerate(part.findings, 1):
            tests.append(_test(part, f"{at}.{place}", finding))
            value = finding.values.get(finding.leaderboard) if finding.leaderboard else None
            if value is not None and (finding.outcome == PASSED or finding.points):
                name = f"{part.part}: {finding.leaderboard}"
                board.append({"name": name, "value": value, "order": "asc"})  # less is better
    return {
        "score": score.points,
        "output": output or f"{score.points:g} of {score.max_points:g} points",
        "output_format": "text",
        "stdout_visibility": "hidden",
        "tests": tests,
        **({"leaderboard": board} if board else {}),
    }


def _test(part: PartResult, number: str, finding: Finding) -> dict[str, Any]:
    told = f"{OUTCOMES[finding.outcome].words}: {finding.message}"
    again = f"Try it yourself: {finding.command}" if finding.command else ""
    return {
        "name": f"{part.part}: {finding.check}",
        "number": number,
        "score": finding.points,
        "max_score": 0 if finding.extra else finding.max_points,
        "status": "passed" if finding.outcome == PASSED else "failed",
        "output": "\n\n".join(filter(None, [told, finding.picture, again])),
        "output_format": "text",
        "visibility": finding.visibility,
    }


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
