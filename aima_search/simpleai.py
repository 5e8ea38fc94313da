"""The search functions of ``simpleai``: ``from aima_search.simpleai import SearchProblem, astar``.

All searches store the states that they have reached, even if ``graph_search`` is False. A search
does not call the methods of its ``viewer``. It stores the node counts in ``viewer.stats``.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from aima_search.base.limits import Limits
from aima_search.model.problem import Problem
from aima_search.runs.search import solve
from aima_search.textbook.modules import set_up_facade


class SearchProblem:
    """A problem with ``actions(state)``, ``result(state, action)`` and ``is_goal(state)``.

    Local search needs ``value(state)``. The function ``genetic`` also needs ``crossover(state1,
    state2)``, ``mutate(state)`` and ``generate_random_state()``.
    """

    def __init__(self, initial_state: Any = None) -> None:
        self.initial_state = initial_state

    def cost(self, state: Any, action: Any, state2: Any) -> float:
        """Return the cost of an action, 1 by default."""
        return 1

    def heuristic(self, state: Any) -> float:
        """Return the estimated cost from ``state`` to a goal, 0 by default."""
        return 0


class _AdaptedProblem(Problem):
    def __init__(self, original: Any) -> None:
        is_goal = getattr(original, "is_goal", lambda state: False)
        rules = {"actions": original.actions, "result": original.result, "goal_test": is_goal}
        rules["h"] = lambda node: original.heuristic(node.state)
        super().__init__(original.initial_state, **rules)
        self._original = original
        if hasattr(original, "generate_random_state"):
            self.random_state = lambda random: original.generate_random_state()
        if hasattr(original, "crossover"):
            self.recombine = lambda x, y, random: original.crossover(x, y)
            self.mutate = lambda state, random: original.mutate(state)

    def path_cost(self, c: Any, state1: Any, action: Any, state2: Any) -> Any:
        return c + self._original.cost(state1, action, state2)

    def value(self, state: Any) -> Any:
        return self._original.value(state)


@dataclass(frozen=True, eq=False, repr=False)
class SearchNode:
    """A node of a path: its state, its parent node, and the action from the parent to the state."""

    state: Any
    parent: SearchNode | None
    action: Any
    cost: float
    depth: int
    problem: Any

    def __repr__(self) -> str:
        return f"Node <{self.state}>"

    @property
    def value(self) -> Any:
        """The value of the state, for local search."""
        return self.problem.value(self.state)

    def path(self) -> list[tuple[Any, Any]]:
        """Return the path as pairs (action, state); the action of the first pair is None."""
        pairs, node = [], self
        while node.parent is not None:
            pairs.append((node.action, node.state))
            node = node.parent
        return [(node.action, node.state), *reversed(pairs)]


class BaseViewer:
    """Stores a search's node counts in ``stats``. Example: ``astar(problem, viewer=viewer)``."""

    def __init__(self) -> None:
        self.stats = {"max_fringe_size": 0, "visited_nodes": 0, "iterations": 0}


ConsoleViewer = WebViewer = BaseViewer


def _search_function(name: str, algorithm: str, **names: str) -> Callable[..., SearchNode | None]:
    def search(
        problem: Any,
        *values: Any,
        viewer: BaseViewer | None = None,
        iterations_limit: int = 0,
        graph_search: bool = True,
        **options: Any,
    ) -> SearchNode | None:
        """Return the last node of the solution, or None if there is no solution."""
        given = dict(zip(names, values, strict=False)) | options
        limits = Limits(nodes=iterations_limit) if iterations_limit else None
        renamed = {names.get(name, name): value for name, value in given.items()}
        result = solve(
            _AdaptedProblem(problem), algorithm, limits=limits, tie_break="fifo", **renamed
        )
        if viewer is not None:
            visited = result.expanded + result.solved
            viewer.stats = {"max_fringe_size": result.max_frontier, "visited_nodes": visited}
            viewer.stats["iterations"] = visited
        found = None
        for node in [] if result.node is None else result.node.path():
            found = SearchNode(node.state, found, node.action, node.path_cost, node.depth, problem)
        return found

    search.__name__ = search.__qualname__ = name
    return search


breadth_first = _search_function("breadth_first", "breadth-first")
depth_first = _search_function("depth_first", "depth-first")
limited_depth_first = _search_function("limited_depth_first", "depth-limited", depth_limit="limit")
iterative_limited_depth_first = _search_function(
    "iterative_limited_depth_first", "iterative-deepening"
)
uniform_cost = _search_function("uniform_cost", "uniform-cost")
greedy = _search_function("greedy", "greedy")
astar = _search_function("astar", "astar")
hill_climbing = _search_function("hill_climbing", "hill-climbing")
hill_climbing_stochastic = _search_function("hill_climbing_stochastic", "stochastic-hill-climbing")
hill_climbing_random_restarts = _search_function(
    "hill_climbing_random_restarts", "random-restart-hill-climbing", restarts_limit="restarts"
)
simulated_annealing = _search_function("simulated_annealing", "annealing", schedule="schedule")
beam = _search_function("beam", "beam", beam_size="k")
genetic = _search_function("genetic", "genetic", population_size="n", mutation_chance="pmut")

set_up_facade(__name__)
