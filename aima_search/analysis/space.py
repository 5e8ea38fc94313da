"""A state space: the states a problem can reach, every edge, h*. Both forms offer the same.

A state's *index* is its place in all the sequences of a space. The forms are ``PlainSpace``, of
Python objects, and ``PackedSpace``, of numpy arrays; ``enumerate_space`` chooses.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from aima_search.base.errors import CostError
from aima_search.model.contract import ProblemLike
from aima_search.model.packed import Keys
from aima_search.model.problem import Node, successors

if TYPE_CHECKING:
    from array import array

    from numpy.typing import NDArray

    from aima_search.analysis.arrays import Edges

Numbers: TypeAlias = "array[Any] | NDArray[Any]"

PART = 10_000  # states that are unpacked at once


class Lookahead(NamedTuple):
    """What a heuristic sees from each state one action ahead; a *look* is cost + h there.

    least: the least look, infinity without a successor. looking_best: how many successors have
    this look. wrong: how many of these are not best, by cost + h*.
    """

    least: Numbers
    looking_best: Numbers
    wrong: Numbers


class Space(ABC):
    """The states reachable from the initial state; goals are expanded too.

    problem: the problem of the space. depth: the fewest actions to each state. degree: how many
    actions each state has, 0 if it was not expanded. is_expanded: which states were expanded.
    expanded: how many were.
    keys: of a packed space, in order.
    """

    problem: ProblemLike
    depth: Numbers
    degree: Numbers
    is_expanded: Numbers
    expanded: int
    keys: Keys | None = None

    @abstractmethod
    def __len__(self) -> int:
        """Return how many states are known."""

    @property
    def complete(self) -> bool:
        """Whether every reachable state is here and expanded."""
        return self.expanded == len(self)

    @property
    @abstractmethod
    def goals(self) -> Numbers:
        """The indices of the goals."""

    @property
    @abstractmethod
    def edges(self) -> Edges:
        """The actions of the states that were expanded, as numpy arrays."""

    @cached_property
    def edges_back(self) -> Edges:
        """The edges backwards: those of a state lead to the states before it."""
        edges = self.edges
        from aima_search.analysis.arrays import reversed_edges

        return reversed_edges(edges)

    def forget_edges(self) -> None:
        """Free the memory of the edges; they are found again if somebody asks for them."""
        for name in ("edges", "edges_back"):
            vars(self).pop(name, None)

    @property
    @abstractmethod
    def h_star(self) -> Numbers:
        """The least cost from each state to a goal by known edges, infinity without a way.

        Exact in a complete space, and an upper bound in another. CostError if a cost is not a
        number, or if a cycle of negative cost leaves no least cost.
        """

    @abstractmethod
    def states(self, start: int, stop: int) -> list[Any]:
        """Return the states with the indices from ``start`` up to ``stop``."""

    @abstractmethod
    def index(self, state: Any) -> int:
        """Return the index of a state that is in the space; LookupError for another state."""

    @abstractmethod
    def look_ahead(self, values: Numbers) -> Lookahead:
        """Look one action ahead from every state, with the values of a heuristic at all states."""

    def parts(self) -> Iterator[tuple[int, list[Any]]]:
        """Yield all states, some at a time: the index of the first state, and the states."""
        for start in range(0, len(self), PART):
            yield start, self.states(start, start + PART)

    def _bad_cost(self, source: int) -> CostError:
        """Return the message for a state with an action whose cost is impossible."""
        [state] = self.states(source, source + 1)
        action, cost = next(
            (action, cost)
            for action, _, cost in successors(self.problem)(Node(state))
            if not is_cost(cost)
        )
        return CostError(f"{action} from {state!r} costs {cost!r}: expected a number")

    def _negative_cycle(self, cycle: list[int]) -> CostError:
        """Return the message for a cycle of states that makes a path cheaper at every round."""
        [state] = self.states(cycle[0], cycle[0] + 1)
        return CostError(
            f"a cycle of {len(cycle)} actions from {state!r} back to it costs less than 0:"
            " every round makes the path cheaper, so there is no least cost"
        )


def is_cost(value: Any) -> bool:
    """Tell whether a value can be the cost of an action: a number, not NaN, not minus infinity."""
    try:
        return float(value) > float("-inf")
    except (TypeError, ValueError, OverflowError):
        return False
