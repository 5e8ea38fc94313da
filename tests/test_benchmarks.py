"""The benchmarks' own parts; what they measure is not measured here."""

from __future__ import annotations

import random
import sys
from importlib import import_module
from types import ModuleType

import pytest
from click.testing import CliRunner

import heuristics
from aima_search import Limits, solve
from aima_search.algorithms.informed import astar_steps
from aima_search.algorithms.steps import run_to_end
from aima_search.apps.lab import load
from aima_search.model.problem import Problem
from aima_search.textbook.tiles import EightPuzzle
from benchmarks import made
from benchmarks.__main__ import Ran, run, run_benchmark
from benchmarks.growth import state_bytes
from benchmarks.instances import (
    Instance,
    eight_puzzle_levels,
    eight_puzzles,
    minimal_astar,
    tiles,
    walled_grid,
)
from benchmarks.lab import make_up
from benchmarks.measure import growth_exponent, in_fresh_process, interleaved
from benchmarks.runner import Claim, Rows, command_of, names, state_claim
from puzzles import MovIX, Paths, Tiles

pytestmark = pytest.mark.usefixtures("small_heap")


class WeightedGraph(Problem):
    """A random directed graph; the goal is its last place, and h = 0."""

    def __init__(self, seed: int) -> None:
        rng = random.Random(seed)
        super().__init__(0, 11)
        self.roads = {
            place: [(other, other, rng.randint(1, 9)) for other in rng.sample(range(12), 2)]
            for place in range(12)
        }

    def successors(self, state):
        return self.roads[state]


def scrambled(seed):
    rng = random.Random(seed)
    state = EightPuzzle(range(9)).goal
    for _ in range(20):
        state = rng.choice(list(EightPuzzle(state).successors(state)))[1]
    return tiles(EightPuzzle(state), "scrambled")


def small_instances(seed):
    graph = Instance("graph", WeightedGraph(seed), lambda _: 0, lambda _: 0)
    return [graph, scrambled(seed), walled_grid(seed, size=8)]


@pytest.mark.parametrize("seed", range(8))
def test_minimal_astar_expands_and_answers_as_astar_search_does(seed):
    for instance in small_instances(seed):
        problem = instance.problem
        step, node = run_to_end(astar_steps(problem, instance.of_node))
        found = minimal_astar(
            problem.initial, problem.successors, problem.goal_test, instance.of_state
        )
        assert found.expanded == step.expanded
        assert found.path == (None if node is None else node.path_states())


def test_minimal_astar_says_when_there_is_no_path():
    grid = Paths.level("3-never")
    found = minimal_astar(grid.initial, grid.successors, grid.goal_test, lambda _: 0)
    assert (found.path, found.expanded) == (None, solve(grid, "breadth-first").expanded)


def test_drawn_boards_have_the_depth_they_are_said_to_have():
    problem = EightPuzzle((1, 2, 3, 4, 5, 6, 7, 0, 8))
    levels = [[problem.goal], [problem.initial]]
    (board,) = eight_puzzles(1, 1, levels, seed=3)
    assert run_to_end(astar_steps(board.problem, board.of_node))[1].path_cost == board.optimum == 1


@pytest.mark.parametrize("exponent", [0, 0.5, 1, 1.15, 2])
def test_growth_exponent_of_a_power_is_its_exponent(exponent):
    sizes = [1_000, 20_000, 300_000]
    times = [3e-6 * size**exponent for size in sizes]
    assert growth_exponent(sizes, times) == pytest.approx(exponent)


def test_growth_exponent_of_one_size_is_an_error():
    with pytest.raises(ValueError, match="two different"):
        growth_exponent([5, 5], [1, 2])


def test_rivals_take_turns():
    turns = []
    times = interleaved({"a": lambda: turns.append("a"), "b": lambda: turns.append("b")}, 3)
    assert turns == list("ababab")
    assert [len(times[name]) for name in "ab"] == [3, 3]


def test_a_fresh_process_returns_what_the_function_returns():
    assert in_fresh_process(divmod, 7, 2) == (3, 1)


def test_the_size_of_a_state_has_its_large_numbers_in_it():
    assert state_bytes((1, 2)) + 2 * 32 == state_bytes((1001, 1002))


@pytest.mark.parametrize(
    ("measured", "bounds", "holds"),
    [
        (2, {"least": 2}, True),
        (1, {"least": 2}, False),
        (1.6, {"most": 1.6}, True),
        (1.7, {"most": 1.6}, False),
        (None, {"most": 1.6}, False),
    ],
)
def test_a_claim_holds_within_its_bound_only(measured, bounds, holds, capsys):
    assert state_claim("the claim", measured, **bounds) is holds
    assert ("NOT" in capsys.readouterr().out) is not holds


