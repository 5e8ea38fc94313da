"""solve: run one algorithm on one problem, within limits, and say what it found and took."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from aima_search.algorithms.steps import Step, exhaust
from aima_search.catalog.heuristics import HeuristicSpec
from aima_search.contract import Action, ProblemLike, State
from aima_search.limits import Limits
from aima_search.runs.deadline import Deadline
from aima_search.runs.monitor import LimitReached
from aima_search.runs.outcomes import INTERRUPTED, MEMORY_LIMIT, NODE_LIMIT, TIME_LIMIT
from aima_search.runs.result import SearchLimitReached, SearchResult
from aima_search.runs.search import Search

_LIMITS = (TIME_LIMIT, NODE_LIMIT, MEMORY_LIMIT)


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

    algorithm: a name, or one with options, "weighted-astar(weight=2)". ``options`` go to it
    (``weight`` of weighted A*, ``limit`` of depth-limited search, ``seed`` of local search).
    ``on_step`` is called at every expansion.
    Without ``heuristic`` the problem's own ``h`` is used, and without ``tie_break`` what it states
    as its ``default_tie_break``, otherwise "fifo". ``engine``: "objects", or "packed", which
    expands batches on numpy arrays, many times as fast where the problem has a packed form and the
    heuristic an array form; NotApplicable says why where it has none. "auto" begins with objects,
    changes over where the search grows wide, and says why in ``engine_note``. Without ``engine`` it
    is the problem's ``default_engine``, "objects" if it states none or ties are to be broken in a
    certain way. Unknown names raise LookupError.
    With ``raise_on_limit`` a limit raises SearchLimitReached, which carries the result.
    """
    search = Search(problem, algorithm, heuristic, limits, tie_break, engine=engine, **options)
    result = pull_to_end(search, on_step)
    if raise_on_limit and result.status in _LIMITS:
        raise SearchLimitReached(result.status, result)
    return result


def pull_to_end(
    search: Search[State, Action], on_step: Callable[[Step[State, Action]], object] | None = None
) -> SearchResult[State, Action]:
    """Take all steps of a search, within its limits whatever it is at; return its result."""
    try:
        with Deadline(search.limits.seconds):
            exhaust(search if on_step is None else map(on_step, search))
            search.result()  # which replays it
    except KeyboardInterrupt:  # which reached ``on_step``
        search._stop(INTERRUPTED)
    except LimitReached as reached:  # in ``on_step`` or the replay
        search._end(reached.args[0])
    return search.result()
