"""Close a position under some of the named deductions, and choose the cell to decide next."""

from __future__ import annotations

from collections.abc import Collection

from puzzles.bits import places_of
from puzzles.hitori.deduction.at_sight import pairs
from puzzles.hitori.deduction.clusters import settle_clusters
from puzzles.hitori.deduction.direct import DirectDeducer
from puzzles.hitori.deduction.probing import probe_deeply, probe_shallowly
from puzzles.hitori.deduction.propagation import Position
from puzzles.hitori.rules import Board, State


class Deducer(DirectDeducer):
    """Closes positions of one board under a choice of rules; ``opening`` is where it starts.

    Time of a closing without deep probing: about cells times the size of a closure.
    """

    def __init__(self, board: Board, rules: Collection[str]) -> None:
        """Take a board and names of ``RULES``."""
        super().__init__(board, rules)
        self._binary = {"neighbours", "equals"} <= self.rules

    def opening(self, shade: int = 0, keep: int = 0) -> Position | None:
        """Return the closed position that the board starts from; None: there is no solution.

        ``shade`` and ``keep`` are decided from the start. All later positions are expected
        to go on from this position: closures leave out the cells that it decides.
        """
        position = Position(self.board, "neighbours" in self.rules, "equals" in self.rules)
        if "pairs" in self.rules:
            seeds = pairs(self.board)
            shade, keep = shade | seeds[0], keep | seeds[1]
        if not (position.open(shade, keep) and self.close_locally(position)):
            return None
        self._leave_out(position)
        if not self._close_globally(position):
            return None
        self._leave_out(position)
        return position

    def position(self, state: State) -> Position:
        """Return the position of a state that was closed before."""
        position = Position(self.board, "neighbours" in self.rules, "equals" in self.rules)
        position.shaded, position.kept = state
        position.forest.shade(state.shaded)
        return position

    def decide(self, position: Position, place: int, shaded: bool) -> Position | None:
        """Return a new closed position with one more decision; None if it contradicts."""
        after = position.copy()
        return after if self.suppose(after, 1 << place, shaded) and self.close(after) else None

    def close(self, position: Position) -> bool:
        """Apply the rules until none adds anything; False if they contradict."""
        return self.close_locally(position) and self._close_globally(position)

    def most_constrained(self, state: State, clashing: bool = True) -> int | None:
        """Return the undecided cell whose two decisions force the most, None if all are decided.

        clashing: only cells that repeat an unshaded cell; otherwise these merely come first.
        Without probing there are no closures: then it is the cell with the most repeats.
        """
        board, shaded = self.board, state.shaded
        undecided = board.geometry.full & ~(shaded | state.kept)
        candidates = board.repeats(shaded) & undecided
        if not candidates and not clashing:
            candidates = undecided & -undecided
        best, most = None, (-1, -1)
        for place in places_of(candidates):
            weight = self._weight(state, place)
            if weight > most:
                best, most = place, weight
        return best

    def _weight(self, state: State, place: int) -> tuple[int, int]:
        """How much deciding a cell forces: by the weaker of its two decisions, then by both."""
        if not self._probes:
            return 0, (self.board.equals[place] & ~state.shaded).bit_count()
        decided = state.shaded | state.kept
        sizes = [
            ((shade | keep) & ~decided).bit_count()
            for shade, keep in (self.closures.shading(place), self.closures.keeping(place))
        ]
        return min(sizes), sum(sizes)

    def _close_globally(self, position: Position) -> bool:
        """Probe a locally closed position, then settle its clusters; False: contradiction.

        The decisions of clusters need no closing: they bind no other cells and close no ring.
        """
        if not self._probe(position):
            return False
        if not (self._binary and "clusters" in self.rules):
            return True
        return settle_clusters(position, self.clashing(position))

    def _probe(self, position: Position) -> bool:
        """Probe a locally closed position until nothing is refuted; False: contradiction.

        With both binary rules deep probing refutes all that closures refute, and sooner.
        """
        is_deep = "deep-probing" in self.rules
        if is_deep and self._binary:
            return probe_deeply(self, position)
        before = None
        while self._probes and before != position.state and self.clashing(position):
            before = position.state
            if not probe_shallowly(self, position):
                return False
            if is_deep and before == position.state and not probe_deeply(self, position):
                return False
        return True

    @property
    def _probes(self) -> bool:
        return not self.rules.isdisjoint(("closure", "probing", "deep-probing"))

    def _leave_out(self, position: Position) -> None:
        """Leave decided cells out of closures; right if both binary rules closed the position."""
        if self._binary:
            self.closures.rebase(position.shaded, position.kept)
