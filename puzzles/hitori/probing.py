"""Probing: suppose a cell shaded, or kept, and see whether that can be.

A decision that survives clears everything it forces: what follows from a part of it cannot
contradict where the whole does not. So decisions that force much save the probes of those
that force little.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzles.hitori.closure import Closure
from puzzles.hitori.geometry import places_of
from puzzles.hitori.propagation import Position

if TYPE_CHECKING:
    from puzzles.hitori.deduction import Deducer


def probe_shallowly(deducer: Deducer, position: Position) -> bool:
    """Decide every cell one of whose closures contradicts itself or cuts the board, one pass.

    Returns False where both decisions of a cell do.
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
    forest = position.forest.copy()
    return not all(map(forest.add, places_of(shade)))


def probe_deeply(deducer: Deducer, position: Position) -> bool:
    """Decide the first cell that the cycle rule, run to its fixpoint, refutes a decision of.

    Returns False where the cell cannot be decided either way.
    """
    cleared = [0, 0]
    for place in places_of(position.undecided):
        bit = 1 << place
        for shaded in (True, False):
            if cleared[shaded] & bit:
                continue
            trial = position.copy()
            if not (
                trial.settle(bit if shaded else 0, 0 if shaded else bit)
                and deducer.close_cycles(trial)
            ):
                return refute(deducer, position, bit, shaded)
            cleared[True] |= trial.shaded
            cleared[False] |= trial.kept
    return True


def refute(deducer: Deducer, position: Position, bit: int, shaded: bool) -> bool:
    """Decide a cell the other way, with all that follows; False where that contradicts too."""
    return position.settle(0 if shaded else bit, bit if shaded else 0) and deducer.close_cycles(
        position
    )
