"""Techniques that look at only one digit or one unit, from full houses to jellyfish.

The names come from HoDoKu and Sudoku Explainer, and the ratings come from Sudoku Explainer.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations

from puzzles.bits import first_place, mask_of, places_of, union_of
from puzzles.sudoku.deduction.marks import (
    CellSet,
    LayoutMasks,
    PencilMarks,
    TechniqueFinding,
    digits_in_words,
)


def full_house(marks: PencilMarks) -> Iterator[TechniqueFinding]:
    """Find a unit with only one empty cell."""
    for number, unit in enumerate(marks.masks.units):
        cells = marks.open & unit
        if cells.bit_count() == 1:
            cell = first_place(cells)
            candidate, why = (cell, first_place(marks.domains[cell])), marks.unit(number)
            yield TechniqueFinding(f"the last empty cell of {why}", unit, placement=candidate)


def hidden_single(marks: PencilMarks) -> Iterator[TechniqueFinding]:
    """Find a digit with only one place in a unit; boxes are searched first."""
    boxes, units, bitboard = marks.masks.boxes, marks.masks.units, marks.bitboard
    guards = places_of(bitboard.single_fields(marks.state) >> bitboard.cell_bits)
    singles = [divmod(guard // bitboard.width, marks.side) for guard in guards]
    for number, digit in sorted(singles, key=lambda single: single[0] not in boxes):
        why = f"in {marks.unit(number)} the digit {digit + 1} fits only here"
        rating = 1.2 if number in boxes else 1.5
        candidate = first_place(marks.at[digit] & units[number]), digit
        yield TechniqueFinding(why, units[number], placement=candidate, rating=rating)


def naked_single(marks: PencilMarks) -> Iterator[TechniqueFinding]:
    """Find a cell with only one candidate."""
    for cell, domain in enumerate(marks.domains):
        if domain and domain & (domain - 1) == 0:
            why = f"no other digit fits in {marks.names(1 << cell)}"
            yield TechniqueFinding(why, 1 << cell, placement=(cell, first_place(domain)))


@lru_cache(maxsize=2)
def locked_digits(marks: PencilMarks, by_box: bool) -> list[tuple[int, int, int, CellSet]]:
    """For each locked digit, return (unit, crossing unit, digit, cells that lose the digit)."""
    at, masks = marks.at, marks.masks
    found = []
    for number in masks.boxes if by_box else masks.lines:
        unit, meetings = masks.units[number], masks.meetings[number]
        for digit, inside in enumerate(marks.places[number]):
            if inside and inside.bit_count() < marks.side:
                for other, crossing in meetings:
                    if not inside & ~crossing and (struck := at[digit] & crossing & ~unit):
                        found.append((number, other, digit, struck))
    return found


def locked(marks: PencilMarks, by_box: bool) -> Iterator[TechniqueFinding]:
    """Find locked candidates: by pointing if ``by_box`` is True, otherwise by claiming."""
    for number, other, digit, struck in locked_digits(marks, by_box):
        why = f"{digit + 1} in {marks.unit(number)} must lie in {marks.unit(other)}"
        yield TechniqueFinding(why, marks.masks.units[number], marks.strikes(struck, 1 << digit))


def direct_locked(marks: PencilMarks, by_box: bool) -> Iterator[TechniqueFinding]:
    """Find locked candidates that leave a digit only one place in some unit."""
    n, units = marks.side, marks.masks.units
    for number, other, digit, struck in locked_digits(marks, by_box):
        kind = number // n * n
        for further, unit in enumerate(units[kind : kind + n], kind):
            places = marks.places[further][digit]
            if places & struck and (places & ~struck).bit_count() == 1:
                why = f"{digit + 1} in {marks.unit(number)} must lie in {marks.unit(other)}, which"
                why += f" leaves it one place in {marks.unit(further)}"
                candidate = first_place(places & ~struck), digit
                yield TechniqueFinding(why, units[number] | unit, placement=candidate)


@lru_cache(maxsize=1024)  # a step changes only a few units, so most calls repeat earlier ones
def tight(sets: tuple[int, ...], count: int, size: int) -> list[tuple[list[int], int]]:
    """Return (indices, union) for each group of ``count`` sets whose union has ``size`` members."""
    few = [(index, bits) for index, bits in enumerate(sets) if 1 < bits.bit_count() <= size]
    found = []
    for some in combinations(few, count):
        union = 0
        for _, bits in some:
            union |= bits
        if union.bit_count() == size:
            found.append(([index for index, _ in some], union))
    return found


def naked_subset(marks: PencilMarks, size: int) -> Iterator[TechniqueFinding]:
    """In a unit or cage, find ``size`` cells that together have only ``size`` candidate digits."""
    for number, (cells, domains) in enumerate(marks.in_groups):
        if len(cells) > size:
            for places, digits in tight(domains, size, size):
                subset = mask_of(cells[place] for place in places)
                strikes = marks.strikes(mask_of(cells) & ~subset, digits)
                if strikes:
                    why = f"{marks.names(subset)} of {marks.unit(number)} hold"
                    yield TechniqueFinding(f"{why} {digits_in_words(digits)}", subset, strikes)


def hidden_subset(marks: PencilMarks, size: int) -> Iterator[TechniqueFinding]:
    """Find ``size`` digits with only ``size`` places in a unit; exclude other digits there."""
    for number, digits, cells in _hidden_subsets(marks, size):
        if strikes := marks.strikes(cells, ~digits):
            why = f"{digits_in_words(digits)} of {marks.unit(number)} lie in {marks.names(cells)}"
            yield TechniqueFinding(why, cells, strikes)


def direct_hidden_subset(marks: PencilMarks, size: int) -> Iterator[TechniqueFinding]:
    """Find a hidden subset that leaves only one place in the unit for another digit."""
    for number, digits, cells in _hidden_subsets(marks, size):
        unit = marks.masks.units[number]
        for digit, places in enumerate(marks.at):
            left = places & unit & ~cells
            if not digits >> digit & 1 and left.bit_count() == 1 < (places & unit).bit_count():
                why = f"{digits_in_words(digits)} of {marks.unit(number)} lie in"
                why += f" {marks.names(cells)}, which leaves one place for {digit + 1}"
                yield TechniqueFinding(why, unit, placement=(first_place(left), digit))


def _hidden_subsets(marks: PencilMarks, size: int) -> Iterator[tuple[int, int, CellSet]]:
    for number, places in enumerate(marks.places):
        for digits, cells in tight(places, size, size):
            yield number, mask_of(digits), cells


def fish(marks: PencilMarks, size: int) -> Iterator[TechniqueFinding]:
    """Find a digit that, in ``size`` rows, fits into only ``size`` columns, or vice versa."""
    n = marks.side
    in_lines = [(d, *each) for d in range(n) for each in _places_in_lines(marks.masks, marks.at[d])]
    for digit, first, kind, bases, crossed in in_lines:
        for places, crossing in tight(crossed, size, size):
            base = union_of(bases[place] for place in places)
            lines = [n - first + k for k in places_of(crossing)]
            across = union_of(marks.masks.units[line] for line in lines)
            if struck := marks.at[digit] & across & ~base:
                taken = " ".join(marks.unit(line).split()[1] for line in lines)
                why = f"{digit + 1} in {marks.names(base)} takes {kind} {taken}"
                yield TechniqueFinding(why, base, marks.strikes(struck, 1 << digit))


@lru_cache(maxsize=32)
def _places_in_lines(
    masks: LayoutMasks, at: CellSet
) -> list[tuple[int, str, list[CellSet], tuple[int, ...]]]:
    """Return the cells of the set ``at`` in the rows and in the columns."""
    n, found = masks.side, []
    for first, kind in ((0, "columns"), (n, "rows")):
        bases = [at & line for line in masks.units[first : first + n]]
        crossed = [
            mask_of([cell // n if first else cell % n for cell in places_of(base)])
            for base in bases
        ]
        found.append((first, kind, bases, tuple(crossed)))
    return found
