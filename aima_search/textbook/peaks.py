"""Finding the highest number of a grid by walking on it; a problem for local search."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import TypeAlias

from aima_search.base.errors import InputError
from aima_search.model.problem import Problem
from aima_search.textbook.utilities import vector_add

Point: TypeAlias = tuple[int, int]
"""A cell as (x, y)."""

directions4: dict[str, Point] = {"W": (-1, 0), "N": (0, 1), "E": (1, 0), "S": (0, -1)}
directions8: dict[str, Point] = {
    **directions4,
    "NW": (-1, 1),
    "NE": (1, 1),
    "SE": (1, -1),
    "SW": (-1, -1),
}


class PeakFindingProblem(Problem):
    """Walk on a grid of numbers towards the highest; a state is (x, y) of ``grid[x][y]``."""

    def __init__(
        self,
        initial: Point,
        grid: Sequence[Sequence[float]],
        defined_actions: Mapping[str, Point] = directions4,
    ) -> None:
        super().__init__(initial)
        if len(grid) == 0 or len(grid[0]) == 0:
            raise InputError("the grid is empty: expected at least one row of one number")
        self.grid = grid
        self.defined_actions = defined_actions
        self.n = len(grid)
        self.m = len(grid[0])

    def actions(self, state: Point) -> list[str]:
        """Return the directions that do not leave the grid."""
        return [
            action
            for action, step in self.defined_actions.items()
            if self._is_inside(vector_add(state, step))
        ]

    def result(self, state: Point, action: str) -> Point:
        """Return the cell one step on."""
        x, y = vector_add(state, self.defined_actions[action])
        return x, y

    def value(self, state: Point) -> float:
        """Return the number in a cell."""
        if not self._is_inside(state):
            raise InputError(f"{state} is outside of the {self.n} x {self.m} grid")
        x, y = state
        return self.grid[x][y]

    def random_state(self, random: Random) -> Point:
        """Return a random cell."""
        return random.randrange(self.n), random.randrange(self.m)

    def _is_inside(self, cell: tuple[int, ...]) -> bool:
        return 0 <= cell[0] < self.n and 0 <= cell[1] < self.m
