"""One board of a batch: how the boards are solved, and what came of the board."""

from __future__ import annotations

import pickle
import queue
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property
from itertools import islice
from time import perf_counter
from typing import Any, TypeAlias

from aima_search.algorithms import informed
from aima_search.algorithms.frontier import tie_break_of
from aima_search.algorithms.steps import Step
from aima_search.base.errors import (
    HeuristicError,
    NotApplicable,
    UnknownName,
    WrongAnswer,
    with_notes,
)
from aima_search.base.extras import PROCESSES, need
from aima_search.base.interchange import storable_text
from aima_search.base.limits import LimitReached, Limits
from aima_search.base.registry import load_plugins
from aima_search.catalog import heuristics
from aima_search.catalog.configuration import Configuration, configurations_of, parse_algorithm
from aima_search.catalog.heuristics import HeuristicSpec, file_references
from aima_search.catalog.user_files import (
    files_needed,
    passed_through,
    place_in_user_file,
    register_from,
    texts_of_scripts,
)
from aima_search.compiled.engines import OBJECTS
from aima_search.model.boards import BoardText
from aima_search.model.puzzle import PUZZLES, Puzzle
from aima_search.processes.child import Child, LimitPassed
from aima_search.processes.clock import Clock
from aima_search.processes.frames import BadFrame
from aima_search.processes.process_tree import how_ended
from aima_search.processes.request_channel import RequestChannel
from aima_search.runs.deadline import Deadline, are_alarms_enabled, enable_alarms
from aima_search.runs.measures import values_of
from aima_search.runs.outcomes import (
    BAD_INPUT,
    HEURISTIC_RAISED,
    INTERRUPTED,
    MEMORY_LIMIT,
    NOT_APPLICABLE,
    PROBLEM_RAISED,
    WORKER_DIED,
    WRONG_ANSWER,
)
from aima_search.runs.record import Record, Run, RunOutcome
from aima_search.runs.replay import replay
from aima_search.runs.result import SearchResult
from aima_search.runs.search import solve


@dataclass(frozen=True)
class Job:
    """How the boards of a batch are solved; plain values, which a worker process can receive."""

    puzzle: str
    options: Mapping[str, Any] = field(default_factory=dict)
    algorithm: str = "astar"
    heuristic: str | None = None
    limits: Limits = field(default_factory=Limits)
    engine: str = OBJECTS
    rating: bool = False  # whether every board is rated too

    @cached_property
    def description(self) -> str:
        """The puzzle, the algorithm with its options, heuristic and engine, the puzzle's options.

        A missing heuristic, and the engine "objects", are left out.
        """
        words = [self.puzzle, self.configuration.method, self.configuration.heuristic or ""]
        words += [f"on {self.engine}"] if self.engine != OBJECTS else []
        options = [f"{name}={value}" for name, value in sorted(self.options.items())]
        return one_line(" ".join([*words, *options]))

    @cached_property
    def configuration(self) -> Configuration:
        """How every board is searched, by the puzzle's default heuristic without a heuristic."""
        configuration, puzzle = parse_algorithm(self.algorithm), PUZZLES.get(self.puzzle)
        heuristics = [self.heuristic or puzzle.default_heuristic]
        return next(
            configurations_of([configuration], heuristics, [tie_break_of(puzzle)], self.engine)
        )

    def run(self, text: str, problem: Puzzle | None = None) -> Run:
        """Describe the run on a board; ``problem`` is what the text stands for, if anything."""
        puzzle = PUZZLES.get(self.puzzle)
        settings = {} if problem is None else problem.settings()
        return Run.of(
            self.configuration,
            self.limits,
            puzzle=self.puzzle,
            board=one_line(text),
            instance=problem.instance_text() if problem is not None else "",
            board_options={**puzzle.write_options(self.options), **settings},
            puzzle_version=puzzle.version,
        )

    def record(
        self, line: int, text: str, outcome: RunOutcome, problem: Puzzle | None = None
    ) -> Record:
        """Return the record of the board that starts on a line; ``problem`` as ``run`` says.

        It keeps the ``line``, the ``configuration`` by which a second run knows the job, and the
        rating, if it is asked for and is found within the limit on time.
        """
        kept = {"line": line, "configuration": self.description, "rating": None, "hardest": ""}
        if self.rating and problem is not None:
            with suppress(LimitReached), Deadline(self.limits.seconds):
                kept["rating"], kept["hardest"] = problem.rating(), problem.difficulty()
        return Record(self.run(text, problem), outcome, kept=kept)


