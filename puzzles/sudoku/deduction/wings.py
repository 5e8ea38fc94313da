"""Wings and aligned pairs: what a few cells with few digits exclude together.

A wing is an *almost locked set*, k cells of a unit with k + 1 digits, and a bivalue cell with two
of these digits. One digit, x, is *linked*: the bivalue cell sees all its places in the set. If the
bivalue cell holds x, the set holds all its other digits; otherwise the bivalue cell holds z. So z
is in one of them. If z is linked too, one of x and z is in the set, with all its other digits.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations, product

from puzzles.bits import mask_of, places_of, union_of
from puzzles.sudoku.bitboard import Candidate
from puzzles.sudoku.deduction.marks import CellSet, Found, Marks, digits_in_words

_RATINGS = {
    (3, 2): 4.2,
    (3, 3): 4.4,
    (4, 2): 5.5,
    (4, 3): 5.6,
    (4, 4): 5.5,
    (5, 2): 6.3,
    (5, 3): 6.4,
    (5, 4): 6.3,
    (5, 5): 6.2,
}
"""By the number of digits of a wing and of the digits of its largest cell."""


def wing(marks: Marks, size: int, largest: int = 0) -> Iterator[Found]:
    """Find wings of ``size`` digits, with ``largest`` digits in the largest cell if given."""
    domains = marks.domains
    for cells, digits in _almost_locked_sets(marks, size):
        most = max(domains[cell].bit_count() for cell in places_of(cells))
        if largest and most != largest:
            continue
        seen: dict[int, CellSet] = {}
        for pair in marks.bivalue:
            both = domains[pair]
            if both & ~digits or cells >> pair & 1:
                continue
            for digit in places_of(both):
                if digit not in seen:
                    seen[digit] = marks.seen_by_all(cells & marks.at[digit])
            linked = [digit for digit in places_of(both) if seen[digit] >> pair & 1]
            strikes = _strikes_of_wing(marks, cells, pair, linked) if linked else []
            if strikes:
                why = f"{marks.names(cells)} hold all but one of {digits_in_words(digits)}, and"
                why += f" {marks.names(1 << pair)} sees their {digits_in_words(mask_of(linked))}"
                if len(linked) == 1:
                    why += (
                        f", so one of these cells holds {digits_in_words(both & ~(1 << linked[0]))}"
                    )
                yield Found(why, cells | 1 << pair, strikes, rating=_RATINGS.get((size, most)))


@lru_cache(maxsize=4)
def _almost_locked_sets(marks: Marks, size: int) -> list[tuple[CellSet, int]]:
    """Return the sets of size - 1 cells of a unit that hold ``size`` digits together."""
    found: dict[CellSet, int] = {}
    for unit in marks.masks.units:
        cells = [(1 << cell, marks.domains[cell]) for cell in places_of(marks.open & unit)]
        few = [one for one in cells if 1 < one[1].bit_count() <= size]
        for some in combinations(few, size - 1):
            digits = union_of([domain for _, domain in some])
            if digits.bit_count() == size:
                found[union_of([cell for cell, _ in some])] = digits
    return list(found.items())


def _strikes_of_wing(marks: Marks, cells: CellSet, pair: int, linked: list[int]) -> list[Candidate]:
    """Return the candidates that a wing strikes: one linked digit, or both."""
    strikes: list[Candidate] = []
    digits = union_of(marks.domains[cell] for cell in places_of(cells))
    both = marks.domains[pair]
    struck = both & ~mask_of(linked) if len(linked) == 1 else digits
    for digit in places_of(struck):
        holders = cells & marks.at[digit] | (1 << pair) * (both >> digit & 1)
        strikes += marks.strikes(marks.seen_by_all(holders), 1 << digit)
    return strikes


def aligned_pair(marks: Marks) -> Iterator[Found]:
    """Find two cells whose digits leave a bivalue cell that both see without any digit."""
    peers, domains = marks.masks.peers, marks.domains
    bivalue = mask_of(marks.bivalue)
    for one, other in combinations(places_of(marks.open), 2):
        common = bivalue & peers[one] & peers[other]
        if common & (common - 1) == 0:
            continue
        excluded = {domains[cell] for cell in places_of(common)}
        left = [0, 0]
        for a, b in product(places_of(domains[one]), places_of(domains[other])):
            is_clash = a == b and peers[one] >> other & 1
            if not is_clash and 1 << a | 1 << b not in excluded:
                left[0] |= 1 << a
                left[1] |= 1 << b
        strikes = [
            *marks.strikes(1 << one, ~left[0]),
            *marks.strikes(1 << other, ~left[1]),
        ]
        if strikes:
            both = 1 << one | 1 << other
            why = f"{marks.names(both)} must leave a digit for each of {marks.names(common)}"
            yield Found(why, both | common, strikes)
