"""Clusters: undecided cells that concern no other cells, of which as few as possible are shaded.

A *cluster* is undecided clashing cells that equality or neighbourhood joins, so no decision in
one forces any in another: clusters meet in connectivity alone. Suppose a cheapest shading of a
cluster can close no ring, whatever other clusters shade. Then any solution can take this shading
over, and keep all cells that do not clash: it is still a solution, and costs no more. So some
solution with the fewest shaded cells has it. (A ring is shaded cells linked at corners, through
the border or not; see ``puzzles.hitori.deduction.connectivity``.)
"""

from __future__ import annotations

from collections.abc import Iterator

from puzzles.bits import places_of
from puzzles.hitori.deduction.propagation import Position
from puzzles.hitori.geometry import Geometry
from puzzles.hitori.rules import Board

LARGEST = 16
"""The largest cluster, in cells, whose shadings are tried; they are a few thousand at most."""


def settle_clusters(position: Position, clashing: int) -> bool:
    """Decide all clusters that have a cheapest shading that closes no ring.

    The position must be closed under the rules of neighbours and of equals; ``clashing`` are
    its undecided cells that repeat an unshaded one. Returns False if a cluster has no
    shading at all: a contradiction.
    """
    if not clashing:
        return True
    board = position.board
    waiting = []
    for cluster in _clusters(board, clashing):
        if cluster.bit_count() <= LARGEST:
            cheapest = _cheapest(board, cluster)
            if not cheapest:
                return False
            waiting.append((cluster, cheapest))
    before = None
    while before != len(waiting):  # a cluster that is decided may take a ring from another
        before = len(waiting)
        waiting = [entry for entry in waiting if not _is_settled(position, clashing, *entry)]
    return True


def _clusters(board: Board, left: int) -> Iterator[int]:
    """The clusters among clashing cells."""
    around, equals = board.geometry.around, board.equals
    while left:
        cluster, new = 0, left & -left
        while new:
            cluster |= new
            near = around(new)
            for place in places_of(new):
                near |= equals[place]
            new = near & left & ~cluster
        yield cluster
        left &= ~cluster


def _cheapest(board: Board, cluster: int) -> list[int]:
    """The shadings of a cluster with the fewest cells, by the rules of repeats and neighbours."""
    shadings = [0]
    for place in places_of(cluster):
        bit = 1 << place
        before = cluster & bit - 1
        neighbours, equals = board.geometry.neighbours[place], board.equals[place] & before
        kept = [shaded for shaded in shadings if not equals & ~shaded]
        shadings = kept + [shaded | bit for shaded in shadings if not neighbours & shaded]
    fewest = min(map(int.bit_count, shadings), default=0)
    return [shaded for shaded in shadings if shaded.bit_count() == fewest]


def _is_settled(position: Position, clashing: int, cluster: int, cheapest: list[int]) -> bool:
    """Decide a cluster by the first of its shadings that can close no ring, if there is one."""
    others = position.shaded | clashing & position.undecided & ~cluster
    for shaded in cheapest:
        if not shaded & _ring_cells(position.board.geometry, others | shaded):
            return position.settle(shaded, cluster & ~shaded)
    return False


def _ring_cells(size: Geometry, cells: int) -> int:
    """The cells left after those that fewer than two others touch are removed, repeatedly."""
    while True:
        left = cells & size.touched_twice(cells)
        if left == cells:
            return cells
        cells = left
