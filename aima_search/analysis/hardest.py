"""Boards of a known cost: a state space gone through backwards from its goals.

A random board is rarely hard. Where the space is small enough, the optimal cost of every state that
a board can reach is known, and a board can begin at any of these states.
"""

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
"""States of a space that is gone through."""

_DRAWS = 100  # random boards, until a goal can be reached

_Board = TypeVar("_Board", bound=Puzzle[Any, Any])


class TooManyStatesError(BoardError):
    """More states can be reached from a board than are gone through."""


def generate_hardest(puzzle: type[_Board], random: Random, /, **options: Any) -> _Board:
    """Return a random board that begins at the state farthest from a goal, with its proved cost.

    options: of ``puzzle.generate``. BoardError if the boards have too many states, or no solution.
    """
    for _ in range(_DRAWS):
        board = puzzle.generate(random, **options)
        space = _whole_space(board)
        most = max((cost for cost in space.h_star if cost < inf), default=None)
        if most is not None:
            found = _begun_at(board, space, random.choice(_places(space, most, most)))
            found.remark = f"costs {most:g}, and none of its {len(space):,} states costs more"
            return found
    raise BoardError(f"{puzzle.puzzle}: none of {_DRAWS} random boards can be solved")


def begun_at_cost(problem: _Board, random: Random, low: float, high: float) -> _Board | None:
    """Return a board that begins at a reachable state of this optimal cost; None if there is none.

    TooManyStatesError if the space is too large.
    """
    space = _whole_space(problem)
    places = _places(space, low, high)
    return _begun_at(problem, space, random.choice(places)) if places else None


def _places(space: Space, low: float, high: float) -> list[int]:
    """Return the indices of the states whose optimal cost is in a range."""
    return [place for place, cost in enumerate(space.h_star) if low <= cost <= high]


def _whole_space(problem: Puzzle[Any, Any]) -> Space:
    space = enumerate_space(problem, MOST_STATES)
    if not space.complete:
        raise TooManyStatesError(
            f"{problem.puzzle}: more than {MOST_STATES:,} states can be reached from a board; ask"
            " for a smaller board"
        )
    return space


def _begun_at(problem: _Board, space: Space, place: int) -> _Board:
    """Return a board that begins at the state with an index."""
    [state] = space.states(place, place + 1)
    there = copy(problem)
    there.initial = state
    board = type(problem).parse(there.format())
    if board.initial != state:
        raise BoardError(f"{problem.puzzle}: the text of a board cannot say where it begins")
    return board
