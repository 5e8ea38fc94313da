"""Deadlines: an alarm raises LimitReached in code that runs longer than its time limit.

A search checks the time only between its steps; the alarm can also interrupt a slow step, or code
outside a search. If that code catches the exception, it is raised again. Alarms use a signal of the
whole program, so only the command line enables them.
"""

from __future__ import annotations

import signal
import threading
import weakref
from collections.abc import Callable
from math import inf
from time import perf_counter
from types import FrameType

from aima_search.base.limits import LimitReached
from aima_search.catalog.user_files import PREFIX
from aima_search.processes.clock import total_time_limit
from aima_search.runs.outcomes import TIME_LIMIT

_PATIENCE = 0.05  # seconds from the limit to the alarm: most searches end by themselves before
_FACTOR, _OUTSIDE = 1.05, 0.12  # another process may end this one after 1.05 * limit + 0.12 s
_AGAIN = 0.05  # seconds between two alarms
_FOR_IMPORTS = 1.0  # seconds after the alarm's time from which even imports are interrupted
_LONGEST = 1e8  # seconds; a longer limit sets no alarm, because timers need a finite time

_open: list[DeadlineScope] = []
is_enabled = False
"""True if alarms are enabled in this process."""

on_change: Callable[[tuple[float, float] | None], None] = lambda ends: None  # noqa: E731
"""This function is called with two times when they change, or with None without a deadline.

After the first time, another process may end this process. While this process waits for a
processor, the first time is postponed, but not beyond the second time.
"""


class DeadlineScope:
    """Limits the time of the code in a ``with`` block, if alarms are enabled.

    seconds: None for no limit. owner: the object to pass to LimitReached, by default ``self``.
    """

    def __init__(self, seconds: float | None, owner: object = None) -> None:
        self._seconds, self.owner = seconds, owner or self
        # the time of the alarm, and the two times for ``on_change``
        self.rings = self.ends = self.cap = inf

    def __enter__(self) -> DeadlineScope:
        if is_enabled and self._seconds is not None and self._seconds < _LONGEST:
            start = perf_counter()
            self.rings = start + self._seconds + _PATIENCE
            self.ends = start + self._seconds * _FACTOR + _OUTSIDE
            self.cap = start + total_time_limit(self._seconds)
            _open.append(self)
            _set_alarm()
        return self

    def __exit__(self, *_: object) -> None:
        if self in _open:
            _open.remove(self)
            _set_alarm()


def enable_alarms() -> None:
    """Enable alarms for deadlines, except on Windows, in a browser or outside the main thread."""
    global is_enabled
    if hasattr(signal, "setitimer") and threading.current_thread() is threading.main_thread():
        _open.clear()
        signal.signal(signal.SIGALRM, _ring)
        is_enabled = True


def disable_alarms() -> None:
    """Disable the alarms of all deadlines in this process."""
    global is_enabled
    if is_enabled:
        is_enabled = False
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, signal.SIG_DFL)


def _first() -> DeadlineScope | None:
    return min(_open, key=lambda deadline: deadline.rings, default=None)


def _set_alarm() -> None:
    first = _first()
    left = 0 if first is None else max(first.rings - perf_counter(), 1e-6)
    signal.setitimer(signal.ITIMER_REAL, left, _AGAIN)
    on_change((min(d.ends for d in _open), min(d.cap for d in _open)) if _open else None)


def _ring(number: int, frame: FrameType | None) -> None:
    first = _first()
    if first is None:
        return
    late = perf_counter() - first.rings
    if late >= _FOR_IMPORTS or (late >= 0 and not _must_wait(frame)):
        raise LimitReached(TIME_LIMIT, first.owner)


def _must_wait(frame: FrameType | None) -> bool:
    """Return True if ``frame`` runs code that an alarm must not interrupt, such as an import."""
    while frame is not None:
        if frame.f_globals.get("__name__", "").startswith(PREFIX):
            return False
        if frame.f_code.co_filename.startswith(("<frozen importlib", weakref.__file__)):
            return True
        frame = frame.f_back
    return False
