"""A submission's process seen from the grader: ask it, bound it, end it with all it has started."""

from __future__ import annotations

import os
import pickle
import signal
from collections.abc import Callable, Mapping, Sequence
from math import inf
from time import perf_counter
from typing import Any, TypeAlias

from aima_search.apps.grade.outcomes import (
    BROKE_OFF,
    IMPORT_FAILED,
    LEFT_PROCESSES,
    MEMORY_LIMIT,
    NOT_FOUND,
    RAISED,
    TIME_LIMIT,
    WROTE_OUTSIDE,
)
from aima_search.apps.grade.sandbox import kernel, values
from aima_search.apps.grade.sandbox.borrowed import end_all_of
from aima_search.apps.grade.sandbox.confinement import Confinement
from aima_search.base.errors import SearchError
from aima_search.base.limits import format_size
from aima_search.processes.child import Child, MemoryPassed, TimePassed
from aima_search.processes.frames import BadFrame
from aima_search.processes.group import how_ended

_RUNNER = "aima_search.apps.grade.sandbox.runner"
_LONGEST = 4 * 2**20  # bytes of an answer
_AT_LEAST = 5.0  # seconds for what this process does itself
_PATIENCE = 4  # times the limit at most, for a process that waits for a processor
_OUTCOMES = {
    values.IMPORT: IMPORT_FAILED,
    values.NOT_FOUND: NOT_FOUND,
    values.RAISED: RAISED,
    values.MEMORY: MEMORY_LIMIT,
    values.WROTE: WROTE_OUTSIDE,
}


Respond: TypeAlias = Callable[[str, Sequence[Any]], Any]
"""Answers a question that a process asks before its own answer; BadAnswer for bad questions."""


def refuse(name: str, arguments: Sequence[Any]) -> Any:
    """Answer no question."""
    raise values.BadAnswer("a question where an answer was expected")


class Misbehaved(Exception):
    """A submission's process did not do what it was asked: an outcome, and a message.

    at: the number of the question of several that it was answering, -1 if that is not known.
    """

    def __init__(self, outcome: str, message: str, at: int = -1) -> None:
        super().__init__(message)
        self.outcome, self.message, self.at = outcome, message, at


class Box:
    """A confined process that answers questions; ``fault``: the last thing that went wrong."""

    def __init__(self, confinement: Confinement) -> None:
        """Start it; SearchError if the system does not let it."""
        kernel.hide_memory()  # of this process: a process of the same user could read it
        self._confinement = confinement
        self._number = 0
        self._over: Misbehaved | None = None
        self.fault: Misbehaved | None = None
        self._is_closed = False
        try:
            self._child = Child(
                _RUNNER,
                confinement.as_dict(),
                folder=confinement.folder,
                environment=_environment(confinement),
                longest=_LONGEST,
                counts_files=confinement.holds,
            )
        except OSError:
            self._end_user()
            raise SearchError("no process could be started for a submission") from None
        self.protections: Mapping[str, bool] = self._child.greeting["protections"]
        self._waited_before = 0.0
        self._clock = self._child.clock(inf)
        self._begun, self._longest = perf_counter(), inf

    @property
    def waited(self) -> float:
        """The seconds that its answers took, in all."""
        return self._waited_before + self._clock.passed

    def allow(self, seconds: float) -> None:
        """Limit the seconds that all answers from now on take together.

        This process's work with the answers has a wider limit, so that endless questions end.
        """
        self.fault = None
        self._waited_before = self.waited
        self._clock = self._child.clock(seconds, _PATIENCE * seconds)
        self._begun = perf_counter()
        self._longest = _PATIENCE * seconds + _AT_LEAST

    def ask(self, command: str, *arguments: Any, respond: Respond = refuse) -> Any:
        """Return the answer of the process; without an answer it is ended, and Misbehaved raised.

        A fault that it reports does not end it. ``respond`` answers its questions in between.
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
        clock = self._clock.start()
        try:
            answer = self._child.ask(pickle.dumps(message), clock, self._confinement.memory)
            if answer is None:
                raise self._ended(*self._death())
            if clock.is_late() or perf_counter() - self._begun > self._longest:
                raise TimePassed
            return values.decode_answer(answer, self._number)
        except TimePassed:
            what = "it" if clock.is_late() else "it, with what it asked of the grader,"
            limit = clock.seconds if clock.is_late() else self._longest
            told = f"{what} took {perf_counter() - self._begun:.1f} s: it may take {limit:g} s"
            raise self._ended(TIME_LIMIT, told) from None
        except MemoryPassed as passed:
            told = f"it held {format_size(passed.size)} in memory and files"
            raise self._ended(MEMORY_LIMIT, told) from None
        except (BadFrame, values.BadAnswer) as error:
            raise self.broke_off(error) from None
        finally:
            clock.stop()

    def broke_off(self, error: Exception) -> Misbehaved:
        """Return the exception for a wrong answer; the process is ended."""
        return self._ended(BROKE_OFF, f"it answered with {_briefly(error)}")

    def numbers(self, command: str, count: int, *arguments: Any) -> list[float | values.Odd]:
        """Return the answer of the process, so many numbers."""
        answer = self.ask(command, *arguments)
        try:
            return values.numbers(answer, count)
        except values.BadAnswer as error:
            raise self._ended(BROKE_OFF, f"what it answered is wrong: {error}") from None

    @property
    def is_open(self) -> bool:
        """Whether it can be asked."""
        return not self._is_closed and self._child.is_alive()

    def check_left(self) -> None:
        """Raise Misbehaved if it has started processes that are still there."""
        left = len(self._child.company())
        if left:
            some = "a process" if left == 1 else f"{left} processes"
            raise self._ended(LEFT_PROCESSES, f"it left {some} behind")

    def close(self) -> None:
        """End the process, and whatever it has started."""
        self._is_closed = True
        self._child.end()
        self._end_user()

    def _end_user(self) -> None:
        if self._confinement.user is not None:
            end_all_of(self._confinement.user)

    def _ended(self, outcome: str, message: str) -> Misbehaved:
        self.close()
        self._over = self.fault = Misbehaved(outcome, message)
        return self._over

    def _death(self) -> tuple[str, str]:
        code = self._child.wait()
        if code is None:
            return BROKE_OFF, "it closed the pipe that it answers by"
        if -code == getattr(signal, "SIGXCPU", None):
            return TIME_LIMIT, "it used more processor time than it may"
        return BROKE_OFF, f"its process ended in the middle: {how_ended(code)}"


def _told(fault: values.Fault) -> str:
    return f"{fault.place}: {fault.message}" if fault.place else fault.message


def _briefly(error: Exception) -> str:
    return str(error)[:80] if isinstance(error, values.BadAnswer) else "what is not an answer"


def can_confine() -> bool:
    """Tell whether this system keeps processes apart: Linux does, and macOS in part."""
    return hasattr(os, "fork")


def _environment(confinement: Confinement) -> dict[str, str]:
    """Return the whole environment of the process: it makes hashes and threads repeatable."""
    one_thread = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")
    folder = confinement.folder
    own = {} if confinement.holds else dict(os.environ)
    return {
        "PATH": os.defpath,
        "HOME": folder,
        "TMPDIR": folder,
        "LANG": "C.UTF-8",
        "PYTHONHASHSEED": "0",
        "PYTHONDONTWRITEBYTECODE": "1",
        "PYTHONNOUSERSITE": "1",
        "PYTHONUTF8": "1",
        **dict.fromkeys(one_thread, "1"),
        **own,
    }
