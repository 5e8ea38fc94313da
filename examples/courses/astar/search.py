"""A*, written by me."""

import heapq


def astar(problem, h):
    """Return the actions of a cheapest path from the initial state to a goal, or None."""
    frontier = []
    heapq.heappush(frontier, (0, 0, problem.initial, []))
    return
