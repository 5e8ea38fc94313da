"""Paths for searches on numpy arrays. The cells have numbers from 0, row by row."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

import numpy as np

from aima_search.textbook.grids import GridPoint
from puzzles.paths.rules import CORNERS, DIAGONAL_LENGTH, NEIGHBOURS, WALL, WATER, PathGrid

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from aima_search.model.packed import CostArray, Indices, Keys, Switches


class PackedPaths:
    """A grid for searches on numpy arrays: the number of a cell stands for the cell."""

    def __init__(self, field: PathGrid, goals: Iterable[GridPoint]) -> None:
        self._width = field.width
        self._goals = [y * field.width + x for x, y in goals]
        text = "".join(field.rows).encode()
        marks = np.frombuffer(text, dtype=np.uint8).reshape(field.height, field.width)
        kinds = np.ones(marks.shape, dtype=np.uint8)
        kinds[marks == ord(WALL)], kinds[marks == ord(WATER)] = 0, 2
        costs = np.where((marks >= ord("1")) & (marks <= ord("9")), marks - ord("0"), 1)
        costs = costs.astype(np.float64)
        for (x, y), cost in field.costs.items():
            costs[y, x] = cost
        self._costs = costs.ravel()
        self._are_one = field.moves.neighbours == 4 and set(costs.flat) == {1.0}
        wanted = CORNERS[field.moves.corners]
        self._moves = []  # for each direction: offset, length, the cells where it is possible
        for right, down in NEIGHBOURS[field.moves.neighbours].values():
            free = (kinds != 0) & (_moved(kinds, right, down) == kinds)
            if right and down and wanted:
                beside = (_moved(kinds, right, 0) == kinds).astype(np.uint8)
                beside += _moved(kinds, 0, down) == kinds
                free &= beside >= wanted
            length = DIAGONAL_LENGTH if right and down else 1.0
            self._moves.append((down * field.width + right, length, free.ravel()))

    def pack(self, states: Sequence[GridPoint]) -> Keys:
        """Return the number of each cell."""
        cells = np.array(states, dtype=np.uint64).reshape(-1, 2)
        keys: Keys = cells[:, 1] * np.uint64(self._width) + cells[:, 0]
        return keys

    def unpack(self, keys: Keys) -> list[GridPoint]:
        """Return the cells with these numbers."""
        y, x = np.divmod(keys.astype(np.int64), self._width)
        return list(zip(x.tolist(), y.tolist(), strict=True))

    def successors(self, keys: Keys) -> tuple[Indices, Keys, CostArray | None]:
        """Return, for each step, the old cell's index in ``keys``, the next cell, and the cost."""
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
        are_goals: Switches = np.isin(keys, np.array(self._goals, dtype=np.uint64))
        return are_goals


def _moved(kinds: NDArray[np.uint8], right: int, down: int) -> NDArray[np.uint8]:
    """Return, for each cell, the kind of its neighbour at (right, down), or 0 outside the grid."""
    height, width = kinds.shape
    framed = np.pad(kinds, 1)
    return framed[1 + down : 1 + down + height, 1 + right : 1 + right + width]
