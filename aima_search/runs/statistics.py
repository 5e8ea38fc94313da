"""The 95 % confidence intervals: Wilson's (1927) for shares, Student's (1908) for means.

The statistical tests of labs are in ``aima_search/apps/lab/permutation.py``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

CONFIDENCE = 0.95
"""The confidence level of the intervals."""


def wilson(successes: float, runs: int) -> tuple[float, float]:
    """Return the 95 % confidence interval of a success rate.

    Instead of successes, you can give the sum of ``runs`` shares between 0 and 1. Shares vary less
    than successes, so the interval is then wider than necessary.

    >>> [round(bound, 3) for bound in wilson(9, 10)]
    [0.596, 0.982]
    """
    from statistics import NormalDist

    rate, square = successes / runs, NormalDist().inv_cdf((1 + CONFIDENCE) / 2) ** 2
    half = (square * (rate * (1 - rate) / runs + square / (4 * runs**2))) ** 0.5
    low, high = (
        (rate + square / (2 * runs) + side) / (1 + square / runs) for side in (-half, half)
    )
    return max(low, 0.0), min(high, 1.0)


def mean_interval(values: ArrayLike) -> tuple[float, float] | None:
    """Return the 95 % confidence interval of a mean, or None for fewer than two values.

    >>> [round(bound, 3) for bound in mean_interval([1.0, 2.0, 3.0])]
    [-0.484, 4.484]
    """
    import numpy as np

    values = np.asarray(values, float)
    if len(values) < 2:
        return None
    error = float(np.std(values, ddof=1)) / len(values) ** 0.5
    return t_interval(float(np.mean(values)), error, len(values) - 1)


def t_interval(mean: float, error: float, freedom: int) -> tuple[float, float]:
    """Return the 95 % interval of a mean from its standard error and the degrees of freedom."""
    from scipy.stats import t

    half = float(t.ppf((1 + CONFIDENCE) / 2, freedom)) * error
    return mean - half, mean + half
