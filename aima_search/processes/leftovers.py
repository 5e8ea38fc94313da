"""Detection of the side effects of a task on its process, such as a thread or a patched function.

Only side effects that can be checked quickly are detected.
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

from aima_search.processes.process_tree import descendants

_WATCHED = frozenset(
    "aima_search puzzles heuristics builtins heapq math random time".split()  # noqa: SIM905
)
_TIMERS = ("ITIMER_REAL", "ITIMER_VIRTUAL", "ITIMER_PROF")
_SIGNALS = sorted(map(int, signal.valid_signals()))
_code_of = attrgetter("__code__")


class Leftovers:
    """Finds what a task has changed in this process, such as a thread that still runs."""

    def __init__(self) -> None:
        self._threads = _thread._count()
        self._handlers = _handlers()
        self._settings = _settings()
        self._engine = list(_engine())
        parts = (value for _, _, parts in self._engine for _, value in parts)
        self._functions = [value for value in parts if hasattr(value, "__code__")]
        self._codes = list(map(_code_of, self._functions))
        self._folder, self._limits = "", _limits()

    def begin(self) -> None:
        """Record the working folder and process limits, which the worker sets before each task."""
        self._folder, self._limits = os.getcwd(), _limits()

    def left(self, of_user: bool = True) -> str:
        """Return the side effects of the last task as a text, or "" if there are none.

        of_user: True if the task ran a user's code, which may have patched aima_search.
        """
        timers = [getattr(signal, name) for name in _TIMERS if hasattr(signal, name)]
        found = (
            (_thread._count() > self._threads, "threads"),
            (bool(descendants(os.getpid())), "child processes"),
            (any(signal.getitimer(timer)[0] for timer in timers), "an alarm"),
            (_handlers() != self._handlers, "signal handlers"),
            (_folder() != self._folder, "another working folder"),
            (_limits() != self._limits, "changed limits of the process"),
            (_settings() != self._settings, "changed settings of the interpreter"),
        )
        parts = [what for is_left, what in found if is_left]
        patched = self._patched() if of_user else ""
        return ", ".join([*parts, f"a changed {patched}"] if patched else parts)

    def _patched(self) -> str:
        """Return the name of a function or class that the task replaced, or "" if there is none."""
        for where, names, parts in self._engine:
            get = names.get
            for name, value in parts:
                if get(name) is not value:
                    return f"{where}.{name}"
        if all(map(is_, map(_code_of, self._functions), self._codes)):
            return ""
        pairs = zip(self._functions, self._codes, strict=True)
        changed = next(function for function, code in pairs if _code_of(function) is not code)
        return f"{changed.__module__}.{changed.__qualname__}"


def _engine() -> Iterator[tuple[str, Mapping[str, Any], list[tuple[str, Any]]]]:
    """Yield a triple for each watched module and class: its name, its dict, and its members."""
    for module in [name for name in sys.modules if name.split(".")[0] in _WATCHED]:
        names = vars(sys.modules[module])
        parts = [(name, value) for name, value in names.items() if callable(value)]
        yield module, names, parts
        for name, value in parts:
            if isinstance(value, type) and value.__module__ == module != "builtins":
                inner = [(part, member) for part, member in vars(value).items() if _is_part(member)]
                yield f"{module}.{name}", vars(value), inner


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
