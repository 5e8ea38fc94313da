"""Helpers of the textbook's ``utils`` that gather items: by key, into lists, into subsets."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, combinations
from typing import Any, TypeVar

Item = TypeVar("Item")

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
