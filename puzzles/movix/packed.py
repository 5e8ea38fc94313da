"""MovIX with states in numpy arrays, in which a state is one number of 64 bits.

The pieces of a kind stand on a set of cells. Sets of the same size are numbered, and this number is
the *rank* of a set. The *key* of a state is a number whose digits, in a mixed base, are the ranks
of its sets. 64 bits are enough for 12 pieces on 8 x 8 cells, with at most C(64, 3) ** 4 states.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import chain
from math import comb, prod
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from puzzles.bits import places_of
from puzzles.grid import RowColumn
from puzzles.movix.rules import EmptyBoard, State, mask_of

Words: TypeAlias = NDArray[np.uint64]
Places: TypeAlias = NDArray[np.int64]
WordsReached: TypeAlias = tuple[int, Words]
"""An offset in bits, and for each state the cells that pieces of one kind reach with it."""


def is_packable(field: EmptyBoard, state: State) -> bool:
    """Return True if each state of a board can be stored as a number of 64 bits."""
    cells = field.rows * field.columns
    sets = [comb(cells, count) for count in _counts(state).values()]
    return cells <= 64 and max(sets) < 2**48 and prod(sets) < 2**64


class PackedMovIX:
    """MovIX for searches on numpy arrays, in which an integer (key) stands for each state."""

    def __init__(self, field: EmptyBoard, lines: Sequence[int], state: State) -> None:
        """Set up the tables for an empty board, its goal lines, and the pieces of a state."""
        self._cells = list(field.bits)
        self._open = np.uint64(mask_of(field, [c for c in self._cells if c not in field.walls]))
        self._kinds = field.kinds
        directions = {step for kind, _ in state for step in field.kinds[kind].directions}
        self._shifts = {step: _Shift(field, step) for step in directions}
        self._lines = list(map(np.uint64, lines))
        self._subsets: dict[str, SubsetNumbering] = {}
        self._weights: dict[str, np.uint64] = {}
        weight = 1
        for kind, count in _counts(state).items():
            self._subsets[kind] = subsets_of(len(self._cells), count)
            self._weights[kind] = np.uint64(weight)
            weight *= self._subsets[kind].number
        self._digits = self._digit_table()

    def pack(self, states: Sequence[State]) -> Words:
        """Return an integer for each state; raise KeyError if a state does not fit the board."""
        digits = self._digits
        keys = [sum(map(digits.__getitem__, enumerate(state))) for state in states]
        return np.array(keys, dtype=np.uint64)

    def unpack(self, keys: Words) -> list[State]:
        """Return the states that these integers stand for."""
        masks = self._masks(self._ranks(keys))
        if not masks:  # a board without pieces
            return [()] * len(keys)
        pieces = []
        for kind, of_states in masks.items():
            listed = of_states.tolist()
            known = {  # there are only a few different masks
                mask: tuple((kind, self._cells[place]) for place in places_of(mask))
                for mask in set(listed)
            }
            pieces.append([known[mask] for mask in listed])
        return [tuple(chain.from_iterable(of_kinds)) for of_kinds in zip(*pieces, strict=True)]

    def successors(self, keys: Words) -> tuple[Places, Words, None]:
        """Return, for every move, the old state's index in ``keys`` and the new state's integer."""
        ranks = self._ranks(keys)
        masks = self._masks(ranks)
        occupied = _union(masks)
        free = self._open & ~occupied
        places, targets = [], []
        for kind, mask in masks.items():
            if not (reached := list(self._reached(kind, mask, occupied, free))):
                continue
            place, new = _after_moves(mask, reached)
            weight = self._weights[kind]
            rest = keys - ranks[kind] * weight
            places.append(place)
            targets.append(rest.take(place) + self._subsets[kind].rank(new) * weight)
        if not places:
            return np.empty(0, dtype=np.int64), np.empty(0, dtype=np.uint64), None
        return np.concatenate(places), np.concatenate(targets), None

    def goals(self, keys: Words) -> NDArray[np.bool_]:
        """Return an array of booleans, True for each state in which a line is full."""
        occupied = _union(self._masks(self._ranks(keys)))
        won: NDArray[np.bool_] = np.zeros(len(keys), dtype=bool)
        for line in self._lines:
            won |= occupied & line == line
        return won

    def _ranks(self, keys: Words) -> dict[str, Words]:
        ranks = {}
        rest = keys
        for kind, subsets in self._subsets.items():
            base = np.uint64(subsets.number)
            above = rest // base
            ranks[kind] = rest - above * base
            rest = above
        return ranks

    def _masks(self, ranks: Mapping[str, Words]) -> dict[str, Words]:
        return {kind: self._subsets[kind].mask(rank) for kind, rank in ranks.items()}

    def _reached(
        self, kind: str, mask: Words, occupied: Words, free: Words
    ) -> Iterator[WordsReached]:
        """Yield (distance in bits, target cells) for each direction and length of a move."""
        _, directions, reach, jumps = self._kinds[kind]
        for shift in map(self._shifts.__getitem__, directions):
            if jumps:
                yield 2 * shift.bits, shift(shift(mask) & occupied) & free
                continue
            targets, distance = shift(mask) & free, 1
            while targets.any():
                yield distance * shift.bits, targets
                if distance == reach:
                    break
                targets, distance = shift(targets) & free, distance + 1

    def _digit_table(self) -> dict[tuple[int, tuple[str, RowColumn]], int]:
        """Return a dict from (index in the state, piece) to what the piece adds to the key."""
        table = {}
        first = 0
        for kind, subsets in self._subsets.items():
            for place in range(subsets.size):
                for number, cell in enumerate(self._cells):
                    digit = comb(number, place + 1) * int(self._weights[kind])
                    table[first + place, (kind, cell)] = digit
            first += subsets.size
        return table


class _Shift:
    """Moves sets of cells by one cell in a direction; cells that leave the board are dropped."""

    def __init__(self, field: EmptyBoard, direction: RowColumn) -> None:
        down, right = direction
        self.bits = down * field.columns + right
        cells = field.bits
        entered = [(row, column) for row, column in cells if (row - down, column - right) in cells]
        self._entered = np.uint64(mask_of(field, entered))

    def __call__(self, masks: Words) -> Words:
        by = np.uint64(abs(self.bits))
        moved: Words = (masks << by if self.bits > 0 else masks >> by) & self._entered
        return moved


def _after_moves(mask: Words, reached: Sequence[WordsReached]) -> tuple[Places, Words]:
    """Return (indices, sets): for each move, the old set's index in ``mask``, and the new set.

    Each round of the loop makes at most one move for each set, direction and distance.
    """
    ends = np.concatenate([targets for _, targets in reached])
    bits = np.array([bits for bits, _ in reached])
    downs, ups = (np.maximum(by, 0).astype(np.uint64) for by in (bits, -bits))
    left = np.flatnonzero(ends)
    offset, place = np.divmod(left, len(mask))
    ends, before = ends.take(left), mask.take(place)
    places, after = [], []
    while True:
        lowest = ends & (~ends + np.uint64(1))
        places.append(place)
        after.append(before ^ lowest ^ (lowest >> downs.take(offset) << ups.take(offset)))
        ends ^= lowest
        left = np.flatnonzero(ends)
        if not len(left):
            return np.concatenate(places), np.concatenate(after)
        place, before, ends, offset = (array.take(left) for array in (place, before, ends, offset))


def _union(masks: Mapping[str, Words]) -> Words:
    occupied: Words = np.bitwise_or.reduce(list(masks.values()))
    return occupied


def _counts(state: State) -> dict[str, int]:
    return dict(sorted(Counter(kind for kind, _ in state).items()))


_PIECE = 12  # number of bits of a mask that are looked up at once
_COUNT_SHIFT = np.uint64(48)  # the bits above this hold the number of cells counted so far
_RANK_BITS = np.uint64(2**48 - 1)
_TABLE_LIMIT = 2**16  # up to this number of sets, all masks are stored


class SubsetNumbering:
    """Gives a number to every set of ``size`` cells on a board of at most 64 cells.

    A *mask* is a set of cells as a uint64 of bits. There must be fewer than 2^48 sets. Among the
    sets of k cells, the set with the cells p1 < p2 < ... < pk has the *rank* C(p1, 1) + C(p2, 2) +
    ... + C(pk, k) (the combinatorial number system; Knuth, TAOCP 7.2.1.3).
    """

    def __init__(self, cells: int, size: int) -> None:
        self.size = size
        self.number = comb(cells, size)
        if cells > 64 or self.number >= 2**48:
            raise ValueError(
                f"found {size} pieces on {cells} cells: expected at most 64 cells, and fewer than"
                " 2**48 ways to place the pieces"
            )
        self._columns = [
            np.array([comb(cell, place) for cell in range(cells)], dtype=np.uint64)
            for place in range(size + 1)
        ]
        self._tables = [_rank_table(start, cells, size) for start in range(0, cells, _PIECE)]
        self._all: Words | None = None
        if self.number <= _TABLE_LIMIT:
            self._all = self._search(np.arange(self.number, dtype=np.uint64))

    def rank(self, masks: Words) -> Words:
        """Return the rank of each set of cells."""
        running = self._tables[0].take(_piece_of(masks, 0))
        for piece, table in enumerate(self._tables[1:], 1):
            counted = running >> _COUNT_SHIFT
            running += table.take(_piece_of(masks, piece) | _as_index(counted << np.uint64(_PIECE)))
        ranks: Words = running & _RANK_BITS
        return ranks

    def mask(self, ranks: Words) -> Words:
        """Return the set of cells with each rank."""
        if self._all is not None:
            return self._all.take(_as_index(ranks))
        return self._search(ranks)

    def _search(self, ranks: Words) -> Words:
        """Return the set of cells with each rank, found from the last cell to the first."""
        rest = ranks.copy()
        masks = np.zeros(len(ranks), dtype=np.uint64)
        for column in reversed(self._columns[1:]):
            cell = np.searchsorted(column, rest, side="right") - 1
            rest -= column[cell]
            masks |= np.uint64(1) << cell.astype(np.uint64)
        return masks


subsets_of = lru_cache(maxsize=8)(SubsetNumbering)  # shared because tables take milliseconds


def _piece_of(masks: Words, piece: int) -> NDArray[np.int64]:
    return _as_index((masks >> np.uint64(piece * _PIECE)) & np.uint64(2**_PIECE - 1))


def _as_index(numbers: Words) -> NDArray[np.int64]:
    return numbers.view(np.int64)


def _rank_table(start: int, cells: int, size: int) -> Words:
    """Return a table for ``rank``: what each group of ``_PIECE`` bits adds to the rank of a set.

    The amount depends on the number of cells in the lower bits, so the table has a row for each
    such number. The upper bits of an entry count the cells of the group. Entries with more than
    ``size`` cells are never used.
    """
    table = np.zeros((size + 1, 2**_PIECE), dtype=np.uint64)
    below = np.arange(size + 1, dtype=np.uint64)[:, None]
    for bit in range(_PIECE):
        half = 2**bit
        cell = min(start + bit, cells - 1)  # bits beyond the cells are never used
        adds = np.array([comb(cell, k) for k in range(size + 1)], dtype=np.uint64)
        without = table[:, :half]
        place = np.minimum((without >> _COUNT_SHIFT) + below + np.uint64(1), np.uint64(size))
        added = adds.take(_as_index(place)) + (np.uint64(1) << _COUNT_SHIFT)
        np.add(without, added, out=table[:, half : 2 * half])
    return table.ravel()
