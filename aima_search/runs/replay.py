"""Replay of a solution: checks every action on the path, and that the last state is a goal."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from aima_search.base.errors import InvalidSolution
from aima_search.base.limits import check_limits
from aima_search.base.path_costs import check_path_cost
from aima_search.model.contract import Action, ProblemLike, State
from aima_search.model.diagnosis import explained
from aima_search.model.problem import Expand, Node, goal_test, successors


@explained
def replay(problem: ProblemLike[State, Action], node: Node[State, Action] | None) -> None:
    """Check the path to ``node``: the problem allows every action, and the last state is a goal.

    Raise InvalidSolution if an action does not lead to the state and path cost of the next node, or
    if the last state is not a goal. Raise CostError if a cost is not a number. States and actions
    are only compared if their class defines ``==``.
    """
    assert node is not None
    path, expand = node.path(), successors(problem)
    if _differs(path[0].state, problem.initial):
        start = path[0].state
        raise InvalidSolution(
            f"wrong answer: the path starts at {start!r}, but initial is {problem.initial!r}"
        )
    for parent, child in pairwise(path):
        check_limits()
        check_path_cost(child)
        if not _leads(expand, parent, child):
            raise InvalidSolution(
                f"wrong answer: {child.action} does not lead from {parent.state!r}"
                f" to {child.state!r} with path cost {child.path_cost}"
            )
    if not goal_test(problem)(node.state):
        raise InvalidSolution(f"wrong answer: {node.state!r} is not a goal")


def _differs(state: Any, other: Any) -> bool:
    """Return True if two states differ and their class defines ``==``."""
    if state is other:
        return False
    defines_equality = vars(object)["__eq__"] is not getattr(type(state), "__eq__", None)
    return (defines_equality or type(state) is not type(other)) and bool(state != other)


def _leads(expand: Expand, parent: Node, child: Node) -> bool:
    """Return True if the problem's rules lead from a node to the next node."""
    expected = (child.action, child.state, child.path_cost)
    made = []
    for successor in expand(parent):
        if _is_equal(successor, expected):
            return True
        made.append(successor)
    # a state or action that differs from its second version cannot be compared: it counts as equal
    for first, second in zip(made, expand(parent), strict=False):
        if first[2] == child.path_cost and all(
            _is_equal(part, wanted) or not _is_equal(part, repeated)
            for part, wanted, repeated in zip(first[:2], expected[:2], second[:2], strict=True)
        ):
            return True
    return False


def _is_equal(one: Any, other: Any) -> bool:
    try:
        return bool(one == other)
    except ValueError:  # for example, the comparison of two arrays is not a bool
        return False
