"""PriorityQueue: items leave in the order of f(item), equals in the order of their arrival.

The frontier of the textbook's newest module as scripts use it. An item is hashable, or found by
looking through the queue. If its class defines ``<``, or that of a node's state, ties go by it.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from heapq import heapify, heappop, heappush
from itertools import count
from typing import Any

from aima_search.algorithms.frontier import InOwnOrder, Single, has_own_order
from aima_search.base.errors import InputError
from aima_search.model.problem import Node

_REMOVED: Any = object()


class PriorityQueue:
    """A queue whose smallest (or, by ``order="max"``, largest) ``f(item)`` leaves first.

    ``append``, ``pop`` and ``del`` take logarithmic time, ``in`` and ``queue[item]``
    constant time if items are hashable. Items are compared with ``==``, and with ``<`` only
    if their class itself defines it. ``order`` may also be the function ``min`` or ``max``.

    >>> queue = PriorityQueue(f=len)
    >>> queue.extend(["three", "to", "one", "by"])
    >>> queue.pop(), queue["one"], "by" in queue, len(queue)
    ('to', 3, True, 3)
    """

    def __init__(
        self, order: str | Callable[..., Any] = "min", f: Callable[[Any], Any] = lambda item: item
    ) -> None:
        if order in ("min", min):
            self._largest_first = False
        elif order in ("max", max):
            self._largest_first = True
        else:
            raise InputError(f"order is {order!r}: expected 'min' or 'max'")
        self.f = f
        self._arrivals = count()
        # An entry is [priority, arrival, item, f]; a deleted one stays, its item marked.
        self._heap: list[list[Any]] = []
        self._entries: dict[Any, deque[list[Any]]] = {}
        self._unhashable: list[list[Any]] = []
        self._size = 0

    def __repr__(self) -> str:
        return f"<PriorityQueue of {self._size}>"

    def append(self, item: Any) -> None:
        """Put an item into its place."""
        value = self.f(item)
        arrival = next(self._arrivals)
        entry = [self._priority(value, item, arrival), arrival, item, value]
        try:
            self._entries.setdefault(item, deque()).append(entry)
        except TypeError:
            self._unhashable.append(entry)
        heappush(self._heap, entry)
        self._size += 1

    def extend(self, items: Iterable[Any]) -> None:
        """Append every item."""
        for item in items:
            self.append(item)

    def pop(self) -> Any:
        """Remove and return the first item; IndexError if the queue is empty."""
        while self._heap:
            entry = heappop(self._heap)
            item = entry[2]
            if item is not _REMOVED:
                self._forget(entry)
                return item
        raise IndexError("pop from an empty PriorityQueue")

    @property
    def heap(self) -> list[tuple[Any, Any]]:
        """The pairs (f, item) in the order in which they would leave, in a list of their own."""
        return [(entry[3], entry[2]) for entry in self._waiting()]

    def __len__(self) -> int:
        return self._size

    def __iter__(self) -> Iterator[Any]:
        """Go through the items in the order in which they would leave."""
        return (entry[2] for entry in self._waiting())

    def _waiting(self) -> list[list[Any]]:
        return sorted(entry for entry in self._heap if entry[2] is not _REMOVED)

    def _priority(self, value: Any, item: Any, arrival: int) -> Any:
        value = -value if self._largest_first else value
        compared = item.state if isinstance(item, Node) else item
        if has_own_order(compared):
            return Single((value, InOwnOrder(compared)), arrival)
        return value

    def __contains__(self, item: object) -> bool:
        return self._find(item) is not None

    def __getitem__(self, item: Any) -> Any:
        """Return ``f`` of the item that equals ``item``; KeyError without such an item."""
        return self._entry(item)[3]

    def __delitem__(self, item: Any) -> None:
        """Remove the first item that equals ``item``; KeyError without such an item."""
        entry = self._entry(item)
        self._forget(entry)
        entry[2] = _REMOVED
        if len(self._heap) > 2 * self._size + 8:
            self._heap = [kept for kept in self._heap if kept[2] is not _REMOVED]
            heapify(self._heap)

    def _entry(self, item: Any) -> list[Any]:
        entry = self._find(item)
        if entry is None:
            raise KeyError(item)
        return entry

    def _find(self, item: Any) -> list[Any] | None:
        try:
            entries = self._entries.get(item)
        except TypeError:
            entries = None
        if entries:
            return entries[0]
        return next((entry for entry in self._unhashable if entry[2] == item), None)

    def _forget(self, entry: list[Any]) -> None:
        """Take an entry out of the index; it is about to leave the heap."""
        item = entry[2]
        self._size -= 1
        try:
            entries = self._entries[item]
        except TypeError:
            entries = None
        if entries is None:
            _remove_same(self._unhashable, entry)
        elif len(entries) == 1:
            del self._entries[item]
        elif entries[0] is entry:
            entries.popleft()
        else:
            _remove_same(entries, entry)


def _remove_same(entries: list[list[Any]] | deque[list[Any]], entry: list[Any]) -> None:
    place = next(place for place, other in enumerate(entries) if other is entry)
    del entries[place]
