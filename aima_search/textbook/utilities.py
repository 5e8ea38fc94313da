"""Small helpers that scripts expect next to the textbook's searches."""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Callable, Iterable
from functools import lru_cache
from operator import add
from typing import Any

from aima_search.base.seeds import Seed, random_source


def memoize(
    fn: Callable[..., Any], slot: str | None = None, maxsize: int | None = 32
) -> Callable[..., Any]:
    """Return ``fn`` with a memory for its values.

    With ``slot`` the value is kept as that attribute of the first argument (a node's
    ``f``, say) and never computed again for it; otherwise the last ``maxsize`` values are
    kept by arguments, which must be hashable.
    """
    if slot is None:
        return lru_cache(maxsize=maxsize)(fn)

    def remembered(first: Any, *others: Any) -> Any:
        if not hasattr(first, slot):
            setattr(first, slot, fn(first, *others))
        return getattr(first, slot)

    return remembered


def probability(p: float, *, seed: Seed = None) -> bool:
    """Return True with probability ``p``."""
    return random_source(seed).random() < p


def distance(a: tuple[float, float], b: tuple[float, float]) -> float:
    """Return the straight-line distance between two points (x, y)."""
    return math.dist(a, b)


def distance_squared(a: tuple[float, float], b: tuple[float, float]) -> float:
    """Return the square of the distance between two points (x, y), exact for whole numbers."""
    (x, y), (other_x, other_y) = a, b
    return (x - other_x) ** 2 + (y - other_y) ** 2


def vector_add(a: Iterable[Any], b: Iterable[Any]) -> tuple[Any, ...]:
    """Return the sum of two vectors, component by component.

    >>> vector_add((0, 1), (8, 9))
    (8, 10)
    """
    return tuple(map(add, a, b))


def is_in(elt: Any, seq: Iterable[Any]) -> bool:
    """Tell whether the object itself, not an equal object, is in ``seq``."""
    return any(item is elt for item in seq)


def name(obj: Any) -> str:
    """Return a name for any object: its own name, or the name of its class.

    >>> name(len), name(3)
    ('len', 'int')
    """
    for named in (obj, type(obj)):
        for attribute in ("name", "__name__"):
            found = getattr(named, attribute, None)
            if isinstance(found, str) and found:
                return found
    return str(obj)


class Queue:
    """The base class of queues of scripts until 2018: they define ``append`` and ``pop``."""

    def append(self, item: Any) -> None:
        """Put an item into its place."""
        raise NotImplementedError(f"{type(self).__name__} does not define append(item)")

    def extend(self, items: Iterable[Any]) -> None:
        """Append every item."""
        for item in items:
            self.append(item)


class FIFOQueue(deque[Any]):
    """A queue: ``append`` at the back, ``pop`` from the front; IndexError if it is full."""

    def __init__(self, maxlen: int | None = None, items: Iterable[Any] = ()) -> None:
        super().__init__((), maxlen)
        self.extend(items)

    def append(self, item: Any) -> None:
        """Put an item at the back."""
        if len(self) == self.maxlen:
            raise IndexError(f"the queue is full: it holds {self.maxlen} items at most")
        super().append(item)

    def extend(self, items: Iterable[Any]) -> None:
        """Append every item."""
        for item in items:
            self.append(item)

    def pop(self) -> Any:  # type: ignore[override]  # a deque's takes no index either
        """Remove and return the item that has waited longest."""
        return self.popleft()


class Stack(list[Any]):
    """A list that is used at one end: the last item appended is the first popped."""


class hashabledict(dict[Any, Any]):  # noqa: N801 - its name in the textbook's module
    """A dictionary that can be a state: it has a hash, and the order of its sorted items.

    Never change a dictionary that a search knows: make a new dictionary.

    >>> {hashabledict(x=1, y=2), hashabledict(y=2, x=1)}, hashabledict(x=1) < hashabledict(x=2)
    ({{'x': 1, 'y': 2}}, True)
    """

    def __hash__(self) -> int:  # type: ignore[override]  # a plain one has none
        return hash(frozenset(self.items()))

    def _sorted(self) -> list[tuple[Any, Any]]:
        return sorted(self.items())

    def __lt__(self, other: hashabledict) -> bool:
        return self._sorted() < other._sorted()

    def __gt__(self, other: hashabledict) -> bool:
        return self._sorted() > other._sorted()

    def __le__(self, other: hashabledict) -> bool:
        return self._sorted() <= other._sorted()

    def __ge__(self, other: hashabledict) -> bool:
        return self._sorted() >= other._sorted()
