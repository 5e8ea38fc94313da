"""The helpers of the textbook's ``utils`` that scripts import along with its searches.

They count, pick and draw from sequences, measure points and headings, and print tables.
"""

from __future__ import annotations

import math
from bisect import bisect
from collections.abc import Callable, Iterable, Sequence
from itertools import accumulate, zip_longest
from numbers import Number
from operator import ne
from typing import Any, TypeVar

from aima_search.base.seeds import Seed, random_source

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
    numeric = [isinstance(cell, Number) for cell in rows[0]] if rows else []
    words = [header] if isinstance(header, str) else header
    printed = [[str(word) for word in words]] if words else []
    printed += [
        [numfmt.format(cell) if isinstance(cell, Number) else str(cell) for cell in row]
        for row in rows
    ]
    lined_up = []
    for place, column in enumerate(zip_longest(*printed, fillvalue="")):
        width, is_numeric = max(map(len, column)), place < len(numeric) and numeric[place]
        lined_up.append([c.rjust(width) if is_numeric else c.ljust(width) for c in column])
    for cells in zip(*lined_up, strict=True):
        print(sep.join(cells))  # noqa: T201 - the textbook's function prints
