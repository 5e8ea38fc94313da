"""Queues of the textbook's newest module, such as PriorityQueue.

If two items have equal priorities and their class defines ``<``, the smaller item comes first.
Nodes are compared by their states. Without ``<``, the item that was added first comes first.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from heapq import heapify, heappop, heappush
from itertools import count
from typing import Any, TypeAlias

from aima_search.algorithms.frontier import StateSortKey, UnhashablePriority, has_own_order
from aima_search.base.errors import InputError
from aima_search.model.problem import Node

QueueItem: TypeAlias = Sequence[Any]
"""An entry of a heap: its last two items are f and the item."""

_REMOVED: Any = object()


class Queue:
    """A base class for queues in older scripts; subclasses define ``append`` and ``pop``."""

    def append(self, item: Any) -> None:
        """Add an item to the queue."""
        raise NotImplementedError(f"{type(self).__name__} does not define append(item)")

    def extend(self, items: Iterable[Any]) -> None:
        """Append every item of an iterable."""
        for item in items:
            self.append(item)


class FIFOQueue(deque[Any]):
    """A first-in, first-out queue; ``append`` raises IndexError if the queue is full."""

    def __init__(self, maxlen: int | None = None, items: Iterable[Any] = ()) -> None:
        super().__init__((), maxlen)
        self.extend(items)

    def append(self, item: Any) -> None:
        """Put an item at the back of the queue."""
        if len(self) == self.maxlen:
            raise IndexError(f"the queue is full: it holds {self.maxlen} items at most")
        super().append(item)

    def extend(self, items: Iterable[Any]) -> None:
        """Append every item of an iterable."""
        for item in items:
            self.append(item)

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


class IndexedQueue(Queue):
    """The base class of priority queues that find an item by its hash, in a dict."""

    _entries: dict[Any, list[QueueItem]] | None = None
    _unhashable: list[QueueItem]

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
        if self._entries is None:
            self._entries, self._unhashable = {}, []
            for entry in self._waiting():
                self._notice(entry)
        return next((entry for entry in self._like(item) if entry[-1] == item), None)

    def _like(self, item: Any) -> list[QueueItem]:
        try:
            return (self._entries or {}).get(item, [])
        except TypeError:  # the item has no hash
            return self._unhashable

    def _notice(self, entry: QueueItem) -> None:
        try:
            if self._entries is not None:
                self._entries.setdefault(entry[-1], []).append(entry)
        except TypeError:
            self._unhashable.append(entry)

    def _forget(self, entry: QueueItem) -> None:
        if self._entries is None:
            return
        same = self._like(entry[-1])
        del same[next(place for place, other in enumerate(same) if other is entry)]
        if not same and same is not self._unhashable:
            del self._entries[entry[-1]]


class PriorityQueue(IndexedQueue):
    """A queue that pops the item with the lowest ``f(item)`` first.

    If ``order`` is "max" or ``max``, the highest ``f(item)`` comes first. If items are hashable,
    ``append``, ``pop`` and ``del`` take logarithmic time, and ``in`` and ``queue[item]`` take
    constant time.

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
        self._own_orders: dict[type, bool] = {}  # by class: True if it defines <

    def __repr__(self) -> str:
        return f"<PriorityQueue of {len(self)}>"

    def __len__(self) -> int:
        return len(self._heap) - self._removed

    def append(self, item: Any) -> None:
        """Add an item to the queue."""
        value, arrival = self.f(item), next(self._arrivals)
        priority = -value if self._largest_first else value
        compared = item.state if isinstance(item, Node) else item
        has_order = self._own_orders.get(type(compared))
        if has_order is None:
            has_order = self._own_orders[type(compared)] = has_own_order(compared)
        if has_order:
            priority = UnhashablePriority((priority, StateSortKey(compared)), arrival)
        entry = [priority, arrival, value, item]
        heappush(self._heap, entry)
        if self._entries is not None:
            self._notice(entry)

    def pop(self) -> Any:
        """Remove and return the first item; raise IndexError if the queue is empty."""
        while self._heap:
            entry = heappop(self._heap)
            if entry[-1] is not _REMOVED:
                if self._entries is not None:
                    self._forget(entry)
                return entry[-1]
            self._removed -= 1
        raise IndexError("pop from an empty PriorityQueue")

    @property
    def heap(self) -> list[tuple[Any, Any]]:
        """The pairs (f, item) in the queue. The item that ``pop`` returns next is first."""
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
