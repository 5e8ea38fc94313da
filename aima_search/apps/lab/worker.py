"""A worker of a lab: a process that does one run at a time. The lab enforces the limits.

If a heuristic does not return, or memory grows between two steps of a search, the lab kills the
process. The worker trusts the lab, but the lab checks every part of an answer.
"""

from __future__ import annotations

import _signal  # type: ignore[import-not-found]  # faster: the module signal makes enums
import _thread
import gc
import json
import os
import pickle
import secrets
import signal
import sys
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from operator import attrgetter, is_
from time import perf_counter
from typing import TYPE_CHECKING, Any

from aima_search.base.interchange import json_value, storable_text
from aima_search.base.plugins import load_plugins
from aima_search.catalog.heuristics import forget_shared
from aima_search.catalog.user_files import provide_texts, register_from
from aima_search.model.puzzle import PUZZLES
from aima_search.processes.child import ChildProcess, ChildProcessOwner, LimitExceeded
from aima_search.processes.memory import bound_memory, memory_of
from aima_search.processes.messages import BadFrame, ParentConnection
from aima_search.processes.process_tree import how_ended
from aima_search.runs import outcomes
from aima_search.runs.attempt import attempt, describe
from aima_search.runs.batch import outcome_without_answer
from aima_search.runs.measures import MEASURES
from aima_search.runs.record import CURVES, RunOutcome, RunSpec

if TYPE_CHECKING:  # not imported in a worker, which does not read grids
    from aima_search.apps.lab.grid import Grid

_GRACE = 1.0  # seconds from the time limit until the worker is killed
_GROWTH = 64 * 2**20  # bytes; a worker that has grown more during a run is replaced
_FROM_OUTSIDE = ("signal SIGHUP", "signal SIGINT", "signal SIGTERM")
"""How a process ends if its machine or session ends."""
_LARGEST = 2**63  # larger integers do not fit into a store


@dataclass(frozen=True)
class RunTask:
    """A run, with the files that a worker process needs for it.

    ``files``: the files of the run's heuristic, as a dict from paths to texts. ``folder``: the
    working directory of the run, or "" if the heuristic has no files. ``scripts``: see ``Grid``.
    """

    run: RunSpec
    files: Mapping[str, str] = field(default_factory=dict)
    folder: str = ""
    scripts: Mapping[str, str] = field(default_factory=dict)


def task_of(run: RunSpec, grid: Grid) -> RunTask:
    """Return what a worker process needs to do a run."""
    files = grid.files_of(run.heuristic)
    return RunTask(run, files, str(grid.folder) if files else "", dict(grid.scripts))


class RunWorker(ChildProcessOwner):
    """A worker process that does one run after another; use it in one thread only."""

    _size_at_start = 0

    def execute(self, task: RunTask) -> RunOutcome | None:
        """Do a run and return its outcome, or None after ``close``."""
        try:
            process = self._started()
        except OSError as error:
            if self._is_closed:
                return None
            return RunOutcome(outcomes.WORKER_DIED, f"cannot start a worker process: {error}")
        started = perf_counter()
        outcome, is_spoilt = self._run_task(process, task)
        seconds = perf_counter() - started
        if outcome is None or is_spoilt or self._is_spent(process, outcome):
            self._end()
        if outcome is None or self._is_closed:
            return None
        return replace(outcome, values={**outcome.values, "wall_seconds": seconds})

    def _started(self) -> ChildProcess:
        if self._child is None or not self._child.is_alive():
            self._end()
            self._child = ChildProcess(__name__)
            self._size_at_start = memory_of([self._child.worker])
        if self._is_closed:  # perhaps while the process started
            self._end()
            raise OSError("the worker is closed")
        return self._child

    def _run_task(self, process: ChildProcess, task: RunTask) -> tuple[RunOutcome | None, bool]:
        """Return a pair: the outcome of a run, and True if the process cannot be used again."""
        nonce, fault = secrets.token_hex(8), None
        request, bounds = pickle.dumps((nonce, task)), process.bounds(task.run.limits, _GRACE)
        try:
            content = process.call(request, *bounds)
            if content is not None:
                return read_answer(content, nonce)
            if how_ended(process.wait()) in _FROM_OUTSIDE:
                return None, False
        except (LimitExceeded, BadFrame) as error:
            fault = error
        return outcome_without_answer(process, fault), True

    def _is_spent(self, process: ChildProcess, outcome: RunOutcome) -> bool:
        if outcome.status in (*outcomes.UNEXPECTED, outcomes.MEMORY_LIMIT):
            return True
        if (outcome.values.get("used_memory") or 0) > _GROWTH or process.company():
            return True
        return memory_of([process.worker]) > self._size_at_start + _GROWTH


def write_answer(nonce: str, outcome: RunOutcome, is_spoilt: bool) -> bytes:
    """Return an answer as JSON. ``is_spoilt`` is True if the run has changed the worker process."""
    values = {"nonce": nonce, "outcome": vars(outcome), "is_spoilt": is_spoilt}
    return json.dumps(values, default=json_value).encode()


def read_answer(content: bytes, nonce: str) -> tuple[RunOutcome, bool]:
    """Read what ``write_answer`` wrote: (outcome, is_spoilt). Raise BadFrame if it is invalid."""
    try:
        values = json.loads(content)
        outcome = values["outcome"]
        if values["nonce"] != nonce or outcome["status"] not in outcomes.OUTCOMES:
            raise ValueError
        known = {name: _storable_number(outcome["values"].get(name)) for name in MEASURES}
        curve, bounds = (_points(outcome[name]) for name in CURVES)
        message = storable_text(outcome["message"])
        ended = RunOutcome(outcome["status"], message, known, curve=curve, bounds=bounds)
        return ended, bool(values["is_spoilt"])
    except (AttributeError, KeyError, RecursionError, TypeError, ValueError):
        raise BadFrame(f"{content[:20]!r}") from None


