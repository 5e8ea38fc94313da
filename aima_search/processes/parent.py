"""A child seen from inside: the process that started it asks, and the child answers.

What it does for that may leave *traces* in it, such as a thread or a changed function of the
engine. They can be looked for afterwards, as far as they are cheap to see.
"""

from __future__ import annotations

import _signal  # type: ignore[import-not-found]  # makes no enum of each answer
import _thread
import gc
import json
import os
import signal
import sys
from collections.abc import Iterator, Mapping
from operator import attrgetter, is_
from typing import Any

from aima_search.processes.frames import read_frame, write_frame
from aima_search.processes.group import descendants


class Parent:
    """The process that has started this process: it asks on standard input.

    It is answered on standard output. All else that is printed goes nowhere. A fork of this process
    never answers.
    """

    def __init__(self) -> None:
        """Settle in: this process ends with its parent, and leaves Ctrl-C to it."""
        _end_with_parent()
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        self._requests, self._answers = _take_standard_streams()
        self._own = os.getpid()

    def greet(self, **facts: Any) -> None:
        """Say that requests can come, with facts that the parent may want to know."""
        write_frame(self._answers, json.dumps(facts).encode())

    def forget(self) -> None:
        """Be no longer the process that is asked: a fork has a parent of its own."""
        os.close(self._requests)
        os.close(self._answers)

    def next(self) -> bytes | None:
        """Return the next request, None at the end."""
        return read_frame(self._requests)

    def answer(self, content: bytes) -> None:
        """Answer the request; a fork of this process ends here."""
        if os.getpid() != self._own:
            os.kill(os.getpid(), signal.SIGKILL)
        write_frame(self._answers, content)


def _end_with_parent() -> None:
    """Take care that this process ends with the process that started it, whatever it is doing."""
    if hasattr(os, "fork"):
        from aima_search.processes.keeper import become_kept

        become_kept()
    else:
        import threading

        import psutil

        def end_with(parent: psutil.Process) -> None:
            parent.wait()
            os.kill(os.getpid(), signal.SIGTERM)

        parent = psutil.Process(os.getppid())
        threading.Thread(target=end_with, args=(parent,), daemon=True).start()


def _take_standard_streams() -> tuple[int, int]:
    """Return descriptors of the input and the output; what is printed from now on goes nowhere."""
    requests, answers = os.dup(0), os.dup(1)
    for stream, mode in ((0, os.O_RDONLY), (1, os.O_WRONLY)):
        nowhere = os.open(os.devnull, mode)
        os.dup2(nowhere, stream)
        os.close(nowhere)
    sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115  # for good
    return requests, answers


_WATCHED = frozenset(
    "aima_search puzzles heuristics builtins heapq math random time".split()  # noqa: SIM905
)
_TIMERS = ("ITIMER_REAL", "ITIMER_VIRTUAL", "ITIMER_PROF")
_SIGNALS = sorted(map(int, signal.valid_signals()))
_code_of = attrgetter("__code__")


class Traces:
    """The state of this process before tasks; ``left`` says how the process differs now."""

    def __init__(self) -> None:
        """Look at the process as it is."""
        self._threads = _thread._count()
        self._handlers = _handlers()
        self._settings = _settings()
        self._engine = list(_engine())
        parts = (value for _, _, parts in self._engine for _, value in parts)
        self._functions = [value for value in parts if hasattr(value, "__code__")]
        self._codes = list(map(_code_of, self._functions))
        self._folder, self._limits = "", _limits()

    def begin(self) -> None:
        """Note what the worker itself sets before each task."""
        self._folder, self._limits = os.getcwd(), _limits()

    def left(self, of_user: bool = True) -> str:
        """Return in words what a task has left behind, "" if nothing was seen.

        of_user: it was of a user's own code, that may have changed the engine.
        """
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
        patched = self._patched() if of_user else ""
        return ", ".join([*parts, f"a changed {patched}"] if patched else parts)

    def _patched(self) -> str:
        """Return the name of a part of the engine that was replaced, "" if no part was."""
        for where, names, parts in self._engine:
            get = names.get
            for name, value in parts:
                if get(name) is not value:
                    return f"{where}.{name}"
        if all(map(is_, map(_code_of, self._functions), self._codes)):
            return ""
        pairs = zip(self._functions, self._codes, strict=True)
        changed = next(one for one, code in pairs if _code_of(one) is not code)
        return f"{changed.__module__}.{changed.__qualname__}"


def _engine() -> Iterator[tuple[str, Mapping[str, Any], list[tuple[str, Any]]]]:
    """Yield the modules of the engine, and their own classes, with their parts."""
    for module in [name for name in sys.modules if name.split(".")[0] in _WATCHED]:
        names = vars(sys.modules[module])
        parts = [(name, value) for name, value in names.items() if callable(value)]
        yield module, names, parts
        for name, value in parts:
            if isinstance(value, type) and value.__module__ == module != "builtins":
                inner = [(part, one) for part, one in vars(value).items() if _is_part(one)]
                yield f"{module}.{name}", vars(value), inner


def _is_part(value: Any) -> bool:
    return callable(value) or isinstance(value, property | classmethod | staticmethod)


def _has_alarm() -> bool:
    timers = [getattr(signal, name) for name in _TIMERS if hasattr(signal, name)]
    return any(signal.getitimer(timer)[0] for timer in timers)


def _handlers() -> list[Any]:
    return [_signal.getsignal(number) for number in _SIGNALS]


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
