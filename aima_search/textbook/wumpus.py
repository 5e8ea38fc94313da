"""Going from square to square of the Wumpus world, for agents that plan their way (AIMA 7.7)."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from aima_search.base.errors import InputError
from aima_search.model.problem import Problem

_FORWARD = {"UP": (0, 1), "DOWN": (0, -1), "LEFT": (-1, 0), "RIGHT": (1, 0)}
_LEFT_OF = {"UP": "LEFT", "LEFT": "DOWN", "DOWN": "RIGHT", "RIGHT": "UP"}
_RIGHT_OF = {to: of for of, to in _LEFT_OF.items()}


class PlanRoute(Problem):
    """Go forward and turn until a goal is reached; squares [x, y] count from 1 to ``dimrow``.

    A state is a position of the agent's module: it has ``get_location()``, x and y, and
    ``get_orientation()``, "UP", "DOWN", "LEFT" or "RIGHT"; its class makes others from x, y and an
    orientation. ``goal`` is a square, or a collection of squares and positions. The agent stays
    where it is if the square ahead is not among ``allowed``.
    """

    def __init__(
        self, initial: Any, goal: Collection[Any], allowed: Collection[Any], dimrow: int
    ) -> None:
        super().__init__(initial, goal)
        self.allowed, self.dimrow = allowed, dimrow

    def actions(self, state: Any) -> list[str]:
        """Return both turns, and before them "Forward" unless a wall is ahead."""
        ahead = _ahead(state)
        inside = all(1 <= place <= self.dimrow for place in ahead)
        return ["Forward", "TurnLeft", "TurnRight"] if inside else ["TurnLeft", "TurnRight"]

    def result(self, state: Any, action: str) -> Any:
        """Return the position after an action, as a new object."""
        (x, y), orientation = state.get_location(), state.get_orientation()
        if action == "Forward":
            ahead = _ahead(state)
            x, y = ahead if any(tuple(square) == ahead for square in self.allowed) else (x, y)
        else:
            orientation = (_LEFT_OF if action == "TurnLeft" else _RIGHT_OF)[orientation]
        return type(state)(x, y, orientation)

    def goal_test(self, state: Any) -> bool:
        """Tell whether a position is one of the goals: on the square, or turned like it too."""
        here, orientation = tuple(state.get_location()), state.get_orientation()
        return any(
            square == here and turned in (None, orientation) for square, turned in self._goals()
        )

    def h(self, node: Any) -> int:
        """Return the least distance to a goal in rows and columns, turns not counted."""
        x, y = node.state.get_location()
        distances = (abs(x - to_x) + abs(y - to_y) for (to_x, to_y), _ in self._goals())
        return min(distances, default=0)

    def _goals(self) -> list[tuple[tuple[int, int], str | None]]:
        """Return the squares to reach, each with the orientation it takes, or None for any."""
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
