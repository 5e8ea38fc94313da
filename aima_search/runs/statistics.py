"""Permutation tests of several comparisons, and 95 % confidence intervals.

Comparisons that answer the same question are a *family*. Each comparison is a row of differences,
one for each board. A *flip* changes the signs of the same boards in all rows; without an effect,
all flips are equally likely. A statistic is a sum of signed ranks, divided by its standard
deviation over the flips. The rows are tested from the largest statistic down, and each row is
compared with the largest statistic of the rows that are not tested yet (step-down max-T, Westfall
and Young 1993). So the probability of one or more false differences stays below the level.

The intervals are Wilson's (1927) for shares, and Student's (1908) for means.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import product
from typing import Any, TypeAlias

import numpy as np

CONFIDENCE = 0.95
"""The confidence level of the intervals."""

LEVEL = 0.05
"""A difference is significant if its p is at most this level."""

_MOST_EXACT = 15  # up to this number of boards, a test tries all flips of signs
_SAMPLES = 9_999  # else so many random flips; for many boards, a tenth
_MANY = 2_000  # from this number of boards on, there are many
_PORTION = 1_000_000  # numbers drawn at a time
_SEED = 1

Array: TypeAlias = Any
"""A numpy array."""

PValues: TypeAlias = "list[tuple[float, float]]"
"""For each row, p corrected for the number of rows, and p of the row alone."""


def sign_flip_test(differences: Array) -> PValues:
    """Test for each row if its differences are 0 on average; return two p-values for each row.

    A row has one difference for each board; NaN means unknown. The p-values (see ``PValues``) are
    exact for up to 15 differences.

    >>> sign_flip_test([[-1.0, -2.0, -3.0, -4.0, -5.0, -6.0], [-1.0, 2.0, 3.0, 4.0, 5.0, 6.0]])
    [(0.0625, 0.03125), (0.0625, 0.0625)]
    """
    scores = np.array([_signed_ranks(np.asarray(row, float)) for row in differences])
    scores = scores[:, scores.any(axis=0)] if scores.size else scores.reshape(len(scores), 0)
    return _step_down(scores, _signs(scores.shape[1]))


def with_p(comparisons: Sequence[Any], differences: Sequence[Array]) -> list[Any]:
    """Return copies of the comparisons, with p-values from ``sign_flip_test``."""
    both = zip(comparisons, sign_flip_test(differences), strict=True)
    return [replace(one, p=p, p_alone=alone) for one, (p, alone) in both]


def corrected(families: Mapping[str, Sequence[Any]]) -> dict[str, list[Any]]:
    """Return copies of the comparisons. Multiply each p by the number of families (Bonferroni)."""
    tested = sum(map(bool, families.values()))
    return {
        name: [replace(one, p=min(1.0, one.p * tested)) for one in family]
        for name, family in families.items()
    }


def is_few(boards: int, tests: int = 1) -> bool:
    """Return True if this number of boards is too low for a significant difference."""
    return 2.0 ** (1 - boards) * tests > LEVEL


def _signed_ranks(row: Array) -> Array:
    """Return the signed ranks of the differences in a row, scaled to a Euclidean norm of 1."""
    from scipy.stats import rankdata

    row = np.round(np.nan_to_num(row), 12)
    differs = row != 0
    scores = np.zeros(len(row))
    scores[differs] = np.sign(row[differs]) * rankdata(np.abs(row[differs]))
    return scores / (np.linalg.norm(scores) or 1)


def _step_down(scores: Array, flips: Iterator[Array]) -> PValues:
    """Return two p-values per row: corrected by the step-down max-T method, and uncorrected."""
    statistics = np.abs(scores.sum(axis=1))
    order = np.argsort(-statistics, kind="stable")
    thresholds = statistics[order] - 1e-9
    counts, total = np.zeros((2, len(order)), int), 0
    for signs in flips if len(order) else ():
        found = np.abs(scores[order] @ signs)
        largest = np.maximum.accumulate(found[::-1], axis=0)[::-1]  # of each row and later rows
        counts += [(one >= thresholds[:, None]).sum(axis=1) for one in (largest, found)]
        total += signs.shape[1]
    counts[0] = np.maximum.accumulate(counts[0])
    p_values = np.ones((2, len(order)))
    p_values[:, order] = counts / max(total, 1)
    return list(zip(*p_values.tolist(), strict=True))


def _signs(boards: int) -> Iterator[Array]:
    """Yield combinations of signs for a sign-flip test: all of them, or a random sample."""
    if boards <= _MOST_EXACT:
        every = product((1.0, -1.0), repeat=max(boards - 1, 0))
        yield np.array([(1.0,) * min(boards, 1) + signs for signs in every]).T
        return
    draw = np.random.default_rng(_SEED)
    yield np.ones((boards, 1))
    left = _SAMPLES if boards <= _MANY else _SAMPLES // 10
    while left:
        count = min(left, max(1, _PORTION // boards))  # so that they fit into memory
        yield draw.integers(0, 2, (boards, count)) * 2.0 - 1
        left -= count


def wilson(successes: float, runs: int) -> tuple[float, float]:
    """Return the 95 % confidence interval of a success rate, or of a mean of scores from 0 to 1.

    >>> [round(bound, 3) for bound in wilson(9, 10)]
    [0.596, 0.982]
    """
    from statistics import NormalDist

    rate, square = successes / runs, NormalDist().inv_cdf((1 + CONFIDENCE) / 2) ** 2
    half = (square * (rate * (1 - rate) / runs + square / (4 * runs**2))) ** 0.5
    middle, scale = rate + square / (2 * runs), 1 + square / runs
    return max((middle - half) / scale, 0.0), min((middle + half) / scale, 1.0)


def mean_interval(values: Array) -> tuple[float, float] | None:
    """Return the 95 % confidence interval of a mean, or None for fewer than two values.

    >>> [round(bound, 3) for bound in mean_interval([1.0, 2.0, 3.0])]
    [-0.484, 4.484]
    """
    from scipy.stats import t

    values = np.asarray(values, float)
    if len(values) < 2:
        return None
    error = float(np.std(values, ddof=1)) / len(values) ** 0.5
    mean, half = float(np.mean(values)), float(t.ppf((1 + CONFIDENCE) / 2, len(values) - 1)) * error
    return mean - half, mean + half
