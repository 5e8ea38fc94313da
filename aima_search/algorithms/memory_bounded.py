"""Informed search in little memory, with IDA*, recursive best-first search and SMA* (AIMA 3.5).

IDA* and recursive best-first search store only the current path, as a stack. They do not follow
paths with a cycle, so in a finite space the search always ends. Only the textbook's function
``recursive_best_first_search`` follows such paths.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from math import inf
from operator import attrgetter
from typing import Any

from aima_search.algorithms.best_first import Evaluation, refuse_overflow
from aima_search.algorithms.informed import cost_plus_h
from aima_search.algorithms.options import OPTIONS
from aima_search.algorithms.steps import Fate, Step, StepGenerator, Steps, drain
from aima_search.algorithms.uninformed import CUTOFF, StepsOrCutoff
from aima_search.model.contract import Action, ProblemLike, State
from aima_search.model.heuristic import facts_of
from aima_search.model.problem import (
    Expand,
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


def ida_star_steps(problem: ProblemLike, h: Heuristic | None = None) -> Steps:
    """Search depth-first up to a bound on f. The next bound is the lowest f above this bound."""
    return _rising_bounds(problem, h, from_infinity=False)


def _rising_bounds(problem: ProblemLike, h: Heuristic | None, *, from_infinity: bool) -> Steps:
    f = cost_plus_h(heuristic_of(problem, h))
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
    problem: ProblemLike, f: Evaluation, root: Node, bound: float, step: Step
) -> StepGenerator[Any, Any, tuple[Node | None, float]]:
    """Search depth-first with f <= ``bound``; return (goal node or None, next bound)."""
    expand, is_goal = successors(problem), goal_test(problem)
    if is_goal(root.state):
        return root, bound
    avoid_cycles = is_hashable(root.state)
    on_path = {root.state} if avoid_cycles else set()
    path: list[tuple[Node, Iterator[Successor]]] = []
    beyond, node, step.limit, step.dead_ends = inf, root, bound, 0
    while True:
        step.node, step.f, step.frontier = node, node.f, len(path) + 1
        yield step
        step.expanded += 1
        path.append((node, iter(expand(node))))
        child, emit = None, step.emit
        while path and child is None:
            parent, untried = path[-1]
            for action, state, cost in untried:
                step.generated += 1
                if avoid_cycles and state in on_path:
                    if emit is not None:
                        emit(Fate.KNOWN, Node(state, parent, action, cost))
                    continue
                child = Node(state, parent, action, cost)
                child.f = f(child)
                if child.f <= bound:
                    break
                if child.f == inf:
                    refuse_overflow(expand, child)
                    step.dead_ends += child.path_cost != inf
                if emit is not None:
                    emit(Fate.PRUNED if child.f == inf else Fate.BEYOND, child)
                beyond, child = min(beyond, child.f), None
            else:
                child = None
                path.pop()
                if avoid_cycles:
                    on_path.discard(parent.state)
        if child is None:
            return None, beyond
        if emit is not None:
            emit(Fate.QUEUED, child)
        if is_goal(child.state):
            step.frontier = len(path) + 1
            return child, bound
        if avoid_cycles:
            on_path.add(child.state)
        node = child


def recursive_best_first_steps(problem: ProblemLike, h: Heuristic | None = None) -> Steps:
    """Follow the best path until another path has a lower f, then go back (AIMA figure 3.26).

    The search remembers the least f in each abandoned subtree.
    """
    return _best_path_first(problem, h, avoid_cycles=is_hashable(problem.initial), dead_end=inf)


def _best_path_first(
    problem: ProblemLike, h: Heuristic | None, *, avoid_cycles: bool, dead_end: float | None
) -> Steps:
    f = cost_plus_h(heuristic_of(problem, h))
    expand, is_goal = all_successors(problem), goal_test(problem)
    root = Node(problem.initial)
    step = Step(root)
    root.f = f(root)
    on_path = {root.state} if avoid_cycles else set()
    # siblings with open nodes below them, and the limit on their f
    stack: list[tuple[list[Node], float]]
    stack = [([] if root.f == dead_end else [root], inf)]
    while stack:
        siblings, limit = stack[-1]
        if len(siblings) > 1:
            siblings.sort(key=_f)  # a stable sort
        if not siblings or siblings[0].f > limit:
            stack.pop()
            if stack:  # give the parent, the first of its siblings, the least f below it
                above = stack[-1][0]
                if avoid_cycles:
                    on_path.discard(above[0].state)
                if siblings:
                    above[0].f = siblings[0].f
                else:
                    del above[0]
            continue
        best = siblings[0]
        step.node, step.f, step.frontier = best, best.f, len(stack)
        if is_goal(best.state):
            return best
        yield step
        step.expanded += 1
        if avoid_cycles:
            on_path.add(best.state)
        children, emit = [], step.emit
        for action, state, cost in expand(best):
            step.generated += 1
            child = Node(state, best, action, cost)
            if avoid_cycles and state in on_path:
                if emit is not None:
                    emit(Fate.KNOWN, child)
                continue
            child.f = value = max(f(child), best.f)
            if value == inf:
                refuse_overflow(expand, child)
                step.dead_ends += dead_end is not None and cost != inf
            if is_queued := value != inf or (dead_end is None and cost != inf):
                children.append(child)
            if emit is not None:
                emit(Fate.QUEUED if is_queued else Fate.PRUNED, child)
        alternative = siblings[1].f if len(siblings) > 1 else inf
        stack.append((children, min(limit, alternative)))
    step.frontier = 0
    return None


def iterative_deepening_astar_search(
    problem: ProblemLike[State, Action], h: Heuristic[State, Action] | None = None
) -> Node[State, Action] | None:
    """Run IDA*. It is optimal if h is admissible, and its memory is linear in the depth.

    As in the textbook's function, every node with an infinite h, except the root, is a dead end.
    """
    return drain(_rising_bounds(problem, h, from_infinity=True), problem)


def recursive_best_first_search(
    problem: ProblemLike[State, Action], h: Heuristic[State, Action] | None = None
) -> Node[State, Action] | None:
    """Recursive best-first search, with a stack instead of a recursion.

    Like the textbook's function, it may run forever in cycles if there is no solution. To avoid
    this, use ``solve(problem, "recursive-best-first")``. Nodes with f = inf are expanded last.
    """
    return drain(_best_path_first(problem, h, avoid_cycles=False, dead_end=None), problem)


def sma_star_steps(
    problem: ProblemLike, h: Heuristic | None = None, *, capacity: int = 100_000
) -> StepsOrCutoff:
    """Search the tree of paths like A*, with at most ``capacity`` nodes in memory (SMA*).

    If the memory is full, the worst leaf is dropped. Its parent stores the leaf's f, and generates
    the leaf again when no better node is left. The solution is optimal unless a path with a lower f
    did not fit into the memory; ``step.lower_bound`` is a lower bound on the optimal cost. The
    answer None proves that there is no solution; CUTOFF means that some paths did not fit into the
    memory. Source: Russell, "Efficient memory-bounded search methods" (1992); AIMA 3.5.5. Unlike in
    the book, a parent stores the lowest f in each child's subtree, so that the search always ends.
    """
    OPTIONS["capacity"].check(capacity)
    h, is_goal = heuristic_of(problem, h), goal_test(problem)
    f, proves = cost_plus_h(h), facts_of(h).admissible is not False
    root = Node(problem.initial)
    root.f = f(root)
    memory = _SearchTree(root, f, successors(problem), capacity)
    step = memory.step
    while memory.root.f < inf:
        path = memory.best_path()
        place = path[-1]
        step.node, step.f = place.node, place.f
        if place.values is None and is_goal(place.node.state):
            step.found, cost = place.node, place.node.path_cost
            step.lower_bound = min(cost, memory.least_cut) if proves else 0
            return place.node
        yield step
        memory.expand(path)
        for place in reversed(path):
            place.f = max(place.f, min(place.values or (), default=inf))
            if place.parent is not None and place.parent.values is not None:
                place.parent.values[place.index] = place.f
    step.frontier = 0
    return CUTOFF if memory.least_cut < inf else None


class _TreeNode:
    """A node of SMA*'s tree. f: the lowest f in its subtree. values: the ``f`` of each child."""

    __slots__ = ("children", "f", "index", "node", "parent", "values")

    def __init__(self, node: Node, parent: _TreeNode | None, index: int, f: float) -> None:
        self.node, self.parent, self.index, self.f = node, parent, index, f
        self.values: list[float] | None = None  # None before the expansion
        self.children: dict[int, _TreeNode] = {}  # the children in memory, by index


