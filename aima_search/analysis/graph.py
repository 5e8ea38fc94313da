"""A state space as a graph in numpy arrays: its edges, exact distances, its large-scale shape."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from aima_search.model.packed import CostArray, Indices


class Edges(NamedTuple):
    """The actions of all states, in the order of their sources (compressed sparse rows).

    The edges of state s are those from starts[s] up to starts[s + 1]; targets: the index of
    the state each leads to; costs: None if each costs 1.
    """

    starts: Indices
    targets: NDArray[np.int32]
    costs: CostArray | None


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


# Distances: h*, the exact cost from every state to a goal, backwards from all goals.


_FOLLOWED = 2**21  # edges that are followed at once


def exact_distances(turned: Edges, goals: Indices) -> CostArray:
    """Return h* of every state, infinity if no goal can be reached.

    ``turned`` are the edges backwards; no cost is negative. Breadth-first, linear in the edges, if
    all cost 1; otherwise Dijkstra's algorithm.
    """
    states = len(turned.starts) - 1
    if len(goals) == 0:
        return np.full(states, np.inf)
    if turned.costs is None:
        return fewest_steps(turned, goals)
    from scipy.sparse.csgraph import dijkstra

    found: CostArray = dijkstra(as_matrix(turned, turned.costs), indices=goals, min_only=True)
    return found


def fewest_steps(edges: Edges, first: Indices) -> CostArray:
    """Return the fewest edges from any of the ``first`` states to each, infinity without a way."""
    steps = np.full(len(edges.starts) - 1, np.inf)
    steps[first] = 0
    frontier, distance = first, 0
    while len(frontier):
        distance += 1
        found = []
        # in parts that have few edges each
        before = np.cumsum(edges.starts[frontier + 1] - edges.starts[frontier])
        count = int(before[-1]) // _FOLLOWED + 1
        for part in np.split(frontier, np.searchsorted(before, _FOLLOWED * np.arange(1, count))):
            reached = edges.targets[edges_of(part, edges.starts)]
            found.append(np.unique(reached[np.isinf(steps[reached])]))
            steps[found[-1]] = distance
        frontier = np.concatenate(found).astype(np.int64)
    return steps


def edges_of(states: Indices, starts: Indices) -> Indices:
    """Return the numbers of all edges that start at the states."""
    counts = starts[states + 1] - starts[states]
    before = np.cumsum(counts) - counts
    numbers: Indices = np.arange(counts.sum()) + np.repeat(starts[states] - before, counts)
    return numbers


# The large-scale shape of a graph: strongly connected parts, and the diameter.


_WORK = 400_000_000  # words of bits that may be united to find a diameter: some seconds


def strong_parts(edges: Edges, turned: Edges, start: int) -> Indices:
    """Return the sizes of the strongly connected parts, the largest first.

    Two states are in one part if each can be reached from the other. All states can be reached from
    ``start``, so the states that can reach ``start``, by the ``turned`` edges, are its part. In
    most puzzles actions can be undone, and this part holds all states. Only other states are
    searched.
    """
    is_home = np.isfinite(fewest_steps(turned, np.array([start])))
    sizes = np.array([is_home.sum()])
    if not is_home.all():
        from scipy.sparse.csgraph import connected_components

        others, ones = np.flatnonzero(~is_home), np.ones(len(edges.targets), dtype=np.int8)
        matrix = as_matrix(edges, ones)[others][:, others]
        matrix.sum_duplicates()  # scipy's algorithm may not end if an edge is there twice
        _, labels = connected_components(matrix, directed=True, connection="strong")
        sizes = np.concatenate((sizes, np.bincount(labels)))
    return -np.sort(-sizes)


def diameter(edges: Edges, at_least: int = 0) -> int | None:
    """Return the most actions that a shortest way between two states takes; None: too much work.

    ``at_least`` is a lower bound, to see early that it is too much. Pairs without a way do not
    count. For 64 states at a time every state has as bits which of them it reaches within k
    actions. United with the bits of its successors these become the bits of k + 1 actions.
    """
    states = len(edges.starts) - 1
    work = (len(edges.targets) + states) * ((states + 63) // 64)
    if (at_least + 1) * work > _WORK:
        return None
    sources, most = np.flatnonzero(np.diff(edges.starts)), 0  # reduceat has no empty ranges
    for first in range(0, states, 64):
        reached = np.zeros(states, dtype=np.uint64)
        own = np.arange(first, min(first + 64, states))
        reached[own] = np.uint64(1) << (own - first).astype(np.uint64)
        for steps in range(_WORK // work):
            wider = reached.copy()
            if len(sources):
                onward = np.bitwise_or.reduceat(reached[edges.targets], edges.starts[sources])
                wider[sources] |= onward
            if np.array_equal(wider, reached):
                most = max(most, steps)
                break
            reached = wider
        else:
            return None
    return most
