"""The process of a worker from inside: searches one run after the other, as the laboratory asks.

A run may leave *traces* in the process, such as a thread or a changed function of the engine. They
are looked for after every run, as far as they are cheap to see, and told with the answer.
"""

from __future__ import annotations

import _signal  # type: ignore[import-not-found]  # makes no enum of each answer
import _thread
import gc
import os
import pickle
import signal
import sys
import tempfile
from collections.abc import Iterator, Mapping
from operator import attrgetter, is_
from typing import Any

from aima_search.apps.lab.worker import Task, write_answer
from aima_search.processes.group import descendants
from aima_search.processes.memory import bound_memory
from aima_search.processes.parent import Parent
from aima_search.runs.outcomes import HEURISTIC_RAISED, INTERRUPTED, PROBLEM_RAISED
from aima_search.runs.record import Ending


def main() -> None:
    """Serve runs until the laboratory asks for no more."""
    laboratory = Parent()
    home = _home()
    from aima_search.base.registry import load_plugins

    load_plugins()
    import aima_search.runs.batch  # noqa: F401  # imported now, not on the clock of the first run

    gc.freeze()  # the modules are here to stay: no collection has to look at them again
    traces = Traces()
    laboratory.greet()
    while (request := laboratory.next()) is not None:
        nonce, task = pickle.loads(request)
        os.chdir(task.folder if task.folder and os.path.isdir(task.folder) else home)
        bound_memory(task.run.limits.bytes)
        traces.begin()
        ending = perform(task)
        left = traces.left(of_user=bool(task.files or task.scripts))
        laboratory.answer(write_answer(nonce, ending, left))
        gc.collect()  # the garbage of a run must not count as memory of the next run


def _home() -> str:
    """Return the folder of runs without a folder: the laboratory's, if it exists here."""
    try:
        return os.getcwd()
    except OSError:
        return tempfile.gettempdir()


def perform(task: Task) -> Ending:
    """Search, and say what came of it whatever happens inside this process."""
    from aima_search.catalog.heuristics import forget_shared
    from aima_search.catalog.user_files import provide, register_from
    from aima_search.model.puzzle import PUZZLES
    from aima_search.runs.batch import attempt, describe

    run = task.run
    try:
        provide(task.files)
        register_from(task.scripts)
        forget_shared()
        puzzle = PUZZLES.get(run.puzzle)
        ending = attempt(
            lambda: puzzle.parse(run.instance, **puzzle.read_options(run.board_options)),
            run.configuration,
            limits=run.limits,
            options=run.arguments,
            replay_on_new=True,
        )
    except BaseException as error:  # nothing that a run does may end the worker
        return Ending(PROBLEM_RAISED, describe(error))
    if ending.status == INTERRUPTED:  # Ctrl-C does not come here, but a run can raise it
        return Ending(HEURISTIC_RAISED, "the search was interrupted from inside")
    return ending


_WATCHED = frozenset(
    "aima_search puzzles heuristics builtins heapq math random time".split()  # noqa: SIM905
)
_TIMERS = ("ITIMER_REAL", "ITIMER_VIRTUAL", "ITIMER_PROF")
_SIGNALS = sorted(map(int, signal.valid_signals()))
_code_of = attrgetter("__code__")


class Traces:
    """The state of this process before runs; ``left`` says how the process differs now."""

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
        """Note what the worker itself sets before each run."""
        self._folder, self._limits = os.getcwd(), _limits()

    def left(self, of_user: bool = True) -> str:
        """Return in words what a run has left behind, "" if nothing was seen.

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
