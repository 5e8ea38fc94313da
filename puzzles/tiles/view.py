"""The pictures of the squares in the page's editor; the textbook's problem draws whole boards."""

from __future__ import annotations

from aima_search import display
from aima_search.base.errors import BoardError
from puzzles.tiles.rules import LEAST_SIDE, MOST_SIDE


def pictures(rows: int, columns: int) -> dict[str, display.Cell]:
    """Return a dict from each possible text of a square, such as "5", to its picture."""
    if not all(LEAST_SIDE <= side <= MOST_SIDE for side in (rows, columns)):
        raise BoardError(
            f"tiles of {rows} x {columns}: expected {LEAST_SIDE} to {MOST_SIDE} rows and columns"
        )
    tiles = map(str, range(1, rows * columns))
    return {"0": display.Cell(), **{tile: display.Cell(tile, "piece", kind=1) for tile in tiles}}
