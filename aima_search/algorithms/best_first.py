"""Best-first search expands the frontier node with the lowest f first (AIMA figure 3.7).

The function f evaluates a node. The dict *reached* has the best known node for each state. This
node is *open* (in the frontier) or *closed* (expanded). A better path to a closed state *reopens*
the state.

Most nodes in a frontier are never expanded. If a heuristic has a *refinement*, the search calls the
cheap ``bound(node)`` when a node is generated, and the expensive ``refine(node)`` before its
expansion. If the refined value is higher than ``node.h``, the node *fails*, and is put back into
the frontier.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import inf
from typing import Any, TypeAlias

from aima_search.algorithms.frontier import Frontier, textbook_tie_break
from aima_search.algorithms.steps import Emit, Fate, Step, Steps
from aima_search.base.errors import CostError, NotApplicable
from aima_search.base.limits import check_limits
from aima_search.base.path_costs import PLAIN, total_cost
from aima_search.model.contract import Action, ProblemLike, State, TransitionModel
from aima_search.model.heuristic import Refinement
from aima_search.model.problem import (
    Expand,
    Heuristic,
    Node,
    Successor,
    goal_test,
    has_unit_costs,
    successors,
    transitions,
)

Evaluation: TypeAlias = Callable[[Node[State, Action]], float]

_ENOUGH = 10  # the least number of tests to judge a level
_GROWTH = 5  # the least factor from the number of tests of a level to that of the next level
_FAILED_ENOUGH = 5  # the least number of tests of nodes that failed on an earlier level
_FAILED_SHARE = 1 / 8  # the largest share of such tests in a level


def best_first_steps(
    problem: ProblemLike,
    f: Evaluation,
    *,
    tie_break: str | None = "fifo",
    by_cost: bool = False,
    refine: Evaluation | None = None,
    remember: bool = True,
    dead_end: float | None = inf,
) -> Steps:
    """Expand the node with the lowest ``f(node)`` first. Any two values of f must be comparable.

    tie_break: the name of a tie-break. If it is None, ``textbook_tie_break`` returns the name.
    by_cost: True if f is the path cost plus a function of the state. The search then keeps the
        cheapest path to each state, and calls f only for cheaper paths. False: the search keeps the
        path with the lowest f; it reopens a state if a new path has a lower f and a lower cost.
    refine: a function that may raise the f of a node before its expansion (see ``_refined``).
    remember: True to search the graph of states, False to search the tree of paths.
    dead_end: nodes with this f are left out. If it is None, only nodes of infinite path cost are
        left out, and nodes of infinite f are expanded last.
    """
    (expand, of_paths), is_goal = transitions(problem), goal_test(problem)
    step = Step(root := Node(problem.initial))
    reached = {root.state: root} if remember else _NoReachedStates()
    step.explored, step.dead_end = reached.values if remember else None, dead_end
    order = textbook_tie_break(problem) if tie_break is None else tie_break
    push = (frontier := Frontier(order)).push
    root.f = f(root)
    root._open = root.f != dead_end
    push(root)

    for node in frontier if refine is None else _refined(frontier, f, refine, step):
        if not node._open:
            continue
        step.node, step.f, here = node, node.f, node.path_cost
        if is_goal(node.state):
            return node
        yield step
        node._open, generated, pushed, emit = False, 0, 0, step.emit
        plain = type(here) if type(here) in PLAIN else None
        evaluate = f if emit is None else report_failures(f, emit)
        # All children are made first, as in the textbook's node.expand, because a user's h may
        # depend on the last call of the user's result.
        for action, state, cost in list(expand(node)) if of_paths else expand(node):
            generated += 1
            if not of_paths:
                cost = here + cost if type(cost) is plain else total_cost(node, action, cost)
            known = reached.get(state)
            if known is not None and by_cost and known.path_cost <= cost:
                if emit is not None:
                    emit(Fate.KNOWN, Node(state, node, action, cost))
                continue
            child = Node(state, node, action, cost)
            child.f = value = evaluate(child)
            if known is not None:
                if (value == inf or not by_cost) and _keeps_known_path(known, child, dead_end):
                    if emit is not None:
                        emit(Fate.KNOWN, child)
                    continue
                replace_known(known, child, step)
            reached[state] = child
            child._open = is_open = value != inf or note_infinity(expand, child, step)
            if is_open:
                pushed += 1
                push(child)
            if emit is not None:
                emit(Fate.QUEUED if is_open else Fate.PRUNED, child)
        step.expanded += 1
        step.generated += generated
        step.frontier += pushed - 1
    return None


class _NoReachedStates(dict[Any, Node]):
    """A dict that stays empty, because a tree search does not remember states."""

    def get(self, state: Any, default: Any = None) -> Any:
        return None

    def __setitem__(self, state: Any, node: Node) -> None:
        pass


def _refined(frontier: Frontier, f: Evaluation, refine: Evaluation, step: Step) -> Iterator[Node]:
    """Repeat: refine f of the best node; if f rises, put the node back, otherwise yield it."""
    for node in frontier:
        if not node._open:
            continue
        try:
            value = refine(node)
        except RefinementStopped:
            assert step.explored is not None
            # A mixture of refined and other values would make a consistent f inconsistent.
            for waiting in step.explored():  # the old entry of a closed node is skipped later
                if waiting._open:
                    waiting.f = f(waiting)
                    _put_back(waiting, frontier, step)
            break
        if node.f < value:
            step.refined += 1
            node.f = value
            _put_back(node, frontier, step)
        else:
            yield node
    yield from frontier


def _put_back(node: Node, frontier: Frontier, step: Step) -> None:
    node._open = node.f != step.dead_end
    if node._open:
        frontier.push(node)
    step.frontier -= not node._open
    step.dead_ends += not node._open
    step.report(Fate.QUEUED if node._open else Fate.PRUNED, node)


def replace_known(
    known: Node[State, Action], child: Node[State, Action], step: Step[State, Action]
) -> None:
    """Discard the node ``known``, because ``child`` has the same state and a better path."""
    if child.parent is not None and child.path_cost < child.parent.path_cost:
        _refuse_negative_cycle(child)
    if known._open:
        known._open = False
        step.frontier -= 1
        step.report(Fate.REPLACED, known)
    elif known.f != step.dead_end and known.path_cost != inf:
        step.reopened += 1
        step.report(Fate.REOPENED, child)


def report_failures(f: Evaluation[State, Action], emit: Emit) -> Evaluation[State, Action]:
    """Return a function like ``f`` that reports a node as UNDECIDED if ``f`` raises an error."""

    def evaluate(node: Node[State, Action]) -> float:
        try:
            return f(node)
        except BaseException:  # a limit raises an exception too
            emit(Fate.UNDECIDED, node)
            raise

    return evaluate


def _keeps_known_path(known: Node, child: Node, dead_end: float | None) -> bool:
    if known.f <= child.f:
        return True
    # An f that falls along a path, such as minus the depth, must not reopen states forever.
    was_expanded = not known._open and known.f != dead_end
    return was_expanded and known.path_cost <= child.path_cost


def _refuse_negative_cycle(node: Node) -> None:
    before = node.parent
    while before is not None:
        if before.state == node.state:
            if node.path_cost - before.path_cost < 0:  # False for rounded floats
                raise CostError(
                    f"a cycle through {node.state!r} costs {node.path_cost - before.path_cost!r},"
                    " so there is no cheapest path: expected cycles that cost 0 or more"
                )
            return
        before = before.parent


def note_infinity(
    expand: Expand[State, Action], node: Node[State, Action], step: Step[State, Action]
) -> bool:
    """Return True if a node must be expanded although f = inf. Update ``step.dead_ends``."""
    refuse_overflow(expand, node)
    is_path, waits = node.path_cost != inf, step.dead_end is None
    step.dead_ends += is_path and not waits
    return is_path and waits


def of_finite_cost(problem: TransitionModel[State, Action]) -> Expand[State, Action]:
    """Return a function that yields a node's successors, but skips actions of infinite cost."""
    expand = successors(problem)
    if has_unit_costs(problem):
        return expand

    def finite(node: Node[State, Action]) -> Iterator[Successor[Action, State]]:
        for action, state, cost in expand(node):
            if cost != inf:
                yield action, state, cost
            else:
                refuse_overflow(expand, Node(state, node, action, cost))

    return finite


