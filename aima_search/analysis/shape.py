"""The size and shape of state spaces, in numbers and in plots of h against h*."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise
from math import floor, log10
from os import PathLike
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from aima_search.algorithms.informed import checked_h
from aima_search.analysis.enumeration import enumerate_space
from aima_search.analysis.graph import strong_components
from aima_search.analysis.space import NumberArray, Space
from aima_search.base.extras import require
from aima_search.base.limits import LimitScope
from aima_search.base.option import shortest
from aima_search.display.plots import use_whole_numbers
from aima_search.model.contract import OnProgress, ProblemLike
from aima_search.model.packed import EXACT, CostArray
from aima_search.model.problem import Heuristic, Node

if TYPE_CHECKING:
    from matplotlib.axes import Axes

Counts: TypeAlias = Mapping[int, int] | Mapping[float, int]

MOST_BINS = 30
_PANEL = (4.2, 3.4)  # inches
_TOLERANCE = 1e-9  # relative error, as in ``checks``


@dataclass(frozen=True)
class Shape:
    """Counts that describe a state space. Goal states are expanded, too.

    Attributes
    ----------
    complete
        True if all reachable states were enumerated. If it is False, the counts are about the
        states that were found, and counts that need all states are None.
    states, goals, edges, expanded
        The numbers of states, of goal states, of actions, and of expanded states.
    depths
        The number of states at each depth (the fewest actions from the start).
    branching
        For each number n of actions, how many expanded states have n actions.
    dead_ends
        The number of states that are not goals and have no actions.
    distances
        For each h* (the lowest cost to a goal), how many states have this h*; sorted by h*.
    unsolvable
        The number of states from which no goal can be reached.
    parts, largest_part
        The number of strongly connected components, and the size of the largest.
    """

    complete: bool
    states: int
    expanded: int
    goals: int
    edges: int
    depths: tuple[int, ...]
    branching: dict[int, int]
    dead_ends: int
    distances: dict[float, int] | None = None
    unsolvable: int | None = None
    parts: int | None = None
    largest_part: int | None = None

    @property
    def mean_branching(self) -> float | None:
        """The mean number of actions of the expanded states."""
        return self.edges / self.expanded if self.expanded else None


def analyse(
    problem: ProblemLike, states: int = 1_000_000, on_progress: OnProgress | None = None
) -> Shape:
    """Enumerate the state space of a problem, and describe its size and shape in numbers.

    Parameters
    ----------
    problem
        The problem.
    states
        The enumeration stops soon after this number of states.
    on_progress
        A function that is called now and then with the number of known states.
    """
    return shape_of(enumerate_space(problem, states, on_progress))


def shape_of(space: Space) -> Shape:
    """Return the numbers that describe an enumerated state space."""
    degree, depth = np.asarray(space.degree), np.asarray(space.depth)
    is_expanded = np.asarray(space.is_expanded, dtype=bool)
    is_dead_end = is_expanded & (degree == 0)
    is_dead_end[np.asarray(space.goals, dtype=np.int64)] = False
    branching = np.bincount(degree[is_expanded])
    of_all_states = _counts_of_all_states(space) if space.complete else {}
    return Shape(
        complete=space.complete,
        states=len(space),
        expanded=space.expanded,
        goals=len(space.goals),
        edges=int(degree.sum(dtype=np.int64)),
        depths=tuple(np.bincount(depth).tolist()),
        branching={actions: int(number) for actions, number in enumerate(branching) if number},
        dead_ends=int(is_dead_end.sum()),
        **of_all_states,
    )


def _counts_of_all_states(space: Space) -> dict[str, Any]:
    h_star = np.asarray(space.h_star)
    costs, counts = np.unique(h_star[np.isfinite(h_star)], return_counts=True)
    sizes = strong_components(space.edges)
    return {
        "distances": {shortest(float(cost)): int(n) for cost, n in zip(costs, counts, strict=True)},
        "unsolvable": int(np.isinf(h_star).sum()),
        "parts": len(sizes),
        "largest_part": int(sizes[0]),
    }


@dataclass(frozen=True)
class HeuristicHistogram:
    """How many states have each pair (h, h*). States that cannot reach a goal are left out.

    width: the width of a bin on both axes; bin number b begins at the value b * width.
    counts: a row for each bin of h from 0 up (the first row also has negative values), and a column
        for each bin of h* from 0 up.
    states: the number of states in ``counts``. infinite: the number of states that are missing in
        ``counts`` because their h is infinity. exact: the number of states with h = h*. above: the
        number of states with h > h*, including ``infinite``.
    unsolvable: the number of states from which no goal can be reached; their h* is infinity.
        detected: how many of the unsolvable states have h = infinity.
    """

    width: float
    counts: tuple[tuple[int, ...], ...]
    states: int
    infinite: int
    exact: int
    above: int
    detected: int
    unsolvable: int


def heuristic_values(
    space: Space, h: Heuristic, on_progress: OnProgress | None = None
) -> CostArray:
    """Return an array with the h of every state; raise HeuristicError if an h is not a number."""
    function, values = checked_h(h), np.empty(len(space))
    with LimitScope():
        for start, states in space.parts():
            stop = start + len(states)
            values[start:stop] = [function(Node(state)) for state in states]
            if on_progress is not None:
                on_progress(stop)
    return values


def heat_map(values: CostArray, exact_values: NumberArray) -> HeuristicHistogram:
    """Count how many states have each pair (h, h*); ``exact_values`` has the h* of the states."""
    h_star = np.asarray(exact_values)
    solvable = np.isfinite(h_star)
    counted = solvable & np.isfinite(values)
    h, exact = values[counted], h_star[counted]
    largest = max(h.max(initial=0), exact.max(initial=0))
    width = _bin_width(largest, bool((h == np.rint(h)).all() and (exact == np.rint(exact)).all()))
    row = np.maximum(h // width, 0).astype(np.int64)
    column = (exact // width).astype(np.int64)
    counts = np.zeros((row.max(initial=0) + 1, column.max(initial=0) + 1), dtype=np.int64)
    np.add.at(counts, (row, column), 1)
    tolerance = _TOLERANCE * np.maximum(1, exact)
    infinite = int((solvable & ~np.isfinite(values)).sum())
    return HeuristicHistogram(
        width=width,
        counts=tuple(map(tuple, counts.tolist())),
        states=len(h),
        infinite=infinite,
        exact=int((np.abs(h - exact) <= tolerance).sum()),
        above=int((h - exact > tolerance).sum()) + infinite,
        detected=int((~solvable & np.isinf(values)).sum()),
        unsolvable=int((~solvable).sum()),
    )


def _bin_width(largest: float, whole: bool) -> float:
    """Return a round width for the bins of a histogram, such as 0.2 or 50."""
    least = max(largest / MOST_BINS, 1 if whole else 0)
    if least == 0:
        return 1
    power = 10.0 ** floor(log10(least))
    width = next(factor * power for factor in (1, 2, 5, 10) if factor * power >= least * 0.999)
    return int(width) if width == int(width) and width < EXACT else width


def save_plot(
    path: str | PathLike[str],
    shape: Shape,
    title: str = "",
    heuristic: str | None = None,
    heat: HeuristicHistogram | None = None,
) -> None:
    """Write histograms of depths, distances and branching to a PNG file.

    If ``heat`` is given, add a heat map. Raises MissingExtra if matplotlib is not installed.
    """
    require("matplotlib", "plot")
    from matplotlib.figure import Figure

    histograms: list[tuple[str, Counts]] = [
        ("depth from the start", dict(enumerate(shape.depths))),
        *([("h*, cost to the nearest goal", shape.distances)] if shape.distances else []),
        ("actions of a state", shape.branching),
    ]
    panels = len(histograms) + (heat is not None)
    figure = Figure(figsize=(_PANEL[0] * panels, _PANEL[1]), dpi=120, layout="constrained")
    covered = "" if shape.complete else " found so far"
    figure.suptitle(f"{title}: {shape.states:,} states{covered}", parse_math=False)
    axes = figure.subplots(1, panels, squeeze=False)[0]
    for place, (label, counts) in enumerate(histograms):
        draw_histogram(axes[place], label, counts)
    if heat is not None:
        draw_heat_map(axes[-1], heuristic or "h", heat)
    figure.savefig(path, format="png", metadata={"Software": None})


def draw_histogram(axes: Axes, label: str, counts: Counts) -> None:
    """Draw a histogram; ``counts`` maps each value to a number of states."""
    values, states = zip(*sorted(counts.items()), strict=True)
    gaps = [after - before for before, after in pairwise(values)]
    axes.bar(values, states, width=0.9 * min(gaps, default=1))
    axes.set(xlabel=label, ylabel="states")
    use_whole_numbers(axes.yaxis)
    if all(value == int(value) for value in values):
        use_whole_numbers(axes.xaxis)


def draw_heat_map(axes: Axes, heuristic: str, heat: HeuristicHistogram) -> None:
    """Draw a heat map of states by h and h*, with logarithmic colours and the line h = h*."""
    from matplotlib.colors import LogNorm

    before = 0.5 if isinstance(heat.width, int) else 0  # the bin centres are whole numbers
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
