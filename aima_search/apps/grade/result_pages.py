"""The results of a class as tables, lines and pages, for the teacher and for each student.

The pages need the extra ``report``. A student's page does not show the hidden checks, but its total
includes their points.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from operator import itemgetter
from pathlib import Path
from shlex import quote
from statistics import median
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile

from aima_search.apps.grade.confinement import PROTECTIONS
from aima_search.apps.grade.lateness import LATE, UNKNOWN
from aima_search.apps.grade.protocol import IMPORT_FAILED, NOT_FOUND, RAISED
from aima_search.apps.grade.results import (
    HIDDEN,
    NOT_GRADED,
    OUTCOMES,
    PASSED,
    UNEXPECTED,
    CheckResult,
    ClassResults,
    GradedSubmission,
    PartResult,
)
from aima_search.apps.grade.similarity import UNCOMPARED, alike
from aima_search.base.extras import versions
from aima_search.base.interchange import counted
from aima_search.display.pages import render_page
from aima_search.display.plots import COLOURS, draw_counts, new_figure, svg_text, use_whole_numbers
from aima_search.display.tables import Column, Table
from aima_search.textbook.utilities import multimap

_DOUBTFUL = {*UNEXPECTED} - {RAISED, IMPORT_FAILED, NOT_FOUND}
_COLUMNS = ("check", "outcome", "points", "max_points", "expanded", "message", "command")
_MOST_PAIRS = 20  # lines about similar submissions; thirty equal programs have 435 pairs
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


def score_table(scores: ClassResults) -> Table:
    """Return a table with the points and the outcomes of each submission."""
    parts = _parts(scores)
    more = ["mark"] * any(score.mark != score.points for score in scores)
    for title in ("late", "before", "seed_from"):
        more += [title] * any(getattr(score, title) not in ("", None) for score in scores)
    columns = [
        Column("submission"),
        Column("points", "number"),
        Column("of", "number"),
        *(Column(name, "text", spare=at) for at, name in enumerate(parts, 1)),
        *(Column(title.replace("_", " ")) for title in more),
    ]
    rows = []
    for score in scores:
        outcomes = {part.part: f"{part.points:g} {part.outcome}" for part in score.parts}
        points, mark = (score.points, score.mark) if score.is_graded else (None, None)
        own = {title: mark if title == "mark" else getattr(score, title) for title in more}
        cells = [*map(outcomes.get, parts), *own.values()]
        rows.append([score.submission, points, score.max_points, *cells])
    return Table(scores.assignment, columns, rows)


def _parts(scores: ClassResults) -> list[str]:
    return list(dict.fromkeys(part.part for score in scores for part in score.parts))


def rows_of(scores: ClassResults) -> Iterator[dict[str, Any]]:
    """Yield a row for each check of each submission."""
    for score, part, finding in scores.findings():
        known = vars(finding) | {"expanded": finding.values.get("expanded")}
        of_check = {column: known[column] for column in _COLUMNS}
        yield {"submission": score.submission, "part": part.part, **of_check}


def gradebook(scores: ClassResults) -> Iterator[dict[str, Any]]:
    """Yield a row for each student or group, with the points of each part and the mark."""
    parts = _parts(scores)
    has_marks = any(score.mark != score.points for score in scores)
    for score in scores:
        points = {part.part: part.points for part in score.parts if part.is_graded}
        made_of = ("manual", "cut", "mark") if has_marks else ()
        yield {
            "student": score.student or score.submission,
            **{f"part: {name}": points.get(name) for name in parts},
            "total": score.points if score.is_graded else None,
            "of": score.max_points,
            **{name: getattr(score, name) if score.is_graded else None for name in made_of},
            "outcome": score.outcome,
            "late": score.late,
            "before": score.before,
            "submission": score.submission,
        }


def files_table(scores: ClassResults) -> Table:
    """Return a table with the path, the lateness and the notes of each submission."""
    columns = list(map(Column, ("submission", "student", "path", "late", "notes")))
    rows = []
    for score in scores:
        late, notes = score.late or "not late", "; ".join(score.notes) or "none"
        rows.append([score.submission, score.student, score.path, late, notes])
    return Table("Submitted files", columns, rows)


def needs_review(scores: ClassResults) -> Iterator[tuple[GradedSubmission, str]]:
    """Yield pairs (submission, reasons) for the submissions that a teacher should review."""
    pairs = alike_pairs(scores)
    for score in scores:
        outcomes = {finding.outcome for _, finding in score.findings}
        reasons = [OUTCOMES[name].meaning for name in OUTCOMES if name in outcomes & _DOUBTFUL]
        reasons += [f"{one.check}: {one.doubt}" for _, one in score.findings if one.doubt]
        others = [name for pair in pairs if score.submission in pair for name in pair]
        if alike_to := sorted({*others} - {score.submission}):
            reasons.append(f"similar to {', '.join(alike_to)}")
        first = [part.sketch[0] for part in score.parts if part.sketch]
        if first and all(number == UNCOMPARED for number in first):
            text = "the program is long, or may run code that is not compared"
            reasons.append(f"a copy may be hidden: {text}")
        if reasons:
            yield score, "; ".join(reasons)


def not_graded_lines(scores: ClassResults) -> list[str]:
    """Return lines that name the ungraded submissions and the reasons, or [] if all are graded."""
    ungraded = [score for score in scores if not score.is_graded]
    reasons = multimap((_reason(score), score.submission) for score in ungraded)
    text = "not graded, so there is no mark (grade again with --resume)"
    names = ", ".join(name for some in reasons.values() for name in some)
    told = [f"reason for {', '.join(some)}: {reason}" for reason, some in reasons.items() if reason]
    return [f"{text}: {names}", *told] if names else []


def _reason(score: GradedSubmission) -> str:
    findings = (finding for part in score.parts for finding in part.findings)
    return next((finding.message for finding in findings if finding.outcome == NOT_GRADED), "")


def protection_lines(scores: ClassResults) -> list[str]:
    """Return a line with the active protections, and a line for each missing protection."""
    found = [part.protections for score in scores for part in score.parts if part.protections]
    missing = missing_protections(found)
    in_force = [name for name in PROTECTIONS if found and name not in missing]
    text = ", ".join(in_force) or "none"
    if not found:
        is_known = all(score.is_graded for score in scores)
        text = "none, because no code was run" if is_known else "unknown, no process was started"
    return [f"protections in force: {text}", *map(missing_line, missing)]


def missing_protections(found: Sequence[Mapping[str, bool]]) -> list[str]:
    """Return the protections that were missing in at least one process."""
    known = list(filter(None, found))
    return [name for name in PROTECTIONS if not all(protections.get(name) for protections in known)]


def missing_line(name: str) -> str:
    """Return the warning about a missing protection."""
    return f"protection not in force: {name} ({PROTECTIONS[name]})"


def note_lines(scores: ClassResults) -> list[str]:
    """Return a line for each note about a submission."""
    return [f"{score.submission}: {note}" for score in scores for note in score.notes]


def identical_lines(scores: ClassResults) -> list[str]:
    """Return a line for each group of submissions with identical files."""
    names: dict[str, list[str]] = defaultdict(list)
    for score in scores:
        for content in {_hash_without_names(part) for part in score.parts if part.content}:
            names[content].append(score.submission)
    return [f"identical submissions: {', '.join(same)}" for same in names.values() if len(same) > 1]


def alike_lines(scores: ClassResults) -> list[str]:
    """Return a line for each pair of similar submissions. A long list is shortened."""
    last = {score.submission: score.parts[-1] for score in scores}
    lines = [
        f"similar submissions: {first}, {second} ({share:.0%} of the shorter program is in both)"
        for (first, second), share in alike_pairs(scores).items()
        if _hash_without_names(last[first]) != _hash_without_names(last[second])
    ]
    rest = counted(len(lines) - _MOST_PAIRS, "more pair")
    more = [f"similar submissions: and {rest} (use --html to see all)"]
    return [*lines[:_MOST_PAIRS], *(more if len(lines) > _MOST_PAIRS else [])]


def alike_pairs(scores: ClassResults) -> dict[tuple[str, str], float]:
    """Return a dict from each pair of similar submissions to their share of common code."""
    sketches: dict[str, dict[str, Sequence[int]]] = defaultdict(dict)
    for score in scores:
        for part in score.parts:
            sketches[part.part][score.submission] = part.sketch
    found = [pair for of_part in sketches.values() for pair in alike(of_part)]
    found.sort(key=itemgetter(2), reverse=True)
    shares: dict[tuple[str, str], float] = {}
    for first, second, share in found:
        shares.setdefault((first, second), share)
    return shares


def _hash_without_names(part: PartResult) -> str:
    return part.content.partition("-")[0]


def scores_page(scores: ClassResults, text: str = "") -> str:
    """Return a page for the teacher. ``text`` is the content of the assignment's file."""
    points = [score.points for score in scores if score.is_graded]
    full = sum(score.points >= score.max_points for score in scores)
    broken = sum(score.outcome in UNEXPECTED for score in scores)
    faults = multimap(
        (score.submission, (part.part, finding))
        for score, part, finding in scores.findings()
        if finding.outcome != PASSED
    )
    return render_page(
        "apps/grade/page.html.jinja",
        title=scores.assignment,
        headline=[
            (f"{len(scores):,}", "submissions"),
            (f"{median(points):g}" if points else "-", "median points"),
            (f"{full:,}", "with all points"),
            (f"{broken:,}", "stopped before the end"),
        ],
        table=score_table(scores),
        files=files_table(scores),
        needs_review=[
            (score.submission, reasons, quote(score.submission))
            for score, reasons in needs_review(scores)
        ],
        comments=[(one.submission, one.manual, one.comment) for one in scores if one.comment],
        outcomes=outcome_table(scores),
        plots=list(_plots(scores)),
        faults=list(faults.items()),
        notes=note_lines(scores),
        identical=[*identical_lines(scores), *alike_lines(scores)],
        protections=protection_lines(scores),
        versions=versions(),
        text=text,
    )


