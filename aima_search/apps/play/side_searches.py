"""Searches next to the watched search: each goes on a little at a time, for one answer."""

from __future__ import annotations

from copy import copy
from time import perf_counter
from typing import Any

from aima_search.base.limits import Limits
from aima_search.catalog.heuristics import heuristic_info
from aima_search.model.contract import ProblemLike
from aima_search.model.puzzle import Puzzle
from aima_search.runs.result import SearchResult
from aima_search.runs.search import Search
from aima_search.trace.session import MOST_SECONDS

MOST = 200_000
"""Expansions; after so many an answer stays unknown."""


class BestWay:
    """An optimal way from a state to a goal, looked for by A*."""

    def __init__(self, problem: ProblemLike, state: Any) -> None:
        self.start = state
        there = copy(problem)
        there.initial = state  # type: ignore[misc] # a copy of the user's class is not read-only
        self._search = Search(there, "astar", _admissible(problem), Limits(nodes=MOST))
        self._result: SearchResult | None = None
        self.expanded = 0

    def advance(self) -> SearchResult | None:
        """Search on for 50 ms, or for one longer expansion; None while there is no answer."""
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
    """Return None, the problem's own heuristic, if it is known never to overestimate."""
    if isinstance(problem, Puzzle):
        facts = heuristic_info(problem.puzzle, problem.default_heuristic)
        if facts.admissible and type(problem).h is Puzzle.h:
            return None
    return "zero"
