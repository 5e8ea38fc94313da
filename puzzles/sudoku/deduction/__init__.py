"""How a person solves a Sudoku: one deduction a line, by the easiest technique that there is.

The hardest deduction is the puzzle's rating, on the scale of Sudoku Explainer.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache, partial
from itertools import islice
from operator import itemgetter
from typing import NamedTuple

from puzzles.bits import mask_of, places_of
from puzzles.grid import RowColumn
from puzzles.sudoku.bitboard import BitBoard, Candidate, State
from puzzles.sudoku.deduction import (
    chains,
    dynamic,
    patterns,
    propagation,
    strong_links,
    uniqueness,
    wings,
)
from puzzles.sudoku.deduction.marks import Found, Marks, Technique
from puzzles.sudoku.deduction.propagation import solutions
from puzzles.sudoku.rules import Placement

_UNIQUE = "; only on boards with one solution"

TECHNIQUES = {
    name: Technique(name, rating, find, sentence)
    for name, rating, find, sentence in (
        ("full-house", 1.0, patterns.full_house,
         "the last open cell of a unit takes the missing digit"),
        ("hidden-single", 1.2, patterns.hidden_single,
         "a digit that has one place left in a unit goes there"),
        ("direct-pointing", 1.7, partial(patterns.direct_locked, by_box=True),
         "a digit that a box has in one line only has one place left in another box"),
        ("direct-claiming", 1.9, partial(patterns.direct_locked, by_box=False),
         "a digit that a line has in one box only has one place left in another line"),
        ("direct-hidden-pair", 2.0, partial(patterns.direct_hidden_subset, size=2),
         "two digits need the same two cells of a unit, which leaves a third one place"),
        ("naked-single", 2.3, patterns.naked_single,
         "a cell that has one digit left takes this digit"),
        ("cage-combinations", 2.4, partial(propagation.cage_totals, of_units=False),
         "a digit that is in no combination with a cage's total is ruled out"),
        ("rule-of-45", 2.5, partial(propagation.cage_totals, of_units=True),
         "what the cages inside a unit leave of it has the rest of the unit's total"),
        ("direct-hidden-triple", 2.5, partial(patterns.direct_hidden_subset, size=3),
         "three digits need the same three cells of a unit, which leaves a fourth one place"),
        ("pointing", 2.6, partial(patterns.locked, by_box=True),
         "a digit that a box has in one line only is nowhere else in the line"),
        ("claiming", 2.8, partial(patterns.locked, by_box=False),
         "a digit that a line has in one box only is nowhere else in the box"),
        ("law-of-leftovers", 2.9, propagation.law_of_leftovers,
         "lines and as many jigsaw regions have the same digits where they do not overlap"),
        ("naked-pair", 3.0, partial(patterns.naked_subset, size=2),
         "two cells of a unit with the same two digits take both"),
        ("x-wing", 3.2, partial(patterns.fish, size=2),
         "a digit that two lines have in the same two crossing lines is nowhere else in these"),
        ("hidden-pair", 3.4, partial(patterns.hidden_subset, size=2),
         "two digits that need the same two cells of a unit leave no room there for others"),
        ("naked-triple", 3.6, partial(patterns.naked_subset, size=3),
         "three cells of a unit with three digits together take all three"),
        ("swordfish", 3.8, partial(patterns.fish, size=3),
         "a digit that three lines have in the same three crossing lines is nowhere else in these"),
        ("hidden-triple", 4.0, partial(patterns.hidden_subset, size=3),
         "three digits that need the same three cells of a unit leave no room there for others"),
        ("skyscraper", 4.0, partial(strong_links.two_links, among=strong_links.PARALLEL),
         "of the two places of a digit in each of two rows, or columns, two see each other"),
        ("two-string-kite", 4.1, partial(strong_links.two_links, among=strong_links.CROSSED),
         "of the two places of a digit in a row and those in a column, two see each other"),
        ("turbot-fish", 4.1, partial(strong_links.two_links, among=strong_links.WITH_BOX),
         "of the two places of a digit in a box and those in another unit, two see each other"),
        ("grouped-turbot-fish", 4.3, strong_links.two_links,
         "two strong links, one of them grouped: empty rectangles, finned and sashimi X-wings"),
        ("xy-wing", 4.2, partial(wings.wing, size=3, largest=2),
         "whichever of two digits a cell holds, one of two cells it sees has a third digit"),
        ("xyz-wing", 4.4, partial(wings.wing, size=3, largest=3),
         "whichever of three digits a cell holds, it or one of two cells it sees has a third"),
        ("unique-rectangle", 4.5, uniqueness.unique_loop,
         f"two digits alone in a rectangle, or a longer loop, could be exchanged{_UNIQUE}"),
        ("naked-quad", 5.0, partial(patterns.naked_subset, size=4),
         "four cells of a unit with four digits together take all four"),
        ("jellyfish", 5.2, partial(patterns.fish, size=4),
         "a digit that four lines have in the same four crossing lines is nowhere else in these"),
        ("hidden-quad", 5.4, partial(patterns.hidden_subset, size=4),
         "four digits that need the same four cells of a unit leave no room there for others"),
        ("three-strong-links", 5.4, partial(strong_links.strong_links, base=5.4, count=3),
         "three units in a chain: its first or its last end holds the digit"),
        ("wxyz-wing", 5.5, partial(wings.wing, size=4),
         "three cells with four digits, and a cell with two of these: a digit is in one of them"),
        ("bivalue-universal-grave", 5.6, uniqueness.bivalue_grave,
         f"with two digits in every cell, two places a digit, all could be exchanged{_UNIQUE}"),
        ("four-strong-links", 5.8, partial(strong_links.strong_links, base=5.8, count=4),
         "four units in a chain: its first or its last end holds the digit"),
        ("vwxyz-wing", 6.2, partial(wings.wing, size=5),
         "four cells with five digits, and a cell with two of these: a digit is in one of them"),
        ("aligned-pair-exclusion", 6.2, wings.aligned_pair,
         "two cells cannot take all digits of a cell that both see"),
        ("five-strong-links", 6.2, partial(strong_links.strong_links, base=6.2, count=5),
         "five units in a chain: its first or its last end holds the digit"),
        ("uvwxyz-wing", 6.6, partial(wings.wing, size=6),
         "five cells with six digits, and a cell with two of these: a digit is in one of them"),
        ("six-strong-links", 6.6, partial(strong_links.strong_links, base=6.6, count=6),
         "six units in a chain: its first or its last end holds the digit"),
        ("x-cycle", 6.5, partial(chains.forcing_chain, name="x-cycle"),
         "a cycle of the places of one digit: every second holds, or the others do"),
        ("y-cycle", 6.5, partial(chains.forcing_chain, name="y-cycle"),
         "a cycle of cells with two digits: every second candidate holds, or the others do"),
        ("x-chain", 6.6, partial(chains.forcing_chain, name="x-chain"),
         "a chain of the places of one digit: its first or its last holds"),
        ("nice-loop", 7.0, partial(chains.forcing_chain, name="nice-loop"),
         "a cycle of places and of cells: every second candidate holds, or the others do"),
        ("xy-chain", 7.0, partial(chains.forcing_chain, name="xy-chain"),
         "a chain of cells with two digits: its first or its last candidate holds"),
        ("w-wing", 7.1, partial(chains.forcing_chain, name="w-wing"),
         "two cells of two digits cannot both have one of them, so one has the other"),
        ("forcing-chain", 7.0, partial(chains.forcing_chain, name="forcing-chain"),
         "a chain of places and of cells: its first or its last candidate holds"),
        ("cell-forcing-chains", 8.2, partial(chains.all_cases, by_cell=True),
         "what chains from every digit of a cell exclude is ruled out"),
        ("unit-forcing-chains", 8.2, partial(chains.all_cases, by_cell=False),
         "what chains from every place of a digit in a unit exclude is ruled out"),
        ("dynamic-forcing-chains", 8.5, dynamic.dynamic_chain,
         "what leads by singles to a contradiction, or is excluded in all cases, is ruled out"),
        ("nested-forcing-chains", 10.0, dynamic.nested_chain,
         "what leads to a contradiction once further assumptions are tried is ruled out"),
        ("search", 12.0, lambda marks: iter(()),
         "none of the techniques decides more: the rest is found by trying"),
    )
}  # fmt: skip
"""By name, from the easiest on."""


class SudokuDeduction(NamedTuple):
    """One step: the technique, the placement it leads to, the candidates it rules out, in words.

    Candidates are cells (row, column) with a digit; because are the cells to look at. A deduction
    of "search" says why the other techniques end, and leads to nothing.
    """

    rule: str
    placement: Placement | None
    removed: tuple[Placement, ...]
    text: str
    because: tuple[RowColumn, ...] = ()
    rating: float = 12.0

    @property
    def sentence(self) -> str:
        """What the technique says."""
        return TECHNIQUES[self.rule].sentence

    def __str__(self) -> str:
        return self.text


def hardest(deductions: Iterable[SudokuDeduction]) -> tuple[float, str]:
    """Return the rating and the technique of the hardest of some deductions."""
    rated = ((deduction.rating, deduction.rule) for deduction in deductions)
    return max(rated, key=itemgetter(0), default=(1.0, "full-house"))


def explain(bitboard: BitBoard, start: State, most: float = 12.0) -> Iterator[SudokuDeduction]:
    """Yield the deductions from a state on, until the board is full or nothing more follows.

    All deductions with the lowest rating that one technique finds follow each other, so that the
    ratings do not depend on how the board is turned. most: the highest rating to use.
    """
    used = [technique for technique in TECHNIQUES.values() if technique.rating <= most]
    is_unique = cache(lambda: len(list(islice(solutions(bitboard, start), 2))) == 1)
    state = start
    while not (fault := propagation.impossible(bitboard, state)) and bitboard.open_cells(state):
        marks = Marks(bitboard, state, is_unique)
        steps = next(filter(None, (_easiest(marks, technique, most) for technique in used)), None)
        if steps is None:
            fault = f"nothing else follows: {bitboard.open_cells(state)} cells are left to search"
            break
        technique, rating, findings = steps
        for found in findings:
            strikes = [one for one in found.strikes if bitboard.is_open(state, one)]
            placed = found.placement
            if placed is not None and bitboard.is_open(state, placed):
                yield _deduction(marks, technique.name, rating, found)
                state = bitboard.place(state, placed)
            elif strikes:
                yield _deduction(marks, technique.name, rating, found._replace(strikes=strikes))
                state = bitboard.remove(state, strikes)
    if fault:
        yield SudokuDeduction("search", None, (), fault)


def _easiest(
    marks: Marks, technique: Technique, most: float
) -> tuple[Technique, float, list[Found]] | None:
    """Return what a technique finds with the lowest rating, None if that is above ``most``."""
    rated = [
        (technique.rating if found.rating is None else found.rating, found)
        for found in technique.find(marks)
    ]
    least = min((rating for rating, _ in rated), default=most + 1)
    if least > most:
        return None
    return technique, least, [found for rating, found in rated if rating == least]


def _deduction(marks: Marks, name: str, rating: float, found: Found) -> SudokuDeduction:
    placement = None if found.placement is None else _placement(marks, found.placement)
    removed = tuple(_placement(marks, candidate) for candidate in found.strikes)
    if placement is not None:
        text = f"{placement}: {found.why}"
    else:
        digits = sorted({digit for _, digit in found.strikes})
        gone = [
            f"not {digit + 1} in {marks.names(mask_of(c for c, d in found.strikes if d == digit))}"
            for digit in digits
        ]
        text = f"{found.why}: {', '.join(gone)}"
    because = tuple(divmod(cell, marks.side) for cell in places_of(found.cells))
    return SudokuDeduction(name, placement, removed, text, because, rating)


def _placement(marks: Marks, candidate: Candidate) -> Placement:
    return Placement(divmod(candidate[0], marks.side), candidate[1] + 1)
