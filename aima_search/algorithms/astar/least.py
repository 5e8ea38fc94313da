"""The least of values that come and go, such as the f of the nodes that wait."""

from __future__ import annotations

from heapq import heappop, heappush
from math import inf


class Least:
    """How often each value is present, and the least value.

    >>> least = Least()
    >>> for value in (3, 2, 2):
    ...     least.add(value)
    >>> least.remove(2)
    >>> least.value()
    2
    >>> least.remove(2)
    >>> least.value()
    3
    """

    def __init__(self) -> None:
        self._counts: dict[float, int] = {}
        self._in_order: list[float] = []  # a heap of the keys

    def add(self, value: float) -> None:
        """Count a value."""
        if value in self._counts:
            self._counts[value] += 1
        else:
            self._counts[value] = 1
            heappush(self._in_order, value)

    def remove(self, value: float) -> None:
        """Remove a value once."""
        self._counts[value] -= 1

    def value(self) -> float:
        """Return the least value, infinity without values."""
        while self._in_order and not self._counts[self._in_order[0]]:
            del self._counts[heappop(self._in_order)]
        return self._in_order[0] if self._in_order else inf
