"""The named deductions, and the closing of a position under a choice of them.

Each rule is *sound for every solution*; or only for the *minimal* ones (no shaded cell of
which can be unshaded); or for *one of the least*, that is, where there are solutions it leaves
one with the fewest shaded cells. As a least solution is minimal, all rules together find a
least one, but do not count all solutions.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Literal, NamedTuple

from aima_search.errors import BoardError, UnknownName
from puzzles.hitori.deduction.closure import Closures
from puzzles.hitori.deduction.clusters import settle_clusters
from puzzles.hitori.deduction.patterns import pairs
from puzzles.hitori.deduction.probing import probe_deeply, probe_shallowly
from puzzles.hitori.deduction.propagation import Position
from puzzles.hitori.geometry import places_of
from puzzles.hitori.rules import Board, State


class Rule(NamedTuple):
    """A deduction: its name, one line about it, and for which solutions it is sound."""

    name: str
    summary: str
    sound_for: Literal["every", "minimal", "one of the least"]


_ALL = (
    Rule("neighbours", "the neighbours of a shaded cell are kept", "every"),
    Rule("equals", "the equals of a kept cell in its lines are shaded", "every"),
    Rule("pairs", "between two equals a cell is kept; beside a pair, other equals go", "every"),
    Rule("cycles", "a cell whose shading would cut the unshaded cells apart is kept", "every"),
    Rule("closure", "a decision that forces a contradiction by itself is wrong", "every"),
    Rule("probing", "a decision whose forced cells cut the board is wrong", "every"),
    Rule("deep-probing", "a decision that the rules above refute step by step is wrong", "every"),
    Rule("lonely", "a cell without an unshaded equal in its lines is kept", "minimal"),
    Rule("needed", "a shaded cell has a kept equal in one of its lines", "minimal"),
    Rule("clusters", "cells that concern no others: as few as can be go", "one of the least"),
)
RULES: dict[str, Rule] = {rule.name: rule for rule in _ALL}
"""The deductions by name, weakest first."""

SOUND_RULES = tuple(rule.name for rule in _ALL if rule.sound_for == "every")
"""The rules that hold for every solution."""

MINIMAL_RULES = tuple(rule.name for rule in _ALL if rule.sound_for != "one of the least")
"""The rules that hold for every minimal solution."""


def check_rules(rules: Collection[str]) -> frozenset[str]:
    """Return the rules as a set; UnknownName (a LookupError) names one that is not known."""
    if isinstance(rules, str) or not isinstance(rules, Collection):
        raise BoardError(f"Hitori rules={rules!r}: expected a collection of names")
    for name in rules:
        if name not in RULES:
            raise UnknownName("Hitori rule", str(name), RULES)
    return frozenset(rules)


def read_rules(text: str) -> tuple[str, ...]:
    """Return the names in a text: by commas, or "all", or "none"."""
    return {"all": tuple(RULES), "none": ()}.get(text, tuple(text.split(",")))


class Deducer:
    """Closes positions of one board under a choice of rules; ``opening`` is where it starts.

    Time of a closing without deep probing: about cells times the size of a closure.
    """

    def __init__(self, board: Board, rules: Collection[str]) -> None:
        """Take a board and names of ``RULES``."""
        self.board = board
        self.rules = rules = check_rules(rules)
        self.closures = Closures(board)
        self._binary = {"neighbours", "equals"} <= rules

    def opening(self, shade: int = 0, keep: int = 0) -> Position | None:
        """Return the closed position that the board starts from; None: there is no solution.

        ``shade`` and ``keep`` are decided from the start. All later positions are expected
        to go on from this one: what it decides is left out of closures from then on.
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
        for place in places_of(state.shaded):
            position.forest.add(place)
        return position

    def decide(self, position: Position, place: int, shaded: bool) -> Position | None:
        """Return a new closed position with one more decision; None where it contradicts."""
        after = position.copy()
        return after if self.suppose(after, 1 << place, shaded) and self.close(after) else None

    def most_constrained(self, state: State, clashing: bool = True) -> int | None:
        """Return the undecided cell both decisions of which force the most, None if there is none.

        clashing: only cells that repeat an unshaded one; otherwise these merely come first.
        Without probing, where closures are not at hand, the cell with the most repeats.
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

    def close(self, position: Position) -> bool:
        """Apply the rules until none adds anything; False where they contradict."""
        return self.close_locally(position) and self._close_globally(position)

    def suppose(self, position: Position, bit: int, shaded: bool) -> bool:
        """Add a decision and what follows by the cycle rule; False where that is refuted."""
        settled = position.settle(bit if shaded else 0, 0 if shaded else bit)
        return settled and self.close_cycles(position)

    def close_cycles(self, position: Position) -> bool:
        """Apply the cycle rule (where it is chosen) until it adds nothing; False: contradiction."""
        if "cycles" not in self.rules:
            return True
        while cuts := position.cut_cells():
            if not position.settle(0, cuts):
                return False
        return True

    def close_locally(self, position: Position) -> bool:
        """Apply all rules but probing until none adds anything; False: contradiction."""
        while self.close_cycles(position):
            keep = 0
            if "lonely" in self.rules:
                keep = _lonely(position)
            if "needed" in self.rules:
                needed = _needed(position)
                if needed is None:
                    return False
                keep |= needed
            if not keep & ~position.kept:
                return True
            if not position.settle(0, keep):
                return False
        return False

    def clashing(self, position: Position) -> int:
        """Return the undecided cells that repeat an unshaded one.

        Without any, probing cannot decide a cell: keeping every undecided cell is a solution,
        and so is shading any that neither touches a shaded cell nor cuts.
        """
        undecided = position.undecided
        return undecided and self.board.repeats(position.shaded) & undecided

    def _close_globally(self, position: Position) -> bool:
        """Probe a locally closed position, then settle its clusters; False: contradiction.

        What clusters decide is closed already: it neither binds other cells nor closes a ring.
        """
        if not self._probe(position):
            return False
        if not (self._binary and "clusters" in self.rules):
            return True
        return settle_clusters(position, self.clashing(position))

    def _probe(self, position: Position) -> bool:
        """Probe a locally closed position until nothing is refuted; False: contradiction.

        With both binary rules deep probing refutes all that closures do, and sooner.
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
        """Leave what has been decided out of closures; right where it follows the binary rules."""
        if self._binary:
            self.closures.rebase(position.shaded, position.kept)


def _lonely(position: Position) -> int:
    """The undecided cells all of whose equals are shaded."""
    board, shaded, undecided = position.board, position.shaded, position.undecided
    equals, lonely = board.equals, undecided & ~board.repeated
    for place in places_of(undecided & board.repeated):
        if not equals[place] & ~shaded:
            lonely |= 1 << place
    return lonely


def _needed(position: Position) -> int | None:
    """The last equals that can justify a shaded cell; None where a shaded cell has none."""
    equals, shaded, kept = position.board.equals, position.shaded, position.kept
    needed = 0
    for place in places_of(shaded):
        if not equals[place] & kept:
            left = equals[place] & ~shaded
            if not left:
                return None
            if not left & left - 1:
                needed |= left
    return needed
