"""Deadlines: an alarm raises LimitReached in code that runs longer than its limit on time.

A search checks the time at every step. The alarm also interrupts what takes long within a step, or
outside a search: reading a board, building a heuristic, a call of the heuristic, an expansion. It
rings again if the exception is swallowed. Alarms belong to the program: the command line enables
them, and a call of the library does not.
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable
from math import inf
from time import perf_counter
from types import FrameType

from aima_search.base.limits import LimitReached
from aima_search.catalog.user_files import PREFIX
from aima_search.processes.clock import longest
from aima_search.runs.outcomes import TIME_LIMIT

_PATIENCE = 0.05  # seconds after the limit, in which a search ends by itself
_FACTOR, _OUTSIDE = 1.05, 0.12  # of the limit, and seconds, after which another process may end it
_AGAIN = 0.05  # seconds between two alarms
_FOR_IMPORTS = 1.0  # seconds after the limit until an import is interrupted, too
_LONGEST = 1e8  # seconds; timers accept no infinite time

_open: list[Deadline] = []
_is_enabled = False


on_change: Callable[[tuple[float, float] | None], None] = lambda ends: None  # noqa: E731
"""Called with two times whenever they change, or with None if no deadline is open.

After the first time this process may be ended from outside. While the process waits for a
processor, the first time is postponed, but not beyond the second.
"""


class Deadline:
    """A block with a limit on its time; an inner block never extends an outer block.

    If alarms are enabled, LimitReached is raised inside the block.
    seconds: the limit, or None. owner: the owner of the limit, by default the deadline itself.
    """

    def __init__(self, seconds: float | None, owner: object = None) -> None:
        self._seconds, self.owner = seconds, owner or self
        self.rings = self.ends = self.cap = inf  # the alarm; the two times of ``on_change``

    def __enter__(self) -> Deadline:
        if _is_enabled and self._seconds is not None and self._seconds < _LONGEST:
            start = perf_counter()
            self.rings = start + self._seconds + _PATIENCE
            self.ends = start + self._seconds * _FACTOR + _OUTSIDE
            self.cap = start + longest(self._seconds)
            _open.append(self)
            _set_alarm()
        return self

    def __exit__(self, *_: object) -> None:
        if self in _open:
            _open.remove(self)
            _set_alarm()


def enable_alarms() -> None:
    """Enable alarms in this process, except on Windows, in a browser and in other threads."""
    global _is_enabled
    if hasattr(signal, "setitimer") and threading.current_thread() is threading.main_thread():
        _open.clear()
        signal.signal(signal.SIGALRM, _ring)
        _is_enabled = True


def disable_alarms() -> None:
    """Disable alarms."""
    global _is_enabled
    if _is_enabled:
        _is_enabled = False
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, signal.SIG_DFL)


def are_alarms_enabled() -> bool:
    """Return True if alarms are enabled in this process."""
    return _is_enabled


def _first() -> Deadline | None:
    return min(_open, key=lambda deadline: deadline.rings, default=None)


def _set_alarm() -> None:
    first = _first()
    left = 0 if first is None else max(first.rings - perf_counter(), 1e-6)
    signal.setitimer(signal.ITIMER_REAL, left, _AGAIN)
    on_change((min(d.ends for d in _open), min(d.cap for d in _open)) if _open else None)


def _ring(number: int, frame: FrameType | None) -> None:
    first = _first()
    late = -1.0 if first is None else perf_counter() - first.rings
    if first and (late >= _FOR_IMPORTS or (late >= 0 and not _is_importing(frame))):
        raise LimitReached(TIME_LIMIT, first.owner)


def _is_importing(frame: FrameType | None) -> bool:
    """Return True if a module other than a user's file would be left half imported."""
    while frame is not None:
        if frame.f_globals.get("__name__", "").startswith(PREFIX):
            return False
        if frame.f_code.co_filename.startswith("<frozen importlib"):
            return True
        frame = frame.f_back
    return False
