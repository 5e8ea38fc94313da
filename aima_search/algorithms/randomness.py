"""Random states from which a search may start."""

from __future__ import annotations

import random
from collections.abc import Callable
from math import inf
from typing import TypeAlias

from aima_search.base.errors import InputError
from aima_search.model.contract import Action, State, StateSpace
from aima_search.model.problem import Node, cost_function

NewState: TypeAlias = Callable[[], State]
"""Returns a state to start from, another state each time."""


def check_new_state(new_state: object) -> None:
    """Raise InputError for what is neither None nor a function."""
    if new_state is not None and not callable(new_state):
        raise InputError(
            f"new_state is {new_state!r}: expected a function without arguments that returns a"
            " state (the number of restarts is restarts=, the walk's length walk=)"
        )


def new_start(
    problem: StateSpace[State, Action],
    random: random.Random,
    walk: int,
    new_state: NewState[State] | None,
) -> Node[State, Action]:
    """Return a node of a new state: ``new_state()`` returns it, or a random walk finds it."""
    return random_start(problem, random, walk) if new_state is None else Node(new_state())


def random_start(
    problem: StateSpace[State, Action], random: random.Random, walk: int = 100
) -> Node[State, Action]:
    """Return a node of a random state, for searches that start more than once.

    The state is ``problem.random_state(random)`` if the problem defines it, otherwise
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
        if (cost := cost_of(node, action, state)) != inf:
            node = Node(state, node, action, cost)
    return node
