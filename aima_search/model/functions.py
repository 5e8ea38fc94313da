"""``problem_from`` makes a problem from functions of a state, without a new class."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from aima_search.base.errors import InputError
from aima_search.model.problem import Node, Problem, Successor, is_hashable


class StateWithKey:
    """A wrapper for a state that cannot be hashed; wrappers are equal if their keys are equal."""

    __slots__ = ("key", "state")

    def __init__(self, state: Any, key: Any) -> None:
        self.state, self.key = state, key

    def __eq__(self, other: object) -> bool:
        return isinstance(other, StateWithKey) and bool(self.key == other.key)

    def __hash__(self) -> int:
        return hash(self.key)

    def __repr__(self) -> str:
        return repr(self.state)

    def __str__(self) -> str:
        return str(self.state)

    def __len__(self) -> int:
        return len(self.state)

    def __getitem__(self, place: Any) -> Any:
        return self.state[place]


def problem_from(
    initial: Any,
    successors: Callable[[Any], Iterable[Any]],
    goal: Any,
    h: Callable[[Any], float] | None = None,
    key: Callable[[Any], Any] | None = None,
) -> Problem:
    """Return a search problem made from functions of a state.

    Parameters
    ----------
    initial
        The initial state.
    successors
        A function that yields states, pairs (action, state), or triples (action, state, cost).
    goal
        A goal state, a set of goal states, or a function that returns True for a goal state.
    h
        A function that estimates the cost to a goal.
    key
        A function that returns a hashable value for a state without a hash, such as a list. States
        with equal keys are equal.

    Examples
    --------
    >>> from aima_search import astar_search
    >>> astar_search(problem_from(1, lambda n: [n + 1, 2 * n], 10)).path_states()
    [1, 2, 4, 5, 10]
    """
    if not callable(successors):
        raise InputError(
            f"problem_from: successors is a {type(successors).__name__}, expected a function of a"
            " state; for a graph, use GraphProblem or puzzles.Routes"
        )
    if key is None and not is_hashable(initial):
        raise InputError(
            f"problem_from: a state is a {type(initial).__name__}, which has no hash: pass key="
            "FUNCTION to make a hashable value, such as key=lambda rows: tuple(map(tuple, rows))"
        )
    return _ProblemFromFunctions(initial, successors, goal, h, key)


class _ProblemFromFunctions(Problem):
    def __init__(self, initial: Any, successors: Any, goal: Any, h: Any, key: Any) -> None:
        self._first, self._successors, self._key = initial, successors, key
        self._h: Callable[[Any], float] | None = h
        self._size = 0  # values of a successor: 1 (state), 2 (with action), 3 (with cost)
        self._is_goal = goal if callable(goal) else None
        many = isinstance(goal, set | frozenset | list) and type(goal) is not type(initial)
        goals = None if callable(goal) else [*map(self._state, goal if many else [goal])]
        super().__init__(self._state(initial), goals if many or not goals else goals[0])

    def _state(self, state: Any) -> Any:
        return state if self._key is None else StateWithKey(state, self._key(state))

    def successors(self, state: Any) -> Iterator[Successor]:
        key = self._key
        for item in self._successors(state if key is None else state.state):
            self._size = size = self._size or _size_of(item, self._first)
            whole = item if size > 1 else (item, item)
            action, after, cost = whole if size == 3 else (*whole, 1)
            yield action, after if key is None else StateWithKey(after, key(after)), cost

    def goal_test(self, state: Any) -> bool:
        if self._is_goal is None:
            return self._is_given_goal(state)
        return bool(self._is_goal(state if self._key is None else state.state))

    def h(self, node: Node) -> float:
        state = node.state
        return 0 if self._h is None else self._h(state if self._key is None else state.state)


def _size_of(item: Any, state: Any) -> int:
    """Return the length of an item of ``successors``; 1 means that the item is only a state."""
    if type(item) is not tuple or len(item) not in (2, 3):
        return 1
    if type(state) is tuple and (_is_alike(item, state) or type(item[1]) is not tuple):
        return 1
    if isinstance(item[1], int | float) and type(item[0]) is type(state) is not type(item[1]):
        raise InputError(
            f"problem_from: successors yielded {item!r}, expected a state, (action, state) or"
            " (action, state, cost). If the actions have no names, use the next state as the"
            " action: (state, state, cost)"
        )
    return len(item)


def _is_alike(one: Any, other: Any) -> bool:
    if type(one) is not tuple or type(other) is not tuple:
        return type(one) is type(other)
    if len(one) != len(other):
        return all(_is_alike(part, other[0]) for part in one if other)
    return all(map(_is_alike, one, other))
