"""Plots of the shape of a state space (extra ``plot``), without pyplot's global state."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from os import PathLike
from typing import TYPE_CHECKING, TypeAlias

from aima_search.analysis.shape import HeatMap, Shape
from aima_search.base.extras import require
from aima_search.display.plots import use_whole_numbers

if TYPE_CHECKING:
    from matplotlib.axes import Axes

Counts: TypeAlias = Mapping[int, int] | Mapping[float, int]

_PANEL = (4.2, 3.4)  # inches


def save_plot(
    path: str | PathLike[str],
    shape: Shape,
    title: str = "",
    heuristic: str | None = None,
    heat: HeatMap | None = None,
) -> None:
    """Write histograms of depths, distances and branching, and a heat map, to a PNG file.

    Raises MissingExtra if matplotlib is not installed.
    """
    require("matplotlib", "plot")
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    histograms: list[tuple[str, Counts]] = [
        ("depth from the start", dict(enumerate(shape.depths))),
        *([("h*, cost to the nearest goal", shape.distances)] if shape.distances else []),
        ("actions of a state", shape.branching),
    ]
    panels = len(histograms) + (heat is not None)
    figure = Figure(figsize=(_PANEL[0] * panels, _PANEL[1]), dpi=120, layout="constrained")
    FigureCanvasAgg(figure)
    covered = "" if shape.complete else " found so far"
    figure.suptitle(f"{title}: {shape.states:,} states{covered}", parse_math=False)
    axes = figure.subplots(1, panels, squeeze=False)[0]
    for place, (label, counts) in enumerate(histograms):
        draw_histogram(axes[place], label, counts)
    if heat is not None:
        draw_heat_map(axes[-1], heuristic or "h", heat)
    figure.savefig(path, format="png", metadata={"Software": None})


def draw_histogram(axes: Axes, label: str, counts: Counts) -> None:
    """Draw a histogram of the number of states by value."""
    values, states = zip(*sorted(counts.items()), strict=True)
    gaps = [after - before for before, after in pairwise(values)]
    axes.bar(values, states, width=0.9 * min(gaps, default=1))
    axes.set(xlabel=label, ylabel="states")
    use_whole_numbers(axes.yaxis)
    if all(value == int(value) for value in values):
        use_whole_numbers(axes.xaxis)


def draw_heat_map(axes: Axes, heuristic: str, heat: HeatMap) -> None:
    """Draw the number of states by h and h* on a logarithmic scale, with the line h = h*."""
    from matplotlib.colors import LogNorm

    before = 0.5 if isinstance(heat.width, int) else 0  # the middles of the bins are whole
    edges = [
        [place * heat.width - before for place in range(size + 1)]
        for size in (len(heat.counts[0]), len(heat.counts))
    ]
    most = max(max(row) for row in heat.counts)
    shades = [[count or float("nan") for count in row] for row in heat.counts]
    norm = LogNorm(vmin=1, vmax=max(most, 2))
    mesh = axes.pcolormesh(*edges, shades, norm=norm, cmap="viridis")
    axes.axline((0, 0), slope=1, color="tab:red", linewidth=1)
    axes.figure.colorbar(mesh, ax=axes, label="states")
    if isinstance(heat.width, int):
        use_whole_numbers(axes.xaxis, axes.yaxis)
    axes.set_xlabel("h*")
    axes.set_ylabel(heuristic, parse_math=False)
