"""PriorityQueue as the textbook had it until 2020: of equal ``f`` the lesser item leaves first."""

from __future__ import annotations

from collections.abc import Callable
from heapq import heapify, heappop, heappush
from typing import Any

from aima_search.textbook.queues import IndexedQueue, QueueItem, is_largest_first
from aima_search.textbook.sequences import identity


class PriorityQueue(IndexedQueue):
    """A queue whose least ``f(item)`` leaves first, or by ``order="max"`` its greatest.

    ``heap`` is the heap itself, a list of pairs (f, item), with f negative for "max"; a script
    may read and change it. If neither of two items of equal f is less, the heap decides.

    >>> queue = PriorityQueue(f=len)
    >>> queue.extend(["two", "one", "three"])
    >>> queue.pop(), queue.heap, queue["one" if "one" in queue else "two"]
    ('one', [(3, 'two'), (5, 'three')], 3)
    """

    def __init__(self, order: str = "min", f: Callable[[Any], Any] = identity) -> None:
        self.heap: list[tuple[Any, Any]] = []
        self._size = 0  # of the index
        self.f = f
        if is_largest_first(order):
            self.f = lambda item: -f(item)

    def append(self, item: Any) -> None:
        """Put an item into its place."""
        pair = (self.f(item), item)
        heappush(self.heap, pair)
        if self._entries is not None:
            self._notice(pair)
            self._size += 1

    def pop(self) -> Any:
        """Remove and return the first item; IndexError if the queue is empty."""
        if not self.heap:
            raise IndexError("pop from an empty PriorityQueue")
        self._follow_changes()
        pair = heappop(self.heap)
        if self._entries is not None:
            self._forget(pair)
            self._size -= 1
        return pair[1]

    def __len__(self) -> int:
        return len(self.heap)

    def __delitem__(self, item: Any) -> None:
        """Remove an item that equals ``item``; KeyError without such an item."""
        pair = self._entry(item)
        del self.heap[next(place for place, other in enumerate(self.heap) if other is pair)]
        heapify(self.heap)
        self._forget(pair)
        self._size -= 1

    def _waiting(self) -> list[tuple[Any, Any]]:
        self._size = len(self.heap)
        return self.heap

    def _find(self, item: Any) -> QueueItem | None:
        self._follow_changes()
        return super()._find(item)

    def _follow_changes(self) -> None:
        """Drop the index if a script has put something into the heap, or taken something out."""
        if self._size != len(self.heap):
            self._entries = None
