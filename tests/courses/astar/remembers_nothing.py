"""the algorithm expanded more than 3,000 states"""

import heapq
from itertools import count


class Node:
    def __init__(self, state):
        self.state = state


def astar(problem, h):
    number = count()
    frontier = [(0, next(number), 0, problem.initial, [])]
    while frontier:
        _, _, cost, state, path = heapq.heappop(frontier)
        if problem.goal_test(state):
            return path
        for action in problem.actions(state):
            after = problem.result(state, action)
            new = problem.path_cost(cost, state, action, after)
            f = new + h(Node(after))
            heapq.heappush(frontier, (f, next(number), new, after, [*path, action]))
    return None
