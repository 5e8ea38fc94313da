"""Sudoku over complete boards, for local search: every cell filled, steps repair it.

Two neighbourhoods. "cells", after a well-known course notebook: any free cell holds any digit;
steps exchange two free cells of a unit or change one; the cost is 0.05 |k - 1|, summed over units
and digits, for a digit that occurs k times. "boxes": every box holds every digit once; steps
exchange two free cells of a box; the cost is the number of digits missing in rows and columns
(and diagonals). Both evaluate a step by the difference it makes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from math import isqrt
from random import Random
from typing import TYPE_CHECKING, Any

from aima_search.base.errors import BoardError, NotApplicable
from aima_search.base.seeds import Seed, random_source
from aima_search.display import Scene
from aima_search.model.problem import Node
from aima_search.model.puzzle import Option, Puzzle, read_switch, register_puzzle
from puzzles.grid import RowColumn
from puzzles.sudoku import rules, view
from puzzles.sudoku.formats import format_board, parse_board
from puzzles.sudoku.formats.rows import write_line
from puzzles.sudoku.local.filling import Exchange, Filling, Repair, Tally
from puzzles.sudoku.problem import Sudoku
from puzzles.sudoku.rules import Board, Cells, Placement, Variant, digits_of_rows, one_of, read_box

if TYPE_CHECKING:
    from typing_extensions import Self

NEIGHBOURHOODS = ("cells", "boxes")
NOTEBOOK_WEIGHT = 0.05
_TEMPERATURE = {"cells": 0.035, "boxes": 0.4}


@register_puzzle("sudoku-local")
class SudokuLocal(Puzzle[Filling, Repair]):
    """A full Sudoku board to repair; ``value`` is minus the cost and 0 only for a solution.

    A solution has no actions, so that annealing stops there.

    >>> from aima_search.algorithms.climbing import random_restart_hill_climbing
    >>> problem = SudokuLocal("..1.2....4....3.", neighbourhood="boxes", seed=1)
    >>> problem.goal_test(random_restart_hill_climbing(problem, seed=1))
    True
    """

    comment = "#"
    summary = "a full board: exchange or change free cells until no digit is twice in a unit"
    board_options = (
        Option("box", read_box, "rows and columns of a box, such as 2x3"),
        Option("neighbourhood", str, "cells or boxes [cells]", is_setting=True),
        Option(
            "singles-first",
            read_switch,
            "yes: first fix the cells that singles determine [no]",
            is_setting=True,
        ),
        Option("seed", int, "of the random fill [0]", is_setting=True),
        Option("givens", str, "the puzzle on one line, if the board is a filling to start from"),
    )
    instance_options = Sudoku.instance_options
    formats = Sudoku.formats
    unit_costs = True

    def __init__(
        self,
        board: str | Iterable[Sequence[object]] | Cells | Board | Sudoku,
        box: tuple[int, int] | None = None,
        *,
        neighbourhood: str = "cells",
        singles_first: bool | int = False,
        seed: Seed = 0,
        givens: str | Sequence[int] | Cells | None = None,
        **options: Any,
    ) -> None:
        """Set up a board and fill it at random.

        board, box, options: as for ``Sudoku``. neighbourhood: "cells" or "boxes". singles_first:
        fix the cells that naked and hidden singles determine. seed: what ``random_source`` takes.
        givens: the puzzle, as text, as a dict or as its digits row by row; then ``board`` is the
        filling to start from, as rows of digits or a dict of all cells.
        """
        start = None if givens is None else _rows_of(board)
        puzzle = _puzzle(board if givens is None else givens, box, options)
        if puzzle.layout.cages:
            raise NotApplicable("SudokuLocal knows no cages: use Sudoku for killer puzzles")
        self.singles_first = bool(singles_first)
        self.seed = seed if start is None and isinstance(seed, int) else None
        self.neighbourhood = one_of("neighbourhood", neighbourhood, NEIGHBOURHOODS)
        self.layout, self.givens = puzzle.layout, puzzle.givens
        self.side, self.box = puzzle.side, puzzle.box
        self.fixed = _after_singles(puzzle) if singles_first else puzzle.givens
        n, units = self.side, self.layout.units
        self._in_boxes = neighbourhood == "boxes"
        self._counted = [
            u for u in range(len(units)) if not (self._in_boxes and 2 * n <= u < 3 * n)
        ]
        self._tallies: list[Tally] = []  # that nobody uses at the moment
        self._weight = 1 if self._in_boxes else NOTEBOOK_WEIGHT
        self.free = tuple(cell for cell, digit in enumerate(self.fixed) if not digit)
        self._exchanges = self._all_exchanges()
        self._changes = [
            [Placement(divmod(cell, n), digit) for digit in range(1, n + 1)] for cell in self.free
        ]
        super().__init__(
            self.random_state(random_source(seed)) if start is None else self.state(start)
        )

    def _all_exchanges(self) -> tuple[Exchange, ...]:
        """Return the pairs of free cells of every unit: columns, rows, boxes, diagonals."""
        n, units = self.side, self.layout.units
        columns_first = [*units[n : 2 * n], *units[:n], *units[2 * n :]]
        free = set(self.free)
        return tuple(
            Exchange(divmod(one, n), divmod(other, n))
            for unit in (units[2 * n : 3 * n] if self._in_boxes else columns_first)
            for one, other in combinations([cell for cell in unit.cells if cell in free], 2)
        )

    def actions(self, state: Filling) -> Sequence[Repair]:
        """Return the exchanges, unit by unit, then the changes, cell by cell; none at a solution.

        A pair of cells counts once for every unit that contains both, equal digits included, as
        in the notebook: columns come before rows (the notebook calls its columns rows).
        """
        if not state.penalty:
            return ()
        if self._in_boxes:
            return self._exchanges
        digits = state.digits
        steps: list[Repair] = [*self._exchanges]
        for cell, changes in zip(self.free, self._changes, strict=True):
            steps += changes[: digits[cell] - 1]
            steps += changes[digits[cell] :]
        return steps

    def result(self, state: Filling, action: Repair) -> Filling:
        """Return the filling after a step."""
        tally = self._take_tally()
        filling = tally.neighbour(state, action)
        self._tallies.append(tally)
        return filling

    def _take_tally(self) -> Tally:
        """Return a tally that no other thread uses, and that no interruption left half-way.

        Whoever takes it gives it back by appending it to the others.
        """
        try:
            return self._tallies.pop()
        except IndexError:
            return Tally(self.layout, self._counted, missing=self._in_boxes)

    def successors(self, state: Filling) -> Iterator[tuple[Repair, Filling, int]]:
        """Yield (step, filling, 1) for every step, evaluated in one go."""
        steps = self.actions(state)
        tally = self._take_tally()
        fillings = tally.neighbours(state, steps)
        self._tallies.append(tally)
        for step, filling in zip(steps, fillings, strict=True):
            yield step, filling, 1

    def value(self, state: Filling) -> float:
        """Return minus the cost."""
        return -self._weight * state.penalty

    def cost(self, state: Filling) -> float:
        """Return how far a filling is from a solution, 0 only for one.

        In the neighbourhood "cells" 0.05 for every digit too many or too few in a unit, in
        "boxes" 1 for every digit missing.
        """
        return self._weight * state.penalty

    def goal_test(self, state: Filling) -> bool:
        """Tell whether every unit holds every digit."""
        return not state.penalty

    def faults(self, state: Filling) -> list[str]:
        """Return the digits that are in a unit more than once, unit by unit."""
        pairs = rules.clashes(self.layout, state.digits)
        more = Counter((clash.unit, clash.digit) for clash in pairs)
        return [
            f"{digit} is {'twice' if count == 1 else f'{count + 1} times'} in {unit}"
            for (unit, digit), count in more.items()
        ]

    def schedule(self, steps: int = 1_000_000) -> Callable[[int], float]:
        """Return a schedule for annealing that often finds a solution: one temperature throughout.

        Sudokus freeze at one temperature, and time spent above or below it is lost; the temperature
        was found by trial. A solution ends the search; ``steps`` ends it without a solution.
        """
        temperature = _TEMPERATURE[self.neighbourhood]
        return lambda t: temperature if t < steps else 0

    def random_state(self, random: Random) -> Filling:
        """Return a random filling of the free cells."""
        digits = bytearray(self.fixed)
        if self._in_boxes:
            for unit in self.layout.units[2 * self.side : 3 * self.side]:
                present = {self.fixed[cell] for cell in unit.cells}
                missing = [d for d in range(1, self.side + 1) if d not in present]
                random.shuffle(missing)
                for cell in unit.cells:
                    if not self.fixed[cell]:
                        digits[cell] = missing.pop()
        else:
            for cell in self.free:
                digits[cell] = random.randrange(self.side) + 1
        return self._filling(bytes(digits))

    def recombine(self, x: Filling, y: Filling, random: Random) -> Filling:
        """Return a child of two fillings: every box, or every cell, from either."""
        if self._in_boxes:
            units = self.layout.units[2 * self.side : 3 * self.side]
            groups: Iterable[Sequence[int]] = [unit.cells for unit in units]
        else:
            groups = [(cell,) for cell in self.free]
        digits = bytearray(x.digits)
        for group in groups:
            if random.random() < 0.5:
                for cell in group:
                    digits[cell] = y.digits[cell]
        return self._filling(bytes(digits))

    def mutate(self, x: Filling, random: Random) -> Filling:
        """Return a filling one random step away."""
        steps = self.actions(x)
        return self.result(x, random.choice(steps)) if steps else x

    def state(self, rows: Iterable[Sequence[object]] | Cells) -> Filling:
        """Return the filling of rows of digits, or of a dict of cells.

        BoardError if the filling does not fit this puzzle.
        """
        digits = digits_of_rows(rows, self.side)
        for cell, (digit, fixed) in enumerate(zip(digits, self.fixed, strict=True)):
            if not digit or (fixed and digit != fixed):
                expected = f"the given {fixed}" if fixed else "a digit"
                name = self.layout.name(cell)
                raise BoardError(f"Sudoku filling: {name} is {digit}, expected {expected}")
        for unit in self.layout.units[2 * self.side : 3 * self.side] if self._in_boxes else ():
            if len({digits[cell] for cell in unit.cells}) < self.side:
                raise BoardError(f"Sudoku filling: {unit.name} lacks a digit, expected every one")
        return self._filling(bytes(digits))

    def _filling(self, digits: bytes) -> Filling:
        tally = self._take_tally()
        filling = Filling(digits, tally.penalty(digits))
        self._tallies.append(tally)
        return filling

    def grid(self, state: Filling) -> list[list[int]]:
        """Return the rows of digits."""
        n, digits = self.side, list(state.digits)
        return [digits[start : start + n] for start in range(0, n * n, n)]

    @classmethod
    def parse(cls, text: str, **options: Any) -> Self:
        """Return the problem that a text describes, in any format that ``Sudoku`` reads."""
        return cls(text, **options)

    def format(self, to: str = "id") -> str:
        """Return the givens in a text format, as ``Sudoku.format`` does."""
        return format_board(Board(self.layout, self.givens), to)

    @classmethod
    def levels(cls) -> Mapping[str, str]:
        """Return Sudoku's bundled levels up to side 6.

        The neighbourhood "cells" of larger boards is too large for a quick look at them.
        """
        return {name: text for name, text in Sudoku.levels().items() if name < "08"}

    @classmethod
    def split(cls, text: str) -> Iterator[tuple[int, str]]:
        """Yield (line number, text) of every puzzle of a file."""
        return Sudoku.split(text)

    def solution_text(self, node: Node[Filling, Repair]) -> str:
        """Return the filled board as one line of characters."""
        return write_line(Board(self.layout, tuple(node.state.digits)))

    @classmethod
    def random_instance(cls, random: Random, /, **options: Any) -> Self:
        """Return a random puzzle, filled at random; options as for ``Sudoku.generate``."""
        return cls(Sudoku.generate(random, **options), seed=random)

    def scene(self, state: Filling, action: Repair | None = None) -> Scene:
        """Return the picture of a filling, with clashes and the last step marked."""
        marked = [] if action is None else self.changed_cells(state, action)
        return view.scene(self.layout, self.givens, self.grid(state), marked)

    def changed_cells(self, state: Filling, action: Repair) -> list[RowColumn]:
        """Return the cells of a step: both cells of an exchange, or the cell that changes."""
        return list(action) if isinstance(action, Exchange) else [action.cell]


def _puzzle(board: Any, box: Any, options: dict[str, Any]) -> Sudoku:
    """Return the puzzle of a board in any form, digits row by row among them."""
    if isinstance(board, Sudoku):
        return board
    if isinstance(board, Sequence) and board and isinstance(board[0], int):
        n = isqrt(len(board))
        board = [board[first : first + n] for first in range(0, len(board), n)]
    return Sudoku(board, box, **options)


def _rows_of(board: Any) -> Any:
    """Return the rows of a filling, which may come as a text."""
    return parse_board(board, Variant()).rows() if isinstance(board, str) else board


def _after_singles(puzzle: Sudoku) -> tuple[int, ...]:
    """Return the givens and the digits that singles determine; BoardError if they refute it."""
    state = puzzle.lanes.close_under_singles(puzzle.initial)
    if not state:
        raise BoardError("Sudoku without a solution: singles alone refute the givens")
    return tuple(puzzle.lanes.digits(state))
