"""The edges of a state space in numpy arrays, forwards and backwards."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from aima_search.model.packed import Costs, Indices


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
