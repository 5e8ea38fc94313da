"""What a problem must offer and what it may offer, as types; ``Problem`` offers it all.

``State`` and ``Action`` are the types of a problem's states and actions, ``Answer`` is the type of
a search's answer. If nobody says, they are anything: ``class Mine(Problem)`` is as right as
``class Mine(Problem[tuple[int, int], str])``.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

if TYPE_CHECKING:  # type checkers know it even if it is not installed; the defaults are for them
    import numpy as np
    from numpy.typing import NDArray
    from typing_extensions import TypeVar

    Costs8: TypeAlias = NDArray[np.uint8]
    Indices: TypeAlias = NDArray[np.int64]
    Keys: TypeAlias = NDArray[np.uint64]

    State = TypeVar("State", default=Any)
    Action = TypeVar("Action", default=Any)
    Answer = TypeVar("Answer", default=Any)
else:
    from typing import TypeVar

    State = TypeVar("State")
    Action = TypeVar("Action")
    Answer = TypeVar("Answer")


class StateSpace(Protocol[State, Action]):
    """What both editions of the textbook have in common."""

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
"""What a search takes: a ``Problem``, or anybody's class that speaks one of the two dialects."""


class ValuedProblem(StateSpace[State, Action], Protocol[State, Action]):
    """What local search takes: it looks for the highest value."""

    def value(self, state: State, /) -> float:
        """Return how good a state is."""


Pattern: TypeAlias = Sequence[Hashable]
OnProgress: TypeAlias = Callable[[int], object]

NO_COST = 255
"""Stands in a dense table at places from which no goal can be reached."""


class DenseTable(Protocol):
    """A numbering of abstract states, and a fast way to all their exact costs.

    Several abstract states may share a place: it has the least of their costs.
    """

    def costs(self, on_progress: OnProgress | None = None) -> Costs8:
        """Return the costs by place, NO_COST for a place without a cost."""

    def place(self, state: Any) -> int:
        """Return the place of a state's image (of a state of the problem itself)."""

    def places(self, keys: Keys) -> Indices:
        """Return the places of the images of packed states."""


@dataclass(frozen=True)
class Abstraction:
    """A smaller problem, onto which a problem is mapped to make heuristics (AIMA 3.6.2, 3.6.3).

    A problem with abstractions offers ``abstraction(pattern)``. A *pattern* is the part of a state
    that the abstract problem keeps, in words of the puzzle: tiles, pieces. The *image* of a state
    is its abstract state. Every action of the problem leads from image to image, along an abstract
    action that costs no more, or without an action. So an exact cost of the abstract problem is
    never above that of the problem itself.

    A problem may also offer ``patterns(text)``, the patterns that a text such as "5-5-5" stands
    for, ``symmetries()``, and ``relaxed(name)``, an abstraction by the name of the dropped rule.

    problem: the abstract problem, which begins at the image of the problem's initial state.
    image: the abstract state of a state.
    identity: a text that no other abstraction's table has: the rules with their version, the goal,
    the pattern. entries: how many costs a table of it holds. is_additive: of several disjoint
    patterns at most one pays for an action of the problem, so that the sum of their costs is a
    bound as well. dense: a faster way to the table than to enumerate the abstract problem.
    """

    problem: ProblemLike
    image: Callable[[Any], Any]
    identity: str
    entries: int
    is_additive: bool = False
    dense: DenseTable | None = None


@dataclass(frozen=True)
class Symmetry:
    """A map of states onto states of the same cost to a goal; ``of_keys`` is its packed form."""

    of_state: Callable[[Any], Any]
    of_keys: Callable[[Keys], Keys] | None = None
