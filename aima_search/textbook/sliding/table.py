"""Pattern databases of sliding tiles: the exact cost of a few tiles, all others alike.

A *placement* says where the tiles of a pattern are: four bits a tile, the first tile lowest. Moves
of other tiles cost nothing, so the blank goes for nothing wherever they are: an abstract state is a
placement with a *region*, the squares that the blank reaches without moving a tile of the pattern.
Korf and Felner, Disjoint pattern database heuristics, Artificial Intelligence 134 (2002).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from aima_search.model.contract import NO_COST
from aima_search.textbook.packed.tiles import SumOfSquares

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from aima_search.model.contract import Costs8, OnProgress
    from aima_search.model.packed import Indices, Keys

    Squares: TypeAlias = NDArray[np.uint16]

_BITS = 4
_SQUARE = 2**_BITS - 1
_BYTES = 36  # for each place, at the peak: measured


class TilePatterns:
    """The costs of all placements of a pattern, and the placement of a board."""

    def __init__(self, goal: Sequence[int], width: int, pattern: Sequence[int]) -> None:
        """Take the goal, the width of the board, and the tiles of the pattern."""
        self.bytes = _BYTES << _BITS * len(pattern)
        self._goal = tuple(goal)
        self._pattern = tuple(pattern)
        self._squares = _SquareSets(len(goal), width)
        self._sums: SumOfSquares | None = None

    def place(self, state: Sequence[int]) -> int:
        """Return the placement of a board."""
        return sum(state.index(tile) << _BITS * i for i, tile in enumerate(self._pattern))

    def places(self, keys: Keys) -> Indices:
        """Return the placements of packed boards: a sum over squares, four at a time."""
        if self._sums is None:
            shift = {tile: _BITS * i for i, tile in enumerate(self._pattern)}
            tiles, squares = range(len(self._goal)), range(len(self._goal))
            of_squares = [[s << shift[t] if t in shift else 0 for t in tiles] for s in squares]
            self._sums = SumOfSquares(of_squares, np.int64, np.int64)
        return self._sums(keys)

    def costs(self, on_progress: OnProgress | None = None) -> Costs8:
        """Return the fewest moves of pattern tiles for every placement, wherever the blank is.

        Breadth-first from the goal, all regions of one cost at a time.
        """
        size = 1 << _BITS * len(self._pattern)
        costs = np.full(size, NO_COST, dtype=np.uint8)
        reached = np.zeros(size, dtype=np.uint16)  # squares of the blank, by placement
        places = np.array([self.place(self._goal)])
        blank = np.array([1 << self._goal.index(0)], dtype=np.uint16)
        regions = self._squares.flood(blank, self._free(places))
        reached[places], costs[places] = regions, 0
        arrivals = np.zeros(size, dtype=np.uint16)  # the same, of the next cost
        number = np.empty(size, dtype=np.int32)
        cost, known = 0, 1
        while len(places):
            cost += 1
            if on_progress is not None:
                on_progress(known)
            touched = []
            for after, blank in self._moves(places, regions):
                arrivals[after] |= blank  # no placement twice: a single tile goes a single way
                touched.append(after)
            places = _once(np.concatenate(touched), number)
            regions = arrivals[places] & ~reached[places]
            for after in touched:
                arrivals[after] = 0
            places, regions = places[regions > 0], regions[regions > 0]
            regions = self._squares.flood(regions, self._free(places)) & ~reached[places]
            reached[places] |= regions
            before = costs[places]
            known += np.count_nonzero(before == NO_COST)
            costs[places] = np.minimum(before, cost)
        return costs

    def _moves(self, places: Indices, regions: Squares) -> list[tuple[Indices, Squares]]:
        """Return the placements after each move of a tile, with the blank's square as a bit."""
        moves = []
        for i in range(len(self._pattern)):
            square = places >> _BITS * i & _SQUARE
            for step, leaves in self._squares.steps:
                can = leaves >> square & regions.astype(np.int64) >> square + step & 1
                chosen = np.flatnonzero(can)
                blank = np.left_shift(1, square[chosen]).astype(np.uint16)
                moves.append((places[chosen] + (step << _BITS * i), blank))
        return moves

    def _free(self, places: Indices) -> Squares:
        """Return the squares that no tile of the pattern is on."""
        taken = np.zeros(len(places), dtype=np.uint16)
        for i in range(len(self._pattern)):
            taken |= np.left_shift(1, places >> _BITS * i & _SQUARE).astype(np.uint16)
        free: Squares = ~taken
        return free


class _SquareSets:
    """Sets of squares as bits."""

    def __init__(self, squares: int, width: int) -> None:
        every = range(squares)
        self._width = np.uint16(width)
        self._all = _bits(every)
        self._not_first = _bits(square for square in every if square % width > 0)
        self._not_last = _bits(square for square in every if square % width < width - 1)
        self.steps = [  # a step, and the squares from which it stays on the board
            (-width, int(_bits(square for square in every if square >= width))),
            (width, int(_bits(square for square in every if square + width < squares))),
            (-1, int(self._not_first)),
            (1, int(self._not_last)),
        ]

    def flood(self, blank: Squares, free: Squares) -> Squares:
        """Return all squares that the blank reaches over free ones."""
        free = free & self._all
        one, width = np.uint16(1), self._width
        while True:
            wider = blank | (blank & self._not_first) >> one | (blank & self._not_last) << one
            wider |= blank >> width | blank << width
            wider &= free
            if np.array_equal(wider, blank):
                reached: Squares = wider
                return reached
            blank = wider


class Renamed:
    """Packed boards with every square's content moved to another square, under another name."""

    def __init__(self, names: dict[int, int], squares: Sequence[int]) -> None:
        """Take the new name of every tile, and the new square of each square's content."""
        of_squares = [
            [names[tile] << _BITS * target for tile in range(len(squares))] for target in squares
        ]
        self._sums = SumOfSquares(of_squares, np.uint64, np.uint64)

    def __call__(self, keys: Keys) -> Keys:
        """Return the boards after it."""
        return self._sums(keys)


def _bits(squares: Iterable[int]) -> np.uint16:
    bits: np.uint16 = np.uint16(sum(1 << square for square in squares))
    return bits


def _once(places: Indices, number: NDArray[np.int32]) -> Indices:
    """Return every place once; ``number`` has room for all places."""
    order = np.arange(len(places), dtype=np.int32)
    number[places] = order
    kept: Indices = places[number[places] == order]
    return kept
