"""Bidirectional search, from the start and from the goal (AIMA 3.4.5; Pohl 1971).

The backward search uses the problem's ``predecessors(state)``, or its actions if the problem has
``reversible = True``; otherwise bidirectional search is not applicable.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from heapq import heappop, heappush
from itertools import count
from math import inf, isclose
from operator import itemgetter
from typing import Any

from aima_search.algorithms.best_first import Evaluation, refuse_overflow, report_failures
from aima_search.algorithms.informed import cost_plus_h, uniform_cost_steps
from aima_search.algorithms.steps import Fate, Step, Steps, drain
from aima_search.base.errors import InputError, InvalidSolution, NotApplicable
from aima_search.base.path_costs import check_path_cost, total_cost
from aima_search.model.contract import Action, ProblemLike, State, offered
from aima_search.model.problem import (
    Expand,
    Heuristic,
    Node,
    Successor,
    goal_test,
    heuristic_of,
    successors,
)


def bidirectional_steps(problem: ProblemLike) -> Steps:
    """Search from the initial state and from the goal, until the two searches meet.

    Raises NotApplicable if predecessors are unknown, or if the number of goal states is not 1.
    """
    return _from_both_ends(problem, _known_cost, _known_cost, in_the_middle=False)


def bidirectional_astar_steps(
    problem: ProblemLike, h: Heuristic | None = None, *, h_back: Heuristic | None = None
) -> Steps:
    """Run A* from both ends until a cheapest path is found; return its last node.

    The node with the lowest max(f, 2 g) is expanded first. No node whose g is above half of the
    optimal cost is expanded. ``h_back`` estimates the cost from the initial state to a node.
    Raises NotApplicable if predecessors are unknown, or if the number of goal states is not 1.
    Source: Holte, Felner, Sharon, Sturtevant, "Bidirectional search that is guaranteed to meet in
    the middle" (2016).
    """
    if h_back is not None and not callable(h_back):
        raise InputError(f"h_back is {h_back!r}: expected a function of a node")
    f_ahead = cost_plus_h(heuristic_of(problem, h))
    f_behind = cost_plus_h(h_back or (lambda node: 0))
    return _from_both_ends(problem, f_ahead, f_behind, in_the_middle=True)


def _known_cost(node: Node) -> float:
    check_path_cost(node)
    return node.path_cost


def _from_both_ends(
    problem: ProblemLike, f_ahead: Evaluation, f_behind: Evaluation, *, in_the_middle: bool
) -> Steps:
    goal, come_from = single_goal(problem), predecessors(problem)
    step: Step = Step(Node(problem.initial))
    checked_f = refusing_other_goals(problem, f_ahead)
    forward = _DirectionalSearch(step.node, successors(problem), checked_f, step, in_the_middle)
    backward = _DirectionalSearch(Node(goal), come_from, f_behind, step, in_the_middle)
    step.starts = forward.root, backward.root
    cost, meeting = (0.0 if goal == problem.initial else inf), goal
    while True:
        step.frontier = forward.waiting + backward.waiting
        ahead, behind = _least(forward.frontier), _least(backward.frontier)
        if not (forward.frontier and backward.frontier):
            break
        goes_ahead = ahead <= behind
        if in_the_middle and ahead == behind:
            goes_ahead = forward.waiting <= backward.waiting
        if cost < inf:
            if in_the_middle:
                (f, g), (f_back, g_back) = forward.least_f_and_g(), backward.least_f_and_g()
                least = max(min(ahead, behind), f, f_back, g + g_back)
            else:
                least = ahead + behind  # of path costs
            if cost <= least:
                break
        side, other = (forward, backward) if goes_ahead else (backward, forward)
        step.node = node = side.frontier[0][-1]
        step.f = node.f if in_the_middle else None
        yield step
        for child in side.expand(node, cost if in_the_middle else inf):
            met = other.reached.get(child.state)
            if met is not None and child.path_cost + met.path_cost < cost:
                cost, meeting = child.path_cost + met.path_cost, child.state
    if cost == inf:
        return None
    step.node = _join(problem, forward.reached[meeting], backward.reached[meeting], cost)
    return step.node


def _join(problem: ProblemLike, node: Node, back: Node, cost: float) -> Node:
    node = path_through(problem, node, back.path_states()[-2::-1])
    if node.path_cost != cost and not isclose(node.path_cost, cost):
        raise _disagreement(problem, node, f"to the start at a cost of {cost}")
    return node


def has_predecessors(problem: object) -> bool:
    """Return True if the problem defines ``predecessors``, or if ``reversible`` is True."""
    return bool(offered(problem, "predecessors") or offered(problem, "reversible"))


def single_goal(problem: ProblemLike[State, Action]) -> State:
    """Return the goal state of a problem; raise NotApplicable unless there is exactly one goal."""
    goal: Any = offered(problem, "goal")
    if isinstance(goal, list) and len(goal) == 1:
        goal = goal[0]
    if goal is None or isinstance(goal, list):
        raise NotApplicable(
            "bidirectional search also starts from the goal: expected exactly one goal state in"
            f" {type(problem).__name__}.goal"
        )
    return goal


def refusing_other_goals(problem: ProblemLike, f: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """Return a function that returns ``f(node)``, but raises NotApplicable for a second goal.

    A second goal is any state other than ``problem.goal`` that passes the goal test.
    """
    goal, is_goal, kind = single_goal(problem), goal_test(problem), type(problem).__name__
    if not is_goal(goal):
        raise NotApplicable(
            f"bidirectional search also starts from {kind}.goal, but this state, {goal!r}, does"
            " not pass the goal test"
        )

    def checked_f(node: Node) -> Any:
        state = node.state
        if is_goal(state) and state != goal:
            raise NotApplicable(
                f"bidirectional search needs a problem with one goal state: the goal of {kind} is"
                f" {goal!r}, and {state!r} is a goal too"
            )
        return f(node)

    return checked_f


def predecessors(problem: ProblemLike[State, Action]) -> Expand[State, Action]:
    """Return a function that yields (action, previous state, cost to the goal) for a node.

    Raises NotApplicable if the problem defines neither ``predecessors`` nor ``reversible``.
    """
    come_from = offered(problem, "predecessors")
    if come_from:

        def with_path_costs(node: Node[State, Action]) -> Iterable[Successor[Action, State]]:
            for action, state, cost in come_from(node.state):
                yield action, state, total_cost(node, action, cost)

        return with_path_costs
    kind = type(problem).__name__
    if not offered(problem, "reversible"):
        raise NotApplicable(
            f"bidirectional search needs predecessors: define {kind}.predecessors(state),"
            f" or set {kind}.reversible = True if every action can be undone by another action"
        )
    expand = successors(problem)

    def undone(node: Node[State, Action]) -> Iterable[Successor[Action, State]]:
        for _, before, _ in expand(node):
            back = expand(Node(before))
            actions = [(cost, action) for action, state, cost in back if state == node.state]
            if not actions:
                raise NotApplicable(
                    f"{kind}.reversible is True, but no action leads back from {before!r}"
                    f" to {node.state!r}: define {kind}.predecessors(state) instead"
                )
            cost, action = min(actions, key=itemgetter(0))
            yield action, before, node.path_cost + cost

    return undone


def path_through(
    problem: ProblemLike[State, Action], node: Node[State, Action], states: Iterable[State]
) -> Node[State, Action]:
    """Return the last node of the cheapest path from ``node`` through ``states``, in this order.

    Raises InvalidSolution if no action leads from one state to the next.
    """
    expand = successors(problem)
    for after in states:
        actions = [(cost, action) for action, state, cost in expand(node) if state == after]
        if not actions:
            raise _disagreement(problem, node, f"to {after!r}")
        cost, action = min(actions, key=itemgetter(0))
        node = Node(after, node, action, cost)
    return node


def _disagreement(problem: object, node: Node, continuation: str) -> InvalidSolution:
    return InvalidSolution(
        f"{type(problem).__name__}: the predecessors do not agree with the actions: backwards a"
        f" path goes from {node.state!r} {continuation}, and forwards there is no such path"
        " (check_problem shows the states)"
    )


def bidirectional_search(problem: ProblemLike[State, Action]) -> float:
    """Return the cost of an optimal solution, or infinity if there is no solution.

    To get the path, call ``solve(problem, "bidirectional")``. If the problem does not define
    ``predecessors``, the function searches forwards only.
    """
    single_goal(problem)
    backwards = has_predecessors(problem)
    node = drain(bidirectional_steps(problem) if backwards else uniform_cost_steps(problem))
    return inf if node is None else node.path_cost


class _DirectionalSearch:
    def __init__(
        self, root: Node, expand: Expand, f: Evaluation, step: Step, in_the_middle: bool
    ) -> None:
        self.root, self.reached, self.waiting = root, {root.state: root}, 0
        self._expand, self._evaluate, self._step = expand, f, step
        self._in_the_middle, self._order = in_the_middle, count()
        # heaps of waiting nodes, which may also contain other nodes
        self.frontier: list[tuple[float, float, int, Node]] = []
        self._by_f: list[tuple[float, int, Node]] = []
        self._by_g: list[tuple[float, int, Node]] = []
        root.f = self._evaluate(root)
        if root.f < inf:
            self._wait(root)
        else:
            step.dead_ends += 1

    def expand(self, node: Node, cost: float) -> list[Node]:
        """Expand a node; return the children with f < ``cost`` and a new or cheaper path."""
        step, emit, children = self._step, self._step.emit, []
        evaluate = self._evaluate if emit is None else report_failures(self._evaluate, emit)
        for action, state, path_cost in self._expand(node):
            step.generated += 1
            child, known = Node(state, node, action, path_cost), self.reached.get(state)
            if known is not None and known.path_cost <= path_cost:
                if emit is not None:
                    emit(Fate.KNOWN, child)
                continue
            child.f = f = evaluate(child)
            if f < cost:
                if known is not None:
                    self._replace(known, child)
                self._wait(child)
                children.append(child)
            elif f == inf:
                refuse_overflow(self._expand, child)
                step.dead_ends += path_cost != inf
            if emit is not None:
                emit(Fate.QUEUED if f < cost else Fate.PRUNED if f == inf else Fate.BEYOND, child)
        step.expanded += 1
        node._open = False
        self.waiting -= 1
        return children

    def _replace(self, known: Node, child: Node) -> None:
        if known._open:
            known._open = False
            self.waiting -= 1
            self._step.report(Fate.REPLACED, known)
        elif known.f < inf:
            self._step.reopened += 1
            self._step.report(Fate.REOPENED, child)

    def least_f_and_g(self) -> tuple[float, float]:
        if not self._by_f:  # in the first call, when a solution is known
            for node in self.reached.values():
                self._sort(node)
        return _least(self._by_f), _least(self._by_g)

    def _sort(self, node: Node) -> None:
        heappush(self._by_f, (node.f, next(self._order), node))
        heappush(self._by_g, (node.path_cost, next(self._order), node))

    def _wait(self, node: Node) -> None:
        priority = g = node.path_cost
        node._open = True
        self.reached[node.state] = node
        self.waiting += 1
        if self._in_the_middle:
            priority = max(node.f, 2 * g)
            if self._by_f:
                self._sort(node)
        heappush(self.frontier, (priority, g, next(self._order), node))


def _least(heap: list[Any]) -> float:
    while heap and not heap[0][-1]._open:
        heappop(heap)
    return heap[0][0] if heap else inf
