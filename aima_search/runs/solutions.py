"""``solutions`` lists the paths to a goal in order of cost."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any

from aima_search.algorithms.all_solutions import solution_steps
from aima_search.algorithms.names import Algorithm
from aima_search.algorithms.steps import Step
from aima_search.base.errors import InputError, ProblemError
from aima_search.base.limits import Limits
from aima_search.catalog.configuration import Configuration
from aima_search.catalog.heuristics import HeuristicSpec
from aima_search.model.contract import Action, ProblemLike, State, offered
from aima_search.model.heuristic import HeuristicFacts, with_facts
from aima_search.model.problem import Node
from aima_search.runs.outcomes import INTERRUPTED, NO_SOLUTION, SOLVED
from aima_search.runs.result import SearchLimitReached, replay
from aima_search.runs.search import Search

OnStep = Callable[[Step], object]


def solutions(
    problem: ProblemLike[State, Action],
    heuristic: HeuristicSpec[State, Action] | None = None,
    *,
    at_most: int | None = 10,
    within: float | None = 1.0,
    limits: Limits | None = None,
    on_step: OnStep | None = None,
) -> Iterator[Node[State, Action]]:
    """Yield the goal node of each solution, in order of cost; the cheapest solution is first.

    A solution is a path that visits no state twice and ends at the first goal that it reaches.

    Parameters
    ----------
    problem, heuristic, limits, on_step
        As in ``solve``. The heuristic must be admissible.
    at_most
        The largest number of solutions to yield; None for all solutions.
    within
        The highest accepted cost, as a multiple of the optimal cost. 1 accepts only optimal
        solutions, None accepts every cost. Rounding errors are ignored.

    Raises
    ------
    SearchLimitReached
        If a limit is reached.
    HeuristicError
        If the heuristic is not known to be admissible.
    CostError
        If an action has a negative cost.

    Examples
    --------
    >>> from aima_search.search import GraphProblem, romania_map
    >>> trip = GraphProblem("Arad", "Bucharest", romania_map)
    >>> for node in solutions(trip, at_most=2, within=None):
    ...     print(node.path_cost, *node.solution())
    418 Sibiu Rimnicu Pitesti Bucharest
    450 Sibiu Fagaras Bucharest
    """
    if within is not None and not within >= 1:
        raise InputError(f"within={within!r}: expected a number from 1 up, or None for any cost")
    if at_most is not None and not (isinstance(at_most, int) and at_most >= 1):
        raise InputError(f"at_most={at_most!r}: expected 1, 2, 3, ... or None for all solutions")
    algorithm = Algorithm(
        "all-solutions",
        lambda problem, h: solution_steps(problem, h, within),
        "every solution in order of cost",
        optimal=True,
    )
    if heuristic is None and offered(problem, "h") is None:
        heuristic = with_facts(lambda node: 0, HeuristicFacts(admissible=True))
    search = Search(problem, Configuration.of(algorithm, {}), heuristic, limits)
    return islice(_found(search, on_step), at_most)


def _found(search: Search[Any, Any], on_step: OnStep | None) -> Iterator[Node[Any, Any]]:
    last: Node[Any, Any] | None = None
    with search:
        for step in search:
            if on_step is not None:
                on_step(step)
            if step.found is not None and step.found is not last:
                last = step.found
                replay(search.problem, last)
                yield last
        result = search.result()
    if result.fault:
        raise ProblemError(result.fault)
    if result.status == INTERRUPTED:
        raise KeyboardInterrupt
    if result.status not in (SOLVED, NO_SOLUTION):
        raise SearchLimitReached(result.status, result)
