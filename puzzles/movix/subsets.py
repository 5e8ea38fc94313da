"""Sets of cells as numbers, for whole numpy arrays at once.

A *mask* is a set of cells as a uint64 of bits. Among the sets of k cells, the set with the cells p1
< p2 < ... < pk has the *rank* C(p1, 1) + C(p2, 2) + ... + C(pk, k) (the combinatorial number
system; Knuth, TAOCP 7.2.1.3).
"""

from __future__ import annotations

from functools import lru_cache
from math import comb
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

Words: TypeAlias = NDArray[np.uint64]

_PIECE = 12  # bits of a mask that are looked up at once
_COUNT_SHIFT = np.uint64(48)  # above it a running rank keeps how many cells it has counted
_RANK_BITS = np.uint64(2**48 - 1)
_TABLE_LIMIT = 2**16  # sets, up to which all masks are kept


@lru_cache(maxsize=8)
def subsets_of(cells: int, size: int) -> Subsets:
    """Return the sets of ``size`` out of ``cells`` cells: the same object while it is remembered.

    The tables take milliseconds, and every kind of piece and every board of that size needs them.
    """
    return Subsets(cells, size)


class Subsets:
    """The sets of ``size`` out of ``cells`` cells; at most 64 cells and 2^48 sets."""

    def __init__(self, cells: int, size: int) -> None:
        self.size = size
        self.number = comb(cells, size)
        if cells > 64 or self.number >= 2**48:
            raise ValueError(f"sets of {size} out of {cells} cells: too many for 48 bits")
        self._columns = [
            np.array([comb(cell, place) for cell in range(cells)], dtype=np.uint64)
            for place in range(size + 1)
        ]
        self._tables = [_rank_table(start, cells, size) for start in range(0, cells, _PIECE)]
        self._all: Words | None = None
        if self.number <= _TABLE_LIMIT:
            self._all = self._search(np.arange(self.number, dtype=np.uint64))

    def rank(self, masks: Words) -> Words:
        """Return the rank of each mask, from 0 to ``number`` - 1."""
        running = self._tables[0].take(_piece_of(masks, 0))
        for piece, table in enumerate(self._tables[1:], 1):
            counted = running >> _COUNT_SHIFT
            running += table.take(_piece_of(masks, piece) | _as_index(counted << np.uint64(_PIECE)))
        ranks: Words = running & _RANK_BITS
        return ranks

    def mask(self, ranks: Words) -> Words:
        """Return the mask of each rank: the inverse of ``rank``."""
        if self._all is not None:
            return self._all.take(_as_index(ranks))
        return self._search(ranks)

    def _search(self, ranks: Words) -> Words:
        """Find the cells from the last to the first: each is the largest that fits."""
        rest = ranks.copy()
        masks = np.zeros(len(ranks), dtype=np.uint64)
        for column in reversed(self._columns[1:]):
            cell = np.searchsorted(column, rest, side="right") - 1
            rest -= column[cell]
            masks |= np.uint64(1) << cell.astype(np.uint64)
        return masks


def _piece_of(masks: Words, piece: int) -> NDArray[np.int64]:
    return _as_index((masks >> np.uint64(piece * _PIECE)) & np.uint64(2**_PIECE - 1))


def _as_index(numbers: Words) -> NDArray[np.int64]:
    """Return small numbers as the type that numpy indexes with, without a copy."""
    return numbers.view(np.int64)


def _rank_table(start: int, cells: int, size: int) -> Words:
    """Return what a piece of a mask adds to a rank, by cells counted below it and its bits.

    The upper bits of an entry are how many cells the piece has. Entries of more than ``size``
    cells are never looked up.
    """
    table = np.zeros((size + 1, 2**_PIECE), dtype=np.uint64)
    below = np.arange(size + 1, dtype=np.uint64)[:, None]
    for bit in range(_PIECE):
        half = 2**bit
        cell = min(start + bit, cells - 1)  # bits beyond the cells are never looked up
        adds = np.array([comb(cell, k) for k in range(size + 1)], dtype=np.uint64)
        without = table[:, :half]
        place = np.minimum((without >> _COUNT_SHIFT) + below + np.uint64(1), np.uint64(size))
        added = adds.take(_as_index(place)) + (np.uint64(1) << _COUNT_SHIFT)
        np.add(without, added, out=table[:, half : 2 * half])
    return table.ravel()
