"""A*: what is taken out of the frontier at an old price is thrown away."""

import heapq
from itertools import count


class Node:
    def __init__(self, state):
        self.state = state


def astar(problem, h):
    start, number = problem.initial, count()
    best = {start: (0, None, None)}
    frontier = [(h(Node(start)), next(number), 0, start)]
    while frontier:
        _, _, cost, state = heapq.heappop(frontier)
        if cost > best[state][0]:
            continue
        if problem.goal_test(state):
            actions = []
            while best[state][1] is not None:
                _, action, state = best[state]
                actions.append(action)
            return actions[::-1]
        for action in problem.actions(state):
            after = problem.result(state, action)
            new = problem.path_cost(cost, state, action, after)
            if after not in best or new < best[after][0]:
                best[after] = (new, action, state)
                heapq.heappush(frontier, (new + h(Node(after)), next(number), new, after))
    return None
