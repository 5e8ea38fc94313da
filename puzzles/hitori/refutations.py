"""The decisions of a board that are refuted at once, kept up to date from redraw to redraw.

A decision is refuted where its closure contradicts itself or cuts the board. For the
generator, which changes one number at a time: most closures stay as they are.
"""

from __future__ import annotations

from puzzles.hitori.closure import Closures
from puzzles.hitori.deduction import Deducer
from puzzles.hitori.geometry import places_of
from puzzles.hitori.probing import is_refuted
from puzzles.hitori.propagation import Position
from puzzles.hitori.rules import Board

SHALLOW = ("neighbours", "equals", "cycles", "pairs", "closure", "probing")
DEEP = (*SHALLOW, "deep-probing")


class Refutations:
    """The closures of all decisions on a blank board, and which of them are refuted.

    ``shade`` and ``keep`` are the cells that refuted decisions shade and keep.
    """

    def __init__(self, board: Board, before: Refutations | None = None, changed: int = 0) -> None:
        """Take a board; ``before``: what is known of one that differs in the equals of cells."""
        self.board = board
        self.shade = self.keep = 0
        if before is None:
            self._closures = Closures(board)
            self._judge(len(board.geometry.cells))
        else:
            self._closures = before._closures.after(board, changed)
            known_shading, known_keeping = self._closures.known()
            self.shade = before.shade & known_keeping
            self.keep = before.keep & known_shading

    @property
    def entries(self) -> int:
        """The cells that probing decides first."""
        return self.shade | self.keep

    def after(self, board: Board, place: int) -> Refutations | None:
        """Return the refutations once the number at a place was redrawn; None: more entries."""
        changed = 1 << place | self.board.equals[place] | board.equals[place]
        after = Refutations(board, self, changed)
        return after if after._judge(self.entries.bit_count()) else None

    def stuck(self) -> tuple[int, int]:
        """Return the cells that shallow probing leaves undecided, and those deep probing leaves.

        The board is expected to have a solution.
        """
        position = Deducer(self.board, SHALLOW, self._closures).opening(self.shade, self.keep)
        assert position is not None, "a board with a solution contradicts itself"
        shallow = position.undecided
        if shallow:
            Deducer(self.board, DEEP, self._closures).close(position)
        return shallow, position.undecided

    def _judge(self, most: int) -> bool:
        """Complete the closures and judge those that are new; False: more entries than that."""
        closures, blank = self._closures, Position(self.board)
        known_shading, known_keeping = closures.known()
        for place in places_of(self.board.geometry.full & ~known_shading):
            if is_refuted(blank, closures.shading(place), with_cuts=True):
                self.keep |= 1 << place
                if self.entries.bit_count() > most:
                    return False
        for place in places_of(self.board.geometry.full & ~known_keeping):
            if is_refuted(blank, closures.keeping(place), with_cuts=True):
                self.shade |= 1 << place
                if self.entries.bit_count() > most:
                    return False
        return True
