"""The rules of MovIX for pieces, walls, moves and lines, as functions of plain values.

A *piece* is (kind, cell), where the kind is a key of ``KINDS``. A *state* is the sorted tuple of
the pieces. A *field* has everything that never changes: the size, the walls, the kinds and their
moves.
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property, lru_cache
from itertools import islice, takewhile
from typing import NamedTuple, Protocol, TypeAlias, TypeVar

from puzzles.grid import DIAGONAL, DOWN, LEFT, ORTHOGONAL, RIGHT, UP, RowColumn, cells, ray

MAX_SIDE = 64
WALL = "M"
EMPTY = "_"
LINE_DIRECTIONS = (RIGHT, DOWN, (1, 1), (1, -1))

Piece: TypeAlias = tuple[str, RowColumn]
State: TypeAlias = tuple[Piece, ...]
T = TypeVar("T")


class PieceKind(NamedTuple):
    """How the pieces of one kind move: the rule in words, and the directions.

    reach: the length of the longest move in cells, or None if there is no limit. jumps: True if
    a move goes over exactly one neighbouring piece, onto the empty cell behind it.
    """

    rule: str
    directions: tuple[RowColumn, ...]
    reach: int | None = None
    jumps: bool = False


KINDS: Mapping[str, PieceKind] = {
    "S": PieceKind(
        "S jumps over exactly one piece next to it, onto the empty cell behind that piece",
        ORTHOGONAL,
        jumps=True,
    ),
    "L": PieceKind("L steps onto one of the eight cells around it", ORTHOGONAL + DIAGONAL, reach=1),
    "V": PieceKind("V slides along its column, over empty cells", (UP, DOWN)),
    "H": PieceKind("H slides along its row, over empty cells", (LEFT, RIGHT)),
}
"""The kinds of pieces; the rules and the heuristics use only these properties of a kind."""


class Move(NamedTuple):
    """One move of one piece; cells are (row, column), counted from 0.

    >>> print(Move((1, 3), (1, 0)))
    (1, 3) -> (1, 0)
    """

    origin: RowColumn
    target: RowColumn

    def __str__(self) -> str:
        return f"{self.origin} -> {self.target}"


Destination: TypeAlias = tuple[RowColumn, Move, Piece]
"""A cell to which a piece can go, the move to this cell, and the piece after the move."""


class EmptyBoard:
    """The parts of a board that never change, such as its size, walls and kinds of pieces."""

    def __init__(
        self, rows: int, columns: int, walls: Iterable[RowColumn], kinds: Mapping[str, PieceKind]
    ) -> None:
        self.rows = rows
        self.columns = columns
        self.walls = frozenset(walls)
        self.kinds = kinds
        self.jumpers = frozenset(kind for kind, moves in kinds.items() if moves.jumps)
        self._runs: dict[Piece, tuple[tuple[Destination, ...], ...]] = {}

    @cached_property
    def bits(self) -> dict[RowColumn, int]:
        """A dict from each cell to its bit; a set of cells is an integer with these bits."""
        width = self.columns
        return {(r, c): 1 << r * width + c for r in range(self.rows) for c in range(width)}

    def runs(self, piece: Piece) -> tuple[tuple[Destination, ...], ...]:
        """For each direction of a piece, return the *run*: the cells up to a wall or the edge.

        The run of a piece that jumps has two cells: the cell to jump over, and the cell behind it.
        """
        if piece not in self._runs:
            kind, cell = piece
            _, directions, reach, jumps = self.kinds[kind]
            least, most = (2, 2) if jumps else (1, reach)
            runs = []
            for direction in directions:
                cells = ray(cell, direction, self.rows, self.columns)
                run = list(islice(takewhile(lambda to: to not in self.walls, cells), most))
                if len(run) >= least:
                    runs.append(tuple((to, Move(cell, to), (kind, to)) for to in run))
            self._runs[piece] = tuple(runs)
        return self._runs[piece]

    def next_cells(self, kind: str) -> list[list[int]]:
        """Return, for each direction of ``kind``, a list with the index of each cell's next cell.

        If the next cell is a wall or outside the board, the index is ``len(self.bits)``.
        """
        outside = len(self.bits)
        cells = [outside if cell in self.walls else at for at, cell in enumerate(self.bits)]
        rows = [cells[at : at + self.columns] for at in range(0, outside, self.columns)]
        around = [outside] * self.columns
        return [
            [cell for row in _moved(rows, down, around) for cell in _moved(row, right, outside)]
            for down, right in self.kinds[kind].directions
        ]


def _moved(values: list[T], by: int, fill: T) -> list[T]:
    """Shift the values ``by`` places to the left, and put ``fill`` into the empty places."""
    margin = [fill] * abs(by)
    return [*margin, *values, *margin][len(margin) + by :][: len(values)]


class MovIXLike(Protocol):
    """The attributes of a problem that ``lines.py`` and ``compiled.py`` use."""

    field: EmptyBoard
    line: int
    initial: State


def successors(field: EmptyBoard, state: State) -> Iterator[tuple[Move, State]]:
    """Yield every move and the state after it; moves of the state's first piece come first."""
    occupied = {cell for _, cell in state}
    for index, piece in enumerate(state):
        others = state[:index] + state[index + 1 :]
        for _, move, moved in destinations(field, piece, occupied):
            place = bisect(others, moved)
            yield move, (*others[:place], moved, *others[place:])


