"""The plots of a report (extra ``plot``), and its HTML page (extra ``report``)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from aima_search.apps.lab.analysis import Analysis
from aima_search.apps.lab.answer import OnePageAnswer
from aima_search.apps.lab.local import curves
from aima_search.apps.lab.results import GridResults, measure_of
from aima_search.apps.lab.tables import fault_table
from aima_search.apps.lab.verdict import Verdict
from aima_search.apps.lab.words import listed, quoted
from aima_search.base.errors import SearchError
from aima_search.base.files import writing
from aima_search.base.limits import Limits, limits_in_words
from aima_search.catalog.configuration import Configuration
from aima_search.display.images import render_svg
from aima_search.display.pages import render_page
from aima_search.display.palette import FAINT, THIN_LINE
from aima_search.display.plots import (
    COLOURS,
    draw_counts,
    new_figure,
    style_of,
    svg_text,
    use_logarithm,
    with_legend,
)
from aima_search.display.tables import Table, format_value
from aima_search.runs.convergence import SOLUTIONS, better_solutions, draw_curves, draw_solutions
from aima_search.runs.measures import MEASURES, Measure
from aima_search.runs.outcomes import SOLVED

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_MOST_CURVES = 12  # most plots of local searches
_BOARDS = 12  # most pictures of boards
_CELL = 26  # pixels of a cell in the pictures
_MOST_POINTS = 2000  # more points are drawn as one bitmap


@dataclass(frozen=True)
class Plot:
    """A plot of a report: its caption, and a function that draws the plot."""

    caption: str
    draw: Callable[[], Figure]


def default_plots(found: Analysis, *, only_notable: bool = False) -> dict[str, Plot]:
    """Return the plots of a report, as a dict from file names to plots.

    If ``only_notable`` is True, a plot of an option's effect shows at most three searches: the
    best, the next best, and the best blind search.
    """
    results, measure = found.results, found.measure
    notable = dict.fromkeys(chain(*found.notable)) if only_notable else {}
    plots: dict[str, Plot] = {}
    if results.compared:
        plots["cactus"] = Plot(
            "Boards solved within a time, preparation included; higher and further left is better.",
            partial(cactus, results),
        )
    for point, there in curves(results)[:_MOST_CURVES]:
        where = ", ".join(f"{axis} {value}" for axis, value in point.items())
        plots["-".join(["value", *map(str, point.values())])] = Plot(
            "The value of local search over its iterations: median and quartiles of the runs"
            f"{f', {where}' if where else ''}.",
            partial(draw_curves, results, there),
        )
    if any(better_solutions(results).values()):
        plots["solutions"] = Plot(SOLUTIONS, partial(draw_solutions, results))
    for axis in found.factors.values():
        sizes = [solved for _, solved in axis.sizes.values()]
        if sum(size > 0 for size in sizes) < 2:
            continue
        which = f"the same {sizes[0]} at each value"
        if axis.name not in results.paired:
            each = [f"{n} at {quoted(value)}" for value, n in zip(axis.values, sizes, strict=True)]
            which = f"different {results.unit}s at each value ({listed(each)})"
        plots[f"growth-{axis.name}"] = Plot(
            f"Mean {measure.noun} by {axis.name}, over the {results.unit}s that all searches"
            f" solved: {which}.",
            partial(growth, found, axis.name, list(notable) or results.compared),
        )
    for number, (first, second) in enumerate(found.notable, 1):
        for by in dict.fromkeys((measure, measure_of("seconds"))):
            plots[f"scatter-{number}-{by.name}"] = Plot(
                f"{results.label(first)} against {results.label(second)}, {by.title}:"
                " each point is a board that both solved.",
                partial(scatter, results, first, second, by),
            )
    return plots


def save_plots(plots: Mapping[str, Plot], folder: Path, kind: str) -> Iterator[Path]:
    """Save plots as "png" or "svg" files in a folder; yield the paths of the files."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, plot in plots.items():
        path = folder / f"{re.sub(r'[^A-Za-z0-9-]+', '-', name)}.{kind}"
        figure = plot.draw()
        with writing(path):
            if kind == "svg":
                path.write_text(svg_text(figure, name), encoding="utf-8")
            else:
                figure.savefig(path, dpi=150)
        yield path


def cactus(results: GridResults) -> Figure:
    """Plot how many boards each configuration solves within t seconds; t includes preparation."""
    figure, axes = new_figure()
    for index, config in enumerate(results.compared):
        taken = [results.values(config, MEASURES[name]) for name in ("seconds", "prepared")]
        times = np.nan_to_num(taken)[:, results.solved[config]].sum(axis=0)
        line = {name: style_of(index)[name] for name in ("color", "linestyle")}
        draw_counts(axes, np.maximum(times, 1e-5).tolist(), label=results.label(config), **line)
    axes.set(xlabel="seconds", ylabel="boards solved")
    axes.axhline(len(results.boards), color=THIN_LINE, linewidth=1, zorder=0)
    axes.set_ylim(bottom=0)
    return with_legend(figure, axes)


