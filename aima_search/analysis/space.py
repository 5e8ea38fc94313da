"""Enumerates the states a problem can reach and finds h*, the exact cost from each to a goal."""

from __future__ import annotations

from array import array
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from heapq import heapify, heappop, heappush
from math import inf
from typing import Any

from aima_search.problem import Node, goal_test, successors

_INTERVAL = 1000  # expansions between two words on the progress


@dataclass
class Space:
    """States reachable from the initial one, in breadth-first order; goals are expanded too.

    nodes: for every state a node of a shortest (fewest actions) path to it; a state's *index*
    is its place here. sources, targets, costs: one entry an edge. complete: whether all
    reachable states are here; where not, the last ones have not been expanded.
    """

    nodes: list[Node] = field(default_factory=list)
    goals: list[int] = field(default_factory=list)
    sources: array[int] = field(default_factory=lambda: array("q"))
    targets: array[int] = field(default_factory=lambda: array("q"))
    costs: array[float] = field(default_factory=lambda: array("d"))
    expanded: int = 0

    @property
    def complete(self) -> bool:
        """Whether every reachable state is here and expanded."""
        return self.expanded == len(self.nodes)

    @cached_property
    def h_star(self) -> list[float]:
        """The least cost from each state to a goal by known edges, infinity where there is none.

        Exact in a complete space, and an upper bound in another. Dijkstra's algorithm, backwards
        from all goals.
        """
        incoming: list[list[int]] = [[] for _ in self.nodes]
        for edge, target in enumerate(self.targets):
            incoming[target].append(edge)
        distance = [inf] * len(self.nodes)
        frontier = [(0.0, goal) for goal in self.goals]
        for goal in self.goals:
            distance[goal] = 0.0
        heapify(frontier)
        while frontier:
            known, index = heappop(frontier)
            if known > distance[index]:
                continue
            for edge in incoming[index]:
                before, through = self.sources[edge], known + self.costs[edge]
                if through < distance[before]:
                    distance[before] = through
                    heappush(frontier, (through, before))
        return distance


def enumerate_space(
    problem: Any,
    limit: int = 1_000_000,
    on_progress: Callable[[int], object] | None = None,
) -> Space:
    """Enumerate the reachable states, breadth first; stop once more than ``limit`` are known.

    ``on_progress`` is told now and then how many are known.
    """
    expand, is_goal = successors(problem), goal_test(problem)
    space = Space(nodes=[Node(problem.initial)])
    index_of = {problem.initial: 0}
    for index, node in enumerate(space.nodes):  # which grows under way
        if len(space.nodes) > limit:
            break
        for action, state, cost in expand(Node(node.state)):  # from 0: the cost of the edge
            target = index_of.setdefault(state, len(space.nodes))
            if target == len(space.nodes):
                space.nodes.append(Node(state, node, action, node.path_cost + cost))
            space.sources.append(index)
            space.targets.append(target)
            space.costs.append(cost)
        space.expanded += 1
        if on_progress is not None and space.expanded % _INTERVAL == 0:
            on_progress(len(space.nodes))
    space.goals += [index for index, node in enumerate(space.nodes) if is_goal(node.state)]
    return space
