"""A student's heuristic: what is proved of it, what is counted with it, what the student reads."""

from math import nextafter

import pytest

import heuristics
from aima_search import solve
from aima_search.apps.grade.boards import AssignedBoard, least_costs
from puzzles import MovIX
from tests.aima_search.apps.grade.assignments import (
    EXPANDED,
    HONEST,
    OPTIMAL,
    PROPERTIES,
    TOP,
    ZERO,
    check,
    graded,
    graded_together,
)

pytestmark = pytest.mark.gate("sandboxes for many checks")


def test_boards_with_other_walls_have_other_costs():
    texts = ("S..../####./G....", "S..../...../G....", "....S/...../G....")
    boards = [AssignedBoard("paths", text, text) for text in texts]
    assert [least_costs(board)(board.problem().initial) for board in boards] == [10, 2, 6]


def test_an_honest_heuristic_gets_all_points(tmp_path):
    result = graded(tmp_path, HONEST, PROPERTIES, OPTIMAL)
    assert (result.outcome, result.points, result.max_points) == ("passed", 7, 7)
    assert result.findings[0].message == "proved for all states on 2-tiny"
    assert (
        result.findings[0].command == "aima-search check movix 2-tiny --heuristic heuristic.py:my_h"
    )


def test_a_heuristic_may_print_its_problem_if_the_package_is_forbidden(tmp_path):
    text = "def my_h(problem):\n    problem._repr_svg_()\n    raise ValueError(problem)\n"
    top = TOP + 'forbidden-imports = ["aima_search", "heuristics"]\n'
    message = graded(tmp_path, text, top=top).findings[0].message
    assert " ".join(str(MovIX.level("2-tiny")).split())[:50] in message


def test_a_heuristic_may_store_its_values_by_state(tmp_path):
    top = TOP.replace("movix", "tiles").replace("2-tiny", 'small-2x3", "small-3x2')
    stored = """
import heuristics
known = {}

def my_h(problem):
    h = heuristics.get("manhattan", problem)
    return lambda node: known.setdefault(node.state, h(node))
"""
    result = graded(tmp_path, stored, PROPERTIES, top=top.replace("4-jump", "8-1-easy"))
    assert (result.outcome, result.points) == ("passed", 4)


def test_what_is_counted_is_what_solve_counts(tmp_path):
    names = ["partial-alignment", "manhattan", "conflicts", "zero"]
    algorithms = ["astar", "greedy", "weighted-astar", "ida-star"]
    checks = [
        check("expanded", boards="small", algorithm=algorithm, at_most=100000, optimal=False)
        for algorithm in algorithms
    ]
    texts = [HONEST.replace("partial-alignment", name) for name in names]
    problem = MovIX.level("2-tiny")
    for name, result in zip(names, graded_together(tmp_path, texts, *checks), strict=True):
        own = heuristics.get(name, problem)
        for algorithm, finding in zip(algorithms, result.findings, strict=True):
            expected = solve(problem, algorithm, lambda node, own=own: own(node))  # not refined
            assert finding.values["expanded"] == expected.expanded, (name, algorithm)
            assert finding.values["cost"] == expected.cost, (name, algorithm)


def test_a_counterexample_is_the_smallest_and_has_a_picture(tmp_path):
    result = graded(tmp_path, "def my_h(node):\n    return 3\n")
    (finding,) = result.findings
    assert (finding.outcome, finding.points) == ("failed", 0)
    assert finding.message == ("on 2-tiny, not admissible: h = 3 and h* = 0 in the picture")
    assert "│*V*· · · │" in finding.picture
    assert finding.svg.startswith("<svg")


def test_a_mistake_is_explained_in_every_check_alike(tmp_path):
    mistakes = {
        "pass": ("failed", "h returned None (NoneType): expected a number"),
        "return 3 - node": ("raised", "line 2: TypeError: unsupported operand"),
    }
    texts = [f"def my_h(node):\n    {line}\n" for line in mistakes]
    parts = graded_together(tmp_path, texts, PROPERTIES, OPTIMAL)
    for (outcome, words), part in zip(mistakes.values(), parts, strict=True):
        assert [finding.outcome for finding in part.findings] == [outcome, outcome]
        assert all(words in finding.message for finding in part.findings)
        assert not any("CheckAborted" in finding.message for finding in part.findings)


def test_fewer_nodes_are_more_points(tmp_path):
    few, many = graded_together(tmp_path, [HONEST, ZERO], EXPANDED)
    assert (few.outcome, few.points) == ("partly", 1)
    assert (many.outcome, many.points) == ("partly", 1)
    assert few.values["expanded"] < many.values["expanded"]


def test_a_rounded_bound_is_no_node_less(tmp_path):
    n = solve(MovIX.level("2-tiny"), "astar", "zero").expanded
    bounds = nextafter(n, 0), nextafter(n - 2, 0)
    checks = [check("expanded", boards="small", at_most=most, title=str(most)) for most in bounds]
    found = graded(tmp_path, ZERO, *checks).findings
    assert [each.points for each in found] == [1, 0]
    assert f"more than {n - 2} nodes" in found[1].message


def test_expansions_below_the_cost_are_a_measure_of_a_mark(tmp_path):
    measured = {"measure": "expanded_below_cost", "relative_to": "partial-alignment"}
    checks = [
        check("expanded", boards="small", at_most=share, title=str(share), **measured)
        for share in (1.0, 0.5)
    ]
    huge = "def my_h(node):\n    return 10**6\n"
    result, blind = graded_together(tmp_path, [HONEST, huge], *checks)
    ours = solve(MovIX.level("2-tiny"), "astar", "partial-alignment").expanded_below_cost
    assert ours > 0
    assert [finding.points for finding in result.findings] == [1, 0]
    assert result.findings[0].values["expanded_below_cost"] == ours
    assert blind.points == 0  # its f is nowhere below the cost, and yet it expands all


def test_h_does_not_depend_on_the_order_of_calls_in_a_search(tmp_path):
    texts = [
        "def my_h(problem):\n    seen = {}\n"
        f"    return lambda node: seen.setdefault(node.state, {later} * bool(seen))\n"
        for later in (0, 1)
    ]
    parts = graded_together(tmp_path, texts, EXPANDED)
    words = "expected a value that depends only on the state"
    assert [words in part.findings[0].message for part in parts] == [False, True]
