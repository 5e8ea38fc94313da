"""Probing: suppose a cell shaded, or kept, and see whether that can be.

A decision that survives clears everything it forces: if the whole does not contradict, no part of
it does. So decisions that force much save the probes of those that force little.
"""

from __future__ import annotations

from puzzles.bits import first_place, places_of
from puzzles.hitori.deduction.closure import Closure
from puzzles.hitori.deduction.direct import DirectDeducer
from puzzles.hitori.deduction.propagation import Position


def probe_shallowly(deducer: DirectDeducer, position: Position) -> bool:
    """Decide, in one pass, every cell with a closure that contradicts itself or cuts the board.

    Returns False if both decisions of a cell do.
    """
    with_cuts = "probing" in deducer.rules
    closures = deducer.closures
    cleared = [0, 0]  # cells that may be kept, cells that may be shaded
    for place in places_of(position.undecided):
        bit = 1 << place
        for shaded in (True, False):
            if not position.undecided & bit or cleared[shaded] & bit:
                continue
            forced = closures.shading(place) if shaded else closures.keeping(place)
            if not is_refuted(position, forced, with_cuts):
                cleared[True] |= forced[0]
                cleared[False] |= forced[1]
            elif not refute(deducer, position, bit, shaded):
                return False
    return True


def is_refuted(position: Position, forced: Closure, with_cuts: bool) -> bool:
    """Tell whether what a decision forces contradicts itself or the position, or cuts."""
    shade, keep = forced
    if shade & (keep | position.kept) or keep & position.shaded:
        return True
    return with_cuts and is_cut_by(position, shade & ~position.shaded)


def is_cut_by(position: Position, shade: int) -> bool:
    """Tell whether shading these cells, none of them shaded yet, would cut the board."""
    touched = position.board.geometry.touched_twice(position.shaded | shade)
    if not touched & shade:
        return False  # a ring through new cells would touch each of them twice
    return not position.forest.copy().shade(shade)


def probe_deeply(deducer: DirectDeducer, position: Position) -> bool:
    """Decide every cell of which the other rules, run to their fixpoint, refute a decision.

    Returns False if both decisions of a cell are refuted. Any order ends in the same place,
    because a decision that is refuted stays refuted when more is decided. But a board may be
    decided before all of it was probed. So clashing cells come first, kept before shaded: to keep
    forces more. A refutation can make others possible. So nothing counts as cleared after it, and
    probing goes on from that cell: the changes are near it.
    """
    cleared = [0, 0]  # cells that may be kept, cells that may be shaded
    clashing = deducer.clashing(position)
    here = 0
    while clashing:
        left = position.undecided & ~(cleared[True] & cleared[False])
        if not left:
            return True
        left = _preferred(left, clashing)
        here = first_place(_preferred(left, -1 << here))
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


def _preferred(cells: int, wanted: int) -> int:
    """Return the wanted cells among the cells, or all cells if no cells are wanted."""
    return cells & wanted or cells


def refute(deducer: DirectDeducer, position: Position, bit: int, shaded: bool) -> bool:
    """Decide a cell the other way, with all that follows; False if that contradicts too."""
    settled = position.settle(0 if shaded else bit, bit if shaded else 0)
    return settled and deducer.close_locally(position)
