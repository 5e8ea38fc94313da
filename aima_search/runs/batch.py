"""One board of a batch: how the boards are solved, and what came of the board."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, TypeAlias

from aima_search.algorithms.engines import OBJECTS
from aima_search.base.limits import Limits
from aima_search.catalog.algorithms import parse_algorithm
from aima_search.model.puzzle import PUZZLES, Puzzle
from aima_search.runs.attempt import attempt
from aima_search.runs.configuration import Configuration, default_tie_break, options_as_texts
from aima_search.runs.deadline import Deadline
from aima_search.runs.monitor import LimitReached
from aima_search.runs.outcomes import INTERRUPTED
from aima_search.runs.record import Ending, Record, Run
from aima_search.runs.result import SearchResult

BoardText: TypeAlias = tuple[int, str]
"""The line of the file where it starts, and its text."""


@dataclass(frozen=True)
class Job:
    """How the boards of a batch are solved; plain values, which a worker process can receive."""

    puzzle: str
    options: Mapping[str, Any] = field(default_factory=dict)
    algorithm: str = "astar"
    heuristic: str | None = None
    limits: Limits | None = None
    engine: str = OBJECTS

    @cached_property
    def configuration(self) -> str:
        """The puzzle, the algorithm with its options, heuristic and engine, the puzzle's options.

        A missing heuristic, and the engine "objects", are left out.
        """
        words = [self.puzzle, self.how.method, self.how.heuristic or ""]
        words += [f"on {self.engine}"] if self.engine != OBJECTS else []
        options = [f"{name}={value}" for name, value in sorted(self.options.items())]
        return one_line(" ".join([*words, *options]))

    @cached_property
    def how(self) -> Configuration:
        """How every board is searched, by the puzzle's default heuristic without a heuristic."""
        algorithm, options = parse_algorithm(self.algorithm)
        puzzle = PUZZLES.get(self.puzzle)
        return Configuration(
            algorithm.name,
            self.heuristic or puzzle.default_heuristic if algorithm.informed else None,
            default_tie_break(puzzle, self.engine) if algorithm.best_first else None,
            options_as_texts(options),
            self.engine,
        )

    def run(self, text: str, problem: Puzzle | None = None) -> Run:
        """Describe the run on a board; ``problem`` is what the text stands for, if anything."""
        puzzle = PUZZLES.get(self.puzzle)
        settings = {} if problem is None else problem.settings()
        return Run.of(
            self.how,
            self.limits or Limits(),
            puzzle=self.puzzle,
            board=one_line(text),
            instance=problem.instance_text() if problem is not None else "",
            board_options={**puzzle.write_options(self.options), **settings},
            puzzle_version=puzzle.version,
        )

    def record(self, line: int, text: str, ending: Ending, problem: Puzzle | None = None) -> Record:
        """Return the record of the board that starts on a line; ``problem`` as ``run`` says.

        It keeps the ``line``, and the ``configuration`` by which a second run knows the job.
        """
        kept = {"line": line, "configuration": self.configuration}
        return Record(self.run(text, problem), ending, kept=kept)


def solve_board(job: Job, line: int, text: str) -> Record:
    """Solve one board and say what came of it; an interrupted board has come to nothing."""
    made: list[Puzzle] = []

    def make_problem() -> Puzzle:
        made.append(PUZZLES.get(job.puzzle).parse(text, **job.options))
        return made[-1]

    try:
        with Deadline(job.limits.seconds if job.limits else None):
            ending = attempt(
                make_problem,
                job.how,
                limits=job.limits,
                options=job.how.arguments,
                replay_on_new=True,
                describe_solution=_solution_text,
            )
    except LimitReached as reached:  # before the search, or after it
        ending = Ending(reached.args[0])
    if ending.status == INTERRUPTED:
        raise KeyboardInterrupt
    return job.record(line, text, ending, made[0] if made else None)


def _solution_text(problem: Puzzle, result: SearchResult) -> str:
    assert result.node is not None
    return str(problem.solution_text(result.node))


def one_line(text: str) -> str:
    """Return a text with every run of white space, line ends too, as one space."""
    return " ".join(text.split())
