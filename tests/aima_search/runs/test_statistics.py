"""The statistics, against examples computed by hand, by brute force or printed elsewhere."""

from itertools import product
from math import comb, sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aima_search.runs.statistics import (
    LEVELS,
    holm,
    is_sure,
    mcnemar,
    p_text,
    signed_rank,
    sureness,
    wilson,
)


def test_signed_rank_of_few_without_ties():
    """Differences -1, +2, -3, -4: ranks 1 to 4, W = 2; 6 of the 16 signs are as extreme."""
    p, effect = signed_rank([-1, 2, -3, -4])
    assert p == pytest.approx(6 / 16)
    assert effect == pytest.approx((8 - 2) / 10)


def test_signed_rank_of_few_with_ties():
    """Differences -2, -2, -2, +1: ranks 3, 3, 3, 1, sum -8; 4 of the 16 signs are as extreme."""
    p, effect = signed_rank([-2, -2, -2, 1])
    assert p == pytest.approx(4 / 16)
    assert effect == pytest.approx((9 - 1) / 10)


def test_equal_values_are_left_out():
    assert signed_rank([0, 0, 0]) == (1.0, 0.0)
    assert signed_rank([0, -1, 0, 2, -3, -4, 0]) == signed_rank([-1, 2, -3, -4])


def test_signed_rank_of_a_textbook_example():
    """Darwin's 15 pairs of maize (in eighths of an inch): W- = 24, exact p = 0.0413."""
    pairs = [49, -67, 8, 16, 6, 23, 28, 41, 14, 29, 56, 24, 75, 60, -48]
    p, effect = signed_rank([-difference for difference in pairs])
    assert p == pytest.approx(0.0413, abs=5e-5)
    assert effect == pytest.approx((96 - 24) / 120)


@given(st.lists(st.integers(-5, 5), min_size=1, max_size=10))
def test_seen_from_the_other_side_only_the_effect_turns_round(differences):
    p, effect = signed_rank(differences)
    other_p, other_effect = signed_rank([-difference for difference in differences])
    assert (other_p, other_effect) == (pytest.approx(p), pytest.approx(-effect))
    assert 0 < p <= 1
    assert -1 <= effect <= 1


def test_holm():
    """The smallest p times the number of tests, the next times one less, never decreasing."""
    assert holm([0.04, 0.01, 0.03, 0.005]) == pytest.approx([0.06, 0.03, 0.06, 0.02])
    assert holm([0.5, 0.9]) == [1.0, 1.0]
    assert holm([]) == []


@given(st.lists(st.integers(-5, 5).filter(bool), min_size=1, max_size=8))
def test_the_p_of_few_is_the_share_of_signs_that_are_as_extreme(differences):
    sizes = sorted(map(abs, differences))
    ranks = {size: (2 * sizes.index(size) + sizes.count(size) + 1) / 2 for size in sizes}
    seen = abs(sum(ranks[abs(d)] * (1 if d > 0 else -1) for d in differences))
    sums = [
        abs(sum(sign * ranks[abs(d)] for sign, d in zip(signs, differences, strict=True)))
        for signs in product((1, -1), repeat=len(differences))
    ]
    assert signed_rank(differences)[0] == pytest.approx(
        sum(one >= seen - 1e-9 for one in sums) / len(sums)
    )


@pytest.mark.parametrize(("successes", "runs"), [(0, 5), (9, 10), (10, 10), (1, 400)])
def test_the_interval_is_that_of_wilson(successes, runs):
    """The seen rate is 1.96 standard errors away from each bound."""
    seen, z = successes / runs, 1.959963985
    for bound in wilson(successes, runs):
        if 0 < bound < 1:
            assert abs(seen - bound) == pytest.approx(z * sqrt(bound * (1 - bound) / runs))
        else:
            assert bound == pytest.approx(seen)


@pytest.mark.parametrize(("first", "second"), [(0, 0), (3, 3), (6, 0), (2, 9)])
def test_the_test_of_who_solved_is_exact(first, second):
    runs = first + second
    tail = sum(comb(runs, count) for count in range(min(first, second) + 1))
    assert mcnemar(first, second) == pytest.approx(min(1, 2 * tail / 2**runs))


def test_a_level_is_an_edit_in_one_place(monkeypatch):
    assert not is_sure(0.06)
    monkeypatch.setattr("aima_search.runs.statistics.LEVELS", (*LEVELS, (0.1, "a little sure")))
    assert is_sure(0.06)
    assert (sureness(0.06), sureness(0.2), p_text(0.06)) == ("a little sure", "", "p = 0.06")
