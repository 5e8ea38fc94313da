"""The techniques of players that go on from an assumption: from conjugate pairs to nested chains.

A candidate is the number of its bit among the cells of a state here (see
``puzzles.sudoku.bitboard``), and sets of candidates are masks. A candidate that holds excludes its
*rivals*: the others of its cell and the same digit in its peers. A candidate that fails makes its
*partners* hold: the only other digit of its cell, the only other place of its digit in a unit. A
*chain* goes from a candidate to a partner of a rival, from there to the next, and so on; what has a
chain to one of its rivals does not hold. A *dynamic* chain goes on by all singles that an
assumption leads to, together.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property, lru_cache, reduce
from itertools import chain, combinations, product
from operator import and_
from typing import TypeAlias

from puzzles.bits import first_place, mask_of, places_of, union_of
from puzzles.sudoku.bitboard import DEAD, BitBoard, State
from puzzles.sudoku.deduction.patterns import CellSet, Found, Marks

Candidates: TypeAlias = int
"""A set of candidates, as bits."""

Path: TypeAlias = list[int]
"""Candidates that hold one after the other, the assumption first."""

_MOST_TRACED = 12  # of equally early contradictions, so that one of the shortest is told
_LARGEST = 9  # the largest side for dynamic chains: on larger boards a step takes seconds


def two_pairs(marks: Marks, kind: str) -> Iterator[Found]:
    """Find two conjugate pairs of a digit whose one ends see each other: an other end holds it.

    kind: "lines" for two rows or two columns, "crossed" for a row and a column, else "box".
    """
    peers, n = marks.masks.peers, marks.side
    for digit, pairs in enumerate(marks.pairs):
        rows = [ends for number, ends in pairs if number < n]
        columns = [ends for number, ends in pairs if n <= number < 2 * n]
        others = [ends for number, ends in pairs if number >= 2 * n]
        two: Iterator[tuple[CellSet, CellSet]] = product(rows, columns)
        if kind == "lines":
            two = chain(combinations(rows, 2), combinations(columns, 2))
        elif kind == "box":
            two = chain(combinations(others, 2), product(others, rows + columns))
        for ends, other_ends in two:
            if ends & other_ends:
                continue
            for near, joint in product(places_of(ends), places_of(other_ends)):
                if peers[near] >> joint & 1:
                    far = first_place(ends ^ 1 << near)
                    last = first_place(other_ends ^ 1 << joint)
                    seen = marks.at[digit] & peers[far] & peers[last]
                    if seen:
                        one, other, a, b = (
                            marks.names(1 << cell) for cell in (far, last, near, joint)
                        )
                        why = f"{one} or {other} holds {digit + 1}, as not both {a} and {b} do"
                        strikes = marks.strikes(seen, 1 << digit)
                        yield Found(why, ends | other_ends, strikes)


def empty_rectangle(marks: Marks) -> Iterator[Found]:
    """Find a box with a digit in one row and one column only, and a conjugate pair from there."""
    units, places = marks.masks.units, marks.places
    for number in marks.masks.boxes:
        box, n = units[number], marks.side
        lines = [line for line, _ in marks.masks.meetings[number]]
        crosses = [(r, c) for r, c in product(lines, lines) if r < n <= c < 2 * n]
        for digit, inside in enumerate(places[number]):
            for row, column in crosses if inside.bit_count() > 1 else ():
                is_cross = inside & ~units[row] and inside & ~units[column]
                if not is_cross or inside & ~units[row] & ~units[column]:
                    continue
                for line, target in ((row, column), (column, row)):
                    seen = marks.at[digit] & units[target] & ~box
                    for _, ends in marks.pairs[digit] if seen else ():
                        near = ends & units[line]
                        if near.bit_count() == 1 and not ends & box:
                            struck = seen & marks.masks.peers[first_place(ends ^ near)]
                            if struck:
                                why = f"{digit + 1} of {marks.unit(number)} lies in"
                                why += f" {marks.unit(row)} or {marks.unit(column)}, and one of"
                                why += f" {marks.names(ends)} holds {digit + 1}"
                                strikes = marks.strikes(struck, 1 << digit)
                                yield Found(why, inside | ends, strikes)


def simple_colouring(marks: Marks) -> Iterator[Found]:
    """Find cells that conjugate pairs of a digit colour in turn: one of the colours holds it."""
    peers = marks.masks.peers
    for digit, pairs in enumerate(marks.pairs):
        for colours in _colourings([ends for _, ends in pairs]):
            seen = [union_of(peers[cell] for cell in places_of(colour)) for colour in colours]
            names = " or in all of ".join(map(marks.names, colours))
            why = f"{digit + 1} is in all of {names}"
            both = colours[0] | colours[1]
            for colour, view in zip(colours, seen, strict=True):
                if colour & view:
                    strikes = marks.strikes(colour, 1 << digit)
                    yield Found(f"{why}, of which some see each other", both, strikes)
            struck = marks.at[digit] & seen[0] & seen[1] & ~both
            if struck:
                yield Found(why, both, marks.strikes(struck, 1 << digit))


def _colourings(pairs: Sequence[CellSet]) -> Iterator[list[CellSet]]:
    """Yield the two colours of the cells of every component of pairs."""
    left = union_of(pairs)
    while left:
        colours = [left & -left, 0]
        before = None
        while colours != before:
            before = colours[:]
            for ends in pairs:
                for k in (0, 1):
                    if ends & colours[k]:
                        colours[1 - k] |= ends & ~colours[k]
        left &= ~(colours[0] | colours[1])
        yield colours


def longer(rating: float, candidates: int) -> float:
    """Return Sudoku Explainer's rating of a chain: 0.1 more beyond 6, 8, 10, 14, 18, 26, ..."""
    bound, steps = 4, 0
    while candidates - 2 > bound:
        bound = bound * 4 // 3 if steps % 2 else bound * 3 // 2
        steps += 1
    return round(rating + steps / 10, 1)


