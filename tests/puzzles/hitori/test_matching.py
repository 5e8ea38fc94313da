from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from puzzles.hitori.matching import Matching


@given(st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3)), unique=True, max_size=9))
def test_a_matching_is_as_large_as_the_largest_of_all(edges: list[tuple[int, int]]) -> None:
    rows = [sum(1 << i for i, (row, _) in enumerate(edges) if row == r) for r in range(4)]
    columns = [sum(1 << i for i, (_, column) in enumerate(edges) if column == c) for c in range(4)]

    def capacity(mask: int) -> int:
        return mask.bit_count() - 1

    def is_matching(chosen: int) -> bool:
        masks = [mask for mask in (*rows, *columns) if mask]
        return all((mask & chosen).bit_count() <= capacity(mask) for mask in masks)

    everything = (1 << len(edges)) - 1
    largest = max(s.bit_count() for s in range(everything + 1) if is_matching(s))
    matching = Matching(rows, columns)
    for start in (0, matching.largest(0, everything, capacity, 1)):
        found = matching.largest(start, everything, capacity, len(edges))
        assert is_matching(found)
        assert found.bit_count() == largest
