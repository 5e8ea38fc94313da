"""A batch: many boards, solved one after the other in this process, or in parallel processes.

A board may exceed its limit in code that cannot be interrupted, or it may end its process. Then the
batch adds a row with this outcome, and a new process continues with the next board.
"""

from __future__ import annotations

import pickle
import queue
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from aima_search.algorithms.frontier import tie_break_of
from aima_search.base.extras import PROCESSES, need
from aima_search.base.limits import LimitReached, Limits
from aima_search.base.plugins import load_plugins
from aima_search.catalog.configuration import Configuration, configurations_of, parse_algorithm
from aima_search.catalog.user_files import files_needed, register_from, texts_of_scripts
from aima_search.compiled.engines import OBJECTS
from aima_search.model.boards import BoardText
from aima_search.model.puzzle import PUZZLES, Puzzle
from aima_search.processes.child import ChildProcess, ChildProcessOwner, LimitExceeded
from aima_search.processes.clock import ChildStopwatch
from aima_search.processes.messages import BadFrame, ParentConnection
from aima_search.processes.process_tree import how_ended
from aima_search.runs import deadline
from aima_search.runs.attempt import attempt
from aima_search.runs.deadline import DeadlineScope, enable_alarms
from aima_search.runs.outcomes import BAD_INPUT, INTERRUPTED, WORKER_DIED
from aima_search.runs.record import RunOutcome, RunRecord, RunSpec

_GRACE = 0.2  # seconds after the time limit before a search is ended from outside


@dataclass(frozen=True)
class BatchSettings:
    """The settings of a batch. rating: True to rate the difficulty of the boards, too."""

    puzzle: str
    options: Mapping[str, Any] = field(default_factory=dict)
    algorithm: str = "astar"
    heuristic: str | None = None
    limits: Limits = field(default_factory=Limits)
    engine: str = OBJECTS
    rating: bool = False

    @cached_property
    def description(self) -> str:
        """One line that names the puzzle, the algorithm, the heuristic and all options."""
        words = [self.puzzle, self.configuration.method, self.configuration.heuristic or ""]
        if self.engine != OBJECTS:
            words.append(f"on {self.engine}")
        words += [f"{name}={value}" for name, value in sorted(self.options.items())]
        return one_line(" ".join(words))

    @cached_property
    def configuration(self) -> Configuration:
        """How all boards are searched; the puzzle's default heuristic is used if none is set."""
        configuration, puzzle = parse_algorithm(self.algorithm), PUZZLES.get(self.puzzle)
        heuristics = [self.heuristic or puzzle.default_heuristic]
        return next(
            configurations_of([configuration], heuristics, [tie_break_of(puzzle)], self.engine)
        )

    def record(
        self, line: int, text: str, outcome: RunOutcome, problem: Puzzle | None = None
    ) -> RunRecord:
        """Return the record of a board and its outcome; ``problem`` is None for an invalid text.

        The record contains ``description``, so that ``--resume`` can reject results of other
        settings. If boards are rated, it also has the rating, or None if the time limit is reached.
        """
        extra = {"line": line, "configuration": self.description, "rating": None, "hardest": ""}
        if self.rating and problem is not None:
            with suppress(LimitReached), DeadlineScope(self.limits.seconds):
                extra["rating"], extra["hardest"] = problem.rating(), problem.difficulty()
        puzzle = PUZZLES.get(self.puzzle)
        settings = {} if problem is None else problem.settings()
        run = RunSpec.of(
            self.configuration,
            self.limits,
            puzzle=self.puzzle,
            board=one_line(text),
            instance="" if problem is None else problem.instance_text(),
            board_options={**puzzle.write_options(self.options), **settings},
            puzzle_version=puzzle.version,
        )
        return RunRecord(run, outcome, extra=extra)


