"""The table of a packed search finds what a dictionary finds, through every growth."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from aima_search.algorithms.packed.states import States
from tests.examples import examples

KEYS = st.one_of(st.integers(0, 20), st.integers(0, 2**64 - 1))


@given(st.lists(st.lists(KEYS, max_size=30), max_size=8))
def test_rows_are_given_in_the_order_of_discovery_and_found_again(parts):
    states, known = States(), {}
    for part in parts:
        expected_new = []
        for place, key in enumerate(part):
            if key not in known:
                known[key] = len(known)
                expected_new.append(place)
        found = states.find_or_add(np.array(part, dtype=np.uint64))
        assert found.rows.tolist() == [known[key] for key in part]
        assert found.new.tolist() == expected_new
        assert len(states) == len(known)
        assert states.key[: len(states)].tolist() == list(known)


@examples(5)
@given(st.integers(0, 2**32), st.sampled_from([1, 2**32, 2**40 + 1]))
def test_many_keys_are_found_through_growth_whatever_their_pattern(seed, stride):
    rng = np.random.default_rng(seed)
    states, known = States(), {}
    for _ in range(12):
        part = rng.integers(0, 20_000, 3000).astype(np.uint64) * np.uint64(stride)
        for key in part.tolist():
            known.setdefault(key, len(known))
        assert states.find_or_add(part).rows.tolist() == [known[key] for key in part.tolist()]
    assert len(states) == len(known) > 2**13


def test_what_is_set_on_rows_survives_growth():
    states = States()
    for start in range(0, 100_000, 10_000):
        rows = states.find_or_add(np.arange(start, start + 10_000, dtype=np.uint64)).rows
        states.g[rows], states.parent[rows] = rows * 0.5, rows - 1
    size = len(states)
    assert (states.g[:size] == np.arange(size) * 0.5).all()
    assert (states.parent[:size] == np.arange(size) - 1).all()
    assert states.bytes < 40 * size
