"""Plots with a common style, as matplotlib figures or as SVG; they need the extra ``plot``."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import partial
from io import StringIO
from math import ceil, floor, log10
from typing import TYPE_CHECKING, Any

from aima_search.base.extras import require
from aima_search.display.images import shown_figure
from aima_search.display.palette import PIECES, THIN_LINE

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

WIDTH, HEIGHT = 7.2, 4.4
"""The default size of a figure in inches."""

COLOURS = [PIECES[index].fill for index in (0, 5, 2, 3, 1, 4, 7)]
"""The colours of curves, in their order."""

_MARKERS = "osD^vPX*<>h"
_LINES = ("-", "--", ":", "-.")


def colour_of(index: int) -> str:
    """Return the colour of curve number ``index``; the colours are used in a cycle."""
    return COLOURS[index % len(COLOURS)]


def style_of(index: int) -> dict[str, Any]:
    """Return the colour, line style and marker of curve number ``index``."""
    return {
        "color": colour_of(index),
        "linestyle": _LINES[index // len(COLOURS) % len(_LINES)],
        "marker": _MARKERS[index % len(_MARKERS)],
        "markersize": 5,
    }


def new_figure(square: bool = False, height: float = HEIGHT) -> tuple[Figure, Axes]:
    """Return a new matplotlib figure with one panel, and the panel's axes."""
    figure, (axes,) = new_panels(1, (5.2, 5.2) if square else (WIDTH, height))
    return figure, axes


def new_panels(count: int, size: tuple[float, float]) -> tuple[Figure, list[Axes]]:
    """Return a new figure with ``count`` panels side by side, and the panels' axes."""
    require("matplotlib", "plot")
    figure = shown_figure()(figsize=size, layout="constrained")
    panels = list(figure.subplots(1, count, sharey=True, squeeze=False)[0])
    for axes in panels:
        axes.grid(True, color=THIN_LINE, linewidth=0.5, alpha=0.6)
        axes.set_axisbelow(True)
        for side in ("top", "right"):
            axes.spines[side].set_visible(False)
    return figure, panels


def draw_rows(
    labels: Sequence[str], titles: Sequence[str], row: float, draw: Callable[[Axes, int], object]
) -> Figure:
    """Return a figure with a panel for each title; each panel has a row for each label.

    The horizontal axes are logarithmic. ``row`` is the height of a row in inches. The function
    ``draw(axes, index)`` draws the panel with this index, with the row of label n at y = n.
    """
    size = (WIDTH + 2.6 * (len(titles) - 1), 1.3 + row * len(labels))
    figure, panels = new_panels(len(titles), size)
    for index, axes in enumerate(panels):
        draw(axes, index)
        axes.set_yticks(range(len(labels)), labels, parse_math=False)
        axes.set_ylim(max(len(labels), 1) - 0.5, -0.5)
        axes.set(xscale="log", xlabel=titles[index])
        use_logarithm(axes.xaxis)
    return figure


def draw_counts(axes: Axes, values: Sequence[float], **line: Any) -> None:
    """Draw a curve: for each x, the number of values up to x. The x axis is logarithmic."""
    axes.step(sorted(values), range(1, len(values) + 1), where="post", **line)
    axes.set_xscale("log")
    use_logarithm(axes.xaxis)


def with_legend(figure: Figure, axes: Axes) -> Figure:
    """Add a legend below the axes of the figure, and return the figure."""
    names = axes.get_legend_handles_labels()[1]
    if names:
        figure.legend(
            loc="outside lower center", ncols=2 if len(names) > 3 else 1, frameon=False, fontsize=9
        )
        figure.set_figheight(HEIGHT - 0.4 + 0.2 * ((len(names) + 1) // 2))
    return figure


def use_whole_numbers(*axes: Any) -> None:
    """Put the ticks of these axes at whole numbers only."""
    from matplotlib.ticker import MaxNLocator

    for axis in axes:
        axis.set_major_locator(MaxNLocator(integer=True, min_n_ticks=1))


def use_logarithm(*axes: Any) -> None:
    """Label logarithmic axes with plain numbers, such as 1,000, instead of powers of 10."""
    from matplotlib.ticker import FuncFormatter

    for axis in axes:
        axis.set_major_formatter(FuncFormatter(lambda value, place: f"{value:,.10g}"))
        axis.set_minor_formatter(FuncFormatter(partial(_minor_label, axis)))


def _minor_label(axis: Any, value: float, place: int) -> str:
    low, high = axis.get_view_interval()
    is_round = high < 30 * low and f"{value:e}"[0] in "25"
    ends = (floor(log10(low)), ceil(log10(high))) if low > 0 else (0, 0)
    rounds = [lead * 10.0**power for power in range(*ends) for lead in (1, 2, 5, 10)]
    # True if an axis contains fewer than two of the values 1, 2, 5, 10, 20, ...
    is_short = len({label for label in rounds if low <= label <= high}) < 2
    return f"{value:,.10g}" if is_round or is_short else ""


def svg_text(figure: Any, name: str) -> str:
    """Return a figure as SVG. All its ids begin with ``name``, to be unique on a page."""
    from matplotlib import rc_context

    text = StringIO()
    with rc_context({"svg.fonttype": "none", "svg.hashsalt": name}):
        figure.savefig(text, format="svg", metadata={"Date": None, "Creator": None})
    svg = text.getvalue()
    svg = svg[svg.index("<svg") :]
    prefix = re.sub(r"\W+", "-", name)
    svg = re.sub(r'\bid="([^"]+)"', rf'id="{prefix}-\1"', svg)
    svg = re.sub(r"url\(#([^)]+)\)", rf"url(#{prefix}-\1)", svg)
    return re.sub(r'(xlink:href|href)="#([^"]+)"', rf'\1="#{prefix}-\2"', svg)
