"""A heuristic compared with h* over a whole space: how many states there are at each pair."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import floor, log10
from typing import TYPE_CHECKING

import numpy as np

from aima_search.algorithms.informed import estimate
from aima_search.analysis.space import PART, Space
from aima_search.model.packed import EXACT, array_form
from aima_search.model.problem import Heuristic, Node

if TYPE_CHECKING:
    from aima_search.analysis.space import Numbers
    from aima_search.model.packed import Costs

MOST_BINS = 30
_TOLERANCE = 1e-9  # relative, as in ``checks``


@dataclass(frozen=True)
class HeatMap:
    """Counts of states by h and h*, over the states from which a goal can be reached.

    width: of a bin on both axes; bin b holds the values from b * width up to the next.
    counts: a row for each bin of h from 0 up (the first bin holds negative values too), a
    column for each bin of h* from 0 up.
    states: how many are counted; infinite: how many more have an infinite h, against the truth.
    exact, above: how many of all these have h = h*, and h > h*.
    detected: how many of the ``unsolvable`` states have an infinite h, rightly.
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
    space: Space, h: Heuristic, on_progress: Callable[[int], object] | None = None
) -> Costs:
    """Return h of every state of a space, in the order of its indices.

    If the space is packed, a heuristic with an array form is called with whole arrays of keys. Any
    other heuristic is called with each state in turn, as a node without a parent. HeuristicError if
    it returns something that is not a number.
    """
    of_keys, function = array_form(h), estimate(h)
    values = np.empty(len(space))
    for start in range(0, len(space), PART):
        stop = min(start + PART, len(space))
        if of_keys is not None and space.keys is not None:
            values[start:stop] = of_keys(space.keys[start:stop])
        else:
            values[start:stop] = [function(Node(state)) for state in space.states(start, stop)]
        if on_progress is not None:
            on_progress(stop)
    return values


def heat_map(values: Costs, exact_values: Numbers) -> HeatMap:
    """Return the heat map of the values of a heuristic against h*, both in the same order."""
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
    return HeatMap(
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
    """Return 1, 2 or 5 times a power of ten, so that there are not too many bins."""
    least = max(largest / MOST_BINS, 1 if whole else 0)
    if least == 0:
        return 1
    power = 10.0 ** floor(log10(least))
    width = next(factor * power for factor in (1, 2, 5, 10) if factor * power >= least * 0.999)
    return int(width) if width == int(width) and width < EXACT else width
