"""solve: run one algorithm on one problem, within limits, and say what it found and took."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import Any

from aima_search.algorithms.names import ALGORITHMS, Algorithm
from aima_search.algorithms.steps import Step, StepsTo, drain
from aima_search.catalog.heuristics import make_heuristic
from aima_search.errors import NotApplicable, UnknownName, WrongAnswer
from aima_search.limits import Limits
from aima_search.problem import Node, Problem, goal_test, successors
from aima_search.runs.monitor import LimitReached, Monitor
from aima_search.runs.result import SearchLimitReached, SearchResult

HeuristicSpec = str | Callable[[Node], float] | None
"""A registered name, an expression, ``file.py:name``, a function of a node, or None."""


def solve(
    problem: Any,
    algorithm: str = "astar",
    heuristic: HeuristicSpec = None,
    limits: Limits | None = None,
    tie_break: str = "fifo",
    *,
    on_step: Callable[[Step], object] | None = None,
    raise_on_limit: bool = False,
    **options: Any,
) -> SearchResult:
    """Search and return a result whatever happens: a limit or Ctrl-C becomes its status.

    ``options`` go to the algorithm (``weight`` of weighted A*, ``limit`` of depth-limited
    search, ``seed`` of local search). ``on_step`` is called at every expansion.
    Without ``heuristic`` the problem's own ``h`` is used. Unknown names raise LookupError.
    With ``raise_on_limit`` a limit raises SearchLimitReached, which carries the result.
    """
    chosen = ALGORITHMS.get(algorithm)
    monitor = Monitor(limits, keep_f=chosen.f_bounds_cost)
    answer: Any = None
    limit = None
    try:
        steps = _start(chosen, problem, heuristic, tie_break, options)
        if on_step is not None:
            steps = _tell(steps, on_step)
        answer = drain(monitor.watch(steps))
        status = _status(chosen, problem, answer)
    except LimitReached as reached:
        status = limit = reached.args[0]
    except KeyboardInterrupt:
        status = "interrupted"
    monitor.stop()
    node = answer if isinstance(answer, Node) else None
    if status == "solved" and not chosen.local:
        replay(problem, node)
    result = SearchResult(
        status=status,
        node=node,
        algorithm=algorithm,
        heuristic=_heuristic_name(heuristic) if chosen.informed else None,
        tie_break=tie_break if chosen.best_first else None,
        expanded_below_cost=(
            monitor.expanded_below(node.path_cost) if node and chosen.f_bounds_cost else None
        ),
        **monitor.counts(),
        problem=problem,
    )
    if limit is not None and raise_on_limit:
        raise SearchLimitReached(limit, result)
    return result


def _start(
    algorithm: Algorithm,
    problem: Any,
    heuristic: HeuristicSpec,
    tie_break: str,
    options: dict[str, Any],
) -> StepsTo[Any]:
    _check_applicable(algorithm, problem, options)
    if algorithm.informed:
        options = {**options, "h": make_heuristic(heuristic, problem)}
    if algorithm.best_first:
        options = {**options, "tie_break": tie_break}
    return algorithm.steps(problem, **options)


def _check_applicable(algorithm: Algorithm, problem: Any, options: dict[str, Any]) -> None:
    known = algorithm.options
    for name in options:
        if name not in known:
            raise UnknownName(f"option of {algorithm.name}", name, known)
    if algorithm.local and getattr(type(problem), "value", Problem.value) is Problem.value:
        raise NotApplicable(
            f"{algorithm.name} looks for the best value(state), and {type(problem).__name__}"
            " does not define it"
        )


def _tell(steps: StepsTo[Any], on_step: Callable[[Step], object]) -> StepsTo[Any]:
    while True:
        try:
            step = next(steps)
        except StopIteration as stop:
            return stop.value
        on_step(step)
        yield step


def _status(algorithm: Algorithm, problem: Any, answer: Any) -> str:
    if algorithm.local:
        return "solved" if goal_test(problem)(answer.state) else "not-found"
    if isinstance(answer, Node):
        return "solved"
    return "no-solution" if answer is None else "not-found"


def _heuristic_name(heuristic: HeuristicSpec) -> str:
    if heuristic is None:
        return "problem.h"
    return heuristic if isinstance(heuristic, str) else getattr(heuristic, "__name__", "h")


def replay(problem: Any, node: Node | None) -> None:
    """Follow the path to ``node`` through the problem's rules and judge it again.

    Raises WrongAnswer where an action does not lead where the node says, at that cost, or
    where the end is no goal: a solver's answer is not believed before.
    """
    assert node is not None
    path, expand = node.path(), successors(problem)
    if path[0].state != problem.initial:
        raise WrongAnswer(f"wrong answer: the path starts at {path[0].state!r}")
    for parent, child in pairwise(path):
        expected = (child.action, child.state, child.path_cost)
        if expected not in expand(parent):
            raise WrongAnswer(
                f"wrong answer: {child.action} does not lead from {parent.state!r}"
                f" to {child.state!r} at path cost {child.path_cost}"
            )
    if not goal_test(problem)(node.state):
        raise WrongAnswer(f"wrong answer: {node.state!r} is no goal")
