"""What the totals of killer cages rule out.

Vocabulary: a *combination* is a set of different digits, as many as a cage has cells, that add up
to its total. A *remainder* is a unit without the cages that lie inside it: the digits
of a unit add up to n (n + 1) / 2, so a remainder is a cage too (the rule of 45 on the classic
board).
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations
from typing import TypeAlias

from puzzles.sudoku.geometry import Cage, Layout
from puzzles.sudoku.lanes import DEAD, Lanes, State

Domain: TypeAlias = int
"""Digits as bits, from 0; a decided cell has one."""


class CageRule:
    """Removes the candidates for which no combination of a cage leaves room.

    The results for a cage and the domains of its cells are kept, up to a bound.
    """

    _MOST_KEPT = 200_000

    def __init__(self, lanes: Lanes) -> None:
        self._lanes = lanes
        layout = lanes.layout
        self._cages = [*layout.cages, *remainders(layout)]
        self._known: dict[tuple[int, tuple[Domain, ...]], tuple[Domain, ...] | None] = {}

    def apply(self, state: State) -> State:
        """Return the state with the totals of all cages used once, DEAD for a contradiction."""
        lanes = self._lanes
        domains = lanes.domains(state)
        values = (1 << lanes.side) - 1
        removed = []
        for number, cage in enumerate(self._cages):
            before = tuple([domains[cell] & values for cell in cage.cells])
            after = self._allowed(number, before)
            if after is None:
                return DEAD
            if after != before:
                for cell, old, new in zip(cage.cells, before, after, strict=True):
                    gone = old & ~new
                    if gone:
                        domains[cell] &= ~gone
                        removed += [(cell, d) for d in range(lanes.side) if gone >> d & 1]
        return lanes.remove(state, removed) if removed else state

    def _allowed(self, number: int, domains: tuple[Domain, ...]) -> tuple[Domain, ...] | None:
        key = number, domains
        try:
            return self._known[key]
        except KeyError:
            if len(self._known) >= self._MOST_KEPT:
                self._known.clear()
            self._known[key] = found = allowed(domains, self._cages[number].total)
            return found


def allowed(domains: tuple[Domain, ...], total: int) -> tuple[Domain, ...] | None:
    """Return what is left of the domains of a cage's cells, None if it cannot be filled.

    A combination counts if every cell can hold one of its digits and every digit of it has a
    cell; a cell keeps the digits of the combinations that count.

    >>> allowed((0b111111111, 0b111111111), 4) == (0b101, 0b101)
    True
    """
    union = 0
    for domain in domains:
        union |= domain
    left = 0
    for combination in combinations_of(len(domains), total, union.bit_length()):
        if combination & ~union:
            continue
        covered = 0
        for domain in domains:
            common = domain & combination
            if not common:
                break
            covered |= common
        else:
            if covered == combination:
                left |= combination
    if not left:
        return None
    return tuple([domain & left for domain in domains])


@lru_cache(maxsize=4096)
def combinations_of(size: int, total: int, side: int) -> tuple[int, ...]:
    """Return the sets of ``size`` digits from 1 to ``side`` that add up to ``total``, as bits."""
    return tuple(
        sum(1 << digit - 1 for digit in digits)
        for digits in combinations(range(1, side + 1), size)
        if sum(digits) == total
    )


def remainders(layout: Layout, most: int = 5) -> Iterator[Cage]:
    """Yield the remainders of the units, of ``most`` cells at most."""
    whole = layout.side * (layout.side + 1) // 2
    for unit in layout.units:
        cells = set(unit.cells)
        inside = [cage for cage in layout.cages if cells.issuperset(cage.cells)]
        rest = cells.difference(*[cage.cells for cage in inside])
        if inside and 0 < len(rest) <= most:
            yield Cage(tuple(sorted(rest)), whole - sum(cage.total for cage in inside))
