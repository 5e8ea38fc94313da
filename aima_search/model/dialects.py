"""What every problem offers, in the words of one of the textbook's editions; nodes.

``State`` and ``Action`` are the types of a problem's states and actions, ``Answer`` is the type of
a search's answer. They are ``Any`` unless you say otherwise: ``class Mine(Problem)`` is as right as
``class Mine(Problem[tuple[int, int], str])``.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

if TYPE_CHECKING:  # type checkers know it even if it is not installed; the defaults are for them
    from typing_extensions import TypeVar

    State = TypeVar("State", default=Any)
    Action = TypeVar("Action", default=Any)
    Answer = TypeVar("Answer", default=Any)
else:
    from typing import TypeVar

    State = TypeVar("State")
    Action = TypeVar("Action")
    Answer = TypeVar("Answer")


class NodeLike(Protocol):
    """What a heuristic is called with: a state, and the path on which a search reached it."""

    state: Any
    parent: Any  # the node before it; None at the initial state
    action: Any  # that led here from ``parent``; None at the initial state
    path_cost: float
    depth: int  # the number of actions on the path


class StateSpace(Protocol[State, Action]):
    """The methods that both editions of the textbook share."""

    @property
    def initial(self) -> State:
        """The state from which a search starts."""

    def actions(self, state: State, /) -> Iterable[Action]:
        """Return the actions applicable in a state."""

    def result(self, state: State, action: Action, /) -> State:
        """Return the state that an action leads to."""


class ThirdEdition(StateSpace[State, Action], Protocol[State, Action]):
    """A problem as the textbook's third edition writes it."""

    def goal_test(self, state: State, /) -> bool:
        """Tell whether a state is a goal."""

    def path_cost(self, c: float, state1: State, action: Action, state2: State, /) -> float:
        """Return the cost of a path that costs ``c`` and goes on by an action."""


class FourthEdition(StateSpace[State, Action], Protocol[State, Action]):
    """A problem as the textbook's fourth edition writes it."""

    def is_goal(self, state: State, /) -> bool:
        """Tell whether a state is a goal."""

    def action_cost(self, s: State, a: Action, s1: State, /) -> float:
        """Return the cost of an action."""


ProblemLike: TypeAlias = ThirdEdition[State, Action] | FourthEdition[State, Action]
"""A problem that a search takes: a ``Problem``, or any class that speaks one of both dialects."""


class ValuedProblem(StateSpace[State, Action], Protocol[State, Action]):
    """A problem that local search takes: it looks for the highest value."""

    def value(self, state: State, /) -> float:
        """Return how good a state is."""
