from itertools import permutations
from math import inf

from hypothesis import given
from hypothesis import strategies as st

from puzzles.assignment import least_assignment_cost


@given(
    st.integers(1, 4).flatmap(
        lambda jobs: st.lists(
            st.lists(st.sampled_from([0, 1, 1, 2, 3, 5, inf]), min_size=5, max_size=5),
            min_size=jobs,
            max_size=jobs,
        )
    )
)
def test_the_least_assignment_is_that_of_trying_all(costs):
    ways = permutations(range(5), len(costs))
    tried = min(sum(row[w] for row, w in zip(costs, way, strict=True)) for way in ways)
    assert least_assignment_cost(costs) == tried
