"""Search as the AIMA textbook teaches it: the same names and answers, counted, limited, fast."""

from __future__ import annotations

TYPE_CHECKING = False  # without typing: a command is interrupted in silence from its start on

if TYPE_CHECKING:
    from typing import Any

    from aima_search.algorithms.informed import astar_search
    from aima_search.checks.heuristic import check_heuristic
    from aima_search.checks.problem import check_problem
    from aima_search.errors import SearchError
    from aima_search.limits import Limits
    from aima_search.problem import Node, Problem
    from aima_search.runs.compare import compare
    from aima_search.runs.result import SearchLimitReached, SearchResult
    from aima_search.runs.search import Search
    from aima_search.runs.solve import solve

__version__ = "0.2.0"  # the one place: setup.cfg reads it here

__all__ = [
    "Limits",
    "Node",
    "Problem",
    "Search",
    "SearchError",
    "SearchLimitReached",
    "SearchResult",
    "astar_search",
    "check_heuristic",
    "check_problem",
    "compare",
    "solve",
]

_LAZY = {  # imported when used: a script that only searches need not wait for the rest
    "Limits": "limits",
    "Node": "problem",
    "Problem": "problem",
    "Search": "runs.search",
    "SearchError": "errors",
    "SearchLimitReached": "runs.result",
    "SearchResult": "runs.result",
    "astar_search": "algorithms.informed",
    "check_heuristic": "checks.heuristic",
    "check_problem": "checks.problem",
    "compare": "runs.compare",
    "solve": "runs.solve",
}


if not TYPE_CHECKING:  # to which a name that is missing here would be anything

    def __getattr__(name: str) -> Any:
        if name not in _LAZY:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        from importlib import import_module

        return getattr(import_module(f"{__name__}.{_LAZY[name]}"), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *_LAZY})
