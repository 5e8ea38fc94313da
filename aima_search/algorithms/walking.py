"""Online search as a run: a walker who learns what the space is like by walking (AIMA 4.5).

A step is a move. The path of the answer is the whole walk, so its cost divided by the least cost is
the walker's *competitive ratio*. The agents of the textbook's module, which act in a world of their
own, are in ``online``.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import inf
from operator import attrgetter, itemgetter
from typing import Any

from aima_search.algorithms.best_first import Evaluation, possible, told_of
from aima_search.algorithms.fates import DROPPED, QUEUED
from aima_search.algorithms.informed import cost_plus_estimate, estimate
from aima_search.algorithms.steps import Step, StepsTo
from aima_search.algorithms.uninformed import CUTOFF, Cutoff
from aima_search.base.interchange import check_path_cost
from aima_search.model.contract import Action, ProblemLike, State
from aima_search.model.heuristic import facts_of
from aima_search.model.problem import Expand, Heuristic, Node, goal_test, heuristic_of


def lrta_star_steps(
    problem: ProblemLike[State, Action], h: Heuristic[State, Action] | None = None
) -> StepsTo[State, Action, Node[State, Action] | Cutoff | None]:
    """Walk to the neighbour with the lowest cost + h, and raise h of the state that is left.

    What is learnt of the initial state is a lower bound on every solution, if h is admissible: see
    ``step.lower_bound``. CUTOFF says that the walk came to a dead end. If no solution exists, the
    walk goes on for ever. Korf, Real-time heuristic search (1990).
    """
    h = heuristic_of(problem, h)
    of_node, is_goal, expand = estimate(h), goal_test(problem), possible(problem)
    proves = facts_of(h).admissible is not False
    node: Node[State, Action] = Node(problem.initial)
    start, step = node.state, Step(node)
    node.f = of_node(node)
    learnt: dict[State, float] = {start: node.f}
    while not is_goal(node.state):
        step.node, step.f = node, learnt[node.state]
        step.lower_bound = learnt[start] if proves else 0
        yield step
        around = list(_around(node, expand, of_node, learnt, step))
        least, best = min(around, key=itemgetter(0), default=(inf, node))
        if step.tell is not None:
            for _, child in around:
                step.tell(QUEUED if child is best and least < inf else DROPPED, child)
        step.expanded += 1
        learnt[node.state] = _higher(learnt[node.state], least)
        if least == inf:
            step.frontier = 0
            return CUTOFF
        node = best
    step.node = node
    return node


def _around(
    node: Node[State, Action],
    expand: Expand[State, Action],
    of_node: Evaluation[State, Action],
    learnt: dict[State, float],
    step: Step[State, Action],
) -> Iterator[tuple[float, Node[State, Action]]]:
    """Yield the neighbours, each with the cost of the move plus what is known of the rest."""
    evaluate = of_node if step.tell is None else told_of(of_node, step.tell)
    for action, state, cost in expand(node):
        child = Node(state, node, action, cost)
        check_path_cost(child)
        step.generated += 1
        if state not in learnt:
            learnt[state] = evaluate(child)
        child.f = learnt[state]
        move = Node(state, path_cost=cost - node.path_cost)
        move.h = child.f
        yield _total(move), child


_total = cost_plus_estimate(attrgetter("h"))  # of numbers of every kind


def _higher(first: float, second: float) -> float:
    try:
        return max(first, second)
    except TypeError:  # a fraction and a decimal number
        return max(first, second, key=float)


def online_depth_first_steps(
    problem: ProblemLike[State, Action],
) -> StepsTo[State, Action, Node[State, Action] | Cutoff | None]:
    """Walk by an action that was not tried before, and back if all were tried.

    The walker knows where an action leads only after taking it. The answer None proves that there
    is no solution: all actions of all states were tried. CUTOFF says that there was no way back.
    """
    is_goal, expand = goal_test(problem), possible(problem)
    node: Node[State, Action] = Node(problem.initial)
    step = Step(node)
    tried: dict[Any, int] = {}  # how many actions of each state, from the first on
    untried = 0  # actions of all states that were met
    before: dict[Any, list[Any]] = {}  # the states from which the walker came, the latest last
    while not is_goal(node.state):
        step.node, state = node, node.state
        yield step
        step.expanded += 1
        ways = list(expand(node))
        if state not in tried:
            tried[state], untried = 0, untried + len(ways)
            before.setdefault(state, [])
        if tried[state] < len(ways):
            chosen = ways[tried[state]]
            tried[state] += 1
            untried -= 1
            before.setdefault(chosen[1], []).append(state)
        else:
            back = None
            while before[state] and back is None:
                target = before[state].pop()
                back = next((way for way in ways if way[1] == target), None)
            if back is None:
                step.frontier = 0
                return CUTOFF if untried else None
            chosen = back
        action, after, cost = chosen
        node = Node(after, node, action, cost)
        step.generated += 1
        if step.tell is not None:
            step.tell(QUEUED, node)
    step.node = node
    return node
