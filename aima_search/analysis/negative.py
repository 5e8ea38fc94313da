"""Distances if some costs are negative: Bellman and Ford's algorithm, backwards from goals."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from math import inf

_SLACK = 1e-12  # relative; a smaller gain is the rounding of floats


class NegativeCycleError(Exception):
    """A cycle of edges that costs less than nothing, from which a goal can be reached.

    cycle: the states on it, in order.
    """

    def __init__(self, cycle: list[int]) -> None:
        super().__init__(cycle)
        self.cycle = cycle


def distances_by_relaxing(
    edges: Sequence[tuple[int, int, float]], goals: Iterable[int], states: int
) -> array[float]:
    """Return the least cost from each state to a goal, infinity if no goal can be reached.

    An edge is (source, target, cost). NegativeCycleError if there is no least cost. All edges are
    relaxed, round by round, until no edge lowers a distance; a negative cycle shows itself as a
    cycle of the states through which the distances go.
    """
    distance = array("d", [inf]) * states
    following = array("i", [-1]) * states
    for goal in goals:
        distance[goal] = 0
    changed = True
    while changed:
        changed = False
        for source, target, cost in edges:
            through = distance[target] + cost
            if through < inf and through + _SLACK * abs(through) < distance[source]:
                distance[source] = through
                following[source] = target
                changed = True
        cycle = _find_cycle(following)
        if cycle:
            raise NegativeCycleError(cycle)
    return distance


def _find_cycle(following: Sequence[int]) -> list[int]:
    """Return the states of a cycle, empty if there is no cycle."""
    walk_of = [-1] * len(following)  # on which walk each state was first met
    for start in range(len(following)):
        state = start
        while state >= 0 and walk_of[state] < 0:
            walk_of[state] = start
            state = following[state]
        if state >= 0 and walk_of[state] == start:
            cycle = [state]
            while following[cycle[-1]] != state:
                cycle.append(following[cycle[-1]])
            return cycle
    return []
