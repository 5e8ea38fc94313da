"""What follows at once from decisions: neighbours of shaded cells stay, equals of kept cells go.

A ``Position`` is a working copy of a state, to which decisions are added, with the forest of
its shaded cells. A contradiction is two touching shaded cells, two kept equals, a cell both
shaded and kept, or a cut.
"""

from __future__ import annotations

from puzzles.bits import places_of
from puzzles.hitori.deduction.connectivity import empty_forest, never_shaded
from puzzles.hitori.rules import Board, State


class Position:
    """A state under construction: ``shaded``, ``kept`` and the forest of the shaded cells.

    ``neighbours`` and ``equals`` say whether the two rules draw conclusions; breaking a rule
    of the puzzle is a contradiction in any case.
    """

    __slots__ = ("board", "equals", "forest", "kept", "neighbours", "shaded")

    def __init__(self, board: Board, neighbours: bool = True, equals: bool = True) -> None:
        self.board = board
        self.neighbours = neighbours
        self.equals = equals
        self.shaded = 0
        self.kept = 0
        self.forest = empty_forest(board.geometry)

    def open(self, shade: int, keep: int) -> bool:
        """Settle the first decisions of a board; False if they contradict."""
        return self.settle(shade, keep | never_shaded(self.board.geometry))

    @property
    def state(self) -> State:
        """The decisions so far, hashable."""
        return State(self.shaded, self.kept)

    @property
    def undecided(self) -> int:
        """The cells that are neither shaded nor kept."""
        return self.board.geometry.full & ~(self.shaded | self.kept)

    def copy(self) -> Position:
        """Return a position that changes on its own."""
        twin = Position.__new__(Position)
        twin.board, twin.neighbours, twin.equals = self.board, self.neighbours, self.equals
        twin.shaded, twin.kept = self.shaded, self.kept
        twin.forest = self.forest.copy()
        return twin

    def settle(self, shade: int, keep: int) -> bool:
        """Add decisions and all that follows from them; False if they contradict.

        The two rules take turns, each with all cells that are new at once: neighbours of many cells
        are found by four shifts, whatever their number, and most calls take two turns. Only the
        forest goes cell by cell, if nothing else contradicts. It changes on the way: after a
        contradiction the position is of no further use.
        """
        board, around = self.board, self.board.geometry.around
        equals, repeated = board.equals, board.repeated
        shaded, kept = self.shaded, self.kept
        while True:
            shade &= ~shaded  # what is new
            if shade:
                near = around(shade)
                shaded |= shade
                if shade & kept or near & shaded:
                    return False
                if self.neighbours:
                    keep |= near
            keep &= ~kept
            if not keep:
                break
            if keep & shaded:
                return False
            kept |= keep
            shade = 0
            keep &= repeated
            while keep:  # as ``places_of`` goes, without a list: there is no busier place
                lowest = keep & -keep
                shade |= equals[lowest.bit_length() - 1]
                keep ^= lowest
            if not self.equals:  # nothing is concluded, but two kept equals are still wrong
                if shade & kept:
                    return False
                shade = 0
        if not self.forest.shade(shaded & ~self.shaded):
            return False
        self.shaded, self.kept = shaded, kept
        return True

    def cut_cells(self) -> int:
        """Return the undecided cells whose shading would cut the board: the cycle rule."""
        undecided = self.undecided
        cuts, cell_cuts = 0, self.forest.cuts
        for place in places_of(
            undecided and self.board.geometry.touched_twice(self.shaded) & undecided
        ):
            if cell_cuts(place):
                cuts |= 1 << place
        return cuts
