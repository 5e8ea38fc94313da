"""The grids of examples/: they can be read, and the small ones run to their conclusion."""

import json
from collections import Counter
from pathlib import Path

import pytest

from aima_search.apps.lab import load, read_grid, run_grid
from aima_search.apps.lab.factors import factor
from aima_search.apps.lab.results import measure_of

EXAMPLES = Path(__file__).parents[4] / "examples"


GRIDS = [*sorted(EXAMPLES.glob("*.toml")), EXAMPLES / "aima" / "made.toml"]


@pytest.mark.parametrize("path", GRIDS, ids=lambda path: path.stem)
def test_a_grid_says_how_to_run_it_and_is_read(path):
    assert read_grid(path).instances
    name = path.relative_to(EXAMPLES).as_posix()
    assert f"aima-search lab run examples/{name}" in path.read_text(encoding="utf-8")


@pytest.mark.gate("long searches")
def test_formulations_and_preprocessing_of_hitori(tmp_path):
    store = tmp_path / "hitori.sqlite"
    run_grid(EXAMPLES / "hitori.toml", store, jobs=2)
    results = load(store)
    assert results.axes == {
        "size": [4, 5],
        "formulation": ["naive", "cascade-once", "cascade", "deduce"],
        "preprocess": ["none", "all"],
    }
    assert len(results.rows) == 2 * 4 * 8 * 2
    assert {row["status"] for row in results.as_dicts()} <= {"solved", "node-limit"}
    optimum = {}
    for row in results.as_dicts():
        if row["status"] == "solved":  # what was prepared costs nothing
            prepared = json.loads(row["board_options"])["preprocess"]
            optimum.setdefault((row["instance"], prepared), set()).add(row["cost"])
    assert [len(costs) for costs in optimum.values()] == [1] * 8 * 2


@pytest.mark.gate("long searches")
def test_walls_are_added_to_the_same_boards(tmp_path):
    run_grid(EXAMPLES / "walls.toml", tmp_path / "walls.sqlite", jobs=2)
    results = load(tmp_path / "walls.sqlite")
    assert {row["status"] for row in results.as_dicts()} == {"solved"}
    assert min(row["cost"] for row in results.as_dicts()) >= 1
    tested = factor(results, measure_of("cost"), "walls").contrasts
    assert {(one.base, one.value, one.boards) for one in tested} == {(0, 3, 8), (0, 6, 8)}
    assert not any(one.less for one in tested if one.configuration.heuristic == "assignment")


@pytest.mark.gate("long searches")
def test_local_search_on_sudoku(tmp_path):
    run_grid(EXAMPLES / "sudoku_local.toml", tmp_path / "local.sqlite", jobs=2)
    results = load(tmp_path / "local.sqlite")
    solved = Counter(row["algorithm"] for row in results.as_dicts() if row["status"] == "solved")
    assert min(solved["annealing"], solved["tabu"]) > solved["hill-climbing"]
    assert "Runs of local search that solved" in results.verdict()


@pytest.mark.gate("long searches")
def test_heuristics_of_hitori_at_the_published_cost(tmp_path):
    run_grid(EXAMPLES / "hitori_heuristics.toml", tmp_path / "heuristics.sqlite", jobs=2)
    results = load(tmp_path / "heuristics.sqlite")
    assert {row["status"] for row in results.as_dicts()} == {"solved"}
    assert all(row["cost"] % 10_000 == 0 and row["cost"] > 0 for row in results.as_dicts())
    optimal = {}
    for row in results.as_dicts():
        if row["algorithm"] in ("astar", "uniform-cost"):
            optimal.setdefault(row["board"], set()).add(row["cost"])
    assert [len(costs) for costs in optimal.values()] == [1] * 8
    assert results.axes == {"formulation": ["cascade-once", "cascade"]}


@pytest.mark.gate("long searches")
def test_heuristics_by_hand_and_made_from_the_problem(tmp_path):
    run_grid(EXAMPLES / "aima" / "made.toml", tmp_path / "made.sqlite", jobs=2)
    results = load(tmp_path / "made.sqlite")
    assert {row["status"] for row in results.as_dicts()} == {"solved"}
    assert {row["cost_ratio"] for row in results.as_dicts()} == {1}
    text = " ".join(results.verdict().split())
    assert "pattern-database(4-4) is the best of" in text
    assert "it solves 40 of 40 boards" in text
