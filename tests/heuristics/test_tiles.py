"""Heuristics for tiles: values counted by hand, and against plain oracles."""

from itertools import permutations

import pytest

import heuristics
from aima_search import Node, check_heuristic, solve
from puzzles import Tiles

OWN = ["misplaced", "manhattan", "gaschnig", "linear-conflict", "linear-conflict-last-moves"]


def value(name, board, goal="last"):
    problem = Tiles(board, goal)
    return heuristics.get(name, problem)(Node(problem.initial))


def test_the_textbooks_example_has_the_textbooks_values():
    """AIMA, figure 3.25: h1 is 8, h2 is 18, the solution takes 26 moves."""
    assert value("misplaced", "724/506/831", "first") == 8
    assert value("manhattan", "724/506/831", "first") == 18


@pytest.mark.parametrize(
    ("board", "extra"),
    [
        ("123/456/780", 0),
        ("213/456/780", 2),  # 2 and 1 in their row
        ("321/456/780", 4),  # 3, 2 and 1: two of them have to leave
        ("312/456/780", 2),  # 3 alone
        ("423/156/780", 2),  # 4 and 1 in their column
        ("143/256/780", 0),  # 4 and 2 are in each other's lines
        ("231/546/780", 4),
        ("132/465/780", 4),
    ],
)
def test_linear_conflicts_counted_by_hand(board, extra):
    assert value("linear-conflict", board) == value("manhattan", board) + extra


@pytest.mark.parametrize(
    ("board", "extra"),
    [
        ("123/456/780", 0),  # the goal
        ("123/450/786", 0),  # 6 lies where the blank belongs: it moves last
        ("123/456/708", 0),  # so does 8
        ("023/156/478", 0),  # 8 comes home from there
        ("823/456/710", 2),  # 8 has no way over there that is short, and 6 is home
        ("123/640/785", 0),  # the conflict of 6 with 4 may be the same two moves
    ],
)
def test_last_moves_counted_by_hand(board, extra):
    more = value("linear-conflict-last-moves", board) - value("linear-conflict", board)
    assert more == extra


def fewest_jumps(goal):
    """The cost from every order of tiles if any tile may jump to the blank, by trying all."""
    cost, layer = {goal: 0}, [goal]
    while layer:
        after = []
        for state in layer:
            blank = state.index(0)
            for square, tile in enumerate(state):
                jumped = list(state)
                jumped[blank], jumped[square] = tile, 0
                if tuple(jumped) not in cost:
                    cost[tuple(jumped)] = cost[state] + 1
                    after.append(tuple(jumped))
        layer = after
    return cost


@pytest.mark.parametrize("goal", ["last", "first", "35/04/21"])
def test_gaschnigs_heuristic_is_the_exact_cost_of_jumps(goal):
    problem = Tiles("12/34/50", goal)
    h, cost = heuristics.get("gaschnig", problem), fewest_jumps(problem.goal)
    for state in permutations(range(6)):
        assert h(Node(state)) == cost[state]


@pytest.mark.parametrize("name", OWN)
@pytest.mark.parametrize("goal", ["last", "first", "312/405", "120/345"])
def test_facts_hold_wherever_the_blank_belongs(name, goal):
    report = check_heuristic(Tiles("451/230", goal), name)
    assert report.complete
    assert report.admissible
    assert report.consistent
    assert report.zero_at_goals


def test_each_expands_no_more_than_the_one_it_dominates():
    problem = Tiles("724/506/831")
    counts = [solve(problem, heuristic=name).expanded_below_cost for name in ("zero", *OWN[:2])]
    counts += [solve(problem, heuristic=name).expanded_below_cost for name in OWN[3:]]
    assert counts == sorted(counts, reverse=True)
