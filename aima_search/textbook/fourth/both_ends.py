"""Best-first search from both ends (AIMA figure 3.14), under the notebook's names.

The notebook assumes that every action is reversible: ``inverse_problem`` only exchanges the ends.
The two complete searches use the problem's ``predecessors``, or ``reversible = True``.
"""

from __future__ import annotations

from collections.abc import Callable
from copy import copy
from math import inf
from typing import Any, TypeAlias

from aima_search.algorithms.bidirectional import path_through, predecessors, refuse_other_goals
from aima_search.model import problem as engine
from aima_search.model.contract import Action, FourthEdition, State
from aima_search.model.diagnosis import explained
from aima_search.textbook.fourth.nodes import (
    CountCalls,
    Node,
    PriorityQueue,
    Problem,
    expand,
    failure,
    g,
)
from aima_search.textbook.fourth.searches import h_of

Reached: TypeAlias = dict[Any, Node]
IsOver: TypeAlias = Callable[[Node, PriorityQueue, PriorityQueue], bool]
"""A function of the best solution and both frontiers: True if no better solution is left."""


def inverse_problem(problem: Any) -> Any:
    """Return a copy of a problem with initial state and goal exchanged, and shared counts."""
    if isinstance(problem, CountCalls):
        return problem.counting_too(inverse_problem(problem._object))
    inverse = copy(problem)
    inverse.initial, inverse.goal = problem.goal, problem.initial
    return inverse


@explained
def bidirectional_best_first_search(
    problem_f: Any,
    f_f: Callable[[Node], Any],
    problem_b: Any,
    f_b: Callable[[Node], Any],
    terminated: IsOver,
) -> Node:
    """Expand the node of lower f of both frontiers, until ``terminated`` returns True.

    ``f_f`` and ``f_b`` evaluate the nodes of ``problem_f`` and of ``problem_b``, its inverse.
    """
    node_f: Node = Node(problem_f.initial)
    node_b: Node = Node(problem_f.goal)
    frontier_f, reached_f = PriorityQueue([node_f], key=f_f), {node_f.state: node_f}
    frontier_b, reached_b = PriorityQueue([node_b], key=f_b), {node_b.state: node_b}
    solution = node_f if node_f.state in reached_b else failure
    while frontier_f and frontier_b and not terminated(solution, frontier_f, frontier_b):
        if f_f(frontier_f.top()) < f_b(frontier_b.top()):
            solution = proceed("f", problem_f, frontier_f, reached_f, reached_b, solution)
        else:
            solution = proceed("b", problem_b, frontier_b, reached_b, reached_f, solution)
    return solution


def proceed(
    direction: str,
    problem: Any,
    frontier: PriorityQueue,
    reached: Reached,
    reached2: Reached,
    solution: Node,
) -> Node:
    """Expand one node in a direction, "f" or "b"; return the best solution so far.

    ``reached2``: the nodes of the other direction.
    """
    for child in expand(problem, frontier.pop()):
        known = reached.get(child.state)
        if known is not None and known.path_cost <= child.path_cost:
            continue
        frontier.add(child)
        reached[child.state] = child
        other = reached2.get(child.state)
        if other is not None and child.path_cost + other.path_cost < solution.path_cost:
            ends = (child, other) if direction == "f" else (other, child)
            solution = join_nodes(*ends)
    return solution


def join_nodes(nf: Node, nb: Node) -> Node:
    """Return ``nf``, extended by the reversed path of ``nb``, a node of the other direction."""
    back: engine.Node = nb
    while back.parent is not None:
        cost = nf.path_cost + back.path_cost - back.parent.path_cost
        nf = Node(back.parent.state, nf, back.action, cost)
        back = back.parent
    return nf


def bidirectional_uniform_cost_search(
    problem_f: FourthEdition[State, Action],
) -> engine.Node[State, Action]:
    """Search from the initial state and from the goal by path cost."""

    def terminated(solution: Node, frontier_f: PriorityQueue, frontier_b: PriorityQueue) -> bool:
        return g(frontier_f.top()) + g(frontier_b.top()) >= g(solution) < inf

    return _from_both_ends(problem_f, g, g, terminated)


def bidirectional_astar_search(
    problem_f: FourthEdition[State, Action],
) -> engine.Node[State, Action]:
    """Search from both ends by path cost plus ``h``: optimal if h is admissible.

    The backward search uses ``h`` of the inverse problem. The search ends if the best node of one
    direction cannot lead to a cheaper solution.
    """
    h_f, h_b = (h_of(problem, None) for problem in (problem_f, inverse_problem(problem_f)))

    def f_f(node: Node) -> Any:
        return g(node) + h_f(node)

    def f_b(node: Node) -> Any:
        return g(node) + h_b(node)

    def terminated(solution: Node, frontier_f: PriorityQueue, frontier_b: PriorityQueue) -> bool:
        return bool(max(f_f(frontier_f.top()), f_b(frontier_b.top())) >= g(solution) < inf)

    return _from_both_ends(problem_f, f_f, f_b, terminated)


class _Backwards(Problem):
    """A problem reversed; its actions are (action, previous state, cost)."""

    def __init__(self, problem: Any) -> None:
        super().__init__(problem.goal, problem.initial)
        self._predecessors = predecessors(problem)

    def actions(self, state: Any) -> list[Any]:
        """Return the actions that lead into a state."""
        return list(self._predecessors(engine.Node(state)))

    def result(self, state: Any, action: Any) -> Any:
        """Return the previous state."""
        return action[1]

    def action_cost(self, s: Any, a: Any, s1: Any) -> Any:
        """Return the cost of the action."""
        return a[2]


def _from_both_ends(
    problem: Any, f_f: Callable[[Node], Any], f_b: Callable[[Node], Any], terminated: IsOver
) -> engine.Node:
    """Return the joined path with its forward actions, or failure."""
    original = problem._object if isinstance(problem, CountCalls) else problem
    backwards: Any = _Backwards(original)
    if isinstance(problem, CountCalls):
        backwards = problem.counting_too(backwards)
    refuse = refuse_other_goals(original)

    def checked_f(node: Node) -> Any:
        refuse(node.state)
        return f_f(node)

    found = bidirectional_best_first_search(problem, checked_f, backwards, f_b, terminated)
    return found if found is failure else path_through(original, found.path_states())
