"""solve: run one algorithm on one problem, within limits, and say what it found and took."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from aima_search.algorithms.steps import Step, exhaust
from aima_search.base.limits import LIMITS, Limits
from aima_search.catalog.heuristics import HeuristicSpec
from aima_search.model.contract import Action, ProblemLike, State
from aima_search.runs.deadline import Deadline
from aima_search.runs.monitor import LimitReached
from aima_search.runs.outcomes import INTERRUPTED
from aima_search.runs.result import SearchLimitReached, SearchResult
from aima_search.runs.search import Search

_AT_A_LIMIT = {limit.status for limit in LIMITS.values()}


def solve(
    problem: ProblemLike[State, Action],
    algorithm: str = "astar",
    heuristic: HeuristicSpec[State, Action] | None = None,
    limits: Limits | None = None,
    tie_break: str | None = None,
    *,
    engine: str | None = None,
    on_step: Callable[[Step[State, Action]], object] | None = None,
    raise_on_limit: bool = False,
    **options: Any,
) -> SearchResult[State, Action]:
    """Search and return a result whatever happens: a limit or Ctrl-C becomes its status.

    algorithm: a name, or a name with options, "weighted-astar(weight=2)". ``options`` go to it
    (``weight`` of weighted A*, ``limit`` of depth-limited search, ``seed`` of local search).
    ``on_step`` is called at every expansion.
    Without ``heuristic`` the problem's own ``h`` is used. Without ``tie_break`` the problem's
    ``default_tie_break`` is used, otherwise "fifo". ``engine``: "objects", "packed" or "auto".
    "packed" expands batches on numpy arrays, many times as fast. It needs a packed form of the
    problem and an array form of the heuristic; if a form is missing, NotApplicable says why. "auto"
    begins with objects, changes over if the search grows wide, and says why in ``engine_note``. The
    default is the problem's ``default_engine``, "objects" if the problem states no engine or ties
    are to be broken in a certain way. Unknown names raise LookupError.
    With ``raise_on_limit`` a limit raises SearchLimitReached with the result.
    """
    search = Search(problem, algorithm, heuristic, limits, tie_break, engine=engine, **options)
    result = pull_to_end(search, on_step)
    if raise_on_limit and result.status in _AT_A_LIMIT:
        raise SearchLimitReached(result.status, result)
    return result


def pull_to_end(
    search: Search[State, Action], on_step: Callable[[Step[State, Action]], object] | None = None
) -> SearchResult[State, Action]:
    """Take all steps of a search, within its limits whatever it is doing; return its result."""
    try:
        with Deadline(search.limits.seconds):
            exhaust(search if on_step is None else map(on_step, search))
            search.result()  # replays the answer
    except KeyboardInterrupt:  # in ``on_step``
        search._stop(INTERRUPTED)
    except LimitReached as reached:  # in ``on_step`` or the replay
        search._end(reached.args[0])
    return search.result()
