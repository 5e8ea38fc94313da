"""Queues of the textbook's newest module, and searches in the order of a given queue.

If two items have equal priorities and their class defines ``<``, the smaller item comes first.
Nodes are compared by their states. Without ``<``, the item that was added first comes first.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence, Sized
from heapq import heapify, heappop, heappush
from itertools import count
from typing import Any, TypeAlias

from aima_search.algorithms.frontier import StateSortKey, UnhashablePriority, has_own_order
from aima_search.base.errors import InputError
from aima_search.model.contract import ProblemLike
from aima_search.model.problem import Node, goal_test, is_hashable

QueueItem: TypeAlias = Sequence[Any]
"""An entry of a heap: its last two items are f and the item."""

_REMOVED: Any = object()
_UNHASHABLE = object()
"""The key of all items without a hash."""


class Queue:
    """A base class for queues in older scripts; subclasses define ``append`` and ``pop``."""

    def append(self, item: Any) -> None:
        """Add an item to the queue."""
        raise NotImplementedError(f"{type(self).__name__} does not define append(item)")

    def extend(self, items: Iterable[Any]) -> None:
        """Append every item of an iterable."""
        for item in items:
            self.append(item)


class FIFOQueue(Queue, deque[Any]):
    """A first-in, first-out queue; ``append`` raises IndexError if the queue is full."""

    def __init__(self, maxlen: int | None = None, items: Iterable[Any] = ()) -> None:
        deque.__init__(self, (), maxlen)
        self.extend(items)

    def append(self, item: Any) -> None:
        """Put an item at the back of the queue."""
        if len(self) == self.maxlen:
            raise IndexError(f"the queue is full: it holds {self.maxlen} items at most")
        deque.append(self, item)

    def pop(self) -> Any:  # type: ignore[override]  # a deque's pop takes no index either
        """Remove and return the item at the front, which is the oldest item."""
        return self.popleft()


class Stack(list[Any]):
    """A list used as a stack. ``append`` adds an item at the end; ``pop`` removes the last item."""


def is_largest_first(order: str | Callable[..., Any]) -> bool:
    """Return True for "max" and False for "min"; raise InputError for any other order."""
    if order in ("min", min, "max", max):
        return order in ("max", max)
    raise InputError(f"order is {order!r}: expected 'min' or 'max'")


class IndexedQueue(Queue, Sized):
    """A base class of priority queues that use an index to find items quickly.

    The index maps the hashes of items to entries. It is made at the first lookup, and made again if
    a script has changed the heap.
    """

    _index: dict[Any, list[QueueItem]] | None = None
    _indexed = 0  # the number of entries in the index

    def _waiting(self) -> Sequence[QueueItem]:
        raise NotImplementedError

    def __contains__(self, item: object) -> bool:
        return self._find(item) is not None

    def __getitem__(self, item: Any) -> Any:
        """Return f of the item that equals ``item``; raise KeyError if there is no such item."""
        return self._entry(item)[-2]

    def _entry(self, item: Any) -> QueueItem:
        entry = self._find(item)
        if entry is None:
            raise KeyError(f"{item!r} is not in the priority queue")
        return entry

    def _find(self, item: Any) -> QueueItem | None:
        if self._index is None or self._indexed != len(self):
            self._index, self._indexed = {}, 0
            for entry in self._waiting():
                self._notice(entry)
        return next((entry for entry in self._index.get(_key(item), ()) if entry[-1] == item), None)

    def _notice(self, entry: QueueItem) -> None:
        if self._index is not None:
            self._index.setdefault(_key(entry[-1]), []).append(entry)
            self._indexed += 1

    def _forget(self, entry: QueueItem) -> None:
        if self._index is not None:
            key = _key(entry[-1])
            same = self._index.get(key, [])
            for place, other in enumerate(same):
                if other is entry:
                    del same[place]
                    self._indexed -= 1
                    break
            if not same:
                self._index.pop(key, None)


def _key(item: Any) -> Any:
    return item if is_hashable(item) else _UNHASHABLE


class PriorityQueue(IndexedQueue):
    """A queue that pops the item with the lowest ``f(item)`` first.

    If ``order`` is the text "max" or the function ``max``, the highest ``f(item)`` comes first. If
    items are hashable, ``append``, ``pop`` and ``del`` take logarithmic time, and ``in`` and
    ``queue[item]`` take constant time.

    >>> queue = PriorityQueue(f=len)
    >>> queue.extend(["three", "to", "one", "by"])
    >>> queue.pop(), queue["one"], "by" in queue, len(queue)
    ('to', 3, True, 3)
    """

    def __init__(
        self, order: str | Callable[..., Any] = "min", f: Callable[[Any], Any] = lambda item: item
    ) -> None:
        self._largest_first, self.f = is_largest_first(order), f
        self._arrivals = count()
        # An entry is [priority, arrival, f, item]; a deleted entry stays, but its item is marked.
        self._heap: list[list[Any]] = []
        self._removed = 0

    def __repr__(self) -> str:
        return f"<PriorityQueue of {len(self)}>"

    def __len__(self) -> int:
        return len(self._heap) - self._removed

    def append(self, item: Any) -> None:
        """Add an item to the queue."""
        value, arrival = self.f(item), next(self._arrivals)
        priority = -value if self._largest_first else value
        compared = item.state if isinstance(item, Node) else item
        if has_own_order(compared):
            priority = UnhashablePriority((priority, StateSortKey(compared)), arrival)
        entry = [priority, arrival, value, item]
        heappush(self._heap, entry)
        self._notice(entry)

    def pop(self) -> Any:
        """Remove and return the first item; raise IndexError if the queue is empty."""
        while self._heap:
            entry = heappop(self._heap)
            if entry[-1] is not _REMOVED:
                self._forget(entry)
                return entry[-1]
            self._removed -= 1
        raise IndexError("pop from an empty PriorityQueue")

    @property
    def heap(self) -> list[tuple[Any, Any]]:
        """The pairs (f, item) in the queue. The first pair is the next one to pop."""
        return [(value, item) for *_, value, item in self._waiting()]

    def __iter__(self) -> Iterator[Any]:
        """Yield the items in the order in which they would be popped."""
        return (entry[-1] for entry in self._waiting())

    def _waiting(self) -> list[list[Any]]:
        return sorted(entry for entry in self._heap if entry[-1] is not _REMOVED)

    def __delitem__(self, item: Any) -> None:
        """Remove the first item that equals ``item``; raise KeyError if there is no such item."""
        entry: Any = self._entry(item)
        self._forget(entry)
        entry[-1] = _REMOVED
        self._removed += 1
        if self._removed > len(self) + 8:
            self._heap = [entry for entry in self._heap if entry[-1] is not _REMOVED]
            self._removed = 0
            heapify(self._heap)


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
