"""Helpers for sequences, as the textbook's ``utils`` names them."""

from __future__ import annotations

import math
from bisect import bisect
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import accumulate, chain, combinations
from typing import Any, TypeVar

from aima_search.base.seeds import Seed, random_source

Item = TypeVar("Item")


def is_in(elt: Any, seq: Iterable[Any]) -> bool:
    """Tell whether the object itself, not an equal object, is in ``seq``."""
    return any(item is elt for item in seq)


def identity(x: Item) -> Item:
    """Return the argument."""
    return x


argmin = min
argmax = max


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


def issequence(x: object) -> bool:
    """Tell whether something is a sequence: a list, a tuple, a text, a range."""
    return isinstance(x, Sequence)
