"""The old names of functions and classes in older textbook modules and in courses."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from aima_search.algorithms.informed import astar_search, greedy_best_first_graph_search
from aima_search.algorithms.uninformed import breadth_first_graph_search
from aima_search.model.contract import ProblemLike
from aima_search.model.problem import Heuristic, Node, Problem, Successor, goal_test
from aima_search.textbook.graphs import vacuum_world


class ProblemOfSuccessors(Problem):
    """A problem of the second edition: ``successor(state)`` returns pairs (action, next state).

    Every action costs 1. If you redefine ``path_cost``, searches use it instead of ``successors``.
    """

    unit_costs = True

    def successor(self, state: Any) -> Iterable[tuple[Any, Any]]:
        """Return pairs (action, next state). A subclass must define this method."""
        raise NotImplementedError

    def successors(self, state: Any) -> Iterator[Successor]:
        """Yield (action, next state, 1) for each action; 1 is the cost of the action."""
        for action, after in self.successor(state):
            yield action, after, 1

    def actions(self, state: Any) -> list[Any]:
        """Return the actions that ``successor`` lists."""
        return [action for action, _ in self.successor(state)]

    def result(self, state: Any, action: Any) -> Any:
        """Return the next state that ``successor`` lists with the given action."""
        return next(after for listed, after in self.successor(state) if listed == action)


vacumm_world = vacuum_world
"""The vacuum world under the name that the textbook's module used until 2018."""


def breadth_first_search(problem: ProblemLike) -> Node | None:
    """Call ``breadth_first_graph_search``, which had this name in the textbook until 2018."""
    return breadth_first_graph_search(problem)


def greedy_search(
    problem: ProblemLike, h: Heuristic | None = None, display: bool = False
) -> Node | None:
    """Run best-first search with f(n) = h(n); if ``h`` is None, use the problem's own ``h``."""
    return greedy_best_first_graph_search(problem, h, display)


astar_graph_search = astar_search
"""A* search under the name that distinguishes it from ``astar_tree_search``."""


def tree_search(problem: ProblemLike, frontier: Any) -> Node | None:
    """Expand nodes in the order of a queue, without a table of states [figure 3.7].

    ``frontier`` is an empty ``FIFOQueue()``, ``Stack()`` or ``PriorityQueue("min", f)``, or your
    own queue with ``append``, ``extend`` and ``pop``. An empty queue must count as False.
    """
    is_goal = goal_test(problem)
    frontier.append(Node(problem.initial))
    while frontier:
        node: Node = frontier.pop()
        if is_goal(node.state):
            return node
        frontier.extend(node.expand(problem))
    return None


def graph_search(problem: ProblemLike, frontier: Any) -> Node | None:
    """Expand nodes like ``tree_search``, but add each state to the queue only once [figure 3.7]."""
    is_goal = goal_test(problem)
    frontier.append(Node(problem.initial))
    reached = {problem.initial}
    while frontier:
        node: Node = frontier.pop()
        if is_goal(node.state):
            return node
        for child in node.expand(problem):
            if child.state not in reached:
                reached.add(child.state)
                frontier.append(child)
    return None
