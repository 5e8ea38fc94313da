"""What a step costs: the cells it shades, the repeats of its cell, the repeats it settles, or 1."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from aima_search.base.errors import UnknownName
from puzzles.hitori.rules import Board, Mark, State

Cost: TypeAlias = Callable[[Board, State, Mark, State], int]
"""From the board, the state before a step, its mark and the state after it to its cost."""

REPEAT_COST = 10_000


def shaded_cells(board: Board, before: State, mark: Mark, after: State) -> int:
    """Return how many cells the step shades."""
    return (after[0] & ~before[0]).bit_count()


def repeats_met(board: Board, before: State, mark: Mark, after: State) -> int:
    """Return 10,000 times how often the number of the mark's cell stands in its row and column.

    A line counts if the number stands there unshaded more than once. All else that the step
    decides is free.
    """
    bit, total = 1 << board.geometry.place(mark[0]), 0
    for mask in board.group_masks:
        count = (mask & ~before[0]).bit_count() if mask & bit else 0
        if count > 1:
            total += count
    return REPEAT_COST * total


def repeats_settled(board: Board, before: State, mark: Mark, after: State) -> int:
    """Return 10,000 for each repeat that the step settles; all solutions then cost the same."""
    return REPEAT_COST * (board.surplus(before[0]) - board.surplus(after[0]))


def one(board: Board, before: State, mark: Mark, after: State) -> int:
    """Return 1."""
    return 1


COSTS: dict[str, Cost] = {
    "shaded": shaded_cells,
    "repeats": repeats_met,
    "surplus": repeats_settled,
    "actions": one,
}
"""The costs by name."""


def cost_of(name: str) -> Cost:
    """Return the cost of a name; UnknownName if there is none."""
    if name not in COSTS:
        raise UnknownName("Hitori cost", str(name), COSTS)
    return COSTS[name]
