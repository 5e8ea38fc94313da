"""The first errors that a newcomer meets say what to write instead."""

import subprocess
import sys

import pytest

import heuristics
from aima_search import Limits, SearchError, compare, solve
from aima_search.base.errors import MissingExtra
from aima_search.base.extras import require
from aima_search.runs.attempt import describe
from aima_search.search import and_or_graph_search
from tests.aima_search.checks.mistakes import Ladder
from tests.specimens import Chain


def test_the_error_of_a_problem_without_h_explains_how_to_pass_h():
    class Blind(Ladder):
        h = None

    with pytest.raises(SearchError, match="or pass h, as in solve"):
        solve(Blind())


def test_a_function_in_the_place_of_the_algorithm_is_the_heuristic_with_a_hint():
    with pytest.warns(UserWarning, match="write heuristic=h"):
        result = solve(Chain(3), lambda node: 3 - node.state)
    assert (result.algorithm, result.expanded) == ("astar", 3)
    with pytest.raises(SearchError, match="expected a name, such as 'astar'"):
        solve(Chain(3), len, "problem.h")


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        *(("bfs", "breadth-first"), ("DFS", "depth-first"), ("ucs", "uniform-cost")),
        *(("A*", "astar"), ("dijkstra", "uniform-cost"), ("IDA*", "ida-star")),
        *(("greedy_best_first", "greedy"), ("Simulated-Annealing", "annealing")),
    ],
)
def test_the_usual_names_of_algorithms_are_known(name, meant):
    with pytest.raises(LookupError, match=f"did you mean '{meant}'"):
        solve(Chain(3), name)


def test_the_name_of_a_puzzle_is_no_problem():
    for ask in (compare, solve):
        with pytest.raises(SearchError, match=r"expected a problem, such as MovIX\.level"):
            ask("movix")
    with pytest.raises(SearchError, match=r"heuristics.get\('conflicts', problem\)"):
        heuristics.get("conflicts")


def test_an_installed_package_that_fails_to_import_is_named_with_the_reason(tmp_path, monkeypatch):
    (tmp_path / "broken_package.py").write_text("raise ImportError('numpy is too new')")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(MissingExtra, match=r"cannot be imported \(ImportError: numpy is too new"):
        require("broken_package", "plot")


def test_a_place_that_is_in_the_text_is_not_repeated(tmp_path, monkeypatch):
    monkeypatch.setattr("aima_search.runs.attempt.place_in_user_file", lambda error: "a.py, line 2")
    assert describe(ValueError("a.py, line 2: no")) == "ValueError: a.py, line 2: no"
    assert describe(ValueError("no")) == "a.py, line 2: ValueError: no"


def test_a_file_that_hides_a_module_of_python_is_named(tmp_path):
    (tmp_path / "random.py").write_text("")
    script = tmp_path / "script.py"
    script.write_text("from aima_search import solve")
    run = subprocess.run([sys.executable, script], capture_output=True, text=True, check=False)
    assert "random.py: rename your file" in run.stderr


def test_a_walk_between_states_without_a_distance_finds_the_goal():
    class Free(Ladder):
        def path_cost(self, c, state1, action, state2):
            return c

    result = solve(Free(0, 6), "lrta-star", limits=Limits(nodes=500))
    assert (result.status, result.cost) == ("solved", 0)


def test_a_plan_that_was_found_is_found_once():
    class Layers(Ladder):
        calls = 0

        def actions(self, state):
            return ["on"]

        def result(self, state, action):
            type(self).calls += 1
            layer = state[0] + 1
            return [(layer, "left"), (layer, "right")]

        def goal_test(self, state):
            return state[0] == 14

    plan = and_or_graph_search(Layers((0, "left")))
    assert Layers.calls == 1 + 2 * 13
    for _ in range(14):
        action, outcomes = plan
        assert action == "on"
        plan = outcomes[max(outcomes)]
    assert plan == []
