"""Pairs of heuristics, and the means that they are compared by."""

import pytest

from aima_search.apps.lab.comparisons import compare_pairs
from aima_search.apps.lab.results import measure_of
from tests.aima_search.apps.lab.made_up import made_up, solved


def test_means_are_geometric_and_have_a_floor():
    assert measure_of("expanded").mean([0, 1, 8]) == pytest.approx(2)
    assert measure_of("expanded").mean([4, None, 9]) == pytest.approx(6)
    assert measure_of("expanded").mean([None]) is None


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
    assert (pair.boards, pair.less, pair.more) == (5, 0, 5)
    assert (pair.only_first, pair.only_second) == (3, 0)
    assert pair.ratio == pytest.approx(8)
    assert pairs["zero", "conflicts"].p == 2 / 2**8  # the rows agree on the signs
    assert pair.p == 2 / 2**5
    turned = pair.reversed()
    assert (turned.ratio, turned.less, turned.p) == (pytest.approx(1 / 8), 5, pair.p)
    assert turned.low == pytest.approx(1 / pair.high)
    assert turned.reversed() == pair


@pytest.mark.parametrize("shared", [0, 2], ids=["of no board in common", "of two boards"])
def test_two_did_the_same_only_if_both_solved_the_same_boards(tmp_path, shared):
    def result(board, run):
        is_solved = board <= 2 if run.heuristic == "zero" else board > 2 - shared
        return solved(10) if is_solved else None

    pairs = compare_pairs(made_up(tmp_path, result), measure_of("expanded"))
    pair = next(pair for pair in pairs if pair.first.heuristic == "zero")
    assert (pair.boards, pair.is_same) == (shared, False)
