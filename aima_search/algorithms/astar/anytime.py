"""Anytime A*: weighted A* that goes on after a solution, and proves how good it is (AIMA 3.5.4).

A *round* has a weight, as weighted A* has. If it can find nothing better, the nodes that wait are
put into the order of a lower weight; the round of weight 1 proves the best solution optimal.
Vocabulary: the *least total* is the lowest g + h among the nodes that wait. No solution that is yet
to be found costs less, if h is admissible. Sources: Likhachev, Gordon, Thrun, "ARA*" (2003); Hansen
and Zhou, "Anytime heuristic search" (2007).
"""

from __future__ import annotations

from collections.abc import Iterator
from math import inf
from operator import attrgetter
from typing import Any

from aima_search.algorithms.astar.least import Least
from aima_search.algorithms.best_first import Evaluation, note_infinity, replace_known, told_of
from aima_search.algorithms.fates import BEYOND, GOAL, KNOWN, PRUNED, QUEUED, REPLACED
from aima_search.algorithms.frontier import Frontier
from aima_search.algorithms.informed import cost_plus_estimate
from aima_search.algorithms.options import WEIGHT
from aima_search.algorithms.steps import Step, Steps
from aima_search.contract import Action, ProblemLike, State
from aima_search.heuristic import facts_of
from aima_search.problem import Expand, Heuristic, Node, goal_test, heuristic_of, successors

_CLOSE = 1.03  # a lower weight than this is 1 at once


def _known_f(weight: float) -> Evaluation:
    """Return f = g + weight * h of nodes that have their h."""
    in_any_case = cost_plus_estimate(attrgetter("h"), weight)

    def f(node: Node) -> float:
        try:
            value = node.path_cost + weight * node.h
            if value < inf:
                return value
        except (TypeError, ArithmeticError):  # decimal and huge numbers
            pass
        return in_any_case(node)

    return f


_total = _known_f(1)


def anytime_astar_steps(
    problem: ProblemLike[State, Action],
    h: Heuristic[State, Action] | None = None,
    *,
    weight: float = 3,
    tie_break: str = "fifo",
) -> Steps[State, Action]:
    """Search by g + weight * h, then by lower weights, until the best solution is optimal.

    ``step.found`` is the best solution so far. No solution costs less than ``step.lower_bound``.
    """
    WEIGHT.check(weight)
    search = _Rounds(problem, h, tie_break)
    step, expand = search.step, successors(problem)
    for node in search.nodes(weight):
        step.node, step.f = node, node.f
        yield step
        search.expand(node, expand)
    return search.end()


class _Rounds:
    """What is known of the states, the nodes that wait, and the best solution."""

    def __init__(
        self,
        problem: ProblemLike[State, Action],
        h: Heuristic[State, Action] | None,
        tie_break: str,
    ) -> None:
        root = Node(problem.initial)
        self.step: Step[Any, Any] = Step(root)
        step = self.step
        h = heuristic_of(problem, h)
        self._evaluate = cost_plus_estimate(h)
        self._proves = facts_of(h).admissible is not False
        self._is_goal = goal_test(problem)
        self._tie_break = tie_break
        self._totals = Least()
        self._reached = {root.state: root}
        self._cost = inf  # of the best solution
        step.explored, step.dead_end = self._reached.values, inf
        self._least = step.lower_bound = 0.0  # no solution costs less
        root.f, root._open = self._evaluate(root), False
        if self._is_goal(root.state):
            self._keep(root)
        elif root.f < inf:
            root._open = True
            self._totals.add(root.f)

    def nodes(self, weight: float) -> Iterator[Node]:
        """Yield the nodes to be expanded, round by round."""
        while True:
            self._begin_round(weight)
            for node in self._frontier:
                if not node._open:
                    continue
                if node.f >= self._cost:
                    break  # no other node that waits can be better, by this weight
                self._note_least_total()
                yield node
            if weight == 1 or self._cost == inf:
                return
            weight = 1 + (weight - 1) / 2
            weight = 1 if weight < _CLOSE else weight

    def _begin_round(self, weight: float) -> None:
        """Put the nodes that wait into the order of a weight, without too expensive nodes."""
        self._f = _known_f(weight)
        self._frontier = Frontier(self._tie_break)
        for node in [node for node in self._reached.values() if node._open]:
            total = _total(node)
            if total < self._cost:
                node.f = self._f(node)
                self._frontier.push(node)
                if self.step.tell is not None:
                    self.step.tell(QUEUED, node)
                continue
            node._open = False
            del self._reached[node.state]
            self.step.frontier -= 1
            self._totals.remove(total)
            if self.step.tell is not None:
                self.step.tell(BEYOND, node)

    def _note_least_total(self) -> None:
        least = min(self._totals.value(), self._cost)
        if self._proves and least > self._least:
            self._least = self.step.lower_bound = least

    def end(self) -> Node | None:
        """Return the best solution; its cost is proved now."""
        step = self.step
        if step.found is not None:
            step.node, step.lower_bound = step.found, self._cost if self._proves else 0
        return step.found

    def expand(self, node: Node, expand: Expand) -> None:
        """Keep children on the cheapest known path to their state, if a better goal is possible."""
        step, reached, tell = self.step, self._reached, self.step.tell
        evaluate = self._evaluate if tell is None else told_of(self._evaluate, tell)
        node._open = False
        step.frontier -= 1
        for action, state, cost in expand(node):
            step.generated += 1
            child, known = Node(state, node, action, cost), reached.get(state)
            if known is not None and known.path_cost <= cost:
                if tell is not None:
                    tell(KNOWN, child)
                continue
            child.f = total = evaluate(child)
            child._open = False
            if total < self._cost and self._is_goal(state):
                self._keep(child)
                continue
            if total < self._cost:
                self._add(child, total, known)
            elif total == inf and known is None:
                reached[state] = child
                note_infinity(expand, child, step)
            if tell is not None:
                tell(QUEUED if child._open else PRUNED if total == inf else BEYOND, child)
        step.expanded += 1
        self._totals.remove(_total(node))

    def _keep(self, goal: Node) -> None:
        """Take a solution that is better than all solutions before it."""
        before, tell = self.step.found, self.step.tell
        self.step.found, self._cost = goal, goal.path_cost
        self._reached[goal.state] = goal
        if tell is not None:
            tell(GOAL, goal)
            if before is not None:
                tell(REPLACED, before)

    def _add(self, child: Node, total: float, known: Node | None) -> None:
        """Let a node wait, in the place of the known node of its state."""
        child.f, child._open = self._f(child), True
        if known is not None:
            if known._open:
                self._totals.remove(_total(known))
            replace_known(known, child, self.step)
        self._reached[child.state] = child
        self._frontier.push(child)
        self._totals.add(total)
        self.step.frontier += 1
