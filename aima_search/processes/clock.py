"""``ChildStopwatch``: a time limit that does not count time spent waiting for a processor."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from glob import glob
from math import inf
from pathlib import Path
from time import perf_counter


def total_time_limit(seconds: float) -> float:
    """Convert a limit of the working time to a limit of the total time (work and waiting)."""
    return 2 * seconds + 5


class ChildStopwatch:
    """Measures how long another process works between ``start`` and ``stop``, up to a limit.

    seconds: the limit of the working time. most: the limit of the total time, which includes the
    time spent waiting for a processor. queued: a function that returns the waiting time so far.
    worked: a function that returns the processor time so far, or None if it is unknown; this time
    is a lower bound on the working time.
    """

    def __init__(
        self,
        seconds: float = inf,
        most: float | None = None,
        queued: Callable[[], float] = lambda: 0.0,
        now: Callable[[], float] = perf_counter,
        worked: Callable[[], float | None] = lambda: 0.0,
    ) -> None:
        self.seconds = seconds
        self._most = total_time_limit(seconds) if most is None else most
        self._queued, self._now, self._worked = queued, now, worked
        self._before = self._earlier = 0.0
        self._started: float | None = None
        self._queued_before = 0.0 if seconds == inf else queued()
        self._worked_before = worked() or 0.0

    def start(self) -> ChildStopwatch:
        """Start the clock, or continue after ``stop``; return the clock."""
        self._started = self._now()
        return self

    def count(self, seconds: float) -> None:
        """Add the working time of an earlier process."""
        self._before += seconds
        self._earlier += seconds

    def skip(self, seconds: float) -> None:
        """Do not count these ``seconds``, for example because a container was paused."""
        self._before -= seconds if seconds > 1 else 0  # a short delay may have another reason

    def stop(self) -> None:
        """Pause the clock until the next ``start``."""
        self._before, self._started = self.passed, None

    @property
    def passed(self) -> float:
        """The total time that the clock has run, in seconds."""
        return self._before + (0.0 if self._started is None else self._now() - self._started)

    def used(self) -> float:
        """Return the working time in seconds, without the time spent waiting for a processor."""
        passed, worked = self.passed, self._worked()
        if worked is None:
            return passed
        waited = max(0.0, self._queued() - self._queued_before)
        return max(passed - waited, min(passed, self._earlier + worked - self._worked_before))

    def is_late(self) -> bool:
        """Return True if the process has exceeded its time limit."""
        passed = self.passed
        return passed > self.seconds and (passed > self._most or self.used() > self.seconds)


def seconds_in_queue(process: int | str) -> float:
    """Return how many seconds a process's main thread waited for a processor, or 0 if unknown.

    To ask for another thread, pass a text such as "PROCESS/task/THREAD".
    """
    with suppress(OSError, IndexError, ValueError):  # the thread has ended, or no such file
        return int(Path(f"/proc/{process}/schedstat").read_text("ascii").split()[1]) / 1e9
    return 0.0


class QueueMeter:
    """Measures how long processes have waited for a processor; ``seconds`` is the total.

    Many threads can wait at the same time. The sum of their waiting times could exceed the time
    that has passed. So each measurement adds only the longest waiting time to ``seconds``.
    """

    def __init__(self) -> None:
        self.seconds = 0.0
        self._waits = dict[str, float]()

    def measure(self, processes: Sequence[int]) -> None:
        """Find each thread's waiting time since the last call; add the longest to ``seconds``."""
        patterns = [f"{process}/task/*" for process in processes]
        threads = [thread for pattern in patterns for thread in glob(pattern, root_dir="/proc")]
        waits = {thread: seconds for thread in threads if (seconds := seconds_in_queue(thread))}
        new = (seconds - self._waits.get(thread, 0.0) for thread, seconds in waits.items())
        self.seconds += max([0.0, *new])
        self._waits = waits


def processor_seconds(process: int) -> float | None:
    """Return the processor time of a process and its threads in seconds, or None if unknown."""
    with suppress(OSError, AttributeError, OverflowError):  # it ended, or no such clock
        return time.clock_gettime(~process << 3 | 2)  # clock_getcpuclockid(3)
    return None
