"""A largest b-matching of a bipartite graph whose edges are bits of an integer.

Each edge joins a group on one side (a row group) with a group on the other (a column group). A
group can be matched as often as its capacity says. Augmenting paths, breadth first, repair a
matching that has lost a few edges at the cost of a few searches.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from puzzles.bits import bits_of, places_of

Capacity: TypeAlias = Callable[[int], int]
"""The edges of a group, as an integer, to how many of them may be matched."""


class Matching:
    """The fixed part of the graph: which groups an edge joins, and which edges a group has."""

    def __init__(self, rows: Sequence[int], columns: Sequence[int]) -> None:
        """Take the groups of both sides, each as the integer of its edges (or more bits)."""
        self._rows = rows
        self._columns = columns
        self._row_of = _group_of(rows)
        self._column_of = _group_of(columns)

    def largest(self, matched: int, available: int, capacity: Capacity, most: int) -> int:
        """Return a largest matching among ``available`` edges, grown from a smaller matching.

        ``most`` ends the search early: no matching is larger. Time: edges for each edge added.
        """
        while matched.bit_count() < most:
            grown = self._augment(matched, available, capacity)
            if grown == matched:
                break
            matched = grown
        return matched

    def _augment(self, matched: int, available: int, capacity: Capacity) -> int:
        """Return a matching larger by one edge, or the same matching if there is no larger one."""
        rows, columns, row_of, column_of = self._rows, self._columns, self._row_of, self._column_of
        frontier = [
            row for row, mask in enumerate(rows) if (mask & matched).bit_count() < capacity(mask)
        ]
        edge_to_row: dict[int, int] = dict.fromkeys(frontier, 0)
        edge_to_column: dict[int, int] = {}
        unmatched = available & ~matched
        for row in frontier:  # grows while it is walked through
            edges = rows[row] & unmatched
            while edges:  # not by ``bits_of``: the first edge is often the only one that is needed
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
    """The number of the group that each bit belongs to."""
    return {place: number for number, mask in enumerate(groups) for place in places_of(mask)}
