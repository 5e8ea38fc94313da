"""The verdict answers the question of the grid: what each factor does, or that it is not shown."""

from math import exp, log, sqrt
from statistics import fmean, stdev

import pytest

from aima_search.apps.lab.analysis import analyse
from aima_search.apps.lab.factors import factor
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
    (contrast,) = factor(results, EXPANDED, "walls").contrasts
    logs = [log(ratio) for ratio in ratios]
    half = 2.262157 * stdev(logs) / sqrt(len(logs))  # Student's t, 9 degrees of freedom
    assert contrast.ratio == pytest.approx(exp(fmean(logs)))
    assert contrast.low == pytest.approx(exp(fmean(logs) - half), rel=1e-5)
    assert contrast.high == pytest.approx(exp(fmean(logs) + half), rel=1e-5)
    assert (contrast.more, contrast.p) == (10, 2 / 2**10)
    needs = f"needs {contrast.ratio:.3g} times the expansions (p = 0.002)"
    assert f"Going from walls 0 to 3, astar with zero {needs}" in results.verdict()


@pytest.mark.parametrize(("seconds", "is_said"), [(0.03, True), (0.005, False)])
def test_time_is_spoken_of_if_it_says_the_opposite(tmp_path, seconds, is_said):
    def result_of(number, run):
        return solved(5, seconds=seconds) if walls_of(run) else solved(10, seconds=0.01)

    text = made_up(tmp_path, result_of, text=WALLS).verdict()
    assert "needs 0.5 times the expansions" in text
    assert ("but 3 times the time" in text) == is_said


def test_what_is_not_shown_is_said(tmp_path):
    text = made_up(tmp_path, lambda number, run: solved(10), text=WALLS).verdict()
    assert (
        "Not shown by these 10 boards: that size has an effect (p = 1) or walls has an effect"
        " (p = 1)." in text
    )


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
    tables = [t for own in report_tables(analyse(results, EXPANDED)).values() for t in own]
    (rows,) = [table.rows for table in tables if table.title == "Factors by expanded"]
    found = {row[1]: (row[4], row[5], row[6]) for row in rows if row[2] == "none to all"}
    assert found == {
        "preprocess": (6, 0, pytest.approx(10**-0.5)),
        "preprocess, formulation naive": (6, 0, pytest.approx(0.1)),
        "preprocess, formulation cascade": (0, 0, 1),
    }


def test_local_search_is_compared_run_by_run(tmp_path):
    text = made_up(tmp_path, by_neighbourhood, text=SPLIT).verdict()
    assert "neighbourhood has an effect (p = 1)" in text  # one run of ten is no evidence

    def clear(number, run):
        ending = by_neighbourhood(number, run)
        if run.board_options["neighbourhood"] == "cells":
            ending = type(ending)("not-found", values=ending.values)
        return ending

    (tmp_path / "clear").mkdir()
    text = made_up(tmp_path / "clear", clear, text=SPLIT).verdict()
    change = "Going from neighbourhood boxes to cells, annealing solves 0% instead of 100%"
    other = "Going from neighbourhood cells to boxes, annealing solves 100% instead of 0%"
    assert change in text or other in text
    assert "(p = 0.002)" in text
