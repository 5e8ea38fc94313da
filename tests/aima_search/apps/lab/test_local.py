"""Local search in a report: each board counts once in the intervals and in the tests."""

from itertools import product

import numpy as np
import pytest

from aima_search.apps.lab import load, parse_grid, run_grid
from aima_search.apps.lab.analysis import Analysis
from aima_search.apps.lab.local import compare_local, curves
from aima_search.apps.lab.results import measure_of
from aima_search.apps.lab.tables import axis_tables, local_tables, mean_table
from aima_search.runs.record import RunOutcome
from aima_search.runs.statistics import wilson
from tests.aima_search.apps.lab.made_up import made_up

EXPANDED = measure_of("expanded")

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
    return RunOutcome(
        "solved" if solved else "not-found", values=values, curve=[(0, -9), (9, value)]
    )


@pytest.fixture
def results(tmp_path):
    return made_up(tmp_path, ending, text=GRID)


def test_rates_are_over_all_runs_and_their_intervals_over_boards(results):
    annealing, climbing = rows_of(local_tables(Analysis(results, EXPANDED))[0])
    assert annealing["configuration"] == "annealing"
    assert (annealing["boards"], annealing["runs"], annealing["solved"]) == (2, 20, 18)
    assert annealing["rate"] == pytest.approx(0.9)
    assert (annealing["from"], annealing["to"]) == wilson(1.8, 2)
    assert (annealing["value"], annealing["best seen"]) == pytest.approx((-0.3, -0.15))
    assert (climbing["solved"], climbing["best of all"], climbing["evaluations"]) == (2, 0, 100)
    assert (climbing["seconds if solved"], climbing["seconds per solution"]) == (0.5, 5)


def test_the_interval_covers_the_rate_although_the_runs_of_a_board_are_alike():
    """Boards are drawn, each with its own chance; the interval over runs misses the mean chance."""
    draw, boards, runs = np.random.default_rng(1), 10, 24
    for low, high in ((0.3, 0.3), (2.0, 1.0), (9.0, 1.0)):
        chances = draw.beta(low, high, (2_000, boards))
        shares = draw.binomial(runs, chances) / runs
        mean, misses = low / (low + high), np.zeros(2)
        for row in shares.sum(axis=1):
            for kind, ends in enumerate((wilson(row, boards), wilson(row * runs, boards * runs))):
                misses[kind] += not ends[0] <= mean <= ends[1]
        assert misses[0] / 2_000 < 0.06
        assert misses[1] / 2_000 > 0.15


def by_chance(number, run):
    """Annealing solves a different number of its ten runs on each board, hill climbing two."""
    solved = run.repetition <= ((3 * number) % 10 if run.algorithm == "annealing" else 2)
    values = {"value": -1.0 * number * run.repetition * (run.algorithm == "annealing")}
    return RunOutcome("solved" if solved else "not-found", values=values)


def test_pairs_are_tested_over_boards(tmp_path):
    """As if a board had one run, in which a search solved its share and had its mean value."""
    results = made_up(tmp_path, by_chance, text=GRID.replace("count = 2", "count = 8"))
    (pair,) = compare_local(results)
    tenths = [(3 * board) % 10 - 2 for board in range(1, 9)]
    sizes = [abs(d) for d in tenths if d]
    ranks = [(sum(o < d for o in sizes) + sum(o <= d for o in sizes) + 1) / 2 for d in sizes]
    flips = np.array([*product((-1, 1), repeat=len(ranks))]) @ ranks
    seen = abs(sum(np.sign(d) * rank for d, rank in zip(filter(None, tenths), ranks, strict=True)))
    assert pair.p == pytest.approx((abs(flips) >= seen - 1e-9).mean())
    assert (pair.boards, pair.more, pair.less) == (8, 6, 1)
    assert pair.difference == pytest.approx(10 * sum(tenths) / 8)
    assert (pair.higher, pair.lower, pair.p_value) == (0, 8, 2 / 2**8)


def test_more_runs_on_each_board_are_not_more_evidence(results):
    """All of ten runs differ on each of two boards, but two boards are two observations."""
    (pair,) = compare_local(results)
    assert (pair.boards, pair.more, pair.p) == (2, 2, 0.5)
    assert results.verdict().startswith("Annealing solved 18 of its 20 runs and hill-climbing 2.")
    assert "do not show whether annealing solves a higher or lower share" in results.verdict()
    assert "Nothing was solved" not in results.verdict()
    note = mean_table(results).note
    assert "it solved no board in every run: annealing; hill-climbing" in note


def test_grids_without_local_search_say_nothing_of_it(tmp_path):
    from tests.aima_search.apps.lab.made_up import solved

    results = made_up(tmp_path, lambda number, run: solved(5))
    assert local_tables(Analysis(results, EXPANDED)) == []
    assert "local search" not in results.verdict()


