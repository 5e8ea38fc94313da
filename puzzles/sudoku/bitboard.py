"""A bitboard is a Sudoku state in one integer, with a field of bits for every constraint.

Rows, columns, boxes and diagonals are *units*. Every cell has a field with the digits that the cell
may hold, and every digit has a field in every unit, with the places that the digit may take. The
fields of cells are the lowest bits. A field has n bits. The bit above it is its *guard*, which is 1
as long as the field is *open*: not decided yet.

A candidate (cell, digit) has a bit in the field of its cell and in a field of each of its units.
Placing it is one ``&`` with a mask, which clears all bits that the placement rules out, and closes
the fields that it decides: its cell keeps the bit of the digit, the other fields become zero.

All fields are checked at once. Subtracting 1 from every open field clears the guard of an empty
field, and the lowest bit of any other field. The state ``&`` the difference is then zero in fields
that had one bit, so a second subtraction finds the singles. So a placement, the test for
contradictions and the search for singles take a few operations, for any number of cells.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import TypeAlias

from puzzles.sudoku.rules import Layout

State: TypeAlias = int
Candidate: TypeAlias = tuple[int, int]
"""A cell and a digit, counted from 0."""

DEAD: State = 0
"""What propagation returns for a contradiction."""


class BitBoardLayout:
    """Stores a state in one integer, and changes many fields of the state at once.

    A state has a field for each cell, and a field for each digit in each unit. If a board has the
    side n, a field has n bits and a guard bit. So a state of a 9 x 9 board with 27 units has
    (81 + 27 * 9) * 10 = 3,240 bits. Masks have the same length; they are created when needed.
    """

    def __init__(self, layout: Layout) -> None:
        n = self.side = layout.side
        self.layout = layout
        self.width = n + 1
        self.cells = n * n
        fields = self.cells + len(layout.units) * n
        ones = sum(1 << field * self.width for field in range(fields))
        self.guards = ones << n
        self.every_bit = (ones << self.width) - ones
        self.cell_bits = self.cells * self.width
        self.cell_part = (1 << self.cell_bits) - 1
        self.cell_guards = self.guards & self.cell_part
        self._field_values = (1 << n) - 1
        self._units_of: list[list[tuple[int, int]]] = [[] for _ in range(self.cells)]
        for number, unit in enumerate(layout.units):
            for place, cell in enumerate(unit.cells):
                self._units_of[cell].append((number, place))
        self._candidate_at: list[Candidate] = [(0, 0)] * (fields * self.width)
        every = [(cell, digit) for cell in range(self.cells) for digit in range(n)]
        for candidate in every:
            for bit in self.bits(candidate):
                self._candidate_at[bit] = candidate
        self.empty_board = self.guards | self.bits_set(every)
        self._patterns: dict[int, tuple[int, int, int]] = {}
        self._mask_at = [0] * (fields * self.width)  # by the bit of a candidate; 0: not created

    def bits(self, candidate: Candidate) -> list[int]:
        """Return the positions of a candidate's bits: one for the cell, and one for each unit."""
        cell, digit = candidate
        fields = [(self.cells + unit * self.side, place) for unit, place in self._units_of[cell]]
        in_units = [(field + digit) * self.width + place for field, place in fields]
        return [cell * self.width + digit, *in_units]

    def bits_set(self, candidates: list[Candidate]) -> int:
        """Return an integer in which all bits of these candidates are 1."""
        return self._integer([bit for candidate in candidates for bit in self.bits(candidate)])

    def placement(self, candidate: Candidate) -> int:
        """Return the mask of a candidate; ``state & mask`` is the state with this digit placed."""
        cell, digit = candidate
        mask = self._mask_at[cell * self.width + digit]
        if not mask:
            if cell not in self._patterns:
                self._patterns[cell] = self._make_pattern(cell)
            field, in_cells, in_units = self._patterns[cell]
            cleared = field ^ 1 << cell * self.width + digit  # the one bit that stays
            cleared |= in_cells << digit | in_units << digit * self.width
            mask = self.every_bit ^ cleared
            for bit in self.bits(candidate):
                self._mask_at[bit] = mask
        return mask

    def state_of(self, givens: Sequence[int]) -> State:
        """Return the state of a board; ``givens``: the digits row by row, 0 for an empty cell."""
        state = self.empty_board
        for cell, digit in enumerate(givens):
            if digit:
                state &= self.placement((cell, digit - 1))
        return state

    def place(self, state: State, candidate: Candidate) -> State:
        """Return the state with a digit placed, and without the candidates that clash with it."""
        return state & self.placement(candidate)

    def remove(self, state: State, candidates: list[Candidate]) -> State:
        """Return the state without these candidates."""
        return state & ~self.bits_set(candidates)

    def is_open(self, state: State, candidate: Candidate) -> bool:
        """Return True if a candidate is still possible and its cell is not decided yet."""
        field = state >> candidate[0] * self.width
        return bool(field >> self.side & 1 and field >> candidate[1] & 1)

    def open_cells(self, state: State) -> int:
        """Return the number of cells that are not decided yet."""
        return (state & self.cell_guards).bit_count()

    def domains(self, state: State) -> list[int]:
        """Return the bits of each cell: n bits for the digits 1 to n, and then a guard bit."""
        width = self.width
        mask = (1 << width) - 1
        part = state & self.cell_part
        return [part >> shift & mask for shift in range(0, self.cell_bits, width)]

    def digits(self, state: State) -> list[int]:
        """Return the digit of every cell; an empty cell has the digit 0."""
        n = self.side
        return [0 if field >> n else field.bit_length() for field in self.domains(state)]

    def candidates(self, state: State, cell: int) -> list[int]:
        """Return the digits that a cell may hold."""
        field = state >> cell * self.width & self._field_values
        return [digit + 1 for digit in range(self.side) if field >> digit & 1]

    def close_under_singles(
        self, state: State, guards: int | None = None, rounds: int = -1
    ) -> State:
        """Place naked and hidden singles until no single is left; return DEAD for a contradiction.

        guards: a mask with the guard bits of the fields to check, or None for all fields. rounds:
        the largest number of rounds, or -1 for no limit. Each round places all singles it finds.
        """
        n, cell_bits = self.side, self.cell_bits
        mask_at, guards = self._mask_at, self.guards if guards is None else guards
        while rounds:
            rounds -= 1
            open_fields = state & guards
            ones = open_fields >> n  # the lowest bit of every open field
            less = state - ones
            if less & guards != open_fields:  # the subtraction cleared the guard of an empty field
                return DEAD
            rest = (state & less) - ones  # without the lowest candidate, minus 1 again
            single = open_fields ^ (rest & open_fields)  # the guards that are now cleared
            if not single:
                break
            bits = state & (single - (single >> n))  # below these guards, the one bit of each field
            while bits:
                bit = bits.bit_length() - 1
                mask = mask_at[bit] or self.placement(self._candidate_at[bit])
                state &= mask
                bits &= mask  # another single that clashes with this one leaves an empty field
                if bit < cell_bits:
                    bits ^= 1 << bit
        return state

    def empty_fields(self, state: State) -> int:
        """Return the guard bits of the undecided fields that have no candidate left."""
        open_fields = state & self.guards
        return open_fields & ~(state - (open_fields >> self.side))

    def single_fields(self, state: State) -> int:
        """Return the guard bits of the undecided fields that have exactly one candidate left."""
        open_fields = state & self.guards & ~self.empty_fields(state)
        ones = open_fields >> self.side
        rest = (state & (state - ones)) - ones  # without the lowest candidate, minus 1 again
        return open_fields & ~rest

    def smallest_field(self, state: State) -> list[Candidate]:
        """Return the candidates of the field with the fewest candidates; skip decided fields."""
        n = self.side
        open_fields = state & self.guards
        if not open_fields:
            return []
        ones = open_fields >> n
        rest = state
        while True:  # each round removes one candidate from every open field
            less = rest - ones
            empty = open_fields ^ (less & open_fields)
            if empty:
                break
            rest &= less  # one bit less in every open field
        guard = empty & -empty
        bits, candidates = state & (guard - (guard >> n)), []
        while bits:  # from the top, because the highest bit of a long integer is found fast
            bit = bits.bit_length() - 1
            candidates.append(self._candidate_at[bit])
            bits ^= 1 << bit
        return candidates[::-1]

    def _make_pattern(self, cell: int) -> tuple[int, int, int]:
        """Return the bits to clear if ``cell`` is filled: 3 masks for cell, peers and units.

        The second and the third mask are for the digit 1; shift them for other digits.
        """
        n, width = self.side, self.width
        field = self.bits_set([(cell, digit) for digit in range(n)]) | 1 << cell * width + n
        peers = [self.bits((peer, 0)) for peer in self.layout.peers[cell]]
        guards = [bit // width * width + n for bit in self.bits((cell, 0))[1:]]
        in_units = self._integer([*(bit for bits in peers for bit in bits[1:]), *guards])
        return field, self._integer([bits[0] for bits in peers]), in_units

    def _integer(self, places: list[int]) -> int:
        bytes_ = bytearray(self.every_bit.bit_length() // 8 + 1)
        for place in places:
            bytes_[place >> 3] |= 1 << (place & 7)
        return int.from_bytes(bytes_, "little")


bitboard_of = lru_cache(maxsize=32)(BitBoardLayout)
"""Returns the bitboard of a layout; problems with equal layouts share it and its masks."""

BRANCHINGS = ("smallest-constraint", "most-constrained", "first-empty-cell", "any-empty-cell")
"""The branchings, from the fewest candidates to the most."""


def make_branching(name: str, bitboard: BitBoardLayout) -> Callable[[State], list[Candidate]]:
    """Return the branching ``name``: a function from a state to the candidates to try in it.

    smallest-constraint: take the cell, or the digit in a unit, that has the fewest candidates.
    most-constrained: take the cell that has the fewest candidates (minimum remaining values).
    first-empty-cell: take the first empty cell. any-empty-cell: take all candidates of all empty
    cells, so that the cells can be filled in any order.
    """

    def of_open_cells(state: State, most: int | None = None) -> list[Candidate]:
        fields = bitboard.domains(state)
        cells = [cell for cell, field in enumerate(fields) if field >> bitboard.side]
        return [
            (cell, digit - 1) for cell in cells[:most] for digit in bitboard.candidates(state, cell)
        ]

    branchings: dict[str, Callable[[State], list[Candidate]]] = {
        "smallest-constraint": bitboard.smallest_field,
        "most-constrained": lambda state: bitboard.smallest_field(state & bitboard.cell_part),
        "first-empty-cell": lambda state: of_open_cells(state, 1),
        "any-empty-cell": of_open_cells,
    }
    return branchings[name]
