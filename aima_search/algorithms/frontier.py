"""The frontier of best-first search, from which the node with the lowest f is removed first.

A *tie-break* orders nodes with the same f by their time of arrival, or by a *rank*. Nodes with the
same f and rank are in one *bucket*. Only the buckets are sorted; often there are few.
"""

from __future__ import annotations

from bisect import insort
from collections import deque
from collections.abc import Callable, Iterator
from functools import lru_cache
from heapq import heappop, heappush
from itertools import count
from math import inf
from operator import attrgetter
from types import WrapperDescriptorType
from typing import Any, NamedTuple

from aima_search.base.errors import UnknownName
from aima_search.base.path_costs import check_path_cost
from aima_search.model.contract import TransitionModel, offered
from aima_search.model.problem import USUAL_TIE_BREAK, Node


class TieBreak(NamedTuple):
    """How nodes with equal f are ordered: lowest ``rank`` first, then oldest or newest first."""

    rank: Callable[[Node], Any] | None = None
    newest_first: bool = False


def has_own_order(value: Any) -> bool:
    """Return True if the class of a value, or a base class, defines ``<`` in Python (not in C)."""
    kind: Any = type(value)
    return _has_own_order(kind)


@lru_cache
def _has_own_order(kind: Any) -> bool:
    own = next(vars(base)["__lt__"] for base in kind.__mro__ if "__lt__" in vars(base))
    return callable(own) and not isinstance(own, WrapperDescriptorType)


class StateSortKey:
    """A sort key for nodes with equal f, which compares the states of the nodes with ``<``.

    The key cannot be hashed, because a student's class may define ``<`` without a suitable ``==``.
    """

    __slots__ = ("state",)
    __hash__ = None  # type: ignore[assignment]

    def __init__(self, state: Any) -> None:
        self.state = state

    def __lt__(self, other: StateSortKey) -> bool:
        return bool(self.state < other.state)


def _by_state(node: Node) -> Any:
    state = node.state
    return StateSortKey(state) if has_own_order(state) else state


def _by_highest_cost(node: Node) -> float:
    try:
        rank: float = -node.path_cost
        if rank < inf:
            return rank
    except (TypeError, ValueError, ArithmeticError):
        pass
    check_path_cost(node)
    return 0


TIE_BREAKS: dict[str, TieBreak] = {
    "fifo": TieBreak(),
    "lifo": TieBreak(newest_first=True),  # goes deep
    "high-g": TieBreak(_by_highest_cost),  # the f of such nodes depends least on h
    "high-g-lifo": TieBreak(_by_highest_cost, newest_first=True),
    "low-h": TieBreak(lambda node: getattr(node, "h", 0)),  # 0 if the search has no h
    "state": TieBreak(_by_state),  # the order of the textbook's older modules; states need a "<"
}


def tie_break_of(problem: object) -> str:
    """Return the name of the problem's default tie-break."""
    stated = offered(problem, "default_tie_break")
    return stated if isinstance(stated, str) else USUAL_TIE_BREAK


def find_tie_break(name: str) -> TieBreak:
    """Return the tie-break with this name; raise UnknownName if there is no such tie-break."""
    try:
        return TIE_BREAKS[name]
    except KeyError:
        raise UnknownName("tie-break", name, TIE_BREAKS) from None


def textbook_tie_break(problem: TransitionModel[Any, Any]) -> str:
    """Return the name of the tie-break that the textbook's functions use by default.

    It is "state" if the class of the states defines ``<`` (as in old textbook code), else "fifo".
    """
    return "state" if has_own_order(problem.initial) else "fifo"


class UnhashablePriority:
    """The priority of a node whose f has no hash. Of nodes with equal f, the oldest is first."""

    __slots__ = ("arrival", "value")

    def __init__(self, value: Any, arrival: int) -> None:
        self.value = value
        self.arrival = arrival

    def __lt__(self, other: Any) -> bool:
        if not isinstance(other, UnhashablePriority):
            return bool(self.value < other)
        if self.value < other.value:
            return True
        return self.arrival < other.arrival and not other.value < self.value

    def __gt__(self, other: Any) -> bool:
        return bool(self.value > other)


class SortedBucket:
    """Nodes with equal f, sorted by their states, and then by the time of arrival.

    Comparing states with ``<`` may be slow, so nodes are sorted only when a node is removed.
    """

    __slots__ = ("_arrived", "_next", "_sorted")

    _state = attrgetter("state")

    def __init__(self, node: Node) -> None:
        self._sorted: list[Node] = []  # including removed nodes
        self._next = 0
        self._arrived = [node]

    def __len__(self) -> int:
        return len(self._sorted) - self._next + len(self._arrived)

    def append(self, node: Node) -> None:
        """Add a node; its state is compared with other states later, in ``pop``."""
        self._arrived.append(node)

    def pop(self) -> Node:
        """Remove and return the first node in sorted order."""
        if self._arrived:
            self._sort()
        node = self._sorted[self._next]
        self._next += 1
        return node

    popleft = pop

    def _sort(self) -> None:
        if self._next == len(self._sorted):
            self._sorted = sorted(self._arrived, key=self._state)
            self._next = 0
        else:
            if 2 * self._next > len(self._sorted):
                del self._sorted[: self._next]
                self._next = 0
            for node in self._arrived:
                insort(self._sorted, node, lo=self._next, key=self._state)
        self._arrived = []


class Frontier:
    """The nodes that wait to be expanded; iteration removes the node with the lowest f first.

    Nodes may be pushed during the iteration.
    """

    def __init__(self, tie_break: str = "fifo") -> None:
        self._rank, self._newest_first = find_tie_break(tie_break)
        self._buckets: dict[Any, list[Node] | deque[Node] | SortedBucket] = {}
        self._priorities: list[Any] = []  # a heap of the keys of the buckets
        self._singles = count(0, -1) if self._newest_first else count()

    def push(self, node: Node) -> None:
        """Add a node to the frontier."""
        priority: Any = node.f
        in_order = False
        if self._rank is not None:
            rank = self._rank(node)
            in_order = type(rank) is StateSortKey
            priority = (priority,) if in_order else (priority, rank)
        try:
            bucket = self._buckets.get(priority)
        except TypeError:
            if in_order:
                priority, in_order = (node.f, rank), False
            bucket, priority = None, UnhashablePriority(priority, next(self._singles))
        if bucket is None:
            self._buckets[priority] = SortedBucket(node) if in_order else [node]
            heappush(self._priorities, priority)
        else:
            bucket.append(node)

    def __iter__(self) -> Iterator[Node]:
        buckets, priorities = self._buckets, self._priorities
        while priorities:
            best = priorities[0]
            bucket = buckets[best]
            if not bucket:
                heappop(priorities)
                del buckets[best]
            elif self._newest_first or len(bucket) == 1:
                yield bucket.pop()
            else:
                if isinstance(bucket, list):  # lists are smaller than deques
                    bucket = buckets[best] = deque(bucket)
                while bucket and priorities[0] is best:
                    yield bucket.popleft()
