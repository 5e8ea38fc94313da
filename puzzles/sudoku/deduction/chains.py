"""Chains of candidates: cycles, forcing chains, and chains from all candidates of a cell or digit.

A candidate (a digit in a cell) is stored as a number, and a set of candidates as an integer. If a
candidate holds, its *rivals* fail: the other candidates of its cell, and the same digit in its
peers. If a candidate fails, its *partners* hold: the only other digit of its cell, or the only
other place of its digit in a unit. A *chain* goes from a candidate to a partner of one of its
rivals, and so on. A candidate with a chain to one of its own rivals fails.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property, lru_cache, reduce
from itertools import chain
from operator import and_
from typing import TypeAlias, TypeVar

from puzzles.bits import first_place, mask_of, places_of, union_of
from puzzles.sudoku.deduction.marks import PencilMarks, TechniqueFinding

Candidates: TypeAlias = int
"""A set of candidates, as bits."""

Key = TypeVar("Key")

Path: TypeAlias = list[int]
"""Candidates that hold one after the other, from the assumption on."""


def chain_rating(base: float, candidates: int) -> float:
    """Return ``base`` plus 0.1 for each limit (6, 8, 10, 14, ...) that ``candidates`` exceeds."""
    bound, steps = 4, 0
    while candidates - 2 > bound:
        bound = bound * 4 // 3 if steps % 2 else bound * 3 // 2
        steps += 1
    return round(base + steps / 10, 1)


class LinkGraph:
    """The links between the candidates of a board, and what follows from chains of links."""

    def __init__(self, marks: PencilMarks) -> None:
        bitboard = marks.bitboard
        self.marks, self.width = marks, bitboard.width
        held = marks.strikes(marks.open, -1)
        numbers = [cell * self.width + digit for cell, digit in held]
        self.every = mask_of(numbers)
        known = marks.masks.rivals
        for i, candidate in zip(numbers, held, strict=True):
            if i not in known:
                known[i] = bitboard.cell_part & ~bitboard.placement(candidate) & ~(1 << i)
        self.rivals = {i: self.every & known[i] for i in numbers}
        self.by_cell = _partners(
            [cell * self.width + digit for digit in places_of(marks.domains[cell])]
            for cell in marks.bivalue
        )
        self.by_unit = _partners(
            [cell * self.width + digit for cell in places_of(ends)]
            for digit, pairs in enumerate(marks.pairs)
            for _, ends in pairs
        )
        self.partners = dict(self.by_unit)
        for i, others in self.by_cell.items():
            self.partners[i] = self.partners.get(i, 0) | others
        self.leads = self._leads(self.partners, self.rivals)

    def _leads(
        self, partners: Mapping[int, Candidates], rivals: Mapping[int, Candidates]
    ) -> dict[int, Candidates]:
        """Map each candidate to the candidates that follow from it: the partners of its rivals."""
        linked = mask_of(partners)
        leads = {}
        for i, those in rivals.items():
            led = 0
            those &= linked
            while those:
                rival = those.bit_length() - 1
                led |= partners[rival]
                those ^= 1 << rival
            leads[i] = led & ~(1 << i)
        return leads

    def leads_by(self, partners: Mapping[int, Candidates]) -> dict[int, Candidates]:
        """Map each candidate to the ``partners`` of the rivals that have the candidate's digit."""
        of_digit = self.marks.bitboard.cell_guards >> self.marks.side
        same = {i: those & of_digit << i % self.width for i, those in self.rivals.items()}
        return self._leads(partners, same)

    @cached_property
    def choices(self) -> list[tuple[bool, int, int, Candidates]]:
        """For each cell and each digit in a unit, the set of candidates of which exactly one holds.

        Each entry is (True for a cell, number of the cell or unit, digit, set of candidates).
        """
        return [
            (by_cell, number, digit, mask_of(cases))
            for by_cell in (True, False)
            for number, digit, cases in cases_of(self.marks, 1, by_cell)
        ]

    @cached_property
    def excluded(self) -> list[dict[int, Candidates]]:
        """Entry n maps each candidate to the candidates that it excludes with up to n links."""
        depths, changed = [self.rivals], self.every
        after = [(i, led, places_of(led)) for i, led in self.leads.items() if led]
        while changed:
            last, grown = depths[-1], 0
            now = dict(last)
            for i, led, places in after:
                if led & changed:
                    gone = last[i]
                    for k in places:
                        gone |= last[k]
                    if gone != last[i]:
                        now[i] = gone
                        grown |= 1 << i
            if grown:
                depths.append(now)
            changed = grown
        return depths

    @cached_property
    def lost(self) -> list[int]:
        """The candidates that exclude themselves with the fewest links; [] if no candidate does."""
        for depth in self.excluded:
            found = [i for i, gone in depth.items() if gone >> i & 1]
            if found:
                return found
        return []

    def path(
        self, start: int, goals: Candidates, leads: Mapping[int, Candidates] | None = None
    ) -> Path | None:
        """Return a shortest chain from ``start`` to one of ``goals``, or None if there is none."""
        leads = self.leads if leads is None else leads
        layers = [1 << start]
        seen = 1 << start
        while not layers[-1] & goals:
            layer = union_of(leads[i] for i in places_of(layers[-1])) & ~seen
            if not layer:
                return None
            layers.append(layer)
            seen |= layer
        path = [first_place(layers.pop() & goals)]
        for layer in reversed(layers):
            path.append(next(i for i in places_of(layer) if leads[i] >> path[-1] & 1))
        return path[::-1]

    def in_words(self, path: Path, joint: str = ", then ") -> str:
        """Return the candidates of a path in words."""
        return joint.join(map(self.name, path))

    def name(self, candidate: int) -> str:
        """Return a candidate in words, such as A5 = 7."""
        cell, digit = divmod(candidate, self.width)
        return f"{self.marks.bitboard.layout.name(cell)} = {digit + 1}"

    def found(
        self, why: str, used: Sequence[int], struck: Candidates, base: float
    ) -> TechniqueFinding:
        """Return the finding that a chain (``used``) excludes other candidates (``struck``)."""
        strikes = [divmod(i, self.width) for i in places_of(struck)]
        cells = mask_of(i // self.width for i in used)
        return TechniqueFinding(why, cells, strikes, rating=chain_rating(base, 2 * len(used)))


def _partners(twos: Iterator[list[int]]) -> dict[int, Candidates]:
    partners: dict[int, Candidates] = {}
    for one, other in twos:
        partners[one] = partners.get(one, 0) | 1 << other
        partners[other] = partners.get(other, 0) | 1 << one
    return partners


links_of = lru_cache(maxsize=1)(LinkGraph)
"""Returns the links of a board; several techniques use them one after the other."""


def forcing_chain(marks: PencilMarks, name: str) -> Iterator[TechniqueFinding]:
    """Find the easiest chains and cycles on the board, and yield those that are called ``name``.

    "x-cycle" and "x-chain" link places of one digit. "y-cycle" and "xy-chain" link cells with two
    digits. A "w-wing" links two such cells by two places of a digit. All other cycles are called
    "nice-loop", and all other chains "forcing-chain".
    """
    return (found for kind, found in _easiest_chains(marks) if kind == name)


@lru_cache(maxsize=1)
def _easiest_chains(marks: PencilMarks) -> list[tuple[str, TechniqueFinding]]:
    links = links_of(marks)
    by_unit, by_cell = links.leads_by(links.by_unit), links.leads_by(links.by_cell)
    found = [
        *_cycles(links, "x-cycle", by_unit, links.by_unit, 6.5),
        *_cycles(links, "y-cycle", by_cell, links.by_cell, 6.5),
        *_cycles(links, "nice-loop", links.leads, links.partners, 7.0),
        *_x_chains(links, by_unit),
        *_other_chains(links, by_unit, by_cell),
    ]
    return _with_lowest_rating(found)


def _x_chains(
    links: LinkGraph, by_unit: Mapping[int, Candidates]
) -> Iterator[tuple[str, TechniqueFinding]]:
    """Yield the shortest chains whose candidates all have the same digit."""
    every = [i for i, gone in links.excluded[-1].items() if gone >> i & 1]
    paths = [path for i in every if (path := links.path(i, links.rivals[i], by_unit))]
    shortest = min(map(len, paths), default=0)
    for path in paths:
        if len(path) == shortest:
            yield "x-chain", _chain(links, path, links.by_unit, 6.6)


def _other_chains(
    links: LinkGraph, by_unit: Mapping[int, Candidates], by_cell: Mapping[int, Candidates]
) -> Iterator[tuple[str, TechniqueFinding]]:
    """Yield (kind, shortest chain) for each candidate in ``lost``; prefer the easiest kind."""
    for i in links.lost:
        path = links.path(i, links.rivals[i]) or []
        cell_path = links.path(i, links.rivals[i], by_cell) or []
        if len(cell_path) == len(path):
            yield "xy-chain", _chain(links, cell_path, links.by_cell, 7.0)
        elif len(path) == 4 and (wing := _w_wing(links, i, by_unit, by_cell)):
            yield "w-wing", _chain(links, wing, links.partners, 7.0)
        else:
            yield "forcing-chain", _chain(links, path, links.partners, 7.0)


def _chain(
    links: LinkGraph, path: Path, partners: Mapping[int, Candidates], base: float
) -> TechniqueFinding:
    """Return the result of a chain: one of its two ends holds, so their common rivals fail."""
    first = next(i for i in places_of(links.rivals[path[0]]) if partners.get(i, 0) >> path[1] & 1)
    why = f"{links.name(first)} or {links.name(path[-1])} holds"
    why += f" (if not {links.name(first)}, then {links.in_words(path[1:])})"
    struck = links.rivals[first] & links.rivals[path[-1]]
    return links.found(why, [first, *path[1:]], struck, base)


def _w_wing(
    links: LinkGraph,
    start: int,
    by_unit: Mapping[int, Candidates],
    by_cell: Mapping[int, Candidates],
) -> Path:
    for one in places_of(by_cell[start]):
        for other in places_of(by_unit[one]):
            last = by_cell[other] & links.rivals[start]
            if last:
                return [start, one, other, first_place(last)]
    return []


def _cycles(
    links: LinkGraph,
    name: str,
    leads: Mapping[int, Candidates],
    partners: Mapping[int, Candidates],
    base: float,
) -> list[tuple[str, TechniqueFinding]]:
    """Return the shortest cycles (chains that lead back to their start) that exclude candidates.

    A cycle has two groups: its candidates, and the rivals through which they are linked. All
    candidates of one group hold. So a candidate outside the groups fails if it has rivals in both.
    """
    layers = {i: [1 << i] for i, led in leads.items() if led}
    found: dict[Candidates, TechniqueFinding] = {}
    while layers and not found:
        for i, own in list(layers.items()):
            led = union_of([leads[k] for k in places_of(own[-1])])
            if led >> i & 1:
                holding, between = _cycle(links, leads, partners, own, i)
                struck = _rivals_of(links, holding) & _rivals_of(links, between)
                struck &= ~(holding | between)
                if struck and struck not in found:
                    text = f"all or none of {links.in_words(places_of(holding), ', ')} hold"
                    finding = links.found(text, places_of(holding), struck, base)
                    found[struck] = finding._replace(rating=chain_rating(base, 2 * len(own)))
            own.append(led & ~union_of(own))
            if not own[-1]:
                del layers[i]
    return [(name, finding) for finding in found.values()]


def _cycle(
    links: LinkGraph,
    leads: Mapping[int, Candidates],
    partners: Mapping[int, Candidates],
    layers: Sequence[Candidates],
    start: int,
) -> tuple[Candidates, Candidates]:
    """Return the two groups (see ``_cycles``) of the shortest cycles from ``start``."""
    goals, holding, between = 1 << start, 0, 0
    for layer in reversed(layers):
        before = mask_of(i for i in places_of(layer) if leads[i] & goals)
        between |= union_of(partners[k] for k in places_of(goals) if k in partners) & _rivals_of(
            links, before
        )
        goals = before
        holding |= goals
    return holding, between


def _rivals_of(links: LinkGraph, candidates: Candidates) -> Candidates:
    return union_of([links.rivals[i] for i in places_of(candidates)])


def cases_of(marks: PencilMarks, least: int, by_cell: bool) -> Iterator[tuple[int, int, list[int]]]:
    """For each cell (if ``by_cell``) or each digit in a unit, yield its candidates.

    Each result is (cell or unit, digit, ``least`` or more candidates); exactly one of them holds.
    """
    width = marks.bitboard.width
    if by_cell:
        for cell, domain in enumerate(marks.domains):
            if domain.bit_count() >= least:
                yield cell, 0, [cell * width + digit for digit in places_of(domain)]
    else:
        for number, places in enumerate(marks.places):
            for digit, cells in enumerate(places):
                if cells.bit_count() >= least:
                    yield number, digit, [cell * width + digit for cell in places_of(cells)]


def whatever(marks: PencilMarks, number: int, digit: int, by_cell: bool) -> str:
    """Return words such as "whatever A1 holds" or "wherever 5 is in row A"."""
    if by_cell:
        return f"whatever {marks.names(1 << number)} holds"
    return f"wherever {digit + 1} is in {marks.unit(number)}"


def all_cases(marks: PencilMarks, by_cell: bool) -> Iterator[TechniqueFinding]:
    """Find candidates that fail in each case: for each digit of a cell, or each place of a digit.

    by_cell: True for the digits of a cell, False for the places of a digit in a unit. If the
    other value of ``by_cell`` leads to easier chains, nothing is found.
    """
    return (found for is_cell, found in _easiest_cases(marks) if is_cell == by_cell)


@lru_cache(maxsize=1)
def _easiest_cases(marks: PencilMarks) -> list[tuple[bool, TechniqueFinding]]:
    links = links_of(marks)
    useful = [
        (by_cell, number, digit, cases)
        for by_cell in (True, False)
        for number, digit, cases in cases_of(marks, 3, by_cell)
        if reduce(and_, [links.excluded[-1][case] for case in cases], links.every)
    ]
    for excluded in links.excluded:
        found = []
        for by_cell, number, digit, cases in useful:
            common = reduce(and_, [excluded[case] for case in cases], links.every)
            for target in places_of(common):
                paths = [links.path(case, links.rivals[target]) or [] for case in cases]
                why = f"{whatever(marks, number, digit, by_cell)}: "
                why += "; ".join(map(links.in_words, paths))
                found.append((by_cell, links.found(why, list(chain(*paths)), 1 << target, 8.0)))
        if found:
            return _with_lowest_rating(found)
    return []


def _with_lowest_rating(
    found: list[tuple[Key, TechniqueFinding]],
) -> list[tuple[Key, TechniqueFinding]]:
    lowest = min((finding.rating or 0.0 for _, finding in found), default=0.0)
    return [(key, finding) for key, finding in found if finding.rating == lowest]
