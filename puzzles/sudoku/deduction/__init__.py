"""Solve a Sudoku as a person does: step by step, always with the easiest technique that works.

The hardest deduction gives the puzzle its rating, on the scale of Sudoku Explainer.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache, partial
from itertools import islice
from operator import itemgetter
from typing import NamedTuple

from aima_search.textbook.utilities import multimap
from puzzles.bits import mask_of, places_of
from puzzles.grid import RowColumn
from puzzles.sudoku.bitboard import BitBoardLayout, Candidate, State
from puzzles.sudoku.deduction import chains, patterns, propagation, strong_links, uniqueness, wings
from puzzles.sudoku.deduction.marks import PencilMarks, Technique, TechniqueFinding
from puzzles.sudoku.rules import Placement

_UNIQUE = " This holds only on boards with one solution."
_two_links = partial(strong_links.strong_links, base=4.0, count=2)

TECHNIQUES = {
    name: Technique(name, rating, find, sentence)
    for name, rating, find, sentence in (
        ("full-house", 1.0, patterns.full_house,
         "Only one cell of this unit is empty, so it takes the missing digit."),
        ("hidden-single", 1.2, patterns.hidden_single,
         "Only one cell of this unit can hold the digit."),
        ("direct-pointing", 1.7, partial(patterns.direct_locked, by_box=True),
         "In one box the digit must lie in one line. So in another box only one cell is left for "
         "it."),
        ("direct-claiming", 1.9, partial(patterns.direct_locked, by_box=False),
         "In one line the digit must lie in one box. So in another line only one cell is left "
         "for it."),
        ("direct-hidden-pair", 2.0, partial(patterns.direct_hidden_subset, size=2),
         "Two digits need the same two cells of a unit. So only one cell of the unit is left for a"
         " third digit."),
        ("naked-single", 2.3, patterns.naked_single,
         "All other digits are ruled out in this cell."),
        ("cage-combinations", 2.4, partial(propagation.cage_totals, of_units=False),
         "No combination of digits with the cage's total contains the digit."),
        ("rule-of-45", 2.5, partial(propagation.cage_totals, of_units=True),
         "All digits of a unit have a known total. Without the totals of the cages inside the"
         " unit, this is the total of its other cells."),
        ("direct-hidden-triple", 2.5, partial(patterns.direct_hidden_subset, size=3),
         "Three digits need the same three cells of a unit. So only one cell of the unit is left"
         " for a fourth digit."),
        ("pointing", 2.6, partial(patterns.locked, by_box=True),
         "In this box the digit must lie in one line. So no other cell of the line holds it."),
        ("claiming", 2.8, partial(patterns.locked, by_box=False),
         "In this line the digit must lie in one box. So no other cell of the box holds it."),
        ("law-of-leftovers", 2.9, propagation.law_of_leftovers,
         "Some lines and as many regions differ in a few cells only. These cells hold the same "
         "digits on both sides."),
        ("naked-pair", 3.0, partial(patterns.naked_subset, size=2),
         "Two cells of a unit hold the same two digits. So no other cell of the unit holds them."),
        ("x-wing", 3.2, partial(patterns.fish, size=2),
         "In two lines the digit fits only into the same two crossing lines. So no other cell of"
         " the crossing lines holds it."),
        ("hidden-pair", 3.4, partial(patterns.hidden_subset, size=2),
         "Two digits of a unit fit only into the same two cells. So these cells hold no other "
         "digits."),
        ("naked-triple", 3.6, partial(patterns.naked_subset, size=3),
         "Three cells of a unit hold only three digits together. So no other cell of the unit "
         "holds them."),
        ("swordfish", 3.8, partial(patterns.fish, size=3),
         "In three lines the digit fits only into the same three crossing lines. So no other cell"
         " of the crossing lines holds it."),
        ("hidden-triple", 4.0, partial(patterns.hidden_subset, size=3),
         "Three digits of a unit fit only into the same three cells. So these cells hold no "
         "other digits."),
        ("skyscraper", 4.0, partial(_two_links, among=strong_links.PARALLEL),
         "In each of two rows, or columns, the digit has two places. Two of the four places see "
         "each other, so one of the other two holds the digit."),
        ("two-string-kite", 4.1, partial(_two_links, among=strong_links.CROSSED),
         "In a row and in a column the digit has two places. Two of the four places see each "
         "other, so one of the other two holds the digit."),
        ("turbot-fish", 4.1, partial(_two_links, among=strong_links.WITH_BOX),
         "In a box and in another unit the digit has two places. Two of the four places see each "
         "other, so one of the other two holds the digit."),
        ("grouped-turbot-fish", 4.3, _two_links,
         "In each of two units the digit lies in one of two groups of cells. Two of the groups "
         "see each other, so one of the other two holds the digit (empty rectangles, finned "
         "X-wings)."),
        ("xy-wing", 4.2, partial(wings.wing, size=3, largest=2),
         "A cell with two digits sees two others. Whichever digit it holds, one of these two other"
         " cells holds a third digit."),
        ("xyz-wing", 4.4, partial(wings.wing, size=3, largest=3),
         "A cell with three digits sees two others. Whichever digit it holds, one of the three "
         "cells holds the same digit."),
        ("unique-rectangle", 4.5, uniqueness.unique_loop,
         "With only two digits in this rectangle or loop, they could be exchanged, and the board "
         f"would have two solutions.{_UNIQUE}"),
        ("naked-quad", 5.0, partial(patterns.naked_subset, size=4),
         "Four cells of a unit hold only four digits together. So no other cell of the unit "
         "holds them."),
        ("jellyfish", 5.2, partial(patterns.fish, size=4),
         "In four lines the digit fits only into the same four crossing lines. So no other cell of"
         " the crossing lines holds it."),
        ("hidden-quad", 5.4, partial(patterns.hidden_subset, size=4),
         "Four digits of a unit fit only into the same four cells. So these cells hold no other "
         "digits."),
        ("three-strong-links", 5.4, partial(strong_links.strong_links, base=5.4, count=3),
         "Three units have two places for the digit each, and form a chain. So one of its two "
         "ends holds the digit."),
        ("wxyz-wing", 5.5, partial(wings.wing, size=4),
         "Three cells have four digits, and another cell has two of these digits. One of the four"
         " cells holds the digit that is ruled out elsewhere."),
        ("bivalue-universal-grave", 5.6, uniqueness.bivalue_grave,
         "With two digits in every cell and two places for every digit, the board would have two "
         f"solutions.{_UNIQUE}"),
        ("four-strong-links", 5.8, partial(strong_links.strong_links, base=5.8, count=4),
         "Four units have two places for the digit each, and form a chain. So one of its two "
         "ends holds the digit."),
        ("vwxyz-wing", 6.2, partial(wings.wing, size=5),
         "Four cells have five digits, and another cell has two of these digits. One of the five"
         " cells holds the digit that is ruled out elsewhere."),
        ("aligned-pair-exclusion", 6.2, wings.aligned_pair,
         "Two cells must leave at least one digit for every cell that both of them see."),
        ("five-strong-links", 6.2, partial(strong_links.strong_links, base=6.2, count=5),
         "Five units have two places for the digit each, and form a chain. So one of its two "
         "ends holds the digit."),
        ("uvwxyz-wing", 6.6, partial(wings.wing, size=6),
         "Five cells have six digits, and another cell has two of these digits. One of the six"
         " cells holds the digit that is ruled out elsewhere."),
        ("six-strong-links", 6.6, partial(strong_links.strong_links, base=6.6, count=6),
         "Six units have two places for the digit each, and form a chain. So one of its two ends "
         "holds the digit."),
        ("x-cycle", 6.5, partial(chains.forcing_chain, name="x-cycle"),
         "A cycle of places of one digit: every second place holds it, or all others do."),
        ("y-cycle", 6.5, partial(chains.forcing_chain, name="y-cycle"),
         "A cycle of cells with two digits: every second candidate is right, or all others are."),
        ("x-chain", 6.6, partial(chains.forcing_chain, name="x-chain"),
         "A chain of places of one digit: its first or its last place holds the digit."),
        ("nice-loop", 7.0, partial(chains.forcing_chain, name="nice-loop"),
         "A cycle through cells and units: every second candidate is right, or all others are."),
        ("xy-chain", 7.0, partial(chains.forcing_chain, name="xy-chain"),
         "A chain of cells with two digits: its first or its last candidate is right."),
        ("w-wing", 7.1, partial(chains.forcing_chain, name="w-wing"),
         "Two cells have the same two digits, and the cells cannot both hold the first digit. So"
         " one of the cells holds the second digit."),
        ("forcing-chain", 7.0, partial(chains.forcing_chain, name="forcing-chain"),
         "A chain through cells and units: its first or its last candidate is right."),
        ("cell-forcing-chains", 8.2, partial(chains.all_cases, name="cell-forcing-chains"),
         "Whichever digit a cell holds, the same candidate is ruled out."),
        ("unit-forcing-chains", 8.2, partial(chains.all_cases, name="unit-forcing-chains"),
         "Wherever a digit lies in a unit, the same candidate is ruled out."),
        ("dynamic-forcing-chains", 8.5, chains.dynamic_chain,
         "Try a candidate: singles lead to a contradiction. Or try all cases: each rules out the"
         " same candidate."),
        ("nested-forcing-chains", 10.0, chains.nested_chain,
         "Try a candidate: together with further assumptions it leads to a contradiction."),
        ("search", 12.0, lambda marks: iter(()),
         "No technique applies, so the remaining cells are decided by trying."),
    )
}  # fmt: skip
"""The techniques by name, in the order in which they are tried."""


class SudokuDeductionStep(NamedTuple):
    """One step: its technique, its placement or removed candidates, and a description.

    ``because`` has the cells from which the step follows. If no technique applies, ``rule`` is
    "search", the step changes nothing, and ``text`` gives the reason.
    """

    rule: str
    placement: Placement | None
    removed: tuple[Placement, ...]
    text: str
    because: tuple[RowColumn, ...] = ()
    rating: float = 12.0

    @property
    def sentence(self) -> str:
        """The sentence that explains the technique."""
        return TECHNIQUES[self.rule].sentence

    def __str__(self) -> str:
        return self.text


def hardest(deductions: Iterable[SudokuDeductionStep]) -> tuple[float, str]:
    """Return the rating and the technique of the hardest deduction."""
    rated = ((deduction.rating, deduction.rule) for deduction in deductions)
    return max(rated, key=itemgetter(0), default=(1.0, "full-house"))


def explain(
    bitboard: BitBoardLayout, start: State, most: float = 12.0
) -> Iterator[SudokuDeductionStep]:
    """Yield the deductions from a state until the board is full or no technique applies.

    If a technique finds several deductions, all deductions with the lowest rating are used. So the
    ratings do not change if the board is rotated. most: the highest rating to use.
    """
    is_unique = cache(lambda: len(list(islice(propagation.solutions(bitboard, start), 2))) == 1)
    state = start
    while not (fault := propagation.impossible(bitboard, state)) and bitboard.open_cells(state):
        marks = PencilMarks(bitboard, state, is_unique)
        name, rating, findings = _easiest(marks, most)
        if not findings:
            fault = f"no technique applies: {bitboard.open_cells(state)} cells are left to search"
            break
        for found in findings:
            strikes = [strike for strike in found.strikes if bitboard.is_open(state, strike)]
            placed = found.placement
            if placed is not None and bitboard.is_open(state, placed):
                yield _deduction(marks, name, rating, found)
                state = bitboard.place(state, placed)
            elif strikes:
                yield _deduction(marks, name, rating, found._replace(strikes=strikes))
                state = bitboard.remove(state, strikes)
    if fault:
        yield SudokuDeductionStep("search", None, (), fault)


def _easiest(marks: PencilMarks, most: float) -> tuple[str, float, list[TechniqueFinding]]:
    """Return (name, rating, findings) of the first technique that works with a rating <= most."""
    for technique in TECHNIQUES.values():
        found = technique.find(marks) if technique.rating <= most else ()
        rated = [(one.rating or technique.rating, one) for one in found]
        least = min((rating for rating, _ in rated), default=most + 1)
        if least <= most:
            return technique.name, least, [one for rating, one in rated if rating == least]
    return "search", most, []


def _deduction(
    marks: PencilMarks, name: str, rating: float, found: TechniqueFinding
) -> SudokuDeductionStep:
    placement = found.placement and _placement(marks, found.placement)
    removed = tuple(_placement(marks, candidate) for candidate in found.strikes)
    if placement is not None:
        text = f"{placement}: {found.why}"
    else:
        cells_of = multimap((digit, cell) for cell, digit in found.strikes)
        removals = [
            f"not {digit + 1} in {marks.names(mask_of(cells))}"
            for digit, cells in sorted(cells_of.items())
        ]
        text = f"{found.why}: {', '.join(removals)}"
    because = tuple(divmod(cell, marks.side) for cell in places_of(found.cells))
    return SudokuDeductionStep(name, placement, removed, text, because, rating)


def _placement(marks: PencilMarks, candidate: Candidate) -> Placement:
    return Placement(divmod(candidate[0], marks.side), candidate[1] + 1)
