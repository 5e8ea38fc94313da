"""The other helpers of the textbook's ``utils``: memory, names, numbers, tables."""

from __future__ import annotations

import math
import numbers
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from itertools import zip_longest
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

    remembered.__wrapped__ = fn  # type: ignore[attr-defined] # what a mistake is told of
    return remembered


def probability(p: float, *, seed: Seed = None) -> bool:
    """Return True with probability ``p``."""
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


def exact_sqrt(n2: int) -> int:
    """Return the square root of a square number; ValueError for any other."""
    root = math.isqrt(n2)
    if root * root != n2:
        raise ValueError(f"{n2} is not the square of a whole number")
    return root


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


Number = (int, float, complex)
"""The types that ``isinstance`` takes for numbers."""


def isnumber(x: object) -> bool:
    """Tell whether something can be made an int, as numbers can."""
    return hasattr(x, "__int__")
