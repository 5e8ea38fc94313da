"""Local search in a report: every run counts, rates with intervals, pairs tested."""

import pytest

from aima_search.lab import load, parse_grid, run_grid
from aima_search.lab.report.local import (
    compare_local,
    curves,
    local_runs,
    local_tables,
)
from aima_search.lab.report.measures import measure_of
from aima_search.lab.report.tables import mean_table
from aima_search.runs.record import Ending
from aima_search.runs.statistics import mcnemar, wilson
from tests.aima_search.lab.report.made_up import made_up

GRID = """
name = "made up"
puzzle = "sudoku-local"
algorithms = ["annealing", "hill-climbing"]
repetitions = 10
[instances]
box = "2x2"
clues = 6
count = 2
"""


def ending(number, run):
    """Annealing solves all but one run of each board, hill climbing one."""
    solved = (run.repetition > 1) == (run.algorithm == "annealing")
    value = 0.0 if solved else -2.0 - run.repetition
    values = {"value": value, "best_value": value / 2, "seconds": 0.5, "generated": 100}
    values |= {"expanded": 9, "cost": 3.0} if solved else {"expanded": 9}
    return Ending("solved" if solved else "not-found", values=values, curve=[(0, -9), (9, value)])


@pytest.fixture
def results(tmp_path):
    return made_up(tmp_path, ending, text=GRID)


def test_rates_are_over_all_runs(results):
    table = local_tables(results)[0]
    titles = [column.title for column in table.columns]
    rows = {row[0]: dict(zip(titles, row, strict=True)) for row in table.rows}
    annealing, climbing = rows["annealing"], rows["hill-climbing"]
    assert (annealing["runs"], annealing["solved"], annealing["rate"]) == (20, 18, 0.9)
    assert (annealing["from"], annealing["to"]) == wilson(18, 20)
    assert (annealing["value"], annealing["best seen"]) == pytest.approx((-0.3, -0.15))
    assert (climbing["solved"], climbing["best of all"], climbing["evaluations"]) == (2, 0, 100)
    assert (climbing["seconds if solved"], climbing["seconds a solution"]) == (0.5, 5)


def test_pairs_are_tested_run_by_run(results):
    (pair,) = compare_local(results)
    assert (pair.runs, pair.only_first, pair.only_second) == (20, 18, 2)
    assert pair.p_solved == pytest.approx(mcnemar(18, 2))
    assert (pair.higher, pair.lower) == (18, 2)
    assert pair.effect > 0.5
    assert pair.p_value < 0.05


def test_the_words_agree_with_the_outcomes(results):
    (text,) = [text for text in results.verdict().split("\n\n") if text.startswith("Local")]
    assert "annealing 18 of 20 (70% to 97%); hill-climbing 2 of 20" in text
    assert "differ beyond chance" in text
    assert "Nothing was solved" not in results.verdict()
    note = mean_table(results).note
    assert "it solved none in every run: annealing; hill-climbing" in note


def test_grids_without_local_search_say_nothing_of_it(tmp_path):
    from tests.aima_search.lab.report.made_up import solved

    results = made_up(tmp_path, lambda number, run: solved(5))
    assert local_tables(results) == []
    assert "Local search" not in results.verdict()


def test_runs_bring_their_values_and_curves_to_the_report(tmp_path):
    text = GRID.replace("repetitions = 10", "repetitions = 2")
    run_grid(parse_grid(text, tmp_path), tmp_path / "s.sqlite", jobs=1)
    results = load(tmp_path / "s.sqlite")
    for own in local_runs(results).values():
        for row in own:
            assert row.ending.curve[-1] == (row.expanded, row.value)
            assert (row.value == 0) == (row.status == "solved")
            assert row.best_value >= row.value
    assert all(len(own) == 4 for own in curves(results).values())
    assert "curve" not in results.as_dicts()[0]


def test_the_curve_is_drawn(results, tmp_path):
    pytest.importorskip("matplotlib", reason="matplotlib is not installed (extra 'plot')")
    from aima_search.lab.report.files import save_plots
    from aima_search.lab.report.plots import course

    axes = course(results).axes[0]
    lines = {line.get_label(): line for line in axes.get_lines()}
    assert lines["annealing"].get_ydata()[0] == -9
    assert lines["annealing"].get_ydata()[-1] == 0
    assert lines["hill-climbing"].get_ydata()[-1] == -7.5
    written = save_plots(results, measure_of("expanded"), tmp_path / "plots", "png")
    assert "value.png" in {path.name for path in written}
