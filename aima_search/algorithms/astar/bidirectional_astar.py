"""Bidirectional A* that meets in the middle: from both ends, with an estimate for each.

A side's next node has the lowest priority max(f, 2 g), so that neither side goes beyond half of
the cheapest path. Source: Holte, Felner, Sharon, Sturtevant, "Bidirectional search that is
guaranteed to meet in the middle" (2016).
"""

from __future__ import annotations

from heapq import heappop, heappush
from itertools import count
from math import inf
from typing import Generic

from aima_search.algorithms.astar.least import Least
from aima_search.algorithms.best_first import refuse_overflow, told_of
from aima_search.algorithms.bidirectional import (
    join,
    predecessors,
    single_goal,
    without_other_goals,
)
from aima_search.algorithms.fates import BEYOND, KNOWN, PRUNED, QUEUED, REOPENED, REPLACED
from aima_search.algorithms.informed import cost_plus_estimate
from aima_search.algorithms.steps import Step, Steps
from aima_search.base.errors import InputError
from aima_search.model.contract import Action, ProblemLike, State
from aima_search.model.problem import Expand, Heuristic, Node, heuristic_of, successors


def bidirectional_astar_steps(
    problem: ProblemLike[State, Action],
    h: Heuristic[State, Action] | None = None,
    *,
    h_back: Heuristic[State, Action] | None = None,
) -> Steps[State, Action]:
    """Search from both ends until no better meeting is possible; return a node of the joined path.

    ``h_back``: the estimate of the cost from the initial state to a node, by default 0.
    Raises NotApplicable for a problem without a way back, or without exactly one goal state.
    """
    if h_back is not None and not callable(h_back):
        raise InputError(f"h_back is {h_back!r}: expected a function of a node")
    goal, come_from = single_goal(problem), predecessors(problem)
    step: Step[State, Action] = Step(Node(problem.initial))
    to_goal = without_other_goals(problem, successors(problem))
    forward = _Side(step.node, to_goal, heuristic_of(problem, h), step)
    backward = _Side(Node(goal), come_from, h_back or (lambda node: 0), step)
    step.starts = forward.root, backward.root
    cost, meeting = (0.0 if goal == problem.initial else inf), goal
    while True:
        ahead, behind = forward.priority(), backward.priority()
        if inf in (ahead, behind) or cost <= _least_cost(forward, backward, min(ahead, behind)):
            break
        goes_ahead = ahead < behind or (ahead == behind and forward.waiting <= backward.waiting)
        side, other = (forward, backward) if goes_ahead else (backward, forward)
        step.node = node = side.next_node()
        step.f = node.f
        yield step
        for child in side.expand(node, cost):
            met = other.reached.get(child.state)
            if met is not None and child.path_cost + met.path_cost < cost:
                cost, meeting = child.path_cost + met.path_cost, child.state
        step.frontier = forward.waiting + backward.waiting
    if cost == inf:
        return None
    step.node = join(forward.reached[meeting], backward.reached[meeting], problem, cost)
    return step.node


def _least_cost(forward: _Side, backward: _Side, priority: float) -> float:
    """Return a lower bound on the cost of every path that is not found yet."""
    return max(
        priority, forward.f.value(), backward.f.value(), forward.g.value() + backward.g.value()
    )


class _Side(Generic[State, Action]):
    """One of the two searches: the best node for each state, and the nodes that wait.

    f, g: the values of the nodes that wait.
    """

    def __init__(
        self,
        root: Node[State, Action],
        expand: Expand[State, Action],
        h: Heuristic[State, Action],
        step: Step[State, Action],
    ) -> None:
        self.root, self.reached, self.waiting = root, {root.state: root}, 0
        self.f, self.g = Least(), Least()
        self._expand, self._evaluate, self._step = expand, cost_plus_estimate(h), step
        self._order = count()
        self._frontier: list[tuple[float, float, int, Node[State, Action]]] = []
        root.f = self._evaluate(root)
        if root.f < inf:
            self._wait(root)
        else:
            step.dead_ends += 1

    def priority(self) -> float:
        """Return the lowest priority of the nodes that wait, infinity if no node waits."""
        while self._frontier and not self._frontier[0][-1]._open:
            heappop(self._frontier)
        return self._frontier[0][0] if self._frontier else inf

    def next_node(self) -> Node[State, Action]:
        """Return the node of that priority."""
        return self._frontier[0][-1]

    def expand(self, node: Node[State, Action], cost: float) -> list[Node[State, Action]]:
        """Return children on the cheapest path to their state, if they may lead below a cost."""
        step, tell, kept = self._step, self._step.tell, []
        evaluate = self._evaluate if tell is None else told_of(self._evaluate, tell)
        for action, state, path_cost in self._expand(node):
            step.generated += 1
            child, known = Node(state, node, action, path_cost), self.reached.get(state)
            if known is not None and known.path_cost <= path_cost:
                if tell is not None:
                    tell(KNOWN, child)
                continue
            child.f = f = evaluate(child)
            if f < cost:
                self._replace(known, child)
                self._wait(child)
                kept.append(child)
            elif f == inf:
                refuse_overflow(self._expand, child)
                step.dead_ends += path_cost != inf
            if tell is not None:
                tell(QUEUED if f < cost else PRUNED if f == inf else BEYOND, child)
        step.expanded += 1
        self._leave(node)
        return kept

    def _replace(self, known: Node[State, Action] | None, child: Node[State, Action]) -> None:
        if known is None:
            return
        tell = self._step.tell
        if known._open:
            self._leave(known)
            if tell is not None:
                tell(REPLACED, known)
        elif known.f < inf:
            self._step.reopened += 1
            if tell is not None:
                tell(REOPENED, child)

    def _wait(self, node: Node[State, Action]) -> None:
        g = node.path_cost
        node._open = True
        self.reached[node.state] = node
        self.waiting += 1
        self.f.add(node.f)
        self.g.add(g)
        heappush(self._frontier, (max(node.f, 2 * g), g, next(self._order), node))

    def _leave(self, node: Node[State, Action]) -> None:
        node._open = False
        self.waiting -= 1
        self.f.remove(node.f)
        self.g.remove(node.path_cost)
