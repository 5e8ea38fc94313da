"""Walking on a grid of cells around obstacles; a state is a cell (x, y)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from aima_search.model.problem import Problem, Successor
from aima_search.textbook.peaks import Point, directions4
from aima_search.textbook.utilities import distance, vector_add


class GridProblem(Problem):
    """Go from cell to cell of a ``width`` x ``height`` grid; an action names a direction.

    ``directions`` maps names to steps (dx, dy); a step costs the length of the straight line,
    1 for each of the four directions that are the default.
    """

    initial: Point
    goal: Point
    least_cost = 0

    def __init__(
        self,
        initial: Point,
        goal: Point,
        width: int,
        height: int,
        obstacles: Iterable[Point] = (),
        directions: Mapping[str, Point] = directions4,
    ) -> None:
        super().__init__(initial, goal)
        self.width, self.height = width, height
        self.obstacles = set(obstacles)
        self.directions = directions

    def passable(self, cell: Point) -> bool:
        """Tell whether a cell is on the grid and free."""
        x, y = cell
        return 0 <= x < self.width and 0 <= y < self.height and cell not in self.obstacles

    def actions(self, state: Point) -> list[str]:
        """Return the directions that lead to a passable cell."""
        return [name for name in self.directions if self.passable(self.result(state, name))]

    def result(self, state: Point, action: str) -> Point:
        """Return the cell one step on."""
        x, y = vector_add(state, self.directions[action])
        return x, y

    def path_cost(self, c: float, state1: Point, action: str, state2: Point) -> float:
        """Return the cost so far and the length of the step."""
        return c + distance(state1, state2)

    def predecessors(self, state: Point) -> Iterator[Successor]:
        """Yield the directions that lead to a passable cell, and where from."""
        x, y = state
        for name, (dx, dy) in self.directions.items() if self.passable(state) else ():
            before = x - dx, y - dy
            if self.passable(before):
                yield name, before, distance(before, state)

    def h(self, node: Any) -> float:
        """Return the length of the straight line to the goal."""
        return distance(node.state, self.goal)
