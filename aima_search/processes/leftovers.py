"""Detection of the side effects of a task on its process, such as a thread or a patched function.

Only side effects that can be checked quickly are detected. The parent process itself finds child
processes that are still running, see ``Child.company``.
"""

from __future__ import annotations

import _signal  # type: ignore[import-not-found]  # faster: the module signal makes enums
import _thread
import gc
import os
import signal
import sys
from collections.abc import Iterator, Mapping
from operator import attrgetter, is_
from typing import Any

_WATCHED = frozenset(
    "aima_search puzzles heuristics builtins heapq math random time".split()  # noqa: SIM905
)
_TIMERS = ("ITIMER_REAL", "ITIMER_VIRTUAL", "ITIMER_PROF")
_SIGNALS = sorted(map(int, signal.valid_signals()))
_code_of = attrgetter("__code__")


class Leftovers:
    """Detects that a task has changed this process, for example that a thread still runs."""

    def __init__(self) -> None:
        self._threads = _thread._count()
        self._handlers = _handlers()
        self._settings = _settings()
        self._engine = list(_engine())
        parts = (value for _, parts in self._engine for _, value in parts)
        self._functions = [value for value in parts if hasattr(value, "__code__")]
        self._codes = list(map(_code_of, self._functions))
        self._folder, self._limits = "", _limits()

    def begin(self) -> None:
        """Record the working folder and process limits, which the worker sets before each task."""
        self._folder, self._limits = os.getcwd(), _limits()

    def has_any(self, of_user: bool = True) -> bool:
        """Return True if the last task has changed this process.

        of_user: True if the task ran a user's code, which may have patched aima_search.
        """
        timers = [getattr(signal, name) for name in _TIMERS if hasattr(signal, name)]
        return (
            _thread._count() > self._threads
            or any(signal.getitimer(timer)[0] for timer in timers)
            or _handlers() != self._handlers
            or _folder() != self._folder
            or _limits() != self._limits
            or _settings() != self._settings
            or (of_user and self._is_patched())
        )

    def _is_patched(self) -> bool:
        """Return True if the task has replaced a function or class, or the code of a function."""
        for names, parts in self._engine:
            get = names.get
            for name, value in parts:
                if get(name) is not value:
                    return True
        return not all(map(is_, map(_code_of, self._functions), self._codes))


def _engine() -> Iterator[tuple[Mapping[str, Any], list[tuple[str, Any]]]]:
    """Yield the dict and the members of each watched module and class."""
    for module in [name for name in sys.modules if name.split(".")[0] in _WATCHED]:
        names = vars(sys.modules[module])
        parts = [(name, value) for name, value in names.items() if callable(value)]
        yield names, parts
        for _, value in parts:
            if isinstance(value, type) and value.__module__ == module != "builtins":
                inner = [(part, member) for part, member in vars(value).items() if _is_part(member)]
                yield vars(value), inner


def _is_part(value: Any) -> bool:
    return callable(value) or isinstance(value, property | classmethod | staticmethod)


def _handlers() -> list[Any]:
    return [_signal.getsignal(number) for number in _SIGNALS]


def _folder() -> str:
    try:
        return os.getcwd()
    except OSError:  # the folder was removed
        return "none"


def _limits() -> list[tuple[int, int]]:
    try:
        import resource
    except ImportError:  # Windows
        return []
    kinds = [getattr(resource, name) for name in dir(resource) if name.startswith("RLIMIT_")]
    return [resource.getrlimit(kind) for kind in dict.fromkeys(kinds)]


def _settings() -> list[Any]:
    return [
        dict(os.environ),
        list(sys.path),
        sys.getrecursionlimit(),
        sys.getswitchinterval(),
        sys.gettrace(),
        sys.getprofile(),
        gc.isenabled(),
        os.getpriority(os.PRIO_PROCESS, 0) if hasattr(os, "getpriority") else 0,
    ]
