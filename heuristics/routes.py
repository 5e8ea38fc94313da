"""Heuristics for routes."""

from __future__ import annotations

from array import array
from collections import deque
from math import inf, sqrt
from typing import Any

from aima_search.model.compiled import Formula
from aima_search.model.heuristic import register_heuristic, with_formula
from aima_search.model.problem import Heuristic, Node
from heuristics.made import register_max_admissible
from puzzles.routes import Routes


@register_heuristic("routes", "straight-line", admissible=True, consistent=True, source="AIMA 3.5")
def straight_line(problem: Routes) -> Heuristic[str, str]:
    """Straight-line distance to the goal, times a factor that makes h admissible.

    The factor is ``problem.map.scale()``. It is below 1 if a road costs less than the straight-line
    distance between its ends. On the map of Romania, it is 1. If any place of the map has no
    coordinates, h is 0 in all states.

    Admissible: each road costs at least the factor times the straight-line distance of its ends.
    """
    numbers, lines = problem.map.numbers, problem.map.lines
    scale, goal = lines[0], numbers[problem.goal]
    if not scale:
        return lambda node: 0

    def h(node: Node[str, str]) -> float:
        return float(_line(numbers[node.state], [goal], lines))

    return with_formula(h, lambda: Formula(_line, [goal], lines))


def _line(key: Any, ints: Any, floats: Any, raw: Any = b"") -> Any:
    """Return the length of the line from ``key`` to place ``ints[0]``, times the map's scale."""
    x = floats[2 + 2 * key] - floats[2 + 2 * ints[0]]
    y = floats[3 + 2 * key] - floats[3 + 2 * ints[0]]
    return floats[0] * sqrt(x * x + y * y)


@register_heuristic("routes", "hops", admissible=True, consistent=True)
def hops(problem: Routes) -> Heuristic[str, str]:
    """Smallest number of roads on a path to the goal, multiplied by the cost of the cheapest road.

    If there is no path, h is infinite.

    Admissible: no path to the goal has fewer roads, and no road costs less than the cheapest road.
    """
    cheapest, numbers, goal = problem.find_min_edge(), problem.map.numbers, problem.goal
    words, _ = problem.map.links_back
    steps, waiting = array("i", [-1]) * len(numbers), deque([numbers[goal]])
    steps[numbers[goal]] = 0
    while waiting:
        here = waiting.popleft()
        for link in range(words[1 + here], words[2 + here]):
            before = words[1 + words[0] + link]
            if steps[before] < 0:
                steps[before] = steps[here] + 1
                waiting.append(before)

    def far(place: str) -> float:
        step = steps[numbers[place]]
        return step * cheapest if step >= 0 else inf

    return with_formula(lambda node: far(node.state), lambda: problem.map.by_place(far))


@register_heuristic("routes", "table", source="AIMA, figure 3.16")
def table(problem: Routes) -> Heuristic[str, str]:
    """Value that the map stores for a place; in Romania, the straight-line distance to Bucharest.

    h is 0 for a place without a stored value.
    """
    estimates = problem.map.estimates
    return with_formula(
        lambda node: estimates.get(node.state, 0),
        lambda: problem.map.by_place(lambda place: estimates.get(place, 0)),
    )


register_max_admissible("routes")