def _points(curve: Any) -> list[tuple[int, float]]:
    found: list[tuple[int, float]] = []
    for point in curve if isinstance(curve, list) else []:
        if isinstance(point, list) and len(point) == 2:
            x, y = map(_storable_number, point)
            if isinstance(x, int) and y is not None:
                found.append((x, y))
    return found


def _storable_number(value: Any) -> float | None:
    if not isinstance(value, int | float):
        return None
    try:
        return float(value) if isinstance(value, int) and abs(value) >= _LARGEST else value
    except OverflowError:  # too large for a float, too
        return None


_WATCHED = frozenset(
    "aima_search puzzles heuristics builtins heapq math random time".split()  # noqa: SIM905
)
_SIGNALS = sorted(map(int, signal.valid_signals()))
_code_of = attrgetter("__code__")


class SideEffectDetector:
    """Finds out if a run has changed this process, for example if a thread still runs.

    Only changes that can be checked quickly are detected. The lab itself looks for child processes
    that are still running, see ``ChildProcess.company``.
    """

    def __init__(self) -> None:
        self._threads = _thread._count()
        self._watched_parts = list(_watched_parts())
        parts = (value for _, parts in self._watched_parts for _, value in parts)
        self._functions = [value for value in parts if hasattr(value, "__code__")]
        self._codes = list(map(_code_of, self._functions))
        self._before = _snapshot()

    def begin(self) -> None:
        """Record the current working folder and process limits; call this before each run."""
        self._before |= _settings_of_run()

    def has_any(self, of_user: bool) -> bool:
        """Return True if the last run has changed this process.

        ``of_user``: True if the run used a user's code, which may have changed aima_search.
        """
        if _thread._count() > self._threads or _snapshot() != self._before:
            return True
        return of_user and self._is_patched()

    def _is_patched(self) -> bool:
        for names, parts in self._watched_parts:
            get = names.get
            for name, value in parts:
                if get(name) is not value:
                    return True
        return not all(map(is_, map(_code_of, self._functions), self._codes))


def _watched_parts() -> Iterator[tuple[Mapping[str, Any], list[tuple[str, Any]]]]:
    for module in [name for name in sys.modules if name.split(".")[0] in _WATCHED]:
        names = vars(sys.modules[module])
        parts = [(name, value) for name, value in names.items() if callable(value)]
        yield names, parts
        for _, value in parts:
            if isinstance(value, type) and value.__module__ == module != "builtins":
                members = vars(value).items()
                kinds = (property, classmethod, staticmethod)
                yield (
                    vars(value),
                    [item for item in members if callable(item[1]) or isinstance(item[1], kinds)],
                )


def _settings_of_run() -> dict[str, Any]:
    try:
        folder = os.getcwd()
    except OSError:  # the folder was removed
        folder = ""
    return {"folder": folder, "limits": _limits()}


def _snapshot() -> dict[str, Any]:
    """Return the settings of this process that a run may change."""
    timers = ("ITIMER_REAL", "ITIMER_VIRTUAL", "ITIMER_PROF")
    others = (
        [_signal.getsignal(number) for number in _SIGNALS],
        [signal.getitimer(getattr(signal, name))[0] for name in timers if hasattr(signal, name)],
        dict(os.environ),
        list(sys.path),
        sys.getrecursionlimit(),
        sys.getswitchinterval(),
        sys.gettrace(),
        sys.getprofile(),
        gc.isenabled(),
        os.getpriority(os.PRIO_PROCESS, 0) if hasattr(os, "getpriority") else 0,
    )
    return {"others": others, **_settings_of_run()}


def _limits() -> list[tuple[int, int]]:
    try:
        import resource
    except ImportError:  # Windows
        return []
    kinds = [getattr(resource, name) for name in dir(resource) if name.startswith("RLIMIT_")]
    return [resource.getrlimit(kind) for kind in dict.fromkeys(kinds)]


def main() -> None:
    """Run the worker process: do each run that the lab requests."""
    lab = ParentConnection()
    try:
        home = os.getcwd()  # the folder for runs without a folder
    except OSError:
        home = tempfile.gettempdir()
    load_plugins()
    gc.freeze()  # so that garbage collections do not visit the imported modules
    leftovers = SideEffectDetector()
    lab.greet()
    while (request := lab.next()) is not None:
        nonce, task = pickle.loads(request)
        os.chdir(task.folder if task.folder and os.path.isdir(task.folder) else home)
        bound_memory(task.run.limits.bytes)
        leftovers.begin()
        outcome = perform(task)
        is_spoilt = leftovers.has_any(of_user=bool(task.files or task.scripts))
        lab.answer(write_answer(nonce, outcome, is_spoilt))
        gc.collect()  # collect the garbage of this run before the next run


def perform(task: RunTask) -> RunOutcome:
    """Do a run in this process and return its outcome, even after an error."""
    run = task.run
    try:
        provide_texts(task.files)
        register_from(task.scripts)
        forget_shared()
        puzzle = PUZZLES.get(run.puzzle)
        outcome = attempt(
            lambda: puzzle.parse(run.instance, **puzzle.read_options(run.board_options)),
            run.configuration,
            limits=run.limits,
            options=run.arguments,
            replay_on_new=True,
        )
    except BaseException as error:  # a run must not end the worker
        return RunOutcome(outcomes.PROBLEM_RAISED, describe(error))
    if outcome.status == outcomes.INTERRUPTED:  # raised by the heuristic: no Ctrl-C comes here
        return RunOutcome(outcomes.HEURISTIC_RAISED, "raised KeyboardInterrupt")
    return outcome
