"""A student's algorithm in its process, with a stand-in for the problem: the rules are elsewhere.

A state only tells whether it equals another state. All else has to be asked of the problem, and
every question is counted.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import total_ordering
from typing import Any

from aima_search.apps.grade.sandbox.values import in_words
from aima_search.model.problem import Node


@total_ordering
class Opaque:
    """A state, or an action, by its number."""

    __slots__ = ("_kind", "_number")

    def __init__(self, kind: str, number: int) -> None:
        self._kind, self._number = kind, number

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Opaque) and (self._kind, self._number) == (
            other._kind,
            other._number,
        )

    def __lt__(self, other: Opaque) -> bool:
        return self._number < other._number

    def __hash__(self) -> int:
        return hash((self._kind, self._number))

    def __repr__(self) -> str:
        return f"<{self._kind} {self._number}>"


class Asked:
    """The problem as the algorithm sees it, in both editions' words."""

    def __init__(self, call: Callable[..., Any], initial: int) -> None:
        self._call = call
        self._leads: dict[tuple[int, int], tuple[int, float]] = {}
        self._estimates: dict[int, float] = {}
        self._values: dict[int, float] = {}
        self.initial = Opaque("state", initial)

    def actions(self, state: Opaque) -> list[Opaque]:
        """Return the actions of a state; asked for, they are counted as an expansion."""
        found = []
        for action, there, cost in self._call("actions", _number(state, "state")):
            self._leads[_number(state, "state"), action] = there, cost
            found.append(Opaque("action", action))
        return found

    def result(self, state: Opaque, action: Opaque) -> Opaque:
        """Return the state that an action leads to."""
        return Opaque("state", self._step(state, action)[0])

    def path_cost(self, c: float, state1: Opaque, action: Opaque, state2: Opaque) -> float:
        """Return the cost of a path that goes on by an action."""
        return c + self._step(state1, action)[1]

    def action_cost(self, s: Opaque, a: Opaque, s1: Opaque) -> float:
        """Return the cost of an action."""
        return self._step(s, a)[1]

    def goal_test(self, state: Opaque) -> bool:
        """Tell whether a state is a goal."""
        return bool(self._call("is-goal", _number(state, "state")))

    is_goal = goal_test

    def value(self, state: Opaque) -> float:
        """Return how good a state is, for local search."""
        number = _number(state, "state")
        if number not in self._values:
            self._values[number] = self._call("value", number)
        return self._values[number]

    def h(self, node: Node) -> float:
        """Return the estimate of a node's state."""
        number = _number(node.state, "state")
        if number not in self._estimates:
            self._estimates.update(self._call("estimate", number))
        return self._estimates[number]

    def _step(self, state: Opaque, action: Opaque) -> tuple[int, float]:
        key = _number(state, "state"), _number(action, "action")
        if key not in self._leads:
            raise ValueError(f"{action} in {state}: expected one of actions({state})")
        return self._leads[key]


def _number(value: Any, kind: str) -> int:
    if not isinstance(value, Opaque) or value._kind != kind:
        raise TypeError(f"{in_words(value)}: expected a {kind} that the problem has given")
    return value._number


class AlgorithmSide:
    """Runs the algorithm."""

    def __init__(self, function: Callable[..., Any], call: Callable[..., Any]) -> None:
        self._function, self._call = function, call

    def commands(self) -> dict[str, Callable[..., Any]]:
        """Return what can be asked, by its name."""
        return {"search": self._search, "improve": self._improve}

    def _search(self, initial: int, with_h: bool) -> list[int] | None:
        """Return the numbers of the actions that it found, None for no solution."""
        problem = Asked(self._call, initial)
        answer = self._function(problem, problem.h) if with_h else self._function(problem)
        return None if answer is None else [_number(one, "action") for one in _path(answer)]

    def _improve(self, initial: int) -> int:
        """Return the number of the state where a local search ended."""
        answer = self._function(Asked(self._call, initial))
        state = getattr(answer, "state", answer)
        if not isinstance(state, Opaque):
            raise TypeError(f"it returned {in_words(answer)}: expected a state or a node")
        return _number(state, "state")


def _path(answer: Any) -> Sequence[Any]:
    """Return the actions of an answer: a node of any class with ``solution()``, or a list."""
    solution = getattr(answer, "solution", None)
    if callable(solution):
        return list(solution())
    if isinstance(answer, list | tuple):
        return answer
    if hasattr(answer, "parent"):
        actions = []
        while answer.parent is not None:
            actions.append(answer.action)
            answer = answer.parent
        return actions[::-1]
    raise TypeError(f"it returned {in_words(answer)}: expected a node, a list of actions or None")