def refuse_overflow(expand: Expand[State, Action], node: Node[State, Action]) -> None:
    """Raise NotApplicable if the path cost of ``node`` is infinite only because of an overflow.

    Such a node is not a dead end, because all actions on its path have finite costs.
    """
    if node.path_cost != inf or node.parent is None or node.parent.path_cost == inf:
        return
    taken = (node.action, node.state)
    costs = [cost for *step, cost in expand(Node(node.parent.state)) if tuple(step) == taken]
    if costs and min(costs) < inf:
        raise NotApplicable(
            f"the cost of the path to {node.state!r} is too large for a floating-point number:"
            " use smaller costs, or whole numbers"
        )


class RefinementStopped(Exception):
    """Raised when it no longer saves time to refine the nodes of a search."""


def functions_for_one_search(refinement: Refinement) -> tuple[Heuristic, Heuristic]:
    """Return the two functions (bound, refine) that one A* search with this refinement calls."""

    def refine(node: Node) -> float:
        check_limits()  # many nodes may be refined between two steps
        return refinement.refine(node)

    if refinement.instead is None:
        return refinement.bound, refine
    return while_levels_grow(refinement.bound, refine, refinement.instead)


def while_levels_grow(
    bound: Heuristic, refine: Heuristic, instead: Heuristic
) -> tuple[Heuristic, Heuristic]:
    """Return versions of ``bound`` and ``refine`` that stop when refining no longer saves time.

    Refining saves time only for nodes that are never expanded. Most of these nodes are on the last
    *level* (nodes with the same f). If a level is not much larger than the previous level, or if
    many nodes are refined twice, refining costs more time than it saves. Then ``refine`` raises
    RefinementStopped, and ``bound`` returns ``instead(node)``.
    """
    level, tests, failed, before = -float("inf"), 0, 0, 0
    has_ended = False

    def refine_while_it_pays(node: Node) -> float:
        nonlocal level, tests, failed, before, has_ended
        if node.f > level:
            has_ended = _ENOUGH <= tests < _GROWTH * before
            level, tests, failed, before = node.f, 0, 0, tests
        tests += 1
        failed += hasattr(node, "has_failed")
        if has_ended or (failed >= _FAILED_ENOUGH and failed > _FAILED_SHARE * tests):
            has_ended = True
            raise RefinementStopped
        value = refine(node)
        if value > node.h:
            node.has_failed = True  # type: ignore[attr-defined]
        return value

    def bound_of_both(node: Node) -> float:
        return instead(node) if has_ended else bound(node)

    return bound_of_both, refine_while_it_pays
