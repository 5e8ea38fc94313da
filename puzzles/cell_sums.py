"""Sums over the cells of masks, for whole numpy arrays at once; see ``subsets`` for masks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from puzzles.bits import places_of
from puzzles.subsets import Words


class CellSums:
    """Sums over the cells of a mask, several at once: a table for every eight cells."""

    def __init__(self, of_cells: NDArray[Any]) -> None:
        """Take the summands: a row a cell, a column a sum."""
        rows, self._sums = of_cells.shape
        self._tables = [_sums_of_bits(of_cells[start : start + 8]) for start in range(0, rows, 8)]
        self._nothing = np.zeros((1, self._sums), dtype=of_cells.dtype)

    def __call__(self, masks: Words) -> NDArray[Any]:
        """Return the sums: a row a mask, a column a sum."""
        pieces = masks.view(np.uint8).reshape(-1, 8)  # the first cells first
        sums = self._nothing.repeat(len(masks), axis=0)
        for number, table in enumerate(self._tables):
            sums += table.take(pieces[:, number], axis=0)
        return sums


def _sums_of_bits(of_cells: NDArray[Any]) -> NDArray[Any]:
    """Return the sums for every set of up to eight cells."""
    sums = np.zeros((2**8, of_cells.shape[1]), dtype=of_cells.dtype)
    for bit, values in enumerate(of_cells):
        sums[2**bit : 2 ** (bit + 1)] = sums[: 2**bit] + values
    return sums


class MostOnLines:
    """The most cells that a mask has on any of some lines."""

    def __init__(self, lines: Sequence[int]) -> None:
        """Take the lines as masks."""
        counters = np.zeros((64, -(-len(lines) // 8) * 8), dtype=np.uint8)
        for number, line in enumerate(lines):
            counters[places_of(line), number] = 1
        self._sums = CellSums(counters.view(np.uint64)) if lines else None

    def __call__(self, masks: Words) -> NDArray[np.float64]:
        """Return the number for each mask, -inf if there is no line."""
        if self._sums is None:
            return np.full(len(masks), -np.inf)
        most: NDArray[np.float64] = self._sums(masks).view(np.uint8).max(axis=1).astype(np.float64)
        return most
