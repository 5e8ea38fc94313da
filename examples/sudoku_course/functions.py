"""The functions of a course notebook on local search for Sudoku, so that the notebook can run.

A state is a dict from the name of a cell to its digit: {'A1': 3, 'A2': 4, ...}. ``rows`` has the
letters, ``cols`` the numbers. In the notebook, A1, B1 up to I1 is a row, so its rows are columns of
``SudokuLocal``. If no side length is given, the notebook uses 9, but these functions use the
number of letters or the size of the state.

>>> state = init_state({"A1": 1, "B3": 2}, "ABCD", "1234", seed=0)
>>> cost_function(state) == 0, is_solution(state)
(False, False)
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from itertools import combinations
from math import isqrt
from typing import TypeAlias

from aima_search.base.errors import BoardError
from aima_search.base.seeds import Seed, random_source
from puzzles.grid import in_rows
from puzzles.sudoku.formats.rows import framed
from puzzles.sudoku.rules import LETTERS, box_layout

__all__ = [
    "cost_function",
    "init_state",
    "is_solution",
    "obtain_all_cells",
    "obtain_coordinates_of_units",
    "print_state",
    "return_neib_states",
]

State: TypeAlias = dict[str, int]
NotebookUnit: TypeAlias = tuple[str, ...]

ROWS, COLUMNS = LETTERS[:9], "123456789"
WEIGHT = 0.05


def obtain_all_cells(rows: str = ROWS, cols: str = COLUMNS) -> NotebookUnit:
    """Return the names of all cells, letter by letter: A1, A2, ...

    >>> obtain_all_cells("AB", "12")
    ('A1', 'A2', 'B1', 'B2')
    """
    return tuple(row + column for row in rows for column in cols)


def obtain_coordinates_of_units(
    rows: str = ROWS, cols: str = COLUMNS, sudoku_size: int | None = None
) -> dict[str, list[NotebookUnit]]:
    """Return the units as a dict with the keys "boxes", "rows", "columns" and "units" (all units).

    In the notebook, the cells of a row are A1, B1, ..., and those of a column are A1, A2, ...
    "units" has the rows, then the columns, then the boxes.

    >>> obtain_coordinates_of_units("ABCD", "1234")["boxes"][1]
    ('A3', 'A4', 'B3', 'B4')
    """
    _check_side(rows, cols, sudoku_size)
    return {kind: list(units) for kind, units in _units(rows, cols).items()}


@lru_cache(maxsize=16)
def _units(rows: str, cols: str) -> dict[str, tuple[NotebookUnit, ...]]:
    cells, size = obtain_all_cells(rows, cols), isqrt(len(rows))
    named = [tuple(cells[cell] for cell in unit.cells) for unit in box_layout((size, size)).units]
    by_row, by_column, boxes = map(tuple, in_rows(named, len(rows)))
    units = (*by_column, *by_row, *boxes)
    return {"boxes": boxes, "rows": by_column, "columns": by_row, "units": units}


def init_state(
    fixed_squares: Mapping[str, int],
    rows: str = ROWS,
    cols: str = COLUMNS,
    max_value: int | None = None,
    *,
    seed: Seed = None,
) -> State:
    """Return a state with ``fixed_squares``, and with random digits in all other cells.

    If ``max_value`` is given, it must be the side of the board. If no seed is given, the digits
    come from Python's global random generator, as in the notebook.
    """
    side = _check_side(rows, cols, max_value)
    cells = obtain_all_cells(rows, cols)
    for name, digit in fixed_squares.items():
        if name not in cells or not 1 <= digit <= side:
            raise BoardError(
                f"found the digit {digit!r} in the fixed cell {name!r}: expected a cell from"
                f" {cells[0]} to {cells[-1]}, and a digit from 1 to {side}"
            )
    random = random_source(seed)
    return {name: fixed_squares.get(name) or random.randrange(side) + 1 for name in cells}


def print_state(
    state_to_print: Mapping[str, int], rows: str | None = None, cols: str | None = None
) -> None:
    """Print a state in a frame, as the notebook does: a line per letter, blanks for missing cells.

    If ``rows`` or ``cols`` is None, the side is 4 if all cells fit into 4 x 4 cells, otherwise 9.
    """
    if rows is None or cols is None:
        n = 9 if any(name[1:] > "4" or name[0] > "D" for name in state_to_print) else 4
        rows, cols = rows or ROWS[:n], cols or COLUMNS[:n]
    size = isqrt(_check_side(rows, cols))
    faces = [f" {state_to_print.get(name, ' ')} " for name in obtain_all_cells(rows, cols)]
    bars, rule = ("|", "|", "|"), ("*", "+", "*")
    text = framed(box_layout((size, size)), faces, "", bars, rule, rule)
    print(text, end="")


def return_neib_states(
    state: Mapping[str, int],
    fixed_squares: Iterable[str] | Mapping[str, int],
    sudoku_size: int | None = None,
    rows: str | None = None,
    cols: str | None = None,
) -> list[State]:
    """Return all states that result if you exchange two digits of a unit, or change one digit."""
    rows, cols = _names_of(state, sudoku_size, rows, cols)
    fixed = set(fixed_squares)
    neighbours = []
    for unit in _units(rows, cols)["units"]:
        for one, other in combinations([name for name in unit if name not in fixed], 2):
            neighbours.append({**state, one: state[other], other: state[one]})
    for name in obtain_all_cells(rows, cols):
        if name not in fixed:
            others = [digit for digit in range(1, len(rows) + 1) if digit != state[name]]
            neighbours += [{**state, name: digit} for digit in others]
    return neighbours


def is_solution(
    state: Mapping[str, int],
    sudoku_size: int | None = None,
    rows: str | None = None,
    cols: str | None = None,
) -> bool:
    """Return True if every unit holds every digit."""
    rows, cols = _names_of(state, sudoku_size, rows, cols)
    digits = set(range(1, len(rows) + 1))
    return all({state[name] for name in unit} == digits for unit in _units(rows, cols)["units"])


def cost_function(
    state: Mapping[str, int],
    sudoku_size: int | None = None,
    rows: str | None = None,
    cols: str | None = None,
    penalty_value: float = WEIGHT,
) -> float:
    """Return the cost: ``penalty_value`` for every missing or surplus digit in a unit.

    The costs are added in the notebook's order of units, so that floats are rounded as there.
    """
    rows, cols = _names_of(state, sudoku_size, rows, cols)
    digits = range(1, len(rows) + 1)
    total = 0.0
    for unit in _units(rows, cols)["units"]:
        values = [state[name] for name in unit]
        of_unit = 0.0
        for digit in digits:
            of_unit += penalty_value * abs(values.count(digit) - 1)
        total += of_unit
    return total


def _names_of(
    state: Mapping[str, int], side: int | None, rows: str | None, cols: str | None
) -> tuple[str, str]:
    n = isqrt(len(state))
    if n * n != len(state):
        raise BoardError(f"state: found {len(state)} cells, expected 16 or 81")
    rows = ROWS[:n] if rows is None else rows
    cols = COLUMNS[:n] if cols is None else cols
    _check_side(rows, cols, side)
    return rows, cols


def _check_side(rows: str, cols: str, side: int | None = None) -> int:
    n = len(rows)
    if n != len(cols) or n not in (4, 9):
        raise BoardError(f"rows {rows!r}, cols {cols!r}: expected 4 or 9 rows, and as many cols")
    if side is not None and side != n:
        raise BoardError(f"side {side} does not fit the rows {rows!r}: expected side {n}")
    return n
