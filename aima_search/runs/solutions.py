"""``solutions`` lists the paths to a goal in order of cost (Yen 1971, Lawler 1972).

A *solution* is a path without loops that ends at the first goal on it. The search expands all
states with an f of at most a *bound*, and computes the exact cost from each of them to a goal. When
no path within the bound is left, the bound grows.

Each path that is found splits the remaining paths into sets. For each node on the path, one set has
the paths that leave this node by another *link* (an action). A set is stored as a node and the
numbers of its *banned* links. Every path is in exactly one set, so every path is found once.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from heapq import heappop, heappush
from itertools import count, islice
from math import inf
from typing import Any, TypeAlias

from aima_search.algorithms.informed import cost_plus_h
from aima_search.algorithms.names import Algorithm
from aima_search.algorithms.steps import Step, Steps
from aima_search.base.errors import CostError, HeuristicError, InputError, ProblemError
from aima_search.base.limits import Limits
from aima_search.catalog.configuration import Configuration
from aima_search.catalog.heuristics import HeuristicSpec
from aima_search.model.contract import Action, ProblemLike, State, offered
from aima_search.model.heuristic import HeuristicFacts, facts_of, with_facts
from aima_search.model.problem import Heuristic, Node, goal_test, successors
from aima_search.runs.outcomes import INTERRUPTED, NO_SOLUTION, SOLVED
from aima_search.runs.result import SearchLimitReached, replay
from aima_search.runs.search import Search

_ROUNDING = 1e-9  # floats with at most this relative difference are equal
_GROWTH = 1.05  # a bound is at least this factor times the bound before

_Path: TypeAlias = tuple[Node, list[int]]
"""The last node of a path, and the numbers of its links that come after the node of its set."""

OnStep = Callable[[Step], object]


def solutions(
    problem: ProblemLike[State, Action],
    heuristic: HeuristicSpec[State, Action] | None = None,
    *,
    at_most: int | None = 10,
    within: float | None = 1.0,
    limits: Limits | None = None,
    on_step: OnStep | None = None,
) -> Iterator[Node[State, Action]]:
    """Yield the goal node of each solution, in order of cost; the cheapest solution is first.

    A solution is a path that visits no state twice and ends at the first goal that it reaches.

    Parameters
    ----------
    problem, heuristic, limits, on_step
        As in ``solve``. The heuristic must be admissible.
    at_most
        The largest number of solutions to yield; None for all solutions.
    within
        The highest accepted cost, as a multiple of the optimal cost. 1 accepts only optimal
        solutions, None accepts every cost. Rounding errors are ignored.

    Raises
    ------
    SearchLimitReached
        If a limit is reached.
    HeuristicError
        If the heuristic is not known to be admissible.
    CostError
        If an action has a negative cost.

    Examples
    --------
    >>> from aima_search.search import GraphProblem, romania_map
    >>> trip = GraphProblem("Arad", "Bucharest", romania_map)
    >>> for node in solutions(trip, at_most=2, within=None):
    ...     print(node.path_cost, *node.solution())
    418 Sibiu Rimnicu Pitesti Bucharest
    450 Sibiu Fagaras Bucharest
    """
    if within is not None and not within >= 1:
        raise InputError(f"within={within!r}: expected a number from 1 up, or None for any cost")
    if at_most is not None and not (isinstance(at_most, int) and at_most >= 1):
        raise InputError(f"at_most={at_most!r}: expected 1, 2, 3, ... or None for all solutions")
    algorithm = Algorithm(
        "all-solutions",
        lambda problem, h: solution_steps(problem, h, within),
        "every solution in order of cost",
        optimal=True,
    )
    if heuristic is None and offered(problem, "h") is None:
        heuristic = with_facts(lambda node: 0, HeuristicFacts(admissible=True))
    search = Search(problem, Configuration.of(algorithm, {}), heuristic, limits)
    return islice(_found(search, on_step), at_most)


def _found(search: Search[Any, Any], on_step: OnStep | None) -> Iterator[Node[Any, Any]]:
    last: Node[Any, Any] | None = None
    with search:
        for step in search:
            if on_step is not None:
                on_step(step)
            if step.found is not None and step.found is not last:
                last = step.found
                replay(search.problem, last)
                yield last
        result = search.result()
    if result.fault:
        raise ProblemError(result.fault)
    if result.status == INTERRUPTED:
        raise KeyboardInterrupt
    if result.status not in (SOLVED, NO_SOLUTION):
        raise SearchLimitReached(result.status, result)


class _BoundedSpace:
    """The states with f <= ``bound``, and the exact cost from each state to a goal."""

    def __init__(self, problem: ProblemLike, h: Heuristic) -> None:
        if facts_of(h).admissible is False:
            raise HeuristicError(
                "this heuristic may overestimate: to find the cheapest solutions, use an admissible"
                " heuristic such as 'zero'"
            )
        self._expand, self._is_goal = successors(problem), goal_test(problem)
        self._f = cost_plus_h(h)
        self.root = Node(problem.initial)
        self.step: Step[Any, Any] = Step(self.root)
        self.bound: Any = -inf
        self.best: dict[Any, Node] = {}
        self.goals: dict[Any, Node] = {}
        self.links: dict[Any, list[tuple[Any, Any, Any]]] = {}  # action, state, cost
        self.to_go: dict[Any, Any] = {}
        self._frontier: list[tuple[Any, int, Node]] = []
        self._number = count()
        self._wait(self.root)

    def _wait(self, node: Node) -> None:
        known = self.best.get(node.state)
        if known is None or node.path_cost < known.path_cost:
            self.best[node.state] = node
            if (f := self._f(node)) != inf:
                heappush(self._frontier, (f, next(self._number), node))

    def least(self) -> Any:
        return self._frontier[0][0] if self._frontier else inf

    def grow(self, bound: Any) -> Iterator[Step[Any, Any]]:
        """Expand all states with f <= ``bound``, and compute the cost from each state to a goal."""
        yield from self.advance(lambda: self.least() <= bound)
        self.bound, self.to_go = bound, {}
        back: dict[Any, list[tuple[Any, Any]]] = {}
        for state, links in self.links.items():
            for _, after, cost in links:
                back.setdefault(after, []).append((state, cost))
        waiting: list[tuple[Any, int, Any]] = [(0, -1 - k, s) for k, s in enumerate(self.goals)]
        while waiting:
            cost, _, state = heappop(waiting)
            if state not in self.to_go and self.best[state].path_cost + cost <= bound:
                self.to_go[state] = cost
                for before, more in back.get(state, ()):
                    heappush(waiting, (cost + more, next(self._number), before))

    def advance(self, goes_on: Callable[[], bool]) -> Iterator[Step[Any, Any]]:
        while self._frontier and goes_on():
            f, _, node = heappop(self._frontier)
            if self.best[node.state] is not node:
                continue
            if self._is_goal(node.state):
                self.goals[node.state] = node
                continue
            self.step.node, self.step.f, self.step.frontier = node, f, 1 + len(self._frontier)
            yield self.step
            if node.state not in self.links:
                self.links[node.state] = self._links_of(node)
            for action, state, cost in self.links[node.state]:
                self._wait(Node(state, node, action, node.path_cost + cost))

    def _links_of(self, node: Node) -> list[tuple[Any, Any, Any]]:
        links = [link for link in self._expand(Node(node.state)) if link[2] != inf]
        for action, _, cost in links:
            if not cost >= 0:
                raise CostError(
                    f"the action {action} in {node.state!r} costs {cost!r}: expected 0 or more"
                    " (with negative costs, the first solution might not be the cheapest)"
                )
        self.step.expanded += 1
        self.step.generated += len(links)
        return links


def _times(cost: Any, factor: float) -> Any:
    if isinstance(cost, float):  # make it slightly larger, because floats are rounded
        return cost * factor * (1 + _ROUNDING)
    from fractions import Fraction  # slow to import

    return cost * (Fraction(factor) if isinstance(cost, int) else type(cost)(factor))


def solution_steps(problem: ProblemLike, h: Heuristic, within: float | None = 1.0) -> Steps:
    """Find the solutions that cost at most ``within`` times the optimum, the cheapest first.

    ``step.found`` is the latest solution. If ``within`` is None, all solutions are found.
    """
    space = _BoundedSpace(problem, h)
    yield from space.advance(lambda: not space.goals)
    first = next(iter(space.goals.values()), None)
    if first is not None:
        yield from space.grow(_times(first.path_cost, 1))
        yield from _in_order(space, inf if within is None else _times(first.path_cost, within))
    return first


def _in_order(space: _BoundedSpace, limit: Any) -> Iterator[Step[Any, Any]]:
    """Find solutions in order of cost; yield a step at each expansion and at each solution."""
    number = count()
    sets: list[tuple[Any, int, Node, frozenset[int], _Path | None]]
    later = [(0, 0, space.root, frozenset[int](), None)]
    while later:
        sets, later = [*later], []
        while sets:
            least, _, node, banned, path = heappop(sets)
            if path is not None:
                space.step.found = path[0]
                yield space.step
                for on_path, link in zip(path[0].path()[node.depth :], path[1], strict=False):
                    heappush(sets, (least, next(number), on_path, banned | {link}, None))
                    banned = frozenset()
            elif path := (yield from _cheapest(space, node, banned)):
                heappush(sets, (path[0].path_cost, next(number), node, banned, path))
            else:
                later.append((least, next(number), node, banned, None))
        if space.bound >= limit:
            return
        least = space.least()
        bound = limit if least > limit else max(least, _times(space.bound, _GROWTH))
        yield from space.grow(min(limit, bound))


def _cheapest(
    space: _BoundedSpace, start: Node, banned: frozenset[int]
) -> Generator[Step[Any, Any], None, _Path | None]:
    """Return the cheapest solution that begins with the path to ``start``, or None.

    ``banned``: the numbers of the actions that the solution must not take right after ``start``.
    """
    closed, number, step = {*start.path_states()} - {start.state}, count(), space.step
    waiting: list[tuple[Any, int, int, Node, Any]] = [(0, 0, 0, start, None)]
    while waiting:
        _, _, _, node, trail = heappop(waiting)
        if node.state in space.goals:
            links: list[int] = []
            while trail is not None:
                link, trail = trail
                links.insert(0, link)
            return node, links
        if node.state in closed:
            continue
        closed.add(node.state)
        step.node = node
        yield step
        step.expanded += 1
        for link, (action, after, cost) in enumerate(space.links[node.state]):
            rest, g = space.to_go.get(after), node.path_cost + cost
            is_banned = after in closed or (node is start and link in banned)
            if rest is not None and not is_banned and g + rest <= space.bound:
                child = Node(after, node, action, g)
                heappush(waiting, (g + rest, -child.depth, next(number), child, (link, trail)))
    return None
