"""Sliding tiles in numpy: boards are numbers, and pattern databases are arrays.

A board of up to 16 squares is a number with four bits for each square; the first square has the
lowest bits. A *placement* is a number with the squares of a pattern's tiles, four bits for each
tile. Only moves of these tiles have a cost. So an abstract state is a placement with a *region*:
the squares that the blank can reach without moving these tiles.
Source: Korf and Felner, Disjoint pattern database heuristics, Artificial Intelligence 134 (2002).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import inf
from operator import getitem
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from aima_search.model.compiled import Formula
from aima_search.model.contract import NO_COST, Costs8, OnProgress, Symmetry
from aima_search.model.packed import Indices, Keys, Switches
from aima_search.textbook.utilities import steps_of

Squares: TypeAlias = NDArray[np.uint16]

BITS = 4
_TILE_BITS = 2**BITS - 1
_TILE = np.uint64(_TILE_BITS)


class PackedTiles:
    """Sliding tiles with boards stored as numbers in numpy arrays, for fast searches."""

    def __init__(self, goal: Sequence[int], width: int) -> None:
        self._squares = len(goal)
        self._goal = self.pack([goal])[0]
        self._ones = _ones_at(range(self._squares))
        self._moves = [_blank_move(step, starts) for step, starts in steps_of(len(goal), width)]

    def pack(self, states: Sequence[Sequence[int]]) -> Keys:
        """Return an array with an integer for each board. An integer has four bits per square."""
        tiles = np.frombuffer(b"".join(map(bytes, states)), dtype=np.uint8)
        keys = np.zeros(len(states), dtype=np.uint64)
        for square in range(self._squares):
            tile = tiles[square :: self._squares].astype(np.uint64)
            keys |= tile << np.uint64(BITS * square)
        return keys

    def unpack(self, keys: Keys) -> list[tuple[int, ...]]:
        """Return the boards that the integers stand for."""
        shifts = np.arange(self._squares, dtype=np.uint64) * np.uint64(BITS)
        return list(map(tuple, ((keys[:, None] >> shifts) & _TILE).tolist()))

    def successors(self, keys: Keys) -> tuple[Indices, Keys, None]:
        """Return two arrays: for each move, the old board's index and the new board's integer."""
        bits = keys | keys >> np.uint64(1)
        bits |= bits >> np.uint64(2)
        blank = ~bits & self._ones  # for each board, the only 1 bit marks the blank's square
        places, targets = zip(*(move(keys, blank) for move in self._moves), strict=True)
        return np.concatenate(places), np.concatenate(targets), None

    def goals(self, keys: Keys) -> Switches:
        """Return an array with True for each board that is the goal, otherwise False."""
        return np.equal(keys, self._goal)


def _blank_move(step: int, starts: Sequence[int]) -> Callable[[Keys, Keys], tuple[Indices, Keys]]:
    """Return a function that moves the blank by ``step`` if it is on a square of ``starts``.

    The function returns (indices of the boards where the move is possible, boards after the move).
    """
    shift, possible = np.uint64(BITS * abs(step)), _ones_at(starts)
    ahead: Any = np.left_shift if step > 0 else np.right_shift
    back: Any = np.right_shift if step > 0 else np.left_shift

    def move(keys: Keys, blank: Keys) -> tuple[Indices, Keys]:
        places = np.flatnonzero(blank & possible)
        keys, blank = keys.take(places), blank.take(places)
        tile = keys & (ahead(blank, shift) * _TILE)
        return places, keys ^ tile ^ back(tile, shift)

    return move


def _ones_at(squares: Sequence[int]) -> np.uint64:
    return np.uint64(sum(1 << BITS * square for square in squares))


_BYTES = 36  # measured peak memory for each entry of a table


class TilePatternTable:
    """A pattern database: a table of the lowest costs from abstract states to the goal."""

    def __init__(self, goal: Sequence[int], width: int, pattern: Sequence[int]) -> None:
        self.bytes = _BYTES << BITS * len(pattern)
        self._goal = tuple(goal)
        self._pattern = tuple(pattern)
        self._steps = [
            (step, sum(1 << s for s in starts)) for step, starts in steps_of(len(goal), width)
        ]
        self._width, self._all = np.uint16(width), np.uint16((1 << len(goal)) - 1)
        bits, places = {tile: 1 << BITS * i for i, tile in enumerate(pattern)}, range(len(goal))
        self._summands = [[place * bits.get(tile, 0) for tile in places] for place in places]

    def place(self, state: Sequence[int]) -> int:
        """Return one number that encodes the squares of all tiles of the pattern."""
        return sum(map(getitem, self._summands, state))

    def formula(self, costs: Costs8, symmetry: Symmetry | None) -> Formula:
        """Return a Formula that looks up a board, or its image under ``symmetry``, in ``costs``."""
        names: Mapping[int, int] = {tile: tile for tile in self._goal}
        places: Sequence[int] = range(len(self._goal))
        if symmetry is not None:
            reflection: Any = symmetry  # a ``Reflection``
            names, places = reflection.names, reflection.places
        shifts = {tile: BITS * i for i, tile in enumerate(self._pattern)}
        unused = BITS * len(self._pattern)  # the mask removes the bits of the other tiles
        of_tiles = [shifts.get(names[tile], unused) for tile in range(len(names))]
        ints = [len(places), (1 << unused) - 1, *of_tiles, *places]
        return Formula(_cost_of_placement, ints, raw=costs)

    def costs(self, on_progress: OnProgress | None = None) -> Costs8:
        """Return the lowest cost of every placement, by breadth-first search from the goal."""
        size = 1 << BITS * len(self._pattern)
        costs = np.full(size, NO_COST, dtype=np.uint8)
        reached = np.zeros(size, dtype=np.uint16)  # the blank's squares, by placement
        places = np.array([self.place(self._goal)])
        blank = np.array([1 << self._goal.index(0)], dtype=np.uint16)
        regions = self._flood(blank, places)
        reached[places], costs[places] = regions, 0
        arrivals = np.zeros(size, dtype=np.uint16)  # the blank's squares after one more move
        scratch = np.empty(size, dtype=np.int32)
        cost, known = 0, 1
        while len(places):
            cost += 1
            if on_progress is not None:
                on_progress(known)
            touched = []
            for after, blank in self._moves(places, regions):
                arrivals[after] |= blank  # ``after`` has no placement twice
                touched.append(after)
            places = np.concatenate(touched)
            order = np.arange(len(places), dtype=np.int32)
            scratch[places] = order
            places = places[scratch[places] == order]  # each placement once
            regions = arrivals[places] & ~reached[places]
            for after in touched:
                arrivals[after] = 0
            places, regions = places[regions > 0], regions[regions > 0]
            regions = self._flood(regions, places) & ~reached[places]
            reached[places] |= regions
            before = costs[places]
            known += np.count_nonzero(before == NO_COST)
            costs[places] = np.minimum(before, cost)
        return costs

    def _moves(self, places: Indices, regions: Squares) -> list[tuple[Indices, Squares]]:
        moves = []
        for i in range(len(self._pattern)):
            square = places >> BITS * i & _TILE_BITS
            for step, starts in self._steps:
                can = starts >> square & regions.astype(np.int64) >> square + step & 1
                chosen = np.flatnonzero(can)
                blank = np.left_shift(1, square[chosen]).astype(np.uint16)
                moves.append((places[chosen] + (step << BITS * i), blank))
        return moves

    def _flood(self, blank: Squares, places: Indices) -> Squares:
        """Return all squares that the blank can reach without moving the pattern's tiles."""
        free = np.full(len(places), self._all)
        for i in range(len(self._pattern)):
            free &= ~np.left_shift(1, places >> BITS * i & _TILE_BITS).astype(np.uint16)
        one, width = np.uint16(1), self._width
        not_first, not_last = (np.uint16(starts) for _, starts in self._steps[2:])
        while True:
            wider: Squares = blank | (blank & not_first) >> one | (blank & not_last) << one
            wider = (wider | blank >> width | blank << width) & free
            if np.array_equal(wider, blank):
                return wider
            blank = wider


def _cost_of_placement(key: Any, ints: Any, floats: Any, raw: Any) -> Any:
    """Return the cost of a board: look up the squares of the pattern's tiles in ``raw``."""
    size, mask, placement = ints[0], ints[1], 0
    for square in range(size):
        placement |= ints[2 + size + square] << ints[2 + (key & 15)]
        key >>= 4
    cost = raw[placement & mask]
    return inf if cost == NO_COST else float(cost)
