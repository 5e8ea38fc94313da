"""Chains of strong links for one digit: skyscrapers, finned fish, and chains of up to six links.

A *strong link* is a unit in which all places of a digit belong to two *ends*, so one of the ends
holds the digit. An end is one cell or, in a *grouped* link, the cells that the unit shares with
another unit. Two ends are *weakly linked* if every cell of one end sees every cell of the other
end, so they do not both hold the digit. In a chain of strong links, the first end or the last end
holds the digit.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache, partial

from puzzles.bits import places_of, union_of
from puzzles.sudoku.deduction.marks import CellSet, LayoutMasks, PencilMarks, TechniqueFinding

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
    """The strong links of one digit. In the methods, an end of a link is its index in ``ends``."""

    def __init__(self, masks: LayoutMasks, at: CellSet, kinds: int) -> None:
        links = [ends for ends, kind in _strong_links(masks, at) if not kind & ~kinds]
        self.ends = sorted({end for link in links for end in link})
        number = {end: i for i, end in enumerate(self.ends)}
        partners = [0] * len(self.ends)
        for one, other in links:
            partners[number[one]] |= 1 << number[other]
            partners[number[other]] |= 1 << number[one]
        self.seen = [at & masks.seen_by_all(end) for end in self.ends]
        self._leads = [
            union_of([led for end, led in zip(self.ends, partners, strict=True) if not end & ~seen])
            for seen in self.seen
        ]
        # a chain excludes nothing if no candidate sees its start
        first = [led if seen else 0 for led, seen in zip(partners, self.seen, strict=True)]
        self._layers, self._chains = [first], dict[int, list[tuple[int, int]]]()

    def layer(self, count: int) -> list[int]:
        """For each end that is seen, return the ends that a chain of ``count`` links reaches."""
        while len(self._layers) < count:
            last = self._layers[-1]
            self._layers.append([union_of([self._leads[j] for j in places_of(i)]) for i in last])
        return self._layers[count - 1]

    def chains(self, count: int) -> list[tuple[int, int]]:
        """Return the ends of each chain that has ``count`` links and excludes a candidate."""
        if count not in self._chains:
            self._chains[count] = [
                (i, j)
                for i, mask in enumerate(self.layer(count))
                for j in places_of(mask & -1 << i)
                if self.seen[i] & self.seen[j]
            ]
        return self._chains[count]

    def path(self, count: int, start: int, last: int) -> list[int]:
        """Return a chain of ``count`` links as a list of ends, from ``start`` to ``last``."""
        path = [last]
        for length in range(count - 1, 0, -1):
            before = places_of(self.layer(length)[start])
            path.append(next(i for i in before if self._leads[i] >> path[-1] & 1))
        return [start, *path[::-1]]


# A step changes the places of a few digits only, so the links of the others are found again here.
links_of_digit = lru_cache(maxsize=256)(DigitLinks)


@lru_cache(maxsize=32)
def _strong_links(masks: LayoutMasks, at: CellSet) -> list[tuple[tuple[CellSet, CellSet], int]]:
    n, meetings = masks.side, masks.meetings
    links: dict[tuple[CellSet, CellSet], int] = {}
    for number, unit in enumerate(masks.units):
        places = at & unit
        count = places.bit_count()
        if count == 2:
            kind = ROWS if number < n else COLUMNS if number < 2 * n else BOXES
            links.setdefault((places & -places, places & (places - 1)), kind)
        elif count > 2:
            for _, crossing in meetings[number]:
                one, other = places & crossing, places & ~crossing
                if (
                    one
                    and other
                    and (
                        not other & (other - 1)
                        or any(not other & ~unit for _, unit in meetings[number])
                    )
                ):
                    links.setdefault((min(one, other), max(one, other)), GROUPED)
    return list(links.items())


def strong_links(
    marks: PencilMarks, base: float, count: int, among: Sequence[int] = ()
) -> Iterator[TechniqueFinding]:
    """Exclude a digit from cells that see both ends of a chain of this digit's strong links.

    base: the rating of a chain of links of one kind, such as ROWS. Chains that mix kinds have
    higher ratings, and are used only if there is no simpler chain. among: the mixtures of kinds to
    use, such as ROWS | COLUMNS; if ``among`` is empty, all mixtures are used.
    """
    at, links_of = marks.at, partial(links_of_digit, marks.masks)
    digits = [d for d in range(marks.side) if links_of(at[d], _ALL_KINDS).chains(count)]
    for addition, grade in _GRADES:
        chains = [
            (digit, kinds, start, last)
            for kinds in grade
            if not among or kinds in among
            for digit in digits
            for start, last in links_of(at[digit], kinds).chains(count)
        ]
        for digit, kinds, start, last in chains:
            links = links_of(at[digit], kinds)
            ends = [links.ends[i] for i in links.path(count, start, last)]
            first, *others = map(marks.names, ends)
            why = f"{digit + 1} is in {first} or {others[-1]}: if not in {first}, it is in"
            why += f" {', then in '.join(others)}"
            strikes = marks.strikes(links.seen[start] & links.seen[last], 1 << digit)
            rating = round(base + addition, 1)
            yield TechniqueFinding(why, union_of(ends), strikes, rating=rating)
        if chains:
            return
