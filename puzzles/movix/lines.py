"""The costs of filling the lines of MovIX if each piece moves on its own; boards are integers.

A *bit piece* is (kind, bit): the kind of a piece and the bit of its cell. An *area* is a set of
cells, an integer with the bits of these cells. Every row ends in a bit that stands for no cell, so
a shift never moves a bit into the next row. A *reach* has the number of moves of one piece to every
cell. The *price* of a line is the least cost of filling it. The *bound* of a line is its cost if
each cell takes the nearest piece, even if cells share a piece.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from math import inf
from operator import itemgetter
from typing import NamedTuple, TypeAlias, TypeVar

from aima_search.base.errors import NotApplicable
from puzzles.grid import DIAGONAL, ORTHOGONAL, RowColumn
from puzzles.movix.assignment import least_assignment_cost
from puzzles.movix.rules import MAX_SIDE, MovIXLike, Piece, State, lines_of

Area: TypeAlias = int

BitPiece: TypeAlias = tuple[str, Area]

CellCosts: TypeAlias = tuple[tuple[float, ...], ...]
"""A row for each cell of the line, a column for each piece."""

Row: TypeAlias = tuple[Area, ...]

NextRing: TypeAlias = Callable[[Area, Area, Area], Area]
"""A function that returns the cells that one move reaches from a ring; takes support and free."""

_Value = TypeVar("_Value")

_MOST_REACHES = 100_000  # number of cached reaches
_MOST_PRICES = 20_000  # number of cached prices of a line
_WITHOUT_TABLES = 100  # number of states before tables are created
_FEW = 3  # up to this number of lines, prices are computed without bounds
_FIRST_WIDTH = 8  # initial number of rows per line
_NOT_PRICED = 0.5  # subtracted from bounds to distinguish them from prices, which are whole


class Line(NamedTuple):
    """A line to complete: its cells as a set of bits, as single bits, and as (row, column)."""

    area: Area
    cells: list[Area]
    places: tuple[RowColumn, ...]


class Reach:
    """The cells that a piece reaches: ``rings[n]`` in n moves, ``area`` in any number of moves."""

    __slots__ = ("area", "rings")

    def __init__(self, rings: list[Area]) -> None:
        self.rings = rings
        self.area = sum(rings)

    def costs(self, line: Line) -> tuple[float, ...]:
        """Return the number of moves to each cell of a line; infinity for unreachable cells."""
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


class BoardMasks:
    """A board without its pieces as bit masks: each cell, the open cells, lines without a wall."""

    def __init__(self, problem: MovIXLike) -> None:
        rows, columns = problem.field.rows, problem.field.columns
        self._down = columns + 1
        self.bits = _bits(rows, columns)
        walls = sum([self.bits[cell] for cell in problem.field.walls])
        self.open: Area = sum(self.bits.values()) - walls
        self.lines = [line for line in _lines(problem.line, rows, columns) if not line.area & walls]
        self.pieces = len(problem.initial)
        self.jumpers = problem.field.jumpers
        self._moves = {kind: self._moves_of(problem, kind) for kind, _ in problem.initial}
        self._known: dict[tuple[str, Area, Area, Area, float], Reach] = {}

    def bit_pieces(self, state: State) -> list[BitPiece]:
        """Return the pieces of a state as pairs (kind, bit of the cell)."""
        bits = self.bits
        return [(kind, bits[cell]) for kind, cell in state]

    def reach_alone(self, piece: Piece) -> Reach:
        """Return the reach of a piece alone on the board, if it can jump over any cell.

        In every state, the piece needs at least this number of moves to a cell.
        """
        kind, cell = piece
        return self.reach((kind, self.bits[cell]), self.open, self.open, inf)

    def reach(self, piece: BitPiece, free: Area, support: Area, most: float) -> Reach:
        """Return the reach of a piece within ``most`` moves along ``free`` cells.

        A piece that jumps can jump over cells of ``support``, even if they are empty.
        """
        kind, at = piece
        key = kind, at, free, support if kind in self.jumpers else 0, most
        known = self._known.get(key)
        if known is None:
            if len(self._known) >= _MOST_REACHES:
                self._known.clear()
            known = self._known[key] = Reach(self._rings(piece, free, support, most))
        return known

    def lines_to_fill(self, state: State) -> list[Line]:
        """Return the lines that enough pieces can reach if each piece moves as if it were alone."""
        areas = [reach.area for reach in map(self.reach_alone, state)]
        return [
            line
            for line in self.lines
            if sum([not area & line.area for area in areas]) <= len(areas) - len(line.cells)
        ]

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
        """Return the function for one move of a kind of piece, and the most moves of a piece.

        Raises NotApplicable for a kind that this method does not cover: a step over several columns
        could cross the single bit between rows.
        """
        _, directions, reach, jumps = problem.field.kinds[kind]
        if any(abs(column) > 1 for _, column in directions) or (jumps and reach is not None):
            raise NotApplicable(
                f"MovIX: h is not admissible for pieces {kind}: expected directions that change"
                " the column by at most 1 and, for pieces that jump, reach=None"
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
        steps: Area = beside | beside << self._down | beside >> self._down
        return steps


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
    """Return a function that slides pieces by these shifts, up to an obstacle or the reach."""
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


class CheapestLine:
    """Computes the price of the cheapest line for many states; a piece fills only one cell.

    ``reach`` returns the reach of a piece, in whole numbers; it is called once for each piece. The
    *row* of a piece on a line has the piece's costs of the line's cells: for each number of moves,
    the set of cells. The price of a line depends only on its *count*, the number of pieces with
    each row.

    The first states are priced without tables. For later states, tables cache the prices by counts.
    Prices are computed in the order of a lower bound, as long as a line can be the cheapest. One
    integer holds the counts of all lines, with a *digit* for each row. Each piece has such a
    number, and the numbers of the pieces of a state are added up.
    """

    def __init__(self, lines: Sequence[Line], reach: Callable[[Piece], Reach], pieces: int) -> None:
        self._reaches = _PieceMemo(reach)
        self._rows = _PieceMemo(self._number_rows)
        self._numbers = _PieceMemo(self._number)
        self._lines = lines
        self._left = _WITHOUT_TABLES
        self._price = lru_cache(_MOST_PRICES)(least_assignment_cost)
        self._digit = 1 + pieces // 256  # number of bytes
        self._tables = [_LinePriceCache(0, 0, {}, line, {}, {}) for line in lines]
        self._widen(_FIRST_WIDTH)

    def __call__(self, state: State) -> float:
        """Return the price of the cheapest line, infinity if no line can be filled."""
        if self._left:
            self._left -= 1
            return least_cost(self._lines, [self._reaches[piece] for piece in state], self._price)
        width = 0
        while width != self._width:  # a new piece may make the counts wider
            width = self._width
            total = sum(map(self._numbers.__getitem__, state))
        counts = total.to_bytes(len(self._tables) * width, "little")
        least: float = inf
        unknown, bounds = [], []
        for start, stop, known, table in self._lookups:
            count = counts[start:stop]
            cost = known.get(count)
            if cost is None:
                unknown.append((table, count))
            elif cost < least:
                if cost % 1:
                    bounds.append((cost, start, count))
                else:
                    least = cost
        if unknown:
            bounds += self._bounds(state, unknown)
        return self._least_price(state, bounds, least) if bounds else least

    def _bounds(
        self, state: State, unknown: list[tuple[_LinePriceCache, bytes]]
    ) -> Iterator[tuple[float, int, bytes]]:
        """Yield and cache the bound of each line that has no price yet and can be filled."""
        few = len(unknown) <= _FEW
        short = [] if few else lacking([self._reaches[piece] for piece in state])
        for (start, _, known, line, *_), count in unknown:
            if len(known) >= _MOST_PRICES:
                known.clear()
            bound = (0 if few else bound_of(line.area, short)) - _NOT_PRICED
            known[count] = bound
            if bound < inf:
                yield bound, start, count

    def _least_price(
        self, state: State, bounds: list[tuple[float, int, bytes]], least: float
    ) -> float:
        """Compute the prices of lines that can be the cheapest, and return the least price."""
        rows = [self._rows[piece] for piece in state]
        for bound, start, count in sorted(bounds):
            if bound >= least:
                break
            place = start // self._width
            table = self._tables[place]
            cost = table.known[count] = _price(table, [row[place] for row in rows])
            least = min(least, cost)
        return least

    def _number(self, piece: Piece) -> int:
        rows = self._rows[piece]
        number = bytearray(len(self._tables) * self._width)
        for table, row in zip(self._tables, rows, strict=True):
            if row is not None:
                number[table.start + row * self._digit] = 1
        return int.from_bytes(number, "little")

    def _number_rows(self, piece: Piece) -> list[int | None]:
        """Return the number of a piece's row on each line, None if it reaches no cell there."""
        rings, numbers = self._reaches[piece].rings, list[int | None]()
        for *_, line, rows, _ in self._tables:
            area = line.area
            row = [ring & area for ring in rings]
            while row and not row[-1]:
                row.pop()
            numbers.append(rows.setdefault(tuple(row), len(rows)) if row else None)
        most = max([len(table.rows) for table in self._tables], default=0)
        while most * self._digit > self._width:
            self._widen(2 * self._width)
        return numbers

    def _widen(self, width: int) -> None:
        """Make room for more rows on each line, and keep the known prices."""
        self._width = width
        self._numbers.clear()
        self._tables = [
            table._replace(
                start=place * width,
                stop=(place + 1) * width,
                known={count.ljust(width, b"\0"): cost for count, cost in table.known.items()},
            )
            for place, table in enumerate(self._tables)
        ]
        self._lookups = [(table.start, table.stop, table.known, table) for table in self._tables]


