"""Boards of sliding tiles, and their goals.

A *board* has rows of numbers, with 0 for the blank. A state has the same numbers in one tuple. The
moves and the parity of a board come from the textbook's ``NPuzzle``.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from typing import TypeAlias, cast

from aima_search.base.errors import BoardError

TileRows: TypeAlias = tuple[tuple[int, ...], ...]
State: TypeAlias = tuple[int, ...]

LEAST_SIDE, MOST_SIDE = 2, 16
GOALS = ("last", "first")
"""Names of goals: the tiles in order, with the blank in the last or the first square."""


def check_board(rows: Sequence[Sequence[int | None]], name: str = "board") -> TileRows:
    """Return a board as tuples; raise BoardError unless each tile occurs exactly once.

    ``rows`` has None where the input was not a number; this raises BoardError, too.
    """
    sides = (len(rows), len(rows[0]) if rows else 0)
    if not all(LEAST_SIDE <= side <= MOST_SIDE for side in sides):
        raise BoardError(
            f"tiles {name} of {sides[0]} x {sides[1]}: expected {LEAST_SIDE} to {MOST_SIDE} rows"
            " and columns, as in the 3 x 3 board 724/506/831"
        )
    missing = set(range(sides[0] * sides[1]))
    for number, row in enumerate(rows, 1):
        if len(row) != sides[1]:
            raise BoardError(
                f"tiles {name}, row {number}: found {len(row)} squares, expected {sides[1]}, as in"
                " row 1"
            )
        for column, tile in enumerate(row, 1):
            if tile in missing:
                missing.remove(tile)
                continue
            where, most = f"tiles {name}, row {number}, column {column}:", sides[0] * sides[1] - 1
            if tile is not None and 0 <= tile <= most:
                name = f"tile {tile}" if tile else "the blank"
                raise BoardError(f"{where} found {name} twice, expected each tile once")
            raise BoardError(
                f"{where} found {'no number' if tile is None else f'{tile!s:.20}'}, expected a tile"
                f" from 1 to {most}, or 0 or _ for the blank"
            )
    return cast(TileRows, tuple(map(tuple, rows)))


def goal_of(goal: str, rows: int, columns: int) -> State:
    """Return the goal state that has the name ``goal``, such as "first".

    >>> goal_of("first", 2, 3)
    (0, 1, 2, 3, 4, 5)
    """
    tiles = range(1, rows * columns)
    return (0, *tiles) if goal == "first" else (*tiles, 0)


def name_of(goal: State) -> str | None:
    """Return the name of a goal state, or None if this goal has no name."""
    return next((name for name in GOALS if goal_of(name, 1, len(goal)) == goal), None)


def state_of(rows: TileRows) -> State:
    """Return the state of a board, which is a tuple with the tiles row by row."""
    return tuple(chain.from_iterable(rows))
