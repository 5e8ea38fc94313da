"""A second Sudoku solver, to compare with ours: simple backtracking on a dict."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from puzzles import Sudoku

Grid = dict[tuple[int, int], int]


def flat(problem: Sudoku, state: Any) -> tuple[int, ...]:
    """Return the digits of a state as one sequence, row by row, 0 for open cells."""
    return tuple(digit for row in problem.grid(state) for digit in row)


def box_of(row: int, column: int, box: tuple[int, int]) -> tuple[int, int]:
    return row // box[0], column // box[1]


def fits(grid: Grid, cell: tuple[int, int], digit: int, box: tuple[int, int]) -> bool:
    row, column = cell
    return not any(
        other == digit
        and (r == row or c == column or box_of(r, c, box) == box_of(row, column, box))
        for (r, c), other in grid.items()
        if (r, c) != cell
    )


def all_solutions(
    givens: Sequence[int], box: tuple[int, int], diagonals: bool = False
) -> Iterator[tuple[int, ...]]:
    """Yield every solution of a board; givens: its digits row by row, 0 for open cells."""
    n = box[0] * box[1]
    grid = {divmod(i, n): digit for i, digit in enumerate(givens) if digit}
    if not all(fits(grid, cell, digit, box) for cell, digit in grid.items()):
        return
    if diagonals and not all(on_diagonals_fits(grid, c, d, n) for c, d in grid.items()):
        return
    open_cells = [divmod(i, n) for i, digit in enumerate(givens) if not digit]

    def fill(number: int) -> Iterator[tuple[int, ...]]:
        if number == len(open_cells):
            yield tuple(grid[divmod(i, n)] for i in range(n * n))
            return
        cell = open_cells[number]
        for digit in range(1, n + 1):
            if fits(grid, cell, digit, box) and (
                not diagonals or on_diagonals_fits(grid, cell, digit, n)
            ):
                grid[cell] = digit
                yield from fill(number + 1)
                del grid[cell]

    yield from fill(0)


def on_diagonals_fits(grid: Grid, cell: tuple[int, int], digit: int, n: int) -> bool:
    row, column = cell
    falling = {(i, i) for i in range(n)} if row == column else set()
    rising = {(i, n - 1 - i) for i in range(n)} if row + column == n - 1 else set()
    return all(grid.get(other) != digit for other in (falling | rising) - {cell})


def is_solution(rows: Sequence[Sequence[int]], box: tuple[int, int]) -> bool:
    n = box[0] * box[1]
    digits = set(range(1, n + 1))
    boxes: dict[tuple[int, int], set[int]] = {}
    for r, row in enumerate(rows):
        for c, digit in enumerate(row):
            boxes.setdefault(box_of(r, c, box), set()).add(digit)
    lines = [set(row) for row in rows] + [set(column) for column in zip(*rows, strict=True)]
    return all(unit == digits for unit in (*lines, *boxes.values()))
