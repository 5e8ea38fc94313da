"""Breadth-first, depth-first and depth-limited search, and iterative deepening (AIMA 3.4).

*Tree* searches do not remember states. Like the textbook's functions, the functions with these
names generate all children of a node before they test the first child, and their tree searches
follow paths with cycles. So a script that counts calls gets the textbook's numbers.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import count
from typing import Any, Final, Literal, TypeAlias

from aima_search.algorithms.best_first import of_finite_cost
from aima_search.algorithms.steps import Fate, Step, StepGenerator, Steps, drain
from aima_search.model.contract import Action, ProblemLike, State
from aima_search.model.problem import (
    Expand,
    Node,
    Successor,
    all_successors,
    goal_test,
    is_hashable,
    successors,
)

Cutoff: TypeAlias = Literal["cutoff"]
CUTOFF: Final = "cutoff"
"""The answer of depth-limited search if part of the tree was beyond the limit."""

StepsOrCutoff: TypeAlias = StepGenerator[Any, Any, "Node | Cutoff | None"]
_ExpandOf: TypeAlias = Callable[[ProblemLike], Expand]


def breadth_first_steps(problem: ProblemLike) -> Steps:
    """Expand the shallowest node first; test nodes for the goal when they are generated."""
    return _shallowest_first(problem, of_finite_cost)


def _shallowest_first(problem: ProblemLike, expand_of: _ExpandOf) -> Steps:
    expand, is_goal = expand_of(problem), goal_test(problem)
    root = Node(problem.initial)
    step = Step(root)
    if is_goal(root.state):
        return root
    frontier, reached = deque([root]), {root.state}
    step.explored = partial(_explored, reached, frontier)
    while frontier:
        step.node, step.frontier = frontier[0], len(frontier)
        yield step
        node, emit = frontier.popleft(), step.emit
        step.expanded += 1
        for action, state, cost in expand(node):
            step.generated += 1
            if state not in reached:
                reached.add(state)
                child = Node(state, node, action, cost)
                if emit is not None:
                    emit(Fate.QUEUED, child)
                if is_goal(state):
                    step.node, step.frontier = child, len(frontier) + 1
                    return child
                frontier.append(child)
            elif emit is not None:
                emit(Fate.KNOWN, Node(state, node, action, cost))
    step.frontier = 0
    return None


def _explored(reached: set[Any], frontier: Sequence[Node]) -> list[Node]:
    known = {node.state: node for node in frontier}
    for node in frontier:
        parent = node.parent
        while parent is not None and parent.state not in known:
            known[parent.state] = parent
            parent = parent.parent
    waiting = {node.state for node in frontier}
    expanded = [known.get(state) or Node(state) for state in reached if state not in waiting]
    return [*expanded, *frontier]


def depth_first_steps(problem: ProblemLike) -> Steps:
    """Expand the deepest node first; ignore further paths to a reached state."""
    return _unordered(problem, of_finite_cost, deque.pop, remember=True)


def breadth_first_tree_steps(problem: ProblemLike) -> Steps:
    """Expand the shallowest node first, without remembering states."""
    return _unordered(problem, of_finite_cost, deque.popleft, remember=False)


def depth_first_tree_steps(problem: ProblemLike) -> Steps:
    """Expand the deepest node first, without remembering states; this can run forever."""
    return _unordered(problem, of_finite_cost, deque.pop, remember=False)


def _unordered(
    problem: ProblemLike, expand_of: _ExpandOf, take: Callable[..., Node], *, remember: bool
) -> Steps:
    """Search breadth-first if ``take`` is deque.popleft, depth-first if it is deque.pop."""
    expand, is_goal = expand_of(problem), goal_test(problem)
    root = Node(problem.initial)
    step = Step(root)
    frontier, reached = deque([root]), {root.state} if remember else None
    while frontier:
        step.frontier = len(frontier)
        step.node = node = take(frontier)
        if is_goal(node.state):
            return node
        yield step
        step.expanded += 1
        emit = step.emit
        for action, state, cost in expand(node):
            step.generated += 1
            if reached is not None:
                if state in reached:
                    if emit is not None:
                        emit(Fate.KNOWN, Node(state, node, action, cost))
                    continue
                reached.add(state)
            child = Node(state, node, action, cost)
            frontier.append(child)
            if emit is not None:
                emit(Fate.QUEUED, child)
    step.frontier = 0
    return None


def depth_limited_steps(problem: ProblemLike, *, limit: int = 50) -> StepsOrCutoff:
    """Search the tree depth-first, along paths of at most ``limit`` actions.

    Return a goal node, None if there is no solution, or CUTOFF if the limit cut off some paths.
    """
    return _deepening(problem, of_finite_cost, [limit], avoid_cycles=False)


def iterative_deepening_steps(problem: ProblemLike) -> Steps:
    """Depth-limited search with limit 0, 1, 2, ... until nothing is cut off.

    Paths with a cycle are not followed, so in a finite space the search always ends.
    """
    avoid_cycles = is_hashable(problem.initial)
    return _deepening(problem, of_finite_cost, count(), avoid_cycles=avoid_cycles)


def _deepening(
    problem: ProblemLike, expand_of: _ExpandOf, limits: Iterable[int], *, avoid_cycles: bool
) -> StepGenerator[Any, Any, Any]:
    expand, root, answer = expand_of(problem), Node(problem.initial), None
    step = Step(root)
    for limit in limits:
        answer = yield from _depth_first_to(
            problem, expand, root, limit, step, avoid_cycles=avoid_cycles
        )
        if answer != CUTOFF:
            break
    return answer


def _depth_first_to(
    problem: ProblemLike, expand: Expand, root: Node, limit: int, step: Step, *, avoid_cycles: bool
) -> StepsOrCutoff:
    is_goal = goal_test(problem)
    if is_goal(root.state):
        return root
    if limit <= 0:
        return CUTOFF
    cut_off, step.limit = False, limit
    path: list[tuple[Node, Iterator[Successor]]] = []
    on_path = {root.state} if avoid_cycles else set()
    node: Node | None = root
    while node is not None or path:
        if node is not None:  # go one deeper
            step.node, step.frontier = node, len(path) + 1
            yield step
            step.expanded += 1
            emit = step.emit
            path.append((node, iter(expand(node))))
        parent, untried = path[-1]
        node = None
        for action, state, cost in untried:
            step.generated += 1
            if avoid_cycles and state in on_path:
                if emit is not None:
                    emit(Fate.KNOWN, Node(state, parent, action, cost))
                continue
            child = Node(state, parent, action, cost)
            if emit is not None:
                emit(Fate.BEYOND if child.depth == limit else Fate.QUEUED, child)
            if is_goal(state):
                step.node, step.frontier = child, len(path) + 1
                return child
            if child.depth == limit:
                cut_off = True
                continue
            node = child
            break
        if node is None:
            path.pop()
            if avoid_cycles:
                on_path.discard(parent.state)
        elif avoid_cycles:
            on_path.add(node.state)
    step.frontier = 0
    return CUTOFF if cut_off else None


def breadth_first_graph_search(problem: ProblemLike[State, Action]) -> Node[State, Action] | None:
    """Find a shallowest goal by breadth-first search that remembers states (AIMA figure 3.11)."""
    return drain(_shallowest_first(problem, all_successors), problem)


def breadth_first_search(problem: ProblemLike) -> Node | None:
    """Call ``breadth_first_graph_search``; until 2018, the textbook used the shorter name."""
    return breadth_first_graph_search(problem)


def depth_first_graph_search(problem: ProblemLike[State, Action]) -> Node[State, Action] | None:
    """Find a goal by depth-first search that remembers states (AIMA figure 3.7)."""
    return drain(_unordered(problem, successors, deque.pop, remember=True), problem)


def breadth_first_tree_search(problem: ProblemLike[State, Action]) -> Node[State, Action] | None:
    """Find a shallowest goal by breadth-first search that does not remember states."""
    return drain(_unordered(problem, successors, deque.popleft, remember=False), problem)


def depth_first_tree_search(problem: ProblemLike[State, Action]) -> Node[State, Action] | None:
    """Find a goal by depth-first search that does not remember states."""
    return drain(_unordered(problem, successors, deque.pop, remember=False), problem)


def depth_limited_search(
    problem: ProblemLike[State, Action], limit: int = 50
) -> Node[State, Action] | Cutoff | None:
    """Search paths of at most ``limit`` actions; return a node, 'cutoff', or None [figure 3.17]."""
    return drain(_deepening(problem, all_successors, [limit], avoid_cycles=False), problem)


def iterative_deepening_search(problem: ProblemLike[State, Action]) -> Node[State, Action] | None:
    """Find a shallowest goal (AIMA figure 3.18). The memory is linear in the goal's depth.

    Like the textbook's function, this function may run forever if there is no solution. In a finite
    space, ``solve(problem, "iterative-deepening")`` always ends.
    """
    return drain(_deepening(problem, all_successors, count(), avoid_cycles=False))
