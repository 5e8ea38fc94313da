"""The travelling salesman: a state is the path through the visited cities."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from itertools import combinations, pairwise
from typing import Any, TypeAlias

from aima_search.base.errors import InputError
from aima_search.model.problem import Problem
from aima_search.textbook.utilities import distance

City: TypeAlias = Hashable
Visited: TypeAlias = tuple[City, ...]


class TravelingSalesman(Problem):
    """Visit every city once, and return to the first city; an action is the next city.

    A state is the tuple of visited cities. ``all_cities`` maps cities to points (x, y). ``initial``
    is ``(home,)``. If ``goal`` is None, every closed tour is a goal, otherwise only ``goal``.
    """

    initial: Visited
    least_cost = 0

    def __init__(
        self,
        all_cities: Mapping[City, tuple[float, float]],
        initial: Iterable[City],
        goal: Visited | None = None,
    ) -> None:
        super().__init__(tuple(initial), goal)
        unknown = [city for city in self.initial if city not in all_cities]
        if unknown or not self.initial:
            raise InputError(
                f"initial is {self.initial}: expected one or more of the cities {list(all_cities)}"
            )
        self.all_cities = dict(all_cities)
        self.distances = self.init_distance_matrix(all_cities)
        self._mst_lengths: dict[frozenset[City], float] = {}

    def init_distance_matrix(
        self, all_cities: Mapping[City, tuple[float, float]]
    ) -> dict[City, dict[City, float]]:
        """Return the straight-line distances between all cities as a dict of dicts."""
        cities = all_cities.items()
        return {a: {b: distance(here, there) for b, there in cities} for a, here in cities}

    def get_unvisited_cities(self, state: Visited) -> list[City]:
        """Return the cities that ``state`` does not contain, in the order of ``all_cities``."""
        visited = set(state)
        return [city for city in self.all_cities if city not in visited]

    def actions(self, state: Visited) -> list[City]:
        """Return the cities to visit next: the unvisited cities or, at the end, the first city."""
        if self._is_closed(state):
            return []
        return self.get_unvisited_cities(state) or [state[0]]

    def result(self, state: Visited, action: City) -> Visited:
        """Return the path ``state`` with the city ``action`` added at its end."""
        return (*state, action)

    def goal_test(self, state: Visited) -> bool:
        """Return True if ``state`` equals ``goal`` or, if ``goal`` is None, is a closed tour."""
        return self._is_closed(state) if self.goal is None else state == self.goal

    def path_cost(self, c: float, state1: Visited, action: City, state2: Visited) -> float:
        """Return the path cost plus the distance to the next city."""
        return c + self.distances[state1[-1]][state2[-1]]

    def value(self, state: Visited) -> float:
        """Return the length of the path ``state``."""
        return sum(self.distances[a][b] for a, b in pairwise(state))

    def h(self, node: Any) -> float:
        """Return the length of a minimum spanning tree of the first, current and unvisited cities.

        The rest of the tour connects these cities, so it is at least as long as this tree, and h
        never overestimates. h is also consistent.
        """
        state = node.state
        if self._is_closed(state):
            return 0
        ends = [state[0], state[-1]]
        return self.eval_unvisited_mst_edges_sum([*ends, *self.get_unvisited_cities(state)])

    def eval_unvisited_mst_edges_sum(self, unvisited_nodes: Iterable[City]) -> float:
        """Return the length of a minimum spanning tree of the given cities; cache the result."""
        cities = frozenset(unvisited_nodes)
        if cities not in self._mst_lengths:
            self._mst_lengths[cities] = self.tsp_kruskal(cities)
        return self._mst_lengths[cities]

    def tsp_kruskal(self, unvisited_nodes: Iterable[City]) -> float:
        """Return the length of a minimum spanning tree of the cities, by Kruskal's algorithm."""
        cities, trees = list(unvisited_nodes), DisjointSets()
        for city in cities:
            trees.make_set(city)
        length = 0.0
        links = sorted(combinations(cities, 2), key=lambda link: self.distances[link[0]][link[1]])
        for a, b in links:
            if trees.find(a) != trees.find(b):
                trees.union(a, b)
                length += self.distances[a][b]
        return length

    def _is_closed(self, state: Visited) -> bool:
        return len(state) == len(self.all_cities) + 1 and state[0] == state[-1]


class DisjointSets:
    """Disjoint sets of hashable items, with the operations ``make_set``, ``union`` and ``find``.

    With path compression and union by size, operations take nearly constant time (Tarjan 1975).

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
        """Add a set that contains only ``vertex``, unless ``vertex`` is already in a set."""
        if vertex not in self._above:
            self._above[vertex] = vertex
            self._sizes[vertex] = 1

    def find(self, vertex: Any) -> Any:
        """Return the representative of the set that contains ``vertex``, or raise KeyError."""
        top = vertex
        while self._above[top] != top:
            top = self._above[top]
        while self._above[vertex] != top:
            self._above[vertex], vertex = top, self._above[vertex]
        return top

    def union(self, vertex_u: Any, vertex_v: Any) -> None:
        """Join the sets that contain the two members."""
        large, small = self.find(vertex_u), self.find(vertex_v)
        if large == small:
            return
        if self._sizes[large] < self._sizes[small]:
            large, small = small, large
        self._above[small] = large
        self._sizes[large] += self._sizes.pop(small)
