"""Anytime A*, which improves its solution until it is optimal, and beam search (AIMA 3.5.4, 3.5.5).

A *round* is a search by weighted A*. The next round sorts the waiting nodes by f with a lower
weight; the round with weight 1 proves that the best solution is optimal. The *least total* is the
lowest g + h of the waiting nodes. If h is admissible, no further solution costs less than the least
total. Besides h, a search may use *additional heuristics*, even inadmissible ones. Sources:
Likhachev, Gordon, Thrun, "ARA*" (2003); Hansen and Zhou, "Anytime heuristic search" (2007).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import inf
from operator import attrgetter
from typing import Any

from aima_search.algorithms.best_first import (
    Evaluation,
    note_infinity,
    refuse_overflow,
    replace_known,
    report_failures,
)
from aima_search.algorithms.frontier import Frontier
from aima_search.algorithms.informed import cost_plus_h, weighted_astar_steps
from aima_search.algorithms.options import OPTIONS
from aima_search.algorithms.steps import Fate, Step, Steps
from aima_search.algorithms.uninformed import CUTOFF, StepsOrCutoff
from aima_search.base.path_costs import PLAIN, check_path_cost, total_cost
from aima_search.model.contract import ProblemLike
from aima_search.model.heuristic import facts_of, guides_of
from aima_search.model.problem import (
    Expand,
    Heuristic,
    Node,
    goal_test,
    heuristic_of,
    successors,
    transitions,
)

_LESS = 0.35  # factor of weight - 1 from one round to the next
_LARGE = 2.0**1000  # a weight may be an int that is too large for a float
_CLOSE = 1.03  # a weight below this is replaced by 1
_COUNTS = ("expanded", "generated", "reopened", "refined", "frontier")  # counters of a step
_SHARE = 3  # the least total is computed again after a third of the known states is expanded

_known_h = attrgetter("h")
_g_plus_h = cost_plus_h(_known_h)


def anytime_astar_steps(
    problem: ProblemLike,
    h: Heuristic | None = None,
    *,
    weight: float = 3,
    guided: int = 300,
    tie_break: str = "fifo",
) -> Steps:
    """Run weighted A* with lower and lower weights, until the best solution is proved optimal.

    ``step.found`` is the best solution so far; no solution costs less than ``step.lower_bound``.
    guided: if the first ``guided`` expansions find no solution, the search tries each guide of h
    (see ``with_guides``) for at most ``guided`` expansions. Then it continues with h.
    """
    OPTIONS["weight"].check(weight)
    OPTIONS["guided"].check(guided)
    search = _AnytimeSearch(problem, h, tie_break)
    yield from search.steps(weight, guided)
    return search.end()


def _next(weight: float) -> float:
    weight = 1 + float(min(weight - 1, _LARGE)) * _LESS
    return 1 if weight < _CLOSE else weight


def _add_counts(before: Sequence[int], short: Step, step: Step) -> None:
    for name, count in zip(_COUNTS, before, strict=True):
        setattr(step, name, count + getattr(short, name))


class _AnytimeSearch:
    def __init__(self, problem: ProblemLike, h: Heuristic | None, tie_break: str) -> None:
        root = Node(problem.initial)
        self.step: Step[Any, Any] = Step(root)
        step = self.step
        h = heuristic_of(problem, h)
        self._problem, self._guides = problem, guides_of(h, problem)
        self._transitions, self._of_paths = transitions(problem)
        self._evaluate = cost_plus_h(h)
        self._proves = facts_of(h).admissible is not False
        self._is_goal = goal_test(problem)
        self._tie_break = tie_break
        self._reached = {root.state: root}
        self._cost = inf  # the cost of the best solution
        self._next_bound = 0  # when to compute the least total again, in expansions
        step.explored, step.dead_end = self._reached.values, inf
        self._least = step.lower_bound = 0.0  # no solution costs less than this
        root.f, root._open = self._evaluate(root), False
        if self._is_goal(root.state):
            self._found(root)
        elif root.f < inf:
            root._open = True

    def steps(self, weight: float, guided: int) -> Iterator[Step[Any, Any]]:
        step, expand = self.step, self._expand
        guides_at = guided if guided and self._guides is not None else inf
        waiting = self._waiting()
        while True:
            self._begin_round(weight, waiting)
            for node in self._frontier:
                if not node._open:
                    continue
                if step.expanded >= guides_at:
                    guides_at = inf
                    if self._cost == inf:
                        yield from self._search_guides(weight, guided)
                if node.f >= self._cost:
                    break  # with this weight no waiting node can lead to a better solution
                if weight == 1:
                    self._note_bound(node.f)  # then this is the least total
                elif self._cost < inf and step.expanded >= self._next_bound:
                    self._waiting()
                step.node, step.f = node, node.f
                yield step
                expand(node)
            if weight == 1 or self._cost == inf:
                return
            waiting, weight = self._waiting(), _next(weight)
            while weight > 1 and self._is_proved(weight):
                weight = _next(weight)

    def _search_guides(self, weight: float, most: int) -> Iterator[Step[Any, Any]]:
        assert self._guides is not None
        for guide in self._guides():
            found = yield from self._short_search(guide, weight, most)
            if found is not None and found.path_cost < self._cost:
                goal = Node(found.state, found.parent, found.action, found.path_cost)
                goal.f, goal._open = self._evaluate(goal), False
                self._found(goal)

    def _short_search(self, guide: Heuristic, weight: float, most: int) -> Steps[Any, Any]:
        step, short = self.step, None
        before = [getattr(step, name) for name in _COUNTS]
        steps = weighted_astar_steps(self._problem, guide, weight=weight, tie_break=self._tie_break)
        goal = None
        try:
            while True:
                short = next(steps)
                _add_counts(before, short, step)
                if short.expanded >= most:
                    break
                short.emit, step.node, step.f = step.emit, short.node, short.f
                yield step
        except StopIteration as end:
            goal = end.value
        if short is not None:
            _add_counts(before, short, step)
            if step.emit is not None and short.explored is not None:
                for node in short.explored():
                    if node._open:
                        step.emit(Fate.DROPPED, node)
        step.frontier = before[-1]
        return goal

    def _is_proved(self, weight: float) -> bool:
        try:
            return self._cost <= weight * self._least
        except (TypeError, ArithmeticError):  # decimal and huge numbers
            from fractions import Fraction  # expensive to import

            return Fraction(self._cost) <= Fraction(weight) * Fraction(self._least)

    def _begin_round(self, weight: float, waiting: Sequence[Node]) -> None:
        value_of = cost_plus_h(_known_h, weight)
        self._f = None if weight == 1 else value_of
        self._frontier = Frontier(self._tie_break)
        cost, push, emit = self._cost, self._frontier.push, self.step.emit
        for node in waiting:
            node.f = value = value_of(node)
            if _g_plus_h(node) >= cost:
                node._open = False
                del self._reached[node.state]
                self.step.frontier -= 1
            elif value < cost:
                push(node)
            if emit is not None:
                emit(Fate.QUEUED if node._open else Fate.BEYOND, node)

    def _waiting(self) -> list[Node]:
        """Return the waiting nodes, and update the lower bound with their lowest g + h."""
        self._next_bound = self.step.expanded + len(self._reached) // _SHARE
        waiting = [node for node in self._reached.values() if node._open]
        self._note_bound(min(map(_g_plus_h, waiting), default=inf))
        return waiting

    def _note_bound(self, total: float) -> None:
        least = min(total, self._cost)
        if self._proves and least > self._least:
            self._least = self.step.lower_bound = least

    def end(self) -> Node | None:
        step = self.step
        if step.found is not None:
            step.node, step.lower_bound = step.found, self._cost if self._proves else 0
        return step.found

    def _expand(self, node: Node) -> None:
        step, reached, emit, here = self.step, self._reached, self.step.emit, node.path_cost
        evaluate = self._evaluate if emit is None else report_failures(self._evaluate, emit)
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
                if emit is not None:
                    emit(Fate.KNOWN, Node(state, node, action, cost))
                continue
            child = Node(state, node, action, cost)
            child.f = total = evaluate(child)
            child._open = False
            if total < self._cost:
                if is_goal(state):
                    self._found(child)
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
            if emit is not None:
                closed = Fate.PRUNED if total == inf else Fate.BEYOND
                emit(Fate.QUEUED if child._open else closed, child)
        step.expanded += 1
        step.generated += generated
        step.frontier += added - 1

    def _found(self, goal: Node) -> None:
        step = self.step
        before, step.found, self._cost = step.found, goal, goal.path_cost
        self._reached[goal.state] = goal
        step.report(Fate.GOAL, goal)
        if before is not None:
            step.report(Fate.REPLACED, before)


def beam_search_steps(
    problem: ProblemLike, h: Heuristic | None = None, *, width: int = 100
) -> StepsOrCutoff:
    """Search layer by layer, and keep only the ``width`` nodes with the lowest g + h in a layer.

    The other nodes are dropped, so the search may miss a solution. A node is tested for the goal
    before it is expanded. Return a goal node, None (no solution) or CUTOFF (nodes were dropped).
    """
    OPTIONS["width"].check(width)
    f, is_goal = cost_plus_h(heuristic_of(problem, h)), goal_test(problem)
    expand, root = successors(problem), Node(problem.initial)
    step, best = Step(root), {root.state: root.path_cost}  # the path costs of expanded states
    root.f = f(root)
    layer, has_dropped = [root] if root.f < inf else [], False
    while layer:
        children: dict[Any, Node] = {}
        for place, node in enumerate(layer):
            step.node, step.f = node, node.f
            step.frontier = len(layer) - place + len(children)
            if is_goal(node.state):
                return node
            yield step
            _expand(node, expand, f, best, children, step)
        ranked = sorted(children.values(), key=attrgetter("f"))  # a stable sort
        layer = ranked[:width]
        best.update((node.state, node.path_cost) for node in layer)
        for node in ranked[width:]:
            has_dropped = True
            step.report(Fate.DROPPED, node)
    step.frontier = 0
    return CUTOFF if has_dropped else None


def _expand(
    node: Node,
    expand: Expand,
    f: Evaluation,
    best: dict[Any, float],
    children: dict[Any, Node],
    step: Step,
) -> None:
    """Expand a node; put each child into ``children`` if its path is the cheapest known so far."""
    emit = step.emit
    step.expanded += 1
    for action, state, cost in expand(node):
        step.generated += 1
        child, known = Node(state, node, action, cost), children.get(state)
        check_path_cost(child)
        if cost >= best.get(state, inf) or (known is not None and cost >= known.path_cost):
            if emit is not None:
                emit(Fate.KNOWN, child)
            continue
        child.f = f(child)
        if child.f == inf:
            refuse_overflow(expand, child)
            step.dead_ends += cost != inf
        else:
            children[state] = child
        if emit is not None:
            emit(Fate.PRUNED if child.f == inf else Fate.QUEUED, child)
            if known is not None and child.f < inf:
                emit(Fate.REPLACED, known)
