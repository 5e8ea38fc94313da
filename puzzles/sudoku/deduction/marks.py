"""The candidates of every empty cell, and sets of them that the techniques use.

A *technique* finds a placement, or candidates that no solution has. Sets of cells and of digits are
masks; digits count from 0. A *bivalue* cell has two candidates.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property, lru_cache, reduce
from operator import and_
from typing import NamedTuple, TypeAlias

from puzzles.bits import mask_of, places_of, union_of
from puzzles.sudoku.bitboard import BitBoardLayout, Candidate, State
from puzzles.sudoku.rules import Layout

CellSet: TypeAlias = int


class TechniqueFinding(NamedTuple):
    """What a technique found: the reason, the cells, and what to remove or to place."""

    why: str
    cells: CellSet
    strikes: Sequence[Candidate] = ()
    placement: Candidate | None = None
    rating: float | None = None  # None: the rating of the technique


class Technique(NamedTuple):
    """A technique: its name, its lowest rating, its search function, and its explanation."""

    name: str
    rating: float
    find: Callable[[PencilMarks], Iterator[TechniqueFinding]]
    sentence: str


class LayoutMasks:
    """The units, and the peers of each cell, as sets; boards with the same layout share them."""

    def __init__(self, layout: Layout) -> None:
        n = self.side = layout.side
        self.units = [mask_of(unit.cells) for unit in layout.units]
        self.groups = [mask_of(group.cells) for group in layout.groups]
        self.peers = [mask_of(peers) for peers in layout.peers]
        self.seen_by_all = lru_cache(maxsize=4096)(self._seen_by_all)
        self.units_of = [
            mask_of(u for u, unit in enumerate(self.units) if unit >> cell & 1)
            for cell in range(n * n)
        ]
        self.boxes = range(2 * n, 3 * n)
        self.lines = [u for u in range(len(self.units)) if u not in self.boxes]
        # For every unit, the units of another kind that share several cells with it.
        self.meetings = [
            [
                (v, other)
                for v, other in enumerate(self.units)
                if (u in self.boxes) != (v in self.boxes) and (unit & other).bit_count() > 1
            ]
            for u, unit in enumerate(self.units)
        ]

    def _seen_by_all(self, cells: CellSet) -> CellSet:
        """Return the cells that are peers of all these cells."""
        return reduce(and_, [self.peers[cell] for cell in places_of(cells)], -1)


masks_of = lru_cache(maxsize=32)(LayoutMasks)


class PencilMarks:
    """The candidates of the empty cells of a state, by cell and by digit.

    is_unique: a function that returns True if the board has one solution.
    """

    def __init__(
        self, bitboard: BitBoardLayout, state: State, is_unique: Callable[[], bool] = lambda: False
    ) -> None:
        self.bitboard, self.state, self.is_unique = bitboard, state, is_unique
        self.masks = masks_of(bitboard.layout)
        n = self.side = bitboard.side
        guard = 1 << n
        fields = bitboard.domains(state)
        self.held = [field & ~guard for field in fields]
        self.domains = [field ^ guard if field & guard else 0 for field in fields]
        at = self.at = [0] * n
        for cell, domain in enumerate(self.domains):
            bit = 1 << cell
            while domain:
                at[(domain & -domain).bit_length() - 1] |= bit
                domain &= domain - 1
        self.open: CellSet = union_of(at)

    def names(self, cells: CellSet) -> str:
        """Return the names of cells, such as "A1 B2"."""
        return " ".join(map(self.bitboard.layout.name, places_of(cells)))

    def unit(self, number: int) -> str:
        """Return the name of a unit or a cage."""
        return self.bitboard.layout.groups[number].name

    def strikes(self, cells: CellSet, digits: int) -> list[Candidate]:
        """Return the candidates in ``cells`` whose digit is in ``digits``."""
        return [(c, d) for c in places_of(cells) for d in places_of(self.domains[c] & digits)]

    @cached_property
    def places(self) -> list[tuple[CellSet, ...]]:
        """The places of every digit in every unit."""
        return [tuple([cells & unit for cells in self.at]) for unit in self.masks.units]

    @cached_property
    def in_groups(self) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
        """The empty cells of every unit, then of every cage, and the candidates of these cells."""
        cells_of = [tuple(places_of(self.open & group)) for group in self.masks.groups]
        return [(cells, tuple([self.domains[cell] for cell in cells])) for cells in cells_of]

    @cached_property
    def bivalue(self) -> list[int]:
        """The cells with two candidates."""
        return [cell for cell, domain in enumerate(self.domains) if domain.bit_count() == 2]


def digits_in_words(digits: int) -> str:
    """Return a set of digits in words, such as "2 and 6"."""
    *others, last = [str(digit + 1) for digit in places_of(digits)]
    return f"{', '.join(others)} and {last}" if others else last
