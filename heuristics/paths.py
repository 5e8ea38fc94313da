"""Heuristics for paths: distances to the nearest goal on a grid without walls.

The cost of a step is at least the length of the step times the lowest cell cost. So the heuristics
multiply distances by the lowest cell cost if it is below 1.
"""

from __future__ import annotations

from collections.abc import Callable
from math import sqrt
from typing import Any

from aima_search.model.compiled import Formula
from aima_search.model.heuristic import register_heuristic, with_formula
from aima_search.model.problem import Heuristic
from aima_search.textbook.grids import GridPoint
from heuristics.made import register_max_admissible
from puzzles.paths import Paths
from puzzles.paths.rules import DIAGONAL_LENGTH


@register_heuristic("paths", "manhattan", admissible=False, consistent=False, source="AIMA 3.6")
def manhattan(problem: Paths) -> Heuristic[GridPoint, str]:
    """Distance in columns plus distance in rows; not admissible with 8 neighbours."""
    return _to_nearest(
        problem,
        lambda to_x, to_y: lambda node: abs(node.state[0] - to_x) + abs(node.state[1] - to_y),
        _manhattan,
    )


def _manhattan(key: Any, ints: Any, floats: Any, raw: Any) -> Any:
    return abs(key % ints[0] - ints[1]) + abs(key // ints[0] - ints[2])


@register_heuristic("paths", "octile", admissible=True, consistent=True)
def octile(problem: Paths) -> Heuristic[GridPoint, str]:
    """Exact distance on a grid without walls; with 4 neighbours, it is the Manhattan distance.

    Admissible: walls only make paths longer.
    """
    if problem.neighbours == 4:
        return manhattan(problem)
    turn = DIAGONAL_LENGTH - 1

    def distance_to(to_x: int, to_y: int) -> Heuristic[GridPoint, str]:
        def h(node: object) -> float:
            x, y = node.state  # type: ignore[attr-defined] # of a node
            right: int = abs(x - to_x)
            down: int = abs(y - to_y)
            return right + turn * down if right > down else down + turn * right

        return h

    return _to_nearest(problem, distance_to, _octile)


def _octile(key: Any, ints: Any, floats: Any, raw: Any) -> Any:
    right, down = abs(key % ints[0] - ints[1]), abs(key // ints[0] - ints[2])
    return right + floats[0] * down if right > down else down + floats[0] * right


@register_heuristic("paths", "euclidean", admissible=True, consistent=True, source="AIMA 3.5")
def euclidean(problem: Paths) -> Heuristic[GridPoint, str]:
    """Length of the straight line to the goal; no path is shorter than this line.

    Admissible: the straight line is the shortest connection of two points.
    """

    def distance_to(to_x: int, to_y: int) -> Heuristic[GridPoint, str]:
        def h(node: object) -> float:
            x, y = node.state  # type: ignore[attr-defined] # of a node
            return sqrt((x - to_x) ** 2 + (y - to_y) ** 2)  # dist() may round differently

        return h

    return _to_nearest(problem, distance_to, _euclidean)


def _euclidean(key: Any, ints: Any, floats: Any, raw: Any) -> Any:
    right, down = key % ints[0] - ints[1], key // ints[0] - ints[2]
    return sqrt(right * right + down * down)


def _to_nearest(
    problem: Paths,
    distance_to: Callable[[int, int], Heuristic[GridPoint, str]],
    function: Callable[..., Any],
) -> Heuristic[GridPoint, str]:
    each = [distance_to(*goal) for goal in problem.goals]
    least = min([1, *problem.field.costs.values()])
    if len(each) > 1 or least < 1:
        factor = least if least == 1 else least * (1 - 1e-9)  # because sums of costs are rounded
        return lambda node: factor * min([h(node) for h in each])
    to_x, to_y = problem.goal

    def formula() -> Formula:
        _, span = problem.field.compiled
        return Formula(function, [span, to_x + 1, to_y + 1], [DIAGONAL_LENGTH - 1])

    return with_formula(each[0], formula)


register_max_admissible("paths")
