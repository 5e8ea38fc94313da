"""A comparison as a plot: the measures of every configuration, on logarithmic axes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from aima_search.base.errors import InputError
from aima_search.display.palette import FAINT
from aima_search.display.plots import colour_of, draw_rows
from aima_search.runs.measures import Measure, measure_of
from aima_search.runs.record import Record
from aima_search.runs.results import Results

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure


def plot_comparison(comparison: Results, measures: Sequence[str]) -> Figure:
    """Draw a panel for each measure; an unsolved run is a cross where the search ended."""
    chosen = [measure_of(name) for name in measures]
    if not (measures and comparison.rows):
        raise InputError("nothing to plot: expected at least one measure and one row")
    rows = comparison.by_configuration()
    common = set(comparison.solved_by_all())

    def draw(axes: Axes, index: int) -> None:
        _draw(axes, list(rows.values()), chosen[index], common)

    labels = [comparison.label(how) for how in rows]
    figure = draw_rows(labels, [measure.title for measure in chosen], 0.27, draw)
    figure.suptitle(_title(comparison, common), fontsize=10, color=FAINT, parse_math=False)
    return figure


def _title(comparison: Results, common: set[str]) -> str:
    """Say what the points are."""
    if len(comparison.boards) == 1:
        texts = [comparison.boards[0]]
    else:
        boards = "1 board" if len(common) == 1 else f"{len(common)} boards"
        means = f"large: geometric mean over the {boards} that all solved"
        texts = ["small: a board", means]
    if any(not row.solved for row in comparison.rows):
        texts.append("x: not solved")
    return "; ".join(texts)


def _draw(axes: Axes, groups: list[list[Record]], measure: Measure, common: set[str]) -> None:
    """Draw one measure: a colour for each algorithm with its options."""
    methods = list(dict.fromkeys(rows[0].configuration.method for rows in groups))
    several = any(len(rows) > 1 for rows in groups)
    for place, rows in enumerate(groups):
        colour = colour_of(methods.index(rows[0].configuration.method))
        points = [(_value(row, measure), row) for row in rows]
        solved = [value for value, row in points if value and row.solved]
        ended = [value for value, row in points if value and not row.solved]
        style = {"s": 14, "alpha": 0.45} if several else {"s": 46}
        axes.scatter(solved, [place] * len(solved), color=colour, linewidths=0, **style)
        axes.scatter(ended, [place] * len(ended), color=colour, marker="x", s=26, linewidths=1)
        mean = measure.mean(value for value, row in points if value and row.board in common)
        if several and mean is not None:
            axes.scatter([mean], [place], color=colour, s=60, linewidths=0)


def _value(row: Record, measure: Measure) -> float | None:
    value = row.ending.values.get(measure.name)
    return None if value is None else measure.floored(value)
