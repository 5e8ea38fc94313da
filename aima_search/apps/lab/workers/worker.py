"""A worker seen from the laboratory: one run at a time, with limits that it cannot escape.

The search keeps its limits by itself as long as its heuristic returns. If it does not, or if memory
grows between two looks, the process is killed and the next run gets a new process.
"""

from __future__ import annotations

import secrets
from dataclasses import replace
from time import perf_counter
from typing import TypeAlias

from aima_search.apps.lab.task import Task
from aima_search.apps.lab.workers import protocol
from aima_search.processes.child import Child, LimitPassed, TimePassed
from aima_search.processes.clock import Clock, longest
from aima_search.processes.frames import BadFrame
from aima_search.processes.group import how_ended
from aima_search.runs.outcomes import MEMORY_LIMIT, TIME_LIMIT, UNEXPECTED, WORKER_DIED
from aima_search.runs.record import Ending, Run

_PROCESS = "aima_search.apps.lab.workers.process"
_MEMORY_MARGIN = 1.02  # of the memory limit, so that a search has a chance to end by itself
_GRACE = 1.0  # seconds beyond the time limit, and a tenth of it, until a worker is killed
_GROWTH = 64 * 2**20  # bytes; a worker that keeps more after a run is replaced
_FROM_OUTSIDE = (
    "signal SIGHUP",
    "signal SIGINT",
    "signal SIGTERM",
)  # with these a machine or session is ended

Reply: TypeAlias = Ending | None
"""The ending of a run; None if its worker was ended with the machine or the laboratory."""


class Worker:
    """Serves runs one after the other in a process of its own; not to be shared by threads."""

    def __init__(self) -> None:
        self._process: Child | None = None
        self._size_at_start = 0
        self._closed = False

    def execute(self, task: Task) -> Reply:
        """Do a run and return what came of it, whatever that is."""
        try:
            process = self._started()
        except OSError as error:
            if self._closed:
                return None
            return Ending(WORKER_DIED, f"no worker could be started: {error}")
        started = perf_counter()
        ending, left = self._ask(process, task)
        seconds = perf_counter() - started
        if ending is None or left or self._is_spent(process, ending):
            self._kill()
        if ending is None or self._closed:
            return None
        return replace(ending, values={**ending.values, "wall_seconds": seconds})

    def close(self) -> None:
        """End the process; a run in flight in another thread has come to nothing."""
        self._closed = True
        self._kill()

    def _started(self) -> Child:
        """Return the process, a new process if the old one cannot serve."""
        if self._closed:
            raise OSError("the worker is closed")
        if self._process is None or not self._process.is_alive():
            self._kill()
            self._process = Child(_PROCESS)
            self._size_at_start = self._process.memory()
        return self._process

    def _ask(self, process: Child, task: Task) -> tuple[Reply, str]:
        """Return what came of a run, and what it has left behind in the process."""
        nonce = secrets.token_hex(8)
        try:
            content = process.ask(protocol.request(task, nonce), *_bounds(process, task.run))
            if content is None:
                return self._death(process), ""
            return protocol.read_answer(content, task.run.key, nonce)
        except LimitPassed as passed:
            return _stopped(passed), "itself"
        except (BadFrame, protocol.BadAnswer) as error:
            message = f"the process of the search gave no answer: {error}"
            return Ending(WORKER_DIED, message), "something else"

    def _death(self, process: Child) -> Reply:
        """Return the outcome of a process that has ended by itself; None if it was ended."""
        code = process.wait()
        if code is None:
            return Ending(WORKER_DIED, "the process of the search closed its output")
        how = how_ended(code)
        if how in _FROM_OUTSIDE:
            return None
        return Ending(WORKER_DIED, f"the process of the search ended: {how}")

    def _is_spent(self, process: Child, ending: Ending) -> bool:
        """Tell whether the process may be worse than a new process for the next run."""
        if ending.status in (*UNEXPECTED, MEMORY_LIMIT):
            return True
        used = ending.values.get("used_memory") or 0
        if used > _GROWTH or process.company():
            return True
        return process.memory() > self._size_at_start + _GROWTH

    def _kill(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            process.end()


def _bounds(process: Child, run: Run) -> tuple[Clock, int | None]:
    """Return the running clock of a run, and the bytes that the run may hold."""
    seconds, memory = run.limits.seconds, run.limits.bytes
    memory = None if memory is None else int(_MEMORY_MARGIN * memory)
    if seconds is None:
        return Clock().start(), memory
    return process.clock(1.1 * seconds + _GRACE, longest(seconds)).start(), memory


def _stopped(passed: LimitPassed) -> Ending:
    status = TIME_LIMIT if isinstance(passed, TimePassed) else MEMORY_LIMIT
    return Ending(status, f"stopped from outside {passed}: the search did not end by itself")