class LinkGraph:
    """What every candidate of a board excludes, and what it leads to by one link or by more."""

    def __init__(self, marks: Marks) -> None:
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
        """Return the partners of rivals of every candidate."""
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
        """Return the partners of one kind of the rivals with the same digit."""
        of_digit = self.marks.bitboard.cell_guards >> self.marks.side
        same = {i: those & of_digit << i % self.width for i, those in self.rivals.items()}
        return self._leads(partners, same)

    @cached_property
    def choices(self) -> list[tuple[bool, int, int, Candidates]]:
        """The candidates of which one holds; whether in a cell, the cell or the unit, the digit."""
        return [
            (by_cell, number, digit, mask_of(cases))
            for by_cell in (True, False)
            for number, digit, cases in _cases(self.marks, 1, by_cell)
        ]

    @cached_property
    def excluded(self) -> list[dict[int, Candidates]]:
        """What every candidate excludes by chains of 0, 1, 2, ... links, until nothing is new."""
        depths, new = [self.rivals], self.every
        after = [(i, led, places_of(led)) for i, led in self.leads.items() if led]
        while new:
            last, changed, new = depths[-1], new, 0
            now = dict(last)
            for i, led, places in after:
                if led & changed:
                    gone = before = last[i]
                    for k in places:
                        gone |= last[k]
                    if gone != before:
                        now[i] = gone
                        new |= 1 << i
            if new:
                depths.append(now)
        return depths

    @cached_property
    def lost(self) -> list[list[int]]:
        """The candidates with a chain to a rival, from the shortest chains on."""
        last = self.excluded[-1]
        if not any(gone >> i & 1 for i, gone in last.items()):
            return []
        return [[i for i, gone in depth.items() if gone >> i & 1] for depth in self.excluded]

    def path(
        self, start: int, goals: Candidates, leads: Mapping[int, Candidates] | None = None
    ) -> Path | None:
        """Return a shortest chain from a candidate to one of the goals, None if there is none."""
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

    def told(self, path: Path) -> str:
        """Return the candidates of a path in words."""
        return ", then ".join(map(self.name, path))

    def name(self, candidate: int) -> str:
        """Return a candidate in words, such as A5 = 7."""
        cell, digit = divmod(candidate, self.width)
        return f"{self.marks.bitboard.layout.name(cell)} = {digit + 1}"

    def found(self, why: str, used: Sequence[int], struck: Candidates, base: float) -> Found:
        """Return what was found by candidates, each of which counts as it holds and as a rival."""
        strikes = [divmod(i, self.width) for i in places_of(struck)]
        cells = mask_of(i // self.width for i in used)
        return Found(why, cells, strikes, rating=longer(base, 2 * len(used)))


def _partners(twos: Iterator[list[int]]) -> dict[int, Candidates]:
    partners: dict[int, Candidates] = {}
    for one, other in twos:
        partners[one] = partners.get(one, 0) | 1 << other
        partners[other] = partners.get(other, 0) | 1 << one
    return partners


links_of = lru_cache(maxsize=1)(LinkGraph)
"""Returns the links of a board, which several techniques look at one after the other."""


def forcing_chain(marks: Marks, kind: str) -> Iterator[Found]:
    """Find a chain from a candidate to a rival: its first rival or its last candidate holds.

    kind: "x" for chains of places of a digit, "xy" for chains of cells, "" for both together.
    """
    links = links_of(marks)
    if not links.lost:
        return
    partners = {"x": links.by_unit, "xy": links.by_cell, "": links.partners}[kind]
    leads = links.leads_by(partners) if kind else links.leads
    starts = links.lost[-1] if kind else next(filter(None, links.lost))
    paths = [path for i in starts if (path := links.path(i, links.rivals[i], leads))]
    for path in sorted(paths, key=len):
        rivals = links.rivals[path[0]]
        first = next(i for i in places_of(rivals) if partners.get(i, 0) >> path[1] & 1)
        why = f"{links.name(first)} or {links.name(path[-1])} holds"
        why += f" (if not {links.name(first)}, then {links.told(path[1:])})"
        struck = links.rivals[first] & links.rivals[path[-1]]
        yield links.found(why, [first, *path[1:]], struck, 6.6 if kind else 7.0)


def _cases(marks: Marks, least: int, by_cell: bool) -> Iterator[tuple[int, int, list[int]]]:
    """Yield the candidates of a cell, or those for a digit in a unit: one of them holds.

    Before them the number of the cell or unit, and the digit.
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


def _whatever(marks: Marks, number: int, digit: int, by_cell: bool) -> str:
    if by_cell:
        return f"whatever {marks.names(1 << number)} holds"
    return f"wherever {digit + 1} is in {marks.unit(number)}"


def all_cases(marks: Marks, by_cell: bool) -> Iterator[Found]:
    """Find what chains from all candidates of a cell, or of a digit in a unit, exclude."""
    links = links_of(marks)
    useful = [
        one
        for one in _cases(marks, 3, by_cell)
        if reduce(and_, [links.excluded[-1][case] for case in one[2]], links.every)
    ]
    for excluded in links.excluded if useful else ():
        ways: list[tuple[int, str, int, list[Path]]] = []
        for number, digit, cases in useful:
            common = reduce(and_, [excluded[case] for case in cases], links.every)
            for target in places_of(common):
                paths = [links.path(case, links.rivals[target]) or [] for case in cases]
                name = _whatever(marks, number, digit, by_cell)
                ways.append((sum(map(len, paths)), name, target, paths))
        if ways:
            _, name, target, paths = min(ways)
            why = f"{name}: {'; '.join(map(links.told, paths))}"
            yield links.found(why, list(chain(*paths)), 1 << target, 8.0)
            return


def dynamic_chain(marks: Marks) -> Iterator[Found]:
    """Find an assumption that leads by singles to a cell without digits, a digit without places.

    Otherwise find what is excluded whatever a cell holds, or wherever a digit is in a unit.
    """
    if marks.side > _LARGEST:
        return
    bitboard, links = marks.bitboard, links_of(marks)
    states = {i: bitboard.place(marks.state, divmod(i, links.width)) for i in links.rivals}
    growing = list(states)
    while growing:
        before, growing, dead = growing, [], []
        for i in before:
            after = bitboard.close_under_singles(states[i], rounds=1)
            if not after:
                dead.append(i)
            elif after != states[i]:
                states[i] = after
                growing.append(i)
        if dead:
            traces = [_Trace(links, i) for i in dead[:_MOST_TRACED]]
            trace = min(traces, key=lambda one: len(one.used))
            why = f"if {links.told(trace.used)}: {trace.end}"
            yield links.found(why, trace.used, 1 << trace.start, 8.5)
            return
    for by_cell in (True, False):
        for number, digit, cases in _cases(marks, 2, by_cell):
            struck = links.every & ~union_of(states[case] for case in cases)
            if struck:
                traces = [_Trace(links, case, first_place(struck)) for case in cases]
                ways = "; ".join(links.told(trace.used) for trace in traces)
                used = [i for trace in traces for i in trace.used]
                why = f"{_whatever(marks, number, digit, by_cell)}: {ways}"
                yield links.found(why, used, struck & -struck, 8.5)
                return


class _Trace:
    """What leads from an assumption to a contradiction, or to the end of a target, by singles.

    used: the candidates that are needed for it, in order. end: the contradiction in words.
    """

    def __init__(self, links: LinkGraph, start: int, target: int | None = None) -> None:
        self.start, self.end = start, ""
        self._rivals, self._held = links.rivals, [start]
        self._because: dict[int, Candidates] = {start: 0}
        excluded = links.rivals[start]
        while target is None or not excluded >> target & 1:
            new = []
            for by_cell, number, digit, choices in links.choices:
                left = choices & ~excluded
                if left & (left - 1) == 0:
                    if not left:
                        marks = links.marks
                        self.end = (
                            f"no digit is left for {marks.names(1 << number)}"
                            if by_cell
                            else f"no place is left for {digit + 1} in {marks.unit(number)}"
                        )
                        self.used = self._needed(choices)
                        return
                    single = left.bit_length() - 1
                    if single not in self._because:
                        self._because[single] = choices ^ left
                        new.append(single)
            for single in new:
                excluded |= links.rivals[single]
            self._held += new
        self.used = self._needed(1 << target)

    def _needed(self, gone: Candidates) -> Path:
        """Return the candidates that excluded others, and those they rest on."""
        needed = {self.start}
        waiting = [gone]
        while waiting:
            for one in places_of(waiting.pop()):
                by = next(k for k in self._held if self._rivals[k] >> one & 1)
                if by not in needed:
                    needed.add(by)
                    waiting.append(self._because[by])
        return [k for k in self._held if k in needed]


def nested_chain(marks: Marks) -> Iterator[Found]:
    """Find an assumption after which, as long as one fails, further assumptions can be struck."""
    if marks.side > _LARGEST:
        return
    bitboard, links = marks.bitboard, links_of(marks)
    for start in sorted(links.rivals, key=lambda i: marks.domains[i // links.width].bit_count()):
        state = bitboard.close_under_singles(
            bitboard.place(marks.state, divmod(start, links.width))
        )
        if _fails(bitboard, state, links.every):
            why = f"if {links.name(start)}, one further assumption after the other fails"
            yield links.found(why, [start], 1 << start, 10.0)
            return


def _fails(bitboard: BitBoard, state: State, every: Candidates) -> bool:
    """Tell whether nothing is left of a state once the candidates go that fail by singles."""
    before = DEAD
    while state != before:
        before = state
        for one in places_of(state & every):
            candidate = divmod(one, bitboard.width)
            if state >> one & 1 and not bitboard.close_under_singles(
                bitboard.place(state, candidate)
            ):
                state = bitboard.close_under_singles(bitboard.remove(state, [candidate]))
    return not state
