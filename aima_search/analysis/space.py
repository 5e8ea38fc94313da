"""State spaces, with the reachable states of a problem, their actions, and the exact costs h*.

A state's *index* is its place in every list and array of a space. A ``PlainSpace`` consists of
Python objects; it works for all problems and without numpy. A ``PackedSpace`` consists of numpy
arrays. ``enumerate_space`` chooses between the two.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from array import array
from collections.abc import Iterator, Sequence
from functools import cached_property
from heapq import heappop, heappush
from math import inf, isnan
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from aima_search.base.errors import CostError
from aima_search.base.extras import need
from aima_search.model.contract import ProblemLike
from aima_search.model.packed import Keys
from aima_search.model.problem import Node, goal_test, successors

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from aima_search.analysis.graph import Edges

NumberArray: TypeAlias = "array[Any] | NDArray[Any]"

PART = 10_000  # how many states are unpacked at once
_SLACK = 1e-12  # a smaller relative gain is a rounding error of floats


class OneStepLookahead(NamedTuple):
    """For each state, its best actions: those with the lowest sum of cost and h(successor).

    least: this lowest sum, or infinity if the state has no successor. number: how many actions have
    the lowest sum. wrong: how many of these actions are not on a cheapest path.
    """

    least: NumberArray
    number: NumberArray
    wrong: NumberArray


class Space(ABC):
    """The states reachable from the initial state; goals are expanded, too.

    depth: the length of a shortest path to each state. degree: the number of actions of each state,
    or 0 if the state was not expanded. is_expanded: True for each expanded state. expanded: the
    number of expanded states. keys: the integer of each state, or None if states are not packed.
    """

    problem: ProblemLike
    depth: NumberArray
    degree: NumberArray
    is_expanded: NumberArray
    expanded: int
    keys: Keys | None = None

    @abstractmethod
    def __len__(self) -> int:
        """Return the number of states that are known so far."""

    @property
    def complete(self) -> bool:
        """True if all reachable states are known and expanded."""
        return self.expanded == len(self)

    @property
    @abstractmethod
    def goals(self) -> NumberArray:
        """The indices of the goal states in this space."""

    @property
    @abstractmethod
    def edges(self) -> Edges:
        """The actions of all expanded states, as numpy arrays."""

    def forget_edges(self) -> None:
        """Free the memory of ``edges``; reading ``edges`` computes the edges again."""
        vars(self).pop("edges", None)

    @property
    @abstractmethod
    def h_star(self) -> NumberArray:
        """The lowest cost from each state to a goal, or infinity if no known path leads to a goal.

        If the space is not complete, the true cost may be lower. Raises CostError if a cost is not
        a number, or if there is a cycle of negative cost.
        """

    @abstractmethod
    def states(self, start: int, stop: int) -> list[Any]:
        """Return the states at the indices ``start`` to ``stop - 1``."""

    @abstractmethod
    def index(self, state: Any) -> int:
        """Return the index of ``state``; raise LookupError if the space lacks this state."""

    @abstractmethod
    def look_ahead(self, values: NumberArray) -> OneStepLookahead:
        """Find each state's best actions: see ``OneStepLookahead``. values: h of each state."""

    def parts(self) -> Iterator[tuple[int, list[Any]]]:
        """Yield the states in parts, each as (index of the part's first state, list of states)."""
        for start in range(0, len(self), PART):
            yield start, self.states(start, start + PART)

    def _bad_cost(self, source: int) -> CostError:
        [state] = self.states(source, source + 1)
        steps = successors(self.problem)(Node(state))
        action, cost = next((action, cost) for action, _, cost in steps if not is_cost(cost))
        return CostError(f"the action {action} in {state!r} costs {cost!r}: expected a number")

    def _distances_by_relaxing(self, edges: Sequence[tuple[int, int, float]]) -> array[float]:
        distance = array("d", [inf]) * len(self)
        following = array("i", [-1]) * len(self)
        for goal in self.goals:
            distance[goal] = 0
        changed = True
        while changed:  # the algorithm of Bellman and Ford
            changed = False
            for source, target, cost in edges:
                through = distance[target] + cost
                if through < inf and through + _SLACK * abs(through) < distance[source]:
                    distance[source] = through
                    following[source] = target
                    changed = True
            if cycle := _find_cycle(following):
                [state] = self.states(cycle[0], cycle[0] + 1)
                raise CostError(
                    f"a cycle of {len(cycle)} actions through {state!r} has a negative cost, so"
                    " there is no cheapest path: expected cycles that cost 0 or more"
                )
        return distance


def is_cost(value: Any) -> bool:
    """Return True if a value is a number that can be a cost."""
    try:
        return float(value) > float("-inf")
    except (TypeError, ValueError, OverflowError):
        return False


def _find_cycle(following: Sequence[int]) -> list[int]:
    walk_of = [-1] * len(following)  # the start of the walk that first reached each state
    for start in range(len(following)):
        state = start
        while state >= 0 and walk_of[state] < 0:
            walk_of[state] = start
            state = following[state]
        if state >= 0 and walk_of[state] == start:
            cycle = [state]
            while following[cycle[-1]] != state:
                cycle.append(following[cycle[-1]])
            return cycle
    return []


