"""The searches of the fourth edition. They expand as many nodes as in the notebook's table.

If best-first search finds a cheaper path to a state, it expands both the old and the new node. If
two nodes have equal f and equal path costs, their places in the heap decide which node is expanded
first. The counts in the notebook's table depend on both rules.

The notebook's bidirectional search (AIMA figure 3.14) assumes that every action is reversible:
``inverse_problem`` only exchanges initial state and goal. ``bidirectional_uniform_cost_search`` and
``bidirectional_astar_search`` use the problem's ``predecessors``, or ``reversible = True``.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from copy import copy
from itertools import count
from math import inf
from typing import Any, TypeAlias

from aima_search.algorithms.bidirectional import path_through, predecessors, refusing_other_goals
from aima_search.algorithms.online import and_or_graph_search
from aima_search.model import problem as engine
from aima_search.model.contract import Action, FourthEdition, State
from aima_search.model.diagnosis import check_premises, explained
from aima_search.textbook.fourth.nodes import (
    CountCalls,
    FIFOQueue,
    LIFOQueue,
    Node,
    PriorityQueue,
    Problem,
    cutoff,
    expand,
    failure,
    g,
    is_cycle,
)

Estimate: TypeAlias = Callable[[Node[State, Action]], float] | None

Reached: TypeAlias = dict[Any, Node]
IsOver: TypeAlias = Callable[[Node, PriorityQueue, PriorityQueue], bool]
"""A function of the best solution and both frontiers: True if no better solution can follow."""

Plan: TypeAlias = list[Any]
"""Actions; after an action with several outcomes, the last item is a dict of plans by outcome."""


def best_first_search(
    problem: FourthEdition[State, Action], f: Callable[[Node[State, Action]], Any]
) -> Node[State, Action]:
    """Expand the node with the lowest ``f(node)`` first, even if its state was expanded before."""
    return best_first_reaching(problem, f)[0]


@explained
def best_first_reaching(
    problem: FourthEdition[State, Action], f: Callable[[Node[State, Action]], Any]
) -> tuple[Node[State, Action], dict[State, Node[State, Action]]]:
    """Run ``best_first_search``; return its answer and a dict from reached states to nodes."""
    root: Node[State, Action] = Node(problem.initial)
    reached = {root.state: root}

    def is_better(child: Node[State, Action]) -> bool:
        known = reached.get(child.state)
        wins = known is None or child.path_cost < known.path_cost
        if wins:
            reached[child.state] = child
        return wins

    return _best_first(problem, f, root, is_better), reached


@explained
def best_first_tree_search(
    problem: FourthEdition[State, Action], f: Callable[[Node[State, Action]], Any]
) -> Node[State, Action]:
    """Expand the node with the lowest ``f(node)`` first. Paths with a cycle are left out."""
    return _best_first(problem, f, Node(problem.initial), lambda child: not is_cycle(child))


def _best_first(
    problem: FourthEdition, f: Callable[[Node], Any], root: Node, is_kept: Callable[[Node], bool]
) -> Node:
    frontier = PriorityQueue([root], key=f)
    while frontier:
        node: Node = frontier.pop()
        if problem.is_goal(node.state):
            return node
        for child in expand(problem, node):
            if is_kept(child):
                frontier.add(child)
    check_premises(problem, [root], no_goal=True)
    return failure


def astar_search(
    problem: FourthEdition[State, Action], h: Estimate[State, Action] = None
) -> Node[State, Action]:
    """Run A*: expand the node with the lowest g + h first."""
    return weighted_astar_search(problem, h, weight=1)


def astar_tree_search(
    problem: FourthEdition[State, Action], h: Estimate[State, Action] = None
) -> Node[State, Action]:
    """A* without a table of reached states: expand the node with the lowest g + h first."""
    estimate = h_of(problem, h)
    return best_first_tree_search(problem, lambda node: g(node) + estimate(node))


def weighted_astar_search(
    problem: FourthEdition[State, Action], h: Estimate[State, Action] = None, weight: float = 1.4
) -> Node[State, Action]:
    """Weighted A*: expand the node with the lowest g + ``weight`` * h first."""
    estimate = h_of(problem, h)
    return best_first_search(problem, lambda node: g(node) + weight * estimate(node))


def extra_weighted_astar_search(problem: FourthEdition[State, Action]) -> Node[State, Action]:
    """Run weighted A* with the weight 2 and the problem's own ``h``."""
    return weighted_astar_search(problem, weight=2)


