"""Hitori as a search problem; a formulation defines actions, result and goal test."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property, partial
from itertools import chain
from random import Random
from typing import Any, ClassVar

from aima_search.base.errors import BoardError
from aima_search.base.interchange import counted, plain_table
from aima_search.display import Scene
from aima_search.model.contract import EditableBoard, Self
from aima_search.model.problem import Node
from aima_search.model.puzzle import Option, Puzzle, register_puzzle
from puzzles.bits import first_place
from puzzles.grid import RowColumn
from puzzles.hitori import formats, rules, view
from puzzles.hitori.deduction import explanation
from puzzles.hitori.deduction.deducer import RULE_SETS, RULES, solutions
from puzzles.hitori.deduction.explanation import HitoriDeductionStep
from puzzles.hitori.deduction.patterns import PATTERNS, SETS, check_names
from puzzles.hitori.formats import FORMATS, MAX_CELLS, READERS
from puzzles.hitori.formulations import BY_NAME, COST_MEANINGS, COSTS, FORMULATIONS, prepare
from puzzles.hitori.generator import DIFFICULTIES, HARDEST, random_board
from puzzles.hitori.rules import BLANK, CellDecision, CellNumber, HitoriBoard, State, Violation
from puzzles.hitori.view import HitoriAnswerGrid
from puzzles.text import one_of, write_number_lists


@register_puzzle("hitori")
class Hitori(Puzzle[State, CellDecision]):
    """Shade cells until no number repeats among the unshaded cells of a row or a column.

    >>> from aima_search import astar_search
    >>> problem = Hitori([[1, 2, 1], [2, 2, 1], [3, 1, 2]])
    >>> node = astar_search(problem)
    >>> node.path_cost, problem.grid(node.state)
    (2, [[1, 2, 0], [2, 0, 1], [3, 1, 2]])
    """

    comment = "#"
    reads_texts = True
    summary = "shade repeated numbers; shaded cells never touch, unshaded cells stay connected"
    version = 3
    default_heuristic = "edge-cover-ahead"
    least_cost = 0
    formats = FORMATS
    example = ("05x05-hard", "--formulation", "cascade-once")
    page_level = "05x05-hard"
    play_settings: ClassVar[Mapping[str, str]] = {"formulation": "naive"}
    plain_settings: ClassVar[Sequence[Mapping[str, str]]] = (
        {"formulation": "cascade"},
        {"formulation": "naive"},
    )
    solution_flags: ClassVar[Mapping[str, str]] = {
        "minimal": "only solutions in which no shaded cell can be unshaded"
    }
    board_options = (
        Option("formulation", str, f"what an action does: {', '.join(FORMULATIONS)} [deduce]",
               is_setting=True, among=FORMULATIONS, meanings=FORMULATIONS),
        Option("rules", partial(check_names, "Hitori rule", RULE_SETS),
               f"deductions to apply, separated by commas ({', '.join(RULES)}), all or none [all]",
               is_setting=True, meanings={rule.name: rule.summary for rule in RULES.values()}),
        Option("preprocess", partial(check_names, "Hitori pattern", SETS),
               "opening patterns to apply before the search, separated by commas"
               f" ({', '.join(PATTERNS)}), notebook, all or none [none]", is_setting=True,
               meanings={
                   **{pattern.name: pattern.summary for pattern in PATTERNS.values()},
                   "notebook": f"five patterns of a course notebook: {', '.join(SETS['notebook'])}",
               }),
        Option("cost", str, f"cost of an action: {', '.join(COSTS)} [shaded]", True, among=COSTS,
               meanings=COST_MEANINGS),
        Option("reader", str, f"format of the text, one of {', '.join(READERS)}",
               among=READERS),
        Option("max-cells", int, "largest number of cells of a board [10000]", least=1),
    )  # fmt: skip
    presets: ClassVar[Mapping[str, Mapping[str, str]]] = {
        "6 x 6, easy": {"size": "6", "difficulty": "easy"},
        "8 x 8, medium": {"size": "8", "difficulty": "medium"},
        "9 x 9, hard": {"size": "9", "difficulty": "hard"},
        "10 x 10, expert": {"size": "10", "difficulty": "probing"},
    }
    instance_options = (
        Option("size", str, "rows and columns, such as 9 or 8x10 [9]"),
        Option("difficulty", str,
               "easy, medium or hard, or the name of the hardest deduction that the board needs,"
               " such as closure [medium]",
               among=(*DIFFICULTIES, *HARDEST)),
        Option("rating", str, "rating of the hardest deduction, such as 3.2 or 3.0-3.4",
               words="a range"),
        Option("tries", int, "largest number of random boards to try [10000]", least=1),
    )  # fmt: skip

    def __init__(
        self,
        rows: str | Sequence[Sequence[CellNumber]],
        formulation: str = "deduce",
        *,
        rules: bool | str | Collection[str] | None = None,
        preprocess: bool | str | Collection[str] = False,
        cost: str = "shaded",
        reader: str | None = None,
        max_cells: int = MAX_CELLS,
    ) -> None:
        """Set up the search problem of a board.

        rows: rows of positive numbers, with None for a cell without a number, or any text that
        ``parse`` accepts. formulation: a name of ``FORMULATIONS``. rules: "all" (the default),
        "none" or names of ``RULES``, for the formulation "deduce". preprocess: "all", "notebook",
        "none" or names of ``PATTERNS``, to apply opening patterns first; True means "all", and
        False means "none". cost: a name of ``COSTS``. reader: the name of the format of a text.
        Raises BoardError (a ValueError) with the row and column of a wrong number, and LookupError
        for an unknown name.

        In "cascade-once-opening", the first action applies the opening patterns. In all other
        formulations, the patterns are already applied in the initial state, at no cost. If the
        rules of "deduce" decide more cells of the initial state, this state has only one action.
        The action makes all these decisions, but its name shows only one of them.
        """
        if isinstance(rows, str):
            rows = formats.parse_text(rows, reader, max_cells=max_cells)
        else:
            rows = formats.check_rows(plain_table(rows), max_cells=max_cells)
        super().__init__(BLANK)
        self.numbers = rows
        self.rows, self.columns = len(rows), len(rows[0])
        self.board = HitoriBoard(rows)
        self.rules = frozenset(
            check_names("Hitori rule", RULE_SETS, True if rules is None else rules)
        )
        self.preprocess = check_names("Hitori pattern", SETS, preprocess)
        self.cost = cost
        self._cost = partial(COSTS[one_of("Hitori cost", cost, COSTS)], self.board)
        prepared = prepare(self.board, self.preprocess)
        self.formulation = one_of("Hitori formulation", formulation, FORMULATIONS)
        self._formulation = BY_NAME[formulation](self.board, prepared, self.rules)
        self.initial = self.prepared = self._formulation.start

    @cached_property
    def opening(self) -> State | None:
        """The state after the first deductions, or None if they find a contradiction."""
        return self._formulation.opening()

    def preparation(self) -> list[HitoriDeductionStep]:
        """Return the deductions that are made before the search starts, in order."""
        if self.prepared == BLANK:
            return []
        return explanation.explain_preparation(self.board, self.preprocess)

    def actions(self, state: State) -> list[CellDecision]:
        """Return the possible decisions about cells; their order depends on the formulation."""
        return [mark for mark, _, _ in self.successors(state)]

    def result(self, state: State, action: CellDecision) -> State:
        """Return the state after ``action``, which is a ``CellDecision`` or a pair (cell, shaded).

        Raises BoardError if the cell is outside the board or the action contradicts the rules.
        """
        mark = CellDecision(*action)
        row, column = mark.cell
        if not (0 <= row < self.rows and 0 <= column < self.columns):
            raise BoardError(
                f"Hitori: {mark} is outside the board of {self.rows} x {self.columns}; expected"
                f" (0,0) to ({self.rows - 1},{self.columns - 1})"
            )
        is_first = state == self.prepared
        after = self.opening if is_first else State(*state)
        if after is not None:
            decided = after.shaded if mark.shaded else after.kept
            is_decided = decided >> self.board.geometry.place(mark.cell) & 1
            if not (is_first and is_decided):  # the opening may contain the decision
                after = self._formulation.after(after, mark)
        if after is None:
            raise BoardError(f"Hitori: the action {mark} breaks a rule in this state")
        return after

    def successors(self, state: State) -> Iterator[tuple[CellDecision, State, int]]:
        """Yield (decision, next state, cost) for each decision that can be made in a state."""
        if state == self.prepared != self.opening:
            if self.opening is not None:
                shaded = self.opening.shaded & ~self.prepared.shaded
                place = first_place(shaded or self.opening.kept & ~self.prepared.kept)
                mark = CellDecision(self.board.geometry.cell(place), bool(shaded))
                yield mark, self.opening, self._cost(state, mark, self.opening)
            return
        for mark in self._formulation.marks(state):
            if (after := self._formulation.after(state, mark)) is not None:
                yield mark, after, self._cost(state, mark, after)

    def goal_test(self, state: State) -> bool:
        """Return True if the shaded cells are a solution."""
        return self.board.is_solution(state[0])

    def path_cost(self, c: float, state1: State, action: CellDecision, state2: State) -> float:
        """Return ``c`` plus the cost of the action, which leads from ``state1`` to ``state2``."""
        return c + self._cost(state1, action, state2)

    def describe(self, state: State, action: CellDecision) -> str:
        """Return the decision and its results as text, such as "shade (0,1), keep 3 cells"."""
        mark, after = CellDecision(*action), self.result(state, action)
        bit = 1 << self.board.geometry.place(mark.cell)
        shaded = self.board.geometry.cells_of(after.shaded & ~(state[0] | bit))
        kept = (after.kept & ~(state[1] | bit)).bit_count()
        parts = [str(mark)]
        if shaded:
            parts.append(f"shade {rules.in_words(shaded)}")
        if kept:
            parts.append(f"keep {counted(kept, 'cell')}")
        return ", ".join(parts)

    def changed_cells(self, state: State, action: CellDecision) -> list[RowColumn]:
        """Return a list with one cell: the cell that the action shades or keeps."""
        return [action.cell]

    def answer_grid(self) -> HitoriAnswerGrid:
        """Return the grid in which a player shades cells or keeps them white."""
        return HitoriAnswerGrid(self.board, self.prepared, lambda: self.opening)

    def drawing(self) -> EditableBoard:
        """Return the board for the page's editor, in which a user changes cells."""
        rows = [["." if number is None else str(number) for number in row] for row in self.numbers]
        return EditableBoard(rows, view.looks)

    def violations(self, state: State) -> list[Violation]:
        """Return the broken rules of a state, each with the cells that break it."""
        return rules.violations(self.board, state[0])

    def faults(self, state: State) -> list[str]:
        """For each broken rule, return a text with the rule and the cells that break the rule."""
        return [f"{rule}: {rules.in_words(cells)}" for rule, cells in self.violations(state)]

    def grid(self, state: State) -> list[list[CellNumber]]:
        """Return the rows of numbers. A shaded cell is 0, and a cell without a number is None."""
        grid = [list(line) for line in self.numbers]
        for row, column in self.solution_cells(state):
            grid[row][column] = 0
        return grid

    def state_of(self, grid: Sequence[Sequence[CellNumber]]) -> State:
        """Return the state whose shaded cells are the zeros of ``grid``."""
        return State(self.board.geometry.mask(formats.check_solution(grid, self.numbers)), 0)

    def judge(self, solution: Any) -> list[str]:
        """Return a text for each broken rule. A solution is given as rows, cells or a text."""
        shaded = formats.shaded_cells(solution, self.numbers)
        cells = self.board.geometry.cells_of(self.board.geometry.full)
        written = {cell: view.SHADED if cell in shaded else view.WHITE for cell in cells}
        grid = HitoriAnswerGrid(self.board, BLANK, lambda: None)
        return [broken.words for broken in grid.broken(written)]

    def settings(self) -> dict[str, str]:
        """Return the options as texts. If a set of rules or patterns has a name, use its name."""
        texts = super().settings()
        for option, sets in (("rules", RULE_SETS), ("preprocess", SETS)):
            for name, names in sets.items():
                if set(getattr(self, option)) == set(names):
                    texts[option] = name
        return texts

    def solutions(  # type: ignore[override]
        self, limit: int | None = None, minimal: bool = False
    ) -> Iterator[State]:
        """Yield the state of every solution once, but at most ``limit`` states.

        If ``minimal`` is True, yield only solutions in which no shaded cell can be unshaded.
        """
        return solutions(self.board, limit, minimal)

    def solution_cells(self, state: State) -> tuple[RowColumn, ...]:
        """Return the shaded cells (row, column), row by row."""
        return self.board.geometry.cells_of(state[0])

    def solution_text(self, node: Node[State, CellDecision]) -> str:
        """Return the rows of a solution as a Python list, with 0 for shaded cells."""
        return write_number_lists(self.grid(node.state))

    @classmethod
    def split(cls, text: str) -> Iterator[tuple[int, str]]:
        """Yield (line number, text of the board) for every board in the text of a file."""
        return formats.split(text)

    def is_unique(self) -> bool:
        """Return True if there is exactly one solution."""
        return len(list(self.solutions(limit=2))) == 1

    def explain(self) -> list[HitoriDeductionStep]:
        """Return the deductions that solve the board, in the order in which you can make them."""
        return list(self._explanation)

    @cached_property
    def _explanation(self) -> list[HitoriDeductionStep]:
        return explanation.explain(self.board)

    def pictures(self, steps: Iterable[HitoriDeductionStep]) -> list[Scene]:
        """Return one picture per step; it marks decided cells and the cells that explain them."""
        return [
            view.picture(
                self.board,
                step.state,
                marked=(*step.shade, *step.keep),
                because=step.because,
                caption=str(step),
            )
            for step in steps
        ]

    def difficulty(self) -> str:
        """Return the hardest rule of a step-by-step solution, or "none" if no rule is needed."""
        return explanation.hardest(self._explanation)[0]

    def rating(self) -> float:
        """Return the rating of the hardest rule that a step-by-step solution needs."""
        return explanation.hardest(self._explanation)[1]

    def format(self, to: str = "id") -> str:
        """Return the board as text in the format ``to``; the format "id" has one line."""
        return formats.format_rows(self.numbers, to)

    @classmethod
    def random_instance(cls, random: Random, /, **options: Any) -> Self:
        """Return a random board; for the options, see ``puzzles.hitori.generator.random_board``.

        If you give a difficulty or a rating, the board's ``remark`` names the needed deductions.
        """
        board = cls(random_board(random, **options))
        if {"difficulty", "rating"} & {*options}:
            board.remark = explanation.needs(board.explain())
        return board

    def scene(self, state: State, action: CellDecision | None = None) -> Scene:
        """Draw a state; mark the last decision, adjacent shaded cells, and cut-off cells."""
        broken = [cells for rule, cells in self.violations(state) if rule != "repeat"]
        marked = () if action is None else (action.cell,)
        return view.picture(self.board, state, marked=marked, conflicts=set(chain(*broken)))
