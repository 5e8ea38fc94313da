"""The travelling salesman by paths: from city to city, each once, and home (for A*).

A state is the tuple of the cities visited, the first of them home. The tours of ``TourProblem``
are for local search.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from itertools import combinations, pairwise
from typing import Any, TypeAlias

from aima_search.base.errors import InputError
from aima_search.model.problem import Problem
from aima_search.textbook.sets import DisjointSets
from aima_search.textbook.utilities import distance

City: TypeAlias = Hashable
Visited: TypeAlias = tuple[City, ...]


class TravelingSalesman(Problem):
    """Visit every city once and come home; an action is the city to go to.

    ``all_cities`` maps cities to points (x, y); ``initial`` is the way so far, ``(home,)``. With
    a ``goal`` that state alone is the goal, otherwise every closed tour.
    """

    initial: Visited

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
                f"initial is {self.initial}: expected the cities visited so far, home first,"
                f" out of {list(all_cities)}"
            )
        self.all_cities = dict(all_cities)
        self.distances = self.init_distance_matrix(all_cities)
        self._mst_lengths: dict[frozenset[City], float] = {}

    def init_distance_matrix(
        self, all_cities: Mapping[City, tuple[float, float]]
    ) -> dict[City, dict[City, float]]:
        """Return the straight-line distances as a dict of dicts."""
        return {
            one: {other: distance(here, there) for other, there in all_cities.items()}
            for one, here in all_cities.items()
        }

    def get_unvisited_cities(self, state: Visited) -> list[City]:
        """Return the cities that a way has not come to, in the order of ``all_cities``."""
        visited = set(state)
        return [city for city in self.all_cities if city not in visited]

    def actions(self, state: Visited) -> list[City]:
        """Return the cities not visited; at the end home; after that nothing."""
        if self._is_closed(state):
            return []
        return self.get_unvisited_cities(state) or [state[0]]

    def result(self, state: Visited, action: City) -> Visited:
        """Return the way with one more city."""
        return (*state, action)

    def goal_test(self, state: Visited) -> bool:
        """Tell whether a way is a closed tour, or the ``goal`` if one was given."""
        return self._is_closed(state) if self.goal is None else state == self.goal

    def path_cost(self, c: float, state1: Visited, action: City, state2: Visited) -> float:
        """Return the cost so far and the distance to the last city."""
        return c + self.distances[state1[-1]][state2[-1]]

    def value(self, state: Visited) -> float:
        """Return the length of a way."""
        return sum(self.distances[one][other] for one, other in pairwise(state))

    def h(self, node: Any) -> float:
        """Return the length of the least tree over home, the last city and the cities not visited.

        The rest of the tour is a tree over these cities too, so the length never overestimates.
        From state to state it falls by no more than a step costs.
        """
        state = node.state
        if self._is_closed(state):
            return 0
        ends = [state[0], state[-1]]
        return self.eval_unvisited_mst_edges_sum([*ends, *self.get_unvisited_cities(state)])

    def eval_unvisited_mst_edges_sum(self, unvisited_nodes: Iterable[City]) -> float:
        """Return ``tsp_kruskal`` of some cities, from memory if it was asked before."""
        cities = frozenset(unvisited_nodes)
        if cities not in self._mst_lengths:
            self._mst_lengths[cities] = self.tsp_kruskal(cities)
        return self._mst_lengths[cities]

    def tsp_kruskal(self, unvisited_nodes: Iterable[City]) -> float:
        """Return the length of the least tree that joins some cities, by Kruskal's algorithm."""
        cities, trees = list(unvisited_nodes), DisjointSets()
        for city in cities:
            trees.make_set(city)
        links = [(self.distances[one][other], one, other) for one, other in combinations(cities, 2)]
        length = 0.0
        for link, one, other in sorted(links, key=lambda link: link[0]):
            if trees.find(one) != trees.find(other):
                trees.union(one, other)
                length += link
        return length

    def _is_closed(self, state: Visited) -> bool:
        return len(state) == len(self.all_cities) + 1 and state[0] == state[-1]
