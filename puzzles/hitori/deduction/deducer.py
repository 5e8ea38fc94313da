"""Apply deductions until no rule decides a cell, choose the next cell, and list all solutions.

Some rules are *sound for every solution*, others only for *minimal* solutions, in which no shaded
cell can be unshaded. Rules that are sound for *one of the least* solutions can exclude solutions,
but keep at least one solution with the fewest shaded cells. *Probing* decides a cell on trial and
looks for a contradiction. If there is no contradiction, then the decisions that the trial forced
lead to no contradiction either, so they are not tried again.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from functools import partial
from typing import Literal, NamedTuple

from aima_search.base.errors import BoardError
from puzzles.bits import first_place, has_several, places_of, union_of
from puzzles.hitori.deduction.patterns import check_names, pairs
from puzzles.hitori.deduction.position import Closure, ImplicationClosures, PartialState
from puzzles.hitori.rules import BLANK, Geometry, HitoriBoard, State


class Rule(NamedTuple):
    """A deduction rule. ``sound_for``: the solutions that the rule never excludes."""

    name: str
    summary: str
    sound_for: Literal["every", "minimal", "one of the least"]


_RULES = (
    Rule("neighbours", "the neighbours of a shaded cell are kept", "every"),
    Rule("equals", "cells equal to a kept cell in the same line are shaded", "every"),
    Rule("pairs", "a cell between two equal cells is kept; if two equal cells touch, all other"
         " equal cells in their line are shaded", "every"),
    Rule("cycles", "a cell is kept if shading it would disconnect the unshaded cells", "every"),
    Rule("closure", "a decision whose forced cells contradict each other is wrong", "every"),
    Rule("probing", "a decision is wrong if its forced cells disconnect unshaded cells", "every"),
    Rule("deep-probing", "a decision is wrong if the rules above, applied step by step, lead to a"
         " contradiction", "every"),
    Rule("lonely", "a cell is kept if no other unshaded cell in its row or column has its number",
         "minimal"),
    Rule("needed", "a shaded cell needs a kept cell with its number in its row or column",
         "minimal"),
    Rule("clusters", "in a group of cells that affects no other cells, as few cells as possible are"
         " shaded", "one of the least"),
)  # fmt: skip

RULES: dict[str, Rule] = {rule.name: rule for rule in _RULES}
"""The deductions by name, from the weakest on."""

SOUND_RULES = tuple(rule.name for rule in _RULES if rule.sound_for == "every")

MINIMAL_RULES = tuple(rule.name for rule in _RULES if rule.sound_for != "one of the least")

RULE_SETS = {"all": tuple(RULES), "none": ()}

LARGEST = 16
"""The number of cells of the largest cluster whose shadings are tried (a few thousand at most)."""


class Deducer:
    """Applies chosen rules to positions of one board."""

    def __init__(self, board: HitoriBoard, rules: Collection[str]) -> None:
        """Set up the deductions on a board; ``rules`` has the names of the rules to apply."""
        self.board = board
        self.rules = frozenset(check_names("Hitori rule", RULE_SETS, rules))
        self.closures = ImplicationClosures(board)
        self._binary = {"neighbours", "equals"} <= self.rules
        self._probes = not self.rules.isdisjoint(("closure", "probing", "deep-probing"))

    def opening(self, shade: int = 0, keep: int = 0) -> PartialState | None:
        """Return the position after all deductions, or None if there is a contradiction.

        Before the deductions, the cells in ``shade`` are shaded; those in ``keep`` stay unshaded.
        """
        position = self.position(BLANK)
        if "pairs" in self.rules:
            seeds = pairs(self.board)
            shade, keep = shade | seeds[0], keep | seeds[1]
        return position if position.open(shade, keep) and self._close(position) else None

    def position(self, state: State) -> PartialState:
        """Return a ``PartialState`` with the decisions of ``state``, without applying any rules."""
        return PartialState(self.board, "neighbours" in self.rules, "equals" in self.rules, state)

    def decide(self, position: PartialState, place: int, shaded: bool) -> PartialState | None:
        """Decide a cell and apply the rules; return a new position, or None for a contradiction."""
        after = position.copy()
        return after if self.suppose(after, 1 << place, shaded) and self._close(after) else None

    def most_constrained(self, state: State, clashing: bool = True) -> int | None:
        """Of the undecided cells with repeated numbers, return the cell with the highest rating.

        The rating estimates the number of other cells that follow from a decision about this cell.
        If no number repeats, return None or, if ``clashing`` is False, the first undecided cell.
        """
        board, shaded = self.board, state.shaded
        undecided = board.geometry.full & ~(shaded | state.kept)
        candidates = board.repeats(shaded) & undecided
        if not candidates and not clashing:
            candidates = undecided & -undecided
        return max(places_of(candidates), key=partial(self._weight, state), default=None)

    def _weight(self, state: State, place: int) -> tuple[int, int]:
        """Return the rating of a cell for ``most_constrained``."""
        if not self._probes:
            return 0, (self.board.equals[place] & ~state.shaded).bit_count()
        decided = state.shaded | state.kept
        closures = [self.closures.closure(place, shaded) for shaded in (True, False)]
        sizes = [((shade | keep) & ~decided).bit_count() for shade, keep in closures]
        return min(sizes), sum(sizes)

    def suppose(self, position: PartialState, bit: int, shaded: bool) -> bool:
        """Try a decision with its consequences; return False for a contradiction."""
        settled = position.settle(bit if shaded else 0, 0 if shaded else bit)
        return settled and self.close_cycles(position)

    def close_cycles(self, position: PartialState) -> bool:
        """Keep cells white that would close a ring if shaded; return False for a contradiction."""
        if "cycles" not in self.rules:
            return True
        shaded = -1
        while position.shaded != shaded:  # keeping cells never closes a ring
            shaded = position.shaded
            cuts = position.cut_cells()
            if cuts and not position.settle(0, cuts):
                return False
        return True

    def close_locally(self, position: PartialState) -> bool:
        """Apply all chosen rules except probing and clusters; return False for a contradiction."""
        while self.close_cycles(position):
            shaded, keep = position.shaded, 0
            if "lonely" in self.rules:
                keep = position.undecided & ~self.board.repeats(position.shaded)
            if "needed" in self.rules:
                if (needed := _needed(position)) is None:
                    return False
                keep |= needed
            if keep and not position.settle(0, keep):
                return False
            if position.shaded == shaded:
                return True
        return False

    def clashing(self, position: PartialState) -> int:
        """Return the undecided cells that have an equal unshaded cell in their row or column."""
        undecided = position.undecided
        return undecided and self.board.repeats(position.shaded) & undecided

    def _close(self, position: PartialState) -> bool:
        if not (self.close_locally(position) and self._probe(position)):
            return False
        if not (self._binary and "clusters" in self.rules):
            return True
        return settle_clusters(position, self.clashing(position))

    def _probe(self, position: PartialState) -> bool:
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


def solutions(
    board: HitoriBoard, limit: int | None = None, minimal: bool = False
) -> Iterator[State]:
    """Yield the state of every solution once, but at most ``limit`` states.

    If ``minimal`` is True, yield only solutions in which no shaded cell can be unshaded.
    """
    if limit is not None and limit < 0:
        raise BoardError(f"limit={limit}: expected a whole number from 0 up, or None")
    deducer = Deducer(board, MINIMAL_RULES if minimal else SOUND_RULES)
    opening, found = deducer.opening(), 0
    waiting = [opening] if opening else []
    while waiting and found != limit:
        position = waiting.pop()
        place = deducer.most_constrained(position.state, clashing=False)
        if place is not None:
            both = [deducer.decide(position, place, shaded) for shaded in (False, True)]
            waiting += [after for after in both if after is not None]
        elif not minimal or board.is_minimal(position.shaded):
            found += 1
            yield position.state


def _needed(position: PartialState) -> int | None:
    """Return cells that every minimal solution leaves unshaded, or None for a contradiction.

    In a minimal solution, every shaded cell has an equal unshaded cell in its row or column.
    """
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


def probe_shallowly(deducer: Deducer, position: PartialState) -> bool:
    """For each cell, test both decisions once. If one decision is refuted, make the other one.

    A decision forces other decisions. It is refuted if these contradict each other or the position.
    With the rule "probing", it is also refuted if the shaded cells disconnect the board. Returns
    False if both decisions about a cell are refuted.
    """
    with_cuts = "probing" in deducer.rules
    cleared = [0, 0]  # cells that may be kept, cells that may be shaded
    for place in places_of(position.undecided):
        bit = 1 << place
        for shaded in (True, False):
            if not position.undecided & bit or cleared[shaded] & bit:
                continue
            forced = deducer.closures.closure(place, shaded)
            if not is_refuted(position, forced, with_cuts):
                cleared[True] |= forced[0]
                cleared[False] |= forced[1]
            elif not refute(deducer, position, bit, shaded):
                return False
    return True


def is_refuted(position: PartialState, forced: Closure, with_cuts: bool) -> bool:
    """Return True if the forced cells contradict each other or (if ``with_cuts``) close a ring."""
    shade, keep = forced
    if shade & (keep | position.kept) or keep & position.shaded:
        return True
    if not with_cuts:
        return False
    new = shade & ~position.shaded
    touched = position.board.geometry.touched_twice(position.shaded | new)
    # A ring through new cells would touch each of them twice.
    return touched & new != 0 and not position.forest.copy().shade(new)


def probe_deeply(deducer: Deducer, position: PartialState) -> bool:
    """Test each cell as shaded and as kept. If one is contradictory, make the other decision.

    Returns False if both are contradictory for some cell. Cells with repeated numbers are tested
    first. After a cell is shaded or kept, all cells are tested again, because this decision may
    lead to more contradictions.
    """
    cleared = [0, 0]  # cells that may be kept, cells that may be shaded
    clashing = deducer.clashing(position)
    here = 0
    while clashing:
        left = position.undecided & ~(cleared[True] & cleared[False])
        if not left:
            return True
        left = left & clashing or left
        here = first_place(left & -1 << here or left)
        bit = 1 << here
        for shaded in (False, True):
            if cleared[shaded] & bit:
                continue
            trial = position.copy()
            if deducer.suppose(trial, bit, shaded):
                cleared[True] |= trial.shaded
                cleared[False] |= trial.kept
                continue
            if not refute(deducer, position, bit, shaded):
                return False
            cleared = [0, 0]
            clashing = deducer.clashing(position)
            break
    return True


def refute(deducer: Deducer, position: PartialState, bit: int, shaded: bool) -> bool:
    """Keep the cell if ``shaded`` is True, otherwise shade it; return False for a contradiction."""
    settled = position.settle(0 if shaded else bit, bit if shaded else 0)
    return settled and deducer.close_locally(position)


def settle_clusters(position: PartialState, clashing: int) -> bool:
    """Use a cheapest shading for each cluster, unless this shading could close a ring.

    A *ring* of shaded cells disconnects the unshaded cells (see ``Forest``). A *cluster* is a
    connected set of repeated cells: neighbours and equal cells are linked. Clusters affect each
    other only through rings.

    Apply the rules "neighbours" and "equals" before the call. ``clashing`` contains the undecided
    cells that repeat an unshaded cell. Returns False if a cluster has no possible shading.
    """
    board = position.board
    waiting = []
    for cluster in _clusters(board, clashing):
        if cluster.bit_count() <= LARGEST:
            if not (cheapest := _cheapest(board, cluster)):
                return False
            waiting.append((cluster, cheapest))
    before = None
    while before != len(waiting):  # deciding a cluster may break a ring of another cluster
        before = len(waiting)
        waiting = [entry for entry in waiting if not _decide_cluster(position, clashing, *entry)]
    return True


def _clusters(board: HitoriBoard, left: int) -> Iterator[int]:
    around, equals = board.geometry.around, board.equals
    while left:
        cluster, new = 0, left & -left
        while new:
            cluster |= new
            near = around(new) | union_of(equals[place] for place in places_of(new))
            new = near & left & ~cluster
        yield cluster
        left &= ~cluster


def _cheapest(board: HitoriBoard, cluster: int) -> list[int]:
    """Return the shadings of a cluster that break no rule and shade the fewest cells."""
    shadings = [0]
    for place in places_of(cluster):
        bit = 1 << place
        before = cluster & bit - 1
        neighbours, equals = board.geometry.neighbours[place], board.equals[place] & before
        kept = [shaded for shaded in shadings if not equals & ~shaded]
        shadings = kept + [shaded | bit for shaded in shadings if not neighbours & shaded]
    fewest = min(map(int.bit_count, shadings), default=0)
    return [shaded for shaded in shadings if shaded.bit_count() == fewest]


def _decide_cluster(
    position: PartialState, clashing: int, cluster: int, cheapest: list[int]
) -> bool:
    others = position.shaded | clashing & position.undecided & ~cluster
    for shaded in cheapest:
        if not shaded & _ring_cells(position.board.geometry, others | shaded):
            return position.settle(shaded, cluster & ~shaded)
    return False


def _ring_cells(size: Geometry, cells: int) -> int:
    """Return the cells that may be part of a ring, in which each cell touches two others."""
    while True:
        left = cells & size.touched_twice(cells)
        if left == cells:
            return cells
        cells = left
