"""An answer is followed through the problem's rules, and judged again, before it is believed."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from aima_search.errors import WrongAnswer
from aima_search.problem import Node, goal_test, successors


def replay(problem: Any, node: Node | None) -> None:
    """Follow the path to ``node`` through the problem's rules and judge it again.

    Raises WrongAnswer where an action does not lead where the node says, at that cost, or
    where the end is no goal: a solver's answer is not believed before.
    """
    assert node is not None
    path, expand = node.path(), successors(problem)
    if path[0].state != problem.initial:
        raise WrongAnswer(f"wrong answer: the path starts at {path[0].state!r}")
    for parent, child in pairwise(path):
        expected = (child.action, child.state, child.path_cost)
        if expected not in expand(parent):
            raise WrongAnswer(
                f"wrong answer: {child.action} does not lead from {parent.state!r}"
                f" to {child.state!r} at path cost {child.path_cost}"
            )
    if not goal_test(problem)(node.state):
        raise WrongAnswer(f"wrong answer: {node.state!r} is no goal")
