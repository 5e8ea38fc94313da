"""Small helpers that scripts expect next to the textbook's searches."""

from __future__ import annotations

import math
import numbers
from bisect import bisect
from collections import Counter, defaultdict, deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import accumulate, chain, combinations, zip_longest
from operator import add, ne
from typing import Any, TypeVar

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


# The helpers of the textbook's ``utils`` that scripts import along with its searches.
#
# They count, pick and draw from sequences, measure points and headings, and print tables.


Item = TypeVar("Item")
Heading = tuple[int, int]

orientations: list[Heading] = [(1, 0), (0, 1), (-1, 0), (0, -1)]
EAST, NORTH, WEST, SOUTH = orientations
turns = LEFT, RIGHT = (+1, -1)


def identity(x: Item) -> Item:
    """Return the argument."""
    return x


argmin = min
argmax = max


# Sequences


def sequence(iterable: Iterable[Item]) -> Sequence[Item]:
    """Return a sequence as it is, and the items of anything else as a tuple."""
    return iterable if isinstance(iterable, Sequence) else tuple(iterable)


def removeall(item: Any, seq: Any) -> Any:
    """Return a copy of a list, or of a text, without any ``item``."""
    if isinstance(seq, str):
        return seq.replace(item, "")
    return [other for other in seq if other != item]


remove_all = removeall


def unique(seq: Iterable[Item]) -> list[Item]:
    """Return the distinct items, in the order in which they come first."""
    return list(dict.fromkeys(seq))


def count(seq: Iterable[object]) -> int:
    """Return how many items are true."""
    return sum(map(bool, seq))


def product(numbers: Iterable[Any]) -> Any:
    """Return the product of numbers, 1 without numbers."""
    return math.prod(numbers)


def first(iterable: Iterable[Item], default: Any = None) -> Any:
    """Return the first item, or the next item of a generator; ``default`` without items."""
    return next(iter(iterable), default)


def shuffled(iterable: Iterable[Item], *, seed: Seed = None) -> list[Item]:
    """Return the items in random order."""
    items = list(iterable)
    random_source(seed).shuffle(items)
    return items


def argmin_random_tie(
    seq: Iterable[Item], key: Callable[[Item], Any] = identity, *, seed: Seed = None
) -> Item:
    """Return a random one of the items whose ``key`` is least."""
    return min(shuffled(seq, seed=seed), key=key)


def argmax_random_tie(
    seq: Iterable[Item], key: Callable[[Item], Any] = identity, *, seed: Seed = None
) -> Item:
    """Return a random one of the items whose ``key`` is greatest."""
    return max(shuffled(seq, seed=seed), key=key)


def weighted_sampler(
    seq: Sequence[Item], weights: Iterable[float], *, seed: Seed = None
) -> Callable[[], Item]:
    """Return a function that draws items, each as often as its share of the weights says."""
    totals, random = list(accumulate(weights)), random_source(seed)
    return lambda: seq[bisect(totals, random.uniform(0, totals[-1]), hi=len(totals) - 1)]


def weighted_sample_with_replacement(
    n: int, seq: Sequence[Item], weights: Iterable[float], *, seed: Seed = None
) -> list[Item]:
    """Return ``n`` items drawn by their weights, each from all items."""
    draw = weighted_sampler(seq, weights, seed=seed)
    return [draw() for _ in range(n)]


# Points and headings


def euclidean_distance(x: Iterable[float], y: Iterable[float]) -> float:
    """Return the straight-line distance between two points of any dimension."""
    return math.dist(tuple(x), tuple(y))


def manhattan_distance(x: Iterable[float], y: Iterable[float]) -> float:
    """Return the sum of the distances along the axes."""
    return sum(abs(a - b) for a, b in zip(x, y, strict=True))


def hamming_distance(x: Iterable[Any], y: Iterable[Any]) -> int:
    """Return in how many places two sequences differ."""
    return sum(map(ne, x, y))


def exact_sqrt(n2: int) -> int:
    """Return the square root of a square number; ValueError for any other."""
    root = math.isqrt(n2)
    if root * root != n2:
        raise ValueError(f"{n2} is not the square of a whole number")
    return root


def turn_heading(heading: Heading, inc: int, headings: Sequence[Heading] = orientations) -> Heading:
    """Return the heading ``inc`` places on in ``headings``, which go round."""
    return headings[(headings.index(heading) + inc) % len(headings)]


def turn_left(heading: Heading) -> Heading:
    """Return the heading after a quarter turn to the left."""
    return turn_heading(heading, LEFT)


def turn_right(heading: Heading) -> Heading:
    """Return the heading after a quarter turn to the right."""
    return turn_heading(heading, RIGHT)


# Texts


