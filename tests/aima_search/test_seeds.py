"""One rule for every seed."""

import random

import numpy
import pytest

from aima_search.base.seeds import random_source


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
