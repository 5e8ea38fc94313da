"""Locked candidates: a digit confined to where two units meet is ruled out in the rest of both.

The technique is known as pointing (a box points along a row) and claiming (a row claims a box).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from puzzles.sudoku.lanes import Candidate, Lanes, State


class Locked(NamedTuple):
    """A digit whose places in one unit all lie in another; numbers count from 0."""

    unit: int
    other: int
    digit: int
    removed: tuple[Candidate, ...]


class _Meeting(NamedTuple):
    """Two units that share cells: the bits of the first outside, the cells of the other."""

    unit: int
    other: int
    outside: int
    elsewhere: tuple[int, ...]


class LockedRule:
    """Finds locked candidates in the lanes of the digits of a unit."""

    def __init__(self, lanes: Lanes) -> None:
        self._lanes = lanes
        units = lanes.layout.units
        self._meetings = []
        for u, unit in enumerate(units):
            for v, other in enumerate(units):
                shared = set(unit.cells) & set(other.cells)
                if u != v and len(shared) > 1:
                    outside = sum(1 << p for p, c in enumerate(unit.cells) if c not in shared)
                    elsewhere = tuple(c for c in other.cells if c not in shared)
                    self._meetings.append(_Meeting(u, v, outside, elsewhere))

    def apply(self, state: State) -> State:
        """Return the state without the candidates that locked candidates rule out."""
        removed = {candidate for locked in self.find(state) for candidate in locked.removed}
        return self._lanes.remove(state, list(removed)) if removed else state

    def find(self, state: State) -> Iterator[Locked]:
        """Yield the locked candidates that rule other candidates out."""
        lanes = self._lanes
        n, width = lanes.side, lanes.width
        mask, guard = (1 << width) - 1, 1 << n
        digit_part = state >> lanes.cell_bits
        table = [
            [digit_part >> (unit * n + digit) * width & mask for digit in range(n)]
            for unit in range(len(lanes.layout.units))
        ]
        domains = lanes.domains(state)
        for unit, other, outside, elsewhere in self._meetings:
            for digit, lane in enumerate(table[unit]):
                if lane & guard and not lane & outside and lane != guard:
                    bit = 1 << digit
                    removed = [(cell, digit) for cell in elsewhere if domains[cell] & bit]
                    if removed:
                        yield Locked(unit, other, digit, tuple(removed))
