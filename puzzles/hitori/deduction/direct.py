"""The rules that suppose nothing, applied to a position until they decide no more."""

from __future__ import annotations

from collections.abc import Collection

from puzzles.bits import has_several, places_of
from puzzles.hitori.deduction.closure import Closures
from puzzles.hitori.deduction.named import check_rules
from puzzles.hitori.deduction.propagation import Position
from puzzles.hitori.rules import Board


class DirectDeducer:
    """Closes positions of one board under the chosen rules other than probing and clusters."""

    def __init__(self, board: Board, rules: Collection[str]) -> None:
        """Take a board and names of ``RULES``."""
        self.board = board
        self.rules = check_rules(rules)
        self.closures = Closures(board)

    def suppose(self, position: Position, bit: int, shaded: bool) -> bool:
        """Add a decision and what follows by the cycle rule; False if that is refuted."""
        settled = position.settle(bit if shaded else 0, 0 if shaded else bit)
        return settled and self.close_cycles(position)

    def close_cycles(self, position: Position) -> bool:
        """Apply the cycle rule (if it is chosen) until it adds nothing; False: contradiction."""
        if "cycles" not in self.rules:
            return True
        shaded = -1
        while position.shaded != shaded:  # what is kept cuts nothing
            shaded = position.shaded
            cuts = position.cut_cells()
            if cuts and not position.settle(0, cuts):
                return False
        return True

    def close_locally(self, position: Position) -> bool:
        """Apply the rules until none adds anything; False: contradiction.

        All rules, except those that ``settle`` applies, draw conclusions from shaded cells: if no
        more cells are shaded, these rules have nothing to add.
        """
        while self.close_cycles(position):
            shaded, keep = position.shaded, 0
            if "lonely" in self.rules:
                keep = _lonely(position)
            if "needed" in self.rules:
                needed = _needed(position)
                if needed is None:
                    return False
                keep |= needed
            if keep and not position.settle(0, keep):
                return False
            if position.shaded == shaded:
                return True
        return False

    def clashing(self, position: Position) -> int:
        """Return the undecided cells that repeat an unshaded one.

        If there are no such cells, probing decides nothing: to keep every undecided cell is a
        solution, and so is to shade any cell that neither touches a shaded cell nor cuts.
        """
        undecided = position.undecided
        return undecided and self.board.repeats(position.shaded) & undecided


def _lonely(position: Position) -> int:
    """The undecided cells all of whose equals are shaded."""
    return position.undecided & ~position.board.repeats(position.shaded)


def _needed(position: Position) -> int | None:
    """The last equals that can justify a shaded cell; None if a shaded cell has none."""
    board, shaded, kept = position.board, position.shaded, position.kept
    justified = needed = 0
    for mask in board.group_masks:
        if mask & kept:
            justified |= mask
    for place in places_of(shaded & ~justified):
        left = board.equals[place] & ~shaded
        if not left:
            return None
        if not has_several(left):
            needed |= left
    return needed
