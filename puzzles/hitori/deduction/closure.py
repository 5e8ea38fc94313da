"""All that a decision forces through the two binary rules: the closure of a literal.

Two equals are not both kept, two neighbours are not both shaded: without connectivity Hitori
is 2-SAT, and a literal forces all that its implications reach. Closures are sets of cells,
computed on demand. They are relative to a position that is closed under the two rules: cells
decided there are left out. They stay right for every position that goes on from it.
"""

from __future__ import annotations

from typing import TypeAlias

from puzzles.bits import mask_of, places_of
from puzzles.hitori.rules import Board

Closure: TypeAlias = tuple[int, int]
"""The cells forced to be shaded and the cells forced to be kept, the literal's own included."""


class Closures:
    """The closures of a board's literals, each computed when it is first used."""

    def __init__(self, board: Board, shaded: int = 0, kept: int = 0) -> None:
        self._board = board
        self._shading: dict[int, Closure] = {}
        self._keeping: dict[int, Closure] = {}
        self.rebase(shaded, kept)

    def rebase(self, shaded: int, kept: int) -> None:
        """Leave out, from now on, the cells decided since; known closures stay."""
        self._shaded, self._kept = shaded, kept

    def shading(self, place: int) -> Closure:
        """Return what shading an undecided cell forces."""
        known = self._shading.get(place)
        if known is None:
            known = self._shading[place] = self._close([place], [])
        return known

    def keeping(self, place: int) -> Closure:
        """Return what keeping an undecided cell forces."""
        known = self._keeping.get(place)
        if known is None:
            known = self._keeping[place] = self._close([], [place])
        return known

    def _close(self, shade: list[int], keep: list[int]) -> Closure:
        """Follow the implications, in stacks of places still to be followed."""
        shading, keeping = self._shading, self._keeping
        neighbours, equals = self._board.geometry.neighbours, self._board.equals
        decided_shaded, decided_kept = self._shaded, self._kept
        shaded, kept = mask_of(shade), mask_of(keep)
        while True:
            if shade:
                place = shade.pop()
                known = shading.get(place)
                if known is None:
                    more = neighbours[place] & ~(kept | decided_kept)
                    kept |= more
                    keep += places_of(more)
                    continue
            elif keep:
                place = keep.pop()
                known = keeping.get(place)
                if known is None:
                    more = equals[place] & ~(shaded | decided_shaded)
                    shaded |= more
                    shade += places_of(more)
                    continue
            else:
                return shaded, kept
            shaded |= known[0]
            kept |= known[1]
