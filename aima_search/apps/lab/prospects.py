"""Warnings before the first run: the questions for which a grid has too few boards."""

from __future__ import annotations

import numpy as np

from aima_search.apps.lab.boards import GridBoards
from aima_search.apps.lab.factors import matched_at, unit_codes
from aima_search.apps.lab.grid import Grid
from aima_search.apps.lab.permutation import LEVEL, is_few, least_p
from aima_search.base.interchange import counted
from aima_search.runs.instances import Axis


def prospects(grid: Grid) -> list[str]:
    """Return a sentence for each question for which a grid has too few boards."""
    boards = GridBoards((board.title, board.axes, board.block) for board in grid.instances)
    is_local = all(config.entry.local for config in grid.configurations)
    factors = [axis for axis in boards.factors if boards.is_paired(axis) or not is_local]
    found, tests = [], len(factors)
    if len(grid.configurations) > 1 and is_few(boards.different):
        found.append(
            f"{counted(boards.different, 'board')}: too few to show a difference between searches;"
            f" use at least {_enough()} boards"
        )
    for axis in factors:
        found += [
            f"there are too few boards to show the effect of {axis} from {boards.axes[axis][0]} to"
            f" {value}; use at least {needed}"
            for value in boards.axes[axis][-1:]
            if (needed := _needed(boards, axis, value, tests))
        ]
    return found


def _enough(tests: int = 1) -> int:
    return next(count for count in range(1, 99) if not is_few(count, tests))


def _needed(boards: GridBoards, axis: str, value: Axis, tests: int) -> str:
    """Return how many boards are needed to show the effect of `value`, "" if there are enough.

    tests: the number of axes, for which p is corrected.
    """
    if boards.is_paired(axis):
        matched, _ = matched_at(boards, axis, value, {})
        too_few = is_few(len(np.unique(boards.blocks[matched])), tests)
        return f"{_enough(tests)} boards" if too_few else ""
    at, strata = unit_codes(boards, axis)
    last, comparisons = boards.axes[axis].index(value), (len(boards.axes[axis]) - 1) * tests
    sizes = [
        (int((codes == 0).sum()), int((codes == last).sum()))
        for codes in (at[strata == stratum] for stratum in np.unique(strata))
    ]
    groups = [size for size in sizes if all(size)]
    if groups and least_p(groups) * comparisons <= LEVEL:
        return ""
    same = len(groups) or 1
    each = next(n for n in range(1, 99) if least_p([(n, n)] * same) * comparisons <= LEVEL)
    return f"{each} boards of each kind"
