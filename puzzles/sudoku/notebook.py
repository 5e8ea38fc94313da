"""The function names of a course notebook on local search for Sudoku, so that it runs on these.

States are dicts from the name of a cell to its digit: {'A1': 3, 'A2': 4, ...}, sides 4 and 9.
In the notebook's words ``'rows'[0]`` is A1, B1, .. I1: its rows are the columns here, where A is
the first row. Its cost is 0.05 |k - 1|, summed over units and digits, for a digit that occurs k
times in a unit.

>>> fixed = {"A1": 1, "B3": 2}
>>> state = init_state(fixed, 4, seed=0)
>>> cost_function(state) == 0, is_solution(state)
(False, False)
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import combinations
from math import isqrt
from typing import TypeAlias

from aima_search.algorithms.randomness import Seed, random_source
from aima_search.errors import BoardError
from puzzles.sudoku.geometry import LETTERS

State: TypeAlias = dict[str, int]
Units: TypeAlias = dict[str, list[list[str]]]

_SIDES = (4, 9)
WEIGHT = 0.05


def obtain_all_cells(n: int = 9) -> list[str]:
    """Return the names of all cells, letter by letter: A1, A2, ...

    >>> obtain_all_cells(4)[:5]
    ['A1', 'A2', 'A3', 'A4', 'B1']
    """
    _check_side(n)
    return [f"{letter}{number}" for letter in LETTERS[:n] for number in range(1, n + 1)]


def obtain_coordinates_of_units(n: int = 9) -> Units:
    """Return the units under "rows" (A1, B1, ...), "columns" (A1, A2, ...) and "boxes".

    >>> obtain_coordinates_of_units(4)["boxes"][1]
    ['A3', 'A4', 'B3', 'B4']
    """
    _check_side(n)
    letters, size = LETTERS[:n], isqrt(n)
    return {
        "rows": [[f"{letter}{number}" for letter in letters] for number in range(1, n + 1)],
        "columns": [[f"{letter}{number}" for number in range(1, n + 1)] for letter in letters],
        "boxes": [
            [
                f"{letter}{number}"
                for letter in letters[top : top + size]
                for number in range(left + 1, left + size + 1)
            ]
            for top in range(0, n, size)
            for left in range(0, n, size)
        ],
    }


def init_state(fixed_cells: Mapping[str, int], n: int = 9, *, seed: Seed = None) -> State:
    """Return a state with the fixed cells and random digits in the others.

    Without a seed the digits come from Python's global generator, as in the notebook.
    """
    cells = obtain_all_cells(n)
    for name, digit in fixed_cells.items():
        if name not in cells or not 1 <= digit <= n:
            raise BoardError(
                f"fixed cell {name!r}: {digit!r}, expected a cell from A1 to {cells[-1]} with a"
                f" digit from 1 to {n}"
            )
    random = random_source(seed)
    return {name: fixed_cells.get(name) or random.randrange(n) + 1 for name in cells}


def frame(state: Mapping[str, int]) -> str:
    """Return a state in a frame, a line for every letter, with blanks for cells that are not in it.

    >>> print(frame({'A1': 1, 'D4': 4}))
    +-----+-----+
    | 1   |     |
    |     |     |
    +-----+-----+
    |     |     |
    |     |   4 |
    +-----+-----+
    """
    n = 9 if any(name[1:] > "4" or name[0] > "D" for name in state) else 4
    size = isqrt(n)
    rule = "+" + ("-" * (2 * size + 1) + "+") * size
    lines = [rule]
    for row, letter in enumerate(LETTERS[:n], 1):
        faces = [str(state.get(f"{letter}{number}", " ")) for number in range(1, n + 1)]
        parts = [" ".join(faces[left : left + size]) for left in range(0, n, size)]
        lines.append("| " + " | ".join(parts) + " |")
        if row % size == 0:
            lines.append(rule)
    return "\n".join(lines)


def print_state(state: Mapping[str, int]) -> None:
    """Print a state in a frame: the notebook's own way to show it."""
    print(frame(state))  # noqa: T201 (printing is what the notebook calls this for)


def return_neib_states(
    state: Mapping[str, int], fixed_cells: Iterable[str] | Mapping[str, int]
) -> list[State]:
    """Return the neighbours of a state, equal ones included.

    First the exchanges of two free cells, unit by unit and in each by pairs; then the changes of
    one free cell, cell by cell, digits ascending.
    """
    n = _side(state)
    fixed = set(fixed_cells)
    free = [name for name in obtain_all_cells(n) if name not in fixed]
    neighbours = []
    for unit in _all_units(n):
        for one, other in combinations([name for name in unit if name not in fixed], 2):
            neighbours.append({**state, one: state[other], other: state[one]})
    for name in free:
        others = [digit for digit in range(1, n + 1) if digit != state[name]]
        neighbours += [{**state, name: digit} for digit in others]
    return neighbours


def is_solution(state: Mapping[str, int]) -> bool:
    """Tell whether every unit holds every digit."""
    n = _side(state)
    return all(len({state[name] for name in unit}) == n for unit in _all_units(n))


def cost_function(state: Mapping[str, int]) -> float:
    """Return the cost: each unit summed by itself, "rows" and "columns" added before boxes."""
    n = _side(state)
    total = 0.0
    for unit in _all_units(n):
        values = [state[name] for name in unit]
        of_unit = 0.0
        for digit in range(1, n + 1):
            of_unit += WEIGHT * abs(values.count(digit) - 1)
        total += of_unit
    return total


def _all_units(n: int) -> Iterator[list[str]]:
    units = obtain_coordinates_of_units(n)
    yield from units["rows"]
    yield from units["columns"]
    yield from units["boxes"]


def _side(state: Mapping[str, int]) -> int:
    n = isqrt(len(state))
    if n * n != len(state):
        raise BoardError(f"state of {len(state)} cells: expected 16 or 81")
    _check_side(n)
    return n


def _check_side(n: int) -> None:
    if n not in _SIDES:
        raise BoardError(f"side {n}: expected 4 or 9")
