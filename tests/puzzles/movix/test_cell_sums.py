"""Sums over the cells of masks, held against counting them one by one."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from puzzles.bits import mask_of, places_of
from puzzles.movix.subsets import CellSums, MostOnLines

MASKS = st.lists(st.integers(0, 2**64 - 1), max_size=5)
CELLS = st.lists(st.integers(0, 63), unique=True, max_size=9)


@given(MASKS, st.lists(st.tuples(st.integers(-9, 9), st.sampled_from([0.0, 0.5, 2])), min_size=64))
def test_sums_are_those_of_the_cells(masks, of_cells):
    sums = CellSums(np.array(of_cells[:64], dtype=float))(np.array(masks, dtype=np.uint64))
    assert sums.tolist() == [
        [sum(of_cells[place][column] for place in places_of(mask)) for column in range(2)]
        for mask in masks
    ]


@given(MASKS, st.lists(CELLS, max_size=20))
def test_the_fullest_line_is_found(masks, lines):
    most = MostOnLines([mask_of(line) for line in lines])(np.array(masks, dtype=np.uint64))
    assert most.tolist() == [
        max([len(set(line) & set(places_of(mask))) for line in lines], default=-np.inf)
        for mask in masks
    ]


def test_sixty_four_cells_are_a_line():
    assert MostOnLines([2**64 - 1])(np.array([2**64 - 1], dtype=np.uint64)).tolist() == [64]
