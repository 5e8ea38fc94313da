"""The heuristic methods of the textbook's problems.

They are not in the modules of the rules, so an assignment can give students only the rules.
"""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from operator import getitem, ne
from typing import Any

from aima_search.textbook.utilities import distance

TILE_HEURISTICS = {"hamming": "hamming_distance_heuristic", "manhattan": "manhattan"}
"""A dict from the values of ``NPuzzle.heuristic`` to the methods."""


class TileHeuristicsMixin:
    """The heuristic methods of ``NPuzzle``."""

    goal: tuple[int, ...]
    width: int
    heuristic: str

    def h(self, node: Any) -> int:
        """Return the h value of a node; ``self.heuristic`` is the name of the heuristic."""
        return getattr(self, TILE_HEURISTICS[self.heuristic])(node)

    def hamming_distance_heuristic(self, node: Any) -> int:
        """Return the number of misplaced tiles, without the blank.

        The textbook's function also counts the blank, so its h may exceed the optimal cost by 1.
        """
        state: tuple[int, ...] = node.state
        goal = self.goal
        # If the blank is misplaced, its square differs too.
        differing: int = sum(map(ne, state, goal))
        return differing - (state[goal.index(0)] != 0)

    def manhattan(self, node: Any) -> int:
        """Return the sum of all tiles' Manhattan distances to their goal squares."""
        return sum(map(getitem, distances_to(self.goal, self.width), node.state))


class QueensHeuristicMixin:
    """The heuristic ``h`` of ``NQueensProblem``."""

    def h(self, node: Any) -> int:
        """Return twice the number of pairs of queens that attack each other.

        An empty column counts as a queen in row -1, so two empty columns are such a pair. A new
        queen usually lowers h, so A* expands deeper nodes first. h may exceed the cost to a goal,
        but every solution is optimal, because every solution costs N.
        """
        squares = list(enumerate(node.state))
        # Two squares of different columns share at most one line, so no pair is counted twice.
        lines = (
            Counter(row for _, row in squares),
            Counter(row - column for column, row in squares),
            Counter(row + column for column, row in squares),
        )
        return sum(queens * (queens - 1) for line in lines for queens in line.values())


class GridHeuristicMixin:
    """The heuristic ``h`` of ``GridProblem``."""

    goal: Any

    def h(self, node: Any) -> float:
        """Return the length of the straight line to the goal."""
        return distance(node.state, self.goal)


class GraphHeuristicMixin:
    """The heuristic ``h`` of ``GraphProblem``."""

    graph: Any
    goal: Any

    def h(self, node: Any) -> float:
        """Return the straight-line distance to the nearest goal, rounded down.

        ``node`` may be a search node or a node of the graph. If a location is missing, h is 0. The
        textbook's module returns infinity in this case, but here infinity means a dead end.
        """
        locations = getattr(self.graph, "locations", None) or {}
        here = locations.get(getattr(node, "state", node))
        goals = self.goal if isinstance(self.goal, list) else [self.goal]
        places = [locations.get(goal) for goal in goals]
        if here is None or None in places:
            return 0
        return int(min((distance(here, place) for place in places if place), default=0))


@lru_cache(maxsize=64)
def distances_to(goal: tuple[int, ...], width: int) -> tuple[tuple[int, ...], ...]:
    """Return a table: entry [square][tile] is the distance from the square to the tile's goal."""
    distances = []
    for square in range(len(goal)):
        row, column = divmod(square, width)
        here = [0] * len(goal)
        for target, tile in enumerate(goal):
            if tile != 0:
                here[tile] = abs(target // width - row) + abs(target % width - column)
        distances.append(tuple(here))
    return tuple(distances)


@lru_cache(maxsize=64)
def misplaced_on(goal: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """Return a table: entry [square][tile] is 1 if the tile is misplaced on this square, else 0."""
    return tuple(tuple(int(tile not in (0, home)) for tile in range(len(goal))) for home in goal)
