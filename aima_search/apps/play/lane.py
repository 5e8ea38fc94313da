"""A lane: a search that is watched, with the request that began it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from aima_search.algorithms.frontier import tie_break_of
from aima_search.apps.play.study.jumps import Jumps
from aima_search.apps.play.truth import Truth
from aima_search.catalog.configuration import Configuration, options_as_texts, parse_algorithm
from aima_search.catalog.heuristics import HeuristicSpec, heuristic_info, puzzle_name
from aima_search.model.contract import ProblemLike
from aima_search.model.problem import OWN_HEURISTIC
from aima_search.model.puzzle import PUZZLES, Puzzle
from aima_search.trace.protocol import open_session
from aima_search.trace.recording import Recording
from aima_search.trace.session import Session


@dataclass
class Lane:
    """A session, its heuristic, and the request that opened it, if there was a request."""

    session: Session
    how: Configuration
    heuristic: HeuristicSpec | None = None
    request: Mapping[str, Any] = field(default_factory=dict)

    @classmethod
    def opened(cls, request: Mapping[str, Any]) -> Lane:
        """Return the lane that a request opens, by default with the puzzle's heuristic."""
        algorithm = request.get("algorithm", "astar")
        if parse_algorithm(algorithm)[0].informed and "heuristic" not in request:
            default = PUZZLES.get(request["puzzle"]).default_heuristic
            request = {**request, "heuristic": default}
        session = open_session(**request)
        if "heuristic" in request:
            heuristic_info(request["puzzle"], request["heuristic"])
        ties = request.get("tie_break")
        how = _configuration(session.recording, request.get("heuristic"), ties)
        return cls(session, how, how.heuristic, request)

    @classmethod
    def of(
        cls,
        problem: ProblemLike,
        algorithm: str = "astar",
        heuristic: HeuristicSpec | None = None,
        limits: Any = None,
        tie_break: str | None = None,
        **options: Any,
    ) -> Lane:
        """Return the lane of a problem in hand; the parameters are those of ``Search``."""
        recording = Recording(problem, algorithm, heuristic, limits, tie_break, **options)
        if isinstance(heuristic, str):
            heuristic_info(puzzle_name(problem), heuristic)  # an unknown name is refused now
        if heuristic is None and isinstance(problem, Puzzle):
            heuristic = problem.default_heuristic
        name = heuristic if isinstance(heuristic, str) else getattr(heuristic, "__name__", None)
        how = _configuration(recording, name, tie_break)
        return cls(Session(recording), how, heuristic)

    @cached_property
    def truth(self) -> Truth:
        """The search for h* of its nodes."""
        return Truth(self.session)

    @cached_property
    def jumps(self) -> Jumps:
        """The steps at which it can halt."""
        return Jumps(self.session, is_proved=self._is_proved())

    def _is_proved(self) -> bool:
        problem = self.problem
        if not isinstance(problem, Puzzle) or not isinstance(self.heuristic, str):
            return False
        return heuristic_info(problem.puzzle, self.heuristic).admissible is True

    @property
    def options(self) -> Mapping[str, Any]:
        """The options of its algorithm."""
        return self.session.recording.options

    @property
    def problem(self) -> ProblemLike:
        """The problem that is searched."""
        return self.session.recording.problem


def _configuration(recording: Recording, heuristic: str | None, ties: str | None) -> Configuration:
    chosen = recording.algorithm
    return Configuration(
        chosen.name,
        (heuristic or OWN_HEURISTIC) if chosen.informed else None,
        (ties or tie_break_of(recording.problem)) if chosen.best_first else None,
        options_as_texts(recording.options),
    )
