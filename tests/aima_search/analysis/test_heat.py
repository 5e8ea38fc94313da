"""h against h*: the bins, and the counts next to them."""

from collections import Counter
from math import inf

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import heuristics
from aima_search import Node
from aima_search.analysis import enumerate_space
from aima_search.analysis.enumeration import enumerate_objects
from aima_search.analysis.shape import MOST_BINS, heat_map, heuristic_values
from aima_search.base.errors import HeuristicError
from puzzles import MovIX

NUMBERS = st.sampled_from([0, 1, 2, 3, 7, 100, 0.5, inf])


@given(st.lists(st.tuples(NUMBERS, NUMBERS), max_size=30))
def test_every_state_is_counted_where_it_belongs(pairs):
    heat = heat_map(np.array([h for h, _ in pairs]), np.array([exact for _, exact in pairs]))
    solvable = [(h, exact) for h, exact in pairs if exact < inf]
    expected = Counter((h // heat.width, e // heat.width) for h, e in solvable if h < inf)
    found = {
        (row, column): count
        for row, counts in enumerate(heat.counts)
        for column, count in enumerate(counts)
        if count
    }
    assert found == expected
    assert heat.exact == sum(h == exact for h, exact in solvable)
    assert heat.above == sum(h > exact for h, exact in solvable)
    assert heat.infinite == sum(h == inf for h, _ in solvable)
    assert heat.states + heat.infinite + heat.unsolvable == len(pairs)
    assert heat.detected == pairs.count((inf, inf))
    assert max(len(heat.counts), len(heat.counts[0])) <= MOST_BINS + 1


@pytest.mark.parametrize(
    ("largest", "step", "width"), [(3, 1, 1), (30, 1, 1), (31, 1, 2), (90, 1, 5), (2, 0.5, 0.1)]
)
def test_bins_are_as_narrow_as_fits(largest, step, width):
    values = np.arange(0, largest + step, step)
    assert heat_map(values, values).width == pytest.approx(width)


@pytest.mark.parametrize("enumerate_states", [enumerate_space, enumerate_objects])
@pytest.mark.parametrize("name", ["assignment", "perfect"])
def test_values_are_those_of_each_state(name, enumerate_states):
    problem = MovIX.level("7-never")
    space, h = enumerate_states(problem), heuristics.get(name, problem)
    told = []
    values = heuristic_values(space, h, told.append)
    assert values.tolist() == [h(Node(state)) for state in space.states(0, len(space))]
    assert told == [len(space)]


@pytest.mark.parametrize("value", ["x", None, float("nan")])
def test_what_is_not_a_number_is_refused(value):
    space = enumerate_space(MovIX.level("2-tiny"))
    with pytest.raises(HeuristicError, match="expected a number"):
        heuristic_values(space, lambda node: value)
