"""The verdict answers the question of the grid: each axis has its sentence, or one says why not."""

import re
from math import exp, log, sqrt
from statistics import fmean, stdev

import pytest

from aima_search.apps.lab.comparisons import contrasts
from aima_search.apps.lab.results import measure_of
from aima_search.runs.statistics import mcnemar, p_text, wilson
from tests.aima_search.apps.lab.made_up import GRID, made_up, solved
from tests.aima_search.apps.lab.test_comparisons import PAIRED, walls_of
from tests.aima_search.apps.lab.test_local import SPLIT, by_neighbourhood

ONE = PAIRED.replace('"astar", "breadth-first"', '"astar"').replace('"zero", "conflicts"', '"zero"')
WALLS = ONE.replace("line = [2, 3]", "line = 2").replace('["walls", "line"]', '"walls"')


def about(results, axis):
    """Return the paragraph of the verdict about an axis."""
    [text] = [
        text for text in results.verdict().split("\n\n") if text.startswith(f"What {axis} does")
    ]
    return text


def test_a_paired_axis_has_its_effect_interval_and_test(tmp_path):
    ratios = [1.5, 2, 3, 2, 2.5] * 2
    seen = {}

    def result_of(number, run):
        if not walls_of(run):
            return solved(1000)
        return solved(round(1000 * ratios[seen.setdefault(run.instance, len(seen)) % 10]))

    results = made_up(tmp_path, result_of, text=WALLS)
    (contrast,) = contrasts(results, measure_of("expanded"))
    logs = [log(ratio) for ratio in ratios]
    half = 2.262157 * stdev(logs) / sqrt(len(logs))  # Student's t, 9 degrees of freedom
    assert contrast.ratio == pytest.approx(exp(fmean(logs)))
    assert contrast.low == pytest.approx(exp(fmean(logs) - half), rel=1e-5)
    assert contrast.high == pytest.approx(exp(fmean(logs) + half), rel=1e-5)
    text = about(results, "walls")
    assert f"from 0 to 3 the search takes {contrast.ratio:.3g} times as much" in text
    assert f"95 % interval {contrast.low:.2g} to {contrast.high:.2g}, 10 boards" in text
    assert "effect +1.00" in text
    assert p_text(contrast.adjusted) in text


def test_time_is_spoken_of_if_it_says_the_opposite(tmp_path):
    def result_of(number, run):
        return solved(5, seconds=0.03) if walls_of(run) else solved(10, seconds=0.01)

    text = about(made_up(tmp_path, result_of, text=WALLS), "walls")
    assert "takes 0.5 times as much, but 3 times as much by the clock" in text
    agreed = made_up(tmp_path, lambda number, run: result_of(number, run), text=WALLS)
    assert "by the clock" in agreed.verdict()

    def both(number, run):
        return solved(5, seconds=0.01) if walls_of(run) else solved(10, seconds=0.03)

    other = tmp_path / "other"
    other.mkdir()
    assert "by the clock" not in about(made_up(other, both, text=WALLS), "walls")


def test_an_axis_on_other_boards_is_not_tested_and_the_verdict_says_why(tmp_path):
    text = made_up(tmp_path, lambda number, run: solved(10), text=GRID).verdict()
    assert "Not tested: what size and walls do. Other boards stand at each value" in text


def test_an_axis_of_which_nothing_is_known_is_told_of_too(tmp_path):
    def result_of(number, run):
        return solved(10) if not walls_of(run) else solved(10, cost=None)

    results = made_up(tmp_path, result_of, text=WALLS)
    assert "takes the same on each of 10 boards" in about(results, "walls")


def test_a_switch_is_told_of_at_each_value_of_another_axis(tmp_path):
    grid = """
puzzle = "hitori"
algorithms = "breadth-first"
[[instances]]
size = 4
formulation = ["naive", "cascade"]
preprocess = ["none", "all"]
count = 3
seed = 1
"""

    def result_of(number, run):
        is_naive = run.board_options["formulation"] == "naive"
        saved = 10 if is_naive else 1
        return solved(100 if run.board_options["preprocess"] == "none" else 100 // saved)

    text = made_up(tmp_path, result_of, text=grid).verdict()
    [paragraph] = [one for one in text.split("\n\n") if one.startswith("At each formulation")]
    assert "preprocess from none to all" in paragraph
    assert re.search(r"naive: the search takes 0.1 times as much", paragraph)
    assert re.search(r"cascade: the search takes the same on each of 3 boards", paragraph)


def test_local_search_is_told_of_run_by_run(tmp_path):
    text = about(made_up(tmp_path, by_neighbourhood, text=SPLIT), "neighbourhood")
    low, high = wilson(9, 10)
    assert f"annealing 9 of 10 at cells ({low:.0%} to {high:.0%}), 10 of 10 at boxes" in text
    assert p_text(mcnemar(1, 0)) in text
    assert "hill-climbing 0 of 10 at cells" in text
