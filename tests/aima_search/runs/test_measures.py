"""A measure is said once: added in one place, it is in every table, file, store and report."""

import csv
import io
import json
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest

from aima_search import compare, lab, solve
from aima_search.apps.lab import runner
from aima_search.apps.lab.results import measure_of
from aima_search.apps.lab.tables import mean_table
from aima_search.catalog.boards import make_problem
from aima_search.runs.batch import BatchSettings, solve_board
from aima_search.runs.comparison_views import board_table
from aima_search.runs.measures import MEASURES, Measure, values_of
from aima_search.runs.result import SearchResult
from aima_search.runs.results_file import ResultsFile
from tests.aima_search.apps.lab.in_this_process import InThisProcess
from tests.aima_search.runs.test_batch import read_results
from tests.specimens import Chain, Journey

WASTE = Measure("waste", "waste", "generated in vain", spare=1, noun="wasted memory")
GRID = """
puzzle = "movix"
algorithms = ["astar", "breadth-first"]
heuristics = ["zero", "conflicts"]
[[instances]]
levels = ["2-tiny", "4-jump"]
"""


@pytest.fixture
def waste(monkeypatch):
    """Add a measure, the way one is added for good."""
    wasted = property(lambda result: result.generated - result.expanded)
    monkeypatch.setattr(SearchResult, "waste", wasted, raising=False)
    monkeypatch.setitem(MEASURES, "waste", WASTE)


@pytest.mark.usefixtures("waste")
def test_it_is_in_the_result_the_table_the_dictionaries_and_the_plot():
    done = compare({"one": Chain(4)}, ["astar", "breadth-first"], "zero")
    expected = [row.generated - row.expanded for row in done.rows]
    table = board_table(done, "one")
    place = [column.title for column in table.columns].index("waste")
    assert [values[place] for values in table.rows] == expected
    assert [row["waste"] for row in done.as_dicts()] == expected
    assert [row.waste for row in done.rows] == expected
    assert "generated in vain" in str(solve(Chain(4)))
    assert done.plot("waste").axes[0].get_xlabel() == "waste"


@pytest.mark.usefixtures("waste")
def test_it_is_in_json_and_csv_of_the_command_line(run):
    arguments = ("compare", "movix", "2-tiny", "-a", "astar", "-h", "zero")
    (row,) = json.loads(run(*arguments, "--json").out)["rows"]
    assert row["waste"] == row["generated"] - row["expanded"]
    (written,) = csv.DictReader(io.StringIO(run(*arguments, "--csv").out))
    assert written["waste"] == str(row["waste"])


@pytest.mark.usefixtures("waste")
def test_it_is_in_the_results_file_of_a_batch(tmp_path):
    job = BatchSettings("movix")
    with ResultsFile(tmp_path / "results.csv", job, resume=False) as results:
        results.add(solve_board(job, 1, make_problem("movix", "2-tiny").format()))
    (row,) = read_results(tmp_path / "results.csv")
    assert row.waste == row.generated - row.expanded


@pytest.mark.usefixtures("waste")
def test_it_is_in_a_new_store_and_in_its_report(tmp_path, monkeypatch):
    results = stored(tmp_path, monkeypatch)
    assert all(row.waste == row.generated - row.expanded for row in results.rows)
    assert "waste" in [column.title for column in mean_table(results).columns]
    assert "do not show whether A* needs" in results.verdict("waste")
    assert measure_of("waste") is WASTE


def test_a_store_that_is_older_than_a_measure_has_a_place_for_it(tmp_path, monkeypatch):
    stored(tmp_path, monkeypatch)
    with monkeypatch.context() as later:
        later.setitem(MEASURES, "waste", WASTE)
        results = lab.load(tmp_path / "results.sqlite")
        assert all(row.waste is None for row in results.rows)


def stored(folder, monkeypatch):
    """Run a grid without processes of its own: they would not know the measure."""
    monkeypatch.setattr(runner, "RunWorker", InThisProcess)
    lab.run_grid(lab.parse_grid(GRID, folder), folder / "results.sqlite", jobs=1)
    return lab.load(folder / "results.sqlite")


@pytest.mark.parametrize(
    "cost", [Fraction(1, 2), np.float32(0.5), np.float64(0.5), Decimal("0.5")], ids=repr
)
def test_measures_are_plain_numbers_whatever_the_problem_counts_in(cost):
    result = solve(Journey({0: {1: cost}}, 0, 1), "uniform-cost")
    values = values_of(result)
    assert (type(values["cost"]), values["cost"]) == (float, 0.5)
    assert json.loads(json.dumps(values)) == values