def test_runs_bring_their_values_and_curves_to_the_report(tmp_path):
    text = GRID.replace("repetitions = 10", "repetitions = 2")
    run_grid(parse_grid(text, tmp_path), tmp_path / "s.sqlite", jobs=1)
    results = load(tmp_path / "s.sqlite")
    for row in results.rows:
        assert row.outcome.curve[-1] == (row.expanded, row.value)
        assert (row.value == 0) == (row.status == "solved")
        assert row.best_value >= row.value
    [(_, found)] = curves(results)
    assert [len(own) for own in found.values()] == [4, 4]
    assert "curve" not in results.as_dicts()[0]


def test_the_curve_is_drawn(results, tmp_path):
    pytest.importorskip("matplotlib", reason="matplotlib is not installed (extra 'plot')")
    from aima_search.apps.lab.plots import default_plots, save_plots
    from aima_search.runs.convergence import draw_curves

    axes = draw_curves(results, curves(results)[0][1]).axes[0]
    lines = {line.get_label(): line for line in axes.get_lines()}
    assert lines["annealing"].get_ydata()[0] == -9
    assert lines["annealing"].get_ydata()[-1] == 0
    assert lines["hill-climbing"].get_ydata()[-1] == -7.5
    written = save_plots(default_plots(Analysis(results, EXPANDED)), tmp_path / "plots", "png")
    assert "value.png" in {path.name for path in written}


SPLIT = GRID.replace("count = 2", 'count = 1\nneighbourhood = ["cells", "boxes"]')


def by_neighbourhood(number, run):
    """Annealing solves 9 of 10 in cells and all in boxes; values in boxes are 20 times as large."""
    scale = {"cells": 1.0, "boxes": 20.0}[run.board_options["neighbourhood"]]
    solved = run.algorithm == "annealing" and (scale == 20 or run.repetition > 1)
    value = 0.0 if solved else -scale
    values = {"value": value, "best_value": value, "seconds": 0.5, "generated": 100, "expanded": 9}
    return RunOutcome(
        "solved" if solved else "not-found", values=values, curve=[(0, -9), (9, value)]
    )


@pytest.fixture
def split(tmp_path):
    return made_up(tmp_path, by_neighbourhood, text=SPLIT)


def rows_of(table):
    titles = [column.title for column in table.columns]
    return [dict(zip(titles, row, strict=True)) for row in table.rows]


def test_every_run_counts_at_each_value_of_an_axis(split):
    tables = {table.title: rows_of(table) for table in local_tables(Analysis(split, EXPANDED))}
    rates = {
        (row["configuration"], row["neighbourhood"]): (row["runs"], row["solved"], row["rate"])
        for row in tables["Local search by neighbourhood"]
    }
    assert rates == {
        ("annealing", "cells"): (10, 9, 0.9),
        ("annealing", "boxes"): (10, 10, 1.0),
        ("hill-climbing", "cells"): (10, 0, 0.0),
        ("hill-climbing", "boxes"): (10, 0, 0.0),
    }
    assert [row["rate"] for row in tables["Local search"]] == [0.95, 0.0]


def test_values_of_different_scales_are_not_averaged(split):
    tables = {table.title: rows_of(table) for table in local_tables(Analysis(split, EXPANDED))}
    assert not any("value" in row for row in tables["Local search"])
    values = {
        (row["configuration"], row["neighbourhood"]): row["value"]
        for row in tables["Local search by neighbourhood"]
    }
    assert values["hill-climbing", "cells"] == -1
    assert values["hill-climbing", "boxes"] == -20
    assert values["annealing", "cells"] == pytest.approx(-0.1)
    (pair,) = compare_local(split)
    assert (pair.boards, pair.higher, pair.lower, pair.p_value) == (1, 1, 0, 1)


def test_a_plot_with_nothing_to_show_is_not_drawn(split, results):
    pytest.importorskip("matplotlib", reason="matplotlib is not installed (extra 'plot')")
    from aima_search.apps.lab.plots import default_plots
    from aima_search.runs.convergence import draw_curves

    assert list(default_plots(Analysis(split, EXPANDED))) == ["value-cells", "value-boxes"]
    assert list(default_plots(Analysis(results, EXPANDED))) == ["value"]
    there = {point["neighbourhood"]: own for point, own in curves(split)}
    (axes,) = draw_curves(split, there["boxes"]).axes
    lines = {line.get_label(): line for line in axes.get_lines()}
    assert lines["hill-climbing"].get_ydata()[-1] == -20


def test_local_searches_are_no_part_of_the_tables_of_boards_solved_by_all(split):
    assert mean_table(split).rows == []
    assert axis_tables(Analysis(split, EXPANDED)) == []
