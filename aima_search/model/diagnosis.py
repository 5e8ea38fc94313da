"""The diagnosis of a search that has failed, or is about to claim something: what is to be mended.

``explain`` examines the problem where the search has failed; ``check_premises`` examines it once
more before a claim. A search that works and claims nothing pays nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import wraps
from itertools import islice
from time import perf_counter
from traceback import walk_tb
from typing import Any, TypeVar, cast

from aima_search.base.errors import ProblemError, SearchError, WrongAnswer, add_note
from aima_search.model.examination import (
    MEMBERS,
    RESULTS,
    Examination,
    Fault,
    check_h,
    is_same,
    show,
)
from aima_search.model.problem import Node

_OURS = ("aima_search", "puzzles", "heuristics")
_IN_HAND, _MOST = 2, 500  # nodes that are examined: where the search was; in all ...
_SECONDS = 1.0  # ... if they take no longer
_REMEMBERED, _AGAIN = 100, 3  # nodes that are looked at before a claim, and examined
_F = TypeVar("_F", bound=Callable[..., Any])


def explained(function: _F) -> _F:
    """Return a function of a problem whose failures are explained."""

    @wraps(function)
    def explaining(*arguments: Any, **options: Any) -> Any:
        try:
            return function(*arguments, **options)
        except Exception as error:
            explain(error)
            raise

    return cast(_F, explaining)


def explain(error: Exception) -> None:
    """Raise the mistake that made a search fail, or note it on an error of the user's own code.

    Return if no mistake is found, or if the error explains itself.
    """
    problem, node, h, is_of_user = _at_failure(error)
    if problem is None or isinstance(error, ProblemError):
        return
    try:
        fault = _fault_behind(error, problem, node, h)
    except Exception:  # it fails in another way now
        return
    if fault is None:
        return
    is_plain = not isinstance(error, SearchError)
    if isinstance(error, WrongAnswer) or (is_plain and is_of_user):
        add_note(error, fault.note)
    elif is_plain or fault.check == MEMBERS or type(error) is type(fault.error):
        raise fault.error from error


def _at_failure(error: Exception) -> tuple[Any, Node | None, Any, bool]:
    """Return the problem, the node and h in the innermost frames of this package.

    Return also whether the error passed through other code: the user's.
    """
    problem, node, h = None, None, None
    for frame, _ in walk_tb(error.__traceback__):
        if not _is_ours(frame.f_globals.get("__name__", "")):
            return problem, node, h, True
        known = frame.f_locals
        if "problem" in known and (problem is None or not isinstance(known["problem"], str)):
            problem, node, h = known["problem"], None, None
        if isinstance(known.get("node"), Node):
            node = known["node"]
        h = known.get("h", known.get("estimate")) if h is None else h
    return problem, node, h, False


def _is_ours(module: str) -> bool:
    return module.partition(".")[0] in _OURS


def _fault_behind(error: Exception, problem: Any, node: Node | None, h: Any) -> Fault | None:
    hashed = any(words in str(error) for words in ("unhashable", "truth value of an array"))
    examination = Examination(problem, hashed=hashed)
    most = _IN_HAND if isinstance(error, SearchError) else _MOST  # its text says much already
    end = perf_counter() + _SECONDS
    try:
        examination.check_members()
        for at in islice(_nodes(problem, node), most):
            if perf_counter() > end:
                break
            states = examination.examine(at)
            for child in [at, *(Node(state, at) for state in states)] if h is not None else []:
                check_h(h, child)
    except Fault as fault:
        return fault
    return None


def _nodes(problem: Any, node: Node | None) -> Iterator[Node]:
    """Yield the node of a failure, then nodes in breadth-first order from the initial state."""
    if node is not None and node.parent is not None:
        yield node.parent  # among whose children the node is
        yield node
    waiting = [Node(problem.initial)]
    for at in waiting:
        yield at
        waiting += at.expand(problem) if len(waiting) < _MOST else []


def check_premises(problem: Any, nodes: Iterable[Node], *, no_goal: bool) -> None:
    """Raise a mistake that refutes the claim of a search: its proof needs methods that are pure.

    nodes: which the search remembers, the first for its root; a few of them are examined once
    more. no_goal: none of them is a goal.
    """
    if _is_ours(type(problem).__module__):
        return
    examination, seen = Examination(problem), list(islice(nodes, _REMEMBERED))
    try:
        for node in seen[:_AGAIN]:
            reached = examination.examine(node)
            for child in seen:
                if child.parent is node and not any(is_same(child.state, one) for one in reached):
                    call = examination.call("result", node.state, child.action)
                    text = f"{call} returned {show(child.state)} during the search and another"
                    text += " state after it: expected the same state in every call"
                    raise Fault(RESULTS, text)
        if no_goal:
            examination.check_goal([problem.initial, *(node.state for node in seen)])
    except Fault as fault:
        if fault.note == str(fault):  # and did not only raise where no search has called it
            raise fault.error from None
