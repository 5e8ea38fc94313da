"""The permutation tests of a family: against a brute force, and if there is no effect."""

from itertools import product
from math import sqrt

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from aima_search.runs import statistics
from aima_search.runs.statistics import LEVEL, sign_flip_test

small = st.one_of(st.integers(-3, 3).map(float), st.just(float("nan")))


def rank_of(value, values):
    below, equal = (sum(v < value for v in values), sum(v == value for v in values))
    return below + (equal + 1) / 2


def step_down(statistics, observed):
    """Return p of each row, corrected and alone; statistics: a list for each flip of signs."""
    order = sorted(range(len(observed)), key=lambda row: -observed[row])
    found, highest = {}, 0.0
    for place, row in enumerate(order):
        left = order[place:]
        count = sum(max(one[r] for r in left) >= observed[row] - 1e-9 for one in statistics)
        highest = max(highest, count / len(statistics))
        alone = sum(one[row] >= observed[row] - 1e-9 for one in statistics)
        found[row] = highest, alone / len(statistics)
    return [found[row] for row in range(len(observed))]


def flips_by_hand(rows):
    def statistic(row, signs):
        known = [abs(d) for d in row if d == d and d]
        ranks = [rank_of(abs(d), known) * (1 if d > 0 else -1) if d == d and d else 0 for d in row]
        size = sqrt(sum(rank**2 for rank in ranks)) or 1
        return abs(sum(sign * rank for sign, rank in zip(signs, ranks, strict=True))) / size

    every = [
        [statistic(row, signs) for row in rows] for signs in product((1, -1), repeat=len(rows[0]))
    ]
    return step_down(every, every[0])


@given(
    st.integers(1, 7).flatmap(
        lambda n: st.lists(st.lists(small, min_size=n, max_size=n), min_size=1, max_size=4)
    )
)
def test_sign_flips_agree_with_all_signs_written_out(rows):
    assert np.array(sign_flip_test(rows)) == pytest.approx(np.array(flips_by_hand(rows)))


def test_rows_that_agree_cost_nothing():
    """Eight boards, all less, in one row or in thirty rows: 2 of the 256 signs are as extreme."""
    draw = np.random.default_rng(1)
    rows = -draw.lognormal(size=(30, 8))
    assert sign_flip_test(rows[:1]) == [(2 / 2**8, 2 / 2**8)]
    assert sign_flip_test(rows) == [(2 / 2**8, 2 / 2**8)] * 30


def test_what_is_drawn_is_near_what_is_written_out(monkeypatch):
    draw = np.random.default_rng(2)
    rows = draw.normal(0.4, 1, (5, 12))
    exact = sign_flip_test(rows)
    monkeypatch.setattr(statistics, "_MOST_EXACT", 1)
    drawn = sign_flip_test(rows)
    assert np.array(drawn) == pytest.approx(np.array(exact), abs=0.02)
    assert drawn == sign_flip_test(rows)  # seeded


@pytest.mark.parametrize("boards", [8, 20])
@pytest.mark.gate("a simulation")
def test_without_an_effect_few_families_say_anything(boards, monkeypatch):
    """Of 400 families of 6 correlated rows, at most the binomial's share of 5 %."""
    from scipy.stats import binom

    monkeypatch.setattr(statistics, "_SAMPLES", 499)
    draw, found, families = np.random.default_rng(3), 0, 400
    for _ in range(families):
        rows = draw.standard_t(2, (6, boards)) + draw.standard_t(2, boards)
        found += min(sign_flip_test(rows))[0] <= LEVEL
    assert found <= binom.ppf(0.999, families, LEVEL)
