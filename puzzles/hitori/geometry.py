"""Cells of a rectangle as bits of an integer, so that a set of cells is one number.

Vocabulary: the *place* of a cell (row, column) is row * (columns + 1) + column; the unused
place at the end of every row keeps shifted sets from running over into the next row. The
*links* of a place are the places that touch it at a corner; a place on the edge has ``border`` too.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache

from puzzles.bits import mask_of, places_of
from puzzles.grid import DIAGONAL, ORTHOGONAL, RowColumn, cells


class Geometry:
    """The places of a board of one size and what lies around them; see ``geometry``."""

    def __init__(self, rows: int, columns: int) -> None:
        self.rows, self.columns = rows, columns
        self.width = width = columns + 1
        self.border = rows * width
        """The number of the node that stands for everything outside the board."""
        self.cells: tuple[RowColumn, ...] = tuple(cells(rows, columns))
        self.places = tuple(row * width + column for row, column in self.cells)
        self.full = mask_of(self.places)
        self.edge = mask_of(filter(self._is_edge, self.places))
        self.neighbours = self._masks_around()
        self.links = self._links()

    def place(self, cell: RowColumn) -> int:
        """Return the place of a cell (row, column)."""
        return cell[0] * self.width + cell[1]

    def cell(self, place: int) -> RowColumn:
        """Return the cell at a place."""
        return divmod(place, self.width)

    def mask(self, cells: Iterable[RowColumn]) -> int:
        """Return a set of cells as an integer."""
        return mask_of(map(self.place, cells))

    def cells_of(self, mask: int) -> tuple[RowColumn, ...]:
        """Return the cells of a set, row by row."""
        return tuple(map(self.cell, places_of(mask)))

    def around(self, mask: int) -> int:
        """Return every cell that shares an edge with a cell of the set.

        >>> board = geometry(2, 3)
        >>> board.cells_of(board.around(board.mask([(0, 1)])))
        ((0, 0), (0, 2), (1, 1))
        """
        width = self.width
        return (mask << 1 | mask >> 1 | mask << width | mask >> width) & self.full

    def connected(self, start: int, within: int) -> int:
        """Return the cells of ``within`` that a path along edges joins to ``start``."""
        reached, width = start & within, self.width
        while True:
            more = reached | (reached << width | reached >> width) & within
            more |= (more << 1 | more >> 1) & within
            if more == reached:
                return reached
            reached = more

    def touched_twice(self, shaded: int) -> int:
        """Return the cells that touch shaded cells, or the border, at two corners or more."""
        width = self.width
        beside, between = shaded << 1 | shaded >> 1, shaded << 1 & shaded >> 1
        above, below = beside >> width, beside << width
        twice = above & below | self.edge & (above | below) | between >> width | between << width
        return twice & self.full

    def _is_edge(self, place: int) -> bool:
        row, column = self.cell(place)
        return row in (0, self.rows - 1) or column in (0, self.columns - 1)

    def _masks_around(self) -> list[int]:
        """The neighbours of every place; nothing for the unused places."""
        masks = [0] * self.border
        for place, cell in zip(self.places, self.cells, strict=True):
            masks[place] = self.mask(self._inside(cell, ORTHOGONAL))
        return masks

    def _links(self) -> list[tuple[int, ...]]:
        links: list[tuple[int, ...]] = [()] * self.border
        for place, cell in zip(self.places, self.cells, strict=True):
            touching = [self.place(other) for other in self._inside(cell, DIAGONAL)]
            links[place] = tuple(touching + [self.border] * self._is_edge(place))
        return links

    def _inside(self, cell: RowColumn, directions: Iterable[RowColumn]) -> Iterator[RowColumn]:
        for down, right in directions:
            row, column = cell[0] + down, cell[1] + right
            if 0 <= row < self.rows and 0 <= column < self.columns:
                yield row, column


@lru_cache(maxsize=64)
def geometry(rows: int, columns: int) -> Geometry:
    """Return the geometry of a size, made once and shared."""
    return Geometry(rows, columns)
