"""Seeded random Hitori boards with one solution, by difficulty.

A random shading as dense as it gets, a Latin square for the cells that stay, and for every
shaded cell the number of one that stays in its row or column. Numbers of shaded cells are
then redrawn one by one: where deductions got stuck until they decide every cell (so the
solution is the only one), and after that towards the difficulty asked for.
"""

from __future__ import annotations

import random
import re
from typing import TYPE_CHECKING

from aima_search.errors import BoardError, UnknownName
from puzzles.hitori.connectivity import empty_forest, never_shaded
from puzzles.hitori.deduction import Deducer
from puzzles.hitori.geometry import Geometry, geometry, places_of
from puzzles.hitori.patterns import PATTERNS, find_patterns
from puzzles.hitori.refutations import DEEP, SHALLOW, Refutations
from puzzles.hitori.rules import Board

if TYPE_CHECKING:
    from puzzles.hitori.problem import Hitori

MAX_SIDE = 50
_BASIC = ("neighbours", "equals", "cycles")

DIFFICULTIES: dict[str, tuple[tuple[str, ...] | None, tuple[str, ...]]] = {
    "easy": (None, _BASIC),
    "medium": (_BASIC, SHALLOW),
    "hard": (SHALLOW, DEEP),
}
"""For every difficulty the rules that must not suffice, and those that must.

The basic rules start from all opening patterns.
"""


def random_board(
    seed: random.Random | int,
    *,
    size: int | str | tuple[int, int] = 9,
    difficulty: str = "medium",
    tries: int = 400,
) -> Hitori:
    """Return a board with exactly one solution, at least a sixth of it shaded.

    size: a number for a square, "RxC" or (rows, columns), 3 to 50 a side. difficulty: "easy"
    needs opening patterns, forced cells and the cycle rule; "medium" probing; "hard" deep
    probing. Sides of 30 take seconds. BoardError after ``tries`` shadings. The same seed and
    options give the same board.
    """
    from puzzles.hitori.problem import Hitori

    if difficulty not in DIFFICULTIES:
        raise UnknownName("Hitori difficulty", str(difficulty), DIFFICULTIES)
    rng = seed if isinstance(seed, random.Random) else random.Random(seed)
    rows, columns = parse_size(size)
    for _ in range(tries):
        draft = _Draft(rng, geometry(rows, columns), sparse=difficulty != "easy")
        if draft.is_dense() and draft.make_unique(difficulty) and draft.reach(difficulty):
            return Hitori(draft.board().numbers)
    raise BoardError(
        f"Hitori: none of {tries} shadings of {rows} x {columns} gave a {difficulty} board;"
        " ask for another size or difficulty"
    )


def parse_size(size: int | str | tuple[int, int]) -> tuple[int, int]:
    """Return rows and columns of a size: 9, "9", "8x10" or (8, 10)."""
    match = re.fullmatch(r"(\d{1,3})(?:x(\d{1,3}))?", str(size), re.ASCII)
    if isinstance(size, tuple):
        rows, columns = size
    elif match is not None:
        rows, columns = int(match[1]), int(match[2] or match[1])
    else:
        raise BoardError(f"Hitori size {size!r}: expected a number, or rows x columns, as 8x10")
    if not (3 <= rows <= MAX_SIDE and 3 <= columns <= MAX_SIDE):
        raise BoardError(f"Hitori size {size!r}: expected sides from 3 to {MAX_SIDE}")
    return rows, columns


def random_shading(rng: random.Random, size: Geometry) -> int:
    """Return cells to shade, none adjacent and not cutting, to which none can be added."""
    shaded, free = 0, size.full & ~never_shaded(size)
    forest = empty_forest(size)
    for place in rng.sample(size.places, len(size.places)):
        if free >> place & 1 and forest.add(place):
            shaded |= 1 << place
            free &= ~size.neighbours[place]
    return shaded


