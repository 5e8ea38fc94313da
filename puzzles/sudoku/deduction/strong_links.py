"""Chains of strong links for one digit: skyscrapers, finned fish, and chains of up to six links.

A *strong link* is a unit in which all places of a digit belong to two *ends*. So one of the two
ends holds the digit. An end is one cell, or a group of cells that the unit shares with another
unit. A link with such a group is *grouped*. Two ends are *weakly linked* if every cell of one end
sees every cell of the other end. Then the two ends do not both hold the digit. In a chain of strong
links, the first end or the last end holds the digit.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from puzzles.bits import places_of, union_of
from puzzles.sudoku.deduction.marks import CellSet, PencilMarks, TechniqueFinding

ROWS, COLUMNS, BOXES, GROUPED = 1, 2, 4, 8
"""Kinds of links; diagonals count as boxes."""

PARALLEL, CROSSED, WITH_BOX = (ROWS, COLUMNS), (ROWS | COLUMNS,), (ROWS | BOXES, COLUMNS | BOXES)
_ALL_KINDS = ROWS | COLUMNS | BOXES | GROUPED
_GRADES = (
    (0.0, PARALLEL),
    (0.1, (*CROSSED, *WITH_BOX)),
    (0.2, (ROWS | COLUMNS | BOXES,)),
    (0.3, (_ALL_KINDS,)),
)
"""How much a mixture of link kinds adds to the rating of a chain."""


class DigitLinks:
    """The strong links of a digit; each end of a link has a number, its index in ``ends``."""

    def __init__(self, marks: PencilMarks, digit: int) -> None:
        links = _strong_links(marks, digit)
        self.ends = sorted({end for link in links for end in link})
        number = {end: i for i, end in enumerate(self.ends)}
        self.links = [(number[one], number[other], kind) for (one, other), kind in links.items()]
        self.seen = [marks.at[digit] & marks.seen_by_all(end) for end in self.ends]
        self.weak = [
            [j for j, end in enumerate(self.ends) if not end & ~seen] for seen in self.seen
        ]
        self._layers: dict[int, list[list[int]]] = {}
        self._leads: dict[int, list[int]] = {}

    def layer(self, kinds: int, count: int) -> list[int]:
        """Return, for each end, the ends that a chain of ``count`` links can lead to."""
        if kinds not in self._layers:
            partners = [0] * len(self.ends)
            for i, j, kind in self.links:
                if not kind & ~kinds:
                    partners[i] |= 1 << j
                    partners[j] |= 1 << i
            self._leads[kinds] = [union_of([partners[j] for j in weak]) for weak in self.weak]
            self._layers[kinds] = [partners]
        layers, leads = self._layers[kinds], self._leads[kinds]
        while len(layers) < count:
            layers.append([union_of([leads[j] for j in places_of(mask)]) for mask in layers[-1]])
        return layers[count - 1]

    def chains(self, kinds: int, count: int) -> list[tuple[int, int]]:
        """Return the two ends of each chain that excludes candidates."""
        return [
            (i, j)
            for i, mask in enumerate(self.layer(kinds, count))
            for j in places_of(mask & -1 << i)
            if self.seen[i] & self.seen[j]
        ]

    def path(self, kinds: int, count: int, start: int, last: int) -> list[int]:
        """Return a chain of links from ``start`` to ``last``, as a list of ends."""
        path = [last]
        for length in range(count - 1, 0, -1):
            before, leads = self.layer(kinds, length)[start], self._leads[kinds]
            path.append(next(i for i in places_of(before) if leads[i] >> path[-1] & 1))
        return path[::-1]


def _strong_links(marks: PencilMarks, digit: int) -> dict[tuple[CellSet, CellSet], int]:
    n, masks = marks.side, marks.masks
    links: dict[tuple[CellSet, CellSet], int] = {}
    for number in range(len(masks.units)):
        places, meetings = marks.places[number][digit], masks.meetings[number]
        count = places.bit_count()
        if count == 2:
            kind = ROWS if number < n else COLUMNS if number < 2 * n else BOXES
            links.setdefault((places & -places, places & (places - 1)), kind)
        elif count > 2:
            for _, crossing in meetings:
                one, other = places & crossing, places & ~crossing
                is_end = other.bit_count() == 1 or any(not other & ~unit for _, unit in meetings)
                if one and other and is_end:
                    links.setdefault((min(one, other), max(one, other)), GROUPED)
    return links


@lru_cache(maxsize=1)
def links_of_digits(marks: PencilMarks) -> list[DigitLinks]:
    """Return the strong links of every digit of a board; several techniques use them."""
    return [DigitLinks(marks, digit) for digit in range(marks.side)]


def strong_links(
    marks: PencilMarks, base: float, count: int, among: Sequence[int] = ()
) -> Iterator[TechniqueFinding]:
    """Find chains of strong links of a digit; cells that see both ends of a chain lose the digit.

    base: the rating of the simplest chain. among: the allowed combinations of kinds of links; by
    default, all combinations. Only the simplest chains are yielded.
    """
    found = links_of_digits(marks)
    striking = [digit for digit, links in enumerate(found) if links.chains(_ALL_KINDS, count)]
    for addition, grade in _GRADES:
        chains = [
            (digit, kinds, start, last)
            for kinds in grade
            if not among or kinds in among
            for digit in striking
            for start, last in found[digit].chains(kinds, count)
        ]
        for digit, kinds, start, last in chains:
            links = found[digit]
            path = links.path(kinds, count, start, last)
            names = [marks.names(links.ends[i]) for i in (start, *path)]
            why = f"{digit + 1} is in {names[0]} or {names[-1]}: if not in {names[0]}, it is in"
            why += f" {', then in '.join(names[1:])}"
            strikes = marks.strikes(links.seen[start] & links.seen[last], 1 << digit)
            cells = union_of(links.ends[i] for i in (start, *path))
            yield TechniqueFinding(why, cells, strikes, rating=round(base + addition, 1))
        if chains:
            return
