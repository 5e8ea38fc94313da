"""Traces that a run may leave in the process of a worker, as far as they are cheap to see."""

from __future__ import annotations

import _thread
import gc
import os
import signal
import sys
from collections.abc import Iterator, Mapping
from typing import Any, TypeAlias

from aima_search.processes.group import descendants

_PACKAGES = ("aima_search", "puzzles", "heuristics")
_LIBRARY = ("builtins", "heapq", "math", "random", "time")
_Part: TypeAlias = "tuple[str, Mapping[str, Any], str, Any, Any]"
"""A module or class, its names, a part's name, the part, and its code if it is a function."""
_TIMERS = ("ITIMER_REAL", "ITIMER_VIRTUAL", "ITIMER_PROF")


class Traces:
    """The state of this process before runs; ``left`` says how the process differs now."""

    def __init__(self) -> None:
        """Look at the process as it is."""
        self._threads = _thread._count()
        self._handlers = _handlers()
        self._settings = _settings()
        self._engine = [part for name in _watched() for part in _parts_of(sys.modules[name])]
        self._folder, self._limits = "", _limits()

    def begin(self) -> None:
        """Note what the worker itself sets before each run."""
        self._folder, self._limits = os.getcwd(), _limits()

    def left(self) -> str:
        """Return in words what a run has left behind, "" if nothing was seen."""
        found = (
            (_thread._count() > self._threads, "threads"),
            (bool(descendants(os.getpid())), "child processes"),
            (_has_alarm(), "an alarm"),
            (_handlers() != self._handlers, "signal handlers"),
            (_folder() != self._folder, "another working folder"),
            (_limits() != self._limits, "other limits of the process"),
            (_settings() != self._settings, "other settings of the interpreter"),
        )
        parts = [what for is_left, what in found if is_left]
        patched = self._patched()
        return ", ".join([*parts, f"a changed {patched}"] if patched else parts)

    def _patched(self) -> str:
        """Return the name of a part of the engine that was replaced, "" if no part was."""
        for where, names, name, value, code in self._engine:
            if names.get(name) is not value or getattr(value, "__code__", None) is not code:
                return f"{where}.{name}"
        return ""


def _watched() -> list[str]:
    return [name for name in sys.modules if name.split(".")[0] in _PACKAGES or name in _LIBRARY]


def _parts_of(module: Any) -> Iterator[_Part]:
    """Yield the functions and classes of a module, and the methods of its own classes."""
    for name, value in vars(module).items():
        if callable(value):
            yield module.__name__, vars(module), name, value, getattr(value, "__code__", None)
        if isinstance(value, type) and value.__module__ == module.__name__ != "builtins":
            for part, inner in vars(value).items():
                if callable(inner) or isinstance(inner, property | classmethod | staticmethod):
                    where = f"{module.__name__}.{name}"
                    yield where, vars(value), part, inner, getattr(inner, "__code__", None)


def _has_alarm() -> bool:
    timers = [getattr(signal, name) for name in _TIMERS if hasattr(signal, name)]
    return any(signal.getitimer(timer)[0] for timer in timers)


def _handlers() -> list[Any]:
    return [signal.getsignal(number) for number in sorted(signal.valid_signals())]


def _folder() -> str:
    try:
        return os.getcwd()
    except OSError:  # it was removed
        return "none"


def _limits() -> list[tuple[int, int]]:
    try:
        import resource
    except ImportError:  # not on Windows
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