def outcome_table(scores: ClassResults) -> Table:
    """Return a table that counts the outcomes of each check."""
    ended: dict[str, Counter[str]] = {}
    for _, part, finding in scores.findings():
        ended.setdefault(f"{part.part}: {finding.check}", Counter())[finding.outcome] += 1
    used = [name for name in OUTCOMES if any(name in counts for counts in ended.values())]
    columns = [Column("check"), *(Column(OUTCOMES[name].words, "count") for name in used)]
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
    """Yield (name, sorted numbers of expansions) for each check that counts expansions."""
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
    hidden = [finding for _, finding in score.findings if finding.visibility == HIDDEN]
    shown: dict[str, list[tuple[CheckResult, str]]] = {part.part: [] for part in score.parts}
    for part, finding in score.findings:
        if finding.visibility != HIDDEN:
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
        passed=PASSED,
        next_steps=_NEXT_STEPS,
    )


def missed_lines(scores: ClassResults) -> Iterator[str]:
    """Yield lines about the visible checks that submissions did not pass."""
    for _, part, finding in scores.findings():
        if finding.outcome != PASSED and finding.visibility != HIDDEN:
            points = describe_points(finding)
            yield f"{part.part}, {finding.check}: {points}: {finding.message}"
            yield from (f"  {line}" for line in finding.picture.splitlines())
            yield from [f"  to repeat it: {finding.command}"] if finding.command else []


def describe_points(finding: CheckResult) -> str:
    """Return the points and the outcome of a check, such as "2 of 3, partly"."""
    words = OUTCOMES[finding.outcome].words
    if finding.outcome == NOT_GRADED:
        return words
    points = f"{finding.points:g} of {finding.max_points:g}"
    return f"{points}{' extra' if finding.extra else ''}, {words}"
