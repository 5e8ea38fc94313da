"""The teacher's page about a class of students; it needs the extra ``report``."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from shlex import quote
from statistics import median

from aima_search.apps.grade.results import OUTCOMES, PASSED, UNEXPECTED, Scores
from aima_search.apps.grade.score_tables import (
    alike_lines,
    files_table,
    identical_lines,
    needs_review,
    note_lines,
    protection_lines,
    score_table,
)
from aima_search.base.extras import versions
from aima_search.display.pages import render_page
from aima_search.display.plots import COLOURS, draw_counts, new_figure, svg_text, use_whole_numbers
from aima_search.display.tables import Column, Table


def scores_page(scores: Scores, text: str = "", assignment: str = "assignment.toml") -> str:
    """Return the page with the points, their distribution, and the faults with pictures.

    text: the content of the assignment's file. assignment: the path of this file.
    """
    points = [score.points for score in scores if score.is_graded]
    full = sum(score.points >= score.max_points for score in scores)
    broken = sum(score.outcome in UNEXPECTED for score in scores)
    faults: dict[str, list[tuple[str, object]]] = defaultdict(list)
    for score, part, finding in scores.findings():
        if finding.outcome != PASSED:
            faults[score.submission].append((part.part, finding))
    return render_page(
        "apps/grade/page.html.jinja",
        title=scores.assignment,
        headline=[
            (f"{len(scores):,}", "submissions"),
            (f"{median(points):g}" if points else "-", "median points"),
            (f"{full:,}", "with all points"),
            (f"{broken:,}", "did not run to the end"),
        ],
        table=score_table(scores),
        files=files_table(scores),
        needs_review=[
            (score.submission, reasons, command_again(assignment, score.path))
            for score, reasons in needs_review(scores)
        ],
        comments=[
            (score.submission, score.manual, score.comment) for score in scores if score.comment
        ],
        outcomes=outcome_table(scores),
        plots=list(_plots(scores)),
        faults=list(faults.items()),
        notes=note_lines(scores),
        identical=[*identical_lines(scores), *alike_lines(scores)],
        protections=protection_lines(scores),
        versions=versions(),
        text=text,
    )


def command_again(assignment: str, path: str) -> str:
    """Return the command that grades one submission again, after unpacking it if necessary."""
    first = ""
    if in_archive := re.fullmatch(r"(.+?\.zip)/(.+)", path, re.IGNORECASE | re.DOTALL):
        first, path = f"unzip {quote(in_archive[1])} -d again && ", f"again/{in_archive[2]}"
    return f"{first}aima-search grade {quote(assignment)} {quote(path)}"


def outcome_table(scores: Scores) -> Table:
    """Return a table that counts the outcomes of each check."""
    ended: dict[str, Counter[str]] = {}
    for _, part, finding in scores.findings():
        ended.setdefault(f"{part.part}: {finding.check}", Counter())[finding.outcome] += 1
    used = [name for name in OUTCOMES if any(name in counts for counts in ended.values())]
    columns = [Column("check"), *(Column(OUTCOMES[name].words, "count") for name in used)]
    rows = [[check, *(counts[name] for name in used)] for check, counts in ended.items()]
    return Table("Outcomes of the checks", columns, rows)


_HEIGHT = 3.4  # inches
_BINS = 20  # most bins of the histogram


def _plots(scores: Scores) -> Iterator[tuple[str, str]]:
    """Yield the caption and the picture of each plot; this needs the extra ``plot``."""
    points = [score.points for score in scores]
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


def expansions(scores: Scores) -> Iterator[tuple[str, list[float]]]:
    """Yield the name of each check that counts expansions, and all students' counts, sorted."""
    found: dict[str, list[float]] = defaultdict(list)
    for _, part, finding in scores.findings():
        if "expanded" in finding.values:
            found[f"{part.part}: {finding.check}"].append(finding.values["expanded"])
    yield from ((name, sorted(counts)) for name, counts in found.items())
