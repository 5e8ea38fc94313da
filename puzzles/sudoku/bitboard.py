"""The bitboard of a Sudoku: its state as one integer, with a lane of bits for every constraint.

There is a lane for every cell (which digits it may hold) and for every digit in every unit (at
which places of the unit it may stand); rows, columns, boxes and diagonals are all units. A lane
is n bits and, above them, a *guard* bit that is set as long as the lane is *open*, that is, not
yet decided. Cell lanes come first, from the lowest bits on.

A candidate (cell, digit) is one bit in the lane of its cell and one in a lane of each of its
units. Placing it is one ``&`` with a mask that clears whatever the placement rules out and closes
the lanes it decides: the lane of the cell keeps the bit of the digit, the others become zero.

All lanes are checked at once. Subtracting 1 from every open lane takes the guard of empty lanes,
and clears the lowest bit of the other lanes. The state ``&`` the difference is then zero in lanes
that had one bit. A second subtraction finds these lanes: the singles.

This is fast: a placement, a contradiction or all singles cost a few operations on one integer,
however many cells are involved, whereas a table of candidates costs time for every cell. The
integer is also the state of the search.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import TypeAlias

from puzzles.sudoku.rules import Layout

State: TypeAlias = int
Candidate: TypeAlias = tuple[int, int]
"""Cell and digit, both from 0."""

DEAD: State = 0
"""No state: what propagation returns for a contradiction."""


class BitBoard:
    """The numbering of the bits of a layout, the masks, and the operations on all lanes at once.

    Of n*n cells and n*u digits in units, states have (n*n + n*u) * (n + 1) bits: 3,240 for the
    classic board. A mask is as long as a state; masks are made when first needed.
    """

    def __init__(self, layout: Layout) -> None:
        n = self.side = layout.side
        self.layout = layout
        self.width = n + 1
        self.cells = n * n
        lanes = self.cells + len(layout.units) * n
        ones = sum(1 << lane * self.width for lane in range(lanes))
        self.guards = ones << n
        self.every_bit = (ones << self.width) - ones
        self.cell_bits = self.cells * self.width
        self.cell_part = (1 << self.cell_bits) - 1
        self.cell_guards = self.guards & self.cell_part
        self._lane_values = (1 << n) - 1
        self._units_of: list[list[tuple[int, int]]] = [[] for _ in range(self.cells)]
        for number, unit in enumerate(layout.units):
            for place, cell in enumerate(unit.cells):
                self._units_of[cell].append((number, place))
        self._candidate_at: list[Candidate] = [(0, 0)] * (lanes * self.width)
        for cell in range(self.cells):
            for digit in range(n):
                for bit in self.bits((cell, digit)):
                    self._candidate_at[bit] = cell, digit
        self.empty_board = self.guards | self.bits_set(
            [(cell, digit) for cell in range(self.cells) for digit in range(n)]
        )
        self._patterns: dict[int, tuple[int, int, int]] = {}
        self._mask_at = [0] * (lanes * self.width)  # of the candidate of a bit, 0: not made yet

    def bits(self, candidate: Candidate) -> list[int]:
        """Return the places of a candidate's bits, the one in the lane of its cell first."""
        cell, digit = candidate
        n, width, cells = self.side, self.width, self.cells
        in_units = [
            (cells + unit * n + digit) * width + place for unit, place in self._units_of[cell]
        ]
        return [cell * width + digit, *in_units]

    def bits_set(self, candidates: list[Candidate]) -> int:
        """Return all bits of some candidates, as one integer."""
        places = [bit for candidate in candidates for bit in self.bits(candidate)]
        return self._integer(places)

    def placement(self, candidate: Candidate) -> int:
        """Return the mask that places a candidate of the board: ``state & mask``.

        It is shifted from the pattern of digit 0 in the cell.
        """
        cell, digit = candidate
        mask = self._mask_at[cell * self.width + digit]
        if not mask:
            if cell not in self._patterns:
                self._patterns[cell] = self._make_pattern(cell)
            own, in_cells, in_units = self._patterns[cell]
            cleared = own ^ 1 << cell * self.width + digit  # the one bit that stays
            cleared |= in_cells << digit | in_units << digit * self.width
            mask = self.every_bit ^ cleared
            for bit in self.bits(candidate):
                self._mask_at[bit] = mask
        return mask

    def state_of(self, givens: Sequence[int]) -> State:
        """Return the state of a board: digits from 1, row by row, 0 for open cells."""
        state = self.empty_board
        for cell, digit in enumerate(givens):
            if digit:
                state &= self.placement((cell, digit - 1))
        return state

    def place(self, state: State, candidate: Candidate) -> State:
        """Return the state with a candidate placed and ruled out everywhere it clashes."""
        return state & self.placement(candidate)

    def remove(self, state: State, candidates: list[Candidate]) -> State:
        """Return the state without some candidates."""
        return state & ~self.bits_set(candidates)

    def is_open(self, state: State, candidate: Candidate) -> bool:
        """Return True if a cell is not decided yet and may hold a digit."""
        lane = state >> candidate[0] * self.width
        return bool(lane >> self.side & 1 and lane >> candidate[1] & 1)

    def open_cells(self, state: State) -> int:
        """Return how many cells are not decided yet."""
        return (state & self.cell_guards).bit_count()

    def domains(self, state: State) -> list[int]:
        """Return the lane of every cell, with its guard: bit d for digit d, from 0."""
        width = self.width
        mask = (1 << width) - 1
        part = state & self.cell_part
        return [part >> shift & mask for shift in range(0, self.cell_bits, width)]

    def digits(self, state: State) -> list[int]:
        """Return the digit of every cell, from 1, and 0 for open cells."""
        n = self.side
        return [0 if lane >> n else lane.bit_length() for lane in self.domains(state)]

    def candidates(self, state: State, cell: int) -> list[int]:
        """Return the digits, from 1, that a cell may hold."""
        lane = state >> cell * self.width & self._lane_values
        return [digit + 1 for digit in range(self.side) if lane >> digit & 1]

    def close_under_singles(
        self, state: State, guards: int | None = None, rounds: int = -1
    ) -> State:
        """Place naked and hidden singles until there are none; DEAD if a lane comes out empty.

        Both kinds are the same thing here: an open lane with one bit left. guards: of the lanes to
        look at, all if not said. rounds: how often to place all singles that there are, at most.
        """
        n, cell_bits = self.side, self.cell_bits
        mask_at, guards = self._mask_at, self.guards if guards is None else guards
        while rounds:
            rounds -= 1
            open_lanes = state & guards
            ones = open_lanes >> n  # the lowest bit of every open lane
            less = state - ones
            if less & guards != open_lanes:  # an empty lane had to borrow from its guard
                return DEAD
            rest = (state & less) - ones  # without the lowest candidate, less 1 once more
            single = open_lanes ^ (rest & open_lanes)  # the guards that are gone now
            if not single:
                break
            bits = state & (single - (single >> n))  # below these guards, the one bit of each lane
            while bits:
                bit = bits.bit_length() - 1
                mask = mask_at[bit] or self.placement(self._candidate_at[bit])
                state &= mask
                bits &= mask  # a single that clashes with this one leaves an empty lane behind
                if bit < cell_bits:
                    bits ^= 1 << bit
        return state

    def has_empty_lane(self, state: State) -> bool:
        """Tell whether a cell has no digit left, or a digit no place in some unit."""
        open_lanes = state & self.guards
        return (state - (open_lanes >> self.side)) & self.guards != open_lanes

    def smallest_cell_lane(self, state: State) -> list[Candidate]:
        """Return the candidates of an open cell with the fewest."""
        return self.smallest_lane(state & self.cell_part)

    def smallest_lane(self, state: State) -> list[Candidate]:
        """Return the candidates of an open lane with the fewest, none if a lane is empty.

        A candidate is taken from all open lanes, again and again, until the smallest are empty.
        """
        n = self.side
        open_lanes = state & self.guards
        if not open_lanes:
            return []
        ones = open_lanes >> n
        rest = state
        while True:
            less = rest - ones
            empty = open_lanes ^ (less & open_lanes)
            if empty:
                break
            rest &= less  # one bit less in every open lane
        guard = empty & -empty
        bits, candidates = state & (guard - (guard >> n)), []
        while bits:  # from the top: in a long integer the highest bit is found at once
            bit = bits.bit_length() - 1
            candidates.append(self._candidate_at[bit])
            bits ^= 1 << bit
        return candidates[::-1]

    def _make_pattern(self, cell: int) -> tuple[int, int, int]:
        """Return what placements in a cell clear.

        The bits of all its candidates and its guard; then for digit 0 the bits of its peers in
        the lanes of cells; those in the lanes of units, and the guards of the cell's own units.
        """
        n, width = self.side, self.width
        own = self.bits_set([(cell, digit) for digit in range(n)]) | 1 << cell * width + n
        peers = [self.bits((peer, 0)) for peer in self.layout.peers[cell]]
        guards = [bit // width * width + n for bit in self.bits((cell, 0))[1:]]
        in_units = self._integer([*(bit for bits in peers for bit in bits[1:]), *guards])
        return own, self._integer([bits[0] for bits in peers]), in_units

    def _integer(self, places: list[int]) -> int:
        """Return the integer with ones at some places."""
        bytes_ = bytearray(self.every_bit.bit_length() // 8 + 1)
        for place in places:
            bytes_[place >> 3] |= 1 << (place & 7)
        return int.from_bytes(bytes_, "little")


bitboard_of = lru_cache(maxsize=32)(BitBoard)
"""Returns the bitboard of a layout; problems with equal layouts share it and its masks."""

Branch: TypeAlias = Callable[[State], list[Candidate]]

BRANCHINGS = ("smallest-constraint", "most-constrained", "first-empty-cell", "any-empty-cell")
"""From the least branching to the most."""


def make_branching(name: str, bitboard: BitBoard) -> Branch:
    """Return the function of a name out of BRANCHINGS, from a state to the candidates to try.

    smallest-constraint: the placements of the cell, or of the digit in a unit, with the fewest.
    most-constrained: those of the cell with the fewest (minimum remaining values).
    first-empty-cell: those of the first open cell. any-empty-cell: all placements; every order of
    its placements then leads to a solution.
    """

    def of_cells(cells: list[int], state: State) -> list[Candidate]:
        return [(cell, digit - 1) for cell in cells for digit in bitboard.candidates(state, cell)]

    def open_cells(state: State) -> list[int]:
        n = bitboard.side
        return [cell for cell, lane in enumerate(bitboard.domains(state)) if lane >> n]

    branchings: dict[str, Branch] = {
        "smallest-constraint": bitboard.smallest_lane,
        "most-constrained": bitboard.smallest_cell_lane,
        "first-empty-cell": lambda state: of_cells(open_cells(state)[:1], state),
        "any-empty-cell": lambda state: of_cells(open_cells(state), state),
    }
    return branchings[name]
