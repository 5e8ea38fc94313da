"""Finds hard boards in small state spaces by computing the optimal cost of every state."""

from __future__ import annotations

from copy import copy
from math import inf
from random import Random
from typing import Any, TypeVar

from aima_search.analysis.enumeration import enumerate_space
from aima_search.analysis.space import Space
from aima_search.base.errors import BoardError
from aima_search.model.puzzle import Puzzle

MOST_STATES = 1_000_000
"""The largest number of states in an enumerated space."""

_DRAWS = 100  # most random boards to try until one has a solution

_Board = TypeVar("_Board", bound=Puzzle[Any, Any])


class TooManyStatesError(BoardError):
    """The state space of a board is too large."""


def generate_hardest(puzzle: type[_Board], random: Random, /, **options: Any) -> _Board:
    """Return a random board whose initial state has the highest optimal cost in its state space.

    options: the options of ``puzzle.generate``. Raises BoardError if a board has too many states or
    no board has a solution.
    """
    for _ in range(_DRAWS):
        board = puzzle.generate(random, **options)
        space = _whole_space(board)
        most = max((cost for cost in space.h_star if cost < inf), default=None)
        if most is not None:
            found = _board_at(board, space, random.choice(_indices(space, most, most)))
            found.remark = f"costs {most:g}, the highest cost of {len(space):,} reachable states"
            return found
    raise BoardError(f"{puzzle.puzzle}: none of {_DRAWS} random boards can be solved")


def board_of_cost(problem: _Board, random: Random, low: float, high: float) -> _Board | None:
    """Return a board like ``problem`` with an optimal cost from ``low`` to ``high``.

    Returns None if no state has such a cost. Raises TooManyStatesError if the space is too large.
    """
    space = _whole_space(problem)
    indices = _indices(space, low, high)
    return _board_at(problem, space, random.choice(indices)) if indices else None


def _indices(space: Space, low: float, high: float) -> list[int]:
    return [index for index, cost in enumerate(space.h_star) if low <= cost <= high]


def _whole_space(problem: Puzzle[Any, Any]) -> Space:
    space = enumerate_space(problem, MOST_STATES)
    if not space.complete:
        raise TooManyStatesError(
            f"{problem.puzzle}: a board has more than {MOST_STATES:,} reachable states, which is"
            " too many for a full search: choose a smaller board"
        )
    return space


def _board_at(problem: _Board, space: Space, index: int) -> _Board:
    [state] = space.states(index, index + 1)
    start = copy(problem)
    start.initial = state
    board = type(problem).parse(start.format())
    if board.initial != state:
        raise BoardError(
            f"{problem.puzzle}: found a board that cannot be written as text: choose another puzzle"
        )
    return board
