"""Seeded random MovIX boards."""

from __future__ import annotations

import re
from random import Random

from aima_search.errors import BoardError
from puzzles.grid import Cell, cells
from puzzles.movix.rules import EMPTY, KINDS, WALL


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
    rows, columns = parse_size(size)
    counts = parse_pieces(pieces)
    marks = [kind for kind in KINDS for _ in range(counts.get(kind, 0))] + [WALL] * walls
    if walls < 0 or len(marks) > rows * columns:
        raise BoardError(f"MovIX: {len(marks)} pieces and walls on {rows * columns} cells")
    drawn = _drawn(list(cells(rows, columns)), len(marks), random)
    places = dict(zip(drawn, marks, strict=True))
    return ["".join(places.get((r, c), EMPTY) for c in range(columns)) for r in range(rows)]


def _drawn(free: list[Cell], count: int, random: Random) -> list[Cell]:
    """Return so many cells; the first cells are the same, however many are drawn."""
    drawn = []
    for _ in range(count):
        index = random.randrange(len(free))
        drawn.append(free[index])
        free[index] = free[-1]
        free.pop()
    return drawn


def parse_size(size: int | str | tuple[int, int]) -> tuple[int, int]:
    """Return rows and columns of a size: 6, "6", "6x7" or (6, 7)."""
    if isinstance(size, tuple):
        return size
    match = re.fullmatch(r"(\d{1,3})(?:x(\d{1,3}))?", str(size), re.ASCII)
    if match is None or "0" in (match[1], match[2]):
        raise BoardError(f"MovIX size {size!r}: expected a number, or rows x columns such as 6x7")
    return int(match[1]), int(match[2] or match[1])


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
