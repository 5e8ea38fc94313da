"""One rule for every seed."""

import random

import numpy
import pytest

from aima_search.algorithms.randomness import random_source, random_start
from aima_search.problem import Problem
from aima_search.textbook import NQueensProblem, PeakFindingProblem


def test_without_a_seed_the_global_generator_is_used():
    random.seed(9)
    expected = random.random()
    random.seed(9)
    assert random_source(None).random() == expected


@pytest.mark.parametrize("seed", [0, 7, "seven", numpy.int64(7)])
def test_equal_seeds_give_equal_numbers(seed):
    assert random_source(seed).random() == random_source(seed).random()


def test_a_generator_of_pythons_goes_on_from_where_it_stands():
    generator = random.Random(3)
    assert random_source(generator) is generator


def test_a_numpy_generator_is_a_seed_as_well():
    first = random_source(numpy.random.default_rng(5)).random()
    assert random_source(numpy.random.default_rng(5)).random() == first
    generator = numpy.random.default_rng(5)
    random_source(generator)
    assert random_source(generator).random() != first


def test_anything_else_is_refused():
    with pytest.raises(TypeError, match=r"seed is 1\.5"):
        random_source(1.5)


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
