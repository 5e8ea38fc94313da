"""Walking in a plane of cells around obstacles (fourth edition); a state is a cell (x, y)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, TypeAlias

from aima_search.problem import Problem, Successor
from aima_search.textbook.utilities import distance

Cell: TypeAlias = tuple[int, int]

_STEPS = [(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)]


class GridProblem(Problem):
    """Go from cell to cell, in eight directions, at the cost of the straight line.

    An action is the cell to go to. Obstacles on the initial cell or the goal are removed.
    Without ``size``, (width, height), the plane has no end: a search for a goal that is
    walled in does not end either.
    """

    initial: Cell
    goal: Cell

    def __init__(
        self,
        initial: Cell = (15, 30),
        goal: Cell = (130, 30),
        obstacles: Iterable[Cell] = (),
        *,
        size: tuple[int, int] | None = None,
        **attributes: Any,
    ) -> None:
        super().__init__(initial, goal, **attributes)
        self.obstacles = set(obstacles) - {initial, goal}
        self.size = size

    def actions(self, state: Cell) -> list[Cell]:
        """Return the free cells around a cell."""
        x, y = state
        around = ((x + dx, y + dy) for dx, dy in _STEPS)
        return [cell for cell in around if self._is_free(cell)]

    def result(self, state: Cell, action: Cell) -> Cell:
        """Return the cell gone to, or the same cell if an obstacle is there."""
        return action if self._is_free(action) else state

    def action_cost(self, s: Cell, a: Cell, s1: Cell) -> float:
        """Return the length of the straight line."""
        return distance(s, s1)

    def successors(self, state: Cell) -> Iterator[Successor]:
        """Yield the free cells around a cell, each with its distance."""
        for cell in self.actions(state):
            yield cell, cell, distance(state, cell)

    def predecessors(self, state: Cell) -> Iterator[Successor]:
        """Yield the cells around a free cell, from where one goes to it."""
        x, y = state
        for dx, dy in _STEPS if self._is_free(state) else ():
            cell = x + dx, y + dy
            yield state, cell, distance(cell, state)

    def h(self, node: Any) -> float:
        """Return the length of the straight line to the goal."""
        return distance(node.state, self.goal)

    def _is_free(self, cell: Cell) -> bool:
        if cell in self.obstacles:
            return False
        return self.size is None or (0 <= cell[0] < self.size[0] and 0 <= cell[1] < self.size[1])
