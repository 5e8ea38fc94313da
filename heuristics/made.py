"""Heuristics for every puzzle, made from the problem itself or from other heuristics."""

from __future__ import annotations

from aima_search.base.extras import need
from aima_search.catalog.combine import maximum
from aima_search.catalog.expressions import split_list
from aima_search.catalog.heuristics import announce, heuristic_info, make_heuristic
from aima_search.model.contract import Action, ProblemLike, State
from aima_search.model.heuristic import ANY, heuristics_for, register_heuristic
from aima_search.model.problem import Heuristic


@register_heuristic(
    ANY,
    "pattern-database",
    admissible=True,
    source="AIMA 3.6.3",
    takes="sizes of disjoint patterns, such as 4-4",
)
def pattern_database(
    problem: ProblemLike[State, Action], text: str = ""
) -> Heuristic[State, Action]:
    """Sum or maximum of the exact costs of simpler problems."""
    need("the heuristic pattern-database", "numpy")
    from aima_search.made.abstractions import pattern_database as made  # loads numpy

    return made(problem, text)


@register_heuristic(
    ANY,
    "relaxed",
    admissible=True,
    consistent=True,
    source="AIMA 3.6.2",
    takes="names of rules separated by commas, such as blank",
)
def relaxed(problem: ProblemLike[State, Action], text: str = "") -> Heuristic[State, Action]:
    """Exact cost of the problem without some of its rules."""
    need("the heuristic relaxed", "numpy", "scipy")
    from aima_search.made.abstractions import relaxed as made  # loads numpy

    return made(problem, *split_list(text))


@register_heuristic(
    ANY,
    "landmarks",
    admissible=True,
    consistent=True,
    source="Goldberg and Harrelson 2005",
    takes="number of landmarks, such as 8",
)
def landmarks(problem: ProblemLike[State, Action], text: str = "") -> Heuristic[State, Action]:
    """Lower bound from the distances to a few states (landmarks), for small state spaces."""
    need("the heuristic landmarks", "numpy", "scipy")
    from aima_search.made.landmarks import landmarks_of  # loads numpy

    return landmarks_of(problem, text)


@register_heuristic(
    ANY,
    "learned",
    source="AIMA 3.6.5",
    takes="heuristics separated by commas, such as h1, h2, and optionally one-sided",
)
def learned(problem: ProblemLike[State, Action], text: str = "") -> Heuristic[State, Action]:
    """A weighted sum of other heuristics, fitted to the exact costs of states on a random walk.

    With the option ``one-sided``, h is never above the exact cost of these states, but it may be
    above the exact cost of other states.
    """
    need("the heuristic learned", "numpy", "scipy")
    from aima_search.made.learned import learned_of  # loads numpy

    return learned_of(problem, text)


@register_heuristic(ANY, "perfect", admissible=True, consistent=True)
def perfect(problem: ProblemLike[State, Action]) -> Heuristic[State, Action]:
    """The exact cost h*, computed backwards from all goals; only for small state spaces."""
    from aima_search.analysis.enumeration import PerfectDistances

    return PerfectDistances.of(problem, on_progress=announce("perfect distances"))


MAXIMUM = "max-admissible"


def register_max_admissible(puzzle: str) -> None:
    """Register the maximum of all admissible heuristics of a puzzle as one of its heuristics.

    The maximum also includes heuristics that are registered later. These heuristics may be
    inconsistent, so the maximum is not registered as consistent.
    """

    @register_heuristic(puzzle, MAXIMUM, admissible=True)
    def max_admissible(problem: ProblemLike[State, Action]) -> Heuristic[State, Action]:
        """Maximum of all admissible heuristics of the puzzle.

        Admissible: each of these heuristics is at most h*, so their maximum is at most h*, too.
        """
        names = [
            name
            for name in heuristics_for(puzzle)
            if name != MAXIMUM and heuristic_info(puzzle, name).admissible
        ]
        return maximum(*[make_heuristic(name, problem) for name in names])
