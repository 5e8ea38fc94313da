"""The picture of a board of tiles: tiles that lie where they belong have a colour of their own."""

from __future__ import annotations

from collections.abc import Sequence

from aima_search import render

_AWAY, _HOME = 1, 0  # kinds of pieces: the palette's colours


def scene(
    rows: Sequence[Sequence[int]], goal: Sequence[int], moved: int | None, left: int | None
) -> render.Scene:
    """Return a board; ``moved`` is where the last tile went, ``left`` the square that it left."""
    columns = len(rows[0])

    def cell(tile: int, square: int) -> render.Cell:
        if not tile:
            return render.Cell(origin=square == left)
        kind = _HOME if goal[square] == tile else _AWAY
        return render.Cell(str(tile), role="piece", kind=kind, marked=square == moved)

    return render.Scene(
        tuple(
            tuple(cell(tile, row * columns + column) for column, tile in enumerate(tiles))
            for row, tiles in enumerate(rows)
        )
    )