def _by_f_and_index(place: _TreeNode) -> tuple[float, int]:
    return place.f, place.index


class _SearchTree:
    """The search tree of SMA*. least_cut: the lowest f of paths longer than ``capacity`` nodes."""

    def __init__(self, root: Node, f: Evaluation, expand: Expand, capacity: int) -> None:
        self.root, self.step, self.least_cut = _TreeNode(root, None, 0, root.f), Step(root), inf
        self._f, self._expand, self._capacity, self._size = f, expand, capacity, 1
        self.step.dead_ends = int(root.f == inf)

    def best_path(self) -> list[_TreeNode]:
        path = [self.root]
        while (values := path[-1].values) is not None:
            child = path[-1].children.get(values.index(min(values)))
            if child is None:
                break
            path.append(child)
        return path

    def expand(self, path: list[_TreeNode]) -> None:
        """Expand the last node of ``path``, or restore its best child if this child was dropped."""
        place, step = path[-1], self.step
        step.expanded += 1
        if place.values is not None:
            index = place.values.index(min(place.values))
            action, state, cost = next(islice(self._expand(place.node), index, None))
            step.generated += 1
            child = Node(state, place.node, action, cost)
            child.f = place.values[index]
            self._store(path, child, index)
            return
        step.frontier -= 1
        place.values, on_path = [], {above.node.state for above in path}
        for index, (action, state, cost) in enumerate(self._expand(place.node)):
            step.generated += 1
            child = Node(state, place.node, action, cost)
            if state in on_path:
                place.values.append(inf)
                self.step.report(Fate.KNOWN, child)
                continue
            child.f = max(self._f(child), place.f)
            place.values.append(child.f)
            if child.f == inf:
                refuse_overflow(self._expand, child)
                step.dead_ends += cost != inf
                self.step.report(Fate.PRUNED, child)
            else:
                self._store(path, child, index)

    def _store(self, path: list[_TreeNode], child: Node, index: int) -> None:
        place = path[-1]
        assert place.values is not None
        if len(path) >= self._capacity:
            self.least_cut = min(self.least_cut, child.f)
            place.values[index] = inf
            self.step.report(Fate.BEYOND, child)
            return
        self.step.report(Fate.QUEUED, child)
        if self._size == self._capacity and not self._make_room(path, child.f, index):
            self.step.report(Fate.DROPPED, child)
            return
        place.children[index] = _TreeNode(child, place, index, child.f)
        self._size += 1
        self.step.frontier += 1

    def _make_room(self, path: list[_TreeNode], f: float, index: int) -> bool:
        worst = None
        for place, follower in zip(path, [*path[1:], None], strict=True):
            others = [child for child in place.children.values() if child is not follower]
            last = max(others, key=_by_f_and_index, default=None)
            if last is not None and (worst is None or last.f > worst.f):
                worst = last
        assert worst is not None  # the path alone does not fill the memory
        if (f, index if worst.parent is path[-1] else -1) > (worst.f, worst.index):
            return False
        while worst.children:
            worst = max(worst.children.values(), key=_by_f_and_index)
        assert worst.parent is not None
        del worst.parent.children[worst.index]
        self._size -= 1
        self.step.frontier -= worst.values is None
        self.step.report(Fate.DROPPED, worst.node)
        return True