def astar_misplaced_tiles(problem: Any) -> Node:
    """Run A* on an ``EightPuzzle`` with the heuristic ``h1``, the number of misplaced squares."""
    return astar_search(problem, problem.h1)


@explained
def h_of(problem: Any, h: Estimate[State, Action]) -> Callable[[Node[State, Action]], float]:
    """Return ``h``, or the problem's own ``h`` if no ``h`` is given."""
    return h or problem.h


def greedy_bfs(
    problem: FourthEdition[State, Action], h: Estimate[State, Action] = None
) -> Node[State, Action]:
    """Expand the node with the lowest h first (greedy best-first search)."""
    return best_first_search(problem, h_of(problem, h))


def uniform_cost_search(problem: FourthEdition[State, Action]) -> Node[State, Action]:
    """Expand the node with the lowest path cost first."""
    return best_first_search(problem, g)


def breadth_first_bfs(problem: FourthEdition[State, Action]) -> Node[State, Action]:
    """Run best-first search with f = depth, so that the shallowest node is expanded first."""
    return best_first_search(problem, len)


def depth_first_bfs(problem: FourthEdition[State, Action]) -> Node[State, Action]:
    """Run best-first search with f = -depth, so that the deepest node is expanded first."""
    return best_first_search(problem, lambda node: -len(node))


@explained
def breadth_first_search(problem: FourthEdition[State, Action]) -> Node[State, Action]:
    """Run breadth-first search; test each child for the goal when it is generated."""
    node = Node(problem.initial)
    if problem.is_goal(problem.initial):
        return node
    frontier = FIFOQueue([node])
    reached = {problem.initial}
    while frontier:
        for child in expand(problem, frontier.popleft()):
            if problem.is_goal(child.state):
                return child
            if child.state not in reached:
                reached.add(child.state)
                frontier.append(child)
    check_premises(problem, [Node(problem.initial)], no_goal=True)
    return failure


@explained
def depth_limited_search(
    problem: FourthEdition[State, Action], limit: int = 10
) -> Node[State, Action]:
    """Search the deepest nodes first; return ``cutoff`` if the depth limit stopped the search."""
    frontier = LIFOQueue([Node(problem.initial)])
    answer: Node[State, Action] = failure
    while frontier:
        node = frontier.pop()
        if problem.is_goal(node.state):
            return node
        if len(node) >= limit:
            answer = cutoff
        elif not is_cycle(node):
            frontier.extend(expand(problem, node))
    return answer


def iterative_deepening_search(problem: FourthEdition[State, Action]) -> Node[State, Action]:
    """Run depth-limited search with the limits 1, 2, 3, ... until the answer is not ``cutoff``."""
    answers = (depth_limited_search(problem, limit) for limit in count(1))
    return next(answer for answer in answers if answer is not cutoff)


@explained
def depth_first_recursive_search(
    problem: FourthEdition[State, Action], node: Node[State, Action] | None = None
) -> Node[State, Action]:
    """Run depth-first search from ``node``. A stack replaces the textbook's recursive calls."""
    root = Node(problem.initial) if node is None else node
    waiting: list[Iterator[Node[State, Action]]] = [iter([root])]
    while waiting:
        child = next(waiting[-1], None)
        if child is None:
            waiting.pop()
        elif problem.is_goal(child.state):
            return child
        elif not is_cycle(child):
            waiting.append(expand(problem, child))
    return failure


def inverse_problem(problem: Any) -> Any:
    """Return a copy of the problem in which the initial state and the goal are exchanged."""
    if isinstance(problem, CountCalls):
        return CountCalls(inverse_problem(problem._object), counts=problem._counts)
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
    """Search forwards and backwards. Each step expands the node with the lowest f.

    ``problem_b`` is the inverse of ``problem_f``. ``f_f`` returns f of forward nodes, and
    ``f_b`` returns f of backward nodes. The search ends when ``terminated`` returns True.
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
    """Expand a node of a forward ("f") or backward ("b") search. Return the best known solution.

    ``reached2`` contains the nodes that the search in the other direction has reached.
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
    """Join the paths of a forward node ``nf`` and a backward node ``nb``; return the last node."""
    back: engine.Node = nb
    while back.parent is not None:
        cost = nf.path_cost + back.path_cost - back.parent.path_cost
        nf = Node(back.parent.state, nf, back.action, cost)
        back = back.parent
    return nf


