"""The search algorithms of the AIMA textbook, with node counts, limits and a fast engine."""

from __future__ import annotations

from aima_search.base import __version__ as __version__

TYPE_CHECKING = False  # importing typing would delay the quiet handling of Ctrl-C

if TYPE_CHECKING:
    from aima_search.algorithms.informed import astar_search as astar_search
    from aima_search.base.errors import SearchError as SearchError
    from aima_search.base.limits import Limits as Limits
    from aima_search.checks.heuristic import check_heuristic as check_heuristic
    from aima_search.checks.problem import check_problem as check_problem
    from aima_search.compiled.heuristic import compiled_heuristic as compiled_heuristic
    from aima_search.model.functions import problem_from as problem_from
    from aima_search.model.problem import Node as Node
    from aima_search.model.problem import Problem as Problem
    from aima_search.runs.compare import compare as compare
    from aima_search.runs.result import SearchLimitReached as SearchLimitReached
    from aima_search.runs.result import SearchResult as SearchResult
    from aima_search.runs.search import Search as Search
    from aima_search.runs.search import solve as solve
    from aima_search.runs.solutions import solutions as solutions
else:

    def __getattr__(name: str) -> object:
        from aima_search.base.names import import_when_used

        try:
            return import_when_used(__name__, name)
        except AttributeError:
            found = _textbook_object(name)
            if found is None:
                raise
            return found

    def _textbook_object(name: str) -> object:
        from importlib import import_module
        from importlib.util import find_spec
        from types import ModuleType

        if name.startswith("_") or find_spec(f"{__name__}.{name}"):
            return None
        found = getattr(import_module("aima_search.search"), name, None)
        return None if isinstance(found, ModuleType) else found

    def __dir__() -> list[str]:
        from aima_search.base.names import names_when_used

        return sorted({*globals(), *names_when_used(__name__)})
