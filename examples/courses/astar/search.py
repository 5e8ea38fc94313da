"""A*, written by me."""

import heapq


def astar(problem, h):
    """Return the actions of a cheapest way from the initial state to a goal, None without a way."""
    frontier = []
    heapq.heappush(frontier, (0, 0, problem.initial, []))
    return
