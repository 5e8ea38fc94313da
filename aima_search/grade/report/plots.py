"""The plots of a class, as matplotlib figures (extra ``plot``)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from aima_search.display.plots import COLOURS, new_figure, use_logarithm
from aima_search.grade.record import Number, Scores

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
    axes.yaxis.set_major_locator(_whole_numbers())
    return figure


def _whole_numbers() -> Any:
    from matplotlib.ticker import MaxNLocator

    return MaxNLocator(integer=True)


def _bins(most: Number) -> list[float]:
    """Return the edges of bins, a bin for each point if there are few points."""
    count = min(_BINS, max(1, round(most)))
    width = (most or 1) / count
    return [width * (place - 0.5) for place in range(count + 2)]


def expansions(scores: Scores) -> Iterator[tuple[str, list[Number]]]:
    """Yield the checks that count expansions with all counts of the class, the least first."""
    found: dict[str, list[Number]] = {}
    for score in scores:
        for part in score.parts:
            for finding in part.findings:
                if "expanded" in finding.values:
                    name = f"{part.part}: {finding.check}"
                    found.setdefault(name, []).append(finding.values["expanded"])
    for name, counts in found.items():
        yield name, sorted(counts)


def expansion_plot(counts: Sequence[Number]) -> Figure:
    """Plot how many submissions expand at most so many nodes."""
    figure, axes = new_figure(height=_HEIGHT)
    ranks = list(range(1, len(counts) + 1))
    axes.step(counts, ranks, where="post", color=COLOURS[1])
    axes.plot(counts, ranks, "o", color=COLOURS[1], markersize=4)
    axes.set(xscale="log", xlabel="nodes expanded", ylabel="submissions", ylim=(0, None))
    axes.yaxis.set_major_locator(_whole_numbers())
    use_logarithm(axes.xaxis)
    return figure
