"""The best-first searches, the queue and the problem class of the textbook's older modules.

The searches expand as many nodes as the older module. If two nodes have equal f, their states are
compared by ``<``. Expanded states are not reopened, so A* may miss the optimum if its heuristic is
not consistent.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from heapq import heapify, heappop, heappush
from operator import ne
from typing import Any

from aima_search.algorithms.informed import path_cost
from aima_search.algorithms.steps import Step, Steps, drain_with_report
from aima_search.model.contract import ProblemLike
from aima_search.model.problem import (
    Heuristic,
    Node,
    Problem,
    Successor,
    all_successors,
    goal_test,
    heuristic_of,
)
from aima_search.textbook import tiles
from aima_search.textbook.queues import IndexedQueue, is_largest_first
from aima_search.textbook.utilities import identity, memoize


class PriorityQueue(IndexedQueue):
    """A queue that pops the item with the lowest ``f(item)``, or the highest for ``order="max"``.

    ``heap`` is a list of pairs (f, item), ordered as ``heapq`` needs it. A script may change this
    list. For "max", the pairs contain -f. If items have equal f, they are compared with ``<``.

    >>> queue = PriorityQueue(f=len)
    >>> queue.extend(["two", "one", "three"])
    >>> queue.pop(), queue.heap, "one" in queue, queue["two"]
    ('one', [(3, 'two'), (5, 'three')], False, 3)
    """

    def __init__(self, order: str = "min", f: Callable[[Any], Any] = identity) -> None:
        self.heap: list[tuple[Any, Any]] = []
        self.f = f
        if is_largest_first(order):
            self.f = lambda item: -f(item)

    def append(self, item: Any) -> None:
        """Add an item to the queue."""
        pair = (self.f(item), item)
        heappush(self.heap, pair)
        self._notice(pair)

    def pop(self) -> Any:
        """Remove and return the first item; raise IndexError if the queue is empty."""
        if not self.heap:
            raise IndexError("pop from an empty PriorityQueue")
        pair = heappop(self.heap)
        self._forget(pair)
        return pair[1]

    def __len__(self) -> int:
        return len(self.heap)

    def __delitem__(self, item: Any) -> None:
        """Remove an item that equals ``item``; raise KeyError if there is no such item."""
        pair = self._entry(item)
        del self.heap[next(place for place, other in enumerate(self.heap) if other is pair)]
        heapify(self.heap)
        self._forget(pair)

    def _waiting(self) -> list[tuple[Any, Any]]:
        return self.heap


Waiting = tuple[Any, Any, Node]
"""A triple: f, the state and the node."""

_PLAIN = {int, str, bytes}
_TOTAL_ORDERS: set[Any] = {int.__lt__, str.__lt__, bytes.__lt__}


def is_totally_ordered(state: Any) -> bool:
    """Return True if ``state`` is an int, a str, a bytes object, or a tuple of such values."""
    order = type(state).__lt__
    if order is tuple.__lt__:
        return _PLAIN.issuperset(map(type, state)) or all(map(is_totally_ordered, state))
    return order in _TOTAL_ORDERS


class _UniqueStateFrontier:
    """A queue of nodes, sorted by f and state. A new node replaces a node with the same state."""

    def __init__(self) -> None:
        # Triples compare as pairs (f, node) do, but without calls of Node.__lt__.
        self._heap: list[Waiting] = []
        self.waiting: dict[Any, Waiting] = {}
        self._is_total = True

    def push(self, node: Node) -> None:
        if self._is_total and not is_totally_ordered(node.state):
            self._is_total = False
            self._heap = [entry for entry in self._heap if self.waiting.get(entry[1]) is entry]
            heapify(self._heap)
        replaced = self.waiting.get(node.state)
        if replaced is not None and not self._is_total:
            place = next(at for at, other in enumerate(self._heap) if other is replaced)
            del self._heap[place]
            heapify(self._heap)  # breaks ties as the textbook does
        self.waiting[node.state] = entry = (node.f, node.state, node)
        heappush(self._heap, entry)

    def pop(self) -> Node:
        while True:
            entry = heappop(self._heap)
            if self.waiting.get(entry[1]) is entry:
                del self.waiting[entry[1]]
                return entry[2]


def best_first_steps(problem: ProblemLike, f: Callable[[Node], Any]) -> Steps:
    """Expand the node with the lowest f first. Of nodes with equal states, keep only the best."""
    expand, is_goal = all_successors(problem), goal_test(problem)
    root = Node(problem.initial)
    step = Step(root)
    frontier, explored = _UniqueStateFrontier(), set()
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
    problem: ProblemLike, f: Callable[[Node], Any], display: bool = False
) -> Node | None:
    """Expand the node with the lowest f first; if ``display`` is True, print node counts."""
    return drain_with_report(best_first_steps(problem, f), display, problem)


greedy_best_first_graph_search = greedy_best_first_search = best_first_graph_search
"""Other names of this search, as in the textbook's module; the heuristic is ``f``."""


def uniform_cost_search(problem: ProblemLike, display: bool = False) -> Node | None:
    """Expand the cheapest path first [figure 3.14]."""
    return best_first_graph_search(problem, path_cost, display)


def astar_search(
    problem: ProblemLike, h: Heuristic | None = None, display: bool = False
) -> Node | None:
    """Run A*: expand the node with the lowest g + h first."""
    h = memoize(heuristic_of(problem, h), "h")
    return best_first_graph_search(problem, lambda node: node.path_cost + h(node), display)


def greedy_search(
    problem: ProblemLike, h: Heuristic | None = None, display: bool = False
) -> Node | None:
    """Expand the node with the lowest h first; by default, h is the problem's own ``h``."""
    return best_first_graph_search(problem, memoize(heuristic_of(problem, h), "h"), display)


astar_graph_search = astar_search
"""A* search under the name that courses use."""


class EightPuzzle(tiles.EightPuzzle):
    """The 8-puzzle with the older ``h``, which counts a misplaced blank like a misplaced tile."""

    def h(self, node: Any) -> int:
        """Return the number of misplaced squares. This h is not admissible: it counts the blank."""
        return sum(map(ne, node.state, self.goal))


class ProblemOfSuccessors(Problem):
    """A problem of the second edition: ``successor(state)`` returns pairs (action, next state).

    Every action costs 1. For other costs, redefine ``path_cost``.
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
        """Return the state that ``successor(state)`` pairs with ``action``."""
        return next(after for listed, after in self.successor(state) if listed == action)
