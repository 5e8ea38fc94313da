"""Seven problems as students write them: classes with actions, result and h, nothing faster."""

from __future__ import annotations

from collections.abc import Iterable
from math import hypot
from random import Random
from typing import Any

from aima_search import Node, Problem


class EightPuzzle(Problem):
    """Slide tiles to 1 2 3 / 4 5 6 / 7 8 0, with Manhattan distance."""

    def __init__(self, board: tuple[int, ...]) -> None:
        super().__init__(board, (1, 2, 3, 4, 5, 6, 7, 8, 0))

    def actions(self, state: Any) -> list[int]:
        """Return the squares next to the blank."""
        row, column = divmod(state.index(0), 3)
        near = ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1))
        return [3 * r + c for r, c in near if 0 <= r < 3 and 0 <= c < 3]

    def result(self, state: Any, action: int) -> Any:
        """Return the board after a tile has moved."""
        board, blank = list(state), state.index(0)
        board[blank], board[action] = board[action], 0
        return tuple(board)

    def h(self, node: Node) -> int:
        """Return the sum of the tiles' distances from their goals."""
        return sum(
            abs(place // 3 - (tile - 1) // 3) + abs(place % 3 - (tile - 1) % 3)
            for place, tile in enumerate(node.state)
            if tile
        )


class Maze(Problem):
    """Walk through a square with walls, in four directions."""

    def __init__(self, size: int, seed: int) -> None:
        super().__init__((0, 0), (size - 1, size - 1))
        random = Random(seed)
        self.size = size
        self.walls = {
            (x, y) for x in range(size) for y in range(size) if x + y > 0 and random.random() < 0.2
        } - {(size - 1, size - 1)}

    def actions(self, state: Any) -> list[tuple[int, int]]:
        """Return the steps to free cells."""
        x, y = state
        return [
            (dx, dy)
            for dx, dy in ((0, 1), (1, 0), (0, -1), (-1, 0))
            if 0 <= x + dx < self.size
            and 0 <= y + dy < self.size
            and (x + dx, y + dy) not in self.walls
        ]

    def result(self, state: Any, action: Any) -> Any:
        """Return the next cell."""
        return state[0] + action[0], state[1] + action[1]

    def h(self, node: Node) -> int:
        """Return the number of steps to the goal if there were no walls."""
        return abs(node.state[0] - self.goal[0]) + abs(node.state[1] - self.goal[1])


class Queens(Problem):
    """Put a queen into each column in turn."""

    def __init__(self, size: int) -> None:
        super().__init__(())
        self.size = size

    def actions(self, state: Any) -> list[int]:
        """Return the rows that no queen attacks."""
        column = len(state)
        return [
            row
            for row in range(self.size if column < self.size else 0)
            if all(row != r and abs(row - r) != column - c for c, r in enumerate(state))
        ]

    def result(self, state: Any, action: int) -> Any:
        """Return the board with one more queen."""
        return (*state, action)

    def goal_test(self, state: Any) -> bool:
        """Return True if every column has a queen."""
        return len(state) == self.size

    def h(self, node: Node) -> int:
        """Return the number of empty columns."""
        return self.size - len(node.state)


class Jugs(Problem):
    """Measure an amount of water with jugs."""

    def __init__(self, sizes: tuple[int, ...], goal: int) -> None:
        super().__init__((0,) * len(sizes), goal)
        self.sizes = sizes

    def actions(self, state: Any) -> list[tuple[Any, ...]]:
        """Return the possible actions: fill a jug, empty a jug, or pour one jug into another."""
        jugs = range(len(state))
        poured = [(i, j) for i in jugs for j in jugs if i != j]
        return [*(("fill", i) for i in jugs), *(("empty", i) for i in jugs), *poured]

    def result(self, state: Any, action: Any) -> Any:
        """Return the amounts in the jugs after an action."""
        jugs, (first, second) = list(state), action
        if first == "fill":
            jugs[second] = self.sizes[second]
        elif first == "empty":
            jugs[second] = 0
        else:
            amount = min(jugs[first], self.sizes[second] - jugs[second])
            jugs[first] -= amount
            jugs[second] += amount
        return tuple(jugs)

    def goal_test(self, state: Any) -> bool:
        """Return True if a jug holds the amount."""
        return self.goal in state

    def h(self, node: Node) -> int:
        """Return 1, or 0 at a goal."""
        return 0 if self.goal in node.state else 1


class River(Problem):
    """Bring missionaries and cannibals over a river in a boat for four."""

    def __init__(self, number: int) -> None:
        super().__init__((number, number, 1), (0, 0, 0))
        self.number = number

    def actions(self, state: Any) -> list[tuple[int, int]]:
        """Return the numbers of missionaries and cannibals that may cross in the boat."""
        rows = [(m, c) for m in range(5) for c in range(5 - m) if m + c]
        return [action for action in rows if self._is_safe(self.result(state, action))]

    def _is_safe(self, state: Any) -> bool:
        m, c, _ = state
        number = self.number
        return (
            0 <= m <= number
            and 0 <= c <= number
            and (m == 0 or m >= c)
            and (m == number or number - m >= number - c)
        )

    def result(self, state: Any, action: Any) -> Any:
        """Return the state after a crossing: who is on the first side, and where the boat is."""
        sign = -1 if state[2] else 1
        return state[0] + sign * action[0], state[1] + sign * action[1], 1 - state[2]

    def h(self, node: Node) -> float:
        """Return a lower bound: the people on the first side, divided by the places in the boat."""
        return (node.state[0] + node.state[1]) / 4


class Roads(Problem):
    """Travel on a random road map, with the straight-line distance."""

    def __init__(self, towns: int, seed: int) -> None:
        random = Random(seed)
        self.places = [(random.random(), random.random()) for _ in range(towns)]
        self.roads: list[dict[int, float]] = [{} for _ in range(towns)]
        for a, (x, y) in enumerate(self.places):
            lengths = sorted((hypot(x - u, y - v), b) for b, (u, v) in enumerate(self.places))
            for length, b in lengths[1:5]:
                self.roads[a][b] = self.roads[b][a] = length * 1.2
        near = sorted(range(towns), key=lambda town: sum(self.places[town]))
        super().__init__(near[0], near[-1])

    def actions(self, state: int) -> Iterable[int]:
        """Return the neighbours."""
        return self.roads[state]

    def result(self, state: int, action: int) -> int:
        """Return the action, which is the next place."""
        return action

    def path_cost(self, c: float, state1: int, action: int, state2: int) -> float:
        """Return the path cost plus the length of the road."""
        return c + self.roads[state1][state2]

    def h(self, node: Node) -> float:
        """Return the length of the straight line to the goal."""
        (x, y), (u, v) = self.places[node.state], self.places[self.goal]
        return hypot(x - u, y - v)


class Pancakes(Problem):
    """Sort a stack by flips, with the gap heuristic."""

    def __init__(self, size: int, seed: int) -> None:
        stack = list(range(size))
        Random(seed).shuffle(stack)
        super().__init__(tuple(stack), tuple(range(size)))

    def actions(self, state: Any) -> Iterable[int]:
        """Return the numbers of pancakes that can be flipped."""
        return range(2, len(state) + 1)

    def result(self, state: Any, action: int) -> Any:
        """Return the stack after a flip."""
        return state[:action][::-1] + state[action:]

    def h(self, node: Node) -> int:
        """Return the number of neighbouring pairs whose sizes differ by more than 1."""
        below = (*node.state[1:], len(node.state))
        return sum(abs(a - b) > 1 for a, b in zip(node.state, below, strict=True))


PROBLEMS = {
    "8-puzzle": lambda: EightPuzzle((7, 2, 4, 5, 0, 6, 8, 3, 1)),
    "maze, 100 x 100": lambda: Maze(100, 1),
    "8 queens": lambda: Queens(8),
    "three jugs": lambda: Jugs((17, 29, 41), 23),
    "missionaries, 100": lambda: River(100),
    "road map, 2,000 towns": lambda: Roads(2000, 1),
    "14 pancakes": lambda: Pancakes(14, 2),
}
"""Functions that make the problems, by name."""
