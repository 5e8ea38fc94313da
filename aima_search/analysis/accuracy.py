"""How good a heuristic is on a whole space: how near to h*, and how often it misleads."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf
from statistics import StatisticsError, correlation, fmean

from aima_search.analysis.space import Space


@dataclass(frozen=True)
class Accuracy:
    """Measures over the states from which a goal can be reached; None where there are too few.

    exact: share of these states where h = h*. mean_ratio: mean of h / h* where h* > 0.
    correlation: Pearson's, of h and h*. misleading: share of the states with a choice, no goal,
    at which a successor that looks best (least cost + h) is not a best one (least cost + h*).
    """

    exact: float | None
    mean_ratio: float | None
    correlation: float | None
    misleading: float | None


def measure_accuracy(space: Space, values: list[float]) -> Accuracy:
    """Measure h, given by its value at every state of a complete space."""
    pairs = [
        (value, exact)
        for value, exact in zip(values, space.h_star, strict=True)
        if exact < inf and value < inf
    ]
    ratios = [value / exact for value, exact in pairs if exact > 0]
    return Accuracy(
        exact=fmean(value == exact for value, exact in pairs) if pairs else None,
        mean_ratio=fmean(ratios) if ratios else None,
        correlation=_correlation(pairs),
        misleading=_misleading(space, values),
    )


def _correlation(pairs: list[tuple[float, float]]) -> float | None:
    try:
        return correlation([value for value, _ in pairs], [exact for _, exact in pairs])
    except StatisticsError:  # fewer than two, or all the same
        return None


def _misleading(space: Space, values: list[float]) -> float | None:
    looks: dict[int, float] = {}
    chosen: dict[int, float] = {}  # cost + h* of the best looking successor met first
    for source, target, cost in zip(space.sources, space.targets, space.costs, strict=True):
        look = cost + values[target]
        if look < looks.get(source, inf):
            looks[source] = look
            chosen[source] = cost + space.h_star[target]
    choices = [
        best > space.h_star[source]
        for source, best in chosen.items()
        if 0 < space.h_star[source] < inf
    ]
    return fmean(choices) if choices else None
