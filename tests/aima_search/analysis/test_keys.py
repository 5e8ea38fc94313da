"""Sorted sets of keys against Python's own sets."""

from collections import Counter

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from aima_search.analysis.arrays import GrowingSet, is_in, places_of, sorted_set, sums_of_equal

SOME = st.lists(st.integers(0, 40) | st.integers(2**64 - 5, 2**64 - 1), max_size=40)


def keys(numbers):
    return np.array(numbers, dtype=np.uint64)


@given(SOME)
def test_a_sorted_set_has_every_key_once(numbers):
    assert sorted_set(keys(numbers)).tolist() == sorted(set(numbers))


@given(SOME, st.data())
def test_equal_keys_add_up(numbers, data):
    times = data.draw(st.lists(st.integers(0, 9), min_size=len(numbers), max_size=len(numbers)))
    total = Counter()
    for number, count in zip(numbers, times, strict=True):
        total[number] += count
    found, sums = sums_of_equal(keys(numbers), keys(times))
    assert dict(zip(found.tolist(), sums.tolist(), strict=True)) == dict(total)
    assert found.tolist() == sorted(total)


@given(SOME, SOME)
def test_membership_is_that_of_a_set(numbers, others):
    within = sorted_set(keys(others))
    assert is_in(keys(numbers), within).tolist() == [one in others for one in numbers]
    assert within[places_of(within, within)].tolist() == within.tolist()


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
    if batches:
        assert grown.take_all().tolist() == sorted(known)
        assert len(grown) == len(known)
