"""Ends what takes too long wherever it is: between two steps, or in the middle of one.

A search looks at the clock at every step. If a process allows it, as the command line does,
an alarm also rings at the end of the time, and LimitReached is raised in whatever is at work:
reading a board, building a heuristic, a call of the heuristic, an expansion. The alarm rings again
if the exception is swallowed. A library call sets no alarms: they belong to the program.
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable
from time import perf_counter
from types import FrameType

from aima_search.catalog.user_files import PREFIX
from aima_search.processes.clock import longest
from aima_search.runs.monitor import LimitReached
from aima_search.runs.outcomes import TIME_LIMIT

_PATIENCE = 0.05  # seconds after the end: a search that looks at the clock ends by itself
_MORE, _OUTSIDE = 1.05, 0.12  # times the limit, and seconds: an end from outside has to be said too
_AGAIN = 0.05  # seconds between two alarms
_FOR_IMPORTS = 1.0  # seconds of patience with an import: an import is not interrupted
_LONGEST = 1e8  # seconds; a timer takes no infinite time

_kept: list[tuple[float, float, float]] = []  # when the alarm rings, when patience ends, the cap
_are_kept = False


def _tell_nobody(ends: tuple[float, float] | None) -> None:
    """Take two times, when this process may be ended from outside if nothing interrupts it.

    The first time moves on while the process waits for a processor, but not beyond the second.
    """


on_change: Callable[[tuple[float, float] | None], None] = _tell_nobody
"""Called with these times whenever they change; None: without an end."""


class Deadline:
    """A block that takes so many seconds at most; inner ones never extend outer ones.

    Raises LimitReached inside the block, if alarms are allowed, and does nothing elsewhere.
    None: no limit.
    """

    def __init__(self, seconds: float | None) -> None:
        self._seconds = seconds
        self._ends: tuple[float, float, float] | None = None

    def __enter__(self) -> Deadline:
        if _are_kept and self._seconds is not None and self._seconds < _LONGEST:
            start = perf_counter()
            self._ends = (
                start + self._seconds + _PATIENCE,
                start + self._seconds * _MORE + _OUTSIDE,
                start + longest(self._seconds),
            )
            _kept.append(self._ends)
            _set_alarm()
        return self

    def __exit__(self, *_: object) -> None:
        if self._ends is not None:
            _kept.remove(self._ends)
            self._ends = None
            _set_alarm()


def keep_deadlines() -> None:
    """Let alarms ring in this process from now on.

    They cannot on Windows, in the browser, and if the caller is not in the main thread.
    """
    global _are_kept
    if hasattr(signal, "setitimer") and threading.current_thread() is threading.main_thread():
        _kept.clear()
        signal.signal(signal.SIGALRM, _ring)
        _are_kept = True


def drop_deadlines() -> None:
    """Let no alarm ring any more."""
    global _are_kept
    if _are_kept:
        _are_kept = False
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, signal.SIG_DFL)


def are_deadlines_kept() -> bool:
    """Tell whether alarms ring in this process."""
    return _are_kept


def _set_alarm() -> None:
    left = max(min(_kept)[0] - perf_counter(), 1e-6) if _kept else 0
    signal.setitimer(signal.ITIMER_REAL, left, _AGAIN)
    tell_change()


def tell_change() -> None:
    """Tell whoever wants to know when patience ends."""
    on_change((min(end for _, end, _ in _kept), min(cap for *_, cap in _kept)) if _kept else None)


def _ring(number: int, frame: FrameType | None) -> None:
    late = perf_counter() - min(_kept)[0] if _kept else -1.0
    if late >= _FOR_IMPORTS or (late >= 0 and not _is_importing(frame)):
        raise LimitReached(TIME_LIMIT)


def _is_importing(frame: FrameType | None) -> bool:
    """Tell whether a module is half imported, so that nobody could use it later.

    A user's file does not count: nobody else uses it.
    """
    while frame is not None:
        if frame.f_globals.get("__name__", "").startswith(PREFIX):
            return False
        if frame.f_code.co_filename.startswith("<frozen importlib"):
            return True
        frame = frame.f_back
    return False
