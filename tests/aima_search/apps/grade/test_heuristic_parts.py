"""A student's heuristic: what is proved of it, what is counted with it, what the student reads."""

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
    ZERO,
    check,
    graded,
)


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


@pytest.mark.parametrize("heuristic", ["partial-alignment", "manhattan", "conflicts", "zero"])
def test_what_is_counted_is_what_solve_counts(tmp_path, heuristic):
    algorithms = ["astar", "greedy", "weighted-astar", "ida-star"]
    checks = [
        check("expanded", boards="small", algorithm=algorithm, at_most=100000, optimal=False)
        for algorithm in algorithms
    ]
    text = HONEST.replace("partial-alignment", heuristic)
    result = graded(tmp_path, text, *checks)
    problem = MovIX.level("2-tiny")
    own = heuristics.get(heuristic, problem)
    for algorithm, finding in zip(algorithms, result.findings, strict=True):
        expected = solve(problem, algorithm, lambda node: own(node))  # not refined
        assert finding.values["expanded"] == expected.expanded, algorithm
        assert finding.values["cost"] == expected.cost, algorithm


def test_a_counterexample_is_the_smallest_and_has_a_picture(tmp_path):
    result = graded(tmp_path, "def my_h(node):\n    return 3\n")
    (finding,) = result.findings
    assert (finding.outcome, finding.points) == ("failed", 0)
    assert finding.message == ("on 2-tiny, not admissible: h = 3 and h* = 0 in the picture")
    assert "│*V*· · · │" in finding.picture
    assert finding.svg.startswith("<svg")


@pytest.mark.parametrize(
    ("text", "outcomes", "words"),
    [
        ("pass", ["failed", "failed"], "h returned None (NoneType): expected a number"),
        ("return 3 - node", ["raised", "raised"], "line 2: TypeError: unsupported operand"),
    ],
)
def test_a_mistake_is_explained_in_every_check_alike(tmp_path, text, outcomes, words):
    findings = graded(tmp_path, f"def my_h(node):\n    {text}\n", PROPERTIES, OPTIMAL).findings
    assert [finding.outcome for finding in findings] == outcomes
    assert all(words in finding.message for finding in findings)
    assert not any("Misbehaved" in finding.message for finding in findings)


def test_fewer_nodes_are_more_points(tmp_path):
    few = graded(tmp_path, HONEST, EXPANDED)
    many = graded(tmp_path, ZERO, EXPANDED)
    assert (few.outcome, few.points) == ("partly", 1)
    assert (many.outcome, many.points) == ("partly", 1)
    assert few.values["expanded"] < many.values["expanded"]


@pytest.mark.parametrize(("share", "points"), [(1.0, 1), (0.5, 0)])
def test_expansions_below_the_cost_are_a_measure_of_a_mark(tmp_path, share, points):
    measured = {"measure": "expanded_below_cost", "relative_to": "partial-alignment"}
    counted = check("expanded", boards="small", at_most=share, **measured)
    result = graded(tmp_path, HONEST, counted)
    ours = solve(MovIX.level("2-tiny"), "astar", "partial-alignment").expanded_below_cost
    assert ours > 0
    assert result.points == points
    assert points == 0 or result.values["expanded_below_cost"] == ours
    blind = graded(tmp_path, "def my_h(node):\n    return 10**6\n", counted)
    assert blind.points == 0  # its f is nowhere below the cost, and yet it expands all


@pytest.mark.parametrize("later", [0, 1])
def test_h_does_not_depend_on_the_order_of_calls_in_a_search(tmp_path, later):
    text = (
        "def my_h(problem):\n    seen = {}\n"
        f"    return lambda node: seen.setdefault(node.state, {later} * bool(seen))\n"
    )
    [finding] = graded(tmp_path, text, EXPANDED).findings
    assert ("expected a value that depends only on the state" in finding.message) == bool(later)
