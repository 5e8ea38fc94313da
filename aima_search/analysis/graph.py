"""State spaces as graphs in numpy arrays, with distances and strongly connected components."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from aima_search.model.packed import CostArray, Indices


class Edges(NamedTuple):
    """The actions of all states as edges of a graph, stored as compressed sparse rows.

    The edges of state s have the numbers starts[s] to starts[s + 1] - 1. targets: the state to
    which each edge leads. costs: the cost of each edge, or None if all costs are 1.
    """

    starts: Indices
    targets: NDArray[np.int32]
    costs: CostArray | None


def starts_of(degree: NDArray[Any]) -> Indices:
    """Return the index of each state's first edge and, at the end, the number of all edges."""
    starts = np.zeros(len(degree) + 1, dtype=np.int64)
    np.cumsum(degree, out=starts[1:])
    return starts


def reversed_edges(edges: Edges) -> Edges:
    """Return the edges in the opposite direction, from each state to its predecessors."""
    data = np.ones(len(edges.targets), np.int8) if edges.costs is None else edges.costs
    turned = as_matrix(edges, data).tocsc()
    starts = turned.indptr.astype(np.int64)
    return Edges(starts, turned.indices, None if edges.costs is None else turned.data)


def as_matrix(edges: Edges, data: Any) -> Any:
    """Return the graph as a sparse matrix: edge i is an entry with the value ``data[i]``.

    The matrix shares arrays with ``edges``, so do not change the matrix in place.
    """
    from scipy.sparse import csr_matrix

    states = len(edges.starts) - 1
    return csr_matrix((data, edges.targets, edges.starts), shape=(states, states))


def exact_distances(back: Edges, goals: Indices) -> CostArray:
    """Return h*, the lowest cost to a goal, for every state; infinity if there is no path.

    back: the reversed edges, without negative costs.
    """
    states = len(back.starts) - 1
    if len(goals) == 0:
        return np.full(states, np.inf)
    from scipy.sparse.csgraph import dijkstra

    costs = np.ones(len(back.targets)) if back.costs is None else back.costs
    return dijkstra(as_matrix(back, costs), indices=goals, min_only=True)


def edges_of(states: Indices, starts: Indices) -> Indices:
    """Return the indices of all edges that start at the given states."""
    counts = starts[states + 1] - starts[states]
    before = np.cumsum(counts) - counts
    return np.arange(counts.sum()) + np.repeat(starts[states] - before, counts)


def strong_components(edges: Edges) -> Indices:
    """Return the sizes of the strongly connected components, the largest first."""
    from scipy.sparse.csgraph import connected_components

    matrix = as_matrix(edges, np.ones(len(edges.targets), dtype=np.int8)).copy()
    matrix.sum_duplicates()  # scipy's algorithm may not end with duplicate edges
    _, labels = connected_components(matrix, directed=True, connection="strong")
    return -np.sort(-np.bincount(labels))
