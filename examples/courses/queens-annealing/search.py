"""Simulated annealing, written by me."""

import random


def anneal(problem):
    """Return the last state of the search."""
    state = problem.initial
    for _ in range(100):
        actions = problem.actions(state)
        if not actions:
            break
        after = problem.result(state, random.choice(actions))
        if problem.value(after) > problem.value(state):
            state = after
    return state
