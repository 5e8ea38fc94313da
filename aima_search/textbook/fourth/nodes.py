"""Problems, nodes and queues of the textbook's fourth edition, and the counts of calls."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator
from heapq import heappop, heappush
from math import inf
from typing import Any

from aima_search.model import problem as engine
from aima_search.model.contract import Action, FourthEdition, State

FIFOQueue = deque
LIFOQueue = list


class Problem(engine.Problem[State, Action]):
    """A problem whose h is 0 unless a subclass defines ``h(node)``."""

    def h(self, node: engine.Node[State, Action]) -> float:
        """Return 0; a subclass can return a better lower bound on the cost to a goal."""
        return 0

    def __str__(self) -> str:
        return f"{type(self).__name__}({self.initial!r}, {self.goal!r})"


class Node(engine.Node[State, Action]):
    """A node that equals only itself. Nodes are ordered by path cost."""

    __slots__ = ()

    def __lt__(self, other: engine.Node[State, Action]) -> bool:
        return self.path_cost < other.path_cost

    def __eq__(self, other: object) -> bool:
        return self is other

    def __hash__(self) -> int:
        return id(self)

    def __repr__(self) -> str:
        return f"<{self.state}>"


class _NoSolution(Node):
    """A node that means "no solution". Its path cost is infinite, and it counts as False."""

    __slots__ = ()

    def __bool__(self) -> bool:
        return False


failure = _NoSolution("failure", path_cost=inf)
"""The node that a search returns if there is no solution."""

cutoff = _NoSolution("cutoff", path_cost=inf)
"""The node that a search returns if it did not search nodes below its depth limit."""


def expand(
    problem: FourthEdition[State, Action], node: Node[State, Action]
) -> Iterator[Node[State, Action]]:
    """Yield a child node for each action in the state of a node."""
    state = node.state
    for action in problem.actions(state):
        after = problem.result(state, action)
        yield Node(after, node, action, node.path_cost + problem.action_cost(state, action, after))


def path_actions(node: Node[State, Action] | None) -> list[Action]:
    """Return the actions on the path from the root to a node, or [] if there is no node."""
    return node.solution() if node else []


def path_states(node: Node[State, Action] | None) -> list[State]:
    """Return the states on the path from the root to a node, or [] if there is no node."""
    return node.path_states() if node else []


S = path_states
"""The notebook's short name of ``path_states``."""


def is_cycle(node: engine.Node, k: int = 30) -> bool:
    """Return True if one of the last ``k`` ancestors of a node has the same state as the node."""
    ancestor = node.parent
    while ancestor is not None and k > 0:
        if ancestor.state == node.state:
            return True
        ancestor, k = ancestor.parent, k - 1
    return False


def g(n: engine.Node) -> float:
    """Return the path cost of a node."""
    return n.path_cost


class PriorityQueue:
    """A queue that pops the item with the lowest ``key(item)`` first.

    ``items`` is a list of pairs (key, item) in the order of a binary heap. If two items have
    equal keys, the smaller item comes first.
    """

    def __init__(
        self, items: Iterable[Any] = (), key: Callable[[Any], Any] = lambda item: item
    ) -> None:
        self.key = key
        self.items: list[tuple[Any, Any]] = []
        for item in items:
            self.add(item)

    def add(self, item: Any) -> None:
        """Add an item to the queue."""
        heappush(self.items, (self.key(item), item))

    def pop(self) -> Any:
        """Remove and return the item with the lowest key."""
        return heappop(self.items)[1]

    def top(self) -> Any:
        """Return the item with the lowest key, without removing this item."""
        return self.items[0][1]

    def __len__(self) -> int:
        return len(self.items)


class CountCalls:
    """Wraps an object; ``_counts`` contains how often each attribute of the object was read."""

    def __init__(self, obj: Any, *, counts: Counter[str] | None = None) -> None:
        self._object = obj
        self._counts: Counter[str] = Counter() if counts is None else counts

    def __getattr__(self, attr: str) -> Any:
        if attr in ("_object", "_counts"):  # not set yet in a copy or an unpickled object
            raise AttributeError(attr)
        self._counts[attr] += 1
        return getattr(self._object, attr)


def report(
    searchers: Iterable[Callable[[Any], Any]], problems: Iterable[Any], verbose: bool = True
) -> None:
    """Print the counts of every searcher on every problem, and in total.

    "nodes" is the number of calls of ``result``, and "goal" is the number of calls of ``is_goal``.
    "actions" is the number of calls of ``actions`` plus the length of the solution. If ``verbose``
    is False, only the totals are printed.
    """
    problems = list(problems)
    for searcher in searchers:
        print(f"{searcher.__name__}:")  # noqa: T201 - the textbook's function prints
        total: Counter[str] = Counter()
        for problem in problems:
            counted = CountCalls(problem)
            found = searcher(counted)
            counts: Counter[str] = counted._counts
            counts.update(actions=len(found), cost=found.path_cost)
            total += counts
            if verbose:
                report_counts(counts, str(problem)[:40])
        report_counts(total, "TOTAL\n")


def report_counts(counts: Counter[str], name: str) -> None:
    """Print a line with some of the ``counts``, such as the number of goal tests, and ``name``."""
    shown = [
        f"{counts['result']:9,d} nodes ",
        f"{counts['is_goal']:9,d} goal ",
        f"{counts['cost']:5.0f} cost ",
        f"{counts['actions']:8,d} actions ",
        f" {name}",
    ]
    print("|".join(shown))  # noqa: T201 - the textbook's function prints
