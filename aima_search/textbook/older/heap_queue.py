"""PriorityQueue as the textbook had it until 2020: of equal ``f`` the lesser item leaves first."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from heapq import heapify, heappop, heappush
from typing import Any

from aima_search.base.errors import InputError
from aima_search.textbook.utilities import identity

Pair = tuple[Any, Any]

_UNHASHABLE = object()


class PriorityQueue:
    """A queue whose least ``f(item)`` leaves first, or by ``order="max"`` its greatest.

    ``heap`` is the heap itself, a list of pairs (f, item), with f negative for "max"; a script
    may read and change it. If neither of two items of equal f is less, the heap decides.

    >>> queue = PriorityQueue(f=len)
    >>> queue.extend(["two", "one", "three"])
    >>> queue.pop(), queue.heap, queue["one" if "one" in queue else "two"]
    ('one', [(3, 'two'), (5, 'three')], 3)
    """

    def __init__(self, order: str = "min", f: Callable[[Any], Any] = identity) -> None:
        if order not in ("min", "max"):
            raise InputError(f"order is {order!r}: expected 'min' or 'max'")
        self.heap: list[Pair] = []
        self.f = f if order == "min" else lambda item: -f(item)
        # The pairs of every item, so that a search for an item takes no walk through the heap.
        self._pairs: dict[Any, list[Pair]] = {}
        self._size = 0

    def append(self, item: Any) -> None:
        """Put an item into its place."""
        self._follow_changes()
        pair = (self.f(item), item)
        heappush(self.heap, pair)
        self._notice(pair)

    def extend(self, items: Iterable[Any]) -> None:
        """Append every item."""
        for item in items:
            self.append(item)

    def pop(self) -> Any:
        """Remove and return the first item; IndexError if the queue is empty."""
        self._follow_changes()
        if not self.heap:
            raise IndexError("pop from an empty PriorityQueue")
        pair = heappop(self.heap)
        self._forget(pair)
        return pair[1]

    def __len__(self) -> int:
        return len(self.heap)

    def __contains__(self, item: object) -> bool:
        return self._find(item) is not None

    def __getitem__(self, item: Any) -> Any:
        """Return the f of the item that equals ``item``; KeyError without such an item."""
        return self._pair(item)[0]

    def __delitem__(self, item: Any) -> None:
        """Remove an item that equals ``item``; KeyError without such an item."""
        pair = self._pair(item)
        place = next(place for place, other in enumerate(self.heap) if other is pair)
        del self.heap[place]
        heapify(self.heap)
        self._forget(pair)

    def _pair(self, item: Any) -> Pair:
        pair = self._find(item)
        if pair is None:
            raise KeyError(f"{item!r} is not in the priority queue")
        return pair

    def _find(self, item: Any) -> Pair | None:
        self._follow_changes()
        return next((pair for pair in self._pairs_like(item) if pair[1] == item), None)

    def _pairs_like(self, item: Any) -> list[Pair]:
        try:
            return self._pairs.setdefault(item, [])
        except TypeError:  # an item without a hash
            return self._pairs.setdefault(_UNHASHABLE, [])

    def _notice(self, pair: Pair) -> None:
        self._pairs_like(pair[1]).append(pair)
        self._size += 1

    def _forget(self, pair: Pair) -> None:
        pairs = self._pairs_like(pair[1])
        pairs[:] = [other for other in pairs if other is not pair]
        self._size -= 1

    def _follow_changes(self) -> None:
        """Look the heap through if a script has put something in, or taken something out."""
        if self._size != len(self.heap):
            self._pairs, self._size = {}, 0
            for pair in self.heap:
                self._notice(pair)
