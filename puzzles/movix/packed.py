"""MovIX with states in numpy arrays; the key of a state is the same as in ``compiled.py``."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from aima_search.model.packed import Indices, Keys, Switches
from puzzles.movix.compiled import bits_per_cell
from puzzles.movix.rules import MAX_SIDE, EmptyBoard, PieceKind, State

Contents: TypeAlias = NDArray[np.uint8]

_FREE, _PIECE, _OUTSIDE = 0, 1, 2  # what is in a cell
_NONE = np.empty((2, 0), dtype=np.int64)


class PackedMovIX:
    """MovIX in numpy arrays; an integer (key) stands for each state.

    In an array of *cells*, each row is a piece, each column is a state, and each entry is the index
    of a cell. The index after the last cell stands for walls and for the outside of the board.
    """

    def __init__(self, field: EmptyBoard, lines: Sequence[int], state: State) -> None:
        """Set up the tables for an empty board, its goal lines, and the pieces of a state."""
        bits, kinds = bits_per_cell(field), [kind for kind, _ in state]
        self._outside = len(field.bits)
        self._lines = list(map(np.uint64, lines))
        self._shifts = np.arange(0, bits * len(state), bits, dtype=np.uint64)[:, None]
        self._all_bits = np.uint64(2**bits - 1)
        self._pieces = [[(kind, cell) for cell in field.bits] for kind in kinds]
        self._digits = {
            (place, piece): number << bits * place
            for place, pieces in enumerate(self._pieces)
            for number, piece in enumerate(pieces)
        }
        self._kinds: list[tuple[slice, PieceKind, Indices]] = []
        for kind in dict.fromkeys(kinds):
            first = kinds.index(kind)
            rows = slice(first, first + kinds.count(kind))
            self._kinds.append((rows, field.kinds[kind], np.array(field.next_cells(kind))))

    def pack(self, states: Sequence[State]) -> Keys:
        """Return an integer for each state; raise KeyError if a state does not fit the board."""
        digits = self._digits
        keys = [sum(map(digits.__getitem__, enumerate(state))) for state in states]
        return np.array(keys, dtype=np.uint64)

    def unpack(self, keys: Keys) -> list[State]:
        """Return the states that these integers stand for."""
        rows = zip(self._pieces, self._cells(keys).tolist(), strict=True)
        columns = [map(pieces.__getitem__, row) for pieces, row in rows]
        return list(zip(*columns, strict=True)) if columns else [()] * len(keys)

    def successors(self, keys: Keys) -> tuple[Indices, Keys, None]:
        """Return two arrays: for each move, the old state's index in ``keys`` and the new key."""
        cells = self._cells(keys)
        contents = np.full((len(keys), self._outside + 1), _FREE, dtype=np.uint8)
        contents[np.arange(len(keys)), cells] = _PIECE
        contents[:, self._outside] = _OUTSIDE
        sources, targets = [np.empty(0, dtype=np.int64)], [np.empty(0, dtype=np.uint64)]
        for rows, moves, next_cells in self._kinds:
            reached = list(_reached(cells[rows], contents, moves, next_cells))
            place, cell = np.concatenate([_NONE, *reached], axis=1)
            piece, index = place // len(keys), place % len(keys)
            moved = cells[rows].take(index, axis=1)
            moved[piece, np.arange(len(piece))] = cell
            for row in [*range(len(moved) - 1), *reversed(range(len(moved) - 2))]:  # sort
                lower, upper = moved[row], moved[row + 1]
                moved[row], moved[row + 1] = np.minimum(lower, upper), np.maximum(lower, upper)
            shifts = self._shifts[rows]
            others = keys & ~np.bitwise_or.reduce(self._all_bits << shifts)
            sources.append(index)
            targets.append(
                others.take(index) | np.bitwise_or.reduce(moved.view(np.uint64) << shifts)
            )
        return np.concatenate(sources), np.concatenate(targets), None

    def goals(self, keys: Keys) -> Switches:
        """Return an array of booleans, True for each state in which a line is full."""
        occupied = np.bitwise_or.reduce(np.uint64(1) << self._cells(keys).view(np.uint64))
        won: Switches = np.zeros(len(keys), dtype=bool)
        for line in self._lines:
            won |= occupied & line == line
        return won

    def _cells(self, keys: Keys) -> Indices:
        cells: Keys = keys >> self._shifts & self._all_bits
        return cells.view(np.int64)


def _reached(
    cells: Indices, contents: Contents, moves: PieceKind, next_cells: Indices
) -> Iterator[tuple[Indices, Indices]]:
    """Yield arrays (place, cell): the piece at ``cells.flat[place[k]]`` can move to ``cell[k]``.

    cells: for each piece of one kind, its cell in each state. contents: the board of each state.
    next_cells: for each direction and each cell, the next cell in this direction.
    """
    rows = np.tile(np.arange(0, contents.size, contents.shape[1]), len(cells))
    for ahead in next_cells:
        place, cell = np.arange(cells.size), cells.ravel()
        for step in range(2 if moves.jumps else moves.reach or MAX_SIDE):
            wanted = _PIECE if moves.jumps and step == 0 else _FREE
            cell = ahead.take(cell)
            found = np.flatnonzero(contents.take(rows.take(place) + cell) == wanted)
            place, cell = place.take(found), cell.take(found)
            if not found.size:
                break
            if wanted == _FREE:
                yield place, cell
