"""``ChildProcess``: a child process that answers requests within limits of time and memory.

The child gets one request at a time. A request may have several answers. Every answer is checked
before it is used. When the child ends, all processes that it has started are ended, too.
"""

from __future__ import annotations

import json
import os
import signal
import sys
import threading
from collections.abc import Mapping, Sequence
from contextlib import suppress
from time import perf_counter
from typing import Any

from aima_search.base.limits import LIMITS, Limits, format_size
from aima_search.processes.clock import (
    ChildStopwatch,
    QueueMeter,
    processor_seconds,
    seconds_in_queue,
    total_time_limit,
)
from aima_search.processes.memory import memory_by_process, size_of_files
from aima_search.processes.messages import LONGEST, BadFrame, connect
from aima_search.processes.process_tree import descendants, kill_descendants

_TIME_MARGIN, _MEMORY_MARGIN = 1.1, 1.02  # a child may use these multiples of a search's limits
_START_PATIENCE = 120.0  # seconds to wait for the start of a process
_END_PATIENCE = 5.0  # seconds to wait until the keeper has ended all processes
_MEASURE_EVERY = 0.02  # seconds between two measurements of memory
_MEASURE_OFTEN = 0.004  # the same, if the process uses more than half of its memory limit
_MOST_MISSED = 25  # measurements; processes that end before they are measured may hide memory
_START = (
    "import sys; sys.path[:] = [entry for entry in sys.path if entry];"  # import no user file
    " import json; sys.path[:] = json.loads(sys.argv[1]);"
    " from importlib import import_module;"
    " import_module(sys.argv[2]).main(**json.loads(sys.argv[3]))"
)


class LimitExceeded(Exception):
    """The child process exceeded a limit. The message says how much time or memory it had used.

    ``status`` is the status of a search that exceeds this limit, such as "time-limit".
    """

    status: str


class TimeExceeded(LimitExceeded):
    """The child exceeded its time limit."""

    status = LIMITS["seconds"].status


class MemoryExceeded(LimitExceeded):
    """The child and its descendants used ``size`` bytes of memory, which is more than allowed."""

    status = LIMITS["memory"].status

    def __init__(self, size: int) -> None:
        super().__init__(f"at {format_size(size)}")
        self.size = size


