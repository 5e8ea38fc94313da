"""The scores of a class as tables, spreadsheet rows and lines of text."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from operator import itemgetter
from typing import Any

from aima_search.apps.grade.confinement import PROTECTIONS
from aima_search.apps.grade.protocol import IMPORT_FAILED, NOT_FOUND, RAISED
from aima_search.apps.grade.results import (
    OUTCOMES,
    UNEXPECTED,
    ClassResults,
    GradedSubmission,
    PartResult,
)
from aima_search.apps.grade.similarity import UNCOMPARED, alike
from aima_search.base.interchange import counted
from aima_search.display.tables import Column, Table

_DOUBTFUL = {*UNEXPECTED} - {RAISED, IMPORT_FAILED, NOT_FOUND}
_COLUMNS = ("check", "outcome", "points", "max_points", "expanded", "message", "command")
_MOST_PAIRS = 20  # lines about similar submissions; thirty equal programs have 435 pairs


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


def needs_review(scores: ClassResults) -> list[tuple[GradedSubmission, str]]:
    """Return pairs (submission, reasons) for the submissions that a teacher should review."""
    pairs = alike_pairs(scores)
    found = []
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
            found.append((score, "; ".join(reasons)))
    return found


def not_graded_lines(scores: ClassResults) -> list[str]:
    """Return a list with a line that names the ungraded submissions, or [] if all are graded."""
    names = ", ".join(score.submission for score in scores if not score.is_graded)
    text = "not graded, so there is no mark (grade again with --resume)"
    return [f"{text}: {names}"] if names else []


def protection_lines(scores: ClassResults) -> list[str]:
    """Return a line with the protections in force, and a line for each missing protection."""
    found = [part.protections for score in scores for part in score.parts if part.protections]
    missing = missing_protections(found)
    in_force = [name for name in PROTECTIONS if found and name not in missing]
    text = ", ".join(in_force) or "none"
    if not found:
        is_known = all(score.is_graded for score in scores)
        text = "none, because no code was run" if is_known else "unknown, no process was started"
    return [f"protections in force: {text}", *map(missing_line, missing)]


def missing_protections(found: Sequence[Mapping[str, bool]]) -> list[str]:
    """Return the protections that were missing in one process or more."""
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
    """Return a line for each pair of similar submissions, and cut the list if it is long."""
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
