"""Sorted sets of keys against Python's own sets."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from aima_search.analysis.packed_space import GrowingSet, sorted_set

SOME = st.lists(st.integers(0, 40) | st.integers(2**64 - 5, 2**64 - 1), max_size=40)


def keys(numbers):
    return np.array(numbers, dtype=np.uint64)


@given(SOME)
def test_a_sorted_set_has_every_key_once(numbers):
    assert sorted_set(keys(numbers)).tolist() == sorted(set(numbers))


@given(st.lists(SOME, max_size=12))
def test_a_growing_set_knows_what_was_added(batches):
    known, grown = set(), GrowingSet()
    for batch in batches:
        candidates = sorted_set(keys(batch))
        new = grown.without_known(candidates)
        assert new.tolist() == sorted(set(batch) - known)
        grown.add(new)
        known |= set(batch)
        assert len(grown) == len(known)
    assert grown.without_known(sorted_set(keys(list(known)))).tolist() == []
