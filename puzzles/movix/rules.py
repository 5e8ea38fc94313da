"""The rules of MovIX: pieces, walls, moves and lines, as functions of plain values.

Vocabulary: a *piece* is (kind, cell), its kind a key of ``KINDS``; a *state* is the sorted tuple of
the pieces; a *field* is what never changes: the size, the walls, the kinds of pieces, and tables of
where a piece can go.
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from typing import NamedTuple, Protocol, TypeAlias

from puzzles.grid import DIAGONAL, DOWN, LEFT, ORTHOGONAL, RIGHT, UP, RowColumn, lines_of, ray

MAX_SIDE = 64
WALL = "M"
EMPTY = "_"

Piece: TypeAlias = tuple[str, RowColumn]
State: TypeAlias = tuple[Piece, ...]


class Kind(NamedTuple):
    """How the pieces of a kind move: along which directions, and the rule in words.

    reach: the most cells of a move, None as far as cells are empty. jumps: a move goes over exactly
    one piece next to it, onto the empty cell behind.
    """

    rule: str
    directions: tuple[RowColumn, ...]
    reach: int | None = None
    jumps: bool = False


KINDS: Mapping[str, Kind] = {
    "S": Kind(
        "S jumps over exactly one piece next to it, onto the empty cell behind",
        ORTHOGONAL,
        jumps=True,
    ),
    "L": Kind("L steps onto one of the eight cells around it", ORTHOGONAL + DIAGONAL, reach=1),
    "V": Kind("V slides along its column, over empty cells", (UP, DOWN)),
    "H": Kind("H slides along its row, over empty cells", (LEFT, RIGHT)),
}
"""All that the rules, the forms and the heuristics know of a kind; see ``MovIX.kinds``."""


class Move(NamedTuple):
    """One move of one piece; cells are (row, column), counted from 0.

    >>> print(Move((1, 3), (1, 0)))
    (1, 3) -> (1, 0)
    """

    origin: RowColumn
    target: RowColumn

    def __str__(self) -> str:
        return f"{self.origin} -> {self.target}"


class Way(NamedTuple):
    """A cell to go to, the move that goes there, the piece once it is there."""

    target: RowColumn
    move: Move
    moved: Piece


class Jump(NamedTuple):
    """The cell that must hold a piece, and the way over it."""

    over: RowColumn
    way: Way


class EmptyBoard:
    """The board without its pieces: size, walls, and the ways of every kind from every cell."""

    def __init__(
        self,
        rows: int,
        columns: int,
        walls: Iterable[RowColumn],
        kinds: Mapping[str, Kind] = KINDS,
    ) -> None:
        self.rows = rows
        self.columns = columns
        self.walls = frozenset(walls)
        self.kinds = kinds
        self.jumpers = frozenset(kind for kind, moves in kinds.items() if moves.jumps)
        self._ways: dict[Piece, tuple[tuple[Way, ...], ...]] = {}
        self._jumps: dict[Piece, tuple[Jump, ...]] = {}

    @cached_property
    def bits(self) -> dict[RowColumn, int]:
        """A bit for each cell, so that a set of cells is an integer."""
        return {
            (row, column): 1 << (row * self.columns + column)
            for row in range(self.rows)
            for column in range(self.columns)
        }

    def ways(self, piece: Piece) -> tuple[tuple[Way, ...], ...]:
        """Return where a piece that does not jump can go: runs of cells up to an obstacle."""
        if piece not in self._ways:
            kind, cell = piece
            _, directions, reach, _ = self.kinds[kind]
            runs = (self._open_run(cell, direction) for direction in directions)
            self._ways[piece] = tuple(
                tuple(self._way(piece, target) for target in run[:reach]) for run in runs if run
            )
        return self._ways[piece]

    def jumps(self, piece: Piece) -> tuple[Jump, ...]:
        """Return the jumps of a piece that jumps: over which cell, to which cell."""
        if piece not in self._jumps:
            kind, cell = piece
            runs = [self._open_run(cell, one) for one in self.kinds[kind].directions]
            self._jumps[piece] = tuple(
                Jump(run[0], self._way(piece, run[1])) for run in runs if len(run) > 1
            )
        return self._jumps[piece]

    def _open_run(self, cell: RowColumn, direction: RowColumn) -> list[RowColumn]:
        """The cells from ``cell`` in a direction, up to a wall or the edge."""
        run = []
        for target in ray(cell, direction, self.rows, self.columns):
            if target in self.walls:
                break
            run.append(target)
        return run

    @staticmethod
    def _way(piece: Piece, target: RowColumn) -> Way:
        return Way(target, Move(piece[1], target), (piece[0], target))


class MovIXBoard(Protocol):
    """A board as far as its lines and its machine code depend on it: the problem is one."""

    field: EmptyBoard
    line: int
    initial: State


def successors(field: EmptyBoard, state: State) -> Iterator[tuple[Move, State]]:
    """Yield every move and the state it leads to, piece by piece in the order of the state."""
    occupied = {cell for _, cell in state}
    for index, piece in enumerate(state):
        others = state[:index] + state[index + 1 :]
        for _, move, moved in ways_of(field, piece, occupied):
            place = bisect(others, moved)
            yield move, (*others[:place], moved, *others[place:])


def ways_of(field: EmptyBoard, piece: Piece, occupied: set[RowColumn]) -> Iterator[Way]:
    """Yield the ways open to one piece while ``occupied`` cells hold pieces."""
    if piece[0] in field.jumpers:
        for over, way in field.jumps(piece):
            if over in occupied and way[0] not in occupied:
                yield way
    else:
        for run in field.ways(piece):
            for way in run:
                if way[0] in occupied:
                    break
                yield way


def why_not(field: EmptyBoard, state: State, origin: RowColumn, target: RowColumn) -> str:
    """Return in words why no move leads from a cell to another cell."""
    kinds = {cell: kind for kind, cell in state}
    if origin not in kinds:
        return "no piece stands here"
    if target in field.walls:
        return "a wall stands here"
    if target in kinds and target != origin:
        return "a piece stands here"
    return field.kinds[kinds[origin]].rule


def result(state: State, move: Move) -> State:
    """Return the state after a move; KeyError if no piece stands at its origin."""
    pieces = {cell: kind for kind, cell in state}
    pieces[move.target] = pieces.pop(move.origin)
    return tuple(sorted((kind, cell) for cell, kind in pieces.items()))


def mask_of(field: EmptyBoard, cells: Iterable[RowColumn]) -> int:
    """Return a set of cells as an integer of bits."""
    mask = 0
    for cell in cells:
        mask |= field.bits[cell]
    return mask


def line_masks(field: EmptyBoard, length: int) -> list[int]:
    """Return the lines of ``length`` cells that no wall stands on, as integers of bits."""
    lines = lines_of(length, field.rows, field.columns)
    return [mask_of(field, line) for line in lines if field.walls.isdisjoint(line)]


def won_line(field: EmptyBoard, state: State, masks: Iterable[int]) -> int | None:
    """Return the mask of a line that is full of pieces, None if no line is full."""
    bits, occupied = field.bits, 0
    for _, cell in state:
        occupied |= bits[cell]
    for mask in masks:
        if occupied & mask == mask:
            return mask
    return None
