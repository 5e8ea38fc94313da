"""A comparison as one self-contained HTML page (extra ``report``)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from aima_search.base.extras import versions
from aima_search.base.limits import limits_in_words
from aima_search.display import render_svg
from aima_search.display.pages import render_page, share_text
from aima_search.display.plots import svg_text
from aima_search.model.puzzle import Puzzle
from aima_search.runs.comparison_plot import plot_comparison
from aima_search.runs.comparison_tables import (
    SHELL_ADVICE,
    board_table,
    messages,
    settings_lines,
    summary_table,
)
from aima_search.runs.courses import SOLUTIONS, better_solutions, draw_solutions
from aima_search.runs.measures import measure_of
from aima_search.runs.results import Results

_CELL, _WIDTH = 26, 260  # pixels of a cell, and of a board at most


def comparison_page(comparison: Results, problems: Mapping[str, Puzzle]) -> str:
    """Return the page: boards, tables that sort, plots; ``problems`` are the boards by name."""
    boards = comparison.boards
    return render_page(
        "display/comparison.html.jinja",
        title=_title(problems),
        headline=_headline(comparison),
        summary=summary_table(comparison, joined=True) if len(boards) > 1 else None,
        boards=[(_picture(problems[name]), name, problems[name].format()) for name in boards],
        tables=[board_table(comparison, name, joined=True) for name in boards],
        settings=settings_lines(comparison),
        limits=_limits(comparison),
        versions=versions(),
        messages=messages(comparison, SHELL_ADVICE),
        plots=list(_plots(comparison)),
    )


def _title(problems: Mapping[str, Puzzle]) -> str:
    puzzles = dict.fromkeys(problem.puzzle for problem in problems.values())
    return f"{', '.join(puzzles)}: search compared"


def _headline(comparison: Results) -> list[tuple[str, str]]:
    """Return the numbers at the top of the page with their labels."""
    rows = comparison.rows
    solved = sum(row.solved for row in rows)
    return [
        (f"{len(comparison.boards):,}", "boards" if len(comparison.boards) > 1 else "board"),
        (f"{len({row.configuration for row in rows}):,}", "configurations"),
        (f"{len(rows):,}", "runs"),
        (share_text(solved, len(rows)), "solved"),
    ]


def _limits(comparison: Results) -> str:
    """Return the limits of a run, and the seed if random numbers were drawn."""
    runs = [row.run for row in comparison.rows]
    seed = next((run.seed for run in runs if run.seed is not None), None)
    drawn = "" if seed is None else f"; seed {seed}"
    return f"limits of a run: {limits_in_words(runs[0].limits)}{drawn}"


def _picture(problem: Puzzle) -> str:
    scene = problem.scene(problem.initial)
    return render_svg(scene, min(_CELL, max(_WIDTH // scene.width, 4)))


def _plots(comparison: Results) -> Iterator[tuple[str, str]]:
    """Yield caption and picture of every plot: a plot a measure, because a phone is narrow."""
    for name in comparison.plotted():
        figure = plot_comparison(comparison, [name])
        label = measure_of(name).label
        yield f"{label.capitalize()}; further left is better.", svg_text(figure, name)
    if any(better_solutions(comparison).values()):
        yield SOLUTIONS, svg_text(draw_solutions(comparison), "solutions")