def solve_board(job: BatchSettings, line: int, text: str, fault: str = "") -> RunRecord:
    """Solve one board and return its record; ``fault`` is an error in the board's text, or ""."""
    if fault:
        return job.record(line, text, RunOutcome(BAD_INPUT, fault))
    made: list[Puzzle] = []

    def make_problem() -> Puzzle:
        made.append(PUZZLES.get(job.puzzle).parse(text, **job.options))
        return made[-1]

    try:
        with DeadlineScope(job.limits.seconds):
            outcome = attempt(
                make_problem,
                job.configuration,
                limits=job.limits,
                replay_on_new=True,
                describe_solution=lambda problem, result: str(problem.solution_text(result.node)),
            )
    except LimitReached as reached:  # before or after the search
        outcome = RunOutcome(reached.status)
    if outcome.status == INTERRUPTED:
        raise KeyboardInterrupt
    return job.record(line, text, outcome, made[0] if made else None)


def one_line(text: str) -> str:
    """Return ``text`` on one line: each sequence of blanks and line ends becomes one space."""
    return " ".join(text.split())


def solve_boards(
    job: BatchSettings,
    boards: Sequence[BoardText],
    workers: int = 1,
    on_board: Callable[[BoardText], object] = lambda board: None,
) -> Iterator[RunRecord]:
    """Yield each board's record as soon as it is complete; an invalid board has a record, too.

    If there is only one worker, ``on_board`` is called before each board.
    """
    if workers == 1:
        for board in boards:
            on_board(board)
            yield solve_board(job, *board)
        return
    need(f"a batch with {workers} workers", PROCESSES)
    from aima_search.processes.pools import LocalPool  # not for the worker processes themselves

    files_needed(job.puzzle, job.heuristic)  # raises an error if other processes cannot read them
    rows: queue.SimpleQueue[Any] = queue.SimpleQueue()
    with closing(LocalPool(workers, lambda: _BatchWorker(job), lambda board, error: error)) as pool:
        for board in boards:
            pool.submit(board, lambda board, answer: rows.put(answer))
        for _ in boards:
            row = rows.get()
            if isinstance(row, BaseException):
                raise row
            yield row


class _BatchWorker(ChildProcessOwner):
    def __init__(self, job: BatchSettings) -> None:
        super().__init__()
        self._job = job

    def execute(self, board: BoardText, /) -> RunRecord | BaseException | None:
        """Return a board's record, an error that ends the batch, or None after ``close``."""
        if self._child is None:
            settings = {"with_deadlines": deadline.is_enabled}
            self._child = ChildProcess("aima_search.runs.batch", settings)
            needed = self._job, dict(texts_of_scripts(self._job.puzzle))
            self._child.call(pickle.dumps(needed), ChildStopwatch().start())
        child, fault = self._child, None
        if self._is_closed:  # perhaps while the process started
            self._end()
            return None
        try:
            answer = child.call(pickle.dumps(board), *child.bounds(self._job.limits, _GRACE))
            if answer is not None:
                return pickle.loads(answer)
        except (LimitExceeded, BadFrame) as error:
            fault = error
        outcome = outcome_without_answer(child, fault)
        self._end()
        return self._job.record(board[0], board[1], outcome)


def outcome_without_answer(child: ChildProcess, fault: Exception | None) -> RunOutcome:
    """Return the outcome for a board whose child process was killed or ended unexpectedly."""
    if isinstance(fault, LimitExceeded):
        return RunOutcome(
            fault.status, f"the process was killed {fault}, because it did not end by itself"
        )
    if fault is not None:
        return RunOutcome(WORKER_DIED, f"the process of the search gave no valid answer: {fault}")
    return RunOutcome(WORKER_DIED, f"the process of the search ended: {how_ended(child.wait())}")


def main(with_deadlines: bool) -> None:
    """Run a worker process. It receives the settings first, and then one board per request."""
    batch = ParentConnection()
    if with_deadlines:
        enable_alarms()
    load_plugins()
    batch.greet()
    job, scripts = pickle.loads(batch.next() or b"")
    register_from(scripts)
    batch.answer(b"ready")
    while (request := batch.next()) is not None:
        answer: RunRecord | BaseException
        try:
            answer = solve_board(job, *pickle.loads(request))
        except (Exception, KeyboardInterrupt) as error:
            answer = error
        batch.answer(pickle.dumps(answer))
