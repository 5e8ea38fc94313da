"""A* at its least: a heap, two dictionaries and no nodes, the yardstick of the engine's cost."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from heapq import heappop, heappush
from itertools import count
from math import inf
from typing import Any, NamedTuple


class Found(NamedTuple):
    """The result: the states of the path (None: no path), and the number of expansions.

    kept: all that the search held in the end, so that freeing it is no part of its time.
    """

    path: list[Any] | None
    expanded: int
    kept: object


def minimal_astar(
    initial: Hashable,
    successors: Callable[[Any], Iterable[tuple[Any, Any, float]]],
    is_goal: Callable[[Any], bool],
    h: Callable[[Any], float],
    most: float = inf,
) -> Found:
    """Search by g + h, ties first in first out; ``h`` is a function of the state.

    ``successors`` yields (action, state, cost of the action). It gives up after ``most``
    expansions.
    """
    costs: dict[Any, float] = {initial: 0}
    parents: dict[Any, Any] = {initial: None}
    order = count()
    frontier = [(h(initial), next(order), 0.0, initial)]
    kept = costs, parents, frontier
    expanded = 0
    while frontier and expanded < most:
        _, _, cost, state = heappop(frontier)
        if cost > costs[state]:
            continue
        if is_goal(state):
            return Found(_path(parents, state), expanded, kept)
        expanded += 1
        for _, after, step_cost in successors(state):
            new_cost = cost + step_cost
            if new_cost < costs.get(after, inf):
                costs[after] = new_cost
                parents[after] = state
                heappush(frontier, (new_cost + h(after), next(order), new_cost, after))
    return Found(None, expanded, kept)


def _path(parents: dict[Any, Any], state: Any) -> list[Any]:
    path = [state]
    while (state := parents[state]) is not None:
        path.append(state)
    return path[::-1]
