"""The report as one HTML page that needs nothing else (extra ``report``)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from aima_search.apps.lab.report.analysis import Analysis
from aima_search.apps.lab.report.plots import Plot
from aima_search.apps.lab.report.results import GridResults
from aima_search.apps.lab.report.tables import ReportTables
from aima_search.base.errors import SearchError
from aima_search.base.limits import Limits, limits_in_words
from aima_search.display.pages import render_page, share_text
from aima_search.display.plots import svg_text
from aima_search.runs.instances import Axis

_BOARDS = 12  # pictures of boards at most
_CELL = 26  # pixels of a cell in them


def html_page(
    found: Analysis, verdict: Sequence[str], tables: ReportTables, plots: Mapping[str, Plot]
) -> str:
    """Return the whole page: verdict, tables that sort, plots, boards, grid and versions."""
    results = found.results
    return render_page(
        "apps/lab/report/page.html.jinja",
        results=results,
        measure=found.measure,
        headline=_headline(results),
        limits=limits_in_words(Limits(**results.plan["limits"])),
        verdict=verdict,
        faults=tables.faults,
        tables=tables.sections(),
        plots=[(plot.caption, svg_text(plot.draw(), name)) for name, plot in plots.items()],
        boards=list(_boards(results)),
    )


def _headline(results: GridResults) -> list[tuple[str, str]]:
    """Return the numbers at the top of the page with their labels."""
    solved = sum(row.solved for row in results.rows)
    hours = sum(row.ending.values["wall_seconds"] or 0 for row in results.rows)
    return [
        (f"{len(results.instances):,}", "boards"),
        (f"{len(results.facts):,}", "configurations"),
        (f"{len(results.rows):,}", "runs"),
        (share_text(solved, len(results.rows)), "solved"),
        (f"{hours:,.0f} s" if hours < 7200 else f"{hours / 3600:,.1f} h", "of work"),
    ]


def _boards(results: GridResults) -> Iterator[tuple[str, str, str]]:
    """Yield picture, axes and id of boards from all over the grid, if the puzzle is installed."""
    from aima_search.display import render_svg
    from aima_search.model.puzzle import PUZZLES

    if results.puzzle not in PUZZLES:
        return
    puzzle = PUZZLES.get(results.puzzle)
    described = {one["name"]: one for one in results.plan["instances"]}
    for instance in _spread(results, _BOARDS):
        one = described[instance]
        try:
            problem = puzzle.parse(one["id"], **puzzle.read_options(one["options"]))
            picture = render_svg(problem.scene(problem.initial), _CELL)
        except (SearchError, NotImplementedError):  # of another version of the puzzle
            continue
        axes = results.instances[instance].items()
        caption = ", ".join(f"{name} {value}" for name, value in axes)
        best = results.best_costs.get(instance)
        cost = "not solved" if best is None else f"best cost {best:g}"
        yield picture, ", ".join(filter(None, [caption, cost])), instance


def _spread(results: GridResults, count: int) -> list[str]:
    """Return boards from all over the grid: the values of every axis as evenly as can be.

    Each is the board whose values were taken least so far, and of such boards the first.
    """
    left = list(results.instances)
    taken: Counter[tuple[str, Axis]] = Counter()
    chosen: list[str] = []
    while left and len(chosen) < count:
        points = {
            one: [(a, v) for a, v in results.instances[one].items() if a in results.axes]
            for one in left
        }
        best = min(left, key=lambda one: sum(taken[point] for point in points[one]))
        taken.update(points[best])
        chosen.append(best)
        left.remove(best)
    return sorted(chosen, key=list(results.instances).index)
