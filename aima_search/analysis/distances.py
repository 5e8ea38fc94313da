"""Distances in a graph: h*, the exact cost from every state to a goal, backwards from all goals."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from aima_search.analysis.graph import Edges

if TYPE_CHECKING:
    from aima_search.analysis.packed import Costs, Indices, Switches

_FOLLOWED = 2**21  # edges that are followed at once


def exact_distances(turned: Edges, is_goal: Switches) -> Costs:
    """Return h* of every state, infinity where no goal can be reached.

    ``turned`` are the edges backwards. Breadth-first, linear in the edges, where all cost 1;
    Dijkstra's algorithm elsewhere.
    """
    goals = np.flatnonzero(is_goal)
    if len(goals) == 0:
        return np.full(len(is_goal), np.inf)
    if turned.costs is None:
        return fewest_steps(turned, goals)
    from scipy.sparse.csgraph import dijkstra

    found: Costs = dijkstra(as_matrix(turned, turned.costs), indices=goals, min_only=True)
    return found


def reversed_edges(edges: Edges) -> Edges:
    """Return the edges by their targets: those of a state now lead to where it is reached from."""
    data = np.ones(len(edges.targets), np.int8) if edges.costs is None else edges.costs
    turned = as_matrix(edges, data).tocsc()
    starts = turned.indptr.astype(np.int64)
    return Edges(starts, turned.indices, None if edges.costs is None else turned.data)


def fewest_steps(edges: Edges, first: Indices) -> Costs:
    """Return the fewest edges from any of the ``first`` states to each, infinity without a way."""
    steps = np.full(len(edges.starts) - 1, np.inf)
    steps[first] = 0
    frontier, distance = first, 0
    while len(frontier):
        distance += 1
        found = []
        for part in _parts(frontier, edges.starts):
            reached = edges.targets[_edges_of(part, edges.starts)]
            found.append(np.unique(reached[np.isinf(steps[reached])]))
            steps[found[-1]] = distance
        frontier = np.concatenate(found).astype(np.int64)
    return steps


def _parts(states: Indices, starts: Indices) -> list[Indices]:
    """Split the states so that none of the parts has many edges."""
    before = np.cumsum(starts[states + 1] - starts[states])
    count = int(before[-1]) // _FOLLOWED + 1
    return np.split(states, np.searchsorted(before, _FOLLOWED * np.arange(1, count)))


def _edges_of(states: Indices, starts: Indices) -> Indices:
    """Return the numbers of all edges that start at the states."""
    counts = starts[states + 1] - starts[states]
    before = np.cumsum(counts) - counts
    numbers: Indices = np.arange(counts.sum()) + np.repeat(starts[states] - before, counts)
    return numbers


def as_matrix(edges: Edges, data: Any) -> Any:
    """Return the edges as a square sparse matrix (CSR) with ``data`` for its entries.

    Arrays are shared, not copied: do not change the matrix in place.
    """
    from scipy.sparse import csr_matrix

    states = len(edges.starts) - 1
    return csr_matrix((data, edges.targets, edges.starts), shape=(states, states))
