"""Sudoku as a search problem, whose states have empty cells and whose actions place digits.

Branching and propagation are parameters, because courses compare such formulations. In each of
them, a path costs 1 for every cell that it fills, so all solutions have the same cost.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import islice
from random import Random
from typing import Any, ClassVar

from aima_search.base.errors import BoardError, NotApplicable
from aima_search.display import Scene
from aima_search.model import contract
from aima_search.model.contract import EditableBoard, Self, spaced_rows
from aima_search.model.problem import Node
from aima_search.model.puzzle import Option, Puzzle, read_switch, register_puzzle
from puzzles.grid import RowColumn, in_rows
from puzzles.sudoku import formats, rules, view
from puzzles.sudoku.bitboard import BRANCHINGS, State, bitboard_of, make_branching
from puzzles.sudoku.deduction import TECHNIQUES, SudokuDeductionStep, explain, hardest
from puzzles.sudoku.deduction.propagation import PROPAGATIONS, make_propagation, solutions
from puzzles.sudoku.formats.rows import ALPHABETS, write_line
from puzzles.sudoku.generator import DIFFICULTIES, random_board
from puzzles.sudoku.rules import CellValues, Layout, Placement, SudokuBoard, Variant
from puzzles.sudoku.view import SudokuAnswerGrid
from puzzles.text import one_of


class SudokuBase(Puzzle[contract.State, contract.Action]):
    """Base class of ``Sudoku`` and ``SudokuLocal``: it reads, writes and draws boards."""

    comment = "#"
    reads_texts = True
    presets: ClassVar[Mapping[str, Mapping[str, str]]] = {
        "4 x 4, easy": {"box": "2x2"},
        "9 x 9, easy": {"difficulty": "hidden-singles"},
        "9 x 9, medium": {"difficulty": "naked-singles"},
        "9 x 9, hard": {"difficulty": "locked-candidates"},
        "9 x 9, expert": {"difficulty": "search"},
    }
    instance_options = (
        Option("box", rules.read_box, "rows and columns of a box [3x3]"),
        Option("clues", int, "number of givens [as few as a unique solution needs]"),
        Option("difficulty", str, f"hardest technique needed: {', '.join(DIFFICULTIES)}",
               among=DIFFICULTIES),
        Option("rating", str, "rating of the hardest step, such as 3.0-4.5",
               words="a rating or a range of ratings",
               meanings={name: f"{t.rating}: {t.sentence}" for name, t in TECHNIQUES.items()}),
        Option("symmetric", read_switch, "yes: the places of the givens are symmetric [no]"),
        Option("diagonals", read_switch, "yes: the long diagonals have every digit once, too [no]"),
        Option("tries", int, "largest number of random full boards to try [50]", least=1),
    )  # fmt: skip
    formats = tuple(formats.WRITERS)
    layout: Layout
    givens: tuple[int, ...]

    @classmethod
    def split(cls, text: str) -> Iterator[tuple[int, str]]:
        """Yield (line number, text) for every puzzle in a file."""
        return formats.split(text)

    def format(self, to: str = "id") -> str:
        """Return the givens as text; ``to`` is the name of a format in ``formats``."""
        return formats.format_board(SudokuBoard(self.layout, self.givens), to)

    def judge(self, solution: Any) -> list[str]:
        """Return the faults of a filled board as texts; the board is given as rows or as text."""
        box = self.layout.box
        variant = Variant(box, None if box else self.layout.regions)
        if isinstance(solution, str):
            digits = formats.parse_board(solution, variant).givens
        else:
            digits = tuple(rules.digits_of_rows(solution, variant.side))
        name = self.layout.name
        faults = [
            f"{name(cell)}: found {digit}, expected the given {given}"
            for cell, (given, digit) in enumerate(zip(self.givens, digits, strict=True))
            if given not in (0, digit)
        ]
        faults += [f"{name(cell)} is empty" for cell, digit in enumerate(digits) if not digit]
        grid = view.SudokuAnswerGrid(bitboard_of(self.layout), [0] * len(digits))
        written = zip(grid.choices, map(str, digits), strict=True)
        return faults + [broken.words for broken in grid.broken(dict(written))]

    def solution_text(self, node: Node[contract.State, contract.Action]) -> str:
        """Return the filled board as one line of characters."""
        digits = [digit for row in self.grid(node.state) for digit in row]
        return write_line(SudokuBoard(self.layout, tuple(digits)))

    def changed_cells(self, state: contract.State, action: contract.Action) -> list[RowColumn]:
        """Return the cells that an action changes."""
        raise NotImplementedError

    def scene(self, state: contract.State, action: contract.Action | None = None) -> Scene:
        """Return a picture of a state, with marks on clashes and on cells of the last action."""
        changed = [] if action is None else self.changed_cells(state, action)
        return view.scene(self.layout, self.givens, self.grid(state), changed)


@register_puzzle("sudoku")
class Sudoku(SudokuBase[State, Placement]):
    """Fill the board so that every row, column and box holds every digit once.

    States are integers (see ``puzzles.sudoku.bitboard``); ``grid(state)`` returns the digits.

    >>> from aima_search import astar_search
    >>> problem = Sudoku("..1.2....4....3.")
    >>> problem.grid(astar_search(problem).state)
    [[4, 3, 1, 2], [2, 1, 4, 3], [3, 4, 2, 1], [1, 2, 3, 4]]
    """

    summary = "write each digit once into every row, column and box"
    default_heuristic = "combined"
    least_cost = 0
    board_options = (
        Option("box", rules.read_box, "rows and columns of a box, such as 2x3"),
        Option("reader", str, f"format of the text, one of {', '.join(formats.READERS)}"),
        Option("alphabet", str, f"characters for the digits: {', '.join(ALPHABETS)}"),
        Option("branching", str, f"cell that an action fills: {', '.join(BRANCHINGS)}",
               is_setting=True, among=BRANCHINGS),
        Option("propagation", str, f"deductions after an action: {', '.join(PROPAGATIONS)}",
               is_setting=True, among=PROPAGATIONS),
    )  # fmt: skip
    example = ("09x09-4-search", "--propagation", "forward-checking")
    page_level = "09x09-1-hidden-singles"
    play_settings: ClassVar[Mapping[str, str]] = {
        "branching": "any-empty-cell",
        "propagation": "none",
    }
    plain_settings: ClassVar[Sequence[Mapping[str, str]]] = (
        {"branching": "first-empty-cell", "propagation": "forward-checking"},
    )

    def __init__(
        self,
        board: str | Iterable[Sequence[object]] | CellValues | SudokuBoard,
        box: tuple[int, int] | None = None,
        *,
        regions: Sequence[object] | None = None,
        diagonals: bool = False,
        cages: Iterable[tuple[Iterable[Any], int]] = (),
        reader: str | None = None,
        alphabet: str | None = None,
        branching: str = BRANCHINGS[0],
        propagation: str = "singles",
    ) -> None:
        """Set up the search problem of a board.

        board: rows of numbers with 0 for empty cells, a dict such as {"A1": 3}, or any text that
        ``parse`` accepts. box: (rows, columns) of a box; the default is as square as possible, such
        as (2, 3) for side 6. regions: for a jigsaw, a label for every cell, row by row. diagonals:
        True if the long diagonals are units. cages: a list of pairs (cells, total); a cell is
        (row, column) or a name. Raises BoardError (a ValueError) for an invalid board, for example
        ContradictoryGivens.
        """
        variant = Variant(rules.checked_box(box), regions, diagonals)
        if isinstance(board, str):
            board = formats.parse_board(board, variant, reader=reader, alphabet=alphabet)
        elif not isinstance(board, SudokuBoard):
            board = rules.make_board(rules.digits_of_rows(board, variant.side), variant)
        board = rules.with_cages(board, cages)
        self.layout, self.givens = board.layout, board.givens
        self.side, self.box = board.layout.side, board.layout.box
        self.branching = one_of("branching", branching, BRANCHINGS)
        self.propagation = one_of("propagation", propagation, PROPAGATIONS)
        self.bitboard = bitboard_of(self.layout)
        self._candidates_of = make_branching(branching, self.bitboard)
        self._propagate = make_propagation(propagation, self.bitboard)
        super().__init__(self.bitboard.state_of(self.givens))
        if self.bitboard.digits(self.initial) != list(self.givens):  # one given ruled another out
            clashes = list(rules.clashes(self.layout, self.givens))
            raise rules.ContradictoryGivens(self.layout, clashes)

    def actions(self, state: State) -> list[Placement]:
        """Return the pairs (cell, digit) to try, except pairs that propagation rules out."""
        return [action for action, _, _ in self.successors(state)]

    def result(self, state: State, action: Placement) -> State:
        """Return the state after a digit is placed and its consequences are propagated.

        action: any pair (cell, digit); the cell is (row, column) or a name. If the propagation
        finds a contradiction, only the digit itself is placed. Raises BoardError if the board has
        no such cell or digit.
        """
        cell, digit = action
        if not 1 <= digit <= self.side:
            raise BoardError(f"Sudoku digit {digit!r}: expected a digit from 1 to {self.side}")
        placed = self.bitboard.place(state, (rules.cell_number(self.layout, cell), digit - 1))
        return self._propagate(placed) or placed

    def successors(self, state: State) -> Iterator[tuple[Placement, State, int]]:
        """Yield (placement, next state, number of cells that placement and propagation fill)."""
        placement, propagate, side = self.bitboard.placement, self._propagate, self.side
        guards = self.bitboard.cell_guards
        open_cells = (state & guards).bit_count()
        for candidate in self._candidates_of(state):
            if after := propagate(state & placement(candidate)):
                action = Placement(divmod(candidate[0], side), candidate[1] + 1)
                yield action, after, open_cells - (after & guards).bit_count()

    def path_cost(self, c: float, state1: State, action: Placement, state2: State) -> float:
        """Return ``c`` plus the number of cells that the step fills."""
        return c + self.bitboard.open_cells(state1) - self.bitboard.open_cells(state2)

    def goal_test(self, state: State) -> bool:
        """Return True if every cell is filled and every cage has its total."""
        if state & self.bitboard.cell_guards:
            return False
        return not self.layout.cages or rules.is_solution(self.layout, self.bitboard.digits(state))

    def open_cells(self, state: State) -> int:
        """Return the number of empty cells."""
        return self.bitboard.open_cells(state)

    def candidates(self, state: State, cell: RowColumn | str) -> tuple[int, ...]:
        """Return the digits that a cell may still hold; ``cell`` is (row, column) or a name."""
        return tuple(self.bitboard.candidates(state, rules.cell_number(self.layout, cell)))

    def grid(self, state: State) -> list[list[int]]:
        """Return the rows of digits, with 0 for an empty cell."""
        return in_rows(self.bitboard.digits(state), self.side)

    def solutions(self, limit: int | None = None, **flags: bool) -> Iterator[State]:
        """Yield the final state of each solution, and stop after ``limit`` solutions."""
        if flags:
            raise NotApplicable(f"Sudoku.solutions accepts limit=NUMBER, not {next(iter(flags))}")
        return islice(solutions(self.bitboard, self.initial), limit)

    def count(self, limit: int | None = None) -> int:
        """Return the number of solutions; the count stops at ``limit``."""
        return sum(1 for _ in self.solutions(limit))

    def is_unique(self) -> bool:
        """Return True if there is exactly one solution."""
        return self.count(limit=2) == 1

    @classmethod
    def random_instance(cls, random: Random, /, **options: Any) -> Self:
        """Return a random puzzle; see ``puzzles.sudoku.generator.random_board`` for the options."""
        return cls(random_board(random, **options))

    def explain(self) -> Iterator[SudokuDeductionStep]:
        """Yield the deductions that fill the board, until no technique applies."""
        return iter(self._explanation)

    @cached_property
    def _explanation(self) -> list[SudokuDeductionStep]:
        return list(explain(self.bitboard, self.initial))

    def pictures(self, steps: Iterable[SudokuDeductionStep]) -> Iterator[Scene]:
        """Yield a picture of every step, with marks on the cells that the step changes."""
        digits = list(self.givens)
        for step in steps:
            changed = [removed.cell for removed in step.removed]
            if step.placement is not None:
                row, column = step.placement.cell
                digits[row * self.side + column] = step.placement.digit
                changed = [step.placement.cell]
            picture = view.scene(self.layout, self.givens, in_rows(digits, self.side), changed)
            yield replace(picture, caption=str(step))

    def difficulty(self) -> str:
        """Return the hardest technique that the puzzle needs, one of ``deduction.TECHNIQUES``."""
        return hardest(self._explanation)[1]

    def rating(self) -> float:
        """Return how hard the hardest step of the solution is, on the scale of Sudoku Explainer.

        The scale ends at 11.9. A board that needs a search has the rating 12.0.
        """
        return hardest(self._explanation)[0]

    def answer_grid(self) -> SudokuAnswerGrid:
        """Return the grid for a player's answers, in which empty cells can take any digit."""
        return SudokuAnswerGrid(self.bitboard, self.givens)

    def drawing(self) -> EditableBoard:
        """Return the board for the page's editor."""
        rows = [[str(digit) if digit else "." for digit in row] for row in self.grid(self.initial)]
        return EditableBoard(rows, view.looks, self._with_givens)

    def _with_givens(self, rows: Sequence[Sequence[str]]) -> str:
        if len(rows) != self.side:
            return spaced_rows(rows)
        givens = [0 if text == "." else int(text) for row in rows for text in row]
        return formats.format_board(SudokuBoard(self.layout, tuple(givens)), "id")

    def changed_cells(self, state: State, action: Placement) -> list[RowColumn]:
        """Return a list with the cell into which the action puts a digit."""
        return [action.cell]
