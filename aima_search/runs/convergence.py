"""Convergence curves: how the searches of a comparison improve as they run (extra ``plot``)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from itertools import chain
from typing import TYPE_CHECKING, Any, TypeAlias

from aima_search.catalog.configuration import Configuration
from aima_search.display.palette import FAINT
from aima_search.display.plots import colour_of, new_figure, use_logarithm, with_legend
from aima_search.runs.record import Results, RunRecord
from aima_search.textbook.utilities import multimap

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

Curve: TypeAlias = "Sequence[tuple[int, float]]"
"""The curve of one run: (iteration or expansion, value) pairs."""

Curves: TypeAlias = "Mapping[Configuration, Sequence[Curve]]"
"""The curves of all runs of each configuration."""

SOLUTIONS = (
    "How solutions get better. The lines show the cost of the best solution so far; the broken"
    " lines show the lower bound, which is proved if h is admissible. All values are divided by the"
    " lowest known cost of the board. The plot shows medians and quartiles over the boards. Where a"
    " line meets its broken line, the solution is proved to be optimal."
)
"""The caption of ``draw_solutions``."""

_NONE: Curves = {}


def draw_curves(
    results: Results,
    found: Curves,
    over: str = "iteration",
    what: str = "value",
    bounds: Curves = _NONE,
) -> Figure:
    """Plot the median and the quartiles of each configuration's value over the iterations.

    After a run's end, its last value is used. The curves in ``bounds`` are drawn as dashed lines.
    """
    import numpy as np

    figure, axes = new_figure()
    curves = chain.from_iterable([*found.values(), *bounds.values()])
    longest = max((curve[-1][0] for curve in curves if curve), default=1)
    places = np.unique(np.geomspace(1, longest + 1, 200).astype(int)) - 1
    for index, (configuration, curves_of_runs) in enumerate(found.items()):
        line = {"color": colour_of(index), "label": results.label(configuration)}
        _draw(axes, curves_of_runs, places, line)
        broken = {"color": line["color"], "linestyle": "--"}
        _draw(axes, bounds.get(configuration, ()), places, broken)
    if any(bounds.values()):
        axes.plot([], [], color=FAINT, linestyle="--", label="no solution costs less")
    axes.set(xscale="log", xlabel=over, ylabel=what)
    use_logarithm(axes.xaxis)
    return with_legend(figure, axes)


def _draw(axes: Axes, curves: Sequence[Curve], places: Any, line: dict[str, Any]) -> None:
    import numpy as np

    if not curves:
        return
    found = []
    for curve in curves:
        iterations, known = zip(*curve, strict=True)
        at = np.searchsorted(iterations, places, side="right")
        found.append(np.array([np.nan, *known])[at])
    values = np.array(found)
    has_value = ~np.isnan(values).all(axis=0)
    low, middle, high = np.nanquantile(values[:, has_value], (0.25, 0.5, 0.75), axis=0)
    x = places[has_value] + 1
    axes.plot(x, middle, **line)
    axes.fill_between(x, low, high, color=line["color"], alpha=0.2, linewidth=0)


def draw_solutions(results: Results) -> Figure:
    """Plot how the costs of solutions and the lower bounds change during anytime searches."""
    better, bounds = better_solutions(results), proved_bounds(results)
    return draw_curves(results, better, "expansions", "cost / lowest known cost", bounds)


def better_solutions(results: Results) -> Curves:
    """Return curves of the ratio (cost of a solution) / (lowest known cost of the board).

    A run's curve has a pair (number of expansions so far, ratio) for each solution of the run.
    """
    return _over_best(results, lambda row: row.outcome.curve)


def proved_bounds(results: Results) -> Curves:
    """Return curves of the ratio (lower bound) / (lowest known cost of the board)."""
    return _over_best(results, lambda row: [point for point in row.outcome.bounds if point[1] > 0])


def _over_best(results: Results, curve_of: Callable[[RunRecord], Curve]) -> Curves:
    anytime = [one for one in results.configurations if one.entry.anytime]
    curved = [row for row in results.curved() if row.configuration in anytime] if anytime else []
    searches = multimap((row.configuration, row) for row in curved)
    least = {board: Fraction(cost) for board, cost in results.best_costs.items()}
    for row in curved:
        cost = Fraction(row.outcome.curve[-1][1])  # exact for costs of every number type
        least[row.board] = min(cost, least.get(row.board, cost))

    def over_least(row: RunRecord) -> Curve:
        best = least[row.board]
        return [(expanded, float(Fraction(value) / best)) for expanded, value in curve_of(row)]

    return {
        configuration: [
            over_least(row)
            for row in searches.get(configuration, ())
            if least[row.board] > 0 and curve_of(row)
        ]
        for configuration in anytime
    }