def num_or_str(x: str) -> int | float | str:
    """Return the number that a text says, or the text without space around it."""
    for kind in (int, float):
        try:
            return kind(x)
        except ValueError:
            pass
    return str(x).strip()


def print_table(
    table: Iterable[Sequence[Any]],
    header: Sequence[Any] | None = None,
    sep: str = "   ",
    numfmt: str = "{}",
) -> None:
    """Print rows as a table whose columns line up, numbers by ``numfmt`` and to the right.

    ``header`` is the first row, or a text above the first column; a short row ends in empty cells.
    """
    rows = [list(row) for row in table]
    numeric = [isinstance(cell, numbers.Number) for cell in rows[0]] if rows else []
    words = [header] if isinstance(header, str) else header
    printed = [[str(word) for word in words]] if words else []
    printed += [
        [numfmt.format(cell) if isinstance(cell, numbers.Number) else str(cell) for cell in row]
        for row in rows
    ]
    lined_up = []
    for place, column in enumerate(zip_longest(*printed, fillvalue="")):
        width, is_numeric = max(map(len, column)), place < len(numeric) and numeric[place]
        lined_up.append([c.rjust(width) if is_numeric else c.ljust(width) for c in column])
    for cells in zip(*lined_up, strict=True):
        print(sep.join(cells))  # noqa: T201 - the textbook's function prints


# Helpers of the textbook's ``utils`` that gather items: by key, into lists, into subsets.


Number = (int, float, complex)
"""The types that ``isinstance`` takes for numbers."""


def multimap(pairs: Iterable[tuple[Any, Any]]) -> dict[Any, list[Any]]:
    """Return a dict from every first of the pairs to the list of its seconds."""
    lists: dict[Any, list[Any]] = defaultdict(list)
    for first, second in pairs:
        lists[first].append(second)
    return lists


def multimap_items(mmap: Mapping[Any, Iterable[Any]]) -> Iterator[tuple[Any, Any]]:
    """Yield the pairs that a ``multimap`` was made of, key by key."""
    return ((key, value) for key, values in mmap.items() for value in values)


def mode(data: Iterable[Item]) -> Item:
    """Return the item that occurs most often, of equals the first; ValueError without items."""
    counts = Counter(data).most_common(1)
    if not counts:
        raise ValueError("there is no item in the data: expected one or more")
    return counts[0][0]


def power_set(iterable: Iterable[Item]) -> list[tuple[Item, ...]]:
    """Return all subsets but the empty subset, the small subsets first.

    >>> power_set("abc")[3:]
    [('a', 'b'), ('a', 'c'), ('b', 'c'), ('a', 'b', 'c')]
    """
    items = list(iterable)
    return [subset for size in range(1, len(items) + 1) for subset in combinations(items, size)]


powerset = power_set


def flatten(seqs: Iterable[Iterable[Item]]) -> list[Item]:
    """Return the items of all sequences in one list."""
    return list(chain.from_iterable(seqs))


def isnumber(x: object) -> bool:
    """Tell whether something can be made an int, as numbers can."""
    return hasattr(x, "__int__")


def issequence(x: object) -> bool:
    """Tell whether something is a sequence: a list, a tuple, a text, a range."""
    return isinstance(x, Sequence)


# Sets that are joined and never taken apart; each is known by one of its members.


class DisjointSets:
    """Disjoint sets of hashable things: ``make_set``, ``union``, ``find``.

    Finding shortens the way for the next time, so that many operations take nearly constant
    time each (Tarjan 1975).

    >>> sets = DisjointSets()
    >>> for letter in "abc":
    ...     sets.make_set(letter)
    >>> sets.union("a", "b")
    >>> sets.find("a") == sets.find("b"), sets.find("a") == sets.find("c")
    (True, False)
    """

    def __init__(self) -> None:
        self._above: dict[Any, Any] = {}
        self._sizes: dict[Any, int] = {}

    def make_set(self, vertex: Any) -> None:
        """Add a set with one member; nothing happens if it is a member already."""
        if vertex not in self._above:
            self._above[vertex] = vertex
            self._sizes[vertex] = 1

    def find(self, vertex: Any) -> Any:
        """Return the member by which the set of ``vertex`` is known; KeyError if it has no set."""
        top = vertex
        while self._above[top] != top:
            top = self._above[top]
        while self._above[vertex] != top:
            self._above[vertex], vertex = top, self._above[vertex]
        return top

    def union(self, vertex_u: Any, vertex_v: Any) -> None:
        """Join the sets of two members."""
        large, small = self.find(vertex_u), self.find(vertex_v)
        if large == small:
            return
        if self._sizes[large] < self._sizes[small]:
            large, small = small, large
        self._above[small] = large
        self._sizes[large] += self._sizes.pop(small)
