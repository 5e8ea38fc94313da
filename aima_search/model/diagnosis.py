"""Looks for mistakes in a user's problem after a search has failed or ended.

``explain`` examines the problem if the search has failed. ``check_premises`` examines it before a
result is called optimal or unsolvable.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial, wraps
from itertools import islice
from time import perf_counter
from traceback import walk_tb
from typing import Any, TypeVar, cast

from aima_search.base.errors import InvalidSolution, ProblemError, SearchError, add_note
from aima_search.model.examination import (
    LEFT_ALONE,
    MEMBERS,
    RESULTS,
    ProblemFault,
    ProblemValidator,
    check_h,
)
from aima_search.model.problem import Node
from aima_search.model.values import is_same, show

_OURS = ("aima_search", "puzzles", "heuristics")
_MOST, _SECONDS = 500, 1.0  # how many nodes are examined after a failure, and for how long
_MOST_OF_OURS = 2  # fewer after an error of this package, which often explains itself
_REMEMBERED, _AGAIN = 100, 3  # nodes that check_premises compares and examines
_F = TypeVar("_F", bound=Callable[..., Any])


def explained(function: _F) -> _F:
    """Wrap a search function, so that its errors explain mistakes in the user's problem."""

    @wraps(function)
    def explaining(*arguments: Any, **options: Any) -> Any:
        try:
            return function(*arguments, **options)
        except Exception as error:
            explain(error)
            raise

    return cast(_F, explaining)


def explain(error: Exception) -> None:
    """If a search failed because of a mistake in the problem, raise an error that explains it.

    If the user's own code raised ``error``, only add the explanation to this error as a note.
    """
    problem, node, h, is_of_user = _at_failure(error)
    if problem is None or isinstance(error, ProblemError):
        return
    try:
        fault = _fault_behind(error, problem, node, h)
    except Exception:  # the problem now fails differently
        return
    if fault is None:
        return
    is_foreign = not _is_ours(type(error).__module__)
    if isinstance(error, InvalidSolution) or (is_foreign and is_of_user):
        add_note(error, fault.note)
    elif is_foreign or fault.check == MEMBERS or type(error) is type(fault.error):
        raise fault.error from error


def _at_failure(error: Exception) -> tuple[Any, Node | None, Any, bool]:
    """Return the problem, node and h of a failed search, and a bool: True if user code failed."""
    problem, node, h = None, None, None
    for frame, _ in walk_tb(error.__traceback__):
        if not _is_ours(frame.f_globals.get("__name__", "")):
            return problem, node, h, True
        names = frame.f_locals
        if "problem" in names and (problem is None or not isinstance(names["problem"], str)):
            problem, node, h = names["problem"], None, None
        if isinstance(names.get("node"), Node):
            node = names["node"]
        h = names.get("h", names.get("estimate")) if h is None else h
    return problem, node, h, False


def _is_ours(module: str) -> bool:
    return module.partition(".")[0] in _OURS


def _fault_behind(error: Exception, problem: Any, node: Node | None, h: Any) -> ProblemFault | None:
    hashed = any(words in str(error) for words in ("unhashable", "truth value of an array"))
    examination = ProblemValidator(problem, hashed=hashed)
    most = _MOST_OF_OURS if isinstance(error, SearchError) else _MOST
    end = perf_counter() + _SECONDS
    try:
        examination.check_members()
        for near in islice(_nodes_to_examine(problem, node), most):
            if perf_counter() > end:
                break
            states = examination.examine(near)
            if h is not None:
                for child in [near, *(Node(state, near) for state in states)]:
                    check_h(h, child)
    except ProblemFault as fault:
        return fault
    return None


def _nodes_to_examine(problem: Any, node: Node | None) -> Iterator[Node]:
    if node is not None and node.parent is not None:
        yield node.parent  # the failure may be in the action that leads to the node
        yield node
    waiting = [Node(problem.initial)]
    for node in waiting:
        yield node
        waiting += node.expand(problem) if len(waiting) < _MOST else []


def check_premises(problem: Any, nodes: Iterable[Node], *, no_goal: bool) -> None:
    """Raise an error if a mistake in the problem makes the result of a search unreliable.

    no_goal: True if the search found no solution; then costs do not matter. nodes: some nodes of
    the search; the root comes first.
    """
    if _is_ours(type(problem).__module__):
        return
    examination = ProblemValidator(problem, costs=not no_goal)
    known = list(islice(nodes, _REMEMBERED))
    parents = {id(node.parent) for node in known}  # a search for a goal leaves some nodes waiting
    expanded = [node for node in known[1:] if no_goal or id(node) in parents]
    try:
        for node in [*known[:1], *expanded[: _AGAIN - 1]]:
            states = examination.examine(node)
            for child in known:
                if child.parent is node and not any(map(partial(is_same, child.state), states)):
                    call = examination.written("result", node.state, child.action)
                    text = f"{call} returned {show(child.state)} during the search and another"
                    text += " state after it: expected the same state in every call"
                    raise ProblemFault(RESULTS, text)
        if no_goal:
            examination.check_goal([problem.initial, *(node.state for node in known)])
    except ProblemFault as fault:
        if fault.note == str(fault):  # a different note: a method failed only in this check
            raise fault.error from None


def check_path(problem: Any, node: Node) -> None:
    """Raise an error if ``result`` changed a state of the path instead of returning a new state."""
    if _is_ours(type(problem).__module__):
        return
    for step in node.path():
        if step.parent is not None and step.state is step.parent.state:
            try:
                ProblemValidator(problem, costs=False).examine(step.parent)
            except ProblemFault as fault:
                if fault.check == LEFT_ALONE:
                    raise fault.error from None
            return
