"""Names in older modules of the textbook, and names that courses gave to its searches."""

from __future__ import annotations

from typing import Any

from aima_search.algorithms.informed import astar_search, greedy_best_first_graph_search
from aima_search.algorithms.uninformed import breadth_first_graph_search
from aima_search.model.contract import Action, ProblemLike, State
from aima_search.model.problem import Heuristic, Node, goal_test
from aima_search.textbook.routes import vacuum_world

vacumm_world = vacuum_world
"""The vacuum world as its name was spelt until 2018."""


def breadth_first_search(problem: ProblemLike[State, Action]) -> Node[State, Action] | None:
    """Find a shallowest goal, remembering states: ``breadth_first_graph_search`` until 2018."""
    return breadth_first_graph_search(problem)


def greedy_search(
    problem: ProblemLike[State, Action],
    h: Heuristic[State, Action] | None = None,
    display: bool = False,
) -> Node[State, Action] | None:
    """Best-first search with f(n) = h(n), the problem's own ``h`` by default."""
    return greedy_best_first_graph_search(problem, h, display)


def astar_graph_search(
    problem: ProblemLike[State, Action],
    h: Heuristic[State, Action] | None = None,
    display: bool = False,
) -> Node[State, Action] | None:
    """A* search under the name that distinguishes it from ``astar_tree_search``."""
    return astar_search(problem, h, display)


def tree_search(problem: ProblemLike[State, Action], frontier: Any) -> Node[State, Action] | None:
    """Search paths in the order in which an empty queue gives them back [figure 3.7].

    ``frontier`` is a ``FIFOQueue()``, a ``Stack()``, a ``PriorityQueue("min", f)`` or anything
    with ``append``, ``extend`` and ``pop`` that is true while it holds something.
    """
    is_goal = goal_test(problem)
    frontier.append(Node(problem.initial))
    while frontier:
        node: Node[State, Action] = frontier.pop()
        if is_goal(node.state):
            return node
        frontier.extend(node.expand(problem))
    return None


def graph_search(problem: ProblemLike[State, Action], frontier: Any) -> Node[State, Action] | None:
    """Do as ``tree_search`` does, with the first path to every state alone [figure 3.7]."""
    is_goal = goal_test(problem)
    frontier.append(Node(problem.initial))
    reached = {problem.initial}
    while frontier:
        node: Node[State, Action] = frontier.pop()
        if is_goal(node.state):
            return node
        for child in node.expand(problem):
            if child.state not in reached:
                reached.add(child.state)
                frontier.append(child)
    return None
