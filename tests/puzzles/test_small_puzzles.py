"""Pancakes, jugs, missionaries: rules and heuristics against counting by other means."""

from itertools import permutations, product
from math import inf

import pytest

import heuristics
from aima_search import Node, SearchError, solve
from aima_search.base.errors import BoardError
from aima_search.search import PourProblem
from puzzles import Jugs, Missionaries, Pancakes


def distances_from(problem, start):
    """The cost from a state to every other, layer by layer; of actions that can be taken back."""
    cost, layer = {start: 0}, [start]
    while layer:
        after = []
        for state in layer:
            for action in problem.actions(state):
                there = problem.result(state, action)
                if there not in cost:
                    cost[there] = cost[state] + 1
                    after.append(there)
        layer = after
    return cost


def test_pancakes_take_as_many_turns_as_are_published():
    """The pancake numbers of 1 to 6: 0, 1, 3, 4, 5, 7."""
    most = []
    for size in range(1, 7):
        problem = Pancakes(list(range(1, size + 1)))
        exact = distances_from(problem, problem.initial)
        assert set(exact) == set(permutations(range(1, size + 1)))
        most.append(max(exact.values()))
        h = heuristics.get("gap", problem)
        assert all(h(Node(state)) <= far for state, far in exact.items())
        for action, after, _ in problem.successors(problem.initial):
            assert after == problem.result(problem.initial, action)
    assert most == [0, 1, 3, 4, 5, 7]


def test_gaps_counted_by_hand():
    problem = Pancakes("3,1,4,2")
    assert heuristics.get("gap", problem)(Node(problem.initial)) == 4
    assert heuristics.get("gap", problem)(Node((1, 2, 3, 4))) == 0


@pytest.mark.parametrize("capacities", [(3, 5), (4, 6), (2, 9), (3, 6, 7)])
def test_jugs_are_hopeless_exactly_if_nothing_leads_to_the_litres(capacities):
    for wanted in range(max(capacities) + 2):
        problem = Jugs(f"{','.join(map(str, capacities))}>{wanted}")
        reached = distances_from(problem, problem.initial)
        is_there = any(wanted in state for state in reached)
        assert bool(problem.hopeless()) == (not is_there)
        if is_there:
            least = min(cost for state, cost in reached.items() if wanted in state)
            theirs = PourProblem(None, {wanted}, capacities)
            assert solve(problem).cost == solve(theirs, "breadth-first").cost == least


def test_a_river_is_crossed_as_often_as_is_known():
    """Three and three in a boat for two take 11 crossings, five and five in one for three 11."""
    assert solve(Missionaries("3,3,2")).cost == 11
    assert solve(Missionaries("5,5,3")).cost == 11
    assert solve(Missionaries("4,4,2")).status == "no-solution"
    assert solve(Missionaries("6,6,3")).status == "no-solution"


def test_crossings_are_never_too_many():
    for most, boat in product(range(1, 6), range(1, 5)):
        problem = Missionaries(f"{most},{most - 1},{boat}")
        exact = distances_from(problem, problem.goal)
        h = heuristics.get("crossings", problem)
        assert all(h(Node(state)) <= far for state, far in exact.items())
        assert h(Node(problem.goal)) == 0
        assert (solve(problem).cost or inf) == exact.get(problem.initial, inf)
    alone = Missionaries("2,0,1")
    assert heuristics.get("crossings", alone)(Node(alone.initial)) == inf


def test_nobody_is_eaten_and_the_boat_is_not_empty():
    problem = Missionaries("3,3,2")
    assert [str(action) for action in problem.actions(problem.initial)] == [
        "0 M, 1 C",
        "0 M, 2 C",
        "1 M, 1 C",
    ]
    for state in distances_from(problem, problem.initial):
        for bank in ((state[0], state[1]), (3 - state[0], 3 - state[1])):
            assert bank[0] == 0 or bank[0] >= bank[1]


@pytest.mark.parametrize(
    ("puzzle", "text", "complaint"),
    [
        (Pancakes, "1,2,2", "place 3: found size 2, expected each size from 1 to 3 exactly once"),
        (Pancakes, "1,2,4", "place 3: found size 4"),
        (Pancakes, "1,x", "found 'x', expected sizes"),
        (Pancakes, "", "found ''"),
        (Pancakes, ",".join(map(str, range(1, 52))), "stack of 51"),
        (Jugs, "3,5", "expected the capacities and the wanted litres"),
        (Jugs, "0,5>4", "expected 1 to 6 positive capacities"),
        (Jugs, "3,5>1001", "at most 1000 litres"),
        (Jugs, "3,5>4 from 0", "1 levels for 2 jugs"),
        (Jugs, "3,5>4 from 4,0", "expected a level from 0 to 3"),
        (Missionaries, "3,3", "expected the numbers of missionaries, cannibals and places"),
        (Missionaries, "3,4,2", "more cannibals than missionaries"),
        (Missionaries, "3,3,0", "1 to 50 places"),
        (Missionaries, "51,0,2", "at most 50 missionaries"),
    ],
)
def test_a_fault_in_a_text_is_told(puzzle, text, complaint):
    with pytest.raises(SearchError, match=complaint):
        puzzle.parse(text)


@pytest.mark.parametrize(
    ("puzzle", "options"),
    [
        (Pancakes, {"pancakes": 51}),
        (Jugs, {"jugs": 7}),
        (Jugs, {"jugs": 3, "litres": 2}),
        (Missionaries, {"people": 0}),
        (Missionaries, {"boat": 1}),
    ],
)
def test_options_that_nothing_fits_are_refused(puzzle, options):
    with pytest.raises(SearchError, match="expected"):
        puzzle.generate(1, **options)


def test_jugs_of_a_seed_can_be_measured_with():
    for seed in range(20):
        assert not Jugs.generate(seed, jugs=2 + seed % 3).hopeless()


def test_a_river_needs_somebody_to_bring_across():
    with pytest.raises(BoardError, match="at least one missionary or cannibal"):
        Missionaries("0,0,2")
    assert Missionaries("0,1,2").initial.cannibals == 1
