"""MovIX without other pieces: each piece moves as if it were alone between the walls.

S jumps at will, pieces go through each other, and several may stand on one cell.
"""

from __future__ import annotations

from bisect import insort
from collections.abc import Iterator

from aima_search.model.problem import Node, Problem
from puzzles.movix.rules import Field, Move, Piece, State, Way, line_masks, mask_of, won_line


class PiecesAlone(Problem[State, Move]):
    """Complete a line with pieces that do not notice each other."""

    def __init__(self, initial: State, field: Field, line: int) -> None:
        super().__init__(initial)
        self._field, self._line = field, line
        self._masks = line_masks(field, line)

    def successors(self, state: State) -> Iterator[tuple[Move, State, int]]:
        """Yield (move, state, 1) for every move."""
        for index, piece in enumerate(state):
            for _, move, moved in self._ways(piece):
                after = [*state[:index], *state[index + 1 :]]
                insort(after, moved)
                yield move, tuple(after), 1

    def _ways(self, piece: Piece) -> Iterator[Way]:
        if piece[0] == "S":
            yield from (way for _, way in self._field.jumps(piece[1]))
        else:
            for run in self._field.ways(piece):
                yield from run

    def goal_test(self, state: State) -> bool:
        """Tell whether pieces stand on all cells of a line."""
        return won_line(self._field, state, self._masks) is not None

    def h(self, node: Node[State, Move]) -> int:
        """Return how many cells of the fullest line are empty: a move fills one."""
        occupied = mask_of(self._field, {cell for _, cell in node.state})
        return self._line - max([(occupied & one).bit_count() for one in self._masks], default=0)
