"""Problems on grids: find the highest number, go around obstacles, cross the Wumpus world."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from random import Random
from typing import Any, TypeAlias

from aima_search.base.errors import InputError
from aima_search.model.problem import Problem, Successor
from aima_search.textbook.distances import GridHeuristicMixin
from aima_search.textbook.utilities import distance, vector_add

GridPoint: TypeAlias = tuple[int, int]
"""A cell as (x, y)."""

directions4: dict[str, GridPoint] = {"W": (-1, 0), "N": (0, 1), "E": (1, 0), "S": (0, -1)}
directions8: dict[str, GridPoint] = {
    **directions4,
    "NW": (-1, 1),
    "NE": (1, 1),
    "SE": (1, -1),
    "SW": (-1, -1),
}


class PeakFindingProblem(Problem):
    """Find the highest number ``grid[x][y]`` by local search; a state is a cell (x, y)."""

    def __init__(
        self,
        initial: GridPoint,
        grid: Sequence[Sequence[float]],
        defined_actions: Mapping[str, GridPoint] = directions4,
    ) -> None:
        super().__init__(initial)
        if len(grid) == 0 or len(grid[0]) == 0:
            raise InputError("the grid is empty: expected at least one number")
        self.grid = grid
        self.defined_actions = defined_actions
        self.n = len(grid)
        self.m = len(grid[0])

    def actions(self, state: GridPoint) -> list[str]:
        """Return the directions that do not leave the grid."""
        return [
            action
            for action, step in self.defined_actions.items()
            if self._is_inside(vector_add(state, step))
        ]

    def result(self, state: GridPoint, action: str) -> GridPoint:
        """Return the neighbouring cell in the direction ``action``."""
        x, y = vector_add(state, self.defined_actions[action])
        return x, y

    def value(self, state: GridPoint) -> float:
        """Return the number in the cell ``state``."""
        if not self._is_inside(state):
            raise InputError(f"{state} is outside of the {self.n} x {self.m} grid")
        x, y = state
        return self.grid[x][y]

    def random_state(self, random: Random) -> GridPoint:
        """Return a random cell (x, y) of the grid."""
        return random.randrange(self.n), random.randrange(self.m)

    def _is_inside(self, cell: tuple[int, ...]) -> bool:
        return 0 <= cell[0] < self.n and 0 <= cell[1] < self.m


class GridProblem(GridHeuristicMixin, Problem):
    """Go from one cell (x, y) to another cell on a grid of ``width`` x ``height`` cells.

    ``directions`` maps the names of actions to steps (dx, dy); by default, there are four actions.
    The cost of a step is its length.
    """

    initial: GridPoint
    goal: GridPoint
    least_cost = 0

    def __init__(
        self,
        initial: GridPoint,
        goal: GridPoint,
        width: int,
        height: int,
        obstacles: Iterable[GridPoint] = (),
        directions: Mapping[str, GridPoint] = directions4,
    ) -> None:
        super().__init__(initial, goal)
        self.width, self.height = width, height
        self.obstacles = set(obstacles)
        self.directions = directions

    def passable(self, cell: GridPoint) -> bool:
        """Return True if a cell is on the grid and free."""
        x, y = cell
        return 0 <= x < self.width and 0 <= y < self.height and cell not in self.obstacles

    def actions(self, state: GridPoint) -> list[str]:
        """Return the directions that lead to a passable cell."""
        return [name for name in self.directions if self.passable(self.result(state, name))]

    def result(self, state: GridPoint, action: str) -> GridPoint:
        """Return the neighbouring cell in the direction ``action``."""
        x, y = vector_add(state, self.directions[action])
        return x, y

    def path_cost(self, c: float, state1: GridPoint, action: str, state2: GridPoint) -> float:
        """Return the cost so far plus the length of the step."""
        return c + distance(state1, state2)

    def predecessors(self, state: GridPoint) -> Iterator[Successor]:
        """Yield (action, previous cell, length) for each action that leads to ``state``."""
        x, y = state
        for name, (dx, dy) in self.directions.items() if self.passable(state) else ():
            before = x - dx, y - dy
            if self.passable(before):
                yield name, before, distance(before, state)


_FORWARD = {"UP": (0, 1), "DOWN": (0, -1), "LEFT": (-1, 0), "RIGHT": (1, 0)}
_LEFT_OF = {"UP": "LEFT", "LEFT": "DOWN", "DOWN": "RIGHT", "RIGHT": "UP"}
_RIGHT_OF = {to: of for of, to in _LEFT_OF.items()}


class PlanRoute(Problem):
    """Find a route on a grid for an agent that turns and moves forward.

    A square is [x, y], where x and y are from 1 to ``dimrow``. A state is an object of a class
    that you define. Its method ``get_location()`` returns x and y, and ``get_orientation()``
    returns "UP", "DOWN", "LEFT" or "RIGHT". Its constructor takes x, y and an orientation. ``goal``
    is a square, or a collection of squares and states. The agent does not move to a square that
    is not ``allowed``.
    """

    def __init__(
        self, initial: Any, goal: Collection[Any], allowed: Collection[Any], dimrow: int
    ) -> None:
        super().__init__(initial, goal)
        self.allowed, self.dimrow = allowed, dimrow

    def actions(self, state: Any) -> list[str]:
        """Return "TurnLeft", "TurnRight" and, if the square ahead is on the grid, "Forward"."""
        inside = all(1 <= place <= self.dimrow for place in _ahead(state))
        return ["Forward", "TurnLeft", "TurnRight"] if inside else ["TurnLeft", "TurnRight"]

    def result(self, state: Any, action: str) -> Any:
        """Return the next position as a new object."""
        (x, y), orientation = state.get_location(), state.get_orientation()
        if action == "Forward":
            ahead = _ahead(state)
            x, y = ahead if any(tuple(square) == ahead for square in self.allowed) else (x, y)
        else:
            orientation = (_LEFT_OF if action == "TurnLeft" else _RIGHT_OF)[orientation]
        return type(state)(x, y, orientation)

    def goal_test(self, state: Any) -> bool:
        """Return True if the agent is on a goal square; a goal may also require an orientation."""
        here, orientation = tuple(state.get_location()), state.get_orientation()
        return any(
            square == here and turned in (None, orientation) for square, turned in self._goals()
        )

    def h(self, node: Any) -> int:
        """Return the Manhattan distance to the nearest goal, without the cost of turns."""
        x, y = node.state.get_location()
        return min((abs(x - to_x) + abs(y - to_y) for (to_x, to_y), _ in self._goals()), default=0)

    def _goals(self) -> list[tuple[tuple[int, int], str | None]]:
        goal = list(self.goal)
        if goal and isinstance(goal[0], int):
            goal = [goal]
        return [
            (tuple(each.get_location()), each.get_orientation())
            if hasattr(each, "get_location")
            else ((each[0], each[1]), None)
            for each in goal
        ]


def _ahead(state: Any) -> tuple[int, int]:
    orientation = state.get_orientation()
    if orientation not in _FORWARD:
        raise InputError(
            f"the orientation is {orientation!r}: expected 'UP', 'DOWN', 'LEFT' or 'RIGHT'"
        )
    (x, y), (dx, dy) = state.get_location(), _FORWARD[orientation]
    return x + dx, y + dy
