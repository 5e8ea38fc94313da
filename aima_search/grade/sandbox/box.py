"""A submission's process seen from the grader: ask it, bound it, end it with all it has started."""

from __future__ import annotations

import json
import os
import pickle
import signal
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from time import perf_counter
from typing import Any, TypeAlias

from aima_search.errors import SearchError
from aima_search.grade.outcomes import (
    BROKE_OFF,
    IMPORT_FAILED,
    LEFT_PROCESSES,
    MEMORY_LIMIT,
    NOT_FOUND,
    RAISED,
    TIME_LIMIT,
    WROTE_OUTSIDE,
)
from aima_search.grade.sandbox import kernel, values
from aima_search.grade.sandbox.channel import Channel, Closed, Late, TooLate
from aima_search.grade.sandbox.clock import Clock
from aima_search.grade.sandbox.confinement import Cell
from aima_search.lab.workers.frames import BadFrame
from aima_search.lab.workers.kept_process import end_kept, how_ended, module_path
from aima_search.limits import format_size
from aima_search.runs.processes import descendants, memory_of

_TO_START = 60.0  # seconds until a process that has nothing of the student's in it is there
_START = (
    "import sys; sys.path[:] = [entry for entry in sys.path if entry];"
    " import json; sys.path[:] = json.loads(sys.argv[1]);"
    " from aima_search.grade.sandbox.runner import main; main(sys.argv[2])"
)
_OUTCOMES = {
    values.IMPORT: IMPORT_FAILED,
    values.NOT_FOUND: NOT_FOUND,
    values.RAISED: RAISED,
    values.MEMORY: MEMORY_LIMIT,
    values.WROTE: WROTE_OUTSIDE,
}


Respond: TypeAlias = Callable[[str, Sequence[Any]], Any]
"""Answers what a process asks before it has answered itself; BadAnswer for what is no question."""


def refuse(name: str, arguments: Sequence[Any]) -> Any:
    """Answer no question."""
    raise values.BadAnswer("a question where an answer was expected")


class Misbehaved(Exception):
    """A submission's process came to an end of its own: an outcome, and what is to be said.

    at: which of several things that it was asked for it was doing, -1 where that is not known.
    """

    def __init__(self, outcome: str, message: str, at: int = -1) -> None:
        super().__init__(message)
        self.outcome, self.message, self.at = outcome, message, at


