"""Routes for searches on numpy arrays: each place is stored as its number."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from aima_search.model.packed import CostArray, Indices, Keys, Switches
from puzzles.routes.rules import RoadMap


class PackedRoutes:
    """A trip whose states are numbers in numpy arrays, for faster searches."""

    def __init__(self, map_: RoadMap, goal: str) -> None:
        self.whole, self._goal = map_, map_.numbers[goal]
        words, costs = (np.asarray(numbers) for numbers in map_.links)
        self._ends, self._targets = words[1 : 1 + words[0]], words[1 + words[0] :]
        self._costs = costs

    def pack(self, states: Sequence[str]) -> Keys:
        """Return the key of each place, which is its number on the map."""
        return np.array([self.whole.numbers[place] for place in states], dtype=np.uint64)

    def unpack(self, keys: Keys) -> list[str]:
        """Return the place for each number in ``keys``."""
        return [self.whole.named[key] for key in keys.tolist()]

    def successors(self, keys: Keys) -> tuple[Indices, Keys, CostArray | None]:
        """Return arrays for all links from ``keys``: start (index into ``keys``), end, cost."""
        places = keys.astype(np.int64)
        first = self._ends[places]
        counts = self._ends[places + 1] - first
        sources = np.repeat(np.arange(len(places)), counts)
        before = np.cumsum(counts) - counts  # the number of links from earlier places in ``keys``
        links = np.arange(len(sources)) + (first - before)[sources]
        return sources, self._targets[links].astype(np.uint64), self._costs[links].astype(float)

    def goals(self, keys: Keys) -> Switches:
        """Return an array that has True at the index of each goal in ``keys``."""
        return keys == self._goal
