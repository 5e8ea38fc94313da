"""How far the pieces of MovIX get if the others may move too, on boards that are integers.

Vocabulary: a *man* is (kind, bit): a piece and the bit of its cell; an *area* is a set of cells,
the integer of their bits. Every row ends in a bit that stands for no cell, so that a bit that a
shift moves out of its row is lost and does not enter the next row.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from math import inf
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from puzzles.grid import RowColumn, lines_of
from puzzles.movix.rules import State

if TYPE_CHECKING:
    from puzzles.movix.problem import MovIX

Area: TypeAlias = int
Man: TypeAlias = tuple[str, Area]

_MOST_KEPT = 100_000  # answers


class Reach:
    """Where a piece gets: ``rings[n]`` are the cells that take n moves, ``area`` all of these."""

    __slots__ = ("area", "rings")

    def __init__(self, rings: list[Area]) -> None:
        self.rings = rings
        self.area = sum(rings)

    def costs(self, line: Line) -> tuple[float, ...]:
        """Return the number of moves to each cell of a line, infinity if it never gets."""
        if not self.area & line.area:
            return (inf,) * len(line.cells)
        moves = {}
        for number, ring in enumerate(self.rings):
            there = ring & line.area
            while there:
                lowest = there & -there
                moves[lowest] = number
                there ^= lowest
        return tuple([moves.get(cell, inf) for cell in line.cells])


class Line(NamedTuple):
    """A line to complete: its area, the bits of its cells, and the cells themselves."""

    area: Area
    cells: list[Area]
    places: tuple[RowColumn, ...]


class Ground:
    """A board without its pieces: bits of cells, cells without a wall, lines without a wall."""

    def __init__(self, problem: MovIX) -> None:
        rows, columns = problem.rows, problem.columns
        self._down = columns + 1
        self.bits = _bits(rows, columns)
        walls = sum([self.bits[cell] for cell in problem.walls])
        self.open: Area = sum(self.bits.values()) - walls
        self.lines = [line for line in _lines(problem.line, rows, columns) if not line.area & walls]
        self.pieces = len(problem.initial)
        self._known: dict[tuple[str, Area, Area, Area, float], Reach] = {}

    def men(self, state: State) -> list[Man]:
        """Return the pieces of a state as men."""
        bits = self.bits
        return [(kind, bits[cell]) for kind, cell in state]

    def reach_alone(self, man: Man) -> Reach:
        """Return where a man gets if nothing but walls is in its way, and an S may jump at will.

        No state of the board lets the man get there in fewer moves.
        """
        return self.reach(man, self.open, self.open, inf)

    def reach(self, man: Man, free: Area, support: Area, most: float) -> Reach:
        """Return where a man gets within ``most`` moves, through and onto ``free`` cells.

        An S jumps over the cells of ``support``, whether a piece stands there now or not.
        """
        kind, at = man
        key = kind, at, free, support if kind == "S" else 0, most
        known = self._known.get(key)
        if known is None:
            if len(self._known) >= _MOST_KEPT:
                self._known.clear()
            known = self._known[key] = Reach(self._rings(man, free, support, most))
        return known

    def _rings(self, man: Man, free: Area, support: Area, most: float) -> list[Area]:
        kind, at = man
        seen, ring, rings = at, at, [at]
        if kind in "VH":
            slide = self._slide(at, self._down if kind == "V" else 1, free)
            return [at, slide] if slide and most >= 1 else rings
        next_ring = self._steps if kind == "L" else self._jumps
        while len(rings) <= most:
            ring = next_ring(ring, support) & free & ~seen
            if not ring:
                break
            rings.append(ring)
            seen |= ring
        return rings

    def _slide(self, at: Area, shift: int, free: Area) -> Area:
        cells, bit = 0, at << shift
        while bit & free:
            cells |= bit
            bit <<= shift
        bit = at >> shift
        while bit & free:
            cells |= bit
            bit >>= shift
        return cells

    def _steps(self, ring: Area, support: Area) -> Area:
        beside = ring | ring << 1 | ring >> 1
        steps: Area = beside | beside << self._down | beside >> self._down
        return steps

    def _jumps(self, ring: Area, support: Area) -> Area:
        down = self._down
        jumps: Area = (
            (ring << 1 & support) << 1
            | (ring >> 1 & support) >> 1
            | (ring << down & support) << down
            | (ring >> down & support) >> down
        )
        return jumps


@lru_cache(maxsize=64)
def _bits(rows: int, columns: int) -> dict[RowColumn, Area]:
    """Return the bits of the cells; every board of the size has the same bits."""
    return {
        (row, column): 1 << row * (columns + 1) + column
        for row in range(rows)
        for column in range(columns)
    }


@lru_cache(maxsize=64)
def _lines(length: int, rows: int, columns: int) -> list[Line]:
    """Return the lines of a board without walls."""
    bits = _bits(rows, columns)
    lines = [
        (places, [bits[cell] for cell in places]) for places in lines_of(length, rows, columns)
    ]
    return [Line(sum(cells), cells, places) for places, cells in lines]


def reach_at_costs(costs: Mapping[Area, int]) -> Reach:
    """Return the reach of a piece for which each cell has its price, a whole number."""
    rings = [0] * (max(costs.values()) + 1)
    for cell, cost in costs.items():
        rings[cost] |= cell
    return Reach(rings)
