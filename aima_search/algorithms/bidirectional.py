"""Bidirectional search: uniform-cost from both ends until the frontiers prove the best meeting.

Backwards it follows the problem's ``predecessors(state)`` where there is one; otherwise it
takes every action to be reversible, as on an undirected graph, and raises where it meets one
that is not.
Reference: Pohl, "Bi-directional search" (1971); AIMA 3.4.5.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from heapq import heappop, heappush
from itertools import count
from math import inf
from operator import itemgetter
from typing import Any, TypeAlias

from aima_search.algorithms.steps import Step, Steps, drain
from aima_search.errors import NotApplicable
from aima_search.problem import Node, Successor, successors

Expand: TypeAlias = Callable[[Node], Iterable[Successor]]


class _Side:
    """One of the two searches: its frontier and the best node for each state."""

    def __init__(self, state: Any, expand: Expand) -> None:
        root = Node(state)
        self.expand = expand
        self.reached = {state: root}
        self.order = count(1)
        self.frontier: list[tuple[float, int, Node]] = [(0, 0, root)]

    def least_cost(self) -> float:
        """Drop superseded entries and return the lowest path cost waiting."""
        while self.frontier and self.reached[self.frontier[0][2].state] is not self.frontier[0][2]:
            heappop(self.frontier)
        return self.frontier[0][0] if self.frontier else inf

    def add(self, node: Node) -> bool:
        """Keep ``node`` if it is the cheapest known path to its state."""
        known = self.reached.get(node.state)
        if known is not None and known.path_cost <= node.path_cost:
            return False
        self.reached[node.state] = node
        heappush(self.frontier, (node.path_cost, next(self.order), node))
        return True


def bidirectional_steps(problem: Any) -> Steps:
    """Search from the initial state and from the goal; return a node of the joined path.

    Raises NotApplicable for a problem without exactly one goal state.
    """
    goal = _single_goal(problem)
    expand = successors(problem)
    if hasattr(problem, "predecessors"):
        forward = _Side(problem.initial, expand)
        backward = _Side(goal, _declared_predecessors(problem))
    else:
        forward = _Side(problem.initial, _checked_successors(problem))
        backward = _Side(goal, _reversed_successors(problem))
    step = Step(forward.frontier[0][2])
    best_cost, meeting = (0.0, goal) if goal == problem.initial else (inf, None)
    while True:
        ahead, behind = forward.least_cost(), backward.least_cost()
        if ahead + behind >= best_cost or ahead == inf:
            break
        side, other = (forward, backward) if ahead <= behind else (backward, forward)
        step.node = node = side.frontier[0][2]
        step.frontier = len(forward.frontier) + len(backward.frontier)
        yield step
        heappop(side.frontier)
        step.expanded += 1
        for action, state, cost in side.expand(node):
            step.generated += 1
            child = Node(state, node, action, cost)
            if side.add(child) and state in other.reached:
                through = cost + other.reached[state].path_cost
                if through < best_cost:
                    best_cost, meeting = through, state
    if best_cost == inf:
        return None
    step.node = joined = _join(forward.reached[meeting], backward.reached[meeting], expand)
    return joined


def _single_goal(problem: Any) -> Any:
    goal = getattr(problem, "goal", None)
    if isinstance(goal, list) and len(goal) == 1:
        goal = goal[0]
    if goal is None or isinstance(goal, list):
        raise NotApplicable(
            f"bidirectional search starts from one goal state, and {type(problem).__name__}"
            " does not have exactly one in its attribute goal"
        )
    return goal


def _declared_predecessors(problem: Any) -> Expand:
    """Return a function from a node to (action into its state, state before, path cost)."""

    def predecessors(node: Node) -> Iterable[Successor]:
        for action, state, cost in problem.predecessors(node.state):
            yield action, state, node.path_cost + cost

    return predecessors


def _checked_successors(problem: Any) -> Expand:
    """Return the successors, each checked for a way back."""
    expand = successors(problem)

    def with_a_way_back(node: Node) -> Iterable[Successor]:
        for action, state, cost in expand(node):
            _cheapest_way(problem, expand, Node(state), node.state)
            yield action, state, cost

    return with_a_way_back


def _reversed_successors(problem: Any) -> Expand:
    """Return predecessors, found as the successors that have a way back."""
    expand = successors(problem)

    def predecessors(node: Node) -> Iterable[Successor]:
        for _, before, _ in expand(node):
            cost, action = _cheapest_way(problem, expand, Node(before), node.state)
            yield action, before, node.path_cost + cost

    return predecessors


def _cheapest_way(problem: Any, expand: Expand, node: Node, to: Any) -> tuple[float, Any]:
    """Return cost and action of the cheapest action from a node to a state."""
    ways = [(cost, action) for action, state, cost in expand(node) if state == to]
    if not ways:
        raise NotApplicable(
            f"bidirectional search found an action from {to!r} to {node.state!r} that"
            f" no action undoes: define {type(problem).__name__}.predecessors(state)"
        )
    return min(ways, key=itemgetter(0))


def _join(node: Node, back: Node, expand: Expand) -> Node:
    """Return ``node`` extended by the path that ``back`` describes from the goal's side."""
    while back.parent is not None:
        action, state = back.action, back.parent.state
        cost = min(c for a, s, c in expand(node) if a == action and s == state)
        node = Node(state, node, action, cost)
        back = back.parent
    return node


def bidirectional_search(problem: Any) -> float:
    """Return the cost of an optimal solution, infinity where there is none.

    The textbook's function returns the cost too; ``solve(problem, "bidirectional")``
    gives the path.
    """
    node = drain(bidirectional_steps(problem))
    return inf if node is None else node.path_cost
