"""Search where an action may end in one of several states (AIMA section 4.3).

``problem.result(state, action)`` lists the states that the action may lead to. A *plan* is
``[]`` in a goal, otherwise ``[action, {state: plan for every state it may lead to}]``.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable
from typing import Any, TypeAlias

from aima_search.problem import goal_test

Plan: TypeAlias = list[Any]
_Call: TypeAlias = Generator[Any, Any, Any]


# Of any type: a problem whose result is a list of states keeps neither edition's contract.
def and_or_graph_search(problem: Any) -> Plan | None:
    """Return a plan that reaches a goal whatever happens, or None if none exists [figure 4.11].

    Plans have no loops: a state that comes back on its own path counts as a failure.
    """
    is_goal = goal_test(problem)
    on_path: set[Any] = set()

    # The two searches call each other by yielding the call, so depth is no recursion.
    def or_search(state: Any) -> _Call:
        """Find an action after which every outcome has a plan."""
        if is_goal(state):
            return []
        if state in on_path:
            return None
        on_path.add(state)
        for action in problem.actions(state):
            plans = yield and_search(problem.result(state, action))
            if plans is not None:
                break
        else:
            plans = None
        on_path.remove(state)
        return None if plans is None else [action, plans]

    def and_search(states: Iterable[Any]) -> _Call:
        """Find a plan for each of the states."""
        plans = {}
        for state in states:
            plan = yield or_search(state)
            if plan is None:
                return None
            plans[state] = plan
        return plans

    plan: Plan | None = _run(or_search(problem.initial))
    return plan


def _run(call: _Call) -> Any:
    """Run a call to its end, and before it goes on every call that it yields."""
    waiting, answer = [call], None
    while waiting:
        try:
            inner = waiting[-1].send(answer)
        except StopIteration as stop:
            waiting.pop()
            answer = stop.value
        else:
            waiting.append(inner)
            answer = None
    return answer
