"""Sets of cells as numbers: every set has its own, in the order of the number system."""

from functools import cache
from itertools import combinations
from math import comb

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzles.movix.packed import SubsetNumbering, subsets_of
from tests.examples import examples

large = cache(SubsetNumbering)


def mask_of(cells):
    return sum(1 << cell for cell in cells)


@pytest.mark.parametrize(("cells", "size"), [(1, 1), (5, 2), (13, 3), (9, 9), (25, 4), (64, 2)])
def test_masks_in_order_have_the_ranks_in_order(cells, size):
    masks = sorted(mask_of(chosen) for chosen in combinations(range(cells), size))
    subsets = SubsetNumbering(cells, size)
    words = np.array(masks, dtype=np.uint64)
    assert subsets.number == len(masks)
    assert subsets.rank(words).tolist() == list(range(len(masks)))
    assert subsets.mask(np.arange(len(masks), dtype=np.uint64)).tolist() == masks


@examples(50)
@given(st.sampled_from([(64, 12), (49, 11), (36, 7)]), st.data())
def test_ranks_of_large_boards_are_those_of_the_formula(sizes, data):
    cells, size = sizes
    drawn = st.permutations(range(cells)).map(lambda order: order[:size])
    chosen = data.draw(st.lists(drawn, min_size=1, max_size=3))
    subsets = large(cells, size)
    words = np.array([mask_of(one) for one in chosen], dtype=np.uint64)
    ranks = [sum(comb(cell, place) for place, cell in enumerate(sorted(one), 1)) for one in chosen]
    assert subsets.rank(words).tolist() == ranks
    assert subsets.mask(np.array(ranks, dtype=np.uint64)).tolist() == words.tolist()


def test_the_tables_of_one_size_are_made_once():
    assert subsets_of(9, 2) is subsets_of(9, 2)
    assert (subsets_of(9, 2).number, subsets_of(9, 3).number) == (36, 84)


@pytest.mark.parametrize(("cells", "size"), [(65, 1), (64, 20)])
def test_too_many_sets_are_refused(cells, size):
    with pytest.raises(ValueError, match="expected at most 64 cells"):
        SubsetNumbering(cells, size)
