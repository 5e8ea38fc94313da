"""Distances in a graph: h*, the exact cost from every state to a goal, backwards from all goals."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from aima_search.analysis.edges import Edges, as_matrix
from aima_search.analysis.negative import distances_by_relaxing

if TYPE_CHECKING:
    from aima_search.model.packed import Costs, Indices

_FOLLOWED = 2**21  # edges that are followed at once


def exact_distances(turned: Edges, goals: Indices) -> Costs:
    """Return h* of every state, infinity if no goal can be reached.

    ``turned`` are the edges backwards. Breadth-first, linear in the edges, if all cost 1; otherwise
    Dijkstra's algorithm; round by round if a cost is negative: NegativeCycleError if there is no
    least cost.
    """
    states = len(turned.starts) - 1
    if len(goals) == 0:
        return np.full(states, np.inf)
    if turned.costs is None:
        return fewest_steps(turned, goals)
    if (turned.costs < 0).any():
        targets = np.repeat(np.arange(states), np.diff(turned.starts))
        columns = (turned.targets, targets, turned.costs)
        edges = list(zip(*(column.tolist() for column in columns), strict=True))
        return np.array(distances_by_relaxing(edges, goals.tolist(), states))
    from scipy.sparse.csgraph import dijkstra

    found: Costs = dijkstra(as_matrix(turned, turned.costs), indices=goals, min_only=True)
    return found


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
    """Split the states so that no part has many edges."""
    before = np.cumsum(starts[states + 1] - starts[states])
    count = int(before[-1]) // _FOLLOWED + 1
    return np.split(states, np.searchsorted(before, _FOLLOWED * np.arange(1, count)))


def _edges_of(states: Indices, starts: Indices) -> Indices:
    """Return the numbers of all edges that start at the states."""
    counts = starts[states + 1] - starts[states]
    before = np.cumsum(counts) - counts
    numbers: Indices = np.arange(counts.sum()) + np.repeat(starts[states] - before, counts)
    return numbers