class ChildProcess:
    """A process that runs a module's function ``main``, which answers requests.

    ``worker`` is the id of this process. ``pid`` is the id of its keeper (see ``process_tree``).
    ``greeting`` is the data that the process sent at its start. Another thread may call ``end``
    during a request. A request with a memory limit measures three values. ``largest``: the highest
    memory use in bytes. ``company_seconds``: the processor time of all processes that the child has
    started. ``queue_seconds``: how long the child, its processes and its parent waited for a
    processor; measured only if ``measures_queue`` is True.
    """

    measures_queue = False

    def __init__(
        self,
        module: str,
        settings: Mapping[str, Any] | None = None,
        *,
        folder: str | None = None,
        environment: Mapping[str, str] | None = None,
        longest: int = LONGEST,
        counts_files: bool = False,
        passed: Sequence[int] = (),
        fork_server: Any = None,
    ) -> None:
        """Start the process and wait until it is ready. Raise OSError if the start fails.

        folder: the working folder. environment: the environment variables, by default the parent's.
        longest: the largest size of an answer in bytes. passed: file descriptors for the process.
        counts_files: if True, files in the folder count as memory. Because files can grow at any
        time, memory is then measured between requests, too. fork_server: a ``ForkServer`` that
        forks the process; the process gets the server's environment.
        """
        self._counted = folder if counts_files else None
        self._ended = threading.Event()
        self._in_use = threading.Lock()  # held while the pipes are used or closed
        self._measured = perf_counter()
        self._limit: int | None = None  # the memory limit of the last request, in bytes
        self._is_asked = False  # True during a request
        self._passed: MemoryExceeded | None = None  # set if the limit is exceeded between requests
        self.largest, self.company_seconds, self.queue_seconds = 0, 0.0, 0.0
        self._company_times = dict[int, float]()
        self._queue, self._own_queue = QueueMeter(), QueueMeter()
        self._missed, self._gone = 0, set[int]()
        self._process: Any = (
            _start(module, settings, cwd=folder, env=environment, pass_fds=passed)
            if fork_server is None
            else fork_server.fork(module, settings, folder)
        )
        self.pid = self._process.pid
        self._connection = connect(self._process.stdin, self._process.stdout, longest)
        try:
            greeting = self.answer(ChildStopwatch(_START_PATIENCE).start())
            self.greeting: dict[str, Any] = dict(json.loads(greeting or b""))
        except (LimitExceeded, BadFrame, ValueError, TypeError):
            self.end()
            raise OSError("the new process failed while it imported aima_search") from None
        self.worker = next(iter(descendants(self.pid)), self.pid)
        if counts_files:
            threading.Thread(target=self._measure_between_requests, daemon=True).start()

    def is_alive(self) -> bool:
        """Return True if the process is running."""
        return self._process.poll() is None

    def call(
        self, request: bytes, clock: ChildStopwatch, memory: int | None = None
    ) -> bytes | None:
        """Send a request. Return the answer, or None if the process has ended.

        clock: a running clock with the time limit. memory: the number of bytes that the process and
        its descendants may use. Raise LimitExceeded if a limit is exceeded, and BadFrame if the
        answer is not a valid message.
        """
        self.send(request)
        return self.answer(clock, memory)

    def send(self, request: bytes) -> None:
        """Send a request without waiting. To wait for an answer, call ``answer`` afterwards."""
        with self._in_use:
            if not self._ended.is_set():
                self._connection.send(request)

    def clock(self, seconds: float, most: float | None = None) -> ChildStopwatch:
        """Return a ``ChildStopwatch`` for this process; the caller must start the clock."""
        return ChildStopwatch(seconds, most, lambda: seconds_in_queue(self.worker))

    def bounds(self, limits: Limits, grace: float) -> tuple[ChildStopwatch, int | None]:
        """Return (a clock that has started, a memory limit in bytes) for a search in the child.

        These limits are slightly higher than ``limits``, so that a search can stop by itself before
        the process is killed. grace: seconds to add to the time limit.
        """
        memory = None if limits.bytes is None else int(_MEMORY_MARGIN * limits.bytes)
        if limits.seconds is None:
            return ChildStopwatch().start(), memory
        seconds = _TIME_MARGIN * limits.seconds + grace
        return self.clock(seconds, total_time_limit(limits.seconds)).start(), memory

    def answer(self, clock: ChildStopwatch, memory: int | None = None) -> bytes | None:
        """Wait for the next answer and return it. The parameters are as for ``call``."""
        wait, self._limit = _MEASURE_EVERY, memory
        self._is_asked = True
        try:
            while not self._ended.is_set():
                content = self._receive(wait, clock)
                if memory is not None and perf_counter() - self._measured > wait:
                    is_small = 2 * self._measure_memory(memory) < memory
                    wait = _MEASURE_EVERY if is_small else _MEASURE_OFTEN
                if content is not None:
                    return content
                if clock.is_late():
                    raise TimeExceeded(f"after {clock.passed:.1f} s")
        except EOFError:
            pass
        finally:
            self._is_asked = False
        return None

    def _receive(self, seconds: float, clock: ChildStopwatch) -> bytes | None:
        began, content = perf_counter(), None
        try:
            with self._in_use:
                if not self._ended.is_set():
                    content = self._connection.receive(seconds)
        except (EOFError, BadFrame):
            if self._passed is None:
                raise
        finally:
            clock.skip(perf_counter() - began - seconds)
        if self._passed is not None:
            raise self._passed
        return content

    def _measure_memory(self, most: int) -> int:
        company = self.measure_times()
        sizes = memory_by_process([self.worker, *company])
        gone, before = {process for process, size in sizes.items() if not size}, self._gone
        self._gone, self._missed = gone, max(0, self._missed + (1 if gone - before else -3))
        size = sum(sizes.values())
        if self._counted is not None:
            size += size_of_files(self._counted, most)
        self._measured = perf_counter()
        self.largest = max(self.largest, size)
        if size > most or self._missed > _MOST_MISSED:
            raise MemoryExceeded(size)
        return size

    def measure_times(self) -> list[int]:
        """Update ``company_seconds`` and ``queue_seconds``; return the result of ``company()``.

        The times include processes and threads that have ended.
        """
        company = self.company()
        for process in company:
            if seconds := processor_seconds(process):  # None if it has ended
                self._company_times[process] = seconds
        self.company_seconds = sum([*self._company_times.values()])
        if self.measures_queue:
            self._queue.measure([self.worker, *company])
            self._own_queue.measure([os.getpid()])
            self.queue_seconds = self._queue.seconds + self._own_queue.seconds
        return company

    def _measure_between_requests(self) -> None:
        while not self._ended.wait(_MEASURE_EVERY) and self._passed is None:
            if self._limit is not None and not self._is_asked:
                try:
                    self._measure_memory(self._limit)
                except MemoryExceeded as passed:
                    self._passed = passed
                    kill_descendants(self.pid)

    def company(self) -> list[int]:
        """Return the ids of the running processes that the child process has started."""
        return [process for process in descendants(self.pid) if process != self.worker]

    def wait(self) -> int | None:
        """Return the exit status. Return None if the process still runs after 5 seconds."""
        from subprocess import TimeoutExpired

        with suppress(TimeoutExpired):
            return int(self._process.wait(_END_PATIENCE))
        return None

    def end(self) -> None:
        """Ask the keeper to end the child and its descendants. If this fails, kill them."""
        self._ended.set()
        if os.name != "posix":
            self._process.kill()
        with self._in_use:
            self._connection.close()
        if self.wait() is None:
            kill_descendants(self.pid)
            with suppress(OSError):
                os.kill(self.pid, getattr(signal, "SIGKILL", signal.SIGTERM))
            self._process.wait()


class ChildProcessOwner:
    """An object with at most one child process. ``close`` ends the process."""

    def __init__(self) -> None:
        self._child: ChildProcess | None = None
        self._is_closed = False

    def close(self) -> None:
        """End the child process. A thread that waits for the child's answer gets None."""
        self._is_closed = True
        self._end()

    def _end(self) -> None:
        child, self._child = self._child, None
        if child is not None:
            child.end()


def _start(module: str, settings: Mapping[str, Any] | None, **own: Any) -> Any:
    import subprocess  # not available in a browser

    plain = json.dumps(dict(settings or {}))
    entries = []
    for entry in sys.path:
        with suppress(OSError):
            entries.append(os.path.abspath(entry))
    return subprocess.Popen(
        [sys.executable, "-c", _START, json.dumps(entries), module, plain],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        bufsize=0,
        start_new_session=os.name == "posix",
        **own,
    )
