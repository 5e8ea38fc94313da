"""State spaces as graphs in numpy arrays, with distances and strongly connected components."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from aima_search.model.packed import CostArray, Indices

_FOLLOWED = 2**21  # how many edges are followed at once


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

    back: the reversed edges, without negative costs. If all costs are 1, this is a breadth-first
    search, which takes linear time; otherwise it is Dijkstra's algorithm.
    """
    states = len(back.starts) - 1
    if len(goals) == 0:
        return np.full(states, np.inf)
    if back.costs is None:
        return fewest_steps(back, goals)
    from scipy.sparse.csgraph import dijkstra

    return dijkstra(as_matrix(back, back.costs), indices=goals, min_only=True)


def fewest_steps(edges: Edges, sources: Indices) -> CostArray:
    """For each state, return the distance (in edges) from the nearest state in ``sources``."""
    steps = np.full(len(edges.starts) - 1, np.inf)
    steps[sources] = 0
    frontier, distance = sources, 0
    while len(frontier):
        distance += 1
        found = []
        # split the frontier into parts with few edges
        before = np.cumsum(edges.starts[frontier + 1] - edges.starts[frontier])
        count = int(before[-1]) // _FOLLOWED + 1
        for part in np.split(frontier, np.searchsorted(before, _FOLLOWED * np.arange(1, count))):
            reached = edges.targets[edges_of(part, edges.starts)]
            found.append(np.unique(reached[np.isinf(steps[reached])]))
            steps[found[-1]] = distance
        frontier = np.concatenate(found).astype(np.int64)
    return steps


def edges_of(states: Indices, starts: Indices) -> Indices:
    """Return the indices of all edges that start at the given states."""
    counts = starts[states + 1] - starts[states]
    before = np.cumsum(counts) - counts
    return np.arange(counts.sum()) + np.repeat(starts[states] - before, counts)


def strong_components(edges: Edges, back: Edges, start: int) -> Indices:
    """Return the sizes of the strongly connected components, the largest first.

    All states must be reachable from ``start``.
    """
    is_home = np.isfinite(fewest_steps(back, np.array([start])))
    sizes = np.array([is_home.sum()])
    if not is_home.all():
        from scipy.sparse.csgraph import connected_components

        others, ones = np.flatnonzero(~is_home), np.ones(len(edges.targets), dtype=np.int8)
        matrix = as_matrix(edges, ones)[others][:, others]
        matrix.sum_duplicates()  # scipy's algorithm may not end with duplicate edges
        _, labels = connected_components(matrix, directed=True, connection="strong")
        sizes = np.concatenate((sizes, np.bincount(labels)))
    return -np.sort(-sizes)
