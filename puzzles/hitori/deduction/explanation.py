"""Solve a board as a person does: step by step, always with the easiest rule that decides a cell.

All rules are sound for every solution, so a board that they solve has only one solution.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from math import inf

from puzzles.bits import first_place, places_of, union_of
from puzzles.grid import RowColumn
from puzzles.hitori.deduction.deducer import is_refuted, solutions
from puzzles.hitori.deduction.patterns import AT_SIGHT, PATTERNS, PatternOccurrence
from puzzles.hitori.deduction.position import ImplicationClosures, PartialState
from puzzles.hitori.rules import HitoriBoard, State, in_words

RATINGS: dict[str, float] = {
    "single-line": 1.0, "neighbours": 1.0, "equals": 1.0, "sandwich": 1.2, "adjacent-triple": 1.3,
    "pair-with-third": 1.4, "double-pair": 1.5, "flanked-pair": 1.6, "corner-triple": 1.7,
    "corner-pairs": 1.8, "edge-pairs": 1.9, "cycles": 2.0, "closure": 3.0, "probing": 4.0,
    "deep-probing": 5.0, "search": 6.0,
}  # fmt: skip
"""The rating of every rule, easiest first; "search" decides the remaining cells by trying.

A step of "cycles" adds 0.1 for every cell of its ring beyond the third. A step of "closure",
"probing" or "deep-probing" adds 0.1 for every round until the contradiction. Both add at most 0.9.
"""

NOTHING_REPEATS = "nothing-repeats"
"""The rule of the last step if all undecided cells can be kept (some could be shaded too)."""

_SENTENCES = {
    "neighbours": "Shaded cells never touch, so the neighbours of a shaded cell stay white.",
    "equals": "This number stays white, so every equal number in its line is shaded.",
    "sandwich": "The number between two equal numbers stays white: one of the two is shaded.",
    "adjacent-triple": "Of three equal numbers side by side only the middle one stays white.",
    "pair-with-third": (
        "Two equal numbers touch: one stays white, so other equal numbers in this line are shaded."
    ),
    "double-pair": (
        "Two numbers alternate: the inner two cells stay white, all other cells with these numbers"
        " in this line are shaded."
    ),
    "flanked-pair": (
        "A pair is between two other equal numbers: all other cells with these numbers in this line"
        " are shaded."
    ),
    "corner-triple": "Three equal numbers meet in a corner: the corner is shaded.",
    "corner-pairs": "Two pairs meet in a corner: a white corner would be cut off, so it is shaded.",
    "edge-pairs": "Two pairs are side by side on an edge: the cells next to them stay white.",
    "cycles": "If this cell were shaded, white cells would be cut off. So it stays white.",
    "closure": "Try the opposite: the cells that this forces contradict each other.",
    "probing": "Try the opposite: the cells that this forces would cut the board into parts.",
    "deep-probing": "Try the opposite: the rules, applied step by step, lead to a contradiction.",
    "single-line": "On a board with one line, a shaded cell would separate the other cells.",
    NOTHING_REPEATS: "No number repeats any more, so all other cells can stay white.",
    "search": "The rules decide no more cells, so the remaining cells are decided by trying.",
}


@dataclass(frozen=True)
class HitoriDeductionStep:
    """A deduction: its rule, the cells that it decides, the reason, and the state after it.

    Cells are (row, column), counted from 0. ``because`` has the cells that are the reason. The
    rules "closure", "probing" and "deep-probing" refute a decision. For these rules, ``because``
    has the cell of the decision, and the cells that the decision would shade.
    """

    rule: str
    shade: tuple[RowColumn, ...]
    keep: tuple[RowColumn, ...]
    because: tuple[RowColumn, ...]
    state: State
    rating: float

    @property
    def sentence(self) -> str:
        """The sentence that explains the rule."""
        return _SENTENCES.get(self.rule) or PATTERNS[self.rule].summary

    @property
    def advice(self) -> str:
        """An instruction for the player, such as "shade the marked cells"."""
        if self.shade and self.keep:
            return f"shade {len(self.shade)} of the marked cells, keep {len(self.keep)} white"
        cells = "the marked cells" if len(self.shade + self.keep) > 1 else "the marked cell"
        if self.shade:
            return f"shade {cells}"
        return f"keep {cells} white" if self.keep else "this is a contradiction"

    def __str__(self) -> str:
        decided = [f"shade {in_words(self.shade)}"] if self.shade else []
        decided += [f"keep {in_words(self.keep)}"] if self.keep else []
        why = f" because of {in_words(self.because)}" if self.because else ""
        return f"{self.rule}: {', '.join(decided) or 'contradiction'}{why}"


def explain(board: HitoriBoard) -> list[HitoriDeductionStep]:
    """Return the deductions that solve a board, in order.

    If the rules leave cells undecided, a last step decides them. If no number repeats, this step
    ("nothing-repeats") keeps these cells. Otherwise, it copies a solution ("search"), if any.
    """
    explainer = _Explainer(board)
    if explainer.open() and explainer.follow(explainer.rules):
        explainer.finish()
    return explainer.steps


def explain_preparation(board: HitoriBoard, patterns: Iterable[str]) -> list[HitoriDeductionStep]:
    """Return the deductions that prepare a board before the search, in order."""
    explainer = _Explainer(board)
    if explainer.open() and explainer.follow(
        [partial(explainer.pattern, name) for name in patterns]
    ):
        explainer.follow((explainer.neighbours, explainer.equals, explainer.cycles))
    return explainer.steps


def hardest(steps: Iterable[HitoriDeductionStep]) -> tuple[str, float]:
    """Return the rule and the rating of the hardest step, or ("none", 0) if no rule is needed."""
    rated = ((step.rating, step.rule) for step in steps if step.rule != NOTHING_REPEATS)
    rating, rule = max(rated, default=(0.0, "none"))
    return rule, rating


def needs(steps: Iterable[HitoriDeductionStep]) -> str:
    """Return a text such as "needs neighbours, cycles: rating 2", with the easiest rule first."""
    steps = list(steps)
    used = {step.rule for step in steps}
    names = ", ".join(rule for rule in RATINGS if rule in used)
    return f"needs {names or 'no deduction'}: rating {hardest(steps)[1]:g}"


class _Explainer:
    """Finds deductions. Rules return True for a decision, False for a contradiction, else None."""

    def __init__(self, board: HitoriBoard) -> None:
        self.board = board
        self.size = board.geometry
        self.position = PartialState(board, neighbours=False, equals=False)
        self.steps: list[HitoriDeductionStep] = []
        self._closures = ImplicationClosures(board)
        self._occurrences: dict[str, Iterator[PatternOccurrence]] = {}
        self.rules: list[Callable[[], bool | None]] = [
            self.neighbours,
            self.equals,
            *(partial(self.pattern, name) for name in AT_SIGHT),
            self.cycles,
            *(partial(self._suppose, rule) for rule in ("closure", "probing", "deep-probing")),
        ]

    def open(self) -> bool:
        """Mark as unshaded all cells that can never be shaded; return False for a contradiction."""
        return self._decide("single-line", 0, self.size.never_shaded, ()) is not False

    def follow(self, rules: Iterable[Callable[[], bool | None]]) -> bool:
        """Repeatedly apply the first rule that decides a cell; return False for a contradiction."""
        while self.position.undecided:
            found = next((found for rule in rules if (found := rule()) is not None), None)
            if found is None:
                break
            if not found:
                return False
        return True

    def finish(self) -> None:
        """Decide all remaining cells: if no number repeats, shade none; else copy a solution."""
        position = self.position
        if not self.board.repeats(position.shaded):
            self._decide(NOTHING_REPEATS, 0, position.undecided, ())
        elif position.undecided:
            solution = next(solutions(self.board, 1, minimal=True), None)
            if solution is None:
                rating = RATINGS["search"]
                step = HitoriDeductionStep("search", (), (), (), position.state, rating)
                self.steps.append(step)
            else:
                self._decide("search", solution.shaded, solution.kept, ())

    def _decide(
        self, rule: str, shade: int, keep: int, because: Iterable[RowColumn], rounds: int = 0
    ) -> bool | None:
        """Record a step; return None if nothing is new, False for a contradiction, else True."""
        shade, keep = shade & ~self.position.shaded, keep & ~self.position.kept
        if not shade and not keep:
            return None
        after = self.position.copy()
        is_possible = after.settle(shade, keep)
        if is_possible:
            self.position = after
        else:
            shade = keep = 0
        decided = self.size.cells_of(shade), self.size.cells_of(keep)
        rating = round(RATINGS.get(rule, 0) + min(rounds, 9) / 10, 1)
        step = HitoriDeductionStep(rule, *decided, tuple(because), self.position.state, rating)
        self.steps.append(step)
        return is_possible

    def neighbours(self) -> bool | None:
        """Find the first shaded cell with undecided neighbours; they must stay unshaded."""
        near = self.size.around(self.position.shaded) & ~self.position.kept
        if not near:
            return None
        place = first_place(self.size.around(near) & self.position.shaded)
        return self._decide("neighbours", 0, self.size.neighbours[place], (self.size.cell(place),))

    def equals(self) -> bool | None:
        """Find a kept cell with equal cells, not yet shaded, in its row or column; shade these."""
        for place in places_of(self.position.kept & self.board.repeated):
            equals = self.board.equals[place]
            if equals & ~self.position.shaded:
                return self._decide("equals", equals, 0, (self.size.cell(place),))
        return None

    def pattern(self, name: str) -> bool | None:
        """Apply the next occurrence of a pattern; return None if no occurrence decides a cell."""
        if name not in self._occurrences:
            self._occurrences[name] = PATTERNS[name].find(self.board)
        mask = self.size.mask
        for shade, keep, because in self._occurrences[name]:
            found = self._decide(name, mask(shade), mask(keep), because)
            if found is not None:
                return found
        return None

    def cycles(self) -> bool | None:
        """Find the cell that would close the shortest ring of shaded cells; keep it white."""
        rings = [(self._ring(place), place) for place in places_of(self.position.cut_cells())]
        if not rings:
            return None
        ring, place = min(rings, key=lambda entry: len(entry[0]))
        longer = max(0, len(ring) - 3)  # the shortest ring inside a board has three other cells
        return self._decide("cycles", 0, 1 << place, map(self.size.cell, sorted(ring)), longer)

    def _ring(self, place: int) -> set[int]:
        """Return a smallest set of shaded cells that, with ``place``, would form a ring."""
        border = self.size.border
        paths = [[link] for link in self._linked(place)]
        path_to = {path[0]: path for path in paths}
        shortest: set[int] = set()
        for path in paths:  # the list grows during the loop: breadth-first from every link
            if shortest and 2 * len(path) > len(shortest):
                break
            for link in self._linked(path[-1]):
                if (met := path_to.get(link)) is None:
                    path_to[link] = [*path, link]
                    paths.append(path_to[link])
                elif met[0] != path[0]:
                    ring = {*path, *met} - {border}
                    if not shortest or len(ring) < len(shortest):
                        shortest = ring
        return shortest

    def _linked(self, place: int) -> Iterator[int]:
        """Return the links from a place to shaded cells and the border; see ``Geometry.links``."""
        shaded, border = self.position.shaded, self.size.border
        if place == border:
            return iter(places_of(shaded & self.size.edge))
        return (link for link in self.size.links[place] if link == border or shaded >> link & 1)

    def _suppose(self, rule: str) -> bool | None:
        """Find the decision that is refuted in the fewest rounds; make the opposite decision."""
        best, fewest = None, inf
        for place in places_of(self.position.undecided):
            for shaded in (True, False):
                forced = self._closures.closure(place, shaded)
                if rule == "deep-probing" or is_refuted(self.position, forced, rule == "probing"):
                    found = self._refutation(rule, place, shaded, fewest)
                    if found is not None:
                        fewest, shades = found
                        best = place, shaded, shades
        if best is None:
            return None
        place, shaded, shades = best
        bit = 1 << place
        because = (self.size.cell(place), *self.size.cells_of(shades & ~bit))
        return self._decide(rule, *((0, bit) if shaded else (bit, 0)), because, int(fewest))

    def _refutation(
        self, rule: str, place: int, shaded: bool, below: float
    ) -> tuple[int, int] | None:
        """Return (rounds, shaded cells) if a decision leads to a contradiction, otherwise None."""
        trial, around = self.position.copy(), self.size.around
        equals, repeated = self.board.equals, self.board.repeated
        shade, keep = (1 << place, 0) if shaded else (0, 1 << place)
        rounds = forced = 0
        while (shade or keep) and rounds < below:
            forced |= shade
            if shade & (trial.kept | keep) or keep & trial.shaded:
                return rounds, forced
            if rule != "closure" and not trial.forest.shade(shade):
                return rounds, forced
            trial.shaded |= shade
            trial.kept |= keep
            rounds += 1
            near, same = around(shade), union_of(equals[at] for at in places_of(keep & repeated))
            cuts = trial.cut_cells() if rule == "deep-probing" else 0
            shade, keep = same & ~trial.shaded, (near | cuts) & ~trial.kept
        return None