COPY = """
from heapq import heappop, heappush
from itertools import count


class Problem:
    def __init__(self, initial, goal=None):
        self.initial, self.goal = initial, goal

    def goal_test(self, state):
        return state == self.goal


class Node:
    def __init__(self, state, path_cost=0):
        self.state, self.path_cost = state, path_cost


def best_first_graph_search(problem, f):
    arrivals, heap, best, closed = count(), [], {}, set()

    def push(node):
        if node.state not in closed and f(node) < best.get(node.state, float("inf")):
            best[node.state] = f(node)
            heappush(heap, (f(node), RANK, next(arrivals), node))

    push(Node(problem.initial))
    while heap:
        node = heappop(heap)[-1]
        if node.state in closed:
            continue
        if problem.goal_test(node.state):
            return node
        closed.add(node.state)
        for action in problem.actions(node.state):
            push(Node(problem.result(node.state, action), node.path_cost + 1))


def astar_search(problem, h):
    return best_first_graph_search(problem, lambda node: node.path_cost + h(node))
"""


@pytest.mark.gate("a benchmark")
@pytest.mark.parametrize(
    ("place", "rank", "order"),
    [
        ("search.py", "0", "first in, first out"),
        ("aima/search.py", "node.state", "comparing states"),
    ],
)
def test_a_copy_of_the_textbooks_module_is_measured_in_its_own_order(
    place, rank, order, tmp_path, monkeypatch
):
    (tmp_path / place).parent.mkdir(exist_ok=True)
    (tmp_path / place).write_text(COPY.replace("RANK", rank))
    near = eight_puzzle_levels(14)
    monkeypatch.setattr("benchmarks.engine.eight_puzzle_levels", lambda: near)
    for name in ("search", "aima", "aima.search"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    arguments = ["engine", "--textbook", str(tmp_path), "--boards", "2", "--depths", "10,14"]
    output = CliRunner().invoke(run, arguments).output
    assert f"ties by {order}" in output
    assert "at least 4; measured 4: holds" in output


def test_a_folder_without_the_textbooks_module_is_told_what_was_expected(tmp_path):
    result = CliRunner().invoke(run, ["engine", "--textbook", str(tmp_path)])
    assert result.exit_code == 1
    assert "expected a copy of the textbook's repository" in result.output
    lacking = CliRunner().invoke(run, ["engine", "--section", "textbook"]).output
    assert "--section textbook needs --textbook" in lacking


def test_every_benchmark_is_listed_with_its_summary():
    listed = names()
    assert {"engine", "movix"} <= listed.keys()
    assert not {"__init__", "__main__", "measure", "runner"} & listed.keys()
    output = CliRunner().invoke(run, []).output
    assert all(name in output and summary in output for name, summary in listed.items())


@pytest.mark.parametrize("name", names())
def test_a_benchmark_shows_its_cases_and_options(name):
    pytest.importorskip("playwright") if name == "browser" else None
    shown = CliRunner().invoke(run, [name, "--help"])
    assert shown.exit_code == 0, shown.output
    cases = import_module(f"benchmarks.{name}").CASES
    assert all(f"{case}: " in shown.output for case in cases)
    assert "--section" in shown.output


def measured(**cases):
    module = ModuleType("benchmarks.one")
    module.CASES = cases
    return module


def test_the_parameters_of_cases_are_their_options(monkeypatch, tmp_path):
    seen = []

    def plain(repeats=3, sides=(9, 10), data=None):
        """Say what is given."""
        seen.append(("plain", repeats, sides, data))

    def needing(data, seed=1):
        """Need a folder."""
        seen.append(("needing", data, seed))

    monkeypatch.setitem(sys.modules, "benchmarks.one", measured(plain=plain, needing=needing))
    for arguments in (
        [],
        ["--sides", "4", "--repeats", "1"],
        ["--data", str(tmp_path), "--seed", "7"],
        ["--data", str(tmp_path), "--section", "plain"],
    ):
        command_of("one").main(arguments, standalone_mode=False)
    assert seen == [
        ("plain", 3, (9, 10), None),
        ("plain", 1, (4,), None),
        ("needing", tmp_path, 7),
        ("plain", 3, (9, 10), tmp_path),
    ]


def test_rows_are_printed_as_they_come(capsys):
    rows = Rows("board:6", "CPU s", words=1)
    assert capsys.readouterr().out.split("\n")[1:3] == ["board     CPU s", "-" * 15]
    rows.add("one", 2)
    assert capsys.readouterr().out == "one           2\n"


@pytest.mark.gate("a benchmark")
def test_peers_find_the_same_costs_on_small_boards():
    small = ["peers", "--boards", "2", "--repeats", "1"]
    sections = [f"--section={name}" for name in ("tiles", "grid", "ida")]
    result = CliRunner().invoke(run, [*small, *sections, "--sides", "30"])
    assert result.exit_code == 0, result.output
    assert "compiled over plain lines" in result.output


@pytest.mark.gate("a benchmark")
@pytest.mark.skipif(sys.platform != "linux", reason="it asks Linux for the peak of memory")
def test_trips_on_a_small_map_are_as_long_as_those_of_scipy():
    small = ["peers", "--section", "map", "--side", "20", "--trips", "9"]
    output = CliRunner().invoke(run, small).output
    assert "trips of the sample as long as scipy's: at least 5; measured 5: holds" in output


def cells(text, first):
    """Return the cells of the lines of a table that begin with a text."""
    return [line.split() for line in text.splitlines() if line.strip().startswith(f"{first} ")]


def expanded(boards, *how):
    return f"{sum(solve(board, *how).expanded for board in boards):,}"


def test_anytime_search_is_measured_on_small_boards(monkeypatch):
    boards = [Tiles.generate(seed, depth=16) for seed in (1, 2)]
    pairs = [(board, "manhattan") for board in boards]
    monkeypatch.setattr("benchmarks.made._easy_boards", lambda: pairs)
    small = ["--section", "anytime", "--side", "12", "--repeats", "1"]
    result = CliRunner().invoke(run, ["made", *small])
    assert result.exit_code == 0, result.output
    rows = cells(result.output, 1)
    assert len(rows) == 3  # of boards, of maps, of a maze
    assert rows[0][2] == expanded(boards, "anytime-astar", "manhattan")
    assert rows[0][4] == expanded(boards, "astar", "manhattan")
    assert "Korf's boards: CPU to proof of the optimum" in result.output


def test_a_bound_is_noted_when_it_is_proved():
    board = Tiles.level("15-1-easy")
    how = ("anytime-astar", heuristics.get("manhattan", board))
    at = made._progress(board, *how, (1.4, 1))
    expanded = at[1.4][1]
    assert solve(board, *how, limits=Limits(nodes=expanded)).bound <= 1.4
    assert solve(board, *how, limits=Limits(nodes=expanded - 2)).bound > 1.4
    assert at[1][1] == solve(board, *how).expanded


def test_made_heuristics_are_compared_by_what_searches_with_them_expand(capsys):
    boards = [Tiles.generate(seed, depth=10) for seed in range(3)]
    names = ("manhattan", "pattern-database(4-4)")
    made._compare("8-puzzles", boards, *names, most=1)
    told = capsys.readouterr().out
    for name in names:
        assert cells(told, name)[0][-1] == expanded(boards, "astar", name)


def test_small_movix_boards_are_solved(capsys, monkeypatch):
    size = {"size": 5, "line": 4, "pieces": "S2L1H1"}
    least = solve(MovIX.generate(1, **size)).cost
    monkeypatch.setattr("benchmarks.made.TWELVE", size)
    made.measure_movix()
    [row] = cells(capsys.readouterr().out, "1")
    assert row[1:4] == [f"{least:g}", f"{least:g}", "1.00"]


def test_an_unknown_benchmark_is_told_the_known_ones():
    result = CliRunner().invoke(run, ["engines"])
    assert result.exit_code == 2
    assert f"expected one of {', '.join(names())}" in result.output


def claiming():
    """Claim two things."""
    state_claim("a [b]", 1, least=2, unit=" s")
    state_claim("c", 3, most=4)


def test_a_benchmark_in_its_own_process_tells_what_it_claims_and_how_it_ended(monkeypatch, capfd):
    small = run_benchmark("small_one")
    assert small.failed == "ModuleNotFoundError: No module named 'benchmarks.small_one'"
    monkeypatch.setattr("benchmarks.__main__.in_fresh_process", lambda do, name: do(name))
    monkeypatch.setattr("benchmarks.runner.CLAIMS", claims := [])
    monkeypatch.setattr("benchmarks.__main__.CLAIMS", claims)
    monkeypatch.setitem(sys.modules, "benchmarks.one", measured(claiming=claiming))
    ran = run_benchmark("one")
    assert ran.claims == [
        Claim("a [b]", "at least 2 s", "1 s", False),
        Claim("c", "at most 4", "3", True),
    ]
    assert ran.failed == ""
    assert capfd.readouterr().out.count("DOES NOT HOLD") == 1


@pytest.mark.parametrize(
    ("ran", "exit_code", "shown"),
    [
        (Ran("small", [Claim("a [b]", "at most 4", "3", True)], "", 1), 0, "a [b]"),
        (Ran("small", [Claim("a", "at most 4", "5", False)], "", 1), 1, "NO"),
        (Ran("small", [], "ValueError: 2 [c]", 1), 1, "ValueError: 2 [c]"),
        (Ran("small", [], "stopped", 1), 1, "stopped"),
    ],
)
def test_all_benchmarks_end_in_a_table_of_claims(ran, exit_code, shown, monkeypatch):
    asked = []
    monkeypatch.setattr("benchmarks.__main__.run_benchmark", lambda *of: asked.append(of) or ran)
    done = CliRunner().invoke(run, ["all", "small"])
    assert (done.exit_code, len(asked)) == (exit_code, 1)
    assert shown in done.output


def test_all_benchmarks_are_those_there_are():
    done = CliRunner().invoke(run, ["all", "smal"])
    assert done.exit_code == 2
    assert "no benchmark 'smal': expected one or more of analyse" in done.output


def test_the_runs_made_up_for_a_report_are_a_whole_grid(tmp_path):
    rows = make_up(tmp_path / "store.sqlite", 1000)
    results = load(tmp_path / "store.sqlite")
    assert rows == len(results) == results.count("solved") == len(results.boards) * 17 >= 1000
    assert results.missing == 0
    assert len(set(results.boards)) == len(results.boards)
    assert results.paired == ["walls"]
