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


def as_matrix(edges: Edges) -> Any:
    """Return the graph as a sparse matrix of the costs; its transpose has the reversed edges.

    The matrix shares arrays with ``edges``, so do not change the matrix in place.
    """
    from scipy.sparse import csr_matrix

    states = len(edges.starts) - 1
    costs = np.ones(len(edges.targets)) if edges.costs is None else edges.costs
    return csr_matrix((costs, edges.targets, edges.starts), shape=(states, states))


def exact_distances(back: Any, goals: Any) -> CostArray:
    """Return h*, the lowest cost to a goal, for every state; infinity if there is no path.

    back: a sparse matrix of the reversed edges, without negative costs.
    """
    if len(goals) == 0:
        return np.full(back.shape[0], np.inf)
    from scipy.sparse.csgraph import dijkstra

    return dijkstra(back, indices=goals, min_only=True)


def strong_components(edges: Edges) -> Indices:
    """Return the sizes of the strongly connected components, the largest first."""
    from scipy.sparse.csgraph import connected_components

    matrix = as_matrix(edges).astype(bool)  # a copy
    matrix.sum_duplicates()  # scipy's algorithm may not end with duplicate edges
    _, labels = connected_components(matrix, directed=True, connection="strong")
    return -np.sort(-np.bincount(labels))