def scatter(
    results: GridResults, first: Configuration, second: Configuration, measure: Measure
) -> Figure:
    """Plot one search against another: a point for each board that both searches solved."""
    figure, axes = new_figure(square=True)
    shared = results.common((first, second))
    taken = [results.values(config, measure)[shared] for config in (first, second)]
    values = np.nan_to_num(taken)
    points = np.where(values > 0, values, measure.floor)  # for a logarithmic axis
    style: dict[str, Any] = {"s": 22, "alpha": 0.6, "color": COLOURS[0], "edgecolors": "none"}
    axes.scatter(*points, rasterized=len(points[0]) > _MOST_POINTS, **style)
    ends = points if shared.any() else np.ones(1)
    low, high = ends.min() / 1.5, ends.max() * 1.5
    axes.plot((low, high), (low, high), color=FAINT, linewidth=1, linestyle="--", zorder=0)
    axes.set(xscale="log", yscale="log", xlim=(low, high), ylim=(low, high), aspect="equal")
    use_logarithm(axes.xaxis, axes.yaxis)
    axes.set_xlabel(f"{results.label(first)}: {measure.title}")
    axes.set_ylabel(f"{results.label(second)}: {measure.title}")
    corners = (
        (first, (points[1] > points[0]).sum(), 0.03, 0.97, "left", "top"),
        (second, (points[1] < points[0]).sum(), 0.97, 0.03, "right", "bottom"),
    )
    for config, wins, x, y, side, edge in corners:
        text = f"{config.heuristic or config.method}\nneeds less: {wins}"
        axes.text(x, y, text, ha=side, va=edge, transform=axes.transAxes, color=FAINT, fontsize=9)
    return figure


def growth(found: Analysis, axis: str, shown: Sequence[Configuration]) -> Figure:
    """For each search, plot the mean of the measure at every value of the option ``axis``."""
    figure, axes = new_figure()
    along = found.factors[axis]
    places = along.places or range(len(along.values))
    for index, config in enumerate(shown):
        means = [along.means[config, value] for value in along.values]
        known = [(x, mean) for x, mean in zip(places, means, strict=True) if mean is not None]
        if known:
            axes.plot(
                *zip(*known, strict=True), label=found.results.label(config), **style_of(index)
            )
    axes.set_xticks(list(places), [str(value) for value in along.values])
    mean = found.measure.mean_words.removesuffix("s")
    axes.set(yscale="log", xlabel=axis, ylabel=f"{found.measure.title} ({mean})")
    use_logarithm(axes.yaxis)
    return with_legend(figure, axes)


def html_page(
    found: Analysis,
    words: Verdict,
    tables: Mapping[str, Sequence[Table]],
    plots: Mapping[str, Plot],
) -> str:
    """Return the report as an HTML page with verdict, tables, plots, boards and experiment file."""
    results = found.results
    seconds = float(np.nansum(results.taken["wall_seconds"]))
    headline = [
        (f"{len(results.boards):,}", "boards"),
        (f"{len(results.facts):,}", "configurations"),
        (f"{len(results):,}", "runs"),
        (format_value("share", results.count(SOLVED) / max(len(results), 1)), "solved"),
        (f"{seconds:,.0f} s" if seconds < 7200 else f"{seconds / 3600:,.1f} h", "of work"),
    ]
    return render_page(
        "apps/lab/page.html.jinja",
        results=results,
        headline=headline,
        limits=limits_in_words(Limits(**results.plan["limits"])),
        verdict=words,
        faults=fault_table(found),
        tables=list(tables.items()),
        plots=[(plot.caption, svg_text(plot.draw(), name)) for name, plot in plots.items()],
        boards=list(_boards(results)),
    )


def answer_page(answer: OnePageAnswer, plots: Mapping[str, Plot]) -> str:
    """Return the one-page answer, with its plots, as an HTML page."""
    pictures = [
        (plot.caption, svg_text(_made_small(plot.draw()), name)) for name, plot in plots.items()
    ]
    return render_page("apps/lab/answer.html.jinja", answer=answer, plots=pictures)


def _made_small(figure: Figure) -> Figure:
    figure.set_size_inches(4.6, 1.6)
    for axes in figure.axes:
        axes.set_ylabel(axes.get_ylabel().partition(" (")[0])
    if figure.legends:
        figure.legends[0].remove()
        figure.legend(loc="outside right center", frameon=False, fontsize=8)
    return figure


def _boards(results: GridResults) -> Iterator[tuple[str, str, str]]:
    puzzle = results.puzzle_class
    if puzzle is None:
        return
    chosen = _spread(results, _BOARDS)
    for board, (text, options) in zip(chosen, results.instances(chosen), strict=True):
        try:
            problem = puzzle.parse(text, **puzzle.read_options(options))
            picture = render_svg(problem.scene(problem.initial), _CELL)
        except (SearchError, NotImplementedError):  # another version of the puzzle made the board
            continue
        caption = [f"{name} {value}" for name, value in results.axes_of(board).items()]
        best = results.least_costs[board]
        caption.append("not solved" if np.isnan(best) else f"best cost {best:g}")
        yield picture, ", ".join(caption), results.boards[board]


def _spread(results: GridResults, count: int) -> list[int]:
    """Choose ``count`` boards so that the values of varied options occur about equally often."""
    left = {board: results.axes_of(board).items() for board in range(len(results.boards))}
    uses, chosen = Counter[Any](), list[int]()
    while left and len(chosen) < count:
        chosen.append(min(left, key=lambda board: sum(uses[value] for value in left[board])))
        uses.update(left.pop(chosen[-1]))
    return sorted(chosen)
