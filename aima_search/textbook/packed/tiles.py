"""Sliding tiles on packed arrays: a board of up to 16 squares is one number, four bits a square.

The first square has the lowest bits. A shift by whole squares brings the tile that moves to the
blank's place, so that no square is looked for.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import DTypeLike, NDArray

    from aima_search.model.packed import Costs, Indices, Keys, Switches

_BITS = 4
_TILE = np.uint64(2**_BITS - 1)
_PIECE = 16  # bits that are looked up at once


class PackedTiles:
    """The packed form of a board of ``width`` rows; see ``aima_search.model.packed``.

    estimates: the array forms of the problem's heuristics, by the names of its methods.
    """

    def __init__(
        self,
        goal: Sequence[int],
        width: int,
        distances: Sequence[Sequence[int]],
        misplaced: Sequence[Sequence[int]],
    ) -> None:
        """Take the goal, and by square and tile the distance, and 1 for a tile out of place."""
        self._squares = len(goal)
        self._goal = self.pack([goal])[0]
        self._ones = _ones_at(range(self._squares))
        self._ways = [_Way(step, leaves) for step, leaves in steps_of(len(goal), width)]
        self.estimates: dict[str, Callable[[Keys], Costs]] = {
            "manhattan": SumOfSquares(distances),
            "hamming_distance_heuristic": SumOfSquares(misplaced),
        }

    def pack(self, states: Sequence[Sequence[int]]) -> Keys:
        """Return the keys of boards."""
        tiles = np.frombuffer(b"".join(map(bytes, states)), dtype=np.uint8)
        keys = np.zeros(len(states), dtype=np.uint64)
        for square in range(self._squares):
            tile = tiles[square :: self._squares].astype(np.uint64)
            keys |= tile << np.uint64(_BITS * square)
        return keys

    def unpack(self, keys: Keys) -> list[tuple[int, ...]]:
        """Return the boards of keys."""
        shifts = np.arange(self._squares, dtype=np.uint64) * np.uint64(_BITS)
        tiles = (keys[:, None] >> shifts) & _TILE
        return [tuple(board) for board in tiles.tolist()]

    def successors(self, keys: Keys) -> tuple[Indices, Keys, None]:
        """Return every move of the blank."""
        blank = self._blank(keys)
        moved = [way(keys, blank) for way in self._ways]
        places, targets = zip(*moved, strict=True)
        return np.concatenate(places), np.concatenate(targets), None

    def goals(self, keys: Keys) -> Switches:
        """Return which boards are the goal."""
        are_goals: Switches = np.equal(keys, self._goal)
        return are_goals

    def _blank(self, keys: Keys) -> Keys:
        """Return the lowest bit of the blank's square: the only square without any bit."""
        bits = keys | keys >> np.uint64(1)
        bits |= bits >> np.uint64(2)
        blank: Keys = ~bits & self._ones
        return blank


def steps_of(squares: int, width: int) -> list[tuple[int, list[int]]]:
    """Return the steps up, down, left and right, each with the squares from which it stays."""
    every = range(squares)
    return [
        (-width, [square for square in every if square >= width]),
        (width, [square for square in every if square + width < squares]),
        (-1, [square for square in every if square % width > 0]),
        (1, [square for square in every if square % width < width - 1]),
    ]


class _Way:
    """A direction of the blank: moves it by ``step`` squares, from the squares it may leave."""

    def __init__(self, step: int, leaves: Sequence[int]) -> None:
        self._shift = np.uint64(_BITS * abs(step))
        self._is_up = step > 0
        self._leaves = _ones_at(leaves)

    def __call__(self, keys: Keys, blank: Keys) -> tuple[Indices, Keys]:
        """Return the places of the boards whose blank can go this way, and the boards after."""
        places = np.flatnonzero(blank & self._leaves)
        keys, blank = keys.take(places), blank.take(places)
        if self._is_up:
            tile = keys & ((blank << self._shift) * _TILE)
            return places, keys ^ tile ^ (tile >> self._shift)
        tile = keys & ((blank >> self._shift) * _TILE)
        return places, keys ^ tile ^ (tile << self._shift)


class SumOfSquares:
    """A sum over the squares of a board, by tables for four squares at once."""

    def __init__(
        self,
        of_squares: Sequence[Sequence[int]],
        summands: DTypeLike = np.uint16,
        total: DTypeLike = np.float64,
    ) -> None:
        """Take the summand of every tile on every square; the types of summands and sums."""
        together = _PIECE // _BITS
        self._total = total
        self._tables = [
            _table(of_squares[first : first + together], summands)
            for first in range(0, len(of_squares), together)
        ]

    def __call__(self, keys: Keys) -> NDArray[Any]:
        """Return the sum for every board."""
        pieces = keys.view(np.uint16).reshape(len(keys), 4)  # the lowest bits first
        sums = np.zeros(len(keys), self._total)
        for number, table in enumerate(self._tables):
            sums += table.take(pieces[:, number])
        return sums


def _table(of_squares: Sequence[Sequence[int]], summands: DTypeLike) -> NDArray[Any]:
    """Return the sum over some squares for all that may stand on them."""
    sums = np.zeros(2**_PIECE, summands)
    for place, values in enumerate(of_squares):
        padded = np.zeros(2**_BITS, summands)
        padded[: len(values)] = values
        sums += padded.take(np.arange(2**_PIECE) >> (_BITS * place) & int(_TILE))
    return sums


def _ones_at(squares: Sequence[int]) -> np.uint64:
    """Return the board with a tile 1 on each of some squares."""
    word: np.uint64 = np.uint64(sum(1 << _BITS * square for square in squares))
    return word
