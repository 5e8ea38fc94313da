"""Propagation: after a digit is placed, rules remove candidates that are no longer possible.

Each propagation is a function that takes a state and returns a state with fewer candidates, or DEAD
if there is a contradiction. A placement itself always rules out its digit in the peers of the cell.

In a killer, a *combination* is a set of different digits, one for each cell of a cage, that add up
to the total of the cage. A *remainder* is a unit without the cages that lie inside it. The digits
of a unit add up to n (n + 1) / 2, so a remainder is a cage too (the rule of 45).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache, partial
from itertools import combinations
from typing import TypeAlias

from puzzles.bits import first_place, mask_of, places_of, union_of
from puzzles.sudoku.bitboard import DEAD, BitBoardLayout, State
from puzzles.sudoku.deduction.marks import PencilMarks, TechniqueFinding
from puzzles.sudoku.deduction.patterns import locked_digits
from puzzles.sudoku.rules import Cage, Layout, wrong_totals

Propagate: TypeAlias = Callable[[State], State]

PROPAGATIONS = ("none", "forward-checking", "singles", "locked")
"""The propagations, from the weakest to the strongest."""


def make_propagation(name: str, bitboard: BitBoardLayout) -> Propagate:
    """Return the propagation function with this name.

    "none" changes nothing. "forward-checking" only detects cells without a possible digit.
    "singles" places naked and hidden singles until no single is left. "locked" also uses pointing
    and claiming. All functions except "none" use the totals of cages.
    """
    if name == "none":
        return lambda state: state
    cages = [*bitboard.layout.cages, *remainders(bitboard.layout)]
    rules: list[Propagate] = [partial(_within_totals, bitboard, cages)] if cages else []
    if name == "forward-checking":
        return partial(_forward_checked, bitboard, rules)
    if name == "locked":
        rules.append(partial(_without_locked, bitboard))
    return partial(_stable, bitboard, rules) if rules else bitboard.close_under_singles


def _forward_checked(bitboard: BitBoardLayout, rules: Sequence[Propagate], state: State) -> State:
    for rule in rules:
        state = rule(state)
    return DEAD if bitboard.empty_fields(state & bitboard.cell_part) else state


def _without_locked(bitboard: BitBoardLayout, state: State) -> State:
    marks = PencilMarks(bitboard, state)
    found = [*locked_digits(marks, by_box=True), *locked_digits(marks, by_box=False)]
    gone = [(cell, digit) for _, _, digit, cells in found for cell in places_of(cells)]
    return bitboard.remove(state, gone)


def _stable(bitboard: BitBoardLayout, rules: Sequence[Propagate], state: State) -> State:
    while True:
        state = before = bitboard.close_under_singles(state)
        if not state:
            return DEAD
        for rule in rules:
            state = rule(state)
            if state != before:
                break
        else:
            return state


def solutions(bitboard: BitBoardLayout, state: State) -> Iterator[State]:
    """Yield every solution of a state once, as a full state."""
    propagate = make_propagation("singles", bitboard)
    waiting = [propagate(state)]
    while waiting:
        if not (state := waiting.pop()):
            continue
        # Exactly one candidate of a field holds in a solution, so no solution is found twice.
        if not (candidates := bitboard.smallest_field(state)):
            yield state
        waiting += [propagate(bitboard.place(state, one)) for one in reversed(candidates)]


def _within_totals(bitboard: BitBoardLayout, cages: Sequence[Cage], state: State) -> State:
    domains, removed = bitboard.domains(state), []
    values = (1 << bitboard.side) - 1
    for cells, total in cages:
        before = tuple([domains[cell] & values for cell in cells])
        if (after := allowed(before, total)) is None:
            return DEAD
        if after != before:
            for cell, old, new in zip(cells, before, after, strict=True):
                domains[cell] &= ~(old & ~new)
                removed += [(cell, digit) for digit in places_of(old & ~new)]
    return bitboard.remove(state, removed) if removed else state


@lru_cache(maxsize=200_000)
def allowed(domains: tuple[int, ...], total: int) -> tuple[int, ...] | None:
    """Return the digits (bits) that each cell of a cage can hold, or None if no combination fits.

    A combination is a set of digits with the sum ``total``. It fits if each of its digits can go
    into a cell, and each cell can hold one of its digits.

    >>> allowed((0b111111111, 0b111111111), 4) == (0b101, 0b101)
    True
    """
    union, left = union_of(domains), 0
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
    """Return all sets of ``size`` different digits up to ``side`` that add up to ``total``."""
    return tuple(
        sum(1 << digit - 1 for digit in digits)
        for digits in combinations(range(1, side + 1), size)
        if sum(digits) == total
    )


def remainders(layout: Layout) -> Iterator[Cage]:
    """Remove the cages inside a unit. Yield the remaining cells (at most 5) as a new cage."""
    whole = layout.side * (layout.side + 1) // 2
    for unit in layout.units if layout.cages else ():  # most boards have no cages
        cells = set(unit.cells)
        inside = [cage for cage in layout.cages if cells.issuperset(cage.cells)]
        rest = cells.difference(*[cage.cells for cage in inside])
        if inside and 0 < len(rest) <= 5:
            yield Cage(tuple(sorted(rest)), whole - sum(cage.total for cage in inside))


def cage_totals(marks: PencilMarks, of_units: bool) -> Iterator[TechniqueFinding]:
    """Find the candidates that are impossible because of the total of a cage.

    of_units: if True, check the rest of each unit (see ``remainders``) instead of the cages.
    """
    layout = marks.bitboard.layout
    whose = "the rest of a unit" if of_units else "a cage"
    for cells, total in remainders(layout) if of_units else layout.cages:
        domains = tuple(marks.held[cell] for cell in cells)
        left = allowed(domains, total) or (0,) * len(cells)
        strikes = [
            (cell, digit)
            for cell, domain, rest in zip(cells, domains, left, strict=True)
            if marks.domains[cell]
            for digit in places_of(domain & ~rest)
        ]
        if strikes:
            together = mask_of(cells)
            why = f"{marks.names(together)} add up to {total}, the total of {whose}"
            yield TechniqueFinding(why, together, strikes)


def law_of_leftovers(marks: PencilMarks) -> Iterator[TechniqueFinding]:
    """Find digits by the law of leftovers, which compares k rows (or columns) with k regions.

    The k rows hold every digit k times, and so do the k regions. So the cells that are only in the
    rows hold the same digits as the cells that are only in the regions.
    """
    n, units = marks.side, marks.masks.units
    if marks.bitboard.layout.box is not None:
        return
    for lines in (units[:n], units[n : 2 * n]):
        for first, last in combinations(range(n + 1), 2):
            if last - first == n:
                continue
            band = union_of(lines[first:last])
            regions = sorted(units[2 * n : 3 * n], key=lambda region: -(region & band).bit_count())
            cover = union_of(regions[: last - first])
            for inside, outside in ((band & ~cover, cover & ~band), (cover & ~band, band & ~cover)):
                there = union_of(marks.held[cell] for cell in places_of(outside))
                if strikes := marks.strikes(inside & marks.open, ~there):
                    why = f"{marks.names(inside)} have the same digits as {marks.names(outside)}"
                    yield TechniqueFinding(why, inside | outside, strikes)


def impossible(bitboard: BitBoardLayout, state: State) -> str:
    """Return a sentence about a contradiction in ``state``, or "" if there is none."""
    layout = bitboard.layout
    for words, _ in wrong_totals(layout, bitboard.digits(state)) if layout.cages else ():
        return f"the {words}: there is no solution"
    if not (empty := bitboard.empty_fields(state)):
        return ""
    field = first_place(empty) // bitboard.width
    if field < bitboard.cells:
        return f"no digit is left for {layout.name(field)}: there is no solution"
    unit, digit = divmod(field - bitboard.cells, bitboard.side)
    return f"no place is left for {digit + 1} in {layout.units[unit].name}: there is no solution"
