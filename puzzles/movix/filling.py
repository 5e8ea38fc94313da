"""How cheaply a line of MovIX can be filled, where each piece pays for its own way.

Vocabulary: a *reach* says what each cell costs a piece; a line's *bound* is what its cells cost
where each takes the piece that is nearest to it, whether another cell takes the same or not.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import inf
from operator import itemgetter
from typing import TypeAlias

from puzzles.assignment import cheapest_assignment, least_assignment_cost
from puzzles.movix.reach import Line, Reach
from puzzles.movix.rules import Piece, State

CellCosts: TypeAlias = tuple[tuple[float, ...], ...]
"""A row a cell of the line, a column a piece."""

_MOST_KEPT = 10_000  # assignments of a line


def least_cost(lines: Sequence[Line], reaches: Sequence[Reach]) -> float:
    """Return what the cheapest line costs, each cell with a piece of its own; infinity if none."""
    least = inf
    for bound, line in by_bound(lines, reaches):
        if bound >= least:
            break
        assignment = cheapest_assignment(costs_of(line, reaches), least)
        if assignment is not None:
            least = assignment.cost
    return least


class CheapestLine:
    """What the cheapest line costs, for the many states of one board.

    ``reach`` says what each cell costs a piece; it is asked once for each piece that is met. An
    assignment depends only on what the cells of its line cost the pieces: it is remembered by
    the *rows* of these costs, which a line knows by numbers.
    """

    def __init__(self, lines: Sequence[Line], reach: Callable[[Piece], Reach]) -> None:
        self._lines = lines
        self._reach = reach
        self._reaches: dict[Piece, Reach] = {}
        self._places = {line.area: _Place(line) for line in lines}

    def __call__(self, state: State) -> float:
        """Return the least cost, infinity where no line can be filled."""
        known = self._reaches
        try:
            reaches = [known[piece] for piece in state]
        except KeyError:
            known.update({piece: self._reach(piece) for piece in state if piece not in known})
            reaches = [known[piece] for piece in state]
        least = inf
        for bound, line in by_bound(self._lines, reaches):
            if bound >= least:
                break
            cost = self._places[line.area].cost(state, reaches)
            if cost < least:
                least = cost
        return least


class _Place:
    """A line, and the costs of the assignments to it that have been asked for."""

    def __init__(self, line: Line) -> None:
        self._line = line
        self._row_of: dict[Piece, int] = {}
        self._rows: dict[tuple[float, ...], int] = {}
        self._known: dict[tuple[int, ...], float] = {}

    def cost(self, state: State, reaches: Sequence[Reach]) -> float:
        row_of = self._row_of
        try:
            key = tuple([row_of[piece] for piece in state])
        except KeyError:
            key = self._number(state, reaches)
        cost = self._known.get(key)
        if cost is None:
            if len(self._known) >= _MOST_KEPT:
                self._known.clear()
            cost = self._known[key] = least_assignment_cost(costs_of(self._line, reaches))
        return cost

    def _number(self, state: State, reaches: Sequence[Reach]) -> tuple[int, ...]:
        for piece, reach in zip(state, reaches, strict=True):
            if piece in self._row_of:
                continue
            row = tuple([reach.moves.get(cell, inf) for cell in self._line.cells])
            self._row_of[piece] = self._rows.setdefault(row, len(self._rows))
        return tuple([self._row_of[piece] for piece in state])


def by_bound(lines: Sequence[Line], reaches: Sequence[Reach]) -> list[tuple[int, Line]]:
    """Return the lines that can be filled, the most promising first."""
    return sorted(bounds(lines, reaches), key=itemgetter(0))


def bounds(lines: Sequence[Line], reaches: Sequence[Reach]) -> Iterator[tuple[int, Line]]:
    """Yield the lines whose every cell some piece can get to, each after its bound."""
    rings = [0] * max([len(reach.rings) for reach in reaches])
    for reach in reaches:
        for number, ring in enumerate(reach.rings):
            rings[number] |= ring
    within, lacking = 0, []
    for ring in rings:
        within |= ring
        lacking.append(~within)
    never = lacking.pop()
    for line in lines:
        area, bound = line.area, 0
        if not area & never:
            for cells in lacking:  # each of them a part of the one before
                lacks = area & cells
                if not lacks:
                    break
                bound += lacks.bit_count()
            yield bound, line


def costs_of(line: Line, reaches: Sequence[Reach]) -> CellCosts:
    """Return what each cell of a line costs each piece."""
    moves = [reach.moves for reach in reaches]
    return tuple([tuple([costs.get(cell, inf) for costs in moves]) for cell in line.cells])