def solve_board(job: Job, line: int, text: str, fault: str = "") -> Record:
    """Solve one board and say what came of it; an interrupted board has come to nothing.

    fault: what is wrong with the board, if that is known already.
    """
    if fault:
        return job.record(line, text, RunOutcome(BAD_INPUT, fault))
    made: list[Puzzle] = []

    def make_problem() -> Puzzle:
        made.append(PUZZLES.get(job.puzzle).parse(text, **job.options))
        return made[-1]

    try:
        with Deadline(job.limits.seconds):
            outcome = attempt(
                make_problem,
                job.configuration,
                limits=job.limits,
                replay_on_new=True,
                describe_solution=lambda problem, result: str(problem.solution_text(result.node)),
            )
    except LimitReached as reached:  # before the search, or after it
        outcome = RunOutcome(reached.status)
    if outcome.status == INTERRUPTED:
        raise KeyboardInterrupt
    return job.record(line, text, outcome, made[0] if made else None)


def one_line(text: str) -> str:
    """Return a text with every run of white space, line ends too, as one space."""
    return " ".join(text.split())


# The one place that runs a search and catches what goes wrong: whatever comes is an outcome.


_WHERE_HEURISTICS_ARE_CALLED = (heuristics.__name__, informed.__name__)


def attempt(
    make_problem: Callable[[], Any],
    configuration: Configuration,
    heuristic: HeuristicSpec | None = None,
    limits: Limits | None = None,
    options: Mapping[str, Any] | None = None,
    *,
    on_step: Callable[[Step], object] | None = None,
    replay_on_new: bool = False,
    describe_solution: Callable[[Any, SearchResult], str] = lambda problem, result: "",
) -> RunOutcome:
    """Make the problem, search it, and say what came of it; Ctrl-C is an outcome too.

    heuristic: the function that the configuration's heuristic names, if it names a function.
    replay_on_new: the solution of a heuristic of a user's file, which had the problem in its
    hands, is followed once more on a problem that it never held. describe_solution: gives the
    outcome's ``solution``.
    """
    try:
        problem = make_problem()
    except UnknownName:  # of an option: a mistake of whoever asks, on every board alike
        raise
    except ValueError as error:
        return RunOutcome(BAD_INPUT, str(error))
    except (KeyboardInterrupt, LimitReached):
        raise
    except BaseException as error:
        return RunOutcome(PROBLEM_RAISED, describe(error))
    try:
        result = solve(
            problem,
            configuration,
            configuration.heuristic if heuristic is None else heuristic,
            limits,
            configuration.tie_break,
            engine=configuration.engine,
            on_step=on_step,
            **(options or {}),
        )
        if (
            replay_on_new
            and result.solved
            and configuration.heuristic
            and file_references(configuration.heuristic)
        ):
            replay(make_problem(), result.node)
        solution = describe_solution(problem, result) if result.solved else ""
    except NotApplicable as error:
        return RunOutcome(NOT_APPLICABLE, str(error))
    except WrongAnswer as error:
        return RunOutcome(WRONG_ANSWER, with_notes(error))
    except MemoryError:
        return RunOutcome(MEMORY_LIMIT, "the allocation of memory failed")
    except (KeyboardInterrupt, LimitReached):
        raise
    except BaseException as error:  # a heuristic may raise what it likes, sys.exit() is no more
        return RunOutcome(who_raised(error), describe(error))
    note = f"engine {result.engine}: {result.engine_note}" if result.engine_note else ""
    return outcome_of(result, result.fault or note, solution)


def outcome_of(result: SearchResult, note: str = "", solution: str = "") -> RunOutcome:
    """Return the outcome of a search that has come to a result."""
    told = result.curve, result.bounds, result.optimal_if
    return RunOutcome(result.status, note, values_of(result), solution, *told)


def who_raised(error: BaseException) -> str:
    """Tell whose fault an error is: it is the heuristic's if it came through where h is called."""
    if isinstance(error, HeuristicError):
        return HEURISTIC_RAISED
    modules = {frame.f_globals.get("__name__") for frame, _ in passed_through(error)}
    return PROBLEM_RAISED if modules.isdisjoint(_WHERE_HEURISTICS_ARE_CALLED) else HEURISTIC_RAISED


def describe(error: BaseException) -> str:
    """Return an error on one line, with its place if it arose in a user's file."""
    place = place_in_user_file(error)
    try:
        said = with_notes(error)
    except Exception:  # a class of a user's own, whose text fails
        said = "it has no text"
    text = storable_text(" ".join(f"{type(error).__name__}: {said}".split()))
    return f"{place}: {text}" if place and place not in text else text


# All boards of a batch: one after the other here, or several at once in other processes.
#
# A process solves one board after the other; quick ones are sent to it in groups, and each row
# comes back when its board is done. A board may take too long in code that nothing can interrupt,
# or may end the process: that becomes its outcome, and the rest goes on in a new process.


_GRACE = 0.2  # seconds beyond the limit on time: a search has a chance to end by itself
_MOST_AT_ONCE = 32  # boards of a group ...
_LAST_WAIT = 0.5  # seconds for all workers to end; if its process still starts, a worker ends later
_QUICK = 0.05  # ... and seconds of a group, up to which the next group is twice as large

_RowQueue: TypeAlias = "queue.SimpleQueue[Record | BaseException | None]"


