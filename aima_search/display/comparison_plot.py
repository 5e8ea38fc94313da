"""A comparison as a plot: what every configuration took, on logarithmic axes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from aima_search.display.comparison import label_of
from aima_search.display.plots import COLOURS, WIDTH, new_panels, use_logarithm
from aima_search.display.tables import MEMORY_FLOOR
from aima_search.errors import BoardError, UnknownName
from aima_search.render.palette import FAINT
from aima_search.runs.comparison import Comparison, Row, geometric_mean

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

FLOORS = {
    "expanded": 1,
    "expanded_below_cost": 1,
    "generated": 1,
    "reopened": 1,
    "max_frontier": 1,
    "cost": 0.01,
    "branching_factor": 0.01,
    "seconds": 1e-5,
    "used_memory": MEMORY_FLOOR,
}
"""What can be plotted, and the least value of it: an axis with a logarithm has no 0."""


def plot_comparison(comparison: Comparison, measures: Sequence[str]) -> Figure:
    """Draw a panel a measure; what was not solved is a cross where the search ended."""
    for measure in measures:
        if measure not in FLOORS:
            raise UnknownName("measure", measure, FLOORS)
    if not (measures and comparison.rows):
        raise BoardError("nothing to plot: expected at least one measure and one row")
    rows = comparison.by_configuration()
    size = (WIDTH + 2.6 * (len(measures) - 1), 1.3 + 0.27 * len(rows))
    figure, panels = new_panels(len(measures), size)
    common = comparison.common_boards
    for axes, measure in zip(panels, measures, strict=True):
        _draw(axes, list(rows.values()), measure, common)
    labels = [label_of(how, comparison.has_ties) for how in rows]
    panels[0].set_yticks(range(len(rows)), labels, parse_math=False)
    panels[0].set_ylim(len(rows) - 0.5, -0.5)
    figure.suptitle(_title(comparison, common), fontsize=10, color=FAINT, parse_math=False)
    return figure


def _title(comparison: Comparison, common: set[str]) -> str:
    """Say what the points are."""
    if len(comparison.boards) == 1:
        texts = [comparison.boards[0]]
    else:
        means = f"large: geometric mean over the {len(common)} boards that all solved"
        texts = ["small: a board", means]
    if any(row.status != "solved" for row in comparison.rows):
        texts.append("x: not solved")
    return "; ".join(texts)


def _draw(axes: Axes, groups: list[list[Row]], measure: str, common: set[str]) -> None:
    """Draw one measure: a colour an algorithm."""
    algorithms = list(dict.fromkeys(rows[0].algorithm for rows in groups))
    several = any(len(rows) > 1 for rows in groups)
    for place, rows in enumerate(groups):
        colour = COLOURS[algorithms.index(rows[0].algorithm) % len(COLOURS)]
        points = [(_value(row, measure), row) for row in rows]
        solved = [value for value, row in points if value and row.status == "solved"]
        ended = [value for value, row in points if value and row.status != "solved"]
        style = {"s": 14, "alpha": 0.45} if several else {"s": 46}
        axes.scatter(solved, [place] * len(solved), color=colour, linewidths=0, **style)
        axes.scatter(ended, [place] * len(ended), color=colour, marker="x", s=26, linewidths=1)
        mean = geometric_mean([value for value, row in points if value and row.board in common])
        if several and mean is not None:
            axes.scatter([mean], [place], color=colour, s=60, linewidths=0)
    axes.set(xscale="log", xlabel=measure.replace("_", " "))
    use_logarithm(axes.xaxis)


def _value(row: Row, measure: str) -> float | None:
    value: float | None = getattr(row, measure)
    return None if value is None else max(value, FLOORS[measure])
