"""Heuristics for jugs."""

from __future__ import annotations

from aima_search.model.heuristic import register_heuristic
from aima_search.model.problem import Heuristic, Node
from aima_search.textbook.jugs import Levels
from heuristics.made import register_max_admissible
from puzzles.jugs import Action, Jugs


@register_heuristic("jugs", "two-ahead", admissible=True, consistent=True)
def two_ahead(problem: Jugs) -> Heuristic[Levels, Action]:
    """0 at a goal, 1 if one action leads to a goal, otherwise 2.

    Admissible: if no single action leads to a goal, every solution has at least two actions.
    """

    def h(node: Node[Levels, Action]) -> int:
        state = node.state
        if problem.goal_test(state):
            return 0
        after = (problem.result(state, action) for action in problem.actions(state))
        return 1 if any(map(problem.goal_test, after)) else 2

    return h


@register_heuristic("jugs", "litres-away", admissible=False, consistent=False)
def litres_away(problem: Jugs) -> Heuristic[Levels, Action]:
    """Smallest difference between the litres in a jug and the wanted litres; not admissible."""
    wanted = problem.wanted
    return lambda node: min(abs(level - wanted) for level in node.state)


register_max_admissible("jugs")
