"""How long a submission's process has been at work: by the processor's time, or by the clock's.

A machine that is busy makes everybody wait: the limit is on the processor's time. A process that
waits for nothing is late by the clock.
"""

from __future__ import annotations

from contextlib import suppress
from time import perf_counter

_PATIENCE = 4  # times the limit, by the clock


class Clock:
    """Runs while a question is open; ``waited``: the seconds it ran in all."""

    def __init__(self) -> None:
        self.waited = 0.0
        self.seconds = float("inf")
        self._process = 0
        self._asked = 0.0
        self._start = self._used = 0.0

    def watch(self, process: int) -> None:
        """Look at the processor's time of this process."""
        self._process = process

    def allow(self, seconds: float) -> None:
        """Let what is asked from now on take so long in all."""
        self.seconds, self._start, self._used = seconds, self.waited, self.used()

    def begin(self) -> None:
        """A question is open."""
        self._asked = perf_counter()

    def end(self) -> None:
        """It is answered."""
        self.waited += perf_counter() - self._asked

    def is_late(self) -> bool:
        """Tell whether the time is over."""
        passed = self.waited - self._start + perf_counter() - self._asked
        if passed <= self.seconds:
            return False
        return passed > _PATIENCE * self.seconds or self._is_used_up()

    def _is_used_up(self) -> bool:
        return not self._process or self.used() - self._used > self.seconds

    def used(self) -> float:
        """Return the seconds of the processor that the process has used, with what it waited for.

        0 where it has ended.
        """
        import psutil

        with suppress(psutil.Error, OSError):
            times = psutil.Process(self._process).cpu_times() if self._process else None
            if times is not None:
                used = (times.user, times.system, times.children_user, times.children_system)
                return float(sum(used))
        return 0.0
