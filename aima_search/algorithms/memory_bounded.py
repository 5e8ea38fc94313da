"""Informed search in little memory: IDA* and recursive best-first search (AIMA 3.5.3).

Both keep the current path only, as an explicit stack, and do not follow a path back to one
of its own states: such a path is never optimal, and without it a finite space that has no
solution is searched to its end. The textbook's function does follow such a path, and so does ours.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import inf
from operator import attrgetter

from aima_search.algorithms.best_first import Evaluation, refuse_overflow
from aima_search.algorithms.fates import BEYOND, KNOWN, PRUNED, QUEUED
from aima_search.algorithms.informed import cost_plus_estimate
from aima_search.algorithms.steps import Step, Steps, StepsTo, drain
from aima_search.model.contract import Action, ProblemLike, State
from aima_search.model.problem import (
    Heuristic,
    Node,
    Successor,
    all_successors,
    goal_test,
    heuristic_of,
    is_hashable,
    successors,
)

_f = attrgetter("f")


def ida_star_steps(
    problem: ProblemLike[State, Action], h: Heuristic[State, Action] | None = None
) -> Steps[State, Action]:
    """Search depth-first below a bound on f, raised to the least f that exceeded it."""
    return _raising_the_bound(problem, h, from_infinity=False)


def _raising_the_bound(
    problem: ProblemLike[State, Action],
    h: Heuristic[State, Action] | None,
    *,
    from_infinity: bool,
) -> Steps[State, Action]:
    """Search below rising bounds; ``from_infinity``: also if the first bound is infinite."""
    f = cost_plus_estimate(heuristic_of(problem, h))
    root = Node(problem.initial)
    step = Step(root)
    root.f = bound = f(root)
    while bound < inf or from_infinity:
        found, bound = yield from _below(problem, f, root, bound, step)
        if found is not None:
            step.node = found
            return found
        from_infinity = False
    step.frontier = 0
    return None


def _below(
    problem: ProblemLike[State, Action],
    f: Evaluation[State, Action],
    root: Node[State, Action],
    bound: float,
    step: Step[State, Action],
) -> StepsTo[State, Action, tuple[Node[State, Action] | None, float]]:
    """Search below ``bound``; return the goal node or None, and the least f beyond it."""
    expand, is_goal = successors(problem), goal_test(problem)
    if is_goal(root.state):
        return root, bound
    avoid_cycles = is_hashable(root.state)
    on_path = {root.state} if avoid_cycles else set()
    path: list[tuple[Node[State, Action], Iterator[Successor[Action, State]]]] = []
    beyond, node, step.limit, step.dead_ends = inf, root, bound, 0
    while True:
        step.node, step.f, step.frontier = node, node.f, len(path) + 1
        yield step
        step.expanded += 1
        path.append((node, iter(expand(node))))
        child, tell = None, step.tell
        while path and child is None:
            parent, untried = path[-1]
            for action, state, cost in untried:
                step.generated += 1
                if avoid_cycles and state in on_path:
                    if tell is not None:
                        tell(KNOWN, Node(state, parent, action, cost))
                    continue
                child = Node(state, parent, action, cost)
                child.f = f(child)
                if child.f <= bound:
                    break
                if child.f == inf:
                    refuse_overflow(expand, child)
                    step.dead_ends += child.path_cost != inf
                if tell is not None:
                    tell(PRUNED if child.f == inf else BEYOND, child)
                beyond, child = min(beyond, child.f), None
            else:
                child = None
                path.pop()
                if avoid_cycles:
                    on_path.discard(parent.state)
        if child is None:
            return None, beyond
        if tell is not None:
            tell(QUEUED, child)
        if is_goal(child.state):
            step.frontier = len(path) + 1
            return child, bound
        if avoid_cycles:
            on_path.add(child.state)
        node = child


def recursive_best_first_steps(
    problem: ProblemLike[State, Action], h: Heuristic[State, Action] | None = None
) -> Steps[State, Action]:
    """Follow the best path while it is no worse than the best alternative (AIMA figure 3.26).

    What is left behind is remembered by one number, the least f below it.
    """
    return _best_path_first(problem, h, avoid_cycles=is_hashable(problem.initial), dead_end=inf)


def _best_path_first(
    problem: ProblemLike[State, Action],
    h: Heuristic[State, Action] | None,
    *,
    avoid_cycles: bool,
    dead_end: float | None,
) -> Steps[State, Action]:
    """Search; a node whose f is ``dead_end`` is left out, None: infinite f come last."""
    f = cost_plus_estimate(heuristic_of(problem, h))
    expand, is_goal = all_successors(problem), goal_test(problem)
    root = Node(problem.initial)
    step = Step(root)
    root.f = f(root)
    on_path = {root.state} if avoid_cycles else set()
    # siblings, without those below which nothing is left, and the limit on their f
    stack: list[tuple[list[Node[State, Action]], float]]
    stack = [([] if root.f == dead_end else [root], inf)]
    while stack:
        siblings, limit = stack[-1]
        if len(siblings) > 1:
            siblings.sort(key=_f)  # stable: ties keep the order they had
        if not siblings or siblings[0].f > limit:
            stack.pop()
            if stack:  # back up what is known of the parent: it is the first of its siblings
                above = stack[-1][0]
                if avoid_cycles:
                    on_path.discard(above[0].state)
                if siblings:
                    above[0].f = siblings[0].f
                else:
                    del above[0]
            continue
        best = siblings[0]
        if is_goal(best.state):
            step.node, step.f, step.frontier = best, best.f, len(stack)
            return best
        step.node, step.f, step.frontier = best, best.f, len(stack)
        yield step
        step.expanded += 1
        if avoid_cycles:
            on_path.add(best.state)
        children, tell = [], step.tell
        for action, state, cost in expand(best):
            step.generated += 1
            child = Node(state, best, action, cost)
            if avoid_cycles and state in on_path:
                if tell is not None:
                    tell(KNOWN, child)
                continue
            child.f = value = max(f(child), best.f)
            if value == inf:
                refuse_overflow(expand, child)
                step.dead_ends += dead_end is not None and cost != inf
            if is_kept := value != inf or (dead_end is None and cost != inf):
                children.append(child)
            if tell is not None:
                tell(QUEUED if is_kept else PRUNED, child)
        alternative = siblings[1].f if len(siblings) > 1 else inf
        stack.append((children, min(limit, alternative)))
    step.frontier = 0
    return None


def iterative_deepening_astar_search(
    problem: ProblemLike[State, Action], h: Heuristic[State, Action] | None = None
) -> Node[State, Action] | None:
    """IDA*: optimal for an admissible h, in memory linear in the depth.

    As in the textbook's function an infinite h below the root is taken for a dead end, and an
    infinite h of the root for no estimate.
    """
    return drain(_raising_the_bound(problem, h, from_infinity=True))


def recursive_best_first_search(
    problem: ProblemLike[State, Action], h: Heuristic[State, Action] | None = None
) -> Node[State, Action] | None:
    """Recursive best-first search, run with an explicit stack.

    Like the textbook's function it follows paths that go back. So it does not end if actions can
    be undone and there is no solution: ``solve(problem, "recursive-best-first")`` ends. Nodes of
    infinite f are expanded last.
    """
    return drain(_best_path_first(problem, h, avoid_cycles=False, dead_end=None))
