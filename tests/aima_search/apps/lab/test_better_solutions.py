"""The plot of searches that go on after their first solution."""

import numpy as np
import pytest

from aima_search.apps.lab import load, parse_grid, run_grid
from aima_search.apps.lab.analysis import Analysis
from aima_search.apps.lab.results import measure_of
from aima_search.runs.record import RunOutcome
from tests.aima_search.apps.lab.made_up import made_up, solved

pytest.importorskip("matplotlib", reason="matplotlib is not installed (extra 'plot')")
from aima_search.apps.lab.plots import default_plots
from aima_search.runs.convergence import better_solutions, draw_curves, proved_bounds

GRID = """
name = "anytime"
puzzle = "movix"
algorithms = ["anytime-astar", "astar"]
heuristics = ["conflicts"]
[[instances]]
size = 4
line = 3
count = {count}
"""


def outcome(number, run):
    """A* finds 4 on the first board alone; anytime A* finds 8 and 4, then 6 on the second."""
    if run.algorithm == "astar":
        return solved(100) if number == 1 else RunOutcome("time-limit")
    if number == 1:
        return RunOutcome(
            "solved", values=solved(60).values, curve=[(9, 8), (49, 4)], bounds=[(0, 3)]
        )
    return RunOutcome("time-limit", values={"expanded": 80}, curve=[(19, 6)])


@pytest.fixture
def results(tmp_path):
    return made_up(tmp_path, outcome, text=GRID)


def test_costs_are_over_the_least_known_cost_of_their_board(results):
    [(config, found)] = better_solutions(results).items()
    assert config.algorithm == "anytime-astar"
    assert sorted(found) == [[(9, 2.0), (49, 1.0)], [(19, 1.0)]]


def test_a_run_counts_from_its_first_solution_on(results):
    [line] = draw_curves(results, better_solutions(results)).axes[0].get_lines()
    x, y = line.get_data()
    assert (x[0], y[0]) == (10, 2.0)
    assert not np.isnan(y).any()
    assert y[list(x).index(20)] == 1.5  # the mean of the two in the middle
    assert y[-1] == 1.0


@pytest.mark.gate("starts processes")
def test_the_curves_of_runs_come_to_the_report(tmp_path):
    text = GRID.format(count=1).replace("size = 4", "size = 6").replace("line = 3", "line = 5")
    run_grid(parse_grid(text, tmp_path), tmp_path / "s.sqlite", jobs=1)
    run = load(tmp_path / "s.sqlite")
    [(_, [curve])] = better_solutions(run).items()
    [(_, [bounds])] = proved_bounds(run).items()
    assert curve[-1][1] == bounds[-1][1] == 1 > bounds[0][1]


def test_the_report_has_the_plot_if_there_is_such_a_search(results, tmp_path):
    plot = default_plots(Analysis(results, measure_of("expanded")))["solutions"]
    assert "no solution costs less" in plot.draw().axes[0].get_legend_handles_labels()[1]
    (tmp_path / "blind").mkdir()
    text = GRID.replace('"anytime-astar", ', "")
    blind = made_up(tmp_path / "blind", lambda number, run: solved(5), text=text)
    assert "solutions" not in default_plots(Analysis(blind, measure_of("expanded")))
