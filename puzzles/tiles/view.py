"""The picture of a board of tiles: tiles that lie where they belong have a colour of their own."""

from __future__ import annotations

from collections.abc import Sequence

from aima_search import display
from aima_search.base.errors import BoardError
from puzzles.tiles.rules import LEAST_SIDE, MOST_SIDE

_AWAY, _HOME = 1, 0  # kinds of pieces: the palette's colours


def scene(
    rows: Sequence[Sequence[int]], goal: Sequence[int], moved: int | None, left: int | None
) -> display.Scene:
    """Return a board; ``moved`` is where the last tile went, ``left`` the square that it left."""
    columns = len(rows[0])

    def cell(tile: int, square: int) -> display.Cell:
        if not tile:
            return display.Cell(origin=square == left)
        kind = _HOME if goal[square] == tile else _AWAY
        return display.Cell(str(tile), role="piece", kind=kind, marked=square == moved)

    return display.Scene(
        tuple(
            tuple(cell(tile, row * columns + column) for column, tile in enumerate(tiles))
            for row, tiles in enumerate(rows)
        )
    )


def looks(rows: int, columns: int) -> dict[str, display.Cell]:
    """Return what a square of a drawn board may hold, and what it looks like."""
    if not all(LEAST_SIDE <= side <= MOST_SIDE for side in (rows, columns)):
        raise BoardError(
            f"tiles of {rows} x {columns}: expected {LEAST_SIDE} to {MOST_SIDE} rows and columns"
        )
    tiles = map(str, range(1, rows * columns))
    return {"0": display.Cell(), **{one: display.Cell(one, "piece", kind=_AWAY) for one in tiles}}
