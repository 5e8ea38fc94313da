"""Best-first search, written once: expand the frontier node with the lowest f (AIMA 3.3.1).

Vocabulary: f evaluates a node; *reached* holds the best node known for each state, open
(in the frontier) or closed (expanded); a better path to a closed state *reopens* it.
"""

from __future__ import annotations

from collections.abc import Callable
from heapq import heappop, heappush
from math import inf
from typing import Any, TypeAlias

from aima_search.problem import Node, goal_test, successors
from aima_search.steps import Step, Steps
from aima_search.tiebreak import rank_for

Evaluation: TypeAlias = Callable[[Node], float]


def best_first_steps(
    problem: Any, f: Evaluation, *, tie_break: str = "fifo", by_cost: bool = False
) -> Steps:
    """Search the graph of states in the order of ``f``; a node with infinite f is a dead end.

    ``f`` returns numbers, or any values that have an order.
    Of two paths to one state the one with the lower f is kept. With ``by_cost`` it is the
    cheaper one, which spares the evaluation of the other: right wherever f is the path cost
    plus a function of the state.
    """
    expand, is_goal, rank = successors(problem), goal_test(problem), rank_for(tie_break)
    root = Node(problem.initial)
    step = Step(root)
    reached = {root.state: root}
    frontier: list[tuple[float, Any, Node]] = []
    superseded = 0  # frontier entries whose state has a better node elsewhere in it

    root.f = f(root)
    root._open = root.f != inf
    if root._open:
        frontier.append((root.f, rank(root), root))

    while frontier:
        node = heappop(frontier)[2]
        if not node._open:
            superseded -= 1
            continue
        if is_goal(node.state):
            step.node, step.f = node, node.f
            return node
        step.node, step.f, step.frontier = node, node.f, len(frontier) + 1 - superseded
        yield step
        node._open = False
        generated = 0
        for action, state, cost in expand(node):
            generated += 1
            known = reached.get(state)
            if known is not None and by_cost and known.path_cost <= cost:
                continue
            child = Node(state, node, action, cost)
            child.f = value = f(child)
            if known is not None:
                if not by_cost and known.f <= value:
                    continue
                if known._open:
                    known._open = False
                    superseded += 1
                elif known.f != inf:
                    step.reopened += 1
            reached[state] = child
            child._open = value != inf
            if child._open:
                heappush(frontier, (value, rank(child), child))
        step.expanded += 1
        step.generated += generated
    return None


def best_first_tree_steps(problem: Any, f: Evaluation, *, tie_break: str = "fifo") -> Steps:
    """Search the tree of paths in the order of ``f``, with no memory of states reached."""
    expand, is_goal, rank = successors(problem), goal_test(problem), rank_for(tie_break)
    root = Node(problem.initial)
    step = Step(root)
    root.f = f(root)
    frontier = [(root.f, rank(root), root)] if root.f != inf else []
    while frontier:
        node = heappop(frontier)[2]
        step.node, step.f, step.frontier = node, node.f, len(frontier) + 1
        if is_goal(node.state):
            return node
        yield step
        for action, state, cost in expand(node):
            step.generated += 1
            child = Node(state, node, action, cost)
            child.f = f(child)
            if child.f != inf:
                heappush(frontier, (child.f, rank(child), child))
        step.expanded += 1
    return None