class _LinePriceCache(NamedTuple):
    """A line, its part of the counts, and its known prices (or bounds minus ``_NOT_PRICED``)."""

    start: int
    stop: int
    known: dict[bytes, float]
    line: Line
    rows: dict[Row, int]
    costs: dict[int, tuple[float, ...]]  # costs of the cells, by the number of a row


class _PieceMemo(dict[Piece, _Value]):
    """The values of a function of a piece; each is computed when it is first needed."""

    def __init__(self, function: Callable[[Piece], _Value]) -> None:
        self._function = function

    def __missing__(self, piece: Piece) -> _Value:
        value = self[piece] = self._function(piece)
        return value


def _price(table: _LinePriceCache, numbers: list[int | None]) -> float:
    cells, known, workers = table.line.cells, table.costs, []
    for number in numbers:
        if number is not None:
            costs = known.get(number)
            if costs is None:
                row = list(enumerate(list(table.rows)[number]))
                costs = tuple([next((n for n, at in row if at & cell), inf) for cell in cells])
                known[number] = costs
            workers.append(costs)
    if len(workers) < len(cells):
        return inf
    return least_assignment_cost(list(zip(*workers, strict=True)))


def least_cost(
    lines: Sequence[Line],
    reaches: Sequence[Reach],
    price: Callable[[CellCosts], float] = least_assignment_cost,
) -> float:
    """Return the price of the cheapest line, infinity if no line can be filled."""
    short = lacking(reaches)
    empty, least = short[0], inf
    by_missing: dict[int, list[Line]] = {}  # by the number of missing pieces, a lower bound
    for line in lines:
        by_missing.setdefault((line.area & empty).bit_count(), []).append(line)
    for missing in sorted(by_missing):
        if missing >= least:
            break
        bounds = [(bound_of(line.area, short), line) for line in by_missing[missing]]
        for bound, line in sorted(bounds, key=itemgetter(0)):
            if bound >= least:
                break
            if bound_by_pieces(line, reaches) < least:
                least = min(least, price(costs_of(line, reaches)))
    return least


