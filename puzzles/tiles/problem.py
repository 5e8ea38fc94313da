"""Tiles as a search problem: the textbook's n-puzzle on boards of any size."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from random import Random
from typing import Any, ClassVar

from aima_search.base.errors import BoardError
from aima_search.base.interchange import RowColumn
from aima_search.model.contract import EditableBoard, Self, spaced_rows
from aima_search.model.problem import Problem
from aima_search.model.puzzle import Option, Puzzle, register_puzzle
from aima_search.textbook.tiles import NPuzzle
from puzzles.grid import in_rows
from puzzles.text import one_of, parse_size
from puzzles.tiles import generator, view
from puzzles.tiles.formats import WRITERS, parse_goal, read_board, write_goal
from puzzles.tiles.rules import GOALS, LEAST_SIDE, MOST_SIDE, State, TileRows, goal_of, state_of

_BACK = {"UP": "down", "DOWN": "up", "LEFT": "right", "RIGHT": "left"}


@register_puzzle("tiles")
class Tiles(Puzzle[State, str], NPuzzle):  # type: ignore[misc] # both classes define h
    """Slide tiles into the blank until they are in order; an action is a move of the blank.

    A state has the tiles row by row, with 0 for the blank.

    >>> from aima_search import astar_search
    >>> problem = Tiles("123/456/078")
    >>> astar_search(problem).solution()
    ['RIGHT', 'RIGHT']
    """

    comment = "#"
    reads_texts = True
    summary = "slide tiles until they are in order: the 8-puzzle, the 15-puzzle, any size"
    default_heuristic = "manhattan"
    made_heuristics = ("pattern-database", "relaxed")
    heuristic = "manhattan"
    board_options = (
        Option("goal", parse_goal,
               "rows of the goal; or last or first for the square of its blank [last]",
               among=GOALS),
    )  # fmt: skip
    presets: ClassVar[Mapping[str, Mapping[str, str]]] = {
        "easy, 8 moves": {"depth": "8"},
        "medium, 16 moves": {"depth": "16"},
        "hard, 24 moves": {"depth": "24"},
    }
    instance_options = (
        Option("size", str, "rows and columns, such as 3 or 3x4 [3]"),
        Option("goal", parse_goal, "square of the blank in the goal: last or first [last]",
               among=GOALS),
        Option("depth", int, "length of the shortest solution [any]"),
    )  # fmt: skip
    formats = tuple(WRITERS)

    def __init__(
        self,
        board: str | Sequence[int] | Sequence[Sequence[int]],
        goal: str | Sequence[int] | Sequence[Sequence[int]] | None = None,
    ) -> None:
        """Set up the search problem of a board.

        board: rows of numbers, a flat list of numbers, or any text that ``parse`` accepts. goal:
        a board, or "last" or "first": the tiles in order, with the blank in the last or first
        square. The default is the goal in the text of the board, or "last" if the text has none.
        Raises BoardError (a ValueError), which names the row and the column.
        """
        rows, goal_text = read_board(board)
        self.rows, self.columns = len(rows), len(rows[0])
        if goal is None:
            goal = goal_text or GOALS[0]
        Problem.__init__(self, state_of(rows), self._goal(goal))
        self._set_shape(self.rows, self.columns)

    def _goal(self, goal: str | Sequence[Any]) -> State:
        if isinstance(goal, str):
            goal = parse_goal(goal)
        if isinstance(goal, str):
            return goal_of(goal, self.rows, self.columns)
        is_flat = len(goal) > 0 and isinstance(goal[0], int)
        rows: TileRows = read_board(in_rows(goal, self.columns) if is_flat else goal)[0]
        if (len(rows), len(rows[0])) != (self.rows, self.columns):
            raise BoardError(
                f"tiles goal of {len(rows)} x {len(rows[0])}: expected the size of the board,"
                f" {self.rows} x {self.columns}"
            )
        return state_of(rows)

    def hopeless(self) -> str:
        """Return the reason why a board has no solution, or "" if it has a solution."""
        if self.check_solvability(self.initial):
            return ""
        return "parity: half of all boards cannot reach the goal, and this board is one of them"

    def describe(self, state: State, action: str) -> str:
        """Return an action in words: the tile that moves, and the direction in which it moves."""
        square = self.moves[state.index(0)].get(action)
        return action if square is None else f"{state[square]} {_BACK[action]}"

    def grid(self, state: Sequence[int]) -> list[tuple[int, ...]]:
        """Return the rows of numbers, with 0 for the blank."""
        return in_rows(tuple(state), self.columns)

    def why_not(self, state: Sequence[int], origin: RowColumn, target: RowColumn) -> str:
        """Return the reason why a tile cannot move from one square to another square."""
        return "only a tile next to the blank slides, and only into the blank"

    def drawing(self) -> EditableBoard:
        """Return the board for the page's editor."""
        rows = [list(map(str, row)) for row in self.grid(self.initial)]
        return EditableBoard(rows, view.pictures, self._drawn)

    def _drawn(self, rows: Sequence[Sequence[str]]) -> str:
        shape = (self.rows, self.columns)
        goal = write_goal(self.goal, self.columns)
        if goal not in GOALS and (len(rows), len(rows[0])) != shape:
            goal = GOALS[0]
        return f"goal {goal}\n{spaced_rows(rows)}".replace("/", ";")

    def format(self, to: str = "id") -> str:
        """Return the board as text, on one line ("id") or in rows ("rows")."""
        return WRITERS[one_of("tiles format", to, WRITERS)](self.initial, self.columns, self.goal)

    @classmethod
    def random_instance(
        cls,
        random: Random,
        /,
        *,
        size: int | str | tuple[int, int] = 3,
        goal: str | TileRows = GOALS[0],
        **options: Any,
    ) -> Self:
        """Return a random board that can be solved; for options, see ``generator.random_state``."""
        solved = _solved(parse_size("tiles", size, LEAST_SIDE, MOST_SIDE), goal)
        state = generator.random_state(random, solved, **options)
        return cls(in_rows(state, solved.columns), solved.goal)


@lru_cache(maxsize=16)
def _solved(shape: tuple[int, int], goal: str | TileRows) -> Tiles:
    rows, columns = shape
    return Tiles(in_rows(goal_of(GOALS[0], rows, columns), columns), goal)
