"""Heuristics for routes: what a map says of the way that is left."""

from __future__ import annotations

from collections import deque
from math import dist, inf

from aima_search.heuristic import register_heuristic
from aima_search.problem import Heuristic
from heuristics.max_admissible import register_max_admissible
from puzzles.routes import Routes


@register_heuristic("routes", "straight-line", admissible=True, consistent=True, source="AIMA 3.5")
def straight_line(problem: Routes) -> Heuristic[str, str]:
    """Length of the straight line to the goal, no road being shorter than the line along it.

    Whether roads are so long is looked at before. On a map with a shorter road all lines are
    taken less, by the factor that makes the shortest road as long as its line
    (``problem.map.scale()``, 1 on the map of Romania). If a place has no coordinates, it is 0.
    """
    points, scale = problem.map.points, problem.map.scale()
    if not scale:
        return lambda node: 0
    goal = points[problem.goal]
    return lambda node: scale * dist(points[node.state], goal)


@register_heuristic("routes", "hops", admissible=True, consistent=True)
def hops(problem: Routes) -> Heuristic[str, str]:
    """Least number of roads to the goal, each as cheap as the cheapest of the map.

    It is infinite if no roads lead to the goal.
    """
    cheapest = problem.find_min_edge()
    into = problem.predecessors
    steps, waiting = {problem.goal: 0}, deque([problem.goal])
    while waiting:
        here = waiting.popleft()
        for _, before, _ in into(here):
            if before not in steps:
                steps[before] = steps[here] + 1
                waiting.append(before)
    return lambda node: steps[node.state] * cheapest if node.state in steps else inf


@register_heuristic("routes", "table", source="AIMA, figure 3.16")
def table(problem: Routes) -> Heuristic[str, str]:
    """What the map itself says: on Romania, the straight lines to Bucharest in the book's table.

    It is 0 for places, or goals, of which the map says nothing.
    """
    estimates = problem.map.estimates
    return lambda node: estimates.get(node.state, 0)


register_max_admissible("routes")
