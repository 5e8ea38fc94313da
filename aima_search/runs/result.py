"""The result of a search and its effort, as a value that shows itself."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from aima_search.base.errors import SearchError
from aima_search.model.contract import Action, State
from aima_search.runs.found import Found

if TYPE_CHECKING:
    from aima_search.runs.animation import Animation


class SearchResult(Found[State, Action]):
    """The outcome of one search, with all that ``Found`` has; a notebook and ``print`` show it."""

    def animate(self, seconds: float = 0.8) -> Animation:
        """Return the solution as an animation that shows each state for so many seconds.

        A notebook plays it, ``save("solution.gif")`` and ``save("solution.html")`` keep it.
        Raises NotApplicable without a solution, or if the problem has no ``scene``.
        """
        from aima_search.runs.animation import make_animation

        return make_animation(self, seconds)

    def __str__(self) -> str:
        from aima_search.runs.result_text import result_text

        return result_text(self)

    def _repr_html_(self) -> str:
        from aima_search.runs.result_text import result_html

        return result_html(self)


class SearchLimitReached(SearchError):
    """A limit ended the search; ``result`` holds its statistics, ``limit`` says which one.

    ``limit`` is one of "time-limit", "node-limit", "memory-limit".
    """

    def __init__(self, limit: str, result: SearchResult) -> None:
        took = f"{result.expanded:,} expansions and {result.total_seconds:.2f} s"
        super().__init__(f"{limit} after {took}")
        self.limit = limit
        self.result = result

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.limit, self.result)
