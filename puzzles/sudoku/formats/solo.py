"""Simon Tatham's Solo ids: ``3x3:BODY``, jigsaw ``9j``, diagonals ``x``, killer ``k``.

``CxR`` means boxes of C rows and R columns. After the body, each behind a comma, come the borders
of jigsaw regions, the borders of cages, and the totals of cages in their first cells.
"""

from __future__ import annotations

import re

from aima_search.base.errors import BoardError
from puzzles.sudoku.board import Board, Variant
from puzzles.sudoku.formats.place import fault_at
from puzzles.sudoku.formats.runs import (
    RunError,
    read_borders,
    read_numbers,
    write_borders,
    write_numbers,
)
from puzzles.sudoku.geometry import MAX_SIDE, MIN_SIDE, Cage, box_layout, jigsaw_layout

_HEAD = re.compile(r"(\d{1,2})(?:x(\d{1,2})|j)([xk]{0,2}):", re.ASCII)


def is_solo(text: str) -> bool:
    """Tell whether a text starts as an id does."""
    return _HEAD.match(text) is not None


def read_solo(text: str, variant: Variant, alphabet: str | None) -> Board:
    """Return the board of an id, which says the boxes and the diagonals itself."""
    text = text.strip()
    head = _HEAD.match(text)
    if head is None:
        raise fault_at(text, 0, "an id such as 3x3:... or 9j:...")
    is_jigsaw, is_killer = head[2] is None, "k" in head[3]
    side = int(head[1]) if is_jigsaw else int(head[1]) * int(head[2])
    if not MIN_SIDE <= side <= MAX_SIDE:
        raise BoardError(f"Sudoku id of side {side}: expected {MIN_SIDE} to {MAX_SIDE}")
    if not is_jigsaw:
        box_layout((int(head[1]), int(head[2])))  # refuses a wrong box before its cells are counted
    parts = text[head.end() :].split(",")
    wanted = 1 + is_jigsaw + 2 * is_killer
    if len(parts) != wanted:
        raise BoardError(f"Sudoku id: {len(parts)} parts between commas, expected {wanted}")
    offsets = [head.end() + sum(len(part) + 1 for part in parts[:i]) for i in range(wanted)]
    part = 0
    try:
        givens = read_numbers(parts[0], side * side)
        regions: list[int] = []
        if is_jigsaw:
            part = 1
            regions = read_borders(parts[1], side)
        areas: list[int] = []
        totals: list[int] = []
        if is_killer:
            part = wanted - 2
            areas = read_borders(parts[part], side)
            part = wanted - 1
            totals = read_numbers(parts[part], side * side)
    except RunError as error:
        raise fault_at(text, offsets[part] + error.offset, error.expected) from None
    if max(givens) > side:
        raise BoardError(f"Sudoku id: found {max(givens)}, expected digits up to {side}")
    diagonals = "x" in head[3] or variant.diagonals
    cages = _cages(areas, totals)
    if is_jigsaw:
        layout = jigsaw_layout(regions, diagonals, cages)
    else:
        layout = box_layout((int(head[1]), int(head[2])), diagonals, cages)
    if variant.box not in (None, layout.box) or variant.regions is not None:
        raise BoardError("Sudoku id: box or regions differ from those of the id; leave them out")
    return Board(layout, tuple(givens))


def _cages(areas: list[int], totals: list[int]) -> list[Cage]:
    cells_of: dict[int, list[int]] = {}
    for cell, area in enumerate(areas):
        cells_of.setdefault(area, []).append(cell)
    for cell, total in enumerate(totals):
        if (total > 0) != (cell in cells_of):
            found = "a" if total else "no"
            raise BoardError(
                f"Sudoku id, totals: {found} total in cell {cell + 1}, expected one in the first"
                " cell of every cage and nowhere else"
            )
    return [Cage(tuple(cells), totals[first]) for first, cells in cells_of.items()]


def write_solo(board: Board) -> str:
    """Return the id of a board; its cages, if there are any, must cover all cells."""
    layout = board.layout
    n = layout.side
    size = f"{n}j" if layout.box is None else "{}x{}".format(*layout.box)
    marks = "x" * layout.diagonals + "k" * bool(layout.cages)
    parts = [write_numbers(board.givens)]
    if layout.box is None:
        parts.append(write_borders(layout.regions, n))
    if layout.cages:
        areas = [-1] * (n * n)
        totals = [0] * (n * n)
        for cells, total in layout.cages:
            totals[cells[0]] = total
            for cell in cells:
                areas[cell] = cells[0]
        if -1 in areas:
            raise BoardError("Sudoku id: every cell must lie in a cage, or none")
        parts += [write_borders(areas, n), write_numbers(totals)]
    return f"{size}{marks}:{','.join(parts)}"
