"""Sets that are joined and never taken apart; each is known by one of its members."""

from __future__ import annotations

from typing import Any


class DisjointSets:
    """Disjoint sets of hashable things: ``make_set``, ``union``, ``find``.

    Finding shortens the way for the next time, so that many operations take nearly constant
    time each (Tarjan 1975).

    >>> sets = DisjointSets()
    >>> for letter in "abc":
    ...     sets.make_set(letter)
    >>> sets.union("a", "b")
    >>> sets.find("a") == sets.find("b"), sets.find("a") == sets.find("c")
    (True, False)
    """

    def __init__(self) -> None:
        self._above: dict[Any, Any] = {}
        self._sizes: dict[Any, int] = {}

    def make_set(self, vertex: Any) -> None:
        """Add a set with one member; nothing happens if it is a member already."""
        if vertex not in self._above:
            self._above[vertex] = vertex
            self._sizes[vertex] = 1

    def find(self, vertex: Any) -> Any:
        """Return the member by which the set of ``vertex`` is known; KeyError if it has no set."""
        top = vertex
        while self._above[top] != top:
            top = self._above[top]
        while self._above[vertex] != top:
            self._above[vertex], vertex = top, self._above[vertex]
        return top

    def union(self, vertex_u: Any, vertex_v: Any) -> None:
        """Join the sets of two members."""
        large, small = self.find(vertex_u), self.find(vertex_v)
        if large == small:
            return
        if self._sizes[large] < self._sizes[small]:
            large, small = small, large
        self._above[small] = large
        self._sizes[large] += self._sizes.pop(small)
