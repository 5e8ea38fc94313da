"""The verdict answers the question of the grid: what each factor does, or that it is not shown."""

import re
from math import exp, log, sqrt
from statistics import fmean, stdev

import pytest

from aima_search.apps.lab.analysis import Analysis
from aima_search.apps.lab.factors import FactorEffect
from aima_search.apps.lab.results import measure_of
from aima_search.apps.lab.tables import report_tables
from tests.aima_search.apps.lab.made_up import made_up, solved
from tests.aima_search.apps.lab.test_comparisons import PAIRED, walls_of
from tests.aima_search.apps.lab.test_local import SPLIT, by_neighbourhood

ONE = PAIRED.replace('"astar", "breadth-first"', '"astar"').replace('"zero", "conflicts"', '"zero"')
WALLS = ONE.replace("line = [2, 3]", "line = 2").replace('["walls", "line"]', '"walls"')
EXPANDED = measure_of("expanded")


def test_a_paired_factor_has_its_ratio_interval_and_p(tmp_path):
    ratios = [1.5, 2, 3, 2, 2.5] * 2
    seen = {}

    def result_of(number, run):
        if not walls_of(run):
            return solved(1000)
        return solved(round(1000 * ratios[seen.setdefault(run.instance, len(seen)) % 10]))

    results = made_up(tmp_path, result_of, text=WALLS)
    (contrast,) = FactorEffect(results, EXPANDED, "walls").contrasts
    logs = [log(ratio) for ratio in ratios]
    half = 2.262157 * stdev(logs) / sqrt(len(logs))  # Student's t, 9 degrees of freedom
    assert contrast.ratio == pytest.approx(exp(fmean(logs)))
    assert contrast.low == pytest.approx(exp(fmean(logs) - half), rel=1e-5)
    assert contrast.high == pytest.approx(exp(fmean(logs) + half), rel=1e-5)
    assert (contrast.more, contrast.p) == (10, 2 / 2**10)
    ends = f"95 % interval {contrast.low:.3g} to {contrast.high:.3g}"
    evidence = f"{ends}, p = 0.002, 10 boards"
    needed = (
        f"needed {contrast.ratio:.3g} times the expansions that it needed at walls 0 ({evidence})."
    )
    assert f"At walls 3, A* with zero {needed}" in results.verdict()


@pytest.mark.parametrize(("more", "is_settled"), [(10, False), (0.1, True)])
def test_an_effect_is_small_or_not_settled(tmp_path, more, is_settled):
    def result_of(number, run):
        return solved(
            1000 + 50 * more * (number % 4) * (-1) ** (number % 2) if walls_of(run) else 1000
        )

    text = made_up(tmp_path, result_of, text=WALLS).verdict()
    number = r"95 % interval \S+ to \S+,[^()]* 10 boards\b[^()]*\)"
    unsettled = r"These boards do not show whether A\* with zero needs more or fewer expansions at"
    unsettled += rf" walls 3 than at walls 0 \(walls 3 / 0: \S+, {number}"
    same = "needed about the same number of expansions"
    small = rf"At walls 3, A\* with zero {same} as at walls 0 \(walls 3 / 0: \S+, {number}"
    assert bool(re.search(unsettled, text)) != is_settled
    assert bool(re.search(small, text)) == is_settled
    assert "on 0 of" not in text  # different boards cannot be equal board by board


@pytest.mark.parametrize(("count", "is_estimate"), [(5, False), (6, True)])
def test_a_single_effect_that_is_not_significant_has_its_own_sentence(tmp_path, count, is_estimate):
    """The second search goes up and down, so p = 2 / 2^n alone becomes 4 / 2^n."""

    def result_of(number, run):
        if run.algorithm == "astar":
            return solved(20 + number if walls_of(run) else 10)
        return solved(1000 + (50 + number) * (-1) ** (number // 2 % 2) * walls_of(run))

    text = WALLS.replace('["astar"]', '["astar", "breadth-first"]').replace("[4, 5]", "4")
    words = made_up(tmp_path, result_of, text=text.replace("count = 5", f"count = {count}"))
    start = (
        "On these boards, A* with zero needed more expansions at walls 3 than at walls 0, but the"
        " difference is not significant after the correction (walls 3 / 0: "
    )
    unknown = (
        "do not show whether A* with zero needs more or fewer expansions at walls 3 than at walls 0"
    )
    assert (start in words.verdict()) == is_estimate
    assert (unknown in words.verdict()) != is_estimate


def test_the_effects_of_one_search_are_told(tmp_path):
    """Walls change breadth-first search only, which is not the best search."""
    text = WALLS.replace('["astar"]', '["astar", "breadth-first"]')

    def result_of(number, run):
        return solved(99 if walls_of(run) and run.algorithm == "breadth-first" else 10)

    words = made_up(tmp_path, result_of, text=text).verdict()
    assert (
        "At walls 3, A* with zero needed the same number of expansions as at walls 0 on each of 10"
        in words
    )
    assert "Expansions of breadth-first" not in words  # the summary has it already
    assert "3, breadth-first" not in words


def test_a_switch_is_compared_at_each_value_of_another_factor(tmp_path):
    grid = """
puzzle = "hitori"
algorithms = "breadth-first"
[[instances]]
size = 4
formulation = ["naive", "cascade"]
preprocess = ["none", "all"]
count = 6
seed = 1
"""

    def result_of(number, run):
        is_naive = run.board_options["formulation"] == "naive"
        saved = 10 if is_naive else 1
        return solved(100 if run.board_options["preprocess"] == "none" else 100 // saved)

    results = made_up(tmp_path, result_of, text=grid)
    assert (
        "options, except in a table row that names a value of another option." in results.verdict()
    )
    tables = [t for own in report_tables(Analysis(results, EXPANDED)).values() for t in own]
    (rows,) = [table.rows for table in tables if table.title == "Factors by expanded"]
    found = {row[1]: (row[4], row[5], row[6]) for row in rows if row[2] == "none to all"}
    assert found == {
        "preprocess": (6, 0, pytest.approx(10**-0.5)),
        "preprocess, formulation naive": (6, 0, pytest.approx(0.1)),
        "preprocess, formulation cascade": (0, 0, 1),
    }


def test_factors_of_local_search_are_tested_over_boards(tmp_path):
    """One run of ten on one board is no evidence; a clear effect on eight boards is."""
    text = made_up(tmp_path, by_neighbourhood, text=SPLIT).verdict()
    share = "board does not show whether annealing solves a higher or lower share of its runs at"
    assert f"This {share} neighbourhood boxes than at neighbourhood cells (" in text

    def clear(number, run):
        is_hard = run.board_options["neighbourhood"] == "cells" and run.repetition > number % 3
        return type(ending := by_neighbourhood(number, run))(
            "not-found" if is_hard else ending.status, values=ending.values
        )

    (tmp_path / "clear").mkdir()
    text = made_up(
        tmp_path / "clear", clear, text=SPLIT.replace("count = 1", "count = 8")
    ).verdict()
    found = re.search(
        r"annealing solved a (higher|lower) share of its runs than at neighbourhood cells"
        r" \(neighbourhood boxes minus cells: (\S+) percentage points, 95 % interval \S+ to \S+,"
        r" p = 0.0078, 8 boards\)",
        text,
    )
    assert found, text
