"""The frontier of a packed search: rows in buckets of equal f and g.

They leave in batches of the lowest f, the highest g first: nearest to a goal, if h is right.
"""

from __future__ import annotations

from heapq import heappop, heappush
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterator

    from aima_search.algorithms.packed.states import Rows
    from aima_search.model.packed import Costs, Indices

    Bucket: TypeAlias = list[Rows]

_STEPS = 4  # f and g are counted in quarters, if they are all multiples of a quarter
_MOST_CODES = 2**16
_LARGEST = 2.0**50  # up to this number quarters are exact


class Frontier:
    """Rows that wait for their expansion, by f and g."""

    def __init__(self) -> None:
        self._levels: dict[float, dict[float, Bucket]] = {}
        self._f: list[float] = []  # a heap of the levels

    @property
    def bytes(self) -> int:
        """The memory that the rows take, lapsed rows too."""
        buckets = [bucket for level in self._levels.values() for bucket in level.values()]
        return sum(rows.nbytes for bucket in buckets for rows in bucket)

    def push(self, rows: Rows, f: Costs, g: Costs) -> None:
        """Put rows into the buckets of their f and g."""
        for part in _groups(f, g):
            first = part[0]
            f_here, g_here = float(f[first]), float(g[first])
            level = self._levels.get(f_here)
            if level is None:
                level = self._levels[f_here] = {}
                heappush(self._f, f_here)
            level.setdefault(g_here, []).append(rows[part])

    def lowest(self) -> float | None:
        """Return the lowest f of all rows, None if no row waits."""
        while self._f and not self._levels[self._f[0]]:
            del self._levels[heappop(self._f)]
        return self._f[0] if self._f else None

    def take(self, most: int) -> tuple[Rows, Costs]:
        """Remove up to ``most`` rows of the lowest f, from the highest g down, with g."""
        f = self.lowest()
        taken: list[Rows] = []
        of_g: list[float] = []
        level = {} if f is None else self._levels[f]
        left = most
        while level and left > 0:
            g = max(level)
            bucket = level[g]
            rows = bucket.pop()
            if len(rows) > left:
                bucket.append(rows[left:])
                rows = rows[:left]
            if not bucket:
                del level[g]
            taken.append(rows)
            of_g.append(g)
            left -= len(rows)
        if not taken:
            return np.empty(0, dtype=np.int32), np.empty(0)
        return np.concatenate(taken), np.repeat(of_g, [len(rows) for rows in taken])


def _groups(f: Costs, g: Costs) -> Iterator[Indices]:
    """Yield the places of equal f and g, group by group, in the order they stand in."""
    if len(f) == 0:
        return
    codes = _codes(f, g)
    order = np.lexsort((g, f)) if codes is None else np.argsort(codes, kind="stable")
    if codes is None:
        f, g = f[order], g[order]
        differs = (f[1:] != f[:-1]) | (g[1:] != g[:-1])
    else:
        codes = codes[order]
        differs = codes[1:] != codes[:-1]
    yield from np.split(order, np.flatnonzero(differs) + 1)


def _codes(f: Costs, g: Costs) -> Indices | None:
    """Return a small number for every pair of f and g, None if they take too many values."""
    if max(np.abs(f).max(), np.abs(g).max()) > _LARGEST:
        return None
    scaled_f, scaled_g = f * _STEPS, g * _STEPS
    if (scaled_f % 1).any() or (scaled_g % 1).any():
        return None
    scaled_f -= scaled_f.min()
    scaled_g -= scaled_g.min()
    base = scaled_g.max() + 1
    if not (scaled_f.max() + 1) * base < _MOST_CODES:
        return None
    # numpy sorts 16 bits by their digits
    codes: Indices = (scaled_f * base + scaled_g).astype(np.uint16)
    return codes
