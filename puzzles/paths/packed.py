"""Paths for searches on numpy arrays; the key of a cell is the same as in machine code."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from aima_search.model.packed import CostArray, Indices, Keys, Switches
from aima_search.textbook.grids import GridPoint
from puzzles.paths.rules import PathGrid


class PackedPaths:
    """A grid for searches on numpy arrays. In the arrays, each cell is stored as a number."""

    def __init__(self, field: PathGrid, goals: Iterable[GridPoint]) -> None:
        expand, self._span = field.compiled
        self._factors = np.array([1, self._span], dtype=np.uint64)
        self._goals = self.pack(list(goals))
        raw = np.frombuffer(expand.raw, dtype=np.uint8)
        kinds, self._costs = raw & 3, (raw >> 2).astype(np.float64)
        self._costs[self.pack(list(field.costs))] = list(field.costs.values())
        self._are_one = field.moves.neighbours == 4 and bool((self._costs == 1).all())
        self._moves = []  # for each direction: offset, length, the cells where it is possible
        for number, length in enumerate(expand.floats):
            right, straight, offset = expand.ints[2 + 3 * number : 5 + 3 * number]
            free = (kinds != 0) & (np.roll(kinds, -offset) == kinds)
            if right and straight:
                beside = (np.roll(kinds, -by) == kinds for by in (right, straight))
                free &= sum(side.astype(np.uint8) for side in beside) >= expand.ints[1]
            self._moves.append((offset, length, free))

    def pack(self, states: Sequence[GridPoint]) -> Keys:
        """Convert the cells ``states`` to their numbers."""
        cells = np.array(states, dtype=np.uint64).reshape(-1, 2)
        return cells @ self._factors + np.uint64(self._span + 1)

    def unpack(self, keys: Keys) -> list[GridPoint]:
        """Return the cells whose numbers are ``keys``."""
        y, x = np.divmod(keys.astype(np.int64), self._span)
        return list(zip((x - 1).tolist(), (y - 1).tolist(), strict=True))

    def successors(self, keys: Keys) -> tuple[Indices, Keys, CostArray | None]:
        """Return arrays with all steps from ``keys``: index in ``keys``, next cell, and cost."""
        here = keys.astype(np.int64)
        places, targets, costs = [], [], []
        for offset, length, is_free in self._moves:
            free = np.flatnonzero(is_free.take(here))
            after = here.take(free) + offset
            places.append(free)
            targets.append(after)
            if not self._are_one:
                costs.append(length * self._costs.take(after))
        return (
            np.concatenate(places),
            np.concatenate(targets).astype(np.uint64),
            None if self._are_one else np.concatenate(costs),
        )

    def goals(self, keys: Keys) -> Switches:
        """Return an array of booleans, True for each cell that is a goal."""
        return np.isin(keys, self._goals)
