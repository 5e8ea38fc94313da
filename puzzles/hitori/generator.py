"""Random Hitori boards with one solution and a chosen difficulty, reproducible by a seed.

A draft is a random board with a random shading as a solution. Unshaded cells have the numbers of a
Latin square, and every shaded cell has the number of an unshaded cell in its line. The numbers of
shaded cells are changed at random until the deductions decide every cell, so the solution is
unique, and then until weaker deductions no longer solve the board.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from math import inf
from random import Random
from typing import TypeAlias

from aima_search.base.errors import BoardError, UnknownName
from puzzles.bits import places_of
from puzzles.grid import RowColumn
from puzzles.hitori.deduction.deducer import Deducer
from puzzles.hitori.deduction.explanation import RATINGS, explain, hardest
from puzzles.hitori.deduction.patterns import AT_SIGHT, find_patterns
from puzzles.hitori.deduction.position import forest_of
from puzzles.hitori.rules import Geometry, HitoriBoard, NumberRows, geometry
from puzzles.text import parse_range, parse_size

RuleNames: TypeAlias = tuple[str, ...]
PATTERN_RULES: RuleNames = ("neighbours", "equals", "pairs")
BASIC: RuleNames = (*PATTERN_RULES, "cycles")
SHALLOW: RuleNames = (*BASIC, "closure", "probing")
DEEP: RuleNames = (*SHALLOW, "deep-probing")

MAX_SIDE = 50

DIFFICULTIES: dict[str, tuple[RuleNames | None, RuleNames]] = {
    "easy": (None, BASIC),
    "medium": (BASIC, SHALLOW),
    "hard": (SHALLOW, DEEP),
}
"""For every difficulty: rules that must not solve the board, and rules that must solve it."""

HARDEST = tuple(name for name in RATINGS if RATINGS["equals"] < RATINGS[name] < RATINGS["search"])
"""The values of ``difficulty`` that name the hardest deduction."""

_CELLS_A_REDRAW = 80  # one number is redrawn per 80 cells; more would make boards unsolvable


def random_board(
    random: Random,
    /,
    *,
    size: int | str | tuple[int, int] = 9,
    difficulty: str | None = None,
    rating: float | str | tuple[float, float] | None = None,
    tries: int = 10_000,
) -> NumberRows:
    """Return the rows of a board; its only solution shades at least a sixth of the cells.

    size: the side of a square, "6x8" or (rows, columns); sides are 3 to 50. difficulty: "easy"
    boards need only opening patterns, forced cells and the cycle rule. "medium" boards (the
    default) need probing, and "hard" boards need deep probing. You can also name the hardest
    deduction (see ``HARDEST``). rating: the rating of the hardest deduction, as a number or a range
    such as "3.0-3.4". tries: BoardError is raised after this number of boards; a few hundred are
    usually enough.
    """
    rows, columns = parse_size("Hitori", size, 3, MAX_SIDE)
    low, high = (0.0, inf) if rating is None else parse_range("Hitori rating", rating, 1)
    weaker, stronger = _rules_for(difficulty, high)
    left = iter(range(tries))
    for _ in left:
        draft = BoardDraft(random, geometry(rows, columns), sparse=weaker is not None)
        is_dense = 6 * draft.shaded.bit_count() >= rows * columns
        if not (is_dense and draft.make_unique(stronger, left)):
            continue
        if weaker is None or draft.make_harder(weaker, stronger, left):
            board = draft.board()
            if rating is None and difficulty not in HARDEST:
                return board.numbers
            rule, number = hardest(explain(board))
            if low <= number <= high and difficulty in (None, *DIFFICULTIES, rule):
                return board.numbers
    wanted = difficulty or ("medium" if rating is None else f"{rating}")
    raise BoardError(
        f"Hitori: found no {wanted} board of {rows} x {columns} in {tries} tries;"
        " ask for another size or difficulty, or for more tries"
    )


def _rules_for(difficulty: str | None, high: float) -> tuple[RuleNames | None, RuleNames]:
    if difficulty in DIFFICULTIES:
        return DIFFICULTIES[difficulty]
    if difficulty is not None:
        if difficulty not in HARDEST:
            raise UnknownName("Hitori difficulty", str(difficulty), [*DIFFICULTIES, *HARDEST])
        high = RATINGS[difficulty]
    if high < RATINGS["cycles"]:
        return None, PATTERN_RULES
    if high < RATINGS["closure"]:
        return DIFFICULTIES["easy"]
    return DIFFICULTIES["medium" if high < RATINGS["deep-probing"] or high == inf else "hard"]


class BoardDraft:
    """A random board, and a random shading that solves it.

    sparse: True to repeat fewer numbers. This makes the board harder.
    """

    def __init__(self, rng: Random, size: Geometry, sparse: bool) -> None:
        self._rng = rng
        self._size = size
        self._sparse = sparse
        self.shaded = random_shading(rng, size)
        self._numbers = self._latin_rectangle()
        self._redraw(places_of(self.shaded))

    def board(self) -> HitoriBoard:
        """Return the draft as a board."""
        return HitoriBoard(tuple(map(tuple, self._numbers)))

    def make_unique(self, rules: RuleNames, tries: Iterator[int]) -> bool:
        """Change numbers until the rules decide every cell; return False if this fails."""
        open_cells = self._open_cells(rules)
        for _ in islice(tries, len(self._size.cells) // 2):
            if not open_cells:
                return True
            stuck = places_of(open_cells & self.shaded) or places_of(self.shaded)
            before = self._redraw([self._rng.choice(stuck)])
            after = self._open_cells(rules)
            if after.bit_count() <= open_cells.bit_count():
                open_cells = after
            else:
                self._numbers = before
        return False

    def make_harder(self, weaker: RuleNames, stronger: RuleNames, tries: Iterator[int]) -> bool:
        """Redraw numbers until the stronger rules solve the board, but the weaker rules do not.

        Returns False if no such board is found. If the stronger rules cannot solve a changed board,
        the change is undone. On a large board, several numbers are changed at once.
        """
        if self._open_cells(weaker):
            return True
        shaded, cells = places_of(self.shaded), len(self._size.cells)
        for _ in islice(tries, 2 * cells):
            before = self._redraw(self._rng.sample(shaded, 1 + cells // _CELLS_A_REDRAW))
            if self._open_cells(weaker):
                if not self._open_cells(stronger):
                    return True
                self._numbers = before
        return False

    def _open_cells(self, rules: RuleNames) -> int:
        board = self.board()
        deducer = Deducer(board, rules)
        position = deducer.opening()
        if set(rules) <= set(BASIC) and position is not None and position.undecided:
            position = deducer.opening(*find_patterns(board, AT_SIGHT))
        assert position is not None  # the shading is a solution
        return position.undecided

    def _latin_rectangle(self) -> list[list[int]]:
        rows, columns = self._size.rows, self._size.columns
        side = max(rows, columns)
        row_shifts, column_shifts, numbers = (self._rng.sample(range(side), side) for _ in range(3))
        return [
            [numbers[(down + right) % side] + 1 for right in column_shifts[:columns]]
            for down in row_shifts[:rows]
        ]

    def _redraw(self, places: list[int]) -> list[list[int]]:
        """Give these cells new random numbers, and return the old rows (to undo the change)."""
        before = self._numbers
        self._numbers = [line[:] for line in before]
        for place in places:
            row, column = self._size.cell(place)
            now = {self._numbers[row][column]}
            in_row = self._kept_numbers((row, other) for other in range(self._size.columns))
            in_column = self._kept_numbers((other, column) for other in range(self._size.rows))
            in_one = sorted((in_row ^ in_column) - now) if self._sparse else []
            if choice := in_one or sorted((in_row | in_column) - now):
                self._numbers[row][column] = self._rng.choice(choice)
        return before

    def _kept_numbers(self, line: Iterator[RowColumn]) -> set[int]:
        shaded, place = self.shaded, self._size.place
        return {
            self._numbers[row][column]
            for row, column in line
            if not shaded >> place((row, column)) & 1
        }


def random_shading(rng: Random, size: Geometry) -> int:
    """Return a random set of cells that can be shaded; no other cell can be added to the set."""
    shaded, free = 0, size.full & ~size.never_shaded
    forest = forest_of(size)
    for place in rng.sample(size.places, len(size.places)):
        if free >> place & 1 and not forest.cuts(place):
            forest.shade(1 << place)
            shaded |= 1 << place
            free &= ~size.neighbours[place]
    return shaded