def solve_boards(
    job: Job,
    boards: Sequence[BoardText],
    workers: int = 1,
    on_board: Callable[[BoardText], object] = lambda board: None,
) -> Iterator[Record]:
    """Yield a row for each (line, text), as they are done; a bad board is a row like others.

    ``on_board`` is called before each if one process does them all.
    """
    if workers == 1:
        for board in boards:
            on_board(board)
            yield solve_board(job, *board)
        return
    need(f"a batch with {workers} workers", PROCESSES)
    files_needed(job.puzzle, job.heuristic)  # refused if no other process could have them
    rows: _RowQueue = queue.SimpleQueue()
    waiting, lock = iter(boards), threading.Lock()

    def take(count: int) -> list[BoardText]:
        with lock:
            return list(islice(waiting, count))

    everyone = [_Worker(job) for _ in range(workers)]
    threads = [
        threading.Thread(target=worker.serve, args=(take, rows), name="batch", daemon=True)
        for worker in everyone
    ]
    try:
        for thread in threads:
            thread.start()
        for _ in threads:
            while (row := rows.get()) is not None:
                if isinstance(row, BaseException):
                    raise row
                yield row
    finally:
        for worker in everyone:
            worker.close()
        end = perf_counter() + _LAST_WAIT
        for thread in filter(threading.Thread.is_alive, threads):
            thread.join(max(end - perf_counter(), 0))


class _Worker:
    """Solves boards in a process of its own, a new process if a board has ended it."""

    def __init__(self, job: Job) -> None:
        self._job = job
        self._child: Child | None = None
        self._is_closed = False

    def serve(self, take: Callable[[int], list[BoardText]], rows: _RowQueue) -> None:
        """Put the rows of boards, group by group, and None at the end; the work of a thread.

        take: gives so many boards at most that no other worker has taken.
        """
        try:
            count = 1
            while not self._is_closed and (boards := take(count)):
                start = perf_counter()
                while boards and not self._is_closed:
                    boards = self._solve(boards, rows)
                is_quick = perf_counter() - start < _QUICK
                count = min(2 * count, _MOST_AT_ONCE) if is_quick else 1
        except BaseException as error:
            rows.put(error)
        finally:
            self._end()
            rows.put(None)

    def _solve(self, boards: list[BoardText], rows: _RowQueue) -> list[BoardText]:
        """Put the rows of boards; return those that are left if one has ended the process."""
        if self._child is None:
            settings = {"with_deadlines": are_alarms_enabled()}
            self._child = Child("aima_search.runs.batch", settings)
            needed = self._job, dict(texts_of_scripts(self._job.puzzle))
            self._child.call(pickle.dumps(needed), Clock().start())
        child = self._child
        if self._is_closed:  # while the process started
            return []
        child.send(pickle.dumps(boards), len(boards))
        for place, board in enumerate(boards):
            answer = self._answer(child, board)
            if isinstance(answer, Record):
                rows.put(answer)
                return boards[place + 1 :]
            row, raised = pickle.loads(answer)
            if raised is not None:
                raise raised
            rows.put(row)
        return []

    def _answer(self, child: Child, board: BoardText) -> bytes | Record:
        """Return what the process says of a board, or the row of a board that has ended it."""
        fault: LimitPassed | BadFrame | None = None
        try:
            answer = child.answer(*child.bounds(self._job.limits, _GRACE))
            if answer is not None:
                return answer
        except (LimitPassed, BadFrame) as error:
            fault = error
        outcome = outcome_without_answer(child, fault)
        self._end()
        return self._job.record(board[0], board[1], outcome)

    def close(self) -> None:
        """End the process, in the middle of a board too."""
        self._is_closed = True
        self._end()

    def _end(self) -> None:
        child, self._child = self._child, None
        if child is not None:
            child.end()


def outcome_without_answer(child: Child, fault: Exception | None) -> RunOutcome:
    """Return the outcome of a search whose process passed a limit, answered amiss, or ended."""
    if isinstance(fault, LimitPassed):
        return RunOutcome(fault.status, f"ended from outside {fault}: it did not end by itself")
    if fault is not None:
        return RunOutcome(WORKER_DIED, f"the process of the search gave no answer: {fault}")
    return RunOutcome(WORKER_DIED, f"the process of the search ended: {how_ended(child.wait())}")


def main(with_deadlines: bool) -> None:
    """Solve boards, as the batch asks for them; the first request is the job."""
    batch = RequestChannel()
    if with_deadlines:
        enable_alarms()
    load_plugins()
    batch.greet()
    job, scripts = pickle.loads(batch.next() or b"")
    register_from(scripts)
    batch.answer(b"ready")
    while (request := batch.next()) is not None:
        for board in pickle.loads(request):
            row = raised = None
            try:
                row = solve_board(job, *board)
            except (Exception, KeyboardInterrupt) as error:
                raised = error
            batch.answer(pickle.dumps((row, raised)))
