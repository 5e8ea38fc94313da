"""Plans for actions with several outcomes, the fourth edition's way (AIMA 4.3.2).

``problem.results(state, action)`` gives the states that an action may lead to. A plan is a list
of actions; behind an action that may lead to several states a dict of their plans ends it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from typing import Any, TypeAlias

from aima_search.algorithms.nondeterministic import and_or_graph_search
from aima_search.textbook.fourth.nodes import Problem, failure

Plan: TypeAlias = list[Any]


class MultiGoalProblem(Problem):
    """A problem that is solved in any of ``goals``, a collection of states."""

    def __init__(self, initial: Any = None, goals: Collection[Any] = (), **attributes: Any) -> None:
        super().__init__(initial, **attributes)
        self.goals = goals

    def is_goal(self, state: Any) -> bool:
        """Tell whether a state is one of the goals."""
        return state in self.goals


_SUCKED = {1: {5, 7}, 2: {4, 8}, 3: {7}, 4: {2, 4}, 5: {1, 5}, 6: {8}, 7: {3, 7}, 8: {6, 8}}


class ErraticVacuum(MultiGoalProblem):
    """A vacuum cleaner between two squares; it cleans too much or spills (AIMA figure 4.9).

    States are numbered from 1 to 8; in the odd states the cleaner is on the left, and 7 and 8 are
    clean. To suck dirt may clean the other square as well, to suck without dirt may leave some.
    """

    table: dict[str, dict[int, set[int]]] = {  # noqa: RUF012 - scripts read it at the class
        "suck": _SUCKED,
        "forward": {state: {state + state % 2} for state in _SUCKED},
        "backward": {state: {state - 1 + state % 2} for state in _SUCKED},
    }

    def actions(self, state: int) -> list[str]:
        """Return the three actions; they are possible everywhere."""
        return list(self.table)

    def results(self, state: int, action: str) -> set[int]:
        """Return the states that an action may lead to."""
        return self.table[action][state]


def and_or_search(problem: Any) -> Any:
    """Return a plan that reaches a goal whatever happens, or ``failure`` [figure 4.11]."""
    return or_search(problem, problem.initial, [])


def or_search(problem: Any, state: Any, path: Collection[Any]) -> Any:
    """Return a plan from ``state`` that avoids the states of ``path``, or ``failure``."""
    plan = and_or_graph_search(_Avoiding(problem, state, path))
    return failure if plan is None else _in_sequence(plan)


def and_search(problem: Any, states: Collection[Any], path: Collection[Any]) -> Any:
    """Return a plan for whichever of ``states`` comes about, or ``failure``."""
    plans = {}
    for state in states:
        plans[state] = plan = or_search(problem, state, path)
        if plan is failure:
            return failure
    return next(iter(plans.values())) if len(plans) == 1 else [plans]


class _Avoiding:
    """A problem as the engine's search needs it, without actions in the states of a path."""

    def __init__(self, problem: Any, initial: Any, path: Collection[Any]) -> None:
        self.problem, self.initial, self.path = problem, initial, path
        self.is_goal, self.result = problem.is_goal, problem.results

    def actions(self, state: Any) -> Iterable[Any]:
        return () if state in self.path else self.problem.actions(state)


def _in_sequence(plan: Plan) -> Plan:
    """Return the engine's plan with the actions of a single outcome in one list."""
    whole: Plan = []
    open_plans: list[tuple[Plan, Plan]] = [(plan, whole)]
    while open_plans:
        plan, written = open_plans.pop()
        open_plans += _write(plan, written)
    return whole


def _write(plan: Plan, written: Plan) -> Iterator[tuple[Plan, Plan]]:
    """Write actions up to the first with several outcomes; yield the plans to write after it."""
    while plan:
        action, outcomes = plan
        written.append(action)
        if len(outcomes) == 1:
            (plan,) = outcomes.values()
            continue
        branches: dict[Any, Plan] = {state: [] for state in outcomes}
        written.append(branches)
        yield from ((outcomes[state], branches[state]) for state in outcomes)
        return
