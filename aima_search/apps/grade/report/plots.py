"""The plots of a class, as matplotlib figures (extra ``plot``)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from aima_search.apps.grade.record import Scores
from aima_search.display.plots import COLOURS, draw_counts, new_figure, use_whole_numbers

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_HEIGHT = 3.4  # inches
_BINS = 20  # at most


def point_plot(scores: Scores) -> Figure:
    """Plot how many submissions have how many points."""
    points = [score.points for score in scores]
    most = max([*points, *(score.max_points for score in scores)], default=0)
    figure, axes = new_figure(height=_HEIGHT)
    axes.hist(points, bins=_bins(most), color=COLOURS[0], edgecolor="white", linewidth=1)
    axes.set(xlabel="points", ylabel="submissions")
    use_whole_numbers(axes.yaxis)
    return figure


def _bins(most: float) -> list[float]:
    """Return the edges of bins, a bin for each point if there are few points."""
    count = min(_BINS, max(1, round(most)))
    width = (most or 1) / count
    return [width * (place - 0.5) for place in range(count + 2)]


def expansions(scores: Scores) -> Iterator[tuple[str, list[float]]]:
    """Yield the checks that count expansions with all counts of the class, the least first."""
    found: dict[str, list[float]] = {}
    for _, part, finding in scores.findings():
        if "expanded" in finding.values:
            name = f"{part.part}: {finding.check}"
            found.setdefault(name, []).append(finding.values["expanded"])
    for name, counts in found.items():
        yield name, sorted(counts)


def expansion_plot(counts: Sequence[float]) -> Figure:
    """Plot how many submissions expand at most so many nodes."""
    figure, axes = new_figure(height=_HEIGHT)
    draw_counts(axes, counts, color=COLOURS[1], marker="o", markersize=4)
    axes.set(xlabel="nodes expanded", ylabel="submissions", ylim=(0, None))
    use_whole_numbers(axes.yaxis)
    return figure
