"""Walking on a grid, on packed arrays: a cell (x, y) is one number, 32 bits a coordinate.

Best-first search gains by arrays if many cells have the same f: with steps of the same cost, and
an h that is zero, or counts steps. Straight lines give nearly every cell an f of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import chain
from math import dist
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from aima_search.textbook.peaks import Point

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from aima_search.model.packed import Costs, Indices, Keys, Switches

    Cells: TypeAlias = NDArray[np.int64]

_BITS = 32
_MIDDLE = 2 ** (_BITS - 1)  # the key's digit of the coordinate 0
_FARTHEST = 2**30  # the largest coordinate of a given cell
_LONGEST = 4  # step, so that no search gets from there to the end of the digits


def packed_grid(
    initial: Any,
    goal: Any,
    steps: Iterable[Any],
    obstacles: Iterable[Any],
    size: tuple[int, int] | None = None,
) -> PackedGrid | None:
    """Return the packed form, None if cells are not pairs of whole numbers, or far away.

    goal: a cell or a list of cells. size: the number of columns and of rows; None: a plane.
    """
    places = _cells([initial, *(goal if isinstance(goal, list) else [goal])])
    ways, walls = _cells(steps), _cells(obstacles)
    if places is None or ways is None or walls is None:
        return None
    if _largest(places) > _FARTHEST or _largest(ways) > _LONGEST:
        return None
    if size is not None and (_largest(size) > _FARTHEST or not _is_inside(places[0], size)):
        return None
    near = walls[(np.abs(walls) < _MIDDLE).all(axis=1)]
    return PackedGrid(places[1:], ways, near, size)


class PackedGrid:
    """The packed form of a grid or a plane; see ``aima_search.model.packed``.

    estimates: ``h`` is the straight line to the goal, if the goal is a single cell.
    """

    def __init__(
        self, goals: Cells, steps: Cells, obstacles: Cells, size: tuple[int, int] | None
    ) -> None:
        self._goals = _keys(goals.T)
        self._blocked = np.sort(_keys(obstacles.T))
        self._size = size
        self._steps = steps
        self._costs = [dist((0, 0), step) for step in steps.tolist()]
        self.estimates: dict[str, Callable[[Keys], Costs]] = {}
        if len(goals) == 1:
            self.estimates["h"] = lambda keys: _straight_lines(keys, goals[0])

    def pack(self, states: Sequence[Point]) -> Keys:
        """Return the keys of cells."""
        numbers = list(chain.from_iterable(states))
        return _keys(np.array(numbers, dtype=np.int64).reshape(-1, 2).T)

    def unpack(self, keys: Keys) -> list[Point]:
        """Return the cells of keys."""
        return list(zip(*_cells_of(keys).tolist(), strict=True))

    def successors(self, keys: Keys) -> tuple[Indices, Keys, Costs | None]:
        """Return every step from every cell to a free cell, with its length."""
        cells = _cells_of(keys)
        places, targets = [], []
        for step in self._steps:
            after = cells + step[:, None]
            after_keys = _keys(after)
            free = np.flatnonzero(self._are_free(after, after_keys))
            places.append(free)
            targets.append(after_keys.take(free))
        costs = None
        if any(cost != 1 for cost in self._costs):
            costs = np.repeat(self._costs, [len(free) for free in places])
        empty = np.empty(0, dtype=np.int64)
        return (
            np.concatenate([empty, *places]),
            np.concatenate([empty.astype(np.uint64), *targets]),
            costs,
        )

    def goals(self, keys: Keys) -> Switches:
        """Return which cells are goals."""
        return np.isin(keys, self._goals)

    def _are_free(self, cells: Cells, keys: Keys) -> Switches:
        free: Switches = np.ones(len(keys), dtype=bool)
        if self._size is not None:
            for part, most in zip(cells, self._size, strict=True):
                free &= (part >= 0) & (part < most)
        if len(self._blocked):
            places = np.searchsorted(self._blocked, keys)
            free &= self._blocked.take(places, mode="clip") != keys
        return free


def _straight_lines(keys: Keys, goal: Cells) -> Costs:
    x, y = _cells_of(keys) - goal[:, None]
    lengths: Costs = np.sqrt(x * x + y * y)
    return lengths


def _keys(cells: Cells) -> Keys:
    digits = (cells + _MIDDLE).view(np.uint64)
    keys: Keys = (digits[0] << np.uint64(_BITS)) | digits[1]
    return keys


def _cells_of(keys: Keys) -> Cells:
    digits = np.stack([keys >> np.uint64(_BITS), keys & np.uint64(2**_BITS - 1)])
    cells: Cells = digits.view(np.int64) - _MIDDLE
    return cells


def _cells(values: Iterable[Any]) -> Cells | None:
    """Return cells as an array, a row each; None if a cell is not a pair of whole numbers."""
    listed = list(values)
    kinds = set(map(type, listed))  # looked at once each: there may be 10^5 walls
    if not all(issubclass(kind, tuple) for kind in kinds) or set(map(len, listed)) - {2}:
        return None
    numbers = list(chain.from_iterable(listed))
    array = np.array(numbers).reshape(-1, 2) if listed else np.empty((0, 2), dtype=np.int64)
    return array.astype(np.int64) if array.dtype.kind == "i" else None


def _largest(cells: Any) -> int:
    return int(np.abs(cells).max(initial=0))


def _is_inside(cell: Cells, size: tuple[int, int]) -> bool:
    return bool(((cell >= 0) & (cell < size)).all())
