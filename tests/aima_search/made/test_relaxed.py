"""Relaxed problems: the heuristics that people found by hand are their exact costs."""

import itertools
import random
from dataclasses import replace

import pytest

import heuristics
from aima_search import check_heuristic, check_problem, solve
from aima_search.base.errors import NotApplicable, UnknownName
from aima_search.made.abstractions import searched_table
from aima_search.model.contract import Abstraction
from aima_search.model.problem import Node
from aima_search.search import EightPuzzle
from puzzles import Jugs, Missionaries, MovIX, Tiles
from tests.specimens import Journey

BY_HAND = [
    (Tiles("867/254/301"), "relaxed", "manhattan", 100),
    (Tiles("867/254/301"), "relaxed(adjacent)", "gaschnig", 20),
    (Tiles("125/034"), "relaxed(adjacent)", "gaschnig", 100),
    (Tiles("867/254/301"), "relaxed(blank, adjacent)", "misplaced", 100),
    (Missionaries("5,4,3"), "relaxed", "crossings", 50),
    (MovIX.level("2-tiny"), "relaxed(others)", "assignment", 10),
    (MovIX.level("3-walls"), "relaxed", "assignment", 5),
]


def walk(problem, count):
    """Yield nodes of states on a random walk."""
    chance, state = random.Random(1), problem.initial
    for _ in range(count):
        yield Node(state)
        state = problem.result(state, chance.choice(list(problem.actions(state))))


@pytest.mark.parametrize(("problem", "made", "by_hand", "count"), BY_HAND)
def test_a_heuristic_by_hand_is_the_exact_cost_without_a_rule(problem, made, by_hand, count):
    relaxed, known = (heuristics.get(name, problem) for name in (made, by_hand))
    for node in walk(problem, count):
        assert relaxed(node) == pytest.approx(known(node)), node
    assert (relaxed.facts.admissible, relaxed.facts.consistent) == (True, True)


@pytest.mark.parametrize("name", ["relaxed(blank)", "relaxed(adjacent)", "relaxed(adjacent,blank)"])
def test_it_is_admissible_and_consistent(name):
    report = check_heuristic(Tiles("125/034"), name)
    assert (report.admissible, report.consistent, report.complete) == (True, True, True)


class Roads(Journey):
    """Random roads; without the rule "tolls" a road costs what is left of it."""

    rules_to_drop = ("tolls",)

    def __init__(self, roads, tolls):
        super().__init__(roads, 0, 7)
        self.free = {
            place: {
                other: max(cost - tolls.get((place, other), 0), 0) for other, cost in to.items()
            }
            for place, to in roads.items()
        }

    def relaxed(self, *rules):
        problem = Journey(self.free, self.initial, self.goal)
        return [Abstraction(problem, lambda place: place, "free roads", 10**9)]  # searched for


def random_roads(seed):
    chance = random.Random(seed)
    roads = {
        place: {other: chance.randint(0, 9) for other in chance.sample(range(8), 2)}
        for place in range(8)
    }
    pairs = [(place, other) for place, to in roads.items() for other in to]
    return Roads(roads, {pair: chance.randint(0, 5) for pair in pairs})


def test_searches_with_a_memory_find_the_exact_costs():
    for seed in range(60):
        problem = random_roads(seed)
        assert check_problem(problem).ok
        table = searched_table(problem.relaxed()[0]).cost
        for place in random.Random(seed).sample(range(8), 8):  # in any order
            problem.initial = place
            cost = solve(problem.relaxed()[0].problem, "uniform-cost").cost
            assert table(place) == (float("inf") if cost is None else cost), (seed, place)


def test_an_h_that_is_not_consistent_guides_the_searches_to_the_exact_costs():
    for seed in range(60):
        problem, chance = random_roads(seed), random.Random(seed)
        exact = searched_table(problem.relaxed()[0]).cost
        costs = {place: exact(place) for place in range(8)}
        guided = Journey(problem.free, 0, 7, {p: chance.random() * c for p, c in costs.items()})
        table = searched_table(Abstraction(guided, lambda place: place, "guided", 10**9)).cost
        for place in chance.sample(range(8), 8):
            assert table(place) == costs[place], (seed, place)


def test_what_was_found_makes_later_searches_short():
    board = Tiles("867/254/301")
    [part] = board.relaxed("adjacent")
    asked = []

    class Noting(type(part.problem)):
        def successors(self, state):
            asked.append(state)
            return super().successors(state)

    part = replace(part, problem=Noting(part.problem.initial, part.problem.goal))
    table, states = searched_table(part).cost, [node.state for node in walk(board, 12)]
    values = [table(state) for state in states]
    with_memory = len(asked)
    assert [table(state) for state in states] == values
    assert len(asked) == with_memory
    assert [searched_table(part).cost(state) for state in states] == values
    assert len(asked) > 2 * with_memory


def test_a_road_that_costs_more_without_tolls_is_found_out():
    class Dearer(Roads):
        def relaxed(self, *rules):
            roads = {p: {o: c + 1 for o, c in to.items()} for p, to in self.roads.items()}
            return [Abstraction(Journey(roads, 0, 7), lambda place: place, "", 8)]

    report = check_problem(Dearer({0: {7: 2}, 7: {}}, {}))
    assert report.faults == {
        "relaxations-follow": (
            "without tolls, part 1: the action 7 in 0 costs 2, but its image costs 3"
        )
    }


def test_every_puzzle_keeps_its_promise_for_every_rule():
    for problem in [EightPuzzle((1, 2, 3, 4, 5, 6, 0, 7, 8)), *(one for one, *_ in BY_HAND)]:
        report = check_problem(problem, states=60)
        assert report.ok, str(report)


def test_a_problem_without_the_rule_is_an_error():
    with pytest.raises(NotApplicable, match=r"Jugs needs a method relaxed\(\*rules\)"):
        heuristics.get("relaxed", Jugs.level())
    with pytest.raises(UnknownName, match=r"unknown rule to drop 'blnk'.*blank"):
        heuristics.get("relaxed(blnk)", Tiles("867/254/301"))


def test_all_states_of_a_small_board_by_a_search_and_by_the_space():
    [part] = Tiles("125/034").relaxed("adjacent")
    searched = searched_table(part).cost
    covered = heuristics.get("relaxed(adjacent)", Tiles("125/034"))
    for state in itertools.islice(itertools.permutations(range(6)), 0, None, 7):
        assert searched(state) == covered(Node(state))
