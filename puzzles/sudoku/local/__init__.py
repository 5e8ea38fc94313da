"""Sudoku for local search: every cell has a digit, and steps repair the board.

The neighbourhood defines the steps, and the cost measures how far a full board is from a solution.
You can combine any neighbourhood with any cost. After a step, only the change of the cost is
computed, but a cost function of your own is called with the whole board.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from random import Random
from typing import Any

from aima_search.base.errors import BoardError, NotApplicable
from aima_search.base.seeds import Seed, random_source
from aima_search.catalog.expressions import FileReference, parse_reference
from aima_search.catalog.user_files import load_function
from aima_search.model.contract import Self
from aima_search.model.puzzle import Option, read_switch, register_puzzle
from puzzles.grid import RowColumn, in_rows
from puzzles.sudoku import rules
from puzzles.sudoku.formats import parse_board
from puzzles.sudoku.local import filling
from puzzles.sudoku.local.filling import COSTS, Exchange, FilledBoard, Repair, UserCost
from puzzles.sudoku.problem import Sudoku, SudokuBase
from puzzles.sudoku.rules import CellValues, Placement, SudokuBoard, Variant
from puzzles.text import one_of

NEIGHBOURHOODS: Mapping[str, str] = {
    "cells": "two free cells of a unit are exchanged, or a free cell takes another digit",
    "boxes": "two free cells of a box are exchanged; every box always holds every digit",
    "rows": "two free cells of a row are exchanged; every row always holds every digit",
    "change": "a free cell takes another digit",
}
"""The steps of every neighbourhood; the first is from a well-known course notebook."""

NOTEBOOK_WEIGHT = 0.05
_TEMPERATURE = {"notebook": 0.035, "missing": 0.4, "conflicts": 0.5, "units": 0.35}


@register_puzzle("sudoku-local")
class SudokuLocal(SudokuBase[FilledBoard, Repair]):
    """A full Sudoku board to repair. The ``value`` of a board is minus its ``cost``.

    Only a solution has the value 0. A solution has no actions, so annealing stops there.

    >>> from aima_search.algorithms.climbing import random_restart_hill_climbing
    >>> problem = SudokuLocal("..1.2....4....3.", neighbourhood="boxes", seed=1)
    >>> problem.goal_test(random_restart_hill_climbing(problem, seed=1))
    True
    """

    summary = "change the free cells of a full board until no row, column or box repeats a digit"
    board_options = (
        Option("box", rules.read_box, "rows and columns of a box, such as 2x3"),
        Option("neighbourhood", str, f"what an action changes: {', '.join(NEIGHBOURHOODS)} [cells]",
               True, among=tuple(NEIGHBOURHOODS), meanings=NEIGHBOURHOODS),
        Option("cost", str,
               f"cost of a full board: {', '.join(COSTS)}, or file.py:f, which gets the rows of"
               " digits [notebook with --neighbourhood cells, otherwise missing]",
               is_setting=True, meanings=COSTS),
        Option("singles-first", read_switch,
               "yes: first fill in the forced digits, and never change them [no]", True),
        Option("seed", int, "seed for the random digits [0]", is_setting=True),
        Option("givens", str, "the givens on one line, if all cells of the board are filled"),
    )  # fmt: skip
    unit_costs = True

    def __init__(
        self,
        board: str | Iterable[Sequence[object]] | CellValues | SudokuBoard | Sudoku,
        box: tuple[int, int] | None = None,
        *,
        neighbourhood: str = "cells",
        cost: str | UserCost | None = None,
        singles_first: bool | int = False,
        seed: Seed = 0,
        givens: str | Sequence[int] | CellValues | None = None,
        **options: Any,
    ) -> None:
        """Set up a board and fill it at random.

        board, box, options: as for ``Sudoku``. neighbourhood: a name of ``NEIGHBOURHOODS``. cost: a
        name of ``COSTS``, ``file.py:f``, or a function that takes the rows of digits and returns 0
        only for a solution. By default, the cost is "notebook" for the neighbourhood "cells", and
        "missing" otherwise. singles_first: True to place all naked and hidden singles first, and
        never change them. seed: a seed or generator, as for ``random_source``. To start from a full
        board, pass this board as ``board`` (rows of digits or a dict of all cells), and the puzzle
        as ``givens`` (a text, a dict or digits row by row).
        """
        puzzle, start = _puzzle_and_start(board, givens, box, options)
        if puzzle.layout.cages:
            raise NotApplicable("SudokuLocal allows no cages: use Sudoku for boards with cages")
        self.singles_first = bool(singles_first)
        self.seed = seed if start is None and isinstance(seed, int) else None
        self.neighbourhood = one_of("neighbourhood", neighbourhood, NEIGHBOURHOODS)
        self.layout, self.givens = puzzle.layout, puzzle.givens
        self.side, self.box = puzzle.side, puzzle.box
        self.fixed = _after_singles(puzzle) if singles_first else puzzle.givens
        n, units = self.side, self.layout.units
        first = {"rows": 0, "boxes": 2 * n}.get(neighbourhood, len(units))
        self._whole = units[first : first + n]  # units that have every digit on every full board
        self._counted = [u for u in range(len(units)) if not first <= u < first + n]
        self._given_cost = cost
        self.cost_name = cost or ("notebook" if neighbourhood == "cells" else "missing")
        self._cost_of = _known_cost(self.cost_name)
        self._evaluators = list[filling.DeltaEvaluator | filling.UserCostEvaluator]()  # not in use
        self._penalty = self._take_evaluator().penalty
        self._weight = NOTEBOOK_WEIGHT if self._cost_of == "notebook" else 1
        self.free = tuple(cell for cell, digit in enumerate(self.fixed) if not digit)
        self._exchanges = self._all_exchanges()
        self._changes = [
            [Placement(divmod(cell, n), digit) for digit in range(1, n + 1)]
            for cell in (() if self._whole else self.free)
        ]
        super().__init__(
            self.random_state(random_source(seed)) if start is None else self.state(start)
        )

    def _all_exchanges(self) -> tuple[Exchange, ...]:
        n, units = self.side, self.layout.units
        columns_first = [*units[n : 2 * n], *units[:n], *units[2 * n :]]
        among = columns_first if self.neighbourhood == "cells" else self._whole
        free = set(self.free)
        return tuple(
            Exchange(divmod(one, n), divmod(other, n))
            for unit in among
            for one, other in combinations([cell for cell in unit.cells if cell in free], 2)
        )

    def actions(self, state: FilledBoard) -> Sequence[Repair]:
        """Return all exchanges of two digits, then all changes of one digit, or () for a solution.

        In the neighbourhood "cells", the exchanges are listed unit by unit, columns first. If two
        cells share two units, their exchange is listed twice.
        """
        if self.goal_test(state):
            return ()
        if not self._changes:
            return self._exchanges
        digits = state.digits
        steps: list[Repair] = [*self._exchanges]
        for cell, changes in zip(self.free, self._changes, strict=True):
            steps += changes[: digits[cell] - 1]
            steps += changes[digits[cell] :]
        return steps

    def result(self, state: FilledBoard, action: Repair) -> FilledBoard:
        """Return the full board after a step."""
        evaluator = self._take_evaluator()
        board = evaluator.neighbour(state, action)
        self._evaluators.append(evaluator)
        return board

    def _take_evaluator(self) -> filling.DeltaEvaluator | filling.UserCostEvaluator:
        try:
            return self._evaluators.pop()
        except IndexError:  # no evaluator is unused
            cost = self._cost_of
            if not isinstance(cost, str):
                return filling.UserCostEvaluator(self.layout, cost)
            kind = filling.IncompleteUnitsEvaluator if cost == "units" else filling.DeltaEvaluator
            return kind(self.layout, self._counted, cost)

    def successors(self, state: FilledBoard) -> Iterator[tuple[Repair, FilledBoard, int]]:
        """Yield (step, next board, 1) for every step; 1 is the cost."""
        steps = self.actions(state)
        evaluator = self._take_evaluator()
        boards = evaluator.neighbours(state, steps)
        self._evaluators.append(evaluator)
        for step, board in zip(steps, boards, strict=True):
            yield step, board, 1

    def value(self, state: FilledBoard) -> float:
        """Return ``-cost(state)``. Only a solution has the highest value, 0."""
        return -self._weight * state.penalty

    def cost(self, state: FilledBoard) -> float:
        """Return how far a full board is from a solution, as measured by the chosen cost."""
        return self._weight * state.penalty

    def goal_test(self, state: FilledBoard) -> bool:
        """Return True if every unit holds every digit."""
        if callable(self._cost_of):  # the cost of a user may be 0 for other boards
            return rules.is_solution(self.layout, state.digits)
        return not state.penalty

    def settings(self) -> dict[str, str]:
        """Return the options that the board's id does not contain, as a dict from name to text."""
        return super().settings() | (
            {"cost": self._given_cost} if isinstance(self._given_cost, str) else {}
        )

    def faults(self, state: FilledBoard) -> list[str]:
        """Return the repeated digits, unit by unit."""
        pairs = rules.clashes(self.layout, state.digits)
        more = Counter((clash.unit, clash.digit) for clash in pairs)
        return [
            f"{digit} is {'twice' if count == 1 else f'{count + 1} times'} in {unit}"
            for (unit, digit), count in more.items()
        ]

    def schedule(self, steps: int = 1_000_000) -> Callable[[int], float]:
        """Return an annealing schedule: a constant temperature, and 0 after ``steps`` steps."""
        temperature = 0.4 if callable(self._cost_of) else _TEMPERATURE[self._cost_of]
        return lambda t: temperature if t < steps else 0

    def random_state(self, random: Random) -> FilledBoard:
        """Return a full board with random digits in the free cells."""
        digits = bytearray(self.fixed)
        if not self._whole:
            for cell in self.free:
                digits[cell] = random.randrange(self.side) + 1
        for unit in self._whole:
            present = {self.fixed[cell] for cell in unit.cells}
            missing = [d for d in range(1, self.side + 1) if d not in present]
            random.shuffle(missing)
            for cell in unit.cells:
                if not self.fixed[cell]:
                    digits[cell] = missing.pop()
        return self._filling(bytes(digits))

    def recombine(self, x: FilledBoard, y: FilledBoard, random: Random) -> FilledBoard:
        """Return a board with each box, row or cell from ``x`` or ``y``, at random."""
        groups = [unit.cells for unit in self._whole] or [(cell,) for cell in self.free]
        digits = bytearray(x.digits)
        for group in groups:
            if random.random() < 0.5:
                for cell in group:
                    digits[cell] = y.digits[cell]
        return self._filling(bytes(digits))

    def mutate(self, x: FilledBoard, random: Random) -> FilledBoard:
        """Return the full board after one random step."""
        steps = self.actions(x)
        return self.result(x, random.choice(steps)) if steps else x

    def state(self, rows: Iterable[Sequence[object]] | CellValues) -> FilledBoard:
        """Return the full board for ``rows``, a list of rows of digits or a dict of cells.

        Raises BoardError if a cell has no digit or a given digit was changed. If the
        neighbourhood is "boxes" (or "rows"), each box (or row) must also contain every digit.
        """
        digits = rules.digits_of_rows(rows, self.side)
        for cell, (digit, fixed) in enumerate(zip(digits, self.fixed, strict=True)):
            if not digit or (fixed and digit != fixed):
                expected = f"the given {fixed}" if fixed else "a digit"
                name = self.layout.name(cell)
                raise BoardError(f"Sudoku filling: found {digit} in {name}, expected {expected}")
        for unit in self._whole:
            if len({digits[cell] for cell in unit.cells}) < self.side:
                raise BoardError(f"Sudoku filling: expected every digit once in {unit.name}")
        return self._filling(bytes(digits))

    def _filling(self, digits: bytes) -> FilledBoard:
        return FilledBoard(digits, self._penalty(digits))

    def grid(self, state: FilledBoard) -> list[list[int]]:
        """Return the digits of a full board as a list of rows."""
        return in_rows(list(state.digits), self.side)

    @classmethod
    def levels(cls) -> Mapping[str, str]:
        """Return the bundled levels up to 6 x 6; local search takes too long on larger levels."""
        return {name: text for name, text in Sudoku.levels().items() if name < "08"}

    @classmethod
    def random_instance(cls, random: Random, /, **options: Any) -> Self:
        """Generate a puzzle with ``Sudoku.generate(**options)``, and fill it with random digits."""
        return cls(Sudoku.generate(random, **options), seed=random)

    def changed_cells(self, state: FilledBoard, action: Repair) -> list[RowColumn]:
        """Return the two cells of an exchange, or the cell of a placement, as a list."""
        return list(action) if isinstance(action, Exchange) else [action.cell]


def _puzzle_and_start(board: Any, givens: Any, box: Any, options: Any) -> tuple[Sudoku, Any]:
    puzzle, start = (board, None) if givens is None else (givens, board)
    if isinstance(start, str):
        start = parse_board(start, Variant()).givens
    return puzzle if isinstance(puzzle, Sudoku) else Sudoku(puzzle, box, **options), start


def _known_cost(cost: str | UserCost) -> str | UserCost:
    if callable(cost) or cost in COSTS:
        return cost
    found = parse_reference(cost)
    function = load_function(found) if isinstance(found, FileReference) else None
    return function or one_of("cost", cost, COSTS)


def _after_singles(puzzle: Sudoku) -> tuple[int, ...]:
    if not (state := puzzle.bitboard.close_under_singles(puzzle.initial)):
        raise BoardError("Sudoku has no solution: placing forced digits leads to a contradiction")
    return tuple(puzzle.bitboard.digits(state))
