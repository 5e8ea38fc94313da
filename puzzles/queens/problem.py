"""The queens puzzle as the textbook defines it: queens are placed column by column."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from random import Random
from typing import Any

from aima_search.base.errors import BoardError
from aima_search.base.interchange import RowColumn
from aima_search.model.compiled import BitFields, CompiledForm, Formula
from aima_search.model.contract import Action, EditableBoard, Self
from aima_search.model.puzzle import Option, Puzzle, register_puzzle
from aima_search.textbook.queens import NQueensProblem
from puzzles.queens import view
from puzzles.queens.formats import WRITERS, drawn, parse_rows, parse_text
from puzzles.queens.generator import random_placed
from puzzles.queens.rules import OPEN, State, check_size, check_state, pairs
from puzzles.text import one_of


class QueensBase(Puzzle[State, Action]):
    """The base class of ``Queens`` and ``QueensLocal``; ``given`` is the original board."""

    given: State
    comment = "#"
    reads_texts = True
    formats = tuple(WRITERS)

    def format(self, to: str = "id") -> str:
        """Return the original board as text on one line ("id") or in rows ("rows")."""
        return WRITERS[one_of("queens format", to, WRITERS)](self.given)

    def drawing(self) -> EditableBoard:
        """Return the board for the page's editor."""
        return EditableBoard(drawn(self.given), view.pictures)

    def solution_text(self, node: Any) -> str:
        """Return the row of the queen in each column, as a text."""
        return WRITERS["id"](node.state)


@register_puzzle("queens")
class Queens(QueensBase[int], NQueensProblem):  # type: ignore[misc] # both classes define h
    """Place a queen in the first column without a queen, on a row where no queen attacks it.

    A state has the row of the queen in each column, or -1 for no queen. An action is a row.

    >>> from aima_search import astar_search
    >>> astar_search(Queens(4)).state
    (1, 3, 0, 2)
    """

    summary = "place n queens, column by column, so that no queen attacks another"
    default_heuristic = "open-columns"
    unit_costs = True
    instance_options = (
        Option("size", int, "side of the board [8]"),
        Option("queens", int, "number of queens that already stand in the first columns [2]"),
    )

    def __init__(self, board: int | str | Sequence[int] | Sequence[str] = 8) -> None:
        """Set up the search problem of a board.

        board: the side length of an empty board, a text that ``parse`` accepts, a drawing as a list
        of texts, or a list with the row of the queen in each column (-1 for no queen). Raises
        BoardError (a ValueError), which names the row and the column.
        """
        state = read_state(board)
        placed = state.index(OPEN) if OPEN in state else len(state)
        if any(row != OPEN for row in state[placed:]):
            raise BoardError(
                f"queens board: column {placed + 1} has no queen, but a later column has a queen:"
                " fill the columns from left to right, or use the puzzle queens-local"
            )
        if pairs(state):
            raise BoardError(
                "queens board: found queens that attack each other, expected a board without"
                " attacks (queens-local accepts all boards)"
            )
        NQueensProblem.__init__(self, len(state))
        self.initial = self.given = state

    def successors(self, state: State) -> Iterator[tuple[int, State, int]]:
        """Yield (row, next board, 1) for every row on which a queen can stand; 1 is the cost."""
        if state[-1] != OPEN:
            return
        column = state.index(OPEN)
        taken = set()
        for other in range(column):
            row, away = state[other], column - other
            taken |= {row, row - away, row + away}
        before, after = state[:column], state[column + 1 :]
        for row in range(self.N):
            if row not in taken:
                yield row, (*before, row, *after), 1

    def compiled(self) -> CompiledForm | str:
        """Return functions that numba can compile, or a message if the board is too large."""
        if self.N > 15:
            return f"{self.N} queens do not fit into an integer of 64 bits"
        size, fields = self.N, BitFields(self.N, 4, least=OPEN)
        return CompiledForm(
            expand=Formula(placings, [size], lists=True),
            goal=Formula(is_full, [size]),
            most=size,
            pack=fields.pack,
            unpack=fields.unpack,
            numbers=fields.numbers,
        )

    def grid(self, state: State) -> list[str]:
        """Return the rows of the board as texts, with ``Q`` for a queen."""
        return drawn(state)

    def why_not(self, state: State, origin: RowColumn, target: RowColumn) -> str:
        """Return the reason why no queen can be placed on a square."""
        if OPEN in state and target[1] != state.index(OPEN):
            return f"the next queen goes into column {state.index(OPEN)}"
        return "a queen attacks this square" if OPEN in state else "all queens are placed"

    @classmethod
    def random_instance(cls, random: Random, /, **options: Any) -> Self:
        """Return a random board; for options, see ``puzzles.queens.generator.random_placed``."""
        return cls(random_placed(random, **options))

    def describe(self, state: State, action: int) -> str:
        """Return an action in words: the square on which a queen is placed."""
        column = state.index(OPEN) if OPEN in state else len(state) - 1
        return f"queen in column {column}, row {action}"


def row_of(key: Any, column: Any) -> Any:
    """Return the row of the queen in a column of a board. Return -1 if there is no queen."""
    return (key >> 4 * column & 15) - 1


def is_attacked(key: Any, row: Any, column: Any) -> Any:
    """Return True if a queen in an earlier column attacks the square."""
    for other in range(column):
        away = row_of(key, other) - row
        if away == 0 or abs(away) == column - other:
            return True
    return False


def placings(key: Any, ints: Any, floats: Any, raw: Any, keys: Any, costs: Any) -> Any:
    """Write all successors into ``keys``: the boards with one more queen, on a safe square."""
    column, count = 0, 0
    while column < ints[0] and row_of(key, column) >= 0:
        column += 1
    for row in range(ints[0] if column < ints[0] else 0):
        if not is_attacked(key, row, column):
            keys[count], costs[count] = key | row + 1 << 4 * column, 1
            count += 1
    return count


def is_full(key: Any, ints: Any, floats: Any, raw: Any) -> Any:
    """Return True if the last column has a queen, which means that the board is a solution."""
    return row_of(key, ints[0] - 1) >= 0


def read_state(board: int | str | Sequence[int] | Sequence[str]) -> State:
    """Return the state of a board, which is given in one of the forms that ``Queens`` accepts."""
    if isinstance(board, int):
        check_size(board)
        return (OPEN,) * board
    if isinstance(board, str):
        return parse_text(board)
    rows = list(board) if isinstance(board, Iterable) else [None]
    if all(isinstance(row, str) for row in rows):
        return parse_rows([str(row) for row in rows])
    if not all(isinstance(row, int) for row in rows):
        raise BoardError("queens board: expected a size, a list of rows, a drawing or a text")
    return check_state([int(row) for row in board])
