"""The perfect heuristic, for every puzzle: h* itself, by covering the whole space beforehand."""

from __future__ import annotations

from aima_search.catalog.heuristics import announce
from aima_search.model.contract import Action, ProblemLike, State
from aima_search.model.heuristic import ANY, register_heuristic
from aima_search.model.packed import with_array_form
from aima_search.model.problem import Heuristic


@register_heuristic(ANY, "perfect", admissible=True, consistent=True)
def perfect(problem: ProblemLike[State, Action]) -> Heuristic[State, Action]:
    """h* itself, computed backwards from all goals, on boards with few enough states."""
    from aima_search.analysis.enumeration import PerfectDistances

    distances = PerfectDistances.of(problem, on_progress=announce("perfect distances"))
    return with_array_form(distances, distances.of_keys) if distances.of_keys else distances
