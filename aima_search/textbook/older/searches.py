"""The best-first searches as the textbook's module had them until 2020.

Ties leave as the heap orders nodes, which are compared by their states, and a state that was
expanded is not expanded again: every count is the module's, and A* may miss the optimum where
its heuristic is not consistent.
"""

from __future__ import annotations

from collections.abc import Callable
from heapq import heapify, heappop, heappush
from operator import ne
from typing import Any

from aima_search.algorithms.informed import path_cost
from aima_search.algorithms.steps import Step, Steps, drain_with_report
from aima_search.contract import Action, ProblemLike, State
from aima_search.problem import Heuristic, Node, goal_test, heuristic_of
from aima_search.textbook import tiles
from aima_search.textbook.utilities import memoize

Waiting = tuple[Any, Any, Node]
"""f, the state and the node."""


def best_first_steps(
    problem: ProblemLike[State, Action], f: Callable[[Node[State, Action]], Any]
) -> Steps[State, Action]:
    """Expand the node of least f first; a cheaper one takes its place while it waits."""
    is_goal = goal_test(problem)
    root = Node(problem.initial)
    step = Step(root)
    # Two of its triples compare as two pairs (f, node) do, and without asking the nodes.
    heap: list[Waiting] = []
    waiting: dict[Any, Waiting] = {}
    explored = set()

    def push(node: Node[State, Action]) -> None:
        waiting[node.state] = entry = (node.f, node.state, node)
        heappush(heap, entry)

    root.f = f(root)
    push(root)
    while heap:
        step.frontier = len(heap)
        step.f, state, node = heappop(heap)
        step.node = node
        del waiting[state]
        if is_goal(state):
            return node
        yield step
        step.expanded += 1
        explored.add(state)
        for child in node.expand(problem):
            step.generated += 1
            known = waiting.get(child.state)
            if known is None:
                if child.state not in explored:
                    child.f = f(child)
                    push(child)
                continue
            child.f = f(child)
            if child.f < known[0]:
                _remove(heap, known)
                push(child)
    return None


def _remove(heap: list[Waiting], entry: Waiting) -> None:
    """Take an entry out, and make a heap of the rest the way that decides the module's ties."""
    del heap[next(place for place, other in enumerate(heap) if other is entry)]
    heapify(heap)


def best_first_graph_search(
    problem: ProblemLike[State, Action],
    f: Callable[[Node[State, Action]], Any],
    display: bool = False,
) -> Node[State, Action] | None:
    """Expand the node of least ``f(node)`` first; ``display`` prints how much was expanded."""
    return drain_with_report(best_first_steps(problem, f), display)


def greedy_best_first_graph_search(
    problem: ProblemLike[State, Action],
    f: Callable[[Node[State, Action]], Any],
    display: bool = False,
) -> Node[State, Action] | None:
    """Do as ``best_first_graph_search`` does; ``f`` is the heuristic."""
    return best_first_graph_search(problem, f, display)


def uniform_cost_search(
    problem: ProblemLike[State, Action], display: bool = False
) -> Node[State, Action] | None:
    """Expand the cheapest path first [figure 3.14]."""
    return best_first_graph_search(problem, path_cost, display)


def astar_search(
    problem: ProblemLike[State, Action],
    h: Heuristic[State, Action] | None = None,
    display: bool = False,
) -> Node[State, Action] | None:
    """Expand the node of least path cost plus estimate first."""
    estimate = memoize(heuristic_of(problem, h), "h")
    return best_first_graph_search(problem, lambda node: node.path_cost + estimate(node), display)


def greedy_search(
    problem: ProblemLike[State, Action],
    h: Heuristic[State, Action] | None = None,
    display: bool = False,
) -> Node[State, Action] | None:
    """Expand the node of least estimate first, the problem's own ``h`` by default."""
    return best_first_graph_search(problem, memoize(heuristic_of(problem, h), "h"), display)


def astar_graph_search(
    problem: ProblemLike[State, Action],
    h: Heuristic[State, Action] | None = None,
    display: bool = False,
) -> Node[State, Action] | None:
    """A* search under the name that courses gave it."""
    return astar_search(problem, h, display)


class EightPuzzle(tiles.EightPuzzle):
    """The puzzle whose ``h`` counts the blank too where it is misplaced."""

    def h(self, node: Any) -> int:
        """Return in how many squares a board differs from the goal: up to one too many."""
        return sum(map(ne, node.state, self.goal))
