"""The frontier of a packed search gives its rows out by f, of equal f the highest g first."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from aima_search.algorithms.packed.frontier import Frontier

NUMBERS = st.one_of(
    st.integers(-3, 5), st.sampled_from([0.25, 0.5, 0.1 + 0.2, 0.3, 1e300, -1e300, 2.0**53])
)


@given(st.lists(st.lists(st.tuples(NUMBERS, NUMBERS), max_size=12)), st.integers(1, 9))
def test_batches_are_of_one_f_the_lowest_from_the_highest_g_down(pushed, most):
    frontier, waiting, count = Frontier(), [], 0
    for part in pushed:
        rows = np.arange(count, count + len(part), dtype=np.int32)
        count += len(part)
        f = np.array([one[0] for one in part], dtype=float)
        g = np.array([one[1] for one in part], dtype=float)
        frontier.push(rows, f, g)
        waiting += zip(f.tolist(), (-g).tolist(), rows.tolist(), strict=True)
        assert frontier.bytes == 4 * len(waiting)
        waiting = take_and_compare(frontier, waiting, most)
    while waiting:
        waiting = take_and_compare(frontier, waiting, most)
    assert frontier.lowest() is None
    rows, g = frontier.take(most)
    assert len(rows) == len(g) == 0


def take_and_compare(frontier, waiting, most):
    """Take a batch, hold it against a sorted list, and return what must be left."""
    lowest = min((one[0] for one in waiting), default=None)
    assert frontier.lowest() == lowest
    rows, g = frontier.take(most)
    expected = sorted(one for one in waiting if one[0] == lowest)[:most]
    assert g.tolist() == [-one[1] for one in expected]
    taken = {one[2]: one for one in waiting if one[2] in set(rows.tolist())}
    assert len(taken) == len(rows) == len(expected)
    assert [taken[row][:2] for row in rows.tolist()] == [one[:2] for one in expected]
    return [one for one in waiting if one[2] not in taken]
