"""A class on one HTML page that needs nothing else, for the teacher (extra ``report``)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from statistics import median

from aima_search.apps.grade.outcomes import OUTCOMES, PASSED, UNEXPECTED
from aima_search.apps.grade.record import Finding, Scores
from aima_search.apps.grade.report.plots import expansion_plot, expansions, point_plot
from aima_search.apps.grade.report.tables import (
    alike_lines,
    identical_lines,
    note_lines,
    protection_lines,
    score_table,
)
from aima_search.base.extras import versions
from aima_search.display.pages import render_page
from aima_search.display.plots import svg_text
from aima_search.display.tables import Column, Table


def scores_page(scores: Scores, text: str = "") -> str:
    """Return the page: points, how they are spread, what went wrong, with pictures.

    text: the assignment, as it was read.
    """
    return render_page(
        "apps/grade/report/page.html.jinja",
        title=scores.assignment,
        headline=_headline(scores),
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


def _headline(scores: Scores) -> list[tuple[str, str]]:
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
