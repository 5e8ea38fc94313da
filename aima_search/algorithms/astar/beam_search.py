"""Beam search: best-first in layers of limited width (AIMA 3.5.5).

Of the children of a layer the nodes of the lowest f = g + h go on; the others are *dropped*, so
that the memory does not grow with the width of the space. A solution may be missed by that.
"""

from __future__ import annotations

from math import inf
from operator import attrgetter

from aima_search.algorithms.best_first import Evaluation, refuse_overflow
from aima_search.algorithms.fates import DROPPED, KNOWN, PRUNED, QUEUED, REPLACED
from aima_search.algorithms.informed import cost_plus_estimate
from aima_search.algorithms.options import WIDTH
from aima_search.algorithms.steps import Step, StepsTo
from aima_search.algorithms.uninformed import CUTOFF, Cutoff
from aima_search.base.interchange import check_path_cost
from aima_search.model.contract import Action, ProblemLike, State
from aima_search.model.problem import Expand, Heuristic, Node, goal_test, heuristic_of, successors


def beam_search_steps(
    problem: ProblemLike[State, Action],
    h: Heuristic[State, Action] | None = None,
    *,
    width: int = 100,
) -> StepsTo[State, Action, Node[State, Action] | Cutoff | None]:
    """Expand a layer of nodes, then the ``width`` best of their children, and so on.

    It returns the first goal whose turn comes. None proves that there is no solution; CUTOFF says
    that nodes were dropped before the layers came to an end.
    """
    WIDTH.check(width)
    f, is_goal = cost_plus_estimate(heuristic_of(problem, h)), goal_test(problem)
    expand, root = successors(problem), Node(problem.initial)
    step, best = Step(root), {root.state: root.path_cost}  # the costs of the nodes that went on
    root.f = f(root)
    layer, has_dropped = [root] if root.f < inf else [], False
    while layer:
        children: dict[State, Node[State, Action]] = {}
        for place, node in enumerate(layer):
            step.node, step.f = node, node.f
            step.frontier = len(layer) - place + len(children)
            if is_goal(node.state):
                return node
            yield step
            _expand(node, expand, f, best, children, step)
        ranked = sorted(children.values(), key=attrgetter("f"))  # equals in the order of arrival
        layer = ranked[:width]
        best.update((node.state, node.path_cost) for node in layer)
        for node in ranked[width:]:
            has_dropped = True
            if step.tell is not None:
                step.tell(DROPPED, node)
    step.frontier = 0
    return CUTOFF if has_dropped else None


def _expand(
    node: Node[State, Action],
    expand: Expand[State, Action],
    f: Evaluation[State, Action],
    best: dict[State, float],
    children: dict[State, Node[State, Action]],
    step: Step[State, Action],
) -> None:
    """Put the children that cost less than any known path to their state into ``children``."""
    tell = step.tell
    step.expanded += 1
    for action, state, cost in expand(node):
        step.generated += 1
        child, known = Node(state, node, action, cost), children.get(state)
        check_path_cost(child)
        if cost >= best.get(state, inf) or (known is not None and cost >= known.path_cost):
            if tell is not None:
                tell(KNOWN, child)
            continue
        child.f = f(child)
        if child.f == inf:
            refuse_overflow(expand, child)
            step.dead_ends += cost != inf
        else:
            children[state] = child
        if tell is not None:
            tell(PRUNED if child.f == inf else QUEUED, child)
            if known is not None and child.f < inf:
                tell(REPLACED, known)
