"""Random states as starts of a search."""

import random

from aima_search.algorithms.climbing import random_start
from aima_search.model.problem import Problem
from aima_search.textbook.grids import PeakFindingProblem
from aima_search.textbook.queens import NQueensProblem


def test_a_random_start_is_the_problems_own_where_it_has_one():
    problem = PeakFindingProblem((0, 0), [[0] * 3] * 3)
    starts = {random_start(problem, random.Random(seed)).state for seed in range(100)}
    assert starts == {(x, y) for x in range(3) for y in range(3)}


def test_otherwise_it_is_where_a_walk_ends_and_the_node_remembers_the_walk():
    problem = NQueensProblem(4)
    for seed in range(20):
        node = random_start(problem, random.Random(seed))
        state = problem.initial
        for row in node.solution():
            state = problem.result(state, row)
        assert state == node.state


def test_walks_reach_states_at_even_and_odd_distances():
    class Pair(Problem):
        def actions(self, state):
            return ["cross"]

        def result(self, state, action):
            return not state

    chance = random.Random(1)
    assert {random_start(Pair(False), chance).state for _ in range(50)} == {False, True}
