"""A largest b-matching of a bipartite graph whose edges are bits of an integer.

Each edge joins a group on one side (a row group) with a group on the other (a column group). The
capacity of a group is its largest number of matched edges. If a matching loses a few edges, a few
breadth-first searches for augmenting paths make it a largest matching again.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from puzzles.bits import bits_of, places_of

Capacity: TypeAlias = Callable[[int], int]
"""A function from the edges of a group, as an integer, to the capacity of the group."""


class Matching:
    """The fixed part of the graph: the groups of every edge, and the edges of every group."""

    def __init__(self, rows: Sequence[int], columns: Sequence[int]) -> None:
        """Take the groups of both sides, each an integer of its edges; other bits are ignored."""
        self._rows = rows
        self._columns = columns
        self._row_of = _group_of(rows)
        self._column_of = _group_of(columns)

    def largest(self, matched: int, available: int, capacity: Capacity, most: int) -> int:
        """Return a largest matching among ``available`` edges, grown from a smaller matching.

        ``most``: an upper bound on its size, which ends the search early. Takes time proportional
        to the number of edges for each edge that is added.
        """
        while matched.bit_count() < most:
            grown = self._augment(matched, available, capacity)
            if grown == matched:
                break
            matched = grown
        return matched

    def _augment(self, matched: int, available: int, capacity: Capacity) -> int:
        """Return a matching with one more edge, or the same matching if there is no larger one."""
        rows, columns, row_of, column_of = self._rows, self._columns, self._row_of, self._column_of
        frontier = [
            row for row, mask in enumerate(rows) if (mask & matched).bit_count() < capacity(mask)
        ]
        edge_to_row: dict[int, int] = dict.fromkeys(frontier, 0)
        edge_to_column: dict[int, int] = {}
        unmatched = available & ~matched
        for row in frontier:  # the list grows during the loop
            edges = rows[row] & unmatched
            while edges:  # not ``bits_of``: often only the first edge is needed
                edge = edges & -edges
                edges ^= edge
                column = column_of[edge.bit_length() - 1]
                if column in edge_to_column:
                    continue
                edge_to_column[column] = edge
                mask = columns[column]
                back = mask & matched
                if back.bit_count() < capacity(mask):
                    while edge:
                        matched ^= edge
                        edge = edge_to_row[row_of[edge.bit_length() - 1]]
                        if edge:
                            matched ^= edge
                            edge = edge_to_column[column_of[edge.bit_length() - 1]]
                    return matched
                for matched_edge in bits_of(back):
                    other = row_of[matched_edge.bit_length() - 1]
                    if other not in edge_to_row:
                        edge_to_row[other] = matched_edge
                        frontier.append(other)
        return matched


def _group_of(groups: Sequence[int]) -> dict[int, int]:
    """Return, for every bit, the number of its group."""
    return {place: number for number, mask in enumerate(groups) for place in places_of(mask)}
