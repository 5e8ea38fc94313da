"""The statistics of reports: means, intervals, tests, and how sure a difference is in words.

Two searches are compared on the same boards. The differences of what they took are tested by
Wilcoxon's signed-rank test (1945); who of the two alone solved a run, by McNemar's exact test
(1947). Holm's correction (1979) keeps the chance of even one false "different" among all tests
below the level that p is compared with. A share stands with its Wilson interval (1927).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

LEVELS = ((0.001, "very sure"), (0.01, "sure"), (0.05, "fairly sure"))
"""Values of p, from the least up, below which a difference is called so; the last value decides."""

CONFIDENCE = 0.95
"""Of the intervals."""

_FEW = 12  # differences up to which all 2**n signs are tried if some are equal in size


def geometric_mean(values: Sequence[float]) -> float | None:
    """Return the geometric mean of positive values, None of nothing.

    >>> round(geometric_mean([1, 100]), 6)
    10.0
    """
    from statistics import geometric_mean  # slow to import

    return geometric_mean(values) if values else None


AVERAGES: dict[str, Callable[[Sequence[float]], float | None]] = {"mean": geometric_mean}
"""What tables show of a measure over several boards, by the word before the measure's title.

To add an average, add an entry: a function of positive numbers; the function returns None for no
numbers.
"""


def wilson(successes: int, runs: int) -> tuple[float, float]:
    """Return the 95 % interval of a success rate.

    >>> [round(bound, 3) for bound in wilson(9, 10)]
    [0.596, 0.982]
    """
    from scipy.stats import binomtest

    interval = binomtest(successes, runs).proportion_ci(CONFIDENCE, "wilson")
    return float(interval.low), float(interval.high)


def mean_interval(values: ArrayLike) -> tuple[float, float] | None:
    """Return the 95 % interval of the mean (Student's t), None of fewer than two values.

    >>> [round(bound, 3) for bound in mean_interval([1.0, 2.0, 3.0])]
    [-0.484, 4.484]
    """
    import numpy as np
    from scipy.stats import t

    values = np.asarray(values, float)
    if len(values) < 2:
        return None
    spread = np.std(values, ddof=1) / len(values) ** 0.5
    half = float(t.ppf((1 + CONFIDENCE) / 2, len(values) - 1) * spread)
    mean = float(np.mean(values))
    return mean - half, mean + half


def mcnemar(only_first: int, only_second: int) -> float:
    """Return p (two-sided, exact) of the runs that one of two alone solved.

    >>> round(mcnemar(6, 0), 6)
    0.03125
    """
    from scipy.stats import binomtest

    total = only_first + only_second
    return float(binomtest(only_first, total).pvalue) if total else 1.0


def signed_rank(differences: ArrayLike) -> tuple[float, float]:
    """Return p (two-sided) of Wilcoxon's signed-rank test, and the effect; zeros are left out.

    The effect is the matched-pairs rank-biserial correlation (Kerby 2014): +1 if every difference
    is negative, so that the first of two always needs less, and -1 if every difference is positive.

    >>> signed_rank([-1.0, -2.0, -3.0, -4.0, -5.0])
    (0.0625, 1.0)
    """
    import numpy as np
    from scipy import stats

    values = np.round(np.asarray(differences, float), 12)
    values = values[values != 0]
    if not len(values):
        return 1.0, 0.0
    signed = np.sign(values) * stats.rankdata(np.abs(values))
    effect = float(-signed.sum() / np.abs(signed).sum())
    has_ties = len(np.unique(np.abs(values))) < len(values)
    if has_ties and len(values) <= _FEW:
        test = stats.permutation_test(
            (signed,),
            lambda sample, axis=-1: sample.sum(axis=axis),
            permutation_type="samples",
            n_resamples=2**_FEW,
        )
        return float(test.pvalue), effect
    return float(stats.wilcoxon(values).pvalue), effect


def holm(p_values: Sequence[float]) -> list[float]:
    """Return the p-values with Holm's step-down correction, in the same order.

    >>> holm([0.01, 0.04, 0.03])
    [0.03, 0.06, 0.06]
    """
    adjusted, highest = [0.0] * len(p_values), 0.0
    order = sorted(range(len(p_values)), key=p_values.__getitem__)
    for rank, index in enumerate(order):
        highest = max(highest, min(1.0, (len(p_values) - rank) * p_values[index]))
        adjusted[index] = highest
    return adjusted


def is_sure(p: float) -> bool:
    """Tell whether a difference is beyond chance."""
    return p < LEVELS[-1][0]


def sureness(p: float) -> str:
    """Return how sure a difference is, in words, "" if it may be chance.

    >>> sureness(0.02), sureness(0.2)
    ('fairly sure', '')
    """
    return next((words for level, words in LEVELS if p < level), "")


def p_text(p: float) -> str:
    """Return p in words.

    >>> p_text(0.0123), p_text(0.00001)
    ('p = 0.012', 'p < 0.001')
    """
    return "p < 0.001" if p < LEVELS[0][0] else f"p = {p:.2g}"
