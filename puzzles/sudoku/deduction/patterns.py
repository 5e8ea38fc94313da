"""The techniques of players that look at a pattern of candidates, from full houses to wings.

Names are those of HoDoKu and of Sudoku Explainer, ratings are Sudoku Explainer's. A *technique*
finds candidates that no solution has, or a placement, in the *marks* of a board: the candidates of
every open cell. Sets of cells are masks with a bit a cell, sets of digits (from 0) masks as well. A
*conjugate pair* are the only two cells of a unit for a digit; a *bivalue* cell has two candidates.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import combinations
from typing import NamedTuple, TypeAlias

from puzzles.bits import first_place, mask_of, places_of, union_of
from puzzles.sudoku.bitboard import BitBoard, Candidate, State
from puzzles.sudoku.rules import LETTERS, Layout

CellSet: TypeAlias = int
"""A set of cells, as bits."""


class Found(NamedTuple):
    """What a technique found: why, where to look, and candidates to strike or one to place."""

    why: str
    cells: CellSet
    strikes: Sequence[Candidate] = ()
    placement: Candidate | None = None
    rating: float | None = None  # None: that of the technique


@dataclass(frozen=True)
class Technique:
    """A way to go on: its name, the rating of its easiest use, how it is found, what it says."""

    name: str
    rating: float
    find: Callable[[Marks], Iterator[Found]]
    sentence: str


class Masks:
    """The cells of units and the peers of cells, as masks; the same for all boards of a layout."""

    def __init__(self, layout: Layout) -> None:
        n = layout.side
        self.units = [mask_of(unit.cells) for unit in layout.units]
        self.groups = [mask_of(group.cells) for group in layout.groups]
        self.peers = [mask_of(peers) for peers in layout.peers]
        self.rivals: dict[int, int] = {}  # of candidates: see chains
        self.boxes = range(2 * n, 3 * n)
        self.lines = [u for u in range(len(self.units)) if u not in self.boxes]
        # For every unit the units of the other kind with which it shares several cells.
        self.meetings = [
            [
                (v, other)
                for v, other in enumerate(self.units)
                if (u in self.boxes) != (v in self.boxes) and (unit & other).bit_count() > 1
            ]
            for u, unit in enumerate(self.units)
        ]
        self.rectangles = [
            corners
            for top, bottom in combinations(range(0, n * n, n), 2)
            for left, right in combinations(range(n), 2)
            for corners in [(top + left, top + right, bottom + left, bottom + right)]
            for boxes in [[layout.regions[cell] for cell in corners]]
            if len(set(boxes)) == 2 and boxes[0] != boxes[3]
        ]


masks_of = lru_cache(maxsize=32)(Masks)


class Marks:
    """The candidates of the open cells of a state, by cell and by digit.

    is_unique tells whether the board has one solution, when it is asked.
    """

    def __init__(
        self, bitboard: BitBoard, state: State, is_unique: Callable[[], bool] = lambda: False
    ) -> None:
        self.bitboard, self.state, self.is_unique = bitboard, state, is_unique
        self.masks = masks_of(bitboard.layout)
        n = self.side = bitboard.side
        guard = 1 << n
        self.domains = [lane ^ guard if lane & guard else 0 for lane in bitboard.domains(state)]
        at = self.at = [0] * n
        for cell, domain in enumerate(self.domains):
            bit = 1 << cell
            while domain:
                at[(domain & -domain).bit_length() - 1] |= bit
                domain &= domain - 1
        self.open: CellSet = union_of(at)

    def names(self, cells: CellSet) -> str:
        """Return the names of some cells."""
        return " ".join(map(self.bitboard.layout.name, places_of(cells)))

    def unit(self, number: int) -> str:
        """Return the name of a unit or a cage."""
        return self.bitboard.layout.groups[number].name

    def strikes(self, cells: CellSet, digits: int) -> list[Candidate]:
        """Return the candidates of some cells that are among some digits."""
        return [(c, d) for c in places_of(cells) for d in places_of(self.domains[c] & digits)]

    def seen_by_all(self, cells: CellSet) -> CellSet:
        """Return the peers that some cells have in common."""
        seen = -1
        for cell in places_of(cells):
            seen &= self.masks.peers[cell]
        return seen

    @cached_property
    def places(self) -> list[list[CellSet]]:
        """The places of every digit in every unit."""
        return [[cells & unit for cells in self.at] for unit in self.masks.units]

    @cached_property
    def crossings(self) -> list[tuple[int, list[int], list[int]]]:
        """Every digit with its columns in every row, and its rows in every column."""
        n = self.side
        found = []
        for digit, cells in enumerate(self.at):
            by_row, by_column = [0] * n, [0] * n
            for cell in places_of(cells):
                row, column = divmod(cell, n)
                by_row[row] |= 1 << column
                by_column[column] |= 1 << row
            found.append((digit, by_row, by_column))
        return found

    @cached_property
    def bivalue(self) -> list[int]:
        """The cells with two candidates."""
        return [cell for cell, domain in enumerate(self.domains) if domain.bit_count() == 2]

    @cached_property
    def pairs(self) -> list[list[tuple[int, CellSet]]]:
        """The conjugate pairs of every digit: the number of the unit, the two cells."""
        pairs: list[list[tuple[int, CellSet]]] = [[] for _ in self.at]
        for number, places in enumerate(self.places):
            for digit, cells in enumerate(places):
                if cells.bit_count() == 2:
                    pairs[digit].append((number, cells))
        return pairs


def digits_in_words(digits: int) -> str:
    """Return digits, given as a mask from 0, as people write them: 2 and 6."""
    *others, last = [str(digit + 1) for digit in places_of(digits)]
    return f"{', '.join(others)} and {last}" if others else last


def full_house(marks: Marks) -> Iterator[Found]:
    """Find a unit with one open cell."""
    for number, unit in enumerate(marks.masks.units):
        cells = marks.open & unit
        if cells.bit_count() == 1:
            cell = first_place(cells)
            candidate = cell, first_place(marks.domains[cell])
            yield Found(f"the last open cell of {marks.unit(number)}", unit, placement=candidate)


def hidden_single(marks: Marks) -> Iterator[Found]:
    """Find a digit with one place in a unit, boxes first."""
    boxes, units = marks.masks.boxes, marks.masks.units
    for number in (*boxes, *marks.masks.lines):
        for digit, place in enumerate(marks.places[number]):
            if place and place & (place - 1) == 0:
                why = f"in {marks.unit(number)} the digit {digit + 1} fits only here"
                rating = 1.2 if number in boxes else 1.5
                candidate = first_place(place), digit
                yield Found(why, units[number], placement=candidate, rating=rating)


def naked_single(marks: Marks) -> Iterator[Found]:
    """Find a cell with one candidate."""
    for cell, domain in enumerate(marks.domains):
        if domain and domain & (domain - 1) == 0:
            why = f"no other digit fits in {marks.names(1 << cell)}"
            yield Found(why, 1 << cell, placement=(cell, first_place(domain)))


def locked_digits(marks: Marks, numbers: Iterable[int]) -> Iterator[tuple[int, int, int, CellSet]]:
    """Yield a unit, another in which all its places for a digit lie, the digit, where it goes."""
    at = marks.at
    for number in numbers:
        unit, meetings = marks.masks.units[number], marks.masks.meetings[number]
        for digit, inside in enumerate(marks.places[number]):
            if inside and inside.bit_count() < marks.side:
                for other, crossing in meetings:
                    if not inside & ~crossing and at[digit] & crossing & ~unit:
                        yield number, other, digit, at[digit] & crossing & ~unit


def locked(marks: Marks, by_box: bool) -> Iterator[Found]:
    """Find a digit whose places in a unit all lie in another: pointing from a box, or claiming."""
    masks = marks.masks
    for number, other, digit, struck in locked_digits(
        marks, masks.boxes if by_box else masks.lines
    ):
        why = f"{digit + 1} in {marks.unit(number)} must lie in {marks.unit(other)}"
        yield Found(why, masks.units[number], marks.strikes(struck, 1 << digit))


def direct_locked(marks: Marks, by_box: bool) -> Iterator[Found]:
    """Find a locked digit that leaves the digit one place in a further unit of the same kind."""
    masks, n = marks.masks, marks.side
    for number, other, digit, struck in locked_digits(
        marks, masks.boxes if by_box else masks.lines
    ):
        kind = number // n * n
        for further, unit in enumerate(masks.units[kind : kind + n], kind):
            places = marks.places[further][digit]
            if places & struck and (places & ~struck).bit_count() == 1:
                why = (
                    f"{digit + 1} in {marks.unit(number)} must lie in {marks.unit(other)}, which"
                    f" leaves it one place in {marks.unit(further)}"
                )
                candidate = first_place(places & ~struck), digit
                yield Found(why, masks.units[number] | unit, placement=candidate)


def tight(sets: Sequence[int], size: int) -> Iterator[tuple[list[int], int]]:
    """Yield the places of ``size`` sets that have ``size`` members together, and these members."""
    few = [(place, one) for place, one in enumerate(sets) if 1 < one.bit_count() <= size]
    for some in combinations(few, size):
        union = 0
        for _, one in some:
            union |= one
        if union.bit_count() == size:
            yield [place for place, _ in some], union


def naked_subset(marks: Marks, size: int) -> Iterator[Found]:
    """Find cells of a unit or a cage with as many candidates: no other cell there has these."""
    for number, group in enumerate(marks.masks.groups):
        cells = places_of(marks.open & group)
        if len(cells) > size:
            for places, digits in tight([marks.domains[cell] for cell in cells], size):
                own = mask_of(cells[place] for place in places)
                strikes = marks.strikes(marks.open & group & ~own, digits)
                if strikes:
                    why = f"{marks.names(own)} of {marks.unit(number)} hold"
                    yield Found(f"{why} {digits_in_words(digits)}", own, strikes)


def hidden_subset(marks: Marks, size: int) -> Iterator[Found]:
    """Find digits with as many places in a unit: nothing else stands there."""
    for number, digits, cells in _hidden(marks, size):
        strikes = marks.strikes(cells, ~digits)
        if strikes:
            why = f"{digits_in_words(digits)} of {marks.unit(number)} lie in {marks.names(cells)}"
            yield Found(why, cells, strikes)


def direct_hidden_subset(marks: Marks, size: int) -> Iterator[Found]:
    """Find a hidden subset that leaves another digit one place in the unit."""
    for number, digits, cells in _hidden(marks, size):
        unit = marks.masks.units[number]
        for digit, places in enumerate(marks.at):
            left = places & unit & ~cells
            if not digits >> digit & 1 and left.bit_count() == 1 < (places & unit).bit_count():
                why = (
                    f"{digits_in_words(digits)} of {marks.unit(number)} lie in"
                    f" {marks.names(cells)}, which leaves one place for {digit + 1}"
                )
                yield Found(why, unit, placement=(first_place(left), digit))


def _hidden(marks: Marks, size: int) -> Iterator[tuple[int, int, CellSet]]:
    """Yield the unit, the digits and the cells of hidden subsets, whether or not they strike."""
    for number, places in enumerate(marks.places):
        for digits, cells in tight(places, size):
            yield number, mask_of(digits), cells


def fish(marks: Marks, size: int) -> Iterator[Found]:
    """Find a digit that rows have in as many columns, or columns in as many rows."""
    n, units = marks.side, marks.masks.units
    for digit, by_row, by_column in marks.crossings:
        for sets, bases, covers, kind in (
            (by_row, units[:n], units[n : 2 * n], "columns"),
            (by_column, units[n : 2 * n], units[:n], "rows"),
        ):
            for places, crossing in tight(sets, size):
                own = union_of(bases[place] for place in places) & marks.at[digit]
                across = union_of(covers[k] for k in places_of(crossing)) & marks.at[digit]
                if across & ~own:
                    names = LETTERS if kind == "rows" else range(1, n + 1)
                    lines = " ".join(str(names[k]) for k in places_of(crossing))
                    why = f"{digit + 1} in {marks.names(own)} takes {kind} {lines}"
                    yield Found(why, own, marks.strikes(across & ~own, 1 << digit))


def wing(marks: Marks, size: int) -> Iterator[Found]:
    """Find a cell of two or three digits, and two bivalue peers of these and one they share.

    Of three digits the cell itself has the shared one.
    """
    domains = marks.domains
    for pivot, digits in enumerate(domains):
        near = marks.masks.peers[pivot] if digits.bit_count() == size else 0
        for one, other in combinations([c for c in marks.bivalue if near >> c & 1], 2):
            z = domains[one] & domains[other]
            is_wing = domains[one] | domains[other] == digits | z and bool(z & digits) == (size > 2)
            if is_wing and z.bit_count() == 1:
                holders = 1 << one | 1 << other | (1 << pivot if size > 2 else 0)
                strikes = marks.strikes(marks.seen_by_all(holders), z)
                if strikes:
                    why = (
                        f"whichever of {digits_in_words(digits)} {marks.names(1 << pivot)} holds,"
                        f" {digits_in_words(z)} is in one of {marks.names(holders)}"
                    )
                    yield Found(why, 1 << pivot | holders, strikes)


def w_wing(marks: Marks) -> Iterator[Found]:
    """Find two equal bivalue cells that see the two ends of a conjugate pair of one digit."""
    peers = marks.masks.peers
    for one, other in combinations(marks.bivalue, 2):
        if marks.domains[one] != marks.domains[other] or peers[one] >> other & 1:
            continue
        both = 1 << one | 1 << other
        for digit in places_of(marks.domains[one]):
            rest = marks.domains[one] ^ 1 << digit
            strikes = marks.strikes(marks.seen_by_all(both), rest)
            for number, ends in marks.pairs[digit] if strikes else ():
                a, b = places_of(ends)
                seen = 1 << a & peers[one] and 1 << b & peers[other]
                if not ends & both and (seen or (1 << b & peers[one] and 1 << a & peers[other])):
                    why = (
                        f"one of {marks.names(both)} holds {digits_in_words(rest)}, as"
                        f" {marks.unit(number)} has {digit + 1} in {marks.names(ends)}"
                    )
                    yield Found(why, both | ends, strikes)


def unique_rectangle(marks: Marks) -> Iterator[Found]:
    """Find four cells in two rows, columns and boxes that two digits alone would fill two ways."""
    domains, layout = marks.domains, marks.bitboard.layout
    if layout.diagonals or layout.cages:
        return
    for corners in marks.masks.rectangles:
        a, b, c, d = corners
        common = domains[a] & domains[d]
        if common & (common - 1) and (common := common & domains[b] & domains[c]):
            for two in {domains[cell] for cell in corners}:
                if two.bit_count() == 2 and not two & ~common and marks.is_unique():
                    yield from _rectangle(marks, corners, two)


def _rectangle(marks: Marks, corners: Sequence[int], two: int) -> Iterator[Found]:
    """Yield what follows as not all corners can be left with two digits."""
    extra = {cell: marks.domains[cell] & ~two for cell in corners}
    roof = [cell for cell in corners if extra[cell]]
    cells, roofs = mask_of(corners), mask_of(roof)
    others = union_of(extra.values())
    strikes: list[Candidate] = []
    if len(roof) == 1:
        strikes = marks.strikes(roofs, two)
    elif 1 < len(roof) < 4 and others.bit_count() == 1:
        strikes = marks.strikes(marks.seen_by_all(roofs), others)
    why = f"{digits_in_words(two)} alone in {marks.names(cells)} would make two solutions"
    if strikes:
        yield Found(why, cells, strikes)
    if len(roof) == 2:
        for unit in marks.masks.units:
            if roofs & unit == roofs:
                yield from _roof_in_unit(marks, why, cells, roofs, unit, (two, others))


def _roof_in_unit(
    marks: Marks, why: str, cells: CellSet, roofs: CellSet, unit: CellSet, digits: tuple[int, int]
) -> Iterator[Found]:
    """Yield what follows in a unit with both corners that hold other digits too.

    If one of the two digits lies in the corners, the other does not. As one of the corners has
    another digit, the corners are a cell of a naked subset.
    """
    two, others = digits
    for digit in places_of(two):
        if marks.at[digit] & unit == roofs:
            yield Found(why, cells, marks.strikes(roofs, two ^ 1 << digit))
    rest = places_of(marks.open & unit & ~roofs)
    for size in (2, 3, 4):
        for some in combinations(rest, size - 1):
            union = others | union_of(marks.domains[cell] for cell in some)
            if union.bit_count() == size:
                strikes = marks.strikes(mask_of(rest) & ~mask_of(some), union)
                if strikes:
                    yield Found(why, cells | mask_of(some), strikes, rating=4.4 + size / 10)


def bivalue_grave(marks: Marks) -> Iterator[Found]:
    """Find a board on which one cell alone has three candidates, and all others two."""
    odd = marks.open & ~mask_of(marks.bivalue)
    cell = first_place(odd) if odd.bit_count() == 1 else -1
    if cell < 0 or marks.domains[cell].bit_count() != 3:
        return
    layout = marks.bitboard.layout
    if layout.diagonals or layout.cages or not marks.is_unique():
        return
    for digit in places_of(marks.domains[cell]):
        left = [at & ~(1 << cell) if d == digit else at for d, at in enumerate(marks.at)]
        if all((at & unit).bit_count() in (0, 2) for at in left for unit in marks.masks.units):
            why = f"without {digit + 1} every open cell and every digit would have two places left"
            yield Found(f"{why}, and the board two solutions", odd, placement=(cell, digit))
