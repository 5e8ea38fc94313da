"""Search if an action may end in any of several states (AIMA section 4.3).

``problem.result(state, action)`` lists the states that the action may lead to. A *plan* is
``[]`` in a goal, otherwise ``[action, {state: plan for every state it may lead to}]``.
"""

from __future__ import annotations

from typing import Any, TypeAlias

from aima_search.model.problem import goal_test

Plan: TypeAlias = list[Any]


# Of any type: neither edition's contract lets ``result`` return a list of states.
def and_or_graph_search(problem: Any) -> Plan | None:
    """Return a plan that reaches a goal whatever happens, None without a plan [figure 4.11].

    Plans have no loops: a state that comes back on its own path counts as a failure.

    >>> from aima_search.search import GraphProblemStochastic, vacuum_world
    >>> and_or_graph_search(GraphProblemStochastic("State_3", ["State_7", "State_8"], vacuum_world))
    ['Suck', {'State_7': []}]
    >>> and_or_graph_search(GraphProblemStochastic("State_1", ["State_7", "State_8"], vacuum_world))
    ['Suck', {'State_7': [], 'State_5': ['Right', {'State_6': ['Suck', {'State_8': []}]}]}]
    """
    is_goal, actions_of, result = goal_test(problem), problem.actions, problem.result
    state = problem.initial
    if is_goal(state):
        return []
    on_path = {state}
    above: list[tuple[Any, ...]] = []  # what waits for the plan of the last of them
    actions = iter(actions_of(state))
    plans: dict[Any, Plan] | None = None  # None: the next action is to be tried
    while True:
        if plans is None:
            for action in actions:
                outcomes, plans = iter(result(state, action)), {}
                break
            else:
                on_path.remove(state)
                if not above:
                    return None
                state, actions, *_ = above.pop()
                continue
        for outcome in outcomes:
            if is_goal(outcome):
                plans[outcome] = []
                continue
            if outcome not in on_path:
                above.append((state, actions, action, outcomes, plans, outcome))
                on_path.add(outcome)
                state, actions = outcome, iter(actions_of(outcome))
            plans = None
            break
        else:
            plan = [action, plans]
            on_path.remove(state)
            if not above:
                return plan
            state, actions, action, outcomes, plans, outcome = above.pop()
            plans[outcome] = plan
