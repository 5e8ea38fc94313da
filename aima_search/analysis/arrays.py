"""Sets of keys as sorted numpy arrays, each key once."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from aima_search.model.packed import Costs, Indices, Keys, Switches


def sorted_set(keys: Keys) -> Keys:
    """Return the keys in order, each once; np.unique takes a hundred times as long."""
    ordered = np.sort(keys)
    first = np.ones(len(ordered), dtype=bool)
    np.not_equal(ordered[1:], ordered[:-1], out=first[1:])
    return ordered[first]


def is_in(keys: Keys, within: Keys) -> Switches:
    """Return for each key whether a sorted set holds it."""
    if len(within) == 0:
        return np.zeros(len(keys), dtype=bool)
    place = np.searchsorted(within, keys)
    found: Switches = within.take(place, mode="clip") == keys
    return found


class GrowingSet:
    """A set of keys that grows by sets of new keys, in linear time times a logarithm.

    It is kept as runs, sorted sets that share no key, each at least twice as long as the next.
    """

    def __init__(self) -> None:
        self._runs: list[Keys] = []

    def __len__(self) -> int:
        return sum(map(len, self._runs))

    def add(self, new: Keys) -> None:
        """Add a sorted set of keys that are not in yet."""
        self._runs.append(new)
        while len(self._runs) > 1 and len(self._runs[-2]) < 2 * len(self._runs[-1]):
            self._runs.append(np.sort(np.concatenate((self._runs.pop(), self._runs.pop()))))

    def without_known(self, keys: Keys) -> Keys:
        """Return the keys of a sorted set that are not in this set."""
        for run in self._runs:
            keys = keys[~is_in(keys, run)]
        return keys

    def take_all(self) -> Keys:
        """Return all keys as one sorted set, and keep them so."""
        self._runs = [np.sort(np.concatenate(self._runs))] if self._runs else []
        return self._runs[0]


# The edges of a state space in numpy arrays, forwards and backwards.


class Edges(NamedTuple):
    """The actions of all states, in the order of their sources (compressed sparse rows).

    The edges of state s are those from starts[s] up to starts[s + 1]; targets: the index of
    the state each leads to; costs: None if each costs 1.
    """

    starts: Indices
    targets: NDArray[np.int32]
    costs: Costs | None


def starts_of(degree: NDArray[Any]) -> Indices:
    """Return where the edges of each state start, and where the last edges end."""
    starts = np.zeros(len(degree) + 1, dtype=np.int64)
    np.cumsum(degree, out=starts[1:])
    return starts


def reversed_edges(edges: Edges) -> Edges:
    """Return the edges backwards: those of a state now lead to the states before it."""
    data = np.ones(len(edges.targets), np.int8) if edges.costs is None else edges.costs
    turned = as_matrix(edges, data).tocsc()
    starts = turned.indptr.astype(np.int64)
    return Edges(starts, turned.indices, None if edges.costs is None else turned.data)


def as_matrix(edges: Edges, data: Any) -> Any:
    """Return the edges as a square sparse matrix (CSR) with ``data`` for its entries.

    Arrays are shared, not copied: do not change the matrix in place.
    """
    from scipy.sparse import csr_matrix

    states = len(edges.starts) - 1
    return csr_matrix((data, edges.targets, edges.starts), shape=(states, states))
