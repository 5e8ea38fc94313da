"""All boards of a batch: one after the other here, or several at once in other processes.

A process solves one board after the other; quick ones are sent to it in groups, and each row comes
back when its board is done. A board may take too long in code that nothing can interrupt, or may
end the process: that becomes its outcome, and the rest goes on in a new process.
"""

from __future__ import annotations

import pickle
import queue
import threading
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from time import perf_counter
from typing import Any, TypeAlias

from aima_search.base.extras import PROCESSES, need
from aima_search.base.limits import Limits
from aima_search.base.plugins import load_plugins
from aima_search.catalog.origins import files_needed, texts_of_scripts
from aima_search.catalog.user_files import register_from
from aima_search.processes.child import Child, LimitPassed, TimePassed
from aima_search.processes.clock import Clock, longest
from aima_search.processes.frames import BadFrame
from aima_search.processes.group import how_ended
from aima_search.processes.parent import Parent
from aima_search.runs.batch import BoardText, Job, solve_board
from aima_search.runs.deadline import are_deadlines_kept, keep_deadlines
from aima_search.runs.outcomes import MEMORY_LIMIT, TIME_LIMIT, WORKER_DIED
from aima_search.runs.record import Ending, Record

_MORE, _GRACE = 1.1, 0.2  # times the limit, and seconds: a search has a chance to end by itself
_MEMORY_MARGIN = 1.02
_MOST_AT_ONCE = 32  # boards of a group ...
_QUICK = 0.05  # ... and seconds of a group, up to which the next group is twice as large

_Rows: TypeAlias = "queue.SimpleQueue[Record | BaseException | None]"


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
    rows: _Rows = queue.SimpleQueue()
    waiting = _Waiting(boards)
    everyone = [_Worker(job) for _ in range(workers)]
    threads = [
        threading.Thread(target=worker.serve, args=(waiting, rows), name="batch")
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
        for thread in threads:
            thread.join()


class _Waiting:
    """The boards that no worker has taken yet."""

    def __init__(self, boards: Sequence[BoardText]) -> None:
        self._boards = iter(boards)
        self._lock = threading.Lock()

    def take(self, count: int) -> list[BoardText]:
        """Return the next boards, so many at most."""
        with self._lock:
            return list(islice(self._boards, count))


class _Worker:
    """Solves boards in a process of its own, a new process if a board has ended it."""

    def __init__(self, job: Job) -> None:
        self._job = job
        self._child: Child | None = None
        self._is_closed = False

    def serve(self, waiting: _Waiting, rows: _Rows) -> None:
        """Put the rows of boards, group by group, and None at the end; the work of a thread."""
        try:
            count = 1
            while not self._is_closed and (boards := waiting.take(count)):
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

    def _solve(self, boards: list[BoardText], rows: _Rows) -> list[BoardText]:
        """Put the rows of boards; return those that are left if one has ended the process."""
        child = self._started()
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
        try:
            answer = child.answer(*self._bounds(child))
        except LimitPassed as passed:
            status = TIME_LIMIT if isinstance(passed, TimePassed) else MEMORY_LIMIT
            return self._row(board, status, f"ended from outside {passed}, in code without an end")
        except BadFrame as error:
            return self._row(board, WORKER_DIED, f"the process gave no answer: {error}")
        if answer is None:
            how = how_ended(child.wait() or 0)
            return self._row(board, WORKER_DIED, f"its process ended in the middle: {how}")
        return answer

    def close(self) -> None:
        """End the process, in the middle of a board too."""
        self._is_closed = True
        self._end()

    def _started(self) -> Child:
        if self._child is None:
            settings = {"with_deadlines": are_deadlines_kept()}
            self._child = Child("aima_search.runs.boards", settings)
            needed = self._job, dict(texts_of_scripts(self._job.puzzle))
            self._child.ask(pickle.dumps(needed), Clock().start())
        return self._child

    def _bounds(self, child: Child) -> tuple[Clock, int | None]:
        limits = self._job.limits or Limits()
        memory = None if limits.bytes is None else int(_MEMORY_MARGIN * limits.bytes)
        if limits.seconds is None:
            return Clock().start(), memory
        seconds = _MORE * limits.seconds + _GRACE
        return child.clock(seconds, longest(limits.seconds)).start(), memory

    def _row(self, board: BoardText, status: str, message: str) -> Record:
        """Return the row of a board that has ended its process."""
        self._end()
        line, text = board
        return self._job.record(line, text, Ending(status, message))

    def _end(self) -> None:
        child, self._child = self._child, None
        if child is not None:
            child.end()


def main(with_deadlines: bool) -> None:
    """Solve boards, as the batch asks for them; the first request is the job."""
    batch = Parent()
    if with_deadlines:
        keep_deadlines()
    load_plugins()
    batch.greet()
    job, scripts = pickle.loads(batch.next() or b"")
    register_from(scripts)
    batch.answer(b"ready")
    while (request := batch.next()) is not None:
        for board in pickle.loads(request):
            batch.answer(pickle.dumps(_answer(job, board)))


def _answer(job: Job, board: BoardText) -> tuple[Record | None, Any]:
    """Return the row of a board, and what is to be raised for it."""
    try:
        return solve_board(job, *board), None
    except (Exception, KeyboardInterrupt) as error:
        return None, error
