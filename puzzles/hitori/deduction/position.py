"""Positions of the solver, and the cells that a decision forces at once.

There is a contradiction if two shaded cells touch, two kept cells are equal, a cell is both shaded
and kept, or the board is disconnected.
"""

from __future__ import annotations

from typing import TypeAlias

from puzzles.bits import places_of, union_of
from puzzles.hitori.rules import BLANK, Geometry, HitoriBoard, State

_APART = -1

Closure: TypeAlias = tuple[int, int]
"""The cells that must be shaded and the cells that must be kept, including the decided cell."""


class PartialState:
    """A state that the solver changes: the shaded cells, their ``Forest``, and the kept cells.

    neighbours: True to keep all neighbours of shaded cells. equals: True to shade all repetitions
    of a kept number in its row and column. A broken rule is a contradiction even if both are False.
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
        """Make the first decisions on an empty board; return False for a contradiction."""
        return self.settle(shade, keep | self.board.geometry.never_shaded)

    @property
    def state(self) -> State:
        """The state with the decisions so far."""
        return State(self.shaded, self.kept)

    @property
    def undecided(self) -> int:
        """The cells that are neither shaded nor kept (decided to stay unshaded)."""
        return self.board.geometry.full & ~(self.shaded | self.kept)

    def copy(self) -> PartialState:
        """Return a copy that can be changed independently."""
        copy = PartialState.__new__(PartialState)
        copy.board, copy.neighbours, copy.equals = self.board, self.neighbours, self.equals
        copy.shaded, copy.kept = self.shaded, self.kept
        copy.forest = self.forest.copy()
        return copy

    def settle(self, shade: int, keep: int) -> bool:
        """Add decisions and their consequences; return False for a contradiction.

        After a contradiction, do not use this object again: it is only partly updated.
        """
        board, around = self.board, self.board.geometry.around
        equals, repeated = board.equals, board.repeated
        shaded, kept = self.shaded, self.kept
        while True:
            shade &= ~shaded  # only the new cells
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
            while keep:  # like ``places_of``, but without a list, because this loop runs most often
                lowest = keep & -keep
                shade |= equals[lowest.bit_length() - 1]
                keep ^= lowest
            if not self.equals:  # no consequences, but two equal kept cells are a contradiction
                if shade & kept:
                    return False
                shade = 0
        if not self.forest.shade(shaded & ~self.shaded):
            return False
        self.shaded, self.kept = shaded, kept
        return True

    def cut_cells(self) -> int:
        """Return the undecided cells that would disconnect the board if they were shaded."""
        undecided = self.undecided
        cuts, cell_cuts = 0, self.forest.cuts
        for place in places_of(
            undecided and self.board.geometry.touched_twice(self.shaded) & undecided
        ):
            if cell_cuts(place):
                cuts |= 1 << place
        return cuts


class Forest:
    """A union-find of shaded cells that touch at corners, for fast tests of connectivity.

    The nodes are the shaded cells and the border. Two shaded cells are linked if they touch at a
    corner, and edge cells are linked to the border. The unshaded cells are disconnected if and only
    if the links form a cycle (a *ring*). ``parents`` leads from every shaded cell to its root.
    """

    __slots__ = ("links", "parents")

    def __init__(self, links: list[tuple[int, ...]], parents: list[int]) -> None:
        self.links = links
        self.parents = parents

    def copy(self) -> Forest:
        """Return a copy that can be changed independently."""
        return Forest(self.links, self.parents[:])

    def shade(self, cells: int) -> bool:
        """Shade cells. If this closes a ring, return False; do not use the forest after that."""
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
                    if node == place:  # this place already touches the component
                        return False
                    parents[node] = place
        return True

    def cuts(self, place: int) -> bool:
        """Return True if shading this unshaded cell would disconnect the other unshaded cells."""
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
    """Return the ``Forest`` of the shaded cells, which must not form a ring."""
    forest = Forest(size.links, [_APART] * size.border + [size.border])
    forest.shade(shaded)
    return forest


class ImplicationClosures:
    """Computes which decisions follow from a decision by the rules "neighbours" and "equals".

    These two rules are a 2-SAT problem: if a cell is kept, the cells equal to it must be shaded; if
    a cell is shaded, its neighbours must be kept.
    """

    def __init__(self, board: HitoriBoard) -> None:
        self._board = board
        self._known: tuple[dict[int, Closure], dict[int, Closure]] = {}, {}  # if kept, if shaded

    def closure(self, place: int, shaded: bool) -> Closure:
        """Return what follows if the cell is shaded or kept: (cells to shade, cells to keep)."""
        known = self._known[shaded]
        if place not in known:
            known[place] = self._follow(1 << place if shaded else 0, 0 if shaded else 1 << place)
        return known[place]

    def _follow(self, shade: int, keep: int) -> Closure:
        around, equals = self._board.geometry.around, self._board.equals
        shaded = kept = 0
        while shade or keep:
            shaded |= shade
            kept |= keep
            same = union_of([equals[place] for place in places_of(keep & self._board.repeated)])
            shade, keep = same & ~shaded, around(shade) & ~kept
        return shaded, kept
