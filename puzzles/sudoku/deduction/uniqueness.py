"""Techniques for boards with one solution: unique rectangles, unique loops, bivalue graves.

A *deadly* pattern is a group of cells that could be filled in two ways without a change in other
cells. A board with one solution contains none. So if a pattern is deadly except for the *extra*
candidates of some cells (the *roof*), at least one of the extra candidates holds.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import reduce
from itertools import chain, combinations
from operator import and_
from typing import NamedTuple

from puzzles.bits import first_place, has_several, mask_of, places_of, union_of
from puzzles.sudoku.bitboard import Candidate
from puzzles.sudoku.deduction.marks import CellSet, PencilMarks, TechniqueFinding, digits_in_words


class _DeadlyPattern(NamedTuple):
    """A deadly pattern; ``extras`` maps cells to their extra candidates (a set of digits)."""

    marks: PencilMarks
    why: str
    cells: CellSet
    extras: Mapping[int, int]
    rating: float

    @property
    def roof(self) -> tuple[CellSet, int]:
        """A pair: the cells that have extra candidates, and the digits of these candidates."""
        return mask_of(self.extras), union_of(self.extras.values())

    def found(
        self, strikes: Sequence[Candidate], more_cells: CellSet = 0, tenths: int = 0
    ) -> Iterator[TechniqueFinding]:
        """Yield a finding if ``strikes`` is not empty; add ``tenths`` / 10 to its rating."""
        if strikes:
            rating = round(self.rating + tenths / 10, 1)
            yield TechniqueFinding(self.why, self.cells | more_cells, strikes, rating=rating)

    def one_extra(self) -> Iterator[TechniqueFinding]:
        """Find exclusions: at least one extra candidate must be in the solution."""
        roof, others = self.roof
        if len(self.extras) == 1:
            yield from self.found(self.marks.strikes(roof, ~others))
            return
        if others.bit_count() == 1:
            seen = self.marks.masks.seen_by_all(roof & self.marks.at[first_place(others)])
            yield from self.found(self.marks.strikes(seen, others))
        for unit in self.marks.masks.units:
            if not roof & ~unit:
                if len(self.extras) == 2:
                    yield from self.locked_in_roof(unit)
                yield from self.naked_with_roof(unit)

    def locked_in_roof(self, unit: CellSet) -> Iterator[TechniqueFinding]:
        # if the digit is in one of the two roof cells, the other roof cell must hold an extra digit
        extras, (roof, _) = self.extras, self.roof
        one, other = (self.marks.domains[cell] & ~extra for cell, extra in extras.items())
        for digit in places_of(one & other):
            if self.marks.at[digit] & unit == roof:
                lost = {cell: ~(extra | 1 << digit) for cell, extra in extras.items()}
                struck = [self.marks.strikes(1 << cell, digits) for cell, digits in lost.items()]
                yield from self.found([*chain(*struck)])

    def naked_with_roof(self, unit: CellSet) -> Iterator[TechniqueFinding]:
        """Yield findings from naked subsets; the roof counts as one cell with all extra digits."""
        roof, others = self.roof
        rest = self.marks.open & unit & ~roof
        for size in (2, 3, 4):
            for some in combinations(places_of(rest), size - 1):
                union = others | union_of(self.marks.domains[cell] for cell in some)
                if union.bit_count() == size:
                    subset = mask_of(some)
                    strikes = self.marks.strikes(rest & ~subset, union)
                    yield from self.found(strikes, subset, size - 1)

    def hidden_with_roof(self, two: int) -> Iterator[TechniqueFinding]:
        """Find k digits of a unit that fit only into k - 1 of its cells or into the roof.

        So these k - 1 cells can contain no other digits.
        """
        roof, others = self.roof
        if len(self.extras) != 2:
            return
        for unit, places in zip(self.marks.masks.units, self.marks.places, strict=True):
            if roof & ~unit:
                continue
            rest = places_of(self.marks.open & unit & ~roof)
            for size in (1, 2, 3):
                for some in combinations(rest, size):
                    held = mask_of(some)
                    hidden = mask_of(
                        digit
                        for digit, cells in enumerate(places)
                        if cells and not cells & ~(roof | held) and not others >> digit & 1
                    )
                    if not two & ~hidden and hidden.bit_count() == size + 1:
                        yield from self.found(self.marks.strikes(held, ~hidden), held, size - 1)


def unique_loop(marks: PencilMarks) -> Iterator[TechniqueFinding]:
    """Find a loop of four or more cells that the same two digits could fill in two ways.

    In both ways, the digits alternate along the loop, and no unit contains a digit twice.
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
                names, rating = marks.names(cells), {4: 4.5, 6: 4.6, 8: 4.7}.get(len(loop), 5.0)
                why = f"{digits_in_words(two)} alone in {names} would make two solutions"
                if extras:
                    deadly = _DeadlyPattern(marks, why, cells, extras, rating)
                    yield from deadly.one_extra()
                    yield from deadly.hidden_with_roof(two)


def _loops(marks: PencilMarks, two: int) -> Iterator[list[int]]:
    """Yield the loops for ``unique_loop``; each cell can hold both digits in the set ``two``."""
    domains, units_of = marks.domains, marks.masks.units_of
    cells = places_of(reduce(and_, [marks.at[digit] for digit in places_of(two)]))
    # own, other: the units of the cells with the parity of the next cell, and with the other parity
    waiting = [([cell], 0, units_of[cell], 0, 0) for cell in cells if domains[cell] == two]
    while waiting:
        loop, own, other, extra, roof = waiting.pop()
        if len(loop) >= 4 and own == other:
            yield loop
            continue
        last = units_of[loop[-1]]
        for cell in cells:
            units, more = units_of[cell], domains[cell] & ~two
            if units & last and not units & own and cell not in loop:
                several = roof + bool(more)
                if several <= 2 or (extra | more).bit_count() <= 1:
                    waiting.append(([*loop, cell], other, own | units, extra | more, several))


def bivalue_grave(marks: PencilMarks) -> Iterator[TechniqueFinding]:
    """Find extra candidates. If there is exactly one solution, it contains at least one of them.

    Without them, each cell and each digit in a unit has two options, so no solution is unique.
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
        why = f"without {without} every cell would have two digits and every digit two places,"
        why += " and the board two solutions"
        rating = 5.6 if len(extras) == 1 else 5.7
        yield from _DeadlyPattern(marks, why, mask_of(extras), extras, rating).one_extra()


def _extras_of_grave(marks: PencilMarks) -> dict[int, int]:
    """Return {cell: extra digits}; an extra digit has three or more possible places in a unit."""
    large = marks.open & ~mask_of(marks.bivalue)
    extras: dict[int, int] = {}
    wrong = [
        (digit, cells & large)
        for places in marks.places
        for digit, cells in enumerate(places)
        if cells.bit_count() > 2
    ]
    is_one_digit = len({digit for digit, _ in wrong}) == 1
    for digit, cells in wrong:
        if not cells:
            return {}
        if is_one_digit or not has_several(cells):
            for cell in places_of(cells):
                extras[cell] = extras.get(cell, 0) | 1 << digit
    return extras
