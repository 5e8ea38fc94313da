"""The temperature falls slowly from 0.6 to 0.25: there a step that is worse by 1 is still taken."""

import random
from math import exp


def anneal(problem):
    state, value = problem.initial, problem.value(problem.initial)
    temperature = 0.6
    while temperature > 0.25:
        actions = problem.actions(state)
        if not actions:
            break
        after = problem.result(state, random.choice(actions))
        gain = problem.value(after) - value
        if gain >= 0 or random.random() < exp(gain / temperature):
            state, value = after, value + gain
        temperature *= 0.9997
    return state
