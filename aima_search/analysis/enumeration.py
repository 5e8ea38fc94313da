"""The one place where a state space is enumerated: packed if the puzzle offers it."""

from __future__ import annotations

from collections.abc import Callable

from aima_search.analysis.plain_space import PlainSpace
from aima_search.analysis.space import Space
from aima_search.model.contract import ProblemLike
from aima_search.model.packed import packed_form

_INTERVAL = 1000  # expansions between two words on the progress


def enumerate_space(
    problem: ProblemLike,
    limit: int = 1_000_000,
    on_progress: Callable[[int], object] | None = None,
    *,
    packed: bool = True,
) -> Space:
    """Enumerate the reachable states, packed if the problem offers it and ``packed`` is set.

    It stops once more than ``limit`` states are known, or soon after in a packed space.
    ``on_progress`` is called now and then with the number of known states.
    """
    form = packed_form(problem, needs=("scipy",)) if packed else None
    if form is None:
        return enumerate_plainly(problem, limit, on_progress)
    from aima_search.analysis.packed_space import enumerate_packed  # numpy only when used

    return enumerate_packed(problem, form, limit, on_progress)


def enumerate_plainly(
    problem: ProblemLike, limit: int = 1_000_000, on_progress: Callable[[int], object] | None = None
) -> PlainSpace:
    """Enumerate the reachable states as Python objects, in breadth-first order."""
    space = PlainSpace(problem)
    while not space.complete and len(space) <= limit:
        space.expand_next()
        if on_progress is not None and space.expanded % _INTERVAL == 0:
            on_progress(len(space))
    return space
