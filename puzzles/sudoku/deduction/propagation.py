"""How far a placement is thought through: from nothing to singles and locked candidates.

Each way is a function from a state to a state that rules out more, or to DEAD if it finds a
contradiction. A placement always rules its digit out for the peers of its cell: without this no
placement would be legal.

Locked candidates, known as pointing (a box points along a row) and claiming (a row claims a box): a
digit confined to where two units meet is ruled out in the rest of both. In a killer a *combination*
is a set of different digits, as many as a cage has cells, that add up to its total; a *remainder*
is a unit without the cages that lie inside it. The digits of a unit add up to n (n + 1) / 2, so a
remainder is a cage too (the rule of 45 on the classic board).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple, TypeAlias

from puzzles.sudoku.lanes import DEAD, Candidate, Lanes, State
from puzzles.sudoku.rules import Cage, Layout

Propagate: TypeAlias = Callable[[State], State]

PROPAGATIONS = ("none", "forward-checking", "singles", "locked")
"""From the least to the most."""


def make_propagation(name: str, lanes: Lanes) -> Propagate:
    """Return the function of a name out of PROPAGATIONS.

    none: nothing. forward-checking: a cell without a digit is a contradiction. singles: naked and
    hidden singles are placed until none are left. locked: locked candidates are used too. The
    totals of cages are used by all but ``none``.
    """
    if name == "none":
        return _nothing
    rules: list[Propagate] = [CageRule(lanes).apply] if lanes.layout.cages else []
    if name == "forward-checking":
        return _forward_checking(lanes, rules)
    if name == "locked":
        rules.append(LockedRule(lanes).apply)
    return _until_stable(lanes.close_under_singles, rules) if rules else lanes.close_under_singles


def _nothing(state: State) -> State:
    return state


def _forward_checking(lanes: Lanes, rules: list[Propagate]) -> Propagate:
    def propagate(state: State) -> State:
        for rule in rules:
            state = rule(state)
        return DEAD if not state or lanes.has_empty_cell_lane(state) else state

    return propagate


def _until_stable(close: Propagate, rules: list[Propagate]) -> Propagate:
    def propagate(state: State) -> State:
        state = close(state)
        while state:
            before = state
            for rule in rules:
                state = rule(state)
                if not state:
                    return DEAD
                if state != before:
                    break
            else:
                return state
            state = close(state)
        return DEAD

    return propagate


def solutions(lanes: Lanes, state: State) -> Iterator[State]:
    """Yield the full states that a state leads to, no two the same.

    The candidates of a lane exclude each other and one candidate must hold, so their branches
    have no solution in common and miss none. Memory grows with the depth alone.
    """
    propagate = make_propagation("singles", lanes)
    waiting = [propagate(state)]
    while waiting:
        state = waiting.pop()
        if not state:
            continue
        candidates = lanes.smallest_lane(state)
        if not candidates:
            yield state
        waiting += [propagate(lanes.place(state, candidate)) for candidate in reversed(candidates)]


class Locked(NamedTuple):
    """A digit whose places in one unit all lie in another; numbers count from 0."""

    unit: int
    other: int
    digit: int
    removed: tuple[Candidate, ...]


class _Meeting(NamedTuple):
    """Two units that share cells: the bits of the first outside, the cells of the other."""

    unit: int
    other: int
    outside: int
    elsewhere: tuple[int, ...]


class LockedRule:
    """Finds locked candidates in the lanes of the digits of a unit."""

    def __init__(self, lanes: Lanes) -> None:
        self._lanes = lanes
        units = lanes.layout.units
        self._meetings = []
        for u, unit in enumerate(units):
            for v, other in enumerate(units):
                shared = set(unit.cells) & set(other.cells)
                if u != v and len(shared) > 1:
                    outside = sum(1 << p for p, c in enumerate(unit.cells) if c not in shared)
                    elsewhere = tuple(c for c in other.cells if c not in shared)
                    self._meetings.append(_Meeting(u, v, outside, elsewhere))

    def apply(self, state: State) -> State:
        """Return the state without the candidates that locked candidates rule out."""
        removed = {candidate for locked in self.find(state) for candidate in locked.removed}
        return self._lanes.remove(state, list(removed)) if removed else state

    def find(self, state: State) -> Iterator[Locked]:
        """Yield the locked candidates that rule other candidates out."""
        lanes = self._lanes
        n, width = lanes.side, lanes.width
        mask, guard = (1 << width) - 1, 1 << n
        digit_part = state >> lanes.cell_bits
        table = [
            [digit_part >> (unit * n + digit) * width & mask for digit in range(n)]
            for unit in range(len(lanes.layout.units))
        ]
        domains = lanes.domains(state)
        for unit, other, outside, elsewhere in self._meetings:
            for digit, lane in enumerate(table[unit]):
                if lane & guard and not lane & outside and lane != guard:
                    bit = 1 << digit
                    removed = [(cell, digit) for cell in elsewhere if domains[cell] & bit]
                    if removed:
                        yield Locked(unit, other, digit, tuple(removed))


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
