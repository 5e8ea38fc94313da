"""Heuristics for routes: what a map says of the rest of the way."""

from __future__ import annotations

from collections import deque
from math import dist, inf

from aima_search.model.heuristic import register_heuristic
from aima_search.model.problem import Heuristic
from heuristics.max_admissible import register_max_admissible
from puzzles.routes import Routes


@register_heuristic("routes", "straight-line", admissible=True, consistent=True, source="AIMA 3.5")
def straight_line(problem: Routes) -> Heuristic[str, str]:
    """Length of the straight line to the goal; no road is shorter than the line between its ends.

    The lengths of the roads are checked first. If a road is shorter than its line, all lines are
    multiplied by the factor that makes no road shorter (``problem.map.scale()``, 1 on the map of
    Romania). If a place has no coordinates, the estimate is 0.
    """
    points, scale = problem.map.points, problem.map.scale()
    if not scale:
        return lambda node: 0
    goal = points[problem.goal]
    return lambda node: scale * dist(points[node.state], goal)


@register_heuristic("routes", "hops", admissible=True, consistent=True)
def hops(problem: Routes) -> Heuristic[str, str]:
    """Least number of roads to the goal, times the cost of the cheapest road of the map.

    The estimate is infinite if no roads lead to the goal.
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
    """The map's own estimates: on Romania, the straight lines to Bucharest in the book's table.

    The estimate is 0 if the map says nothing of the place or of the goal.
    """
    estimates = problem.map.estimates
    return lambda node: estimates.get(node.state, 0)


register_max_admissible("routes")
