"""Functions of the textbook's ``utils``, for example for points, sequences, names and tables."""

from __future__ import annotations

import math
import numbers
from bisect import bisect
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import accumulate, chain, combinations, zip_longest
from operator import add, ne
from typing import Any, TypeVar

from aima_search.base.seeds import Seed, random_source

infinity = math.inf
Heading = tuple[int, int]


def distance(a: tuple[float, float], b: tuple[float, float]) -> float:
    """Return the straight-line distance between two points (x, y)."""
    return math.dist(a, b)


def distance_squared(a: tuple[float, float], b: tuple[float, float]) -> float:
    """Return the square of the distance between two points (x, y)."""
    (x, y), (other_x, other_y) = a, b
    return (x - other_x) ** 2 + (y - other_y) ** 2


def vector_add(a: Iterable[Any], b: Iterable[Any]) -> tuple[Any, ...]:
    """Return the sum of two vectors, component by component.

    >>> vector_add((0, 1), (8, 9))
    (8, 10)
    """
    return tuple(map(add, a, b))


orientations: list[Heading] = [(1, 0), (0, 1), (-1, 0), (0, -1)]
EAST, NORTH, WEST, SOUTH = orientations
turns = LEFT, RIGHT = (+1, -1)


def euclidean_distance(x: Iterable[float], y: Iterable[float]) -> float:
    """Return the straight-line distance between two points of any dimension."""
    return math.dist(tuple(x), tuple(y))


def manhattan_distance(x: Iterable[float], y: Iterable[float]) -> float:
    """Return the sum of the distances between two points along the axes."""
    return sum(abs(a - b) for a, b in zip(x, y, strict=True))


def hamming_distance(x: Iterable[Any], y: Iterable[Any]) -> int:
    """Return the number of places where two sequences differ."""
    return sum(map(ne, x, y))


def turn_heading(heading: Heading, inc: int, headings: Sequence[Heading] = orientations) -> Heading:
    """Turn left ``inc`` times, or right if ``inc`` is negative, and return the new heading."""
    return headings[(headings.index(heading) + inc) % len(headings)]


def turn_left(heading: Heading) -> Heading:
    """Return the heading after a quarter turn to the left."""
    return turn_heading(heading, LEFT)


def turn_right(heading: Heading) -> Heading:
    """Return the heading after a quarter turn to the right."""
    return turn_heading(heading, RIGHT)


Item = TypeVar("Item")
Key = TypeVar("Key")


def is_in(elt: Any, seq: Iterable[Any]) -> bool:
    """Return True if ``seq`` contains the object itself, rather than an equal object."""
    return any(item is elt for item in seq)


def identity(x: Item) -> Item:
    """Return the argument unchanged."""
    return x


argmin = min
argmax = max


def sequence(iterable: Iterable[Item]) -> Sequence[Item]:
    """Return ``iterable`` itself if it is a sequence, otherwise a tuple of its items."""
    return iterable if isinstance(iterable, Sequence) else tuple(iterable)


def removeall(item: Any, seq: Any) -> Any:
    """Return a copy of the list or text ``seq`` without the items that equal ``item``."""
    if isinstance(seq, str):
        return seq.replace(item, "")
    return [other for other in seq if other != item]


remove_all = removeall


def unique(seq: Iterable[Item]) -> list[Item]:
    """Return a list of the distinct items, in the order of their first occurrences."""
    return list(dict.fromkeys(seq))


def count(seq: Iterable[object]) -> int:
    """Return the number of true items. For example, ``count([0, 3, 5])`` returns 2."""
    return sum(map(bool, seq))


def product(numbers: Iterable[Any]) -> Any:
    """Return the product of the numbers, or 1 if there are no numbers."""
    return math.prod(numbers)


def first(iterable: Iterable[Item], default: Any = None) -> Any:
    """Return the first item, or ``default`` if there are no items."""
    return next(iter(iterable), default)


def shuffled(iterable: Iterable[Item], *, seed: Seed = None) -> list[Item]:
    """Return a list of the items in random order."""
    items = list(iterable)
    random_source(seed).shuffle(items)
    return items


def argmin_random_tie(
    seq: Iterable[Item], key: Callable[[Item], Any] = identity, *, seed: Seed = None
) -> Item:
    """Return the item with the lowest ``key(item)``; if there are several, choose at random."""
    return min(shuffled(seq, seed=seed), key=key)


def argmax_random_tie(
    seq: Iterable[Item], key: Callable[[Item], Any] = identity, *, seed: Seed = None
) -> Item:
    """Return the item with the highest ``key(item)``; if there are several, choose at random."""
    return max(shuffled(seq, seed=seed), key=key)


def weighted_sampler(
    seq: Sequence[Item], weights: Iterable[float], *, seed: Seed = None
) -> Callable[[], Item]:
    """Return a function that draws items with probabilities in proportion to their weights."""
    totals, random = list(accumulate(weights)), random_source(seed)
    return lambda: seq[bisect(totals, random.uniform(0, totals[-1]), hi=len(totals) - 1)]


def weighted_sample_with_replacement(
    n: int, seq: Sequence[Item], weights: Iterable[float], *, seed: Seed = None
) -> list[Item]:
    """Return ``n`` random items; their probabilities are in proportion to their weights."""
    draw = weighted_sampler(seq, weights, seed=seed)
    return [draw() for _ in range(n)]