def bidirectional_uniform_cost_search(
    problem_f: FourthEdition[State, Action],
) -> engine.Node[State, Action]:
    """Run uniform-cost search from the initial state and from the goal at the same time."""

    def terminated(solution: Node, frontier_f: PriorityQueue, frontier_b: PriorityQueue) -> bool:
        return g(frontier_f.top()) + g(frontier_b.top()) >= g(solution) < inf

    return _from_both_ends(problem_f, g, g, terminated)


def bidirectional_astar_search(
    problem_f: FourthEdition[State, Action],
) -> engine.Node[State, Action]:
    """Run A* from both ends at the same time; the solution is optimal if h is admissible.

    The backward search uses ``h`` of the inverse problem. The search ends when the lowest f in one
    frontier is at least the cost of the best known solution.
    """

    def f_of(problem: Any) -> Callable[[Node], Any]:
        h = h_of(problem, None)
        return lambda node: g(node) + h(node)

    f_f, f_b = f_of(problem_f), f_of(inverse_problem(problem_f))

    def terminated(solution: Node, frontier_f: PriorityQueue, frontier_b: PriorityQueue) -> bool:
        return bool(max(f_f(frontier_f.top()), f_b(frontier_b.top())) >= g(solution) < inf)

    return _from_both_ends(problem_f, f_f, f_b, terminated)


class _ReversedProblem(Problem):
    def __init__(self, problem: Any) -> None:
        super().__init__(problem.goal, problem.initial)
        self._predecessors = predecessors(problem)

    def actions(self, state: Any) -> list[Any]:
        return list(self._predecessors(engine.Node(state)))

    def result(self, state: Any, action: Any) -> Any:
        return action[1]

    def action_cost(self, s: Any, a: Any, s1: Any) -> Any:
        return a[2]


def _from_both_ends(
    problem: Any, f_f: Callable[[Node], Any], f_b: Callable[[Node], Any], terminated: IsOver
) -> engine.Node:
    original = problem._object if isinstance(problem, CountCalls) else problem
    backwards: Any = _ReversedProblem(original)
    if isinstance(problem, CountCalls):
        backwards = CountCalls(backwards, counts=problem._counts)
    checked_f = refusing_other_goals(original, f_f)
    found = bidirectional_best_first_search(problem, checked_f, backwards, f_b, terminated)
    if found is failure:
        return found
    start, *states = found.path_states()
    return path_through(original, Node(start), states)


def and_or_search(problem: Any) -> Any:
    """Return a plan that reaches a goal for every outcome of its actions, or ``failure``."""
    return or_search(problem, problem.initial, [])


def or_search(problem: Any, state: Any, path: Collection[Any]) -> Any:
    """Return a plan that avoids the states in ``path``, or ``failure`` if there is no plan."""
    plan = and_or_graph_search(_PathAvoidingProblem(problem, state, path))
    return failure if plan is None else _in_one_list(plan)


def _in_one_list(plan: Plan) -> Plan:
    """Return a plan as a list of actions, which ends with a dict {state: plan} if it branches."""
    lists: dict[int, Plan] = {id(plan): []}
    waiting = [plan]
    for part in waiting:
        steps = lists[id(part)]
        while part:
            action, plans = part
            steps.append(action)
            part = []
            if len(plans) == 1:
                [part] = plans.values()
            else:
                waiting += [after for after in plans.values() if id(after) not in lists]
                steps.append({to: lists.setdefault(id(after), []) for to, after in plans.items()})
    return lists[id(plan)]


def and_search(problem: Any, states: Collection[Any], path: Collection[Any]) -> Any:
    """Return a plan for each of the states, or ``failure`` if a state has no plan."""
    plans = {}
    for state in states:
        plans[state] = plan = or_search(problem, state, path)
        if plan is failure:
            return failure
    return next(iter(plans.values())) if len(plans) == 1 else [plans]


class _PathAvoidingProblem:
    """A variant of ``problem`` in which the states of ``path`` have no actions."""

    def __init__(self, problem: Any, initial: Any, path: Collection[Any]) -> None:
        self.problem, self.initial, self.path = problem, initial, path
        self.is_goal, self.result = problem.is_goal, problem.results

    def actions(self, state: Any) -> Iterable[Any]:
        return () if state in self.path else self.problem.actions(state)
