"""Techniques for boards with one solution: unique rectangles, unique loops, bivalue graves.

A *deadly* pattern could be filled in two ways without a change in other cells, so a board with one
solution cannot contain it. If a board would contain such a pattern without some *extra* candidates,
at least one of the extra candidates holds. The cells with extra candidates are the *roof*.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations

from puzzles.bits import first_place, has_several, mask_of, places_of, union_of
from puzzles.sudoku.deduction.marks import CellSet, Found, Marks, digits_in_words

Extras = Mapping[int, int]
"""The extra digits of cells."""


def unique_loop(marks: Marks) -> Iterator[Found]:
    """Find a loop of (four or more) cells that only two digits would fill in two ways.

    Each unit contains no cell of the loop, or two cells: one at an odd place, one at an even place.
    """
    if marks.bitboard.layout.cages:
        return
    domains = marks.domains
    for two in {domains[cell] for cell in marks.bivalue}:
        known = set()
        for loop in _loops(marks, two):
            cells = mask_of(loop)
            if cells not in known and marks.is_unique():
                known.add(cells)
                extras = {cell: domains[cell] & ~two for cell in loop if domains[cell] & ~two}
                why = (
                    f"{digits_in_words(two)} alone in {marks.names(cells)} would make two solutions"
                )
                rating = {4: 4.5, 6: 4.6, 8: 4.7}.get(len(loop), 5.0)
                if extras:
                    yield from _one_extra(marks, why, cells, extras, rating)
                    yield from _hidden_with_roof(marks, why, cells, extras, two, rating)


def _loops(marks: Marks, two: int) -> Iterator[list[int]]:
    """Yield the loops of cells with the two digits; a loop begins at a cell without other digits.

    At most two cells of a loop have other digits, unless all have the same other digit.
    """
    domains, units_of = marks.domains, marks.masks.units_of
    cells = [cell for cell in places_of(marks.open) if not two & ~domains[cell]]
    waiting = [([cell], (units_of[cell], 0), 0, 0) for cell in cells if domains[cell] == two]
    while waiting:
        loop, used, extra, count = waiting.pop()
        parity, last = len(loop) % 2, units_of[loop[-1]]
        if len(loop) >= 4 and used[0] == used[1]:
            yield loop
            continue
        for cell in cells:
            units, more = units_of[cell], domains[cell] & ~two
            # The next cell shares a unit with the last cell, but not with a cell of its own parity.
            if units & last and not units & used[parity] and cell not in loop:
                several = count + bool(more)
                if several > 2 and (extra | more).bit_count() > 1:
                    continue
                taken = (used[0] | units, used[1]) if not parity else (used[0], used[1] | units)
                waiting.append(([*loop, cell], taken, extra | more, several))


def _one_extra(
    marks: Marks, why: str, cells: CellSet, extras: Extras, rating: float
) -> Iterator[Found]:
    """Yield what follows because one of the extra candidates holds."""
    roof, others = mask_of(extras), union_of(extras.values())
    if len(extras) == 1:
        yield Found(why, cells, marks.strikes(roof, ~others), rating=rating)
        return
    if others.bit_count() == 1:
        strikes = marks.strikes(marks.seen_by_all(roof & marks.at[first_place(others)]), others)
        if strikes:
            yield Found(why, cells, strikes, rating=rating)
    for unit in marks.masks.units:
        if not roof & ~unit:
            if len(extras) == 2:
                yield from _locked_in_roof(marks, why, cells, extras, unit, rating)
            yield from _naked_with_roof(marks, why, cells, extras, unit, rating)


def _locked_in_roof(
    marks: Marks, why: str, cells: CellSet, extras: Extras, unit: CellSet, rating: float
) -> Iterator[Found]:
    """Yield what follows if the roof must hold a digit: its other cell has an extra digit."""
    roof = mask_of(extras)
    one, other = (marks.domains[cell] & ~extra for cell, extra in extras.items())
    for digit in places_of(one & other):
        if marks.at[digit] & unit == roof:
            strikes = [
                candidate
                for cell, extra in extras.items()
                for candidate in marks.strikes(1 << cell, ~(extra | 1 << digit))
            ]
            if strikes:
                yield Found(why, cells, strikes, rating=rating)


def _naked_with_roof(
    marks: Marks, why: str, cells: CellSet, extras: Extras, unit: CellSet, rating: float
) -> Iterator[Found]:
    """Yield what follows if the roof counts as one cell of a naked subset."""
    roof, others = mask_of(extras), union_of(extras.values())
    rest = marks.open & unit & ~roof
    for size in (2, 3, 4):
        for some in combinations(places_of(rest), size - 1):
            union = others | union_of(marks.domains[cell] for cell in some)
            if union.bit_count() == size:
                strikes = marks.strikes(rest & ~mask_of(some), union)
                if strikes:
                    more = round(rating + (size - 1) / 10, 1)
                    yield Found(why, cells | mask_of(some), strikes, rating=more)


def _hidden_with_roof(
    marks: Marks, why: str, cells: CellSet, extras: Extras, two: int, rating: float
) -> Iterator[Found]:
    """Yield what follows because the two digits of a loop fill at most one cell of its roof.

    If k digits, among them these two, have only k - 1 places outside the roof, these places hold no
    other digits.
    """
    roof, others = mask_of(extras), union_of(extras.values())
    units = [unit for unit in marks.masks.units if not roof & ~unit] if len(extras) == 2 else []
    for unit in units:
        rest = places_of(marks.open & unit & ~roof)
        for size in (1, 2, 3):
            for some in combinations(rest, size):
                held = mask_of(some)
                hidden = mask_of(
                    digit
                    for digit, at in enumerate(marks.at)
                    if at & unit and not at & unit & ~(roof | held) and not others >> digit & 1
                )
                strikes = marks.strikes(held, ~hidden)
                if not two & ~hidden and hidden.bit_count() == size + 1 and strikes:
                    more = round(rating + (size - 1) / 10, 1)
                    yield Found(why, cells | held, strikes, rating=more)


def bivalue_grave(marks: Marks) -> Iterator[Found]:
    """Find a board that has two solutions without the extra candidates.

    Without them, every open cell has two digits, and every digit has two places in every unit.
    """
    extras = _extras_of_grave(marks)
    if not extras or marks.bitboard.layout.cages or not marks.is_unique():
        return
    for cell, domain in enumerate(marks.domains):
        if domain and (domain & ~extras.get(cell, 0)).bit_count() != 2:
            return
    at = [
        cells & ~mask_of(cell for cell, extra in extras.items() if extra >> digit & 1)
        for digit, cells in enumerate(marks.at)
    ]
    if all((cells & unit).bit_count() in (0, 2) for cells in at for unit in marks.masks.units):
        without = " or ".join(
            f"{digits_in_words(extra)} in {marks.names(1 << cell)}"
            for cell, extra in extras.items()
        )
        why = (
            f"without {without} every cell would have two digits and every digit two places,"
            " and the board two solutions"
        )
        rating = 5.6 if len(extras) == 1 else 5.7
        yield from _one_extra(marks, why, mask_of(extras), extras, rating)


def _extras_of_grave(marks: Marks) -> dict[int, int]:
    """Return the extra digits of cells, found in units with more than two places for a digit."""
    large = marks.open & ~mask_of(marks.bivalue)
    extras: dict[int, int] = {}
    wrong = [
        (digit, cells & large)
        for places in marks.places
        for digit, cells in enumerate(places)
        if cells.bit_count() > 2
    ]
    for digit, cells in wrong:
        if not cells:
            return {}
        if not has_several(cells) or all(digit == d for d, _ in wrong):
            for cell in places_of(cells):
                extras[cell] = extras.get(cell, 0) | 1 << digit
    return extras
