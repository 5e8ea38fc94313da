"""Heuristics for missionaries and cannibals."""

from __future__ import annotations

from math import inf

from aima_search.model.heuristic import register_heuristic
from aima_search.model.problem import Heuristic, Node
from heuristics.made import register_max_admissible
from puzzles.missionaries import Crossing, Missionaries, State


@register_heuristic("missionaries", "crossings", admissible=True, consistent=True)
def crossings(problem: Missionaries) -> Heuristic[State, Crossing]:
    """Fewest crossings in a simpler problem, in which cannibals eat nobody.

    If the boat has one place and more than one person must cross, h is infinite.

    Admissible: every solution also solves the simpler problem, so no solution has fewer crossings
    than h. h is the exact cost of the simpler problem, so h is also consistent.
    """
    boat = problem.boat

    def h(node: Node[State, Crossing]) -> float:
        missionaries, cannibals, has_boat = node.state
        left = missionaries + cannibals
        if not left:
            return int(has_boat)
        back = 0 if has_boat else 1
        over = left + back - boat  # people who do not cross in the last boat
        if over <= 0:
            return back + 1
        return inf if boat == 1 else back + 1 + 2 * -(-over // (boat - 1))

    return h


@register_heuristic("missionaries", "people-left", admissible=False, consistent=False)
def people_left(problem: Missionaries) -> Heuristic[State, Crossing]:
    """Number of people on the left bank; not admissible, because several can cross at once."""
    return lambda node: node.state[0] + node.state[1]


register_max_admissible("missionaries")
