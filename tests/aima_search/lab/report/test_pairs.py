"""The statistics, against examples computed by hand or printed elsewhere."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aima_search.lab.report.measures import measure_of
from aima_search.lab.report.pairs import compare_pairs, holm, signed_rank
from aima_search.runs.measures import middle
from tests.aima_search.lab.report.made_up import made_up, solved


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


def test_means_are_geometric_and_have_a_floor():
    assert measure_of("expanded").mean([0, 1, 8]) == pytest.approx(2)
    assert measure_of("expanded").mean([4, None, 9]) == pytest.approx(6)
    assert measure_of("expanded").mean([None]) is None
    assert middle([3, 1, 10]) == 3
    assert middle([3, None]) is None


def test_pairs_are_of_one_algorithm_over_boards_that_both_solved(tmp_path):
    factor = {"zero": 8, "conflicts": 2, "manhattan": 1, None: 50}

    def result(board, run):
        if run.heuristic == "manhattan" and board <= 3:
            return None
        return solved(board * 10 * factor[run.heuristic])

    results = made_up(tmp_path, result)
    pairs = {
        (pair.first.heuristic, pair.second.heuristic): pair
        for pair in compare_pairs(results, measure_of("expanded"))
    }
    assert set(pairs) == {("zero", "conflicts"), ("zero", "manhattan"), ("conflicts", "manhattan")}
    pair = pairs["zero", "manhattan"]
    assert (pair.instances, pair.better, pair.worse) == (5, 0, 5)
    assert (pair.only_first, pair.only_second) == (3, 0)
    assert pair.ratio == pytest.approx(8)
    assert pair.effect == -1
    assert pair.p == pytest.approx(2 / 2**5)
    assert pairs["zero", "conflicts"].adjusted == pytest.approx(3 * 2 / 2**8)
    assert pair.adjusted == pytest.approx(2 * 2 / 2**5)
    turned = pair.reversed()
    assert (turned.ratio, turned.better, turned.effect) == (pytest.approx(1 / 8), 5, 1)
    assert turned.reversed() == pair
