"""Opening patterns that look at two cases: at least one of two equals is shaded. What both cases
decide holds for every solution.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from puzzles.bits import places_of, union_of
from puzzles.hitori.deduction.at_sight import corners, number_at
from puzzles.hitori.deduction.closure import Closure
from puzzles.hitori.deduction.connectivity import empty_forest
from puzzles.hitori.deduction.pattern import Occurrence, Pattern
from puzzles.hitori.rules import Board


def corner_pair(board: Board) -> Iterator[Occurrence]:
    """A pair that ends at a corner's neighbour: the corner's other neighbour is kept.

    If the neighbour is shaded, the corner needs its other neighbour. The pair's other cell is the
    corner or the cell across: if it is shaded, the corner's other neighbour is next to it.
    """
    for corner, beside, below, across in corners(board):
        for other in (corner, across):
            if number_at(board, beside) == number_at(board, other) is not None:
                yield Occurrence((), (below,), (beside, other))


def either_way(board: Board) -> Iterator[Occurrence]:
    """What two equals decide, whichever is shaded, as far as a look goes.

    A look: the neighbours of a shaded cell stay, and so do the cells that would cut the board
    together with it. The equals of the cells that stay are shaded, and their neighbours stay.
    """
    size = board.geometry
    looks = {place: _look(board, place) for place in places_of(board.repeated)}
    for mask in board.group_masks:
        for one, other in combinations(places_of(mask), 2):
            shade, keep = (looks[one][kind] & looks[other][kind] for kind in (0, 1))
            if shade or keep:
                because = (size.cell(one), size.cell(other))
                yield Occurrence(size.cells_of(shade), size.cells_of(keep), because)


def _look(board: Board, place: int) -> Closure:
    """Return the cells that shading a cell shades and keeps, as far as ``either_way`` looks."""
    size, bit = board.geometry, 1 << place
    forest = empty_forest(size)
    forest.shade(bit)
    keep = size.around(bit)
    keep |= union_of(
        1 << link for link in size.links[place] if link != size.border and forest.cuts(link)
    )
    shade = bit | union_of(board.equals[other] for other in places_of(keep))
    return shade, keep | size.around(shade)


BY_CASES: dict[str, Pattern] = {
    pattern.name: pattern
    for pattern in (
        Pattern("corner-pair", "a a in a corner: its other neighbour is kept", corner_pair),
        Pattern("either-way", "two equals: what follows from shading either", either_way),
    )
}
"""The patterns by name."""
