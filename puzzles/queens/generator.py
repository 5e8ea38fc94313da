"""Random boards with a few queens that do not attack each other, or with a queen per column."""

from __future__ import annotations

from random import Random

from aima_search.base.errors import BoardError
from aima_search.textbook.queens import attacks
from puzzles.queens.rules import OPEN, State, check_size

_TRIES = 1_000


def random_placed(random: Random, *, size: int = 8, queens: int = 2) -> State:
    """Return a random board with queens in the first columns; no queen attacks another."""
    check_size(size)
    if not 0 <= queens <= size:
        raise BoardError(f"queens, side {size}: found {queens} queens, expected 0 to {size}")
    for _ in range(_TRIES):
        rows: list[int] = []
        for column in range(queens):
            free = [
                row
                for row in range(size)
                if not any(attacks(column, row, *other) for other in enumerate(rows))
            ]
            if not free:
                break
            rows.append(random.choice(free))
        if len(rows) == queens:
            return (*rows, *[OPEN] * (size - queens))
    raise BoardError(f"queens, side {size}: could not place {queens} queens in {_TRIES} tries")


def random_full(random: Random, size: int = 8) -> State:
    """Return a board with one queen in each column, on a random row."""
    check_size(size)
    return tuple(random.randrange(size) for _ in range(size))
