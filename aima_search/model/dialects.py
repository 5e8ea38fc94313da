"""The required members of a problem in the third and the fourth edition of the textbook.

``State``, ``Action`` and ``Answer`` are the types of states, actions and a search's answer. Their
default is ``Any``, so you can write ``class Mine(Problem)`` as well as
``class Mine(Problem[tuple[int, int], str])``.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

if TYPE_CHECKING:  # type checkers know it even if it is not installed; the defaults are for them
    from typing_extensions import Self as Self
    from typing_extensions import TypeVar

    State = TypeVar("State", default=Any)
    Action = TypeVar("Action", default=Any)
    Answer = TypeVar("Answer", default=Any)
else:
    from typing import TypeVar

    Self = Any
    State = TypeVar("State")
    Action = TypeVar("Action")
    Answer = TypeVar("Answer")


class NodeLike(Protocol):
    """A node, which is the argument of a heuristic; it has a state and the path to this state."""

    state: Any
    parent: Any  # the previous node; None at the initial state
    action: Any  # the action from ``parent`` to here; None at the initial state
    path_cost: float
    depth: int  # the number of actions on the path


class TransitionModel(Protocol[State, Action]):
    """The members that a problem needs in both the third and the fourth edition of the textbook."""

    @property
    def initial(self) -> State:
        """The state from which a search starts."""

    def actions(self, state: State, /) -> Iterable[Action]:
        """Return the actions applicable in a state."""

    def result(self, state: State, action: Action, /) -> State:
        """Return the state that an action leads to."""


class ThirdEdition(TransitionModel[State, Action], Protocol[State, Action]):
    """A problem with the method names of the textbook's third edition."""

    def goal_test(self, state: State, /) -> bool:
        """Return True if a state is a goal."""

    def path_cost(self, c: float, state1: State, action: Action, state2: State, /) -> float:
        """Return ``c`` plus the cost of ``action``; ``c`` is the cost of the path to ``state1``."""


class FourthEdition(TransitionModel[State, Action], Protocol[State, Action]):
    """A problem with the method names of the textbook's fourth edition."""

    def is_goal(self, state: State, /) -> bool:
        """Return True if a state is a goal."""

    def action_cost(self, s: State, a: Action, s1: State, /) -> float:
        """Return the cost of action ``a``, which leads from state ``s`` to state ``s1``."""


ProblemLike: TypeAlias = ThirdEdition[State, Action] | FourthEdition[State, Action]
"""A problem that a search takes: a ``Problem``, or any class with the members of one edition."""


class LocalSearchProblem(TransitionModel[State, Action], Protocol[State, Action]):
    """A problem for local search: its states have values, and a goal test is not needed."""

    def value(self, state: State, /) -> float:
        """Return the value of a state; the search maximises it."""
