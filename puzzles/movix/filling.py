"""How cheaply a line of MovIX can be filled, where each piece pays for its own way.

Vocabulary: a *reach* says what each cell costs a piece; a line's *bound* is what its cells cost
where each takes the piece that is nearest to it, whether another cell takes the same or not.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import inf
from operator import itemgetter
from typing import TypeAlias

from puzzles.assignment import cheapest_assignment
from puzzles.movix.reach import Area, Line, Reach

CellCosts: TypeAlias = tuple[tuple[float, ...], ...]
"""A row a cell of the line, a column a piece."""


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


def by_bound(lines: Sequence[Line], reaches: Sequence[Reach]) -> list[tuple[float, Line]]:
    """Return the lines that can be filled, the most promising first."""
    return sorted(bounds(lines, reaches), key=itemgetter(0))


def bounds(lines: Sequence[Line], reaches: Sequence[Reach]) -> Iterator[tuple[float, Line]]:
    """Yield the lines whose every cell some piece can get to, each after its bound."""
    short = lacking(reaches)
    for line in lines:
        bound = bound_of(line.area, short)
        if bound < inf:
            yield bound, line


def bound_of(area: Area, short: Sequence[Area]) -> float:
    """Return the bound of a line's area, infinity where no piece gets to one of its cells."""
    bound = 0
    for cells in short:  # each of them a part of the one before
        lacks = area & cells
        if not lacks:
            return bound
        bound += lacks.bit_count()
    return inf


def lacking(reaches: Sequence[Reach]) -> list[Area]:
    """Return the cells that no piece gets to, in no move, in one at most, and so on."""
    rings = [0] * max([len(reach.rings) for reach in reaches])
    for reach in reaches:
        for number, ring in enumerate(reach.rings):
            rings[number] |= ring
    within, areas = 0, []
    for ring in rings:
        within |= ring
        areas.append(~within)
    return areas


def costs_of(line: Line, reaches: Sequence[Reach]) -> CellCosts:
    """Return what each cell of a line costs each piece."""
    moves = [reach.moves for reach in reaches]
    return tuple([tuple([costs.get(cell, inf) for costs in moves]) for cell in line.cells])
