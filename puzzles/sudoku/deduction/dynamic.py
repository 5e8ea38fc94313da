"""Dynamic and nested chains: assume a candidate, then place all singles that follow."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache, partial
from itertools import chain

from puzzles.bits import mask_of, places_of, union_of
from puzzles.sudoku.bitboard import DEAD, BitBoardLayout, State
from puzzles.sudoku.deduction.chains import Candidates, Choice, LinkGraph, links_of
from puzzles.sudoku.deduction.marks import PencilMarks, TechniqueFinding

_LARGEST = 9  # the largest side for dynamic chains: on larger boards a step takes seconds


def dynamic_chain(marks: PencilMarks) -> Iterator[TechniqueFinding]:
    """Find candidates that fail: if one holds, the singles that follow lead to a contradiction.

    If there are no such candidates, find candidates that fail whichever digit a cell holds, or
    wherever a digit is in a unit.
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
        cases = places_of(choice.candidates)
        for target in places_of(graph.every & ~union_of(states[case] for case in cases)):
            needed = [places_of(traces(case).needed(1 << target)) for case in cases]
            why = "; ".join(graph.in_words(path, " and ") for path in needed)
            used = list(chain(*needed))
            yield graph.found(f"{graph.whatever(choice)}: {why}", used, 1 << target, 8.5)


def _first_contradictions(
    marks: PencilMarks, graph: LinkGraph
) -> tuple[list[int], dict[int, State]]:
    """Return which assumptions fail in the fewest rounds, and the state after each assumption."""
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
    """The singles that follow from an assumption, each with the candidates that it follows from.

    ``contradiction``: the placed candidates that contradict each other, or 0 if there are none.
    ``end`` describes the contradiction in words.
    """

    def __init__(self, graph: LinkGraph, start: int) -> None:
        self._rivals, self._support = graph.rivals, {start: 1 << start}
        self.contradiction, self.end = 0, ""
        self._held = new = 1 << start
        excluded = graph.rivals[start]
        while new and not self.end:
            found: dict[int, list[Candidates]] = {}
            for choice in graph.choices:
                left = choice.candidates & ~excluded
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
    """Find a candidate that fails: if it holds, so many others fail that no solution is left."""
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
    """Repeatedly remove candidates that fail; return True if this leads to a contradiction."""
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
