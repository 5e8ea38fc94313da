"""The grids of examples/: they can be read, and the small ones run to their conclusion."""

import json
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

from aima_search.apps.lab import load, read_grid, run_grid
from aima_search.apps.lab.factors import FactorEffect, prospects
from aima_search.apps.lab.results import measure_of

EXAMPLES = Path(__file__).parents[4] / "examples"


grid_of = cache(read_grid)
MANY = ("hitori", "hitori_heuristics", "hitori_rules", "made", "movix")
"""The grids whose boards take long to generate."""


@pytest.fixture(scope="module")
def results_of(tmp_path_factory):
    """Return a function that runs a grid once and returns its results."""

    @cache
    def run_once(name):
        store = tmp_path_factory.mktemp("grid") / "store.sqlite"
        run_grid(EXAMPLES / name, store, jobs=2)
        return load(store)

    return run_once


GRIDS = [*sorted(EXAMPLES.glob("*.toml")), EXAMPLES / "aima" / "made.toml"]
assert {*MANY} <= {path.stem for path in GRIDS}


@pytest.mark.parametrize(
    "path",
    [
        pytest.param(
            path, marks=pytest.mark.gate("many random boards") if path.stem in MANY else ()
        )
        for path in GRIDS
    ],
    ids=lambda path: path.stem,
)
def test_a_grid_says_how_to_run_it_and_is_read(path):
    assert grid_of(path).instances
    name = path.relative_to(EXAMPLES).as_posix()
    assert f"aima-search lab run examples/{name}" in path.read_text(encoding="utf-8")


@pytest.mark.gate("long searches")
def test_formulations_and_preprocessing_of_hitori(results_of):
    results = results_of("hitori.toml")
    assert results.axes == {
        "size": [5, 6],
        "formulation": ["naive", "cascade-once", "cascade", "deduce"],
        "preprocess": ["none", "notebook"],
    }
    assert len(results.rows) == 2 * 4 * 12 * 2
    assert {row["status"] for row in results.as_dicts()} <= {"solved", "node-limit"}
    optimum = {}
    for row in results.as_dicts():
        if row["status"] == "solved":  # what was prepared costs nothing
            prepared = json.loads(row["board_options"])["preprocess"]
            optimum.setdefault((row["instance"], prepared), set()).add(row["cost"])
    assert [len(costs) for costs in optimum.values()] == [1] * 12 * 2


@pytest.mark.gate("long searches")
def test_walls_are_added_to_the_same_boards(results_of):
    results = results_of("walls.toml")
    assert {row["status"] for row in results.as_dicts()} == {"solved"}
    assert min(row["cost"] for row in results.as_dicts()) >= 3
    tested = FactorEffect(results, measure_of("cost"), "walls").contrasts
    assert {(one.base, one.value, one.boards) for one in tested} == {(0, 3, 8), (0, 6, 8)}
    assert not any(one.less for one in tested if one.first.heuristic == "assignment")


@pytest.mark.gate("long searches")
def test_local_search_on_sudoku(results_of):
    results = results_of("sudoku_local.toml")
    solved = Counter(row["algorithm"] for row in results.as_dicts() if row["status"] == "solved")
    assert min(solved["annealing"], solved["tabu"]) > solved["hill-climbing"]
    assert (
        "Tabu solved all of its 120 runs, annealing 116 and hill-climbing 2." in results.verdict()
    )


@pytest.mark.gate("long searches")
def test_heuristics_of_hitori_at_the_published_cost(results_of):
    results = results_of("hitori_heuristics.toml")
    assert {row["status"] for row in results.as_dicts()} == {"solved"}
    assert all(row["cost"] % 10_000 == 0 and row["cost"] > 0 for row in results.as_dicts())
    optimal = {}
    for row in results.as_dicts():
        if row["algorithm"] in ("astar", "uniform-cost"):
            optimal.setdefault(row["board"], set()).add(row["cost"])
    assert [len(costs) for costs in optimal.values()] == [1] * 16
    assert results.axes == {"formulation": ["cascade-once", "cascade"]}


@pytest.mark.gate("long searches")
def test_heuristics_by_hand_and_made_from_the_problem(results_of):
    results = results_of("aima/made.toml")
    assert {row["status"] for row in results.as_dicts()} == {"solved"}
    assert {row["cost_ratio"] for row in results.as_dicts()} == {1}
    text = " ".join(results.verdict().split())
    assert (
        "h' = pattern-database(4-4) with A*. It is admissible and solved all 40 boards. It" in text
    )


@pytest.mark.gate("long searches")
@pytest.mark.parametrize(
    "name", ["walls", "hitori", "hitori_heuristics", "hitori_rules", "sudoku_local"]
)
def test_a_shipped_grid_has_enough_boards_that_are_worth_a_search(name, results_of):
    assert prospects(grid_of(EXAMPLES / f"{name}.toml")) == []
    assert "little to compare" not in results_of(f"{name}.toml").verdict()