def bound_of(area: Area, short: Sequence[Area]) -> float:
    """Return the bound of a line; infinity if the line has a cell that no piece reaches."""
    bound = 0
    for lacked in short:  # each set is a subset of the previous set
        missing = area & lacked
        if not missing:
            return bound
        bound += missing.bit_count()
    return inf


def bound_by_pieces(line: Line, reaches: Sequence[Reach]) -> float:
    """Return the cost of a line if each piece takes its nearest cell, even if they share a cell."""
    area, distances = line.area, []
    for reach in reaches:
        if reach.area & area:
            for moves, ring in enumerate(reach.rings):
                if ring & area:
                    distances.append(moves)
                    break
    distances.sort()
    wanted = len(line.cells)
    return sum(distances[:wanted]) if len(distances) >= wanted else inf


def lacking(reaches: Sequence[Reach]) -> list[Area]:
    """Return a list whose element n is the set of cells that no piece reaches within n moves."""
    rings = [0] * max([len(reach.rings) for reach in reaches])
    for reach in reaches:
        for number, ring in enumerate(reach.rings):
            rings[number] |= ring
    within, areas = 0, []
    for ring in rings:
        within |= ring
        areas.append(~within)
    return areas


def costs_of(line: Line, reaches: Sequence[Reach]) -> CellCosts:
    """Return a matrix: for each cell of a line, the number of moves of each piece to this cell."""
    return tuple(zip(*[reach.costs(line) for reach in reaches], strict=True))


@lru_cache(maxsize=64)
def _bits(rows: int, columns: int) -> dict[RowColumn, Area]:
    return {(r, c): 1 << r * (columns + 1) + c for r in range(rows) for c in range(columns)}


@lru_cache(maxsize=64)
def _lines(length: int, rows: int, columns: int) -> list[Line]:
    bit_of, found = _bits(rows, columns), []
    for line in lines_of(length, rows, columns):
        bits = [bit_of[cell] for cell in line]
        found.append(Line(sum(bits), bits, line))
    return found
