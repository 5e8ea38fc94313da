"""The searches of the fourth edition; their counts are those of its notebook's table.

Best-first search leaves a node in its queue when a cheaper node of the same state comes; the
engine's search does not expand such a node. The heap decides between nodes that are equal. The
published counts rest on both.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import count
from typing import Any, TypeAlias

from aima_search.model.contract import Action, FourthEdition, State
from aima_search.textbook.fourth.nodes import (
    FIFOQueue,
    LIFOQueue,
    Node,
    PriorityQueue,
    cutoff,
    expand,
    failure,
    g,
    is_cycle,
)

Estimate: TypeAlias = Callable[[Node[State, Action]], float] | None


def best_first_search(
    problem: FourthEdition[State, Action], f: Callable[[Node[State, Action]], Any]
) -> Node[State, Action]:
    """Expand the node of least ``f(node)`` first; a cheaper path to a state reopens it."""
    return best_first_reaching(problem, f)[0]


def best_first_reaching(
    problem: FourthEdition[State, Action], f: Callable[[Node[State, Action]], Any]
) -> tuple[Node[State, Action], dict[State, Node[State, Action]]]:
    """Do as ``best_first_search`` does; return the states reached with their nodes too."""
    root: Node[State, Action] = Node(problem.initial)
    reached = {root.state: root}

    def is_better(child: Node[State, Action]) -> bool:
        known = reached.get(child.state)
        wins = known is None or child.path_cost < known.path_cost
        if wins:
            reached[child.state] = child
        return wins

    return _best_first(problem, f, root, is_better), reached


def best_first_tree_search(
    problem: FourthEdition[State, Action], f: Callable[[Node[State, Action]], Any]
) -> Node[State, Action]:
    """Expand the node of least ``f(node)`` first; the path alone is searched for repetitions."""
    return _best_first(problem, f, Node(problem.initial), lambda child: not is_cycle(child))


def _best_first(
    problem: FourthEdition[State, Action],
    f: Callable[[Node[State, Action]], Any],
    root: Node[State, Action],
    is_kept: Callable[[Node[State, Action]], bool],
) -> Node[State, Action]:
    """Expand the node of least ``f(node)`` first; its children wait if they are kept."""
    frontier = PriorityQueue([root], key=f)
    while frontier:
        node: Node[State, Action] = frontier.pop()
        if problem.is_goal(node.state):
            return node
        for child in expand(problem, node):
            if is_kept(child):
                frontier.add(child)
    return failure


def astar_search(
    problem: FourthEdition[State, Action], h: Estimate[State, Action] = None
) -> Node[State, Action]:
    """Search by path cost plus estimate, the problem's own ``h`` by default."""
    return weighted_astar_search(problem, h, weight=1)


def astar_tree_search(
    problem: FourthEdition[State, Action], h: Estimate[State, Action] = None
) -> Node[State, Action]:
    """Search by path cost plus estimate, without a table of the states reached."""
    estimate = _estimate_of(problem, h)
    return best_first_tree_search(problem, lambda node: g(node) + estimate(node))


def weighted_astar_search(
    problem: FourthEdition[State, Action], h: Estimate[State, Action] = None, weight: float = 1.4
) -> Node[State, Action]:
    """Search by path cost plus ``weight`` times the estimate."""
    estimate = _estimate_of(problem, h)
    return best_first_search(problem, lambda node: g(node) + weight * estimate(node))


def extra_weighted_astar_search(problem: FourthEdition[State, Action]) -> Node[State, Action]:
    """Search by path cost plus twice the problem's own estimate."""
    return weighted_astar_search(problem, weight=2)


def astar_misplaced_tiles(problem: Any) -> Node:
    """Search an ``EightPuzzle`` by path cost plus the number of squares that differ."""
    return astar_search(problem, problem.h1)


def _estimate_of(
    problem: FourthEdition[State, Action], h: Estimate[State, Action]
) -> Callable[[Node[State, Action]], float]:
    own: Any = problem  # the edition's own class has an h, another class need not have one
    estimate: Callable[[Node[State, Action]], float] = h or own.h
    return estimate


def greedy_bfs(
    problem: FourthEdition[State, Action], h: Estimate[State, Action] = None
) -> Node[State, Action]:
    """Search by the estimate alone."""
    return best_first_search(problem, _estimate_of(problem, h))


def uniform_cost_search(problem: FourthEdition[State, Action]) -> Node[State, Action]:
    """Search by path cost."""
    return best_first_search(problem, g)


def breadth_first_bfs(problem: FourthEdition[State, Action]) -> Node[State, Action]:
    """Search the shallowest nodes first, as a best-first search."""
    return best_first_search(problem, len)


def depth_first_bfs(problem: FourthEdition[State, Action]) -> Node[State, Action]:
    """Search the deepest nodes first, as a best-first search."""
    return best_first_search(problem, lambda node: -len(node))


def breadth_first_search(problem: FourthEdition[State, Action]) -> Node[State, Action]:
    """Search the shallowest nodes first, testing every child as it is made."""
    node = Node(problem.initial)
    if problem.is_goal(problem.initial):
        return node
    frontier = FIFOQueue([node])
    reached = {problem.initial}
    while frontier:
        for child in expand(problem, frontier.popleft()):
            if problem.is_goal(child.state):
                return child
            if child.state not in reached:
                reached.add(child.state)
                frontier.append(child)
    return failure


def depth_limited_search(
    problem: FourthEdition[State, Action], limit: int = 10
) -> Node[State, Action]:
    """Search the deepest nodes first down to a depth; ``cutoff`` if it hid something."""
    frontier = LIFOQueue([Node(problem.initial)])
    answer: Node[State, Action] = failure
    while frontier:
        node = frontier.pop()
        if problem.is_goal(node.state):
            return node
        if len(node) >= limit:
            answer = cutoff
        elif not is_cycle(node):
            frontier.extend(expand(problem, node))
    return answer


def iterative_deepening_search(problem: FourthEdition[State, Action]) -> Node[State, Action]:
    """Search to depth 1, 2, 3, ... until a search is not cut off."""
    answers = (depth_limited_search(problem, limit) for limit in count(1))
    return next(answer for answer in answers if answer is not cutoff)


def depth_first_recursive_search(
    problem: FourthEdition[State, Action], node: Node[State, Action] | None = None
) -> Node[State, Action]:
    """Search the deepest nodes first from ``node``; the recursion is a stack of children."""
    root = Node(problem.initial) if node is None else node
    waiting: list[Iterator[Node[State, Action]]] = [iter([root])]
    while waiting:
        child = next(waiting[-1], None)
        if child is None:
            waiting.pop()
        elif problem.is_goal(child.state):
            return child
        elif not is_cycle(child):
            waiting.append(expand(problem, child))
    return failure