def destinations(
    field: EmptyBoard, piece: Piece, occupied: set[RowColumn]
) -> Iterator[Destination]:
    """Yield the destinations of a piece on a board with pieces in the cells ``occupied``."""
    if piece[0] in field.jumpers:
        for over, landing in field.runs(piece):
            if over[0] in occupied and landing[0] not in occupied:
                yield landing
    else:
        for run in field.runs(piece):
            for destination in run:
                if destination[0] in occupied:
                    break
                yield destination


def why_not(field: EmptyBoard, state: State, origin: RowColumn, target: RowColumn) -> str:
    """Return the reason why no piece can move from a cell to another cell."""
    kinds = {cell: kind for kind, cell in state}
    if origin not in kinds:
        return "no piece stands here"
    if target in field.walls:
        return "a wall stands here"
    if target in kinds and target != origin:
        return "a piece stands here"
    return field.kinds[kinds[origin]].rule


def result(state: State, move: Move) -> State:
    """Return the state after a move; raise KeyError if no piece is at the origin of the move."""
    pieces = {cell: kind for kind, cell in state}
    pieces[move.target] = pieces.pop(move.origin)
    return tuple(sorted((kind, cell) for cell, kind in pieces.items()))


def whole_lines(rows: int, columns: int) -> Iterator[tuple[RowColumn, ...]]:
    """Yield every row, column and diagonal once, from edge to edge."""
    for direction in LINE_DIRECTIONS:
        for cell in cells(rows, columns):
            before = cell[0] - direction[0], cell[1] - direction[1]
            if not (0 <= before[0] < rows and 0 <= before[1] < columns):
                yield (cell, *ray(cell, direction, rows, columns))


@lru_cache(maxsize=64)
def lines_of(length: int, rows: int, columns: int) -> tuple[tuple[RowColumn, ...], ...]:
    """Return every run of ``length`` consecutive cells of a row, a column or a diagonal.

    >>> len(lines_of(4, 5, 5))
    28
    """
    lines = {
        tuple([(row + n * down, column + n * right) for n in range(length)])
        for down, right in LINE_DIRECTIONS
        for row in range(rows - down * (length - 1))
        for column in range(columns)
        if 0 <= column + right * (length - 1) < columns
    }
    return tuple(sorted(lines))


def mask_of(field: EmptyBoard, cells: Iterable[RowColumn]) -> int:
    """Return a set of cells as an integer, in which the bit of each cell is 1."""
    return sum({field.bits[cell] for cell in cells})


def line_masks(field: EmptyBoard, length: int) -> list[int]:
    """Return all lines that have ``length`` cells and no wall, each as a set of cells."""
    walls = mask_of(field, field.walls)
    bit_of = field.bits.__getitem__
    masks = [sum(map(bit_of, line)) for line in lines_of(length, field.rows, field.columns)]
    return [mask for mask in masks if not mask & walls]


def won_line(field: EmptyBoard, state: State, masks: Iterable[int]) -> int | None:
    """Return a line that is full of pieces, as a set of cells, or None if no line is full."""
    bits, occupied = field.bits, 0
    for _, cell in state:
        occupied |= bits[cell]
    for mask in masks:
        if occupied & mask == mask:
            return mask
    return None
