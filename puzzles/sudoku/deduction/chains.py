"""Chains of candidates: cycles, forcing chains, and chains from all candidates of a cell or digit.

A candidate (a digit in a cell) is stored as a number, and a set of candidates as an integer. If a
candidate holds, its *rivals* fail: the other candidates of its cell, and the same digit in its
peers. If a candidate fails, its *partners* hold: the only other digit of its cell, or the only
other place of its digit in a unit. A *chain* goes from a candidate to a partner of one of its
rivals, and so on. A candidate with a chain to one of its own rivals fails. Dynamic and nested
chains assume a candidate, then place all singles that follow.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, cached_property, lru_cache, partial, reduce
from itertools import chain, pairwise
from operator import and_
from typing import NamedTuple, TypeAlias

from puzzles.bits import first_place, mask_of, places_of, union_of
from puzzles.sudoku.bitboard import DEAD, BitBoardLayout, State
from puzzles.sudoku.deduction.marks import PencilMarks, TechniqueFinding

_LARGEST = 9  # the largest side for dynamic chains: on larger boards a step takes seconds

Candidates: TypeAlias = int

Path: TypeAlias = list[int]
"""Candidates that hold one after the other, from the assumption on."""


class Choice(NamedTuple):
    """The candidates of a cell, or of a digit in a unit; exactly one of them holds."""

    number: int
    digit: int | None  # None for a cell
    cases: list[int]
    candidates: Candidates  # the same as a set


class Links(NamedTuple):
    """Conclusions from one candidate to other candidates."""

    partners: Mapping[int, Candidates]  # c -> candidates that are true if c is false
    leads: Mapping[int, Candidates]  # c -> candidates that are true if c is true


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
        width = self.width = bitboard.width
        self.marks = marks
        held = {
            cell * width + digit: (cell, digit) for cell, digit in marks.strikes(marks.open, -1)
        }
        self.every = mask_of(held)
        self.rivals = {
            i: self.every & ~(bitboard.placement(candidate) | 1 << i)
            for i, candidate in held.items()
        }
        in_cells, in_units = _choices(marks, range(2, 3))
        of_digit = bitboard.cell_guards >> marks.side
        same_digit = {i: those & of_digit << i % width for i, those in self.rivals.items()}
        same_cell = {i: those & ~same_digit[i] for i, those in self.rivals.items()}
        self.by_cell = _links(in_cells, same_digit)
        self.by_unit = _links(in_units, same_digit)
        partners, leads = _links([*in_cells, *in_units], same_cell)
        by_cell, by_unit = self.by_cell.leads, self.by_unit.leads
        self.all = Links(partners, {i: led | by_cell[i] | by_unit[i] for i, led in leads.items()})

    @cached_property
    def choices(self) -> list[Choice]:
        """A Choice for each empty cell, then a Choice for each digit still missing in a unit."""
        in_cells, in_units = _choices(self.marks, range(1, self.width))
        return [*in_cells, *in_units]

    @cached_property
    def excluded(self) -> list[dict[int, Candidates]]:
        """``excluded[n][i]``: candidates that candidate i excludes by chains of up to n links."""
        depths, changed = [self.rivals], self.every
        after = [(i, led, places_of(led)) for i, led in self.all.leads.items() if led]
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
        """The candidates with the shortest chains to a contradiction; [] if there are no chains."""
        lost = ([i for i, gone in depth.items() if gone >> i & 1] for depth in self.excluded)
        return next(filter(None, lost), [])

    def path(self, start: int, goals: Candidates, links: Links | None = None) -> Path:
        """Return a shortest chain from ``start`` to one of ``goals``, or [] if there is none."""
        leads = (links or self.all).leads
        layers = [1 << start]
        seen = 1 << start
        while not layers[-1] & goals:
            layer = union_of(leads[i] for i in places_of(layers[-1])) & ~seen
            if not layer:
                return []
            layers.append(layer)
            seen |= layer
        path = [first_place(layers.pop() & goals)]
        for layer in reversed(layers):
            path.append(next(i for i in places_of(layer) if leads[i] >> path[-1] & 1))
        return path[::-1]

    def in_words(self, path: Path, joint: str = ", then ") -> str:
        """Return the candidates of a path in words, such as A5 = 7, then B5 = 3."""
        name = self.marks.bitboard.layout.name
        return joint.join(f"{name(i // self.width)} = {i % self.width + 1}" for i in path)

    def whatever(self, choice: Choice) -> str:
        """Return words such as "whatever A1 holds" or "wherever 5 is in row A"."""
        if choice.digit is None:
            return f"whatever {self.marks.names(1 << choice.number)} holds"
        return f"wherever {choice.digit + 1} is in {self.marks.unit(choice.number)}"

    def found(
        self, why: str, used: Sequence[int], struck: Candidates, base: float
    ) -> TechniqueFinding:
        """Return a finding: the candidates in ``used`` are a chain that excludes ``struck``."""
        strikes = [divmod(i, self.width) for i in places_of(struck)]
        cells = mask_of(i // self.width for i in used)
        return TechniqueFinding(why, cells, strikes, rating=chain_rating(base, 2 * len(used)))


def _choices(marks: PencilMarks, sizes: range) -> tuple[list[Choice], list[Choice]]:
    width = marks.bitboard.width
    in_cells = [
        Choice(cell, None, places_of(domain << cell * width), domain << cell * width)
        for cell, domain in enumerate(marks.domains)
        if domain.bit_count() in sizes
    ]
    in_units = [
        Choice(number, digit, cases, mask_of(cases))
        for number, places in enumerate(marks.places)
        for digit, cells in enumerate(places)
        if cells.bit_count() in sizes
        for cases in ([cell * width + digit for cell in places_of(cells)],)
    ]
    return in_cells, in_units


def _links(choices: Iterable[Choice], rivals: Mapping[int, Candidates]) -> Links:
    """Return the links between both candidates of each choice. Candidate i excludes rivals[i]."""
    partners: dict[int, Candidates] = {}
    for choice in choices:
        one, other = choice.cases
        partners[one] = partners.get(one, 0) | 1 << other
        partners[other] = partners.get(other, 0) | 1 << one
    linked, leads = mask_of(partners), {}
    for i, those in rivals.items():
        led = 0
        those &= linked
        while those:  # faster than a call of places_of
            rival = those.bit_length() - 1
            led |= partners[rival]
            those ^= 1 << rival
        leads[i] = led & ~(1 << i)
    return Links(partners, leads)


links_of = lru_cache(maxsize=1)(LinkGraph)


def forcing_chain(marks: PencilMarks, name: str) -> Iterator[TechniqueFinding]:
    """Find the easiest chains and cycles on the board, and yield those of the kind ``name``.

    "x-cycle" and "x-chain" link places of one digit. "y-cycle" and "xy-chain" link cells with two
    digits. A "w-wing" links two cells with the same two digits through a unit in which one of these
    digits has only two places. Other cycles are called "nice-loop", other chains "forcing-chain".
    """
    return (found for kind, found in _easiest_chains(marks) if kind == name)


@lru_cache(maxsize=1)
def _easiest_chains(marks: PencilMarks) -> list[tuple[str, TechniqueFinding]]:
    graph = links_of(marks)
    if not graph.lost:  # a candidate that a cycle excludes has a chain to a contradiction, too
        return []
    found = [*_x_chains(graph), *_other_chains(graph)]
    most = min(finding.rating or 0.0 for _, finding in found)
    found += _cycles(graph, "x-cycle", graph.by_unit, 6.5, most)
    found += _cycles(graph, "y-cycle", graph.by_cell, 6.5, most)
    found += _cycles(graph, "nice-loop", graph.all, 7.0, most)
    return _with_lowest_rating(found)


def _x_chains(graph: LinkGraph) -> Iterator[tuple[str, TechniqueFinding]]:
    every = [i for i, gone in graph.excluded[-1].items() if gone >> i & 1]
    paths = [path for i in every if (path := graph.path(i, graph.rivals[i], graph.by_unit))]
    shortest = min(map(len, paths), default=0)
    for path in paths:
        if len(path) == shortest:
            yield "x-chain", _chain(graph, path, graph.by_unit, 6.6)


def _other_chains(graph: LinkGraph) -> Iterator[tuple[str, TechniqueFinding]]:
    """For each candidate in ``graph.lost``, yield (kind, finding) for a chain that excludes it."""
    for i in graph.lost:
        path = graph.path(i, graph.rivals[i])
        cell_path = graph.path(i, graph.rivals[i], graph.by_cell)
        if len(cell_path) == len(path):
            yield "xy-chain", _chain(graph, cell_path, graph.by_cell, 7.0)
        elif len(path) == 4 and (wing := _w_wing(graph, i)):
            yield "w-wing", _chain(graph, wing, graph.all, 7.0)
        else:
            yield "forcing-chain", _chain(graph, path, graph.all, 7.0)


def _chain(graph: LinkGraph, path: Path, links: Links, base: float) -> TechniqueFinding:
    """Return a finding that excludes the candidates that contradict both ends of a chain."""
    rivals, partners = graph.rivals, links.partners
    first = next(i for i in places_of(rivals[path[0]]) if partners.get(i, 0) >> path[1] & 1)
    start, last = graph.in_words([first]), graph.in_words(path[-1:])
    why = f"{start} or {last} holds (if not {start}, then {graph.in_words(path[1:])})"
    return graph.found(why, [first, *path[1:]], rivals[first] & rivals[path[-1]], base)


def _w_wing(graph: LinkGraph, start: int) -> Path:
    by_cell, by_unit = graph.by_cell.leads, graph.by_unit.leads
    for one in places_of(by_cell[start]):
        for other in places_of(by_unit[one]):
            if last := by_cell[other] & graph.rivals[start]:
                return [start, one, other, first_place(last)]
    return []


def _cycles(
    graph: LinkGraph, name: str, links: Links, base: float, most: float
) -> list[tuple[str, TechniqueFinding]]:
    """Return the shortest cycles (chains that lead back to their start) that exclude candidates.

    The candidates along a cycle alternate between two groups. One of the groups is part of the
    solution. So a candidate that contradicts both groups is excluded. most: the highest rating.
    """
    # only partners can be on a cycle: no chain leads to other candidates
    partners = links.partners
    after = {i: places_of(led) for i, led in links.leads.items() if led and i in partners}
    before = dict.fromkeys(partners, 0)
    for i, places in after.items():
        for k in places:
            before[k] |= 1 << i
    # depths[n][i]: the candidates that chains of fewer than n links reach from candidate i
    depths = [dict.fromkeys(partners, 0), {i: 1 << i for i in partners}]
    found: dict[Candidates, TechniqueFinding] = {}
    while after and not found and chain_rating(base, 2 * len(depths) - 2) <= most:
        last, reached = depths[-2:]
        after = {i: places for i, places in after.items() if reached[i] != last[i]}
        for i in after:
            if (reached[i] ^ last[i]) & before[i]:
                own = [more[i] ^ less[i] for less, more in pairwise(depths)]
                holding, struck = _cycle(graph, links, before, own)
                if struck and struck not in found:
                    text = f"all or none of {graph.in_words(places_of(holding), ', ')} hold"
                    finding = graph.found(text, places_of(holding), struck, base)
                    found[struck] = finding._replace(rating=chain_rating(base, 2 * len(own)))
        now = {i: union_of([reached[k] for k in places]) | 1 << i for i, places in after.items()}
        depths.append(reached | now)
    return [(name, finding) for finding in found.values()]


def _cycle(
    graph: LinkGraph, links: Links, before: Mapping[int, Candidates], layers: list[Candidates]
) -> tuple[Candidates, Candidates]:
    """Return a group (see ``_cycles``) of the shortest cycles, and the candidates it excludes.

    before[i]: the candidates that lead to candidate i. layers: the start, then the candidates that
    are 1, 2, ... links away.
    """
    goals, holding, between, rivals = places_of(layers[0]), 0, 0, 0
    for layer in reversed(layers):
        partners = union_of([links.partners[k] for k in goals])
        leading = layer & union_of([before[k] for k in goals])
        goals = places_of(leading)
        gone = union_of([graph.rivals[k] for k in goals])
        between |= partners & gone
        holding |= leading
        rivals |= gone
    rivals &= union_of([graph.rivals[k] for k in places_of(between)])
    return holding, rivals & ~(holding | between)


def all_cases(marks: PencilMarks, name: str) -> Iterator[TechniqueFinding]:
    """Find candidates that are excluded in each of several cases, one of which must be true.

    name: "cell-forcing-chains" (the cases are the digits of a cell) or "unit-forcing-chains" (the
    places of a digit in a unit). If the other kind has an easier finding, nothing is returned.
    """
    return (found for kind, found in _easiest_cases(marks) if kind == name)


@lru_cache(maxsize=1)
def _easiest_cases(marks: PencilMarks) -> list[tuple[str, TechniqueFinding]]:
    graph = links_of(marks)
    last = graph.excluded[-1]
    useful = [
        (choice, choice.cases)
        for choice in graph.choices
        if len(choice.cases) >= 3 and reduce(and_, [last[case] for case in choice.cases])
    ]
    for excluded in graph.excluded if useful else ():
        found = []
        for choice, cases in useful:
            for target in places_of(reduce(and_, [excluded[case] for case in cases])):
                paths = [graph.path(case, graph.rivals[target]) for case in cases]
                why = f"{graph.whatever(choice)}: {'; '.join(map(graph.in_words, paths))}"
                finding = graph.found(why, list(chain(*paths)), 1 << target, 8.0)
                kind = "cell" if choice.digit is None else "unit"
                found.append((f"{kind}-forcing-chains", finding))
        if found:
            return _with_lowest_rating(found)
    return []


def _with_lowest_rating(
    found: list[tuple[str, TechniqueFinding]],
) -> list[tuple[str, TechniqueFinding]]:
    lowest = min((finding.rating or 0.0 for _, finding in found), default=0.0)
    return [(name, finding) for name, finding in found if finding.rating == lowest]


def dynamic_chain(marks: PencilMarks) -> Iterator[TechniqueFinding]:
    """Find candidates that fail: if one is placed, singles (forced digits) lead to a contradiction.

    If there are none, try each candidate of a cell, or each place of a digit in a unit. One of
    these must be right. Find other candidates that are excluded in all these cases.
    """
    if marks.side > _LARGEST:
        return
    graph = links_of(marks)
    dead, states = _first_contradictions(marks, graph)
    for i in dead:
        trace = Consequences(graph, i)
        used = places_of(trace.contradiction)
        why = f"if {graph.in_words(used, ' and ')}: {trace.end}"
        yield graph.found(why, used, 1 << i, 8.5)
    if dead:
        return
    traces = cache(partial(Consequences, graph))
    for choice in graph.choices:
        for target in places_of(graph.every & ~union_of([states[i] for i in choice.cases])):
            needed = [places_of(traces(i).needed(1 << target)) for i in choice.cases]
            why = "; ".join(graph.in_words(path, " and ") for path in needed)
            used = list(chain(*needed))
            yield graph.found(f"{graph.whatever(choice)}: {why}", used, 1 << target, 8.5)


def _first_contradictions(
    marks: PencilMarks, graph: LinkGraph
) -> tuple[list[int], dict[int, State]]:
    """Place each candidate separately, and apply singles until there is a contradiction."""
    bitboard = marks.bitboard
    states = {i: bitboard.place(marks.state, divmod(i, graph.width)) for i in graph.rivals}
    growing, dead = list(states), list[int]()
    while growing and not dead:
        before, growing = growing, []
        for i in before:
            if not (after := bitboard.close_under_singles(states[i], rounds=1)):
                dead.append(i)
            elif after != states[i]:
                states[i] = after
                growing.append(i)
    return dead, states


class Consequences:
    """The singles that follow if the candidate ``start`` is placed.

    ``contradiction``: a bit mask of the placed candidates that contradict each other (0 if there
    is no contradiction). ``end``: the contradiction in words.
    """

    def __init__(self, graph: LinkGraph, start: int) -> None:
        self._rivals, self._support = graph.rivals, {start: 1 << start}
        self.contradiction, self.end = 0, ""
        self._held = new = 1 << start
        excluded = graph.rivals[start]
        while new and not self.end:
            found: dict[int, list[Candidates]] = {}
            possible = graph.every & ~excluded
            for choice in graph.choices:
                left = choice.candidates & possible
                if left & (left - 1) or left & self._held:
                    continue
                needed = self.needed(choice.candidates ^ left)
                if not left:
                    best = self.contradiction
                    if not best or needed.bit_count() < best.bit_count():
                        self.contradiction = needed
                        self.end = _end(graph.marks, choice)
                else:
                    single = left.bit_length() - 1
                    found.setdefault(single, []).append(needed | left)
            new = mask_of(found)
            self._support.update(
                (single, _union_of_smallest(some)) for single, some in found.items()
            )
            self._held |= new
            excluded |= union_of(graph.rivals[single] for single in found)

    def needed(self, gone: Candidates) -> Candidates:
        """Return the placed candidates that together exclude all candidates in ``gone``."""
        return union_of(
            _union_of_smallest(
                [self._support[by] for by in places_of(self._held & self._rivals[target])]
            )
            for target in places_of(gone)
        )


def _union_of_smallest(sets: Sequence[Candidates]) -> Candidates:
    least = min(map(int.bit_count, sets))
    return union_of(smallest for smallest in sets if smallest.bit_count() == least)


def _end(marks: PencilMarks, choice: Choice) -> str:
    if choice.digit is None:
        return f"no digit is left for {marks.names(1 << choice.number)}"
    return f"no place is left for {choice.digit + 1} in {marks.unit(choice.number)}"


def nested_chain(marks: PencilMarks) -> Iterator[TechniqueFinding]:
    """Use nested assumptions to find a candidate that leads to a contradiction."""
    if marks.side > _LARGEST:
        return
    bitboard, graph = marks.bitboard, links_of(marks)
    for start in sorted(graph.rivals, key=lambda i: marks.domains[i // graph.width].bit_count()):
        placed = bitboard.place(marks.state, divmod(start, graph.width))
        state = bitboard.close_under_singles(placed)
        if _fails(bitboard, state, graph.every):
            why = f"if {graph.in_words([start])}, all further assumptions fail one by one"
            yield graph.found(why, [start], 1 << start, 10.0)
            return


def _fails(bitboard: BitBoardLayout, state: State, every: Candidates) -> bool:
    """Return True if removing contradictory candidates proves that there is no solution."""
    before = DEAD
    while state != before:
        before = state
        for i in places_of(state & every):
            if not state >> i & 1:
                continue
            candidate = divmod(i, bitboard.width)
            if not bitboard.close_under_singles(bitboard.place(state, candidate)):
                state = bitboard.close_under_singles(bitboard.remove(state, [candidate]))
    return not state
