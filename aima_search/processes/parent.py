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
import select
import signal
import sys
from collections.abc import Iterator, Mapping
from contextlib import suppress
from operator import attrgetter, is_
from typing import Any

from aima_search.processes.system import (
    adopt_orphans,
    descendants,
    die_with_parent,
    end_descendants,
    read_frame,
    write_frame,
)


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
        _become_kept()
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


# The keeper of a child: a process between the child and its parent that leaves nothing behind.
#
# The child may be inside a call that nothing interrupts. It may have started processes, in sessions
# of their own too. The keeper waits for the end of the child or of the parent; the parent's end of
# the pipe is closed then, however the parent was killed. The keeper then ends the child and all
# that descends from it.


def _become_kept() -> None:
    """Go on in a new process with a session of its own; the old process becomes its keeper."""
    adopt_orphans()
    wake, waken = os.pipe()
    os.set_blocking(waken, False)
    before = signal.signal(signal.SIGCHLD, lambda number, frame: None)
    signal.set_wakeup_fd(waken, warn_on_full_buffer=False)
    keeper = os.getpid()
    worker = os.fork()
    if worker:
        _keep(worker, wake)
    signal.set_wakeup_fd(-1)
    signal.signal(signal.SIGCHLD, before)
    os.close(wake)
    os.close(waken)
    os.setsid()
    # as the first process of a namespace of its own it does not see its keeper
    die_with_parent(0 if os.getpid() == 1 else keeper)


def _keep(worker: int, wake: int) -> None:
    """Wait for the end of the worker or of the parent; never returns."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)  # the end of the answers is the worker's to tell
    status = _wait(worker, wake)
    with suppress(OSError):
        os.killpg(worker, signal.SIGKILL)
    end_descendants()
    _end_like(status)


def _wait(worker: int, wake: int) -> int:
    """Return the status with which the worker ended; it is killed if the parent is gone."""
    poll = select.poll()
    poll.register(0, 0)  # nothing is read here: only the hang-up is waited for
    poll.register(wake, select.POLLIN)
    while True:
        for descriptor, _ in poll.poll():
            if descriptor == wake:
                os.read(wake, 4096)
            else:
                os.kill(worker, signal.SIGKILL)
                return os.waitpid(worker, 0)[1]
        while True:  # of the children, orphans that were adopted too
            try:
                child, status = os.waitpid(-1, os.WNOHANG)
            except ChildProcessError:
                return 0
            if child == worker:
                return status
            if not child:
                break


def _end_like(status: int) -> None:
    """End as the worker did, so that the parent sees how the worker ended."""
    if os.WIFSIGNALED(status):
        number = os.WTERMSIG(status)
        import resource

        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        with suppress(OSError, ValueError):
            signal.signal(number, signal.SIG_DFL)
        os.kill(os.getpid(), number)
    raise SystemExit(os.waitstatus_to_exitcode(status))


# The traces that a task leaves.


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
        timers = [getattr(signal, name) for name in _TIMERS if hasattr(signal, name)]
        found = (
            (_thread._count() > self._threads, "threads"),
            (bool(descendants(os.getpid())), "child processes"),
            (any(signal.getitimer(timer)[0] for timer in timers), "an alarm"),
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
