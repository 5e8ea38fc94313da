"""A test for MovIX; a state that fails the test for n moves cannot be solved in n moves.

The test asks whether n moves are enough to fill some line if pieces do not block each other.
However, a piece of kind S jumps only over cells that another piece can reach within the n moves,
and a piece that cannot move is a wall for the other pieces. The *share* of a piece is the number of
moves that it can use. The share is n minus the cost of the cheapest assignment of pieces to a line,
computed as if this piece moved at no cost. A piece with a smaller share reaches fewer cells, and
this makes the shares of other pieces smaller. So shares are computed again until nothing changes (a
greatest fixpoint). If n is 1, all moves are tested directly.

A move changes the path of one piece by at most one move. So if a state passes the test with n, the
state before it passes with n + 1, and the least n with which a state passes is a consistent h.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import repeat, zip_longest
from math import inf
from typing import NamedTuple

from puzzles.bits import has_several, union_of
from puzzles.grid import RowColumn
from puzzles.movix.assignment import (
    ConstrainedAssignmentCost,
    forced_assignments,
    least_assignment_cost,
)
from puzzles.movix.lines import (
    Area,
    BitPiece,
    CellCosts,
    GoalLine,
    Reach,
    ReachCalculator,
    distance_to,
)
from puzzles.movix.problem import MovIX
from puzzles.movix.rules import Piece, State, destinations

_MOST_CACHED = 10_000  # number of cached line costs


class MoveLimitResult(NamedTuple):
    """The data of a state that passes the test: n moves may be enough to solve it. ``moves`` is n.

    shares: for each piece, in the order of the state, how many of the n moves it can use. areas:
    for each piece, the cells that it can reach. next: a dict from the cell of each piece to the
    useful targets of its next move. A move to any other target cannot begin a solution of n moves.
    """

    moves: float
    state: State
    shares: list[float]
    areas: list[Area]
    next: dict[RowColumn, Area]
    lines: list[GoalLine]


class FillableLine(NamedTuple):
    """A line that pieces can fill, with the costs of filling it.

    costs: the number of moves that each piece needs to reach each cell. forced: the result of
    ``forced_assignments``.
    """

    line: GoalLine
    costs: CellCosts
    forced: list[ConstrainedAssignmentCost]


class MoveLimitTest:
    """Tests whether n moves would solve a state if no piece blocked another piece."""

    def __init__(self, problem: MovIX) -> None:
        self.ground = ReachCalculator(problem)
        self._field = problem.field
        self._forced = lru_cache(_MOST_CACHED)(forced_assignments)
        self._price = lru_cache(_MOST_CACHED)(least_assignment_cost)

    def least(self, state: State) -> tuple[float, MoveLimitResult | None]:
        """Return (n, ``test(state, n)``) for the lowest n that has a result, or (inf, None)."""
        pieces = self.ground.bit_pieces(state)
        areas = [self.ground.open] * len(pieces)
        *_, reaches = self._settle(pieces, [inf] * len(pieces), areas)
        moves = self._least_price(reaches)  # with fewer moves, the price is not lower
        while moves < inf:
            if (result := self.test(state, moves)) is not None:
                return moves, result
            moves += 1
        return inf, None

    def _least_price(self, reaches: Sequence[Reach]) -> float:
        """Return the price of the cheapest line.

        For a single state, this is faster than ``cheapest_line_pricer``, which makes tables first.
        """
        empty, least = ~sum([reach.rings[0] for reach in reaches]), inf
        for line in sorted(self.ground.lines, key=lambda line: (line.area & empty).bit_count()):
            if (line.area & empty).bit_count() >= least:  # a move fills at most one cell
                break
            if distance_to(line, reaches) < least:
                costs = tuple(zip(*[reach.costs(line) for reach in reaches], strict=True))
                least = min(least, self._price(costs))
        return least

    def test(
        self, state: State, moves: float, before: MoveLimitResult | None = None
    ) -> MoveLimitResult | None:
        """Return a result if a state might be solved in ``moves`` moves, or None if it cannot.

        before: the parent state's result for ``moves + 1``, or None.
        """
        if moves <= 1:
            return self._one_move(state, moves)
        shares, areas = [moves] * len(state), [self.ground.open] * len(state)
        lines = self.ground.lines
        if before is not None:
            shares, areas, lines = _inherited(state, before)
        pieces = self.ground.bit_pieces(state)
        while True:  # until shares, areas and lines do not change
            free, supports, reaches = self._settle(pieces, shares, areas)
            fillings = self._fillings(lines, reaches, moves)
            if not fillings:
                return None
            left = _left_over(fillings, moves, shares)
            lines = [filling.line for filling in fillings]
            areas = [reach.area for reach in reaches]
            if left == shares:
                break
            shares = left
        onward = self._next(pieces, moves, free, supports, fillings)
        cells = [cell for _, cell in state]
        return MoveLimitResult(
            moves, state, shares, areas, dict(zip(cells, onward, strict=True)), lines
        )

    def _one_move(self, state: State, moves: float) -> MoveLimitResult | None:
        """Return what ``test`` returns; ``moves`` is at most 1."""
        ground, occupied = self.ground, {cell for _, cell in state}
        bits = ground.bits
        empty = ~sum([bits[cell] for cell in occupied])
        by_hole: dict[Area, list[Area]] = {}  # lines with at most one empty cell, by this cell
        for line in ground.lines:
            hole = line.area & empty
            if not has_several(hole):
                by_hole.setdefault(hole, []).append(line.area)
        is_won = 0 in by_hole
        onward = dict.fromkeys(occupied, ground.open if is_won else 0)
        if by_hole and moves and not is_won:
            for piece in state:
                origin = piece[1]
                for target, _, _ in destinations(self._field, piece, occupied):
                    lines = by_hole.get(bits[target], ())
                    if any(not line & bits[origin] for line in lines):  # not a piece of the line
                        onward[origin] |= bits[target]
        if not any(onward.values()):
            return None
        return MoveLimitResult(
            moves, state, [moves] * len(state), [ground.open] * len(state), onward, ground.lines
        )

    def _settle(
        self, pieces: list[BitPiece], shares: Sequence[float], areas: list[Area]
    ) -> tuple[Area, list[Area], list[Reach]]:
        """Shrink each piece's area to the cells that it can reach, until no area changes.

        Return the cells that can be free, and two lists. For each piece, the first list has the
        cells that the piece can jump over, and the second list has its ``Reach``.
        """
        ground = self.ground
        while True:
            free, in_any, in_several = ground.open, 0, 0
            for (_, at), share, area in zip(pieces, shares, areas, strict=True):
                if share < 1 or area == at:
                    free &= ~at
                in_several |= in_any & area
                in_any |= area
            supports = [
                in_any & ~area | in_several if kind in ground.jumpers else 0
                for (kind, _), area in zip(pieces, areas, strict=True)
            ]
            reaches = list(map(ground.reach, pieces, repeat(free), supports, shares))
            shrunk = [reach.area for reach in reaches]
            if shrunk == areas:
                return free, supports, reaches
            areas = shrunk

    def _fillings(
        self, lines: Sequence[GoalLine], reaches: list[Reach], moves: float
    ) -> list[FillableLine]:
        within, lacking = 0, []  # for n = 0, 1, 2 and so on: the cells out of reach of n moves
        for rings in zip_longest(*[reach.rings for reach in reaches], fillvalue=0):
            within |= union_of(rings)
            lacking.append(~within)
        fillings = []
        for line in lines:
            area = line.area
            if area & lacking[-1] or (area & lacking[0]).bit_count() > moves:
                continue
            if sum([(area & lacked).bit_count() for lacked in lacking]) > moves:
                continue
            if distance_to(line, reaches) > moves:
                continue
            costs = tuple(zip(*[reach.costs(line) for reach in reaches], strict=True))
            if (forced := self._forced(costs, moves)) is not None:
                fillings.append(FillableLine(line, costs, forced))
        return fillings

    def _next(
        self,
        pieces: list[BitPiece],
        moves: float,
        free: Area,
        supports: list[Area],
        fillings: list[FillableLine],
    ) -> list[Area]:
        """Return, for each piece, the useful targets of its next move (see ``MoveLimitResult``)."""
        rests: list[dict[Area, float]] = [{} for _ in pieces]
        is_free = [False] * len(pieces)
        for line, costs, forced in fillings:
            for number, place, total in forced:
                if place is None:
                    is_free[number] |= total < moves
                    continue
                rest = moves - total + costs[place][number] - 1
                cell = line.cells[place]
                if rest > rests[number].get(cell, -1):
                    rests[number][cell] = rest
        areas = []
        for (kind, _), is_idle, ends, support in zip(pieces, is_free, rests, supports, strict=True):
            area = self.ground.open if is_idle else 0
            for cell, rest in ends.items() if not is_idle else ():
                area |= self.ground.reach((kind, cell), free, support, rest).area
            areas.append(area)
        return areas


def _inherited(
    state: State, before: MoveLimitResult
) -> tuple[list[float], list[Area], list[GoalLine]]:
    """Return the parent state's (shares, areas, lines), adapted for the test of ``state``."""
    old: dict[Piece, tuple[float, Area]] = dict(
        zip(before.state, zip(before.shares, before.areas, strict=True), strict=True)
    )
    (moved,) = old.keys() - set(state)
    most = before.moves - 1
    share, area = old[moved]
    bounds = [old.get(piece, (share - 1, area)) for piece in state]
    return [min(share, most) for share, _ in bounds], [area for _, area in bounds], before.lines


def _left_over(fillings: list[FillableLine], moves: float, shares: list[float]) -> list[float]:
    """For each piece i, return its largest possible number of moves, but at most ``shares[i]``."""
    left: list[float] = [0] * len(shares)
    for _, costs, forced in fillings:
        for number, place, total in forced:
            share = moves - total + (0 if place is None else costs[place][number])
            if share > left[number]:
                left[number] = share
    return list(map(min, left, shares))
