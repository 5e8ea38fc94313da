"""Random states from which a search may start."""

from __future__ import annotations

import random

from aima_search.contract import Action, State, StateSpace
from aima_search.problem import Node, cost_function


def random_start(
    problem: StateSpace[State, Action], random: random.Random, walk: int = 100
) -> Node[State, Action]:
    """Return a node of a random state, for searches that start more than once.

    The state is ``problem.random_state(random)`` where the problem defines it, otherwise
    where a random walk of at most ``walk`` actions from the initial state ends.
    """
    random_state = getattr(problem, "random_state", None)
    if random_state is not None:
        return Node(random_state(random))
    node, cost_of = Node(problem.initial), cost_function(problem)
    # A random length, because walks of one length may never meet half of the states.
    for _ in range(random.randrange(walk + 1)):
        actions = list(problem.actions(node.state))
        if not actions:
            break
        action = random.choice(actions)
        state = problem.result(node.state, action)
        node = Node(state, node, action, cost_of(node, action, state))
    return node
