"""How good a heuristic is on a whole space: how near to h*, and how often it misleads."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import compress
from math import inf, isfinite
from operator import eq
from statistics import StatisticsError, correlation, fmean
from typing import TYPE_CHECKING

from aima_search.analysis.space import Lookahead, Space

if TYPE_CHECKING:
    from aima_search.analysis.space import Numbers

_HUGE = 1e150


@dataclass(frozen=True)
class Accuracy:
    """Measures over the states from which a goal can be reached; None if there are too few.

    exact: share of these states where h = h*. mean_ratio: mean of h / h* where h* > 0.
    correlation: Pearson's, of h and h*. misleading: the share of the successors that look best
    (least cost + h) but are not best (least cost + h*); the mean over all states that are no goals
    and have several successors.
    """

    exact: float | None
    mean_ratio: float | None
    correlation: float | None
    misleading: float | None


def measure_accuracy(space: Space, values: Numbers, ahead: Lookahead) -> Accuracy:
    """Measure h, given by its values and its look ahead at every state of a complete space."""
    columns = [values.tolist(), space.h_star.tolist()]
    known = [value < inf and cost < inf for value, cost in zip(*columns, strict=True)]
    h, exact = (list(compress(column, known)) for column in columns)
    ratios = [value / cost for value, cost in zip(h, exact, strict=True) if cost > 0]
    return Accuracy(
        exact=fmean(map(eq, h, exact)) if h else None,
        mean_ratio=_mean(ratios),
        correlation=_correlation(h, exact),
        misleading=_misleading(space, ahead),
    )


def _mean(values: list[float]) -> float | None:
    """Return the mean, None of no values, or if one is beyond the floating-point numbers."""
    small, scale = _scaled(values)
    return fmean(small) * scale if small and all(map(isfinite, small)) else None


def _correlation(h: list[float], exact: list[float]) -> float | None:
    try:
        return correlation(_scaled(h)[0], _scaled(exact)[0])
    except StatisticsError:  # fewer than two, or all the same
        return None


def _scaled(values: list[float]) -> tuple[list[float], float]:
    """Return values whose sums and squares are floating-point numbers, and their scale."""
    largest = max(map(abs, values), default=0)
    return (values, 1) if largest <= _HUGE else ([value / largest for value in values], largest)


def _misleading(space: Space, ahead: Lookahead) -> float | None:
    columns = (space.h_star, ahead.least, ahead.looking_best, ahead.wrong)
    shares = [
        wrong / looking_best
        for exact, least, looking_best, wrong in zip(*(c.tolist() for c in columns), strict=True)
        if 0 < exact < inf and least < inf
    ]
    return fmean(shares) if shares else None
