"""A heuristic of every puzzle: the maximum of its admissible heuristics."""

from __future__ import annotations

from aima_search.catalog.combine import maximum
from aima_search.catalog.heuristics import heuristic_info, make_heuristic
from aima_search.model.contract import Action, ProblemLike, State
from aima_search.model.heuristic import heuristics_for, register_heuristic
from aima_search.model.problem import Heuristic

NAME = "max-admissible"


def register_max_admissible(puzzle: str) -> None:
    """Register, for a puzzle, the maximum of all heuristics of its own that are admissible.

    Heuristics that anybody registers later belong to the maximum too. Whether the maximum is
    consistent depends on them, and is not stated.
    """

    @register_heuristic(puzzle, NAME, admissible=True)
    def max_admissible(problem: ProblemLike[State, Action]) -> Heuristic[State, Action]:
        """Maximum of all admissible heuristics registered for the puzzle."""
        names = [
            name
            for name in heuristics_for(puzzle)
            if name != NAME and heuristic_info(puzzle, name).admissible
        ]
        return maximum(*[make_heuristic(name, problem) for name in names])
