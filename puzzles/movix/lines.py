"""The costs of filling lines on a MovIX board if each piece moves as if it were alone.

An *area* is an integer with the bits of a set of cells. Every row has an extra bit at its end, so a
shift never moves a cell into the next row. The *price* of a line is the least cost of filling it.
The *profile* of a line counts the pieces at each distance from the line (0, 1, 2 ... moves), in an
integer of 64 bits. Its last count also includes the pieces that are farther away.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from math import inf
from struct import unpack
from typing import NamedTuple, TypeAlias

from aima_search.base.errors import NotApplicable
from puzzles.bits import bits_of, union_of
from puzzles.grid import DIAGONAL, ORTHOGONAL, RowColumn
from puzzles.movix.assignment import least_assignment_cost
from puzzles.movix.rules import MAX_SIDE, MovIXLike, Piece, State, lines_of

Area: TypeAlias = int

BitPiece: TypeAlias = tuple[str, Area]
"""The kind of a piece, and the bit of its cell."""

CellCosts: TypeAlias = tuple[tuple[float, ...], ...]
"""A row for each cell of the line, a column for each piece."""

NextRing: TypeAlias = Callable[[Area, Area, Area], Area]
"""A function that returns the cells that one move reaches from a ring; takes support and free."""

_MOST_REACHES = 100_000  # number of cached reaches
_MOST_COSTS = 2_000  # number of reaches for which the costs on a line are cached
_MOST_PRICES = 20_000  # number of cached prices, bounds and profiles


class GoalLine(NamedTuple):
    """A line to fill: a mask of all cells, a mask of each cell, and (row, column) of each cell."""

    area: Area
    cells: list[Area]
    places: tuple[RowColumn, ...]


class Reach:
    """The cells that a piece reaches; it needs n moves to reach the cells in ``rings[n]``."""

    __slots__ = ("_costs", "area", "rings")

    def __init__(self, rings: list[Area]) -> None:
        self._costs: dict[Area, tuple[float, ...]] = {}
        self.rings = rings
        self.area = sum(rings)

    def costs(self, line: GoalLine) -> tuple[float, ...]:
        """Return the number of moves to each cell of a line; infinity for unreachable cells."""
        if not self.area & line.area:
            return (inf,) * len(line.cells)
        costs = self._costs.get(line.area)
        if costs is None:
            moves = {}
            for number, ring in enumerate(self.rings):
                for cell in bits_of(ring & line.area):
                    moves[cell] = number
            costs = self._costs[line.area] = tuple([moves.get(cell, inf) for cell in line.cells])
        return costs


def distance_to(line: GoalLine, reaches: Sequence[Reach]) -> float:
    """Return the sum of the distances from a line of n cells to the n pieces nearest to it."""
    area, wanted, distances = line.area, len(line.cells), []
    for reach in reaches:
        if reach.area & area:
            for moves, ring in enumerate(reach.rings):
                if ring & area:
                    distances.append(moves)
                    break
    distances.sort()
    return sum(distances[:wanted]) if len(distances) >= wanted else inf


class _LineCosts(dict[Reach, tuple[float, ...]]):
    """A cache of ``reach.costs(line)`` for one line; a look-up is faster than a call."""

    def __init__(self, line: GoalLine) -> None:
        self._line = line

    def __missing__(self, reach: Reach) -> tuple[float, ...]:
        if len(self) >= _MOST_COSTS:
            self.clear()
        costs = self[reach] = reach.costs(self._line)
        return costs


class ReachCalculator:
    """Computes which cells the pieces of a board can reach; a set of cells is an integer."""

    def __init__(self, problem: MovIXLike) -> None:
        field, self._pieces = problem.field, len(problem.initial)
        self._down = field.columns + 1
        self.bits = {(r, c): 1 << r * self._down + c for r, c in field.bits}
        walls = sum([self.bits[cell] for cell in field.walls])
        self.open: Area = sum(self.bits.values()) & ~walls
        lines = _lines_without_walls(problem.line, field.rows, field.columns)
        self.lines = [line for line in lines if not line.area & walls]
        self.jumpers = field.jumpers
        self._moves = {kind: self._moves_of(problem, kind) for kind, _ in problem.initial}
        self.reach = lru_cache(_MOST_REACHES)(self._reach)  # with a cache

    def bit_pieces(self, state: State) -> list[BitPiece]:
        """Return the pieces of a state as pairs (kind, bit of the cell)."""
        bits = self.bits
        return [(kind, bits[cell]) for kind, cell in state]

    def reach_alone(self, piece: Piece) -> Reach:
        """Return the reach of a piece that is alone on the board and can jump over any cell.

        With other pieces on the board, the piece never needs fewer moves to a cell.
        """
        kind, cell = piece
        support = self.open if kind in self.jumpers else 0
        return self.reach((kind, self.bits[cell]), self.open, support, inf)

    def _reach(self, piece: BitPiece, free: Area, support: Area, most: float) -> Reach:
        """Return the cells that a piece reaches in at most ``most`` moves through ``free`` cells.

        A piece that jumps can jump over any cell in ``support``, even over an empty cell. For the
        other pieces, ``support`` is 0.
        """
        return Reach(self._rings(piece, free, support, most))

    def lines_to_fill(self, state: State) -> list[GoalLine]:
        """Return each line of n cells that n pieces could reach if no piece blocked another."""
        areas = [reach.area for reach in map(self.reach_alone, state)]
        return [
            line
            for line in self.lines
            if sum([area & line.area != 0 for area in areas]) >= len(line.cells)
        ]

    def cheapest_line_pricer(self) -> Callable[[Sequence[Reach]], float]:
        """Return a function that maps the reaches of all pieces to the price of the cheapest line.

        The price of a line is the number of moves to fill it, or infinity if it cannot be filled.
        """
        lines, width = self.lines, self._pieces.bit_length()
        length = len(lines[0].cells) if lines else 0
        cached = lru_cache(_MOST_PRICES)
        bound = cached(lambda profile: _bound_of_profile(profile, width, length))
        price = cached(lambda rows: least_assignment_cost([*zip(*rows, strict=True)]))
        lines_at: dict[Area, int] = {}  # for each cell, bit 64 * n is set if line n contains it
        for number, line in enumerate(lines):
            for cell in line.cells:
                lines_at[cell] = lines_at.get(cell, 0) | 1 << 64 * number
        profiles_of = cached(lambda reach: _profiles(reach, lines_at, width))
        costs_on = [_LineCosts(line) for line in lines]

        def least_price(reaches: Sequence[Reach]) -> float:
            profiles = sum(map(profiles_of, reaches)).to_bytes(8 * len(lines), "little")
            bounds, least = [*map(bound, unpack(f"<{len(lines)}Q", profiles))], inf
            out_of_reach = ~union_of([reach.area for reach in reaches])
            for number in sorted(range(len(lines)), key=bounds.__getitem__):
                if bounds[number] >= least:
                    break
                if not lines[number].area & out_of_reach:
                    costs = tuple(map(costs_on[number].__getitem__, reaches))
                    least = min(least, price(costs))
            return least

        return least_price

    def _rings(self, piece: BitPiece, free: Area, support: Area, most: float) -> list[Area]:
        kind, at = piece
        next_ring, farthest = self._moves[kind]
        seen, ring, rings = at, at, [at]
        while len(rings) <= most and len(rings) <= farthest:
            ring = next_ring(ring, support, free) & free & ~seen
            if not ring:
                break
            rings.append(ring)
            seen |= ring
        return rings

    def _moves_of(self, problem: MovIXLike, kind: str) -> tuple[NextRing, float]:
        """Return (f, n). The function f moves pieces. After n moves, they reach no new cells."""
        _, directions, reach, jumps = problem.field.kinds[kind]
        if any(abs(column) > 1 for _, column in directions) or (jumps and reach is not None):
            raise NotApplicable(
                f"h may be inadmissible for MovIX pieces of kind {kind}: each direction must change"
                " the column by at most 1, and pieces that jump must have reach=None"
            )
        shifts = [row * self._down + column for row, column in directions]
        ahead = [shift for shift in shifts if shift > 0]
        back = [-shift for shift in shifts if shift < 0]
        if jumps:
            return _jumps_over(ahead, back), inf
        if reach == 1 and {*directions} == {*ORTHOGONAL, *DIAGONAL}:
            return self._steps, inf
        is_one_line = reach is None and len({*map(abs, shifts)}) == 1
        return _slides_along(ahead, back, reach), 1 if is_one_line else inf

    def _steps(self, ring: Area, support: Area, free: Area) -> Area:
        beside = ring | ring << 1 | ring >> 1
        return beside | beside << self._down | beside >> self._down


@lru_cache(maxsize=64)
def _lines_without_walls(length: int, rows: int, columns: int) -> list[GoalLine]:
    lines = []
    for places in lines_of(length, rows, columns):
        cells = [1 << row * (columns + 1) + column for row, column in places]
        lines.append(GoalLine(sum(cells), cells, places))
    return lines


def _jumps_over(ahead: list[int], back: list[int]) -> NextRing:
    def jump(ring: Area, support: Area, free: Area) -> Area:
        cells = 0
        for by in ahead:
            cells |= (ring << by & support) << by
        for by in back:
            cells |= (ring >> by & support) >> by
        return cells

    return jump


def _slides_along(ahead: list[int], back: list[int], reach: int | None) -> NextRing:
    steps = range(MAX_SIDE if reach is None else reach)

    def slide(ring: Area, support: Area, free: Area) -> Area:
        cells = 0
        for by in ahead:
            bits = ring
            for _ in steps:
                bits = bits << by & free
                if not bits:
                    break
                cells |= bits
        for by in back:
            bits = ring
            for _ in steps:
                bits = bits >> by & free
                if not bits:
                    break
                cells |= bits
        return cells

    return slide


def _profiles(reach: Reach, lines_at: Mapping[Area, int], width: int) -> int:
    """Return the profiles of all lines for a single piece, as one integer (64 bits per line)."""
    profiles, known, last = 0, 0, 64 // width - 1
    for moves, ring in enumerate(reach.rings):
        near = union_of([lines_at.get(cell, 0) for cell in bits_of(ring)])
        profiles |= (near & ~known) << width * min(moves, last)
        known |= near
    return profiles


def _bound_of_profile(profile: int, width: int, count: int) -> float:
    """Return a lower bound: the sum of distances from a line to the ``count`` nearest pieces."""
    bound = moves = 0
    while count and profile:
        nearest = min(profile & (1 << width) - 1, count)
        bound += nearest * moves
        count -= nearest
        profile >>= width
        moves += 1
    return inf if count else bound
