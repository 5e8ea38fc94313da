"""Connectivity without flood fill: shaded cells that touch at corners, in a union-find.

The unshaded cells are cut apart exactly if shaded cells, linked at corners, close a ring or
reach the border twice. So the links of the shaded cells, with one node for the border, must be
a forest. Boards of one row or one column are the exception: there a single cell cuts, see
``never_shaded``.
"""

from __future__ import annotations

from puzzles.hitori.geometry import Geometry

_APART = -1


class Forest:
    """The components of linked shaded cells: ``parents`` leads every shaded place to its root."""

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


def empty_forest(size: Geometry) -> Forest:
    """Return the forest of a board without shaded cells: the border alone."""
    return Forest(size.links, [_APART] * size.border + [size.border])


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
