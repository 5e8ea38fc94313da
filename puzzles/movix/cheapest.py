"""The cost of the cheapest line, for the many states of a board, if each piece pays its own way.

Vocabulary: a piece's *row* on a line is what the line's cells cost the piece, written as the cells
at each number of moves. What a line costs depends only on how often each row is there: its *count*.

The first few states need no tables. For later states, tables keep the prices by counts. Prices
are computed in the order of an optimistic bound, as long as a line can still be the cheapest.
Nothing is made before it is needed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from math import inf
from typing import NamedTuple, TypeAlias, TypeVar

from puzzles.assignment import least_assignment_cost
from puzzles.movix.filling import bound_of, lacking, least_cost
from puzzles.movix.reach import Area, Line, Reach
from puzzles.movix.rules import Piece, State

Row: TypeAlias = tuple[Area, ...]
_Value = TypeVar("_Value")

_MOST_KEPT = 20_000  # prices of a line
_WITHOUT_TABLES = 100  # states
_FEW = 3  # so few lines are priced without their bounds
_FIRST_WIDTH = 8  # rows of a line, until there are more
_NOT_PRICED = 0.5  # below a bound, which is a whole number as prices are


class _Table(NamedTuple):
    """A line, its part of the counts, and the prices of the counts met, or bounds less a half."""

    start: int
    stop: int
    known: dict[bytes, float]
    line: Line
    rows: dict[Row, int]
    costs: dict[int, tuple[float, ...]]  # of the cells, by the number of a row


class CheapestLine:
    """The least that the cells of one line cost, each with a piece of its own.

    ``reach`` says what each cell costs a piece, a whole number; it is called once for each piece
    that is met. One integer holds the counts of all lines side by side, a *digit* for each row: a
    piece has a number, and the numbers of a state's pieces are summed.
    """

    def __init__(self, lines: Sequence[Line], reach: Callable[[Piece], Reach], pieces: int) -> None:
        self._reaches = _Asked(reach)
        self._rows = _Asked(self._number_rows)
        self._numbers = _Asked(self._number)
        self._lines = lines
        self._left = _WITHOUT_TABLES
        self._price = lru_cache(_MOST_KEPT)(least_assignment_cost)
        self._digit = 1 + pieces // 256  # bytes
        self._tables = [_Table(0, 0, {}, line, {}, {}) for line in lines]
        self._widen(_FIRST_WIDTH)

    def __call__(self, state: State) -> float:
        """Return the least cost, infinity if no line can be filled."""
        if self._left:
            self._left -= 1
            return least_cost(self._lines, [self._reaches[piece] for piece in state], self._price)
        width = 0
        while width != self._width:  # as a new piece may make the counts wider
            width = self._width
            total = sum(map(self._numbers.__getitem__, state))
        counts = total.to_bytes(len(self._tables) * width, "little")
        least: float = inf
        unknown, rough = [], []
        for start, stop, known, table in self._lookups:
            count = counts[start:stop]
            cost = known.get(count)
            if cost is None:
                unknown.append((table, count))
            elif cost < least:
                if cost % 1:
                    rough.append((cost, start, count))
                else:
                    least = cost
        if unknown:
            rough += self._bounds(state, unknown)
        return self._least_price(state, rough, least) if rough else least

    def _bounds(
        self, state: State, unknown: list[tuple[_Table, bytes]]
    ) -> Iterator[tuple[float, int, bytes]]:
        """Yield and remember the bound of each line without a price that pieces can fill."""
        few = len(unknown) <= _FEW
        short = [] if few else lacking([self._reaches[piece] for piece in state])
        for (start, _, known, line, *_), count in unknown:
            if len(known) >= _MOST_KEPT:
                known.clear()
            bound = (0 if few else bound_of(line.area, short)) - _NOT_PRICED
            known[count] = bound
            if bound < inf:
                yield bound, start, count

    def _least_price(
        self, state: State, rough: list[tuple[float, int, bytes]], least: float
    ) -> float:
        """Return the least price, after pricing the lines that can be the cheapest."""
        rows = [self._rows[piece] for piece in state]
        for bound, start, count in sorted(rough):
            if bound >= least:
                break
            place = start // self._width
            table = self._tables[place]
            numbers = [row[place] for row in rows]
            cost = table.known[count] = _price(table, numbers)
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
        """Return a piece's row on each line, by its number, None if the piece is of no use."""
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
        """Make room for more rows of each line; known prices are kept."""
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


class _Asked(dict[Piece, _Value]):
    """The values of a function by piece, each computed once."""

    def __init__(self, of: Callable[[Piece], _Value]) -> None:
        self._of = of

    def __missing__(self, piece: Piece) -> _Value:
        value = self[piece] = self._of(piece)
        return value


def _price(table: _Table, numbers: list[int | None]) -> float:
    """Return what a line costs with pieces of these rows."""
    cells, known, workers = table.line.cells, table.costs, []
    for number in numbers:
        if number is not None:
            costs = known.get(number)
            if costs is None:
                row = list(table.rows)[number]
                costs = known[number] = tuple([_cost(row, cell) for cell in cells])
            workers.append(costs)
    if len(workers) < len(cells):
        return inf
    return least_assignment_cost(list(zip(*workers, strict=True)))


def _cost(row: Row, cell: Area) -> float:
    for moves, cells in enumerate(row):
        if cells & cell:
            return moves
    return inf
