"""Hitori by brute force, without the package's code: it tries every set of shaded cells."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import combinations

from hypothesis import strategies as st

Cell = tuple[int, int]
Shading = frozenset[Cell]
Rows = list[list[int | None]]


def beside(cell: Cell) -> list[Cell]:
    row, column = cell
    return [(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)]


def is_connected(cells: set[Cell]) -> bool:
    """Return True if the cells are connected and there is at least one cell."""
    if not cells:
        return False
    waiting = [next(iter(cells))]
    reached = set(waiting)
    while waiting:
        for other in beside(waiting.pop()):
            if other in cells and other not in reached:
                reached.add(other)
                waiting.append(other)
    return reached == cells


@cache
def shadings(rows: int, columns: int) -> tuple[Shading, ...]:
    """Return every set of cells without two neighbours that leaves the other cells connected."""
    cells = [(row, column) for row in range(rows) for column in range(columns)]

    def grow(shaded: Shading, left: list[Cell]) -> Iterator[Shading]:
        if not left:
            yield shaded
            return
        yield from grow(shaded, left[1:])
        if shaded.isdisjoint(beside(left[0])):
            yield from grow(shaded | {left[0]}, left[1:])

    return tuple(s for s in grow(frozenset(), cells) if is_connected(set(cells) - s))


def clashes(rows: Rows) -> list[tuple[Cell, Cell]]:
    """Return every two cells with equal numbers in the same row or column."""
    cells = [(r, c) for r, line in enumerate(rows) for c in range(len(line))]
    return [
        (a, b)
        for a, b in combinations(cells, 2)
        if (a[0] == b[0] or a[1] == b[1])
        and rows[a[0]][a[1]] is not None
        and rows[a[0]][a[1]] == rows[b[0]][b[1]]
    ]


def solutions(rows: Rows) -> list[Shading]:
    pairs = clashes(rows)
    return [
        shaded
        for shaded in shadings(len(rows), len(rows[0]))
        if all(a in shaded or b in shaded for a, b in pairs)
    ]


def minimal_solutions(rows: Rows) -> list[Shading]:
    """Return the solutions in which no single cell can be unshaded."""
    every = set(solutions(rows))
    return [s for s in every if not any(s - {cell} in every for cell in s)]


@st.composite
def boards(draw: st.DrawFn, rows: int = 4, columns: int = 5, blanks: bool = True) -> Rows:
    """Draw boards up to a size, some of them with cells without a number."""
    height = draw(st.integers(1, rows))
    width = draw(st.integers(1, columns))
    most = draw(st.integers(2, max(height, width) + 4))
    number: st.SearchStrategy[int | None] = st.integers(1, most)
    if blanks and draw(st.integers(0, 4)) == 0:
        number = st.one_of(number, st.none())
    line = st.lists(number, min_size=width, max_size=width)
    return draw(st.lists(line, min_size=height, max_size=height))


@st.composite
def solvable_boards(draw: st.DrawFn, rows: int = 4, columns: int = 5) -> Rows:
    """Draw boards with a solution: unshaded cells in a line have different numbers."""
    height = draw(st.integers(2, rows))
    width = draw(st.integers(2, columns))
    shaded = draw(st.sampled_from(shadings(height, width)))
    board: Rows = [[(r + c) % max(height, width) + 1 for c in range(width)] for r in range(height)]
    for row, column in sorted(shaded):
        board[row][column] = draw(st.integers(1, max(height, width)))
    return board
