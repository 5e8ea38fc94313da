"""The best-first searches as the textbook's module had them until 2020.

Ties leave as the heap orders nodes, which are compared by their states, and a state that was
expanded is not expanded again: every count is the module's, and A* may miss the optimum if
its heuristic is not consistent.
"""

from __future__ import annotations

from collections.abc import Callable
from heapq import heapify, heappop, heappush
from operator import ne
from typing import Any

from aima_search.algorithms.informed import path_cost
from aima_search.algorithms.steps import Step, Steps, drain_with_report
from aima_search.model.contract import Action, ProblemLike, State
from aima_search.model.problem import Heuristic, Node, all_successors, goal_test, heuristic_of
from aima_search.textbook import tiles
from aima_search.textbook.utilities import memoize

Waiting = tuple[Any, Any, Node]
"""f, the state and the node."""

_PLAIN = {int, str, bytes}
_TOTAL_ORDERS: set[Any] = {int.__lt__, str.__lt__, bytes.__lt__}


def is_totally_ordered(state: Any) -> bool:
    """Tell whether of any two such states one is less: numbers, texts, tuples."""
    order = type(state).__lt__
    if order is tuple.__lt__:
        return _PLAIN.issuperset(map(type, state)) or all(map(is_totally_ordered, state))
    return order in _TOTAL_ORDERS


class _Frontier:
    """Nodes in a heap by f and state, at most one of each state.

    If the order of the states is total, the heap decides nothing, and an entry that is replaced by
    a better entry is left in it. Otherwise the heap decides between two states if neither is less:
    an entry is taken out, and the rest made a heap, the way that decides the module's ties.
    """

    def __init__(self) -> None:
        # Two of its triples compare as two pairs (f, node) do, and without asking the nodes.
        self._heap: list[Waiting] = []
        self.waiting: dict[Any, Waiting] = {}
        self._is_total = True

    def push(self, node: Node) -> None:
        """Put in a node; a node of the same state with a higher f is replaced."""
        if self._is_total and not is_totally_ordered(node.state):
            self._is_total = False
            self._heap = [entry for entry in self._heap if self.waiting.get(entry[1]) is entry]
            heapify(self._heap)
        replaced = self.waiting.get(node.state)
        if replaced is not None and not self._is_total:
            place = next(at for at, other in enumerate(self._heap) if other is replaced)
            del self._heap[place]
            heapify(self._heap)  # as the module does: its ties depend on it
        self.waiting[node.state] = entry = (node.f, node.state, node)
        heappush(self._heap, entry)

    def pop(self) -> Node:
        """Remove and return the best node."""
        while True:
            entry = heappop(self._heap)
            if self.waiting.get(entry[1]) is entry:
                del self.waiting[entry[1]]
                return entry[2]


def best_first_steps(
    problem: ProblemLike[State, Action], f: Callable[[Node[State, Action]], Any]
) -> Steps[State, Action]:
    """Expand the node of least f first; a cheaper node of its state replaces a node that waits."""
    expand, is_goal = all_successors(problem), goal_test(problem)
    root = Node(problem.initial)
    step = Step(root)
    frontier, explored = _Frontier(), set()
    waiting, push = frontier.waiting, frontier.push
    root.f = f(root)
    push(root)
    while waiting:
        step.frontier = len(waiting)
        step.node = node = frontier.pop()
        step.f = node.f
        if is_goal(node.state):
            return node
        yield step
        step.expanded += 1
        explored.add(node.state)
        for action, state, cost in expand(node):
            step.generated += 1
            known = waiting.get(state)
            if known is None and state in explored:
                continue
            child = Node(state, node, action, cost)
            child.f = f(child)
            if known is None or child.f < known[0]:
                push(child)
    return None


def best_first_graph_search(
    problem: ProblemLike[State, Action],
    f: Callable[[Node[State, Action]], Any],
    display: bool = False,
) -> Node[State, Action] | None:
    """Expand the node of least ``f(node)`` first; ``display`` prints how much was expanded."""
    return drain_with_report(best_first_steps(problem, f), display, problem)


greedy_best_first_graph_search = greedy_best_first_search = best_first_graph_search
"""The same function, as in the textbook's module: ``f`` is the heuristic."""


def uniform_cost_search(
    problem: ProblemLike[State, Action], display: bool = False
) -> Node[State, Action] | None:
    """Expand the cheapest path first [figure 3.14]."""
    return best_first_graph_search(problem, path_cost, display)


def astar_search(
    problem: ProblemLike[State, Action],
    h: Heuristic[State, Action] | None = None,
    display: bool = False,
) -> Node[State, Action] | None:
    """Expand the node of least path cost plus estimate first."""
    estimate = memoize(heuristic_of(problem, h), "h")
    return best_first_graph_search(problem, lambda node: node.path_cost + estimate(node), display)


def greedy_search(
    problem: ProblemLike[State, Action],
    h: Heuristic[State, Action] | None = None,
    display: bool = False,
) -> Node[State, Action] | None:
    """Expand the node of least estimate first, the problem's own ``h`` by default."""
    return best_first_graph_search(problem, memoize(heuristic_of(problem, h), "h"), display)


def astar_graph_search(
    problem: ProblemLike[State, Action],
    h: Heuristic[State, Action] | None = None,
    display: bool = False,
) -> Node[State, Action] | None:
    """A* search under the name that courses gave it."""
    return astar_search(problem, h, display)


class EightPuzzle(tiles.EightPuzzle):
    """The puzzle whose ``h`` counts the blank too if it is misplaced."""

    def h(self, node: Any) -> int:
        """Return in how many squares a board differs from the goal: up to one too many."""
        return sum(map(ne, node.state, self.goal))
