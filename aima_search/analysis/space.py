"""A state space: the states a problem can reach, every edge, h*. The same in both of its forms.

A state's *index* is its place in all the sequences of a space. The forms are ``PlainSpace``, of
Python objects, and ``PackedSpace``, of numpy arrays; ``enumerate_space`` chooses.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from aima_search.contract import ProblemLike
from aima_search.errors import CostError
from aima_search.problem import Node, successors

if TYPE_CHECKING:
    from array import array

    from numpy.typing import NDArray

    from aima_search.analysis.edges import Edges
    from aima_search.packed import Keys

    Numbers: TypeAlias = array[Any] | NDArray[Any]

PART = 10_000  # states that are unpacked at once


class Lookahead(NamedTuple):
    """What a heuristic sees from each state one action ahead; a *look* is cost + h there.

    least: the least look, infinity where there is none. looking_best: how many successors have
    it. wrong: how many of these are no best ones, by cost + h*.
    """

    least: Numbers
    looking_best: Numbers
    wrong: Numbers


class Space(ABC):
    """The states reachable from the initial one; goals are expanded too.

    problem: whose space it is. depth: the fewest actions to each state. degree: how many actions
    each has, 0 where it was not expanded. is_expanded: which were. expanded: how many were.
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
        """The edges by their targets: those of a state lead to where it is reached from."""
        edges = self.edges
        from aima_search.analysis.edges import reversed_edges  # numpy only when used

        return reversed_edges(edges)

    @property
    @abstractmethod
    def h_star(self) -> Numbers:
        """The least cost from each state to a goal by known edges, infinity where there is none.

        Exact in a complete space, and an upper bound in another. CostError where a cost is not a
        number, or where no cost is the least because of a cycle of negative cost.
        """

    @abstractmethod
    def states(self, start: int, stop: int) -> list[Any]:
        """Return the states with the indices from ``start`` up to ``stop``."""

    @abstractmethod
    def index(self, state: Any) -> int:
        """Return the index of a state that is in the space; LookupError for another one."""

    @abstractmethod
    def look_ahead(self, values: Numbers) -> Lookahead:
        """Look one action ahead from every state, with the values of a heuristic at all states."""

    def parts(self) -> Iterator[tuple[int, list[Any]]]:
        """Yield all states, some at a time: the index of the first one, and the states."""
        for start in range(0, len(self), PART):
            yield start, self.states(start, start + PART)

    def _bad_cost(self, source: int) -> CostError:
        """Return what to say of a state of which some action costs what no action can cost."""
        [state] = self.states(source, source + 1)
        action, cost = next(
            (action, cost)
            for action, _, cost in successors(self.problem)(Node(state))
            if not is_cost(cost)
        )
        return CostError(f"{action} from {state!r} costs {cost!r}: expected a number")

    def _negative_cycle(self, cycle: list[int]) -> CostError:
        """Return what to say of a cycle of states that is the cheaper the more often it is gone."""
        [state] = self.states(cycle[0], cycle[0] + 1)
        return CostError(
            f"a cycle of {len(cycle)} actions from {state!r} back to it costs less than 0:"
            " the more often it is gone the cheaper the path, so there is no least cost"
        )


def is_cost(value: Any) -> bool:
    """Tell whether a value can be the cost of an action: a number, not NaN, not minus infinity."""
    try:
        return float(value) > float("-inf")
    except (TypeError, ValueError, OverflowError):
        return False
