"""How a board is solved, step by step, always by the weakest rule that still decides a cell.

Only rules that are sound for every solution are used, so a board that they solve has no
other solution. Each step can be drawn; see ``pictures``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import TypeAlias

from aima_search.display import Scene
from puzzles.bits import places_of
from puzzles.grid import RowColumn
from puzzles.hitori.deduction.deducer import RULES, SOUND_RULES, Deducer, Rule, is_cut_by, solutions
from puzzles.hitori.deduction.patterns import AT_SIGHT, PATTERNS, Pattern
from puzzles.hitori.deduction.position import Position, never_shaded
from puzzles.hitori.rules import Board, State
from puzzles.hitori.view import picture

STRENGTHS = (
    "single-line",
    "neighbours",
    "equals",
    *AT_SIGHT,
    "cycles",
    "closure",
    "probing",
    "deep-probing",
    "search",
)
"""The rules of an explanation, weakest first; "search" decides the rest by trying."""

NOTHING_REPEATS = "nothing-repeats"
"""The last step if the rest can stay, whether or not the rest could be shaded as well."""

_SENTENCES = {
    "single-line": "on a board of one line a shaded cell would cut the others apart",
    NOTHING_REPEATS: "no number repeats any more, so that the rest can stay white",
    "search": "the rules decide no more: the rest is found by trying",
}
_RULES_AND_PATTERNS: dict[str, Rule | Pattern] = {**RULES, **PATTERNS}


@dataclass(frozen=True)
class Deduction:
    """One deduction: its rule, the cells it decides, the cells that show why, the state after it.

    Cells are (row, column) from 0. For "closure" and "probing" ``because`` is the supposition
    that was refuted, followed by what it would have shaded; for "search" it is empty.
    """

    rule: str
    shade: tuple[RowColumn, ...]
    keep: tuple[RowColumn, ...]
    because: tuple[RowColumn, ...]
    state: State

    @property
    def sentence(self) -> str:
        """What the rule says."""
        return _SENTENCES.get(self.rule) or _RULES_AND_PATTERNS[self.rule].summary

    def __str__(self) -> str:
        decided = [
            f"{verb} {' '.join(f'({row},{column})' for row, column in cells)}"
            for verb, cells in (("shade", self.shade), ("keep", self.keep))
            if cells
        ]
        why = " ".join(f"({row},{column})" for row, column in self.because)
        return f"{self.rule}: {', '.join(decided) or 'contradiction'}" + (
            f" because of {why}" if why else ""
        )


def explain(board: Board) -> list[Deduction]:
    """Return the deductions in order; a board without a solution ends in a contradiction.

    A contradiction is a step that decides nothing. If the rules decide no more, a last step
    keeps the rest if nothing repeats ("nothing-repeats"), and otherwise gives the rest of a
    minimal solution ("search").
    """
    explainer = _Explainer(board)
    if explainer.open(AT_SIGHT) and explainer.follow(explainer.rules):
        explainer.finish()
    return explainer.steps


def explain_preparation(board: Board, patterns: Iterable[str]) -> list[Deduction]:
    """Return what ``preparation.prepare`` decides, as deductions in order."""
    explainer = _Explainer(board)
    if explainer.open(patterns):
        explainer.follow(explainer.rules_at_once)
    return explainer.steps


def difficulty(board: Board) -> str:
    """Return the strongest rule that ``explain`` needs, by ``STRENGTHS``; "none" without rules."""
    rules = [step.rule for step in explain(board)]
    needed = [STRENGTHS.index(rule) for rule in rules if rule != NOTHING_REPEATS]
    return STRENGTHS[max(needed)] if needed else "none"


def pictures(board: Board, steps: Iterable[Deduction]) -> list[Scene]:
    """Return a picture of every step: decided cells marked, the reason marked as origin."""
    return [
        picture(
            board,
            step.state,
            marked=(*step.shade, *step.keep),
            because=step.because,
            caption=str(step),
        )
        for step in steps
    ]


_Rules: TypeAlias = tuple[Callable[[], "bool | None"], ...]
"""Rules that say whether what they decided is possible, None if they decide nothing."""


class _Explainer:
    """The position so far and the steps that led to it."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.size = board.geometry
        self.position = Position(board, neighbours=False, equals=False)
        self.steps: list[Deduction] = []
        self._deducer = Deducer(board, SOUND_RULES)
        self.rules_at_once: _Rules = (self._neighbours, self._equals, self._cycles)
        self.rules: _Rules = (*self.rules_at_once, self._probe, self._probe_deeply)

    def open(self, patterns: Iterable[str]) -> bool:
        """Apply what a board of one line, and patterns, decide; False if that contradicts."""
        if self._decide("single-line", 0, never_shaded(self.size), ()) is False:
            return False
        for name in patterns:
            for occurrence in PATTERNS[name].find(self.board):
                shade, keep = map(self.size.mask, (occurrence.shade, occurrence.keep))
                if self._decide(name, shade, keep, occurrence.because) is False:
                    return False
        return True

    def follow(self, rules: _Rules) -> bool:
        """Apply the first rule that decides something, until none does; False: contradiction."""
        while self.position.undecided:
            found = next((found for rule in rules if (found := rule()) is not None), None)
            if found is None:
                break
            if not found:
                return False
        return True

    def finish(self) -> None:
        """Keep the rest if nothing repeats, else give the rest of a minimal solution: any fits."""
        position = self.position
        if not position.undecided:
            return
        if not self.board.repeats(position.shaded):
            self._decide(NOTHING_REPEATS, 0, position.undecided, ())
            return
        solution = next(solutions(self.board, 1, minimal=True), None)
        if solution is None:
            self.steps.append(Deduction("search", (), (), (), self.position.state))
        else:
            self._decide("search", solution.shaded, solution.kept, ())

    def _decide(
        self, rule: str, shade: int, keep: int, because: Iterable[RowColumn]
    ) -> bool | None:
        """Record a step; None if nothing in it is new, False if it contradicts."""
        position = self.position
        shade, keep = shade & ~position.shaded, keep & ~position.kept
        if not shade and not keep:
            return None
        after = position.copy()
        valid = after.settle(shade, keep)
        if not valid:
            shade = keep = 0
        self.position = after if valid else position
        cells_of, state = self.size.cells_of, self.position.state
        self.steps.append(Deduction(rule, cells_of(shade), cells_of(keep), tuple(because), state))
        return valid

    def _neighbours(self) -> bool | None:
        for place in places_of(self.position.shaded):
            because = (self.size.cell(place),)
            found = self._decide("neighbours", 0, self.size.neighbours[place], because)
            if found is not None:
                return found
        return None

    def _equals(self) -> bool | None:
        for place in places_of(self.position.kept & self.board.repeated):
            because = (self.size.cell(place),)
            found = self._decide("equals", self.board.equals[place], 0, because)
            if found is not None:
                return found
        return None

    def _cycles(self) -> bool | None:
        cuts = self.position.cut_cells()
        if not cuts:
            return None
        place = places_of(cuts)[0]
        return self._decide("cycles", 0, 1 << place, self._ring(place))

    def _ring(self, place: int) -> tuple[RowColumn, ...]:
        """The shaded cells that a cut cell would link to a ring, or from border to border."""
        shaded, border = self.position.shaded, self.size.border
        ways = [[link] for link in self.size.links[place] if link == border or shaded >> link & 1]
        came_from = {way[0]: way for way in ways}
        for way in ways:  # grows while it is walked through: breadth-first from every link
            for link in self._linked(way[-1]):
                met = came_from.get(link)
                if met is None:
                    came_from[link] = [*way, link]
                    ways.append(came_from[link])
                elif met[0] != way[0] and link != place:
                    ring = {*way, *met} - {border}
                    return tuple(map(self.size.cell, sorted(ring)))
        return ()

    def _linked(self, place: int) -> Iterator[int]:
        """The shaded cells, and the border, that touch a shaded cell or the border."""
        shaded, border = self.position.shaded, self.size.border
        if place == border:
            return iter(places_of(shaded & self.size.edge))
        return (link for link in self.size.links[place] if link == border or shaded >> link & 1)

    def _probe(self) -> bool | None:
        """The first literal whose closure contradicts itself, or else a literal that cuts."""
        position = self.position
        for rule in ("closure", "probing"):
            for place in places_of(position.undecided):
                for shaded in (True, False):
                    closures = self._deducer.closures
                    forced = closures.shading(place) if shaded else closures.keeping(place)
                    shade, keep = forced[0], forced[1]
                    contradicts = shade & (keep | position.kept) or keep & position.shaded
                    if not contradicts and rule == "probing":
                        contradicts = is_cut_by(position, shade & ~position.shaded)
                    if contradicts:
                        return self._refute(rule, place, shaded, shade)
        return None

    def _probe_deeply(self) -> bool | None:
        for place in places_of(self.position.undecided):
            for shaded in (True, False):
                trial = Position(self.board)
                trial.shaded, trial.kept = self.position.state
                trial.forest = self.position.forest.copy()
                if not self._deducer.suppose(trial, 1 << place, shaded):
                    return self._refute("deep-probing", place, shaded, 0)
        return None

    def _refute(self, rule: str, place: int, shaded: bool, forced: int) -> bool | None:
        bit = 1 << place
        because = (
            self.size.cell(place),
            *self.size.cells_of(forced & ~self.position.shaded & ~bit),
        )
        return self._decide(rule, 0 if shaded else bit, bit if shaded else 0, because)
