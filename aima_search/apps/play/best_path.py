"""Searches for an optimal path. Each call searches for about 50 ms."""

from __future__ import annotations

from copy import copy
from time import perf_counter
from typing import Any

from aima_search.base.errors import NotApplicable
from aima_search.base.limits import Limits
from aima_search.catalog.heuristics import heuristic_info
from aima_search.model.contract import ProblemLike
from aima_search.model.puzzle import Puzzle
from aima_search.runs.result import COVERED, SearchResult, no_negative_cost
from aima_search.runs.search import Search
from aima_search.trace.session import MOST_SECONDS

MOST_EXPANSIONS = 200_000
"""After this number of expansions, the search gives up."""


class OptimalPathSearch:
    """An A* search for an optimal path from a state to a goal."""

    def __init__(self, problem: ProblemLike, state: Any) -> None:
        """Prepare the search; raise NotApplicable if an action has a negative cost."""
        if no_negative_cost(problem, states=COVERED) is False:
            raise NotApplicable("an action has a negative cost, so optimality cannot be proved")
        self.start = state
        problem = copy(problem)
        problem.initial = state  # type: ignore[misc] # a copy of the user's class is not read-only
        self._search = Search(problem, "astar", _admissible(problem), Limits(nodes=MOST_EXPANSIONS))
        self._result: SearchResult | None = None
        self.expanded = 0

    def advance(self) -> SearchResult | None:
        """Continue the search for about 50 ms; return its result, or None if it has not ended."""
        end = perf_counter() + MOST_SECONDS
        while self._result is None:
            step = next(self._search, None)
            if step is None:
                self._result = self._search.result()
            else:
                self.expanded = step.expanded
                if perf_counter() >= end:
                    return None
        return self._result


def _admissible(problem: ProblemLike) -> str | None:
    """Return None (the problem's own heuristic) if it is known to be admissible, else "zero"."""
    if not isinstance(problem, Puzzle) or type(problem).h is not Puzzle.h:
        return "zero"
    facts = heuristic_info(problem.puzzle, problem.default_heuristic)
    return None if facts.admissible else "zero"