class PlainSpace(Space):
    """A space of Python objects in breadth-first order; the expanded states come first.

    nodes: for each state, the last node of a shortest path. sources, targets, costs: for each edge,
    the index of its first state, the index of its second state, and its cost.
    """

    def __init__(self, problem: ProblemLike) -> None:
        self.problem = problem
        self.nodes = [Node(problem.initial)]
        self.sources = array("i")
        self.targets = array("i")
        self.costs = array("d")
        self.expanded = 0
        self._degree = array("i")  # degrees of expanded states
        self._successors = successors(problem)
        self._index_of = {problem.initial: 0}

    def __len__(self) -> int:
        return len(self.nodes)

    def expand_next(self) -> None:
        """Expand the first state that has not been expanded."""
        node, first_edge = self.nodes[self.expanded], len(self.costs)
        start = Node(node.state)  # a path cost of its successors is the cost of one action
        for action, state, cost in self._successors(start):
            if type(cost) is float and cost == inf:  # a search leaves out such an action too
                continue
            target = self._index_of.setdefault(state, len(self.nodes))
            try:
                self.costs.append(cost)
            except (TypeError, OverflowError):
                raise self._bad_cost(self.expanded) from None
            if target == len(self.nodes):
                self.nodes.append(Node(state, node, action, node.path_cost + cost))
            self.sources.append(self.expanded)
            self.targets.append(target)
        self._degree.append(len(self.costs) - first_edge)
        self.expanded += 1

    @cached_property
    def depth(self) -> NumberArray:  # type: ignore[override]
        """Return the smallest number of actions from the initial state to each state."""
        return array("i", [node.depth for node in self.nodes])

    @property
    def degree(self) -> NumberArray:  # type: ignore[override]
        """For each state, the number of its actions (0 if the state was not expanded)."""
        return self._degree + array("i", [0]) * (len(self) - self.expanded)

    @property
    def is_expanded(self) -> NumberArray:  # type: ignore[override]
        """For each state, 1 if it was expanded, otherwise 0."""
        return array("b", b"\1" * self.expanded + b"\0" * (len(self) - self.expanded))

    @cached_property
    def goals(self) -> NumberArray:
        """Return the indices of the goals, in order."""
        is_goal = goal_test(self.problem)
        return array("i", [index for index, node in enumerate(self.nodes) if is_goal(node.state)])

    @cached_property
    def edges(self) -> Edges:
        """The edges of the space, as numpy arrays."""
        need("the edges of a state space", "numpy", "scipy")
        import numpy as np

        from aima_search.analysis.graph import Edges, starts_of

        starts, costs = starts_of(np.asarray(self.degree)), np.asarray(self.costs)
        return Edges(starts, np.asarray(self.targets), None if (costs == 1).all() else costs)

    @cached_property
    def h_star(self) -> NumberArray:
        """Return h*, the least cost to a goal, for every state; see ``Space``."""
        if any(map(isnan, self.costs)) or -inf in self.costs:
            edge = next(edge for edge, cost in enumerate(self.costs) if not cost > -inf)
            raise self._bad_cost(self.sources[edge])
        if min(self.costs, default=0) >= 0:
            if max(self.costs, default=0) * len(self) == inf:
                raise CostError(
                    f"an action costs {max(self.costs):g}, so the cost of a path may be too large"
                    " for a floating-point number; use smaller costs"
                )
            return self._least_costs()
        edges = list(zip(self.sources, self.targets, self.costs, strict=True))
        return self._distances_by_relaxing(edges)

    def states(self, start: int, stop: int) -> list[Any]:
        """Return the states at the indices ``start`` to ``stop - 1``."""
        return [node.state for node in self.nodes[start:stop]]

    def index(self, state: Any) -> int:
        """Return the index of ``state``; raise LookupError if the space lacks this state."""
        return self._index_of[state]

    def look_ahead(self, values: NumberArray) -> OneStepLookahead:
        """Find each state's best actions: see ``OneStepLookahead``. values: h of each state."""
        exact = self.h_star
        least = array("d", [inf]) * len(self)
        number, wrong = (array("i", bytes(4 * len(self))) for _ in range(2))
        for source, target, cost in zip(self.sources, self.targets, self.costs, strict=True):
            value = cost + values[target]
            if value < least[source]:
                least[source] = value
                number[source] = wrong[source] = 0
            if value == least[source]:
                number[source] += 1
                wrong[source] += cost + exact[target] > exact[source]
        return OneStepLookahead(least, number, wrong)

    def _least_costs(self) -> NumberArray:
        """Compute h* by Dijkstra's algorithm, backwards from the goals. No cost may be negative."""
        before: list[list[tuple[int, float]]] = [[] for _ in self.nodes]
        for source, target, cost in zip(self.sources, self.targets, self.costs, strict=True):
            before[target].append((source, cost))
        distance = [inf] * len(self)
        frontier = [(0.0, goal) for goal in self.goals]  # in order, so it is a heap
        for _, goal in frontier:
            distance[goal] = 0
        while frontier:
            known, index = heappop(frontier)
            if known > distance[index]:
                continue
            for source, cost in before[index]:
                through = known + cost
                if through < distance[source]:
                    distance[source] = through
                    heappush(frontier, (through, source))
        return array("d", distance)
