"""A student's problem in its process: its states stay here, and are known by numbers outside."""

from __future__ import annotations

import copy
from collections.abc import Callable, Sequence
from typing import Any

from aima_search.apps.grade.sandbox.values import briefly, plain_number
from aima_search.model.problem import Node, goal_test, successors


class ProblemSide:
    """Makes the problem and answers what a search asks of it."""

    def __init__(self, make: Callable[..., Any], call: Callable[..., Any]) -> None:
        del call
        self._make = make
        self._problem: Any = None
        self._states: list[Any] = []
        self._copies: list[Any] = []
        self._numbers: dict[Any, int] = {}

    def commands(self) -> dict[str, Callable[..., Any]]:
        """Return what can be asked, by its name."""
        return {
            "make": self._make_problem,
            "expand": self._expand,
            "look": self._look,
            "changed": self._changed,
        }

    def _make_problem(self, arguments: Sequence[Any]) -> int:
        """Make the problem anew and return the number of its initial state."""
        self._states, self._copies, self._numbers = [], [], {}
        self._problem = self._make(*arguments)
        return self._number(self._problem.initial)

    def _expand(self, number: int) -> list[Any]:
        """Return the actions of a state, the states they lead to, the costs."""
        found = successors(self._problem)(Node(self._states[number]))
        return [
            [briefly(action), self._number(state), plain_number(cost)]
            for action, state, cost in list(found)
        ]

    def _look(self, number: int) -> list[Any]:
        """Return whether a state is a goal and, if not, its actions: they are asked next."""
        is_goal = bool(goal_test(self._problem)(self._states[number]))
        return [True] if is_goal else [False, self._expand(number)]

    def _changed(self) -> str:
        """Return in words the first state that has changed since it was made, "" if none has."""
        for state, before in zip(self._states, self._copies, strict=True):
            if state != before:
                return f"{briefly(before)} was changed to {briefly(state)}"
        return ""

    def _number(self, state: Any) -> int:
        """Return the number of a state; equal states have the same."""
        number = self._numbers.setdefault(state, len(self._states))
        if number == len(self._states):
            self._states.append(state)
            self._copies.append(_copied(state))
        return number


def _copied(state: Any) -> Any:
    """Return a copy of a state; the state itself if a copy would not be equal to it."""
    try:
        copied = copy.deepcopy(state)
        return copied if copied == state else state
    except Exception:
        return state
