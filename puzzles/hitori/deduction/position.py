"""What follows at once from decisions: neighbours of shaded cells stay, equals of kept cells go.

A ``PartialState`` is a working copy of a state, to which decisions are added, with the forest of
its shaded cells. A contradiction is two touching shaded cells, two kept equals, a cell both
shaded and kept, or a cut. ``Closures`` says all that a decision forces through the two rules.
"""

from __future__ import annotations

from typing import TypeAlias

from puzzles.bits import mask_of, places_of
from puzzles.hitori.rules import BLANK, Geometry, HitoriBoard, State

_APART = -1

Closure: TypeAlias = tuple[int, int]
"""The cells forced to be shaded and the cells forced to be kept, the literal's own included."""


class PartialState:
    """A state under construction: ``shaded``, ``kept`` and the forest of the shaded cells.

    ``neighbours`` and ``equals`` say whether the two rules draw conclusions; breaking a rule
    of the puzzle is a contradiction in any case.
    """

    __slots__ = ("board", "equals", "forest", "kept", "neighbours", "shaded")

    def __init__(
        self, board: HitoriBoard, neighbours: bool = True, equals: bool = True, state: State = BLANK
    ) -> None:
        self.board = board
        self.neighbours = neighbours
        self.equals = equals
        self.shaded, self.kept = state
        self.forest = forest_of(board.geometry, self.shaded)

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

    def copy(self) -> PartialState:
        """Return a position that changes on its own."""
        twin = PartialState.__new__(PartialState)
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


class Forest:
    """Connectivity without flood fill: shaded cells that touch at corners, in a union-find.

    The unshaded cells are cut apart exactly if shaded cells, linked at corners, close a ring or
    reach the border twice. So the links of the shaded cells, with one node for the border, must be
    a forest; ``parents`` leads every shaded place to its root. Boards of one row or one column are
    the exception: there a single cell cuts, see ``never_shaded``.
    """

    __slots__ = ("links", "parents")

    def __init__(self, links: list[tuple[int, ...]], parents: list[int]) -> None:
        self.links = links
        self.parents = parents

    def copy(self) -> Forest:
        """Return a forest that changes on its own."""
        return Forest(self.links, self.parents[:])

    def shade(self, cells: int) -> bool:
        """Shade a set of cells; False if that cuts the board: the forest is of no use then."""
        links, parents = self.links, self.parents
        while cells:
            lowest = cells & -cells
            cells ^= lowest
            place = lowest.bit_length() - 1
            parents[place] = place
            for node in links[place]:
                parent = parents[node]
                if parent >= 0:
                    while parent != node:
                        parents[node] = above = parents[parent]
                        node, parent = above, parents[above]
                    if node == place:  # this place touches the component already
                        return False
                    parents[node] = place
        return True

    def cuts(self, place: int) -> bool:
        """Tell whether shading an unshaded place would cut the board."""
        parents = self.parents
        roots: list[int] = []
        for node in self.links[place]:
            parent = parents[node]
            if parent >= 0:
                while parent != node:
                    parents[node] = above = parents[parent]
                    node, parent = above, parents[above]
                if node in roots:
                    return True
                roots.append(node)
        return False


def forest_of(size: Geometry, shaded: int = 0) -> Forest:
    """Return the forest of shaded cells that do not cut the board; of none, the border alone."""
    forest = Forest(size.links, [_APART] * size.border + [size.border])
    forest.shade(shaded)
    return forest


def never_shaded(size: Geometry) -> int:
    """Return the cells that a board of one row or one column can never shade.

    There every cell but the two ends cuts the board, and a single cell has to stay.
    """
    if min(size.rows, size.columns) > 1:
        return 0
    if size.rows * size.columns == 1:
        return size.full
    ends = 1 << size.places[0] | 1 << size.places[-1]
    return size.full & ~ends


class Closures:
    """All that a decision (a literal) forces through the two binary rules, computed on demand.

    Two equals are not both kept, two neighbours are not both shaded: without connectivity Hitori
    is 2-SAT, and a literal forces all that its implications reach. Closures are relative to a
    position that is closed under the two rules: cells decided there are left out. They stay right
    for every position that goes on from it.
    """

    def __init__(self, board: HitoriBoard) -> None:
        self._board = board
        self._shading: dict[int, Closure] = {}
        self._keeping: dict[int, Closure] = {}
        self.rebase(0, 0)

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
