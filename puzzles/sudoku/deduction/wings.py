"""Wings and aligned pairs, in which a few cells with few digits exclude candidates.

A wing is an *almost locked set*, k cells of a unit that have k + 1 digits together, and a bivalue
cell with two of these digits, x and z. The digit x is *linked*: the bivalue cell sees all places of
x in the set. If the bivalue cell holds x, the set holds all its other digits; otherwise the bivalue
cell holds z. So z is in the set or in the bivalue cell. If z is linked too, the set holds exactly
one of x and z, and all its other digits.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache
from itertools import chain, combinations

from aima_search.textbook.utilities import multimap
from puzzles.bits import bits_of, first_place, has_several, mask_of, places_of, union_of
from puzzles.sudoku.bitboard import Candidate
from puzzles.sudoku.deduction.marks import CellSet, PencilMarks, TechniqueFinding, digits_in_words
from puzzles.sudoku.deduction.patterns import tight

_RATINGS = {
    (3, 2): 4.2, (3, 3): 4.4, (4, 2): 5.5, (4, 3): 5.6, (4, 4): 5.5, (5, 2): 6.3, (5, 3): 6.4,
    (5, 4): 6.3, (5, 5): 6.2,
}  # fmt: skip
"""Ratings by the number of digits of a wing and of its largest cell."""


def wing(marks: PencilMarks, size: int, largest: int = 0) -> Iterator[TechniqueFinding]:
    """Find wings of ``size`` digits.

    largest: the highest number of candidates in a cell of the wing; 0 means any number.
    """
    at, seen_by_all = marks.at, marks.masks.seen_by_all
    pairs_of = multimap((marks.domains[cell], cell) for cell in marks.bivalue)
    pairs = [(both, *places_of(both), mask_of(cells)) for both, cells in pairs_of.items()]
    pairs_with = cache(lambda digits: [pair for pair in pairs if not pair[0] & ~digits])
    in_units = marks.in_groups[: len(marks.masks.units)]
    sets = chain(*[_almost_locked_sets(cells, domains, size) for cells, domains in in_units])
    for cells, digits, most in dict.fromkeys(sets):  # some sets lie in two units
        if largest and most != largest:
            continue
        near = 0  # the bivalue cells with a linked digit, if a candidate sees the other digit, too
        for _, one, other, those in pairs_with(digits):
            sees_one = at[one] & seen_by_all(cells & at[one])
            if sees_one and (sees_other := at[other] & seen_by_all(cells & at[other])):
                near |= those & (sees_one | sees_other)
        if not near:
            continue
        seen = {digit: at[digit] & seen_by_all(cells & at[digit]) for digit in places_of(digits)}
        for pair in places_of(near):
            both = marks.domains[pair]
            linked = [digit for digit in places_of(both) if seen[digit] >> pair & 1]
            held = digits if len(linked) == 2 else both & ~mask_of(linked)
            wing_cells, peers = cells | 1 << pair, marks.masks.peers[pair]
            strikes = [
                (cell, digit)
                for digit in places_of(held)
                for cell in places_of(seen[digit] & (peers if both >> digit & 1 else -1))
            ]
            if strikes:
                why = f"{marks.names(cells)} hold all but one of {digits_in_words(digits)}, and"
                why += f" {marks.names(1 << pair)} sees their {digits_in_words(mask_of(linked))}"
                if len(linked) == 1:
                    why += f", so one of these cells holds {digits_in_words(held)}"
                rating = _RATINGS.get((size, most))
                yield TechniqueFinding(why, wing_cells, strikes, rating=rating)


@lru_cache(maxsize=256)  # most units stay as they are in a step
def _almost_locked_sets(
    cells: tuple[int, ...], domains: tuple[int, ...], size: int
) -> list[tuple[CellSet, int, int]]:
    """Return triples: cells, their digits, and the largest number of candidates in a cell."""
    return [
        (mask_of([cells[i] for i in some]), digits, max([domains[i].bit_count() for i in some]))
        for some, digits in tight(domains, size - 1, size)
    ]


def aligned_pair(marks: PencilMarks) -> Iterator[TechniqueFinding]:
    """Find a candidate of one cell that cannot be combined with any candidate of another cell.

    Equal digits cannot be combined if the cells are peers. The digits 1 and 2 cannot be combined if
    both cells see a third cell with only the candidates 1 and 2: no candidate would be left there.
    """
    peers = marks.masks.peers
    bivalue = mask_of(marks.bivalue)
    near = [
        (cell, marks.domains[cell], bivalue & peers[cell])
        for cell in places_of(marks.open)
        if has_several(bivalue & peers[cell])
    ]
    pairs_in = cache(lambda cells: {marks.domains[cell] for cell in places_of(cells)})
    for (one, domain, seen), (other, also_domain, also_seen) in combinations(near, 2):
        common = seen & also_seen
        if not common & common - 1:  # faster than a call of has_several
            continue
        pairs = pairs_in(common)
        union = union_of(pairs)
        if not domain & ~union or not also_domain & ~union:
            strikes = [
                *_without_partner(marks, one, other, pairs),
                *_without_partner(marks, other, one, pairs),
            ]
            if strikes:
                both = 1 << one | 1 << other
                why = f"{marks.names(both)} must leave a digit for each of {marks.names(common)}"
                yield TechniqueFinding(why, both | common, strikes)


def _without_partner(
    marks: PencilMarks, cell: int, other: int, pairs: set[int]
) -> Iterator[Candidate]:
    """Yield the candidates of ``cell`` that cannot be combined with any digit of ``other``."""
    are_peers = marks.masks.peers[cell] >> other & 1
    for digit in bits_of(marks.domains[cell]):
        unfit = union_of([pair ^ digit for pair in pairs if pair & digit])
        if are_peers:
            unfit |= digit
        if not marks.domains[other] & ~unfit:
            yield cell, first_place(digit)