def multimap(pairs: Iterable[tuple[Key, Item]]) -> dict[Key, list[Item]]:
    """Group pairs (key, item): return a dict that maps each key to the list of its items."""
    lists: dict[Key, list[Item]] = defaultdict(list)
    for first, second in pairs:
        lists[first].append(second)
    return lists


def multimap_items(mmap: Mapping[Any, Iterable[Any]]) -> Iterator[tuple[Any, Any]]:
    """Yield a pair (key, item) for each item in the lists of a ``multimap``."""
    return ((key, value) for key, values in mmap.items() for value in values)


def mode(data: Iterable[Item]) -> Item:
    """Return the first of the most frequent items; raise ValueError if there are no items."""
    counts = Counter(data).most_common(1)
    if not counts:
        raise ValueError("mode: found no items, expected at least one")
    return counts[0][0]


def power_set(iterable: Iterable[Item]) -> list[tuple[Item, ...]]:
    """Return a list of all non-empty subsets of the items, the smallest subsets first.

    >>> power_set("abc")[3:]
    [('a', 'b'), ('a', 'c'), ('b', 'c'), ('a', 'b', 'c')]
    """
    items = list(iterable)
    return [subset for size in range(1, len(items) + 1) for subset in combinations(items, size)]


powerset = power_set


def flatten(seqs: Iterable[Iterable[Item]]) -> list[Item]:
    """Return the items of all sequences in one list."""
    return list(chain.from_iterable(seqs))


def issequence(x: object) -> bool:
    """Return True if ``x`` is a sequence, such as a list, a tuple or a text."""
    return isinstance(x, Sequence)


def memoize(
    fn: Callable[..., Any], slot: str | None = None, maxsize: int | None = 32
) -> Callable[..., Any]:
    """Return a function like ``fn`` that caches its values.

    slot: the name of an attribute, such as "f". If ``slot`` is given, a value is stored in this
    attribute of the first argument, for example in ``node.f``. Otherwise, the values of the last
    ``maxsize`` different calls are stored, and all arguments must be hashable.
    """
    if slot is None:
        return lru_cache(maxsize=maxsize)(fn)

    def remembered(first: Any, *others: Any) -> Any:
        if not hasattr(first, slot):
            setattr(first, slot, fn(first, *others))
        return getattr(first, slot)

    remembered.__wrapped__ = fn  # type: ignore[attr-defined] # error messages show this name
    return remembered


def probability(p: float, *, seed: Seed = None) -> bool:
    """Return True with probability ``p``, otherwise False."""
    return random_source(seed).random() < p


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


class hashabledict(dict[Any, Any]):  # noqa: N801 - its name in the textbook's module
    """A dictionary that can be a state, because it has a hash and supports comparison with ``<``.

    Do not change the dictionary after you have used it as a state.

    >>> {hashabledict(x=1, y=2), hashabledict(y=2, x=1)}, hashabledict(x=1) < hashabledict(x=2)
    ({{'x': 1, 'y': 2}}, True)
    """

    def __hash__(self) -> int:  # type: ignore[override]  # a dict has no hash
        return hash(frozenset(self.items()))

    def __lt__(self, other: hashabledict) -> bool:
        return sorted(self.items()) < sorted(other.items())

    def __le__(self, other: hashabledict) -> bool:
        return sorted(self.items()) <= sorted(other.items())


def exact_sqrt(n2: int) -> int:
    """Return the square root of a square number; raise ValueError for other numbers."""
    root = math.isqrt(n2)
    if root * root != n2:
        raise ValueError(f"{n2} is not the square of a whole number")
    return root


def num_or_str(x: str) -> int | float | str:
    """Return the number in a text; if the text is not a number, return the stripped text."""
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
    """Print rows as a table with aligned columns; numbers are formatted by ``numfmt``.

    ``header`` is the first row, or a text above the first column. Short rows get empty cells.
    """

    def text(cell: Any) -> str:
        return numfmt.format(cell) if isinstance(cell, numbers.Number) else str(cell)

    rows = [list(row) for row in table]
    is_numeric = [isinstance(cell, numbers.Number) for cell in rows[0]] if rows else []
    titles = [header] if isinstance(header, str) else header
    printed = [list(map(str, titles))] if titles else []
    printed += [list(map(text, row)) for row in rows]
    columns = []
    for place, column in enumerate(zip_longest(*printed, fillvalue="")):
        align = str.rjust if is_numeric[place : place + 1] == [True] else str.ljust
        width = max(map(len, column))
        columns.append([align(cell, width) for cell in column])
    for cells in zip(*columns, strict=True):
        print(sep.join(cells))  # noqa: T201 - the textbook's function prints


Number = (int, float, complex)
"""The types of numbers, for ``isinstance``."""


def isnumber(x: object) -> bool:
    """Return True if ``x`` can be converted to an int."""
    return hasattr(x, "__int__")


def steps_of(squares: int, width: int) -> list[tuple[int, list[int]]]:
    """Return a pair for each step of the blank: the step, and the squares where it is possible."""
    every = range(squares)
    return [
        (-width, [square for square in every if square >= width]),
        (width, [square for square in every if square + width < squares]),
        (-1, [square for square in every if square % width > 0]),
        (1, [square for square in every if square % width < width - 1]),
    ]
