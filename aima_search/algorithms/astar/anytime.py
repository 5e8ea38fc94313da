"""Anytime A*: weighted A* that goes on after a solution, and proves how good it is (AIMA 3.5.4).

A *round* has a weight, as weighted A* has. If it can find nothing better, the nodes that wait are
put into the order of a lower weight; the round of weight 1 proves the best solution optimal.
Vocabulary: the *least total* is the lowest g + h among the nodes that wait. No solution that is yet
to be found costs less, if h is admissible. Sources: Likhachev, Gordon, Thrun, "ARA*" (2003); Hansen
and Zhou, "Anytime heuristic search" (2007).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import inf
from operator import attrgetter
from typing import Any

from aima_search.algorithms.best_first import Evaluation, note_infinity, replace_known, told_of
from aima_search.algorithms.fates import BEYOND, GOAL, KNOWN, PRUNED, QUEUED, REPLACED
from aima_search.algorithms.frontier import Frontier
from aima_search.algorithms.informed import cost_plus_estimate
from aima_search.algorithms.options import WEIGHT
from aima_search.algorithms.steps import Step, Steps
from aima_search.base.interchange import PLAIN, total_cost
from aima_search.model.contract import Action, ProblemLike, State
from aima_search.model.heuristic import facts_of
from aima_search.model.problem import Heuristic, Node, goal_test, heuristic_of, transitions

_LESS = 0.35  # what is left of weight - 1 in the next round
_LARGE = 2.0**1000  # a weight may be a whole number that is no floating-point one
_CLOSE = 1.03  # a lower weight than this is 1 at once
_SHARE = 3  # between two looks at all nodes a third of the known states is expanded


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


def _sums(nodes: Sequence[Node], weight: float) -> list[float]:
    """Return g + weight * h of nodes that have their h."""
    try:
        values = [node.path_cost + weight * node.h for node in nodes]
        if max(values, default=0) < inf:
            return values
    except (TypeError, ArithmeticError):  # decimal and huge numbers
        pass
    return [*map(_known_f(weight), nodes)]


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
    yield from search.steps(weight)
    return search.end()


def _next(weight: float) -> float:
    """Return the weight of the round after a round."""
    weight = 1 + float(min(weight - 1, _LARGE)) * _LESS
    return 1 if weight < _CLOSE else weight


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
        self._transitions, self._of_paths = transitions(problem)
        self._evaluate = cost_plus_estimate(h)
        self._proves = facts_of(h).admissible is not False
        self._is_goal = goal_test(problem)
        self._tie_break = tie_break
        self._reached = {root.state: root}
        self._cost = inf  # of the best solution
        self._next_look = 0  # expansions at which the least total is looked for again
        step.explored, step.dead_end = self._reached.values, inf
        self._least = step.lower_bound = 0.0  # no solution costs less
        root.f, root._open = self._evaluate(root), False
        if self._is_goal(root.state):
            self._keep(root)
        elif root.f < inf:
            root._open = True

    def steps(self, weight: float) -> Iterator[Step[Any, Any]]:
        """Expand the nodes, round by round.

        The least total is looked for when a round begins and, once a solution is known, now and
        then. In the order of weight 1 it is the f of the node in hand.
        """
        step, expand = self.step, self._expand
        waiting = self._look()
        while True:
            self._begin_round(weight, waiting)
            for node in self._frontier:
                if not node._open:
                    continue
                if node.f >= self._cost:
                    break  # no other node that waits can be better, by this weight
                if weight == 1:
                    self._note_bound(node.f)
                elif self._cost < inf and step.expanded >= self._next_look:
                    self._look()
                step.node, step.f = node, node.f
                yield step
                expand(node)
            if weight == 1 or self._cost == inf:
                return
            waiting, weight = self._look(), _next(weight)
            while weight > 1 and self._is_proved(weight):
                weight = _next(weight)

    def _is_proved(self, weight: float) -> bool:
        """Tell whether the best solution costs at most ``weight`` times the optimum, for sure."""
        try:
            return self._cost <= weight * self._least
        except (TypeError, ArithmeticError):  # decimal and huge numbers
            from fractions import Fraction  # expensive to import

            return Fraction(self._cost) <= Fraction(weight) * Fraction(self._least)

    def _begin_round(self, weight: float, waiting: Sequence[Node]) -> None:
        """Put the nodes that wait into the order of a weight, without too expensive nodes."""
        self._f = None if weight == 1 else _known_f(weight)
        self._frontier = Frontier(self._tie_break)
        cost, push, tell = self._cost, self._frontier.push, self.step.tell
        totals, values = _sums(waiting, 1), _sums(waiting, weight)
        for node, total, value in zip(waiting, totals, values, strict=True):
            node.f = value
            if total >= cost:
                node._open = False
                del self._reached[node.state]
                self.step.frontier -= 1
            elif value < cost:
                push(node)
            if tell is not None:
                tell(QUEUED if node._open else BEYOND, node)

    def _look(self) -> list[Node]:
        """Return the nodes that wait, and note the lowest g + h among them."""
        self._next_look = self.step.expanded + len(self._reached) // _SHARE
        waiting = [node for node in self._reached.values() if node._open]
        self._note_bound(min(_sums(waiting, 1), default=inf))
        return waiting

    def _note_bound(self, total: float) -> None:
        """Note that nothing that waits has a lower g + h, so that no solution costs less."""
        least = min(total, self._cost)
        if self._proves and least > self._least:
            self._least = self.step.lower_bound = least

    def end(self) -> Node | None:
        """Return the best solution; its cost is proved now."""
        step = self.step
        if step.found is not None:
            step.node, step.lower_bound = step.found, self._cost if self._proves else 0
        return step.found

    def _expand(self, node: Node) -> None:
        """Keep children on the cheapest known path to their state, if a better goal is possible."""
        step, reached, tell, here = self.step, self._reached, self.step.tell, node.path_cost
        evaluate = self._evaluate if tell is None else told_of(self._evaluate, tell)
        is_goal, f, push = self._is_goal, self._f, self._frontier.push
        expand, of_paths = self._transitions, self._of_paths
        plain = type(here) if type(here) in PLAIN else None
        node._open, generated, added = False, 0, 0
        for action, state, cost in list(expand(node)) if of_paths else expand(node):
            generated += 1
            if not of_paths:
                cost = here + cost if type(cost) is plain else total_cost(node, action, cost)
            known = reached.get(state)
            if known is not None and known.path_cost <= cost:
                if tell is not None:
                    tell(KNOWN, Node(state, node, action, cost))
                continue
            child = Node(state, node, action, cost)
            child.f = total = evaluate(child)
            child._open = False
            if total < self._cost:
                if is_goal(state):
                    self._keep(child)
                    continue
                if known is not None:
                    replace_known(known, child, step)
                child._open, added = True, added + 1
                reached[state] = child
                if f is not None:
                    child.f = f(child)
                if child.f < self._cost:
                    push(child)
            elif total == inf and known is None:
                reached[state] = child
                note_infinity(expand, child, step)
            if tell is not None:
                tell(QUEUED if child._open else PRUNED if total == inf else BEYOND, child)
        step.expanded += 1
        step.generated += generated
        step.frontier += added - 1

    def _keep(self, goal: Node) -> None:
        """Take a solution that is better than all solutions before it."""
        before, tell = self.step.found, self.step.tell
        self.step.found, self._cost = goal, goal.path_cost
        self._reached[goal.state] = goal
        if tell is not None:
            tell(GOAL, goal)
            if before is not None:
                tell(REPLACED, before)
