"""How cheaply a line of MovIX can be filled if each piece pays for its own way.

Vocabulary: a *reach* says what each cell costs a piece; a line's *bound* is what its cells cost if
each takes the nearest piece, whether another cell takes the same piece or not.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import inf
from operator import itemgetter
from typing import TypeAlias

from puzzles.assignment import least_assignment_cost
from puzzles.movix.reach import Area, Line, Reach

CellCosts: TypeAlias = tuple[tuple[float, ...], ...]
"""A row a cell of the line, a column a piece."""


def least_cost(
    lines: Sequence[Line],
    reaches: Sequence[Reach],
    price: Callable[[CellCosts], float] = least_assignment_cost,
) -> float:
    """Return what the cheapest line costs, each cell with a piece of its own; infinity if none."""
    short = lacking(reaches)
    empty, least = short[0], inf
    by_missing: dict[int, list[Line]] = {}  # pieces: no more than the bound
    for line in lines:
        by_missing.setdefault((line.area & empty).bit_count(), []).append(line)
    for missing in sorted(by_missing):
        if missing >= least:
            break
        for bound, line in sorted(bounds(by_missing[missing], short), key=itemgetter(0)):
            if bound >= least:
                break
            if bound_by_pieces(line, reaches) < least:
                least = min(least, price(costs_of(line, reaches)))
    return least


def bounds(lines: Sequence[Line], short: Sequence[Area]) -> Iterator[tuple[float, Line]]:
    """Yield each line to all of whose cells some piece can get, with its bound before it."""
    for line in lines:
        bound = bound_of(line.area, short)
        if bound < inf:
            yield bound, line


def bound_of(area: Area, short: Sequence[Area]) -> float:
    """Return the bound of a line's area, infinity if no piece gets to one of its cells."""
    bound = 0
    for cells in short:  # each a part of the set before
        lacks = area & cells
        if not lacks:
            return bound
        bound += lacks.bit_count()
    return inf


def bound_by_pieces(line: Line, reaches: Sequence[Reach]) -> float:
    """Return what a line costs if each piece takes the cell nearest to it, shared or not."""
    area, ways = line.area, []
    for reach in reaches:
        if reach.area & area:
            for moves, ring in enumerate(reach.rings):
                if ring & area:
                    ways.append(moves)
                    break
    ways.sort()
    wanted = len(line.cells)
    return sum(ways[:wanted]) if len(ways) >= wanted else inf


def lacking(reaches: Sequence[Reach]) -> list[Area]:
    """Return the cells that no piece gets to: in no move, in one move at most, and so on."""
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
    return tuple(zip(*[reach.costs(line) for reach in reaches], strict=True))