class _Draft:
    """A shading, and numbers for which it is a solution."""

    def __init__(self, rng: random.Random, size: Geometry, sparse: bool) -> None:
        self._rng = rng
        self._size = size
        self._sparse = sparse
        self._shaded = random_shading(rng, size)
        self._numbers = self._latin_numbers()
        for place in places_of(self._shaded):
            self._redraw(place)

    def board(self) -> Board:
        """Return the board as it stands."""
        return Board(tuple(map(tuple, self._numbers)))

    def is_dense(self) -> bool:
        """Tell whether at least one cell in six is shaded."""
        return 6 * self._shaded.bit_count() >= len(self._size.cells)

    def make_unique(self, difficulty: str) -> bool:
        """Redraw numbers until the rules of the difficulty decide every cell; False: gave up."""
        rules = DIFFICULTIES[difficulty][1]
        open_cells = self._open_cells(rules)
        for _ in range(40 + len(self._size.cells)):
            if not open_cells:
                return True
            stuck = places_of(open_cells & self._shaded) or places_of(self._shaded)
            open_cells = self._try_redraw(self._rng.choice(stuck), rules, open_cells)
        return False

    def reach(self, difficulty: str) -> bool:
        """Redraw numbers until weaker rules no longer suffice; False: gave up.

        Numbers are redrawn where the weaker rules find their first cells, and a new one is
        kept where they find no more than before.
        """
        if difficulty == "easy":
            return True
        return self._reach_medium() if difficulty == "medium" else self._reach_hard()

    def _reach_medium(self) -> bool:
        entries = self._pattern_cells()
        for _ in range(20 + len(self._size.cells)):
            if not entries or self._open_cells(_BASIC):
                return bool(self._open_cells(_BASIC))
            place = self._rng.choice(self._near(entries))
            before = self._number(place)
            self._redraw(place)
            after = self._pattern_cells()
            if after.bit_count() <= entries.bit_count() and not self._open_cells(SHALLOW):
                entries = after
            else:
                self._set(place, before)
        return False

    def _reach_hard(self) -> bool:
        known = Refutations(self.board())
        if known.stuck()[0]:
            return True
        for _ in range(20 + len(self._size.cells)):
            place = self._rng.choice(self._near(known.entries))
            before = self._number(place)
            self._redraw(place)
            after = known.after(self.board(), place)
            if after is not None:
                shallow, deep = after.stuck()
                if shallow and not deep:
                    return True
                if not deep:
                    known = after
                    continue
            self._set(place, before)
        return False

    def _pattern_cells(self) -> int:
        shade, keep = find_patterns(self.board(), PATTERNS)
        return shade | keep

    def _near(self, entries: int) -> list[int]:
        """The shaded cells that have to do with an entry: it, or an equal, or beside them."""
        near = entries
        equals = self.board().equals
        for place in places_of(entries | self._size.around(entries)):
            near |= equals[place]
        return places_of((near | self._size.around(near)) & self._shaded) or places_of(self._shaded)

    def _try_redraw(self, place: int, rules: tuple[str, ...], open_cells: int) -> int:
        """Redraw a number unless that leaves more open; return the cells then open."""
        before = self._number(place)
        self._redraw(place)
        after = self._open_cells(rules)
        if after.bit_count() <= open_cells.bit_count():
            return after
        self._set(place, before)
        return open_cells

    def _open_cells(self, rules: tuple[str, ...]) -> int:
        """The cells that rules leave undecided."""
        board = self.board()
        opened = find_patterns(board, PATTERNS) if rules == _BASIC else (0, 0)
        position = Deducer(board, rules).opening(*opened)
        assert position is not None  # the shading is a solution
        return position.undecided

    def _latin_numbers(self) -> list[list[int]]:
        """A shuffled cyclic Latin square, cut to the size of the board."""
        rows, columns = self._size.rows, self._size.columns
        side = max(rows, columns)
        row_shifts, column_shifts, numbers = (self._rng.sample(range(side), side) for _ in range(3))
        return [
            [
                numbers[(row_shifts[row] + column_shifts[column]) % side] + 1
                for column in range(columns)
            ]
            for row in range(rows)
        ]

    def _redraw(self, place: int) -> None:
        """Give a shaded cell the number of a kept cell of its row or column.

        Sparse drafts prefer numbers that only one of the two lines keeps.
        """
        row, column = self._size.cell(place)
        shaded, width = self._shaded, self._size.width
        in_row = {
            number
            for other, number in enumerate(self._numbers[row])
            if not shaded >> row * width + other & 1
        }
        in_column = {
            line[column]
            for other, line in enumerate(self._numbers)
            if not shaded >> other * width + column & 1
        }
        numbers = sorted(in_row ^ in_column if self._sparse else ()) or sorted(in_row | in_column)
        self._set(place, self._rng.choice(numbers))

    def _number(self, place: int) -> int:
        row, column = self._size.cell(place)
        return self._numbers[row][column]

    def _set(self, place: int, number: int) -> None:
        row, column = self._size.cell(place)
        self._numbers[row][column] = number
