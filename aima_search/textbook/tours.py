"""The travelling salesman's tour as a problem for local search.

A state is a tuple of all cities in the order of the visit; the tour is closed, so the way
from the last city back to the first counts.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from random import Random
from typing import TypeAlias

from aima_search.base.errors import InputError
from aima_search.base.seeds import Seed, random_source
from aima_search.model.problem import Problem
from aima_search.textbook.utilities import distance

City: TypeAlias = Hashable
Tour: TypeAlias = tuple[City, ...]


class TourProblem(Problem):
    """Find a short closed tour of all cities by turning parts of one around (2-opt).

    ``cities`` maps names to points (x, y), or is a number of cities to place at random in
    a ``width`` x ``height`` plane. An action (i, j) reverses the tour from place i to j.
    ``value`` is minus the length of the tour.
    """

    initial: Tour

    def __init__(
        self,
        cities: Mapping[City, tuple[float, float]] | int,
        initial: Iterable[City] | None = None,
        *,
        width: float = 100,
        height: float = 100,
        seed: Seed = None,
    ) -> None:
        """Start with the tour ``initial``, by default the order of the cities."""
        if isinstance(cities, int):
            random = random_source(seed)
            cities = {
                city: (random.uniform(0, width), random.uniform(0, height))
                for city in range(cities)
            }
        self.cities = dict(cities)
        super().__init__(tuple(self.cities if initial is None else initial))
        if len(self.initial) != len(self.cities) or set(self.initial) != self.cities.keys():
            raise InputError(f"{self.initial} is not a tour: expected every city once")
        self.distances = {
            one: {other: distance(here, there) for other, there in self.cities.items()}
            for one, here in self.cities.items()
        }

    def actions(self, state: Tour) -> list[tuple[int, int]]:
        """Return the reversals that leave the first city, and give another closed tour."""
        last = len(state) - 1
        return [
            (i, j)
            for i in range(1, last)
            for j in range(i + 1, last + 1)
            if (i, j) != (1, last)  # the same tour, walked the other way
        ]

    def result(self, state: Tour, action: tuple[int, int]) -> Tour:
        """Return the tour with the cities from place i to place j turned around."""
        i, j = action
        return state[:i] + state[i : j + 1][::-1] + state[j + 1 :]

    def value(self, state: Tour) -> float:
        """Return minus the length of the tour."""
        return -self.length(state)

    def length(self, state: Tour) -> float:
        """Return the length of the closed tour."""
        distances = self.distances
        following = state[1:] + state[:1]
        return sum(distances[one][other] for one, other in zip(state, following, strict=True))

    def random_state(self, random: Random) -> Tour:
        """Return a random tour that begins with the same city as the initial tour."""
        rest = list(self.initial[1:])
        random.shuffle(rest)
        return (*self.initial[:1], *rest)

    def recombine(self, x: Tour, y: Tour, random: Random) -> Tour:
        """Return the cities of ``x`` up to a random place, then the others as ``y`` has them."""
        start = x[: random.randrange(len(x) + 1)]
        visited = set(start)
        return start + tuple(city for city in y if city not in visited)

    def mutate(self, x: Tour, random: Random) -> Tour:
        """Return the tour after a random reversal."""
        actions = self.actions(x)
        return self.result(x, random.choice(actions)) if actions else x
