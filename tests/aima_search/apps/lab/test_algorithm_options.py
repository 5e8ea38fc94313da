"""Algorithms with options in a grid: each choice of them is a configuration of its own."""

import csv
import json
import pickle
from io import StringIO

import pytest

from aima_search import solve
from aima_search.apps.lab import load, parse_grid, run_grid
from aima_search.apps.lab.analysis import Analysis, faults_of
from aima_search.apps.lab.comparisons import compare_pairs
from aima_search.apps.lab.grid import runs_of
from aima_search.apps.lab.plots import cactus
from aima_search.apps.lab.results import measure_of
from aima_search.apps.lab.tables import mean_table, pair_table
from aima_search.apps.lab.worker import RunTask, perform
from aima_search.model.puzzle import PUZZLES
from aima_search.search import exp_schedule
from puzzles import MovIX
from tests.aima_search.apps.lab.made_up import GRID, made_up, solved

pytestmark = pytest.mark.gate("processes of a laboratory")

TINY = '\npuzzle = "movix"\nheuristics = "zero"\n[instances]\nlevels = ["2-tiny", "3-walls"]\n'
WEIGHTS = ["astar", "weighted-astar(weight=1.5)", "weighted-astar(weight=2)"]
WEIGHED = GRID.replace('["astar", "breadth-first"]', json.dumps(WEIGHTS))


def grid(*algorithms):
    return parse_grid(f"algorithms = {json.dumps(algorithms)}{TINY}", folder=None)


def keys(*algorithms):
    return {run.key for run in runs_of(grid(*algorithms))}


def test_options_are_a_part_of_the_key_however_they_are_written():
    assert keys("weighted-astar(weight=1.50)") == keys("weighted-astar( weight = 1.5 )")
    assert keys("weighted-astar(weight=2)") == keys("weighted-astar(weight=2.0)")
    assert keys("beam(k=2, walk=3)") == keys("beam(walk=3,k=2)")
    different = ["weighted-astar", *WEIGHTS, "weighted-astar(weight=3)"]
    assert len(keys(*different)) == 2 * len(different)
    assert len(grid("weighted-astar(weight=2)", "weighted-astar(weight=2.0)").configurations) == 1


@pytest.mark.parametrize("spec", [*WEIGHTS, "depth-limited(limit=3)"])
def test_a_worker_searches_with_the_options_it_is_sent(spec):
    run = min(runs_of(grid(spec)), key=lambda run: len(run.instance))
    sent = pickle.loads(pickle.dumps(RunTask(run))).run
    assert (sent.key, sent.configuration) == (run.key, run.configuration)
    problem = MovIX.parse(run.instance, **MovIX.read_options(run.board_options))
    alone = solve(problem, spec, run.heuristic, tie_break=run.tie_break)
    outcome = perform(RunTask(sent))
    assert (outcome.status, outcome.expanded) == (alone.status, alone.expanded)


def test_a_worker_is_sent_a_schedule_as_text_and_the_seed_of_the_grid():
    text = 'algorithms = "annealing(schedule=5, 0.1, 9)"\nrepetitions = 2\nseed = 7\n'
    board = 'puzzle = "sudoku-local"\n[instances]\nlevels = "all"'
    run = max(runs_of(parse_grid(text + board, folder=None)), key=lambda run: run.seed)
    sent = pickle.loads(pickle.dumps(RunTask(run))).run
    assert sent.options == {"schedule": "5, 0.1, 9"}
    given = {"schedule": exp_schedule(5, 0.1, 9), "seed": 8}
    assert sent.arguments == given
    kind = PUZZLES.get("sudoku-local")
    problem = kind.parse(run.instance, **kind.read_options(run.board_options))
    alone, outcome = solve(problem, "annealing", **given), perform(RunTask(sent))
    assert (outcome.expanded, outcome.value) == (alone.expanded, alone.value)


def test_an_experiment_that_goes_on_does_not_mix_options(tmp_path):
    store = tmp_path / "weights.sqlite"
    run_grid(grid("astar", "weighted-astar(weight=1.5)"), store, jobs=1)
    grown = run_grid(grid("weighted-astar(weight=1.50)", "weighted-astar(weight=5)"), store, jobs=1)
    assert (grown.stored_before, grown.total) == (2, 4)
    results = load(store)
    names = ["weighted-astar(weight=1.5), zero", "weighted-astar(weight=5), zero"]
    assert [results.label(config) for config in results.facts] == names
    for config in results.facts:
        for board, expanded in zip(
            results.boards, results.values(config, measure_of("expanded")), strict=True
        ):
            alone = solve(MovIX.level(board), config.method, "zero", tie_break=config.tie_break)
            assert expanded == alone.expanded


def by_weight(board, run):
    """The greater the weight, the fewer the nodes, and the more expensive the solution."""
    weight = run.options.get("weight", 1)
    factor = {"zero": 9, "conflicts": 3, "manhattan": 4}[run.heuristic]
    return solved(round(100 * board * factor / weight), cost=4 * weight)


def test_a_report_names_every_choice_of_options(tmp_path):
    results = made_up(tmp_path, by_weight, text=WEIGHED)
    names = [f"{name}, {h}" for name in WEIGHTS for h in ("zero", "conflicts", "manhattan")]
    assert [row[0] for row in mean_table(results).rows] == names
    legend = cactus(results).axes[0].get_legend_handles_labels()[1]
    assert legend == names
    verdict = results.verdict()
    for name in ["A*", *WEIGHTS[1:]]:
        start = f"{name[0].upper()}{name[1:]} with conflicts needed 75 % of the expansions that"
        assert f"{start} it needed with manhattan" in verdict
    options = [row["options"] for row in csv.DictReader(StringIO(results.as_csv()))]
    assert set(options) == {"{}", '{"weight": 1.5}', '{"weight": 2}'}


def test_heuristics_are_compared_within_one_choice_of_options(tmp_path):
    results = made_up(tmp_path, by_weight, text=WEIGHED)
    pairs = compare_pairs(results, measure_of("expanded"))
    assert len(pairs) == 3 * len(WEIGHTS)
    assert all(pair.first.method == pair.second.method for pair in pairs)
    table = pair_table(Analysis(results, measure_of("expanded")), "Pairs", pairs)
    assert [row[0].split(", ")[0] for row in table.rows[::3]] == WEIGHTS


def test_what_is_promised_of_astar_is_not_promised_of_weights(tmp_path):
    results = made_up(tmp_path, by_weight, text=WEIGHED)
    assert faults_of(results) == []  # the more expensive solutions of weights are no fault
    assert "is declared admissible; if that holds" not in results.verdict()
    (tmp_path / "other").mkdir()
    wrong = made_up(
        tmp_path / "other",
        lambda board, run: solved(9, cost=4 if run.options else 5),
        text=WEIGHED,
    )
    assert {fault.configuration.method for fault in faults_of(wrong)} == {"astar"}
