"""What writers need to know of a board, and only its solution shows."""

from __future__ import annotations

from itertools import islice

from puzzles.sudoku.board import Board
from puzzles.sudoku.deduction.solutions import solutions
from puzzles.sudoku.lanes import Lanes, State, lanes_of


def only_solution(board: Board) -> Board | None:
    """Return the board with its solution filled in, None without a solution, or with several."""
    lanes, state = _start(board)
    found = list(islice(solutions(lanes, state), 2))
    return Board(board.layout, tuple(lanes.digits(found[0]))) if len(found) == 1 else None


def domains_of(board: Board) -> list[list[int]]:
    """Return the digits that every cell may hold next to the givens."""
    lanes, state = _start(board)
    return [lanes.candidates(state, cell) for cell in range(lanes.cells)]


def _start(board: Board) -> tuple[Lanes, State]:
    lanes = lanes_of(board.layout)
    return lanes, lanes.state_of(board.givens)