class Box:
    """A confined process that answers questions; ``fault``: the last thing that went wrong."""

    def __init__(self, cell: Cell) -> None:
        """Start it; SearchError where the system does not let it."""
        kernel.hide_memory()  # of this process: that of a user's own would be open to the code
        self._cell = cell
        self._number = 0
        self._clock = Clock()
        self._over: Misbehaved | None = None
        self.fault: Misbehaved | None = None
        self._process = subprocess.Popen(
            [sys.executable, "-s", "-c", _START, json.dumps(module_path()), _settings(cell)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            bufsize=0,
            start_new_session=True,
            env=_environment(cell.folder),
            cwd=cell.folder,
        )
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        out_of = os.dup(self._process.stdout.fileno())
        self._process.stdout.close()
        self._channel = Channel(self._process.stdin.fileno(), out_of, self._look)
        self._worker = 0
        try:
            greeting = self._channel.receive(self._starting())
            self.protections: Mapping[str, bool] = json.loads(greeting)["protections"]
        except (Closed, TooLate, BadFrame, ValueError, KeyError):
            self.close()
            raise SearchError("no process could be started for a submission") from None
        self._worker = next(iter(descendants(self._process.pid)), 0)
        self._clock.watch(self._worker)

    @property
    def waited(self) -> float:
        """The seconds that its answers took, in all."""
        return self._clock.waited

    @property
    def used(self) -> float:
        """The seconds of the processor that it has used, in all."""
        return self._clock.used()

    def allow(self, seconds: float) -> None:
        """Let what is asked from now on take so long in all."""
        self.fault = None
        self._clock.allow(seconds)

    def ask(self, command: str, *arguments: Any, respond: Respond = refuse) -> Any:
        """Return what the process answers; Misbehaved where it does not, and is ended then.

        A fault that it tells of does not end it. ``respond`` answers what it asks in between.
        """
        if self._over is not None:
            raise self._over
        self._number += 1
        message = (self._number, command, arguments)
        while True:
            answer = self._exchange(message)
            if isinstance(answer, values.Fault):
                self.fault = Misbehaved(_OUTCOMES[answer.kind], _told(answer), answer.at)
                raise self.fault
            if not isinstance(answer, values.Call):
                return answer
            try:
                message = (self._number, "", respond(answer.name, answer.arguments))
            except values.BadAnswer as error:
                raise self.broke_off(error) from None

    def _exchange(self, message: Any) -> Any:
        """Send a message and return what comes back."""
        clock = self._clock
        clock.begin()
        try:
            self._channel.send(pickle.dumps(message), clock.is_late)
            return values.decode_answer(self._channel.receive(clock.is_late), self._number)
        except TooLate:
            told = f"it took longer than the {clock.seconds:g} s that it may"
            raise self._ended(TIME_LIMIT, told) from None
        except Closed:
            raise self._ended(*self._death()) from None
        except (BadFrame, values.BadAnswer) as error:
            raise self.broke_off(error) from None
        finally:
            clock.end()

    def broke_off(self, error: Exception) -> Misbehaved:
        """Return what is to be raised for a wrong answer; the process is ended."""
        return self._ended(BROKE_OFF, f"it answered with {_briefly(error)}")

    def _starting(self) -> Late:
        end = perf_counter() + _TO_START
        return lambda: perf_counter() > end

    def numbers(self, command: str, count: int, *arguments: Any) -> list[float | values.Odd]:
        """Return so many numbers that the process answers with."""
        answer = self.ask(command, *arguments)
        try:
            return values.numbers(answer, count)
        except values.BadAnswer as error:
            raise self._ended(BROKE_OFF, f"what it answered is wrong: {error}") from None

    @property
    def is_open(self) -> bool:
        """Whether it can be asked."""
        return self._process.poll() is None and not self._process.stdin.closed  # type: ignore[union-attr]

    def check_left(self) -> None:
        """Raise Misbehaved where it has started processes that are still there."""
        left = len(self._company())
        if left:
            some = "a process" if left == 1 else f"{left} processes"
            raise self._ended(LEFT_PROCESSES, f"it left {some} behind")

    def close(self) -> None:
        """End the process, and whatever it has started."""
        end_kept(self._process)
        if self._cell.user is not None:
            _end_all_of(self._cell.user)
        if hasattr(self, "_channel"):
            self._channel.close()

    def _company(self) -> list[int]:
        return [one for one in descendants(self._process.pid) if one != self._worker]

    def _look(self) -> None:
        """Raise Misbehaved where memory grows beyond what is allowed."""
        if not self._worker:
            return
        size = sum(memory_of([one]) for one in (self._worker, *self._company()))
        if size > self._cell.memory:
            raise self._ended(MEMORY_LIMIT, f"it held {format_size(size)} of memory")

    def _ended(self, outcome: str, message: str) -> Misbehaved:
        self.close()
        self._over = self.fault = Misbehaved(outcome, message)
        return self._over

    def _death(self) -> tuple[str, str]:
        with suppress(subprocess.TimeoutExpired):
            code = self._process.wait(1.0)
            if -code == signal.SIGXCPU:
                return TIME_LIMIT, "it used more processor time than it may"
            return BROKE_OFF, f"its process ended in the middle: {how_ended(code)}"
        return BROKE_OFF, "it closed the pipe that it answers by"


def _told(fault: values.Fault) -> str:
    return f"{fault.place}: {fault.message}" if fault.place else fault.message


def _briefly(error: Exception) -> str:
    return str(error)[:80] if isinstance(error, values.BadAnswer) else "what is no answer"


def _settings(cell: Cell) -> str:
    return json.dumps(cell.as_dict())


def _environment(folder: str) -> dict[str, str]:
    """Return all that the process has for an environment: hashes and threads are the same twice."""
    one_thread = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")
    return {
        "PATH": os.defpath,
        "HOME": folder,
        "TMPDIR": folder,
        "LANG": "C.UTF-8",
        "PYTHONHASHSEED": "0",
        "PYTHONDONTWRITEBYTECODE": "1",
        "PYTHONUTF8": "1",
        **dict.fromkeys(one_thread, "1"),
    }


def _end_all_of(user: int) -> None:
    """Kill every process of a user that is nobody else's, in the way that leaves none out."""
    subprocess.run(
        ["/bin/sh", "-c", "kill -9 -1"],
        user=user,
        group=user,
        extra_groups=[],
        stderr=subprocess.DEVNULL,
        check=False,
    )


def cell_user() -> int | None:
    """Return the number of a user of this process's own for submissions, None if not root."""
    return 20_000 + os.getpid() % 40_000 if os.name == "posix" and os.geteuid() == 0 else None
