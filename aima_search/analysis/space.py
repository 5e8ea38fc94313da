"""A state space: the states a problem can reach, every edge, h*. Both forms offer the same.

A state's *index* is its place in all the sequences of a space. The forms are ``PlainSpace``, of
Python objects, for every problem and without numpy, and ``PackedSpace``, of numpy arrays;
``enumerate_space`` chooses.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from array import array
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from heapq import heapify, heappop, heappush
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

PART = 10_000  # states that are unpacked at once


class Lookahead(NamedTuple):
    """What a heuristic sees from each state one action ahead; a *look* is cost + h there.

    least: the least look, infinity without a successor. looking_best: how many successors have
    this look. wrong: how many of these are not best, by cost + h*.
    """

    least: NumberArray
    looking_best: NumberArray
    wrong: NumberArray


class Space(ABC):
    """The states reachable from the initial state; goals are expanded too.

    problem: the problem of the space. depth: the fewest actions to each state. degree: how many
    actions each state has, 0 if it was not expanded. is_expanded: which states were expanded.
    expanded: how many were.
    keys: of a packed space, in order.
    """

    problem: ProblemLike
    depth: NumberArray
    degree: NumberArray
    is_expanded: NumberArray
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
    def goals(self) -> NumberArray:
        """The indices of the goals."""

    @property
    @abstractmethod
    def edges(self) -> Edges:
        """The actions of the states that were expanded, as numpy arrays."""

    @cached_property
    def edges_back(self) -> Edges:
        """The edges backwards: those of a state lead to the states before it."""
        edges = self.edges
        from aima_search.analysis.graph import reversed_edges

        return reversed_edges(edges)

    def forget_edges(self) -> None:
        """Free the memory of the edges; they are found again if somebody asks for them."""
        for name in ("edges", "edges_back"):
            vars(self).pop(name, None)

    @property
    @abstractmethod
    def h_star(self) -> NumberArray:
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
    def look_ahead(self, values: NumberArray) -> Lookahead:
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


# Distances if some costs are negative: Bellman and Ford's algorithm, backwards from goals.


_SLACK = 1e-12  # relative; a smaller gain is the rounding of floats


class NegativeCycleError(Exception):
    """A cycle of edges that costs less than nothing, from which a goal can be reached.

    cycle: the states on it, in order.
    """

    def __init__(self, cycle: list[int]) -> None:
        super().__init__(cycle)
        self.cycle = cycle


def distances_by_relaxing(
    edges: Sequence[tuple[int, int, float]], goals: Iterable[int], states: int
) -> array[float]:
    """Return the least cost from each state to a goal, infinity if no goal can be reached.

    An edge is (source, target, cost). NegativeCycleError if there is no least cost. All edges are
    relaxed, round by round, until no edge lowers a distance; a negative cycle shows itself as a
    cycle of the states through which the distances go.
    """
    distance = array("d", [inf]) * states
    following = array("i", [-1]) * states
    for goal in goals:
        distance[goal] = 0
    changed = True
    while changed:
        changed = False
        for source, target, cost in edges:
            through = distance[target] + cost
            if through < inf and through + _SLACK * abs(through) < distance[source]:
                distance[source] = through
                following[source] = target
                changed = True
        cycle = _find_cycle(following)
        if cycle:
            raise NegativeCycleError(cycle)
    return distance


def _find_cycle(following: Sequence[int]) -> list[int]:
    """Return the states of a cycle, empty if there is no cycle."""
    walk_of = [-1] * len(following)  # on which walk each state was first met
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
    """States in breadth-first order, as far as they have been expanded.

    nodes: for every state a node of a shortest (fewest actions) path to it. sources, targets,
    costs: one entry an edge. The expanded states come first.
    """

    def __init__(self, problem: ProblemLike) -> None:
        """Start with the initial state, not yet expanded."""
        self.problem = problem
        self.nodes = [Node(problem.initial)]
        self.sources = array("i")
        self.targets = array("i")
        self.costs = array("d")
        self.expanded = 0
        self._degree = array("i")  # of the states that were expanded
        self._successors = successors(problem)
        self._index_of = {problem.initial: 0}

    def __len__(self) -> int:
        return len(self.nodes)

    def expand_next(self) -> None:
        """Expand the first state that has not been expanded."""
        node, first_edge = self.nodes[self.expanded], len(self.costs)
        for action, state, cost in self._successors(Node(node.state)):  # from 0: the edge's cost
            if type(cost) is float and cost == inf:  # no way, as in a search
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
        """Return the fewest actions to each state."""
        return array("i", [node.depth for node in self.nodes])

    @property
    def degree(self) -> NumberArray:  # type: ignore[override]
        """Return how many actions each state has, 0 if it was not expanded."""
        return self._degree + array("i", [0]) * (len(self) - self.expanded)

    @property
    def is_expanded(self) -> NumberArray:  # type: ignore[override]
        """Return which states were expanded: the first states."""
        return array("b", b"\1" * self.expanded + b"\0" * (len(self) - self.expanded))

    @cached_property
    def goals(self) -> NumberArray:
        """Return the indices of the goals, in order."""
        is_goal = goal_test(self.problem)
        return array("i", [index for index, one in enumerate(self.nodes) if is_goal(one.state)])

    @cached_property
    def edges(self) -> Edges:
        """Return the edges as numpy arrays."""
        need("the edges of a state space", "numpy", "scipy")
        import numpy as np

        from aima_search.analysis.graph import Edges, starts_of

        costs = np.asarray(self.costs)
        return Edges(
            starts_of(np.asarray(self.degree)),
            np.asarray(self.targets),
            None if (costs == 1).all() else costs,
        )

    @cached_property
    def h_star(self) -> NumberArray:
        """Return h* by the edges backwards; see ``Space``."""
        if self.costs.count(1) == len(self.costs):
            return self._fewest_actions()
        if any(map(isnan, self.costs)) or -inf in self.costs:
            edge = next(edge for edge, cost in enumerate(self.costs) if not cost > -inf)
            raise self._bad_cost(self.sources[edge])
        if min(self.costs) >= 0:
            if max(self.costs) * len(self) == inf:
                raise CostError(
                    f"an action costs {max(self.costs):g}, and a path may cost more than any"
                    " floating-point number: use smaller costs"
                )
            return self._least_costs()
        try:
            edges = list(zip(self.sources, self.targets, self.costs, strict=True))
            return distances_by_relaxing(edges, self.goals, len(self))
        except NegativeCycleError as error:
            raise self._negative_cycle(error.cycle) from None

    def states(self, start: int, stop: int) -> list[Any]:
        """Return the states with the indices from ``start`` up to ``stop``."""
        return [node.state for node in self.nodes[start:stop]]

    def index(self, state: Any) -> int:
        """Return the index of a state that is in the space; LookupError for another state."""
        return self._index_of[state]

    def look_ahead(self, values: NumberArray) -> Lookahead:
        """Look one action ahead from every state; see ``Space``."""
        exact = self.h_star
        least = array("d", [inf]) * len(self)
        looking_best, wrong = (array("i", bytes(4 * len(self))) for _ in range(2))
        for source, target, cost in zip(self.sources, self.targets, self.costs, strict=True):
            look = cost + values[target]
            if look < least[source]:
                least[source] = look
                looking_best[source] = wrong[source] = 0
            if look == least[source]:
                looking_best[source] += 1
                wrong[source] += cost + exact[target] > exact[source]
        return Lookahead(least, looking_best, wrong)

    def _fewest_actions(self) -> NumberArray:
        """Return h* if every action costs 1: breadth first, backwards from all goals."""
        before: list[list[int]] = [[] for _ in self.nodes]
        for source, target in zip(self.sources, self.targets, strict=True):
            before[target].append(source)
        distance, steps = [inf] * len(self), 0
        layer = self.goals.tolist()
        for goal in layer:
            distance[goal] = 0
        while layer:
            steps += 1
            following = []
            for index in layer:
                for source in before[index]:
                    if distance[source] == inf:
                        distance[source] = steps
                        following.append(source)
            layer = following
        return array("d", distance)

    def _least_costs(self) -> NumberArray:
        """Return h* if no cost is negative: Dijkstra's algorithm, backwards from all goals."""
        before: list[list[tuple[int, float]]] = [[] for _ in self.nodes]
        for source, target, cost in zip(self.sources, self.targets, self.costs, strict=True):
            before[target].append((source, cost))
        distance = array("d", [inf]) * len(self)
        for goal in self.goals:
            distance[goal] = 0
        frontier = [(0.0, goal) for goal in self.goals]
        heapify(frontier)
        while frontier:
            known, index = heappop(frontier)
            if known > distance[index]:
                continue
            for source, cost in before[index]:
                through = known + cost
                if through < distance[source]:
                    distance[source] = through
                    heappush(frontier, (through, source))
        return distance
