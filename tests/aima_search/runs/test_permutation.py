"""The permutation tests of a family: against a brute force, and if there is no effect."""

from itertools import combinations, product
from math import sqrt

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from aima_search.runs import statistics
from aima_search.runs.statistics import LEVEL, label_test, least_p, sign_flip_test

small = st.one_of(st.integers(-3, 3).map(float), st.just(float("nan")))


def rank_of(value, values):
    below, equal = (sum(v < value for v in values), sum(v == value for v in values))
    return below + (equal + 1) / 2


def step_down(statistics, observed):
    """Return p of each row, corrected and alone; statistics: a list for each rearrangement."""
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


def labels_by_hand(rows, labels, strata):
    groups = [[i for i, s in enumerate(strata) if s == one] for one in sorted(set(strata))]
    groups = [group for group in groups if len({labels[i] for i in group}) == 2]

    def scores(row):
        aligned = {}
        for group in groups:
            known = [i for i in group if row[i] == row[i]]
            for i in known:
                aligned[i] = round(row[i] - sum(row[j] for j in known) / len(known), 12)
        ranks = {i: rank_of(value, aligned.values()) for i, value in aligned.items()}
        for group in groups:
            known = [i for i in group if i in ranks]
            mean = sum(ranks[i] for i in known) / max(len(known), 1)
            ranks |= {i: ranks[i] - mean for i in known}
        return ranks

    chosen = [list(combinations(group, sum(labels[i] for i in group))) for group in groups]
    there = tuple(i for group in groups for i in group if labels[i])
    observed, *every = (
        [sum(own.get(i, 0) for i in labelled) for own in map(scores, rows)]
        for labelled in [there, *(sum(one, ()) for one in product(*chosen))]
    )
    spread = [sqrt(sum(one[r] ** 2 for one in every) / len(every)) or 1 for r in range(len(rows))]
    scaled = [[abs(v) / s for v, s in zip(one, spread, strict=True)] for one in every]
    return step_down(scaled, [abs(v) / s for v, s in zip(observed, spread, strict=True)])


@given(
    st.lists(
        st.tuples(st.booleans(), st.integers(0, 1), st.tuples(small, small, small)),
        min_size=1,
        max_size=7,
    )
)
def test_labels_agree_with_all_labels_written_out(boards):
    labels, strata, values = zip(*boards, strict=True)
    rows = list(map(list, zip(*values, strict=True)))
    if any(
        len({label for label, own in zip(labels, strata, strict=True) if own == s}) == 2
        for s in strata
    ):
        by_hand = np.array(labels_by_hand(rows, labels, strata))
        assert np.array(label_test(rows, labels, strata)) == pytest.approx(by_hand)
    else:
        assert label_test(rows, labels, strata) == [(1.0, 1.0)] * 3


def test_rows_that_agree_cost_nothing():
    """Eight boards, all less, in one row or in thirty rows: 2 of the 256 signs are as extreme."""
    draw = np.random.default_rng(1)
    rows = -draw.lognormal(size=(30, 8))
    assert sign_flip_test(rows[:1]) == [(2 / 2**8, 2 / 2**8)]
    assert sign_flip_test(rows) == [(2 / 2**8, 2 / 2**8)] * 30


def test_what_is_drawn_is_near_what_is_written_out(monkeypatch):
    draw = np.random.default_rng(2)
    rows = draw.normal(0.4, 1, (5, 12))
    labels, strata = np.arange(12) % 2 == 0, np.arange(12) // 4
    exact = sign_flip_test(rows), label_test(rows, labels, strata)
    monkeypatch.setattr(statistics, "MOST_EXACT", 1)
    drawn = sign_flip_test(rows), label_test(rows, labels, strata)
    assert np.array(drawn) == pytest.approx(np.array(exact), abs=0.02)
    assert drawn == (sign_flip_test(rows), label_test(rows, labels, strata))  # seeded


def test_the_least_p_is_reached_and_not_passed():
    labels, strata = [True, False] * 4, [0, 0, 0, 0, 1, 1, 1, 1]
    clear = [[1.0 if label else 0.0 for label in labels]]
    assert label_test(clear, labels, strata) == [(least_p([(2, 2), (2, 2)]),) * 2]
    assert label_test([[3.0, 1.0, 1.0]], [True, False, False], [0, 0, 0]) == [
        (least_p([(1, 2)]),) * 2
    ]


@pytest.mark.parametrize("boards", [8, 20])
@pytest.mark.parametrize("test", ["signs", "labels"])
@pytest.mark.gate("a simulation")
def test_without_an_effect_few_families_say_anything(boards, test, monkeypatch):
    """Of 400 families of 6 correlated rows, at most the binomial's share of 5 %."""
    from scipy.stats import binom

    monkeypatch.setattr(statistics, "_SAMPLES", 499)
    draw, found, families = np.random.default_rng(3), 0, 400
    for _ in range(families):
        rows = draw.standard_t(2, (6, boards)) + draw.standard_t(2, boards)
        if test == "signs":
            p_values = sign_flip_test(rows)
        else:
            strata = np.arange(boards) % 2
            shifted = rows + 3 * strata  # strata differ; the labels have no effect
            p_values = label_test(shifted, np.arange(boards) % 4 < 2, strata)
        found += min(p_values)[0] <= LEVEL
    assert found <= binom.ppf(0.999, families, LEVEL)
