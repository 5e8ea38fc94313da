"""The picture of a board of tiles: tiles on their goal squares have a different colour."""

from __future__ import annotations

from collections.abc import Sequence

from aima_search import display
from aima_search.base.errors import BoardError
from puzzles.tiles.rules import LEAST_SIDE, MOST_SIDE

_AWAY, _HOME = 1, 0  # kinds of pieces, for their colours


def scene(
    rows: Sequence[Sequence[int]], goal: Sequence[int], origin: int | None, target: int | None
) -> display.Scene:
    """Return the picture of a board after a tile has moved from square ``origin`` to ``target``."""
    columns = len(rows[0])

    def cell(tile: int, square: int) -> display.Cell:
        if not tile:
            return display.Cell(origin=square == origin)
        kind = _HOME if goal[square] == tile else _AWAY
        return display.Cell(str(tile), role="piece", kind=kind, marked=square == target)

    return display.Scene(
        tuple(
            tuple(cell(tile, row * columns + column) for column, tile in enumerate(tiles))
            for row, tiles in enumerate(rows)
        )
    )


def pictures(rows: int, columns: int) -> dict[str, display.Cell]:
    """Return a dict from each possible text of a square, such as "5", to its picture."""
    if not all(LEAST_SIDE <= side <= MOST_SIDE for side in (rows, columns)):
        raise BoardError(
            f"tiles of {rows} x {columns}: expected {LEAST_SIDE} to {MOST_SIDE} rows and columns"
        )
    tiles = map(str, range(1, rows * columns))
    return {
        "0": display.Cell(),
        **{tile: display.Cell(tile, "piece", kind=_AWAY) for tile in tiles},
    }
