"""Seeded random MovIX boards."""

from __future__ import annotations

import re
from random import Random

from aima_search.base.errors import BoardError
from puzzles.grid import RowColumn, cells
from puzzles.movix.formats import MAX_SIDE
from puzzles.movix.rules import EMPTY, KINDS, WALL
from puzzles.sizes import parse_size


def random_board(
    random: Random,
    /,
    *,
    size: int | str | tuple[int, int] = 6,
    pieces: str | dict[str, int] = "S1L2V1H1",
    walls: int = 2,
) -> list[str]:
    """Return the rows of a board with pieces and walls on random cells.

    size: a number for a square, "RxC" or (rows, columns). pieces: "S2L1V1H1", or kind to number.
    A higher number of walls leaves the pieces where they are.
    """
    rows, columns = parse_size("MovIX", size, 1, MAX_SIDE)
    counts = parse_pieces(pieces)
    number = sum(counts.get(kind, 0) for kind in KINDS) + walls
    if walls < 0 or number > rows * columns:
        raise BoardError(f"MovIX: {number} pieces and walls on {rows * columns} cells")
    marks = [kind for kind in KINDS for _ in range(counts.get(kind, 0))] + [WALL] * walls
    drawn = _drawn(list(cells(rows, columns)), len(marks), random)
    places = dict(zip(drawn, marks, strict=True))
    return ["".join(places.get((r, c), EMPTY) for c in range(columns)) for r in range(rows)]


def _drawn(free: list[RowColumn], count: int, random: Random) -> list[RowColumn]:
    """Return so many cells; the first cells are the same, however many are drawn."""
    drawn = []
    for _ in range(count):
        index = random.randrange(len(free))
        drawn.append(free[index])
        free[index] = free[-1]
        free.pop()
    return drawn


def parse_pieces(pieces: str | dict[str, int]) -> dict[str, int]:
    """Return the number of each kind: "S2L1" is two S and one L."""
    if isinstance(pieces, dict):
        return pieces
    if not re.fullmatch(r"(?:[HLSV]\d{1,3})+", pieces, re.ASCII):
        raise BoardError(f"MovIX pieces {pieces!r}: expected kinds and numbers, such as S2L1V1H1")
    counts: dict[str, int] = {}
    for kind, number in re.findall(r"([HLSV])(\d+)", pieces):
        counts[kind] = counts.get(kind, 0) + int(number)
    return counts
