"""A submission's process seen from the grader: ask it, bound it, end it with all it has started."""

from __future__ import annotations

import os
import pickle
import signal
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import inf
from time import perf_counter
from typing import Any, TypeAlias

from aima_search.apps.grade import wire
from aima_search.apps.grade.borrowed import end_all_of
from aima_search.apps.grade.confinement import Confinement, hide_memory
from aima_search.apps.grade.intake import Handed
from aima_search.apps.grade.results import (
    BROKE_OFF,
    IMPORT_FAILED,
    LEFT_PROCESSES,
    MEMORY_LIMIT,
    NOT_FOUND,
    RAISED,
    TIME_LIMIT,
    WROTE_OUTSIDE,
    Misbehaved,
)
from aima_search.base.errors import SearchError
from aima_search.base.limits import format_size
from aima_search.processes.child import Child, MemoryPassed, TimePassed
from aima_search.processes.frames import BadFrame
from aima_search.processes.group import how_ended

_RUNNER = "aima_search.apps.grade.inside"
_LONGEST = 4 * 2**20  # bytes of an answer
_AT_LEAST = 5.0  # seconds for what this process does itself
_PATIENCE = 4  # times the limit at most, for a process that waits for a processor
_OUTCOMES = {
    wire.IMPORT: IMPORT_FAILED,
    wire.NOT_FOUND: NOT_FOUND,
    wire.RAISED: RAISED,
    wire.MEMORY: MEMORY_LIMIT,
    wire.WROTE: WROTE_OUTSIDE,
}


Respond: TypeAlias = Callable[[str, Sequence[Any]], Any]
"""Answers a question that a process asks before its own answer; BadAnswer for bad questions."""


def refuse(name: str, arguments: Sequence[Any]) -> Any:
    """Answer no question."""
    raise wire.BadAnswer("a question where an answer was expected")


class Box:
    """A confined process that answers questions; ``fault``: the last thing that went wrong."""

    def __init__(self, confinement: Confinement) -> None:
        """Start it; SearchError if the system does not let it."""
        hide_memory()  # of this process: a process of the same user could read it
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
            if isinstance(answer, wire.Fault):
                self.fault = Misbehaved(_OUTCOMES[answer.kind], _told(answer), answer.at)
                raise self.fault
            if not isinstance(answer, wire.Call):
                return answer
            try:
                message = (self._number, "", respond(answer.name, answer.arguments))
            except wire.BadAnswer as error:
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
            return wire.decode_answer(answer, self._number)
        except TimePassed:
            what = "it" if clock.is_late() else "it, with what it asked of the grader,"
            limit = clock.seconds if clock.is_late() else self._longest
            told = f"{what} took {perf_counter() - self._begun:.1f} s: it may take {limit:g} s"
            raise self._ended(TIME_LIMIT, told) from None
        except MemoryPassed as passed:
            told = f"it held {format_size(passed.size)} in memory and files"
            raise self._ended(MEMORY_LIMIT, told) from None
        except (BadFrame, wire.BadAnswer) as error:
            raise self.broke_off(error) from None
        finally:
            clock.stop()

    def broke_off(self, error: Exception) -> Misbehaved:
        """Return the exception for a wrong answer; the process is ended."""
        return self._ended(BROKE_OFF, f"it answered with {_briefly(error)}")

    def numbers(self, command: str, count: int, *arguments: Any) -> list[float | wire.Odd]:
        """Return the answer of the process, so many numbers."""
        answer = self.ask(command, *arguments)
        try:
            return wire.numbers(answer, count)
        except wire.BadAnswer as error:
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


def _told(fault: wire.Fault) -> str:
    return f"{fault.place}: {fault.message}" if fault.place else fault.message


def _briefly(error: Exception) -> str:
    return str(error)[:80] if isinstance(error, wire.BadAnswer) else "what is not an answer"


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


# A part of a submission under way: its process, started when needed, and again if it ended.


_TO_START = 3  # seconds of the processor until the package is imported


@dataclass(frozen=True)
class Bounds:
    """The limits of a check of a submission; see ``[limits]`` of an assignment."""

    seconds: float = 60
    memory: int = 2**30
    processes: int = 16
    nodes: int = 200_000


@dataclass(frozen=True)
class Asked:
    """What a part asks for: the kind, the name looked up, modules not allowed, how many checks."""

    kind: str
    function: str
    forbidden: Sequence[str]
    checks: int


class Work:
    """Lets checks ask what was handed in."""

    def __init__(
        self, handed: Handed, asked: Asked, bounds: Bounds, *, confined: bool = True
    ) -> None:
        """Begin; confined: whether the process is kept from everything else."""
        self.handed, self.asked, self.bounds = handed, asked, bounds
        self._confined = confined
        self._kept: dict[Any, Any] = {}
        self._box: Box | None = None
        self._faulty: Misbehaved | None = None
        self.protections: Mapping[str, bool] = {}
        self.notes: Sequence[str] = ()

    def begin(self) -> None:
        """Give the next check its time; code that could not be loaded is not tried again."""
        if self._faulty is not None:
            raise self._faulty
        if self._box is None or not self._box.is_open:
            self._start()
        else:
            self._box.allow(self.bounds.seconds)

    def once(self, key: Any, find: Callable[[], Any]) -> Any:
        """Return the value of a key; the first check that needs the value finds it."""
        if key not in self._kept:
            self._kept[key] = find()
        return self._kept[key]

    @property
    def box(self) -> Box:
        """The process."""
        assert self._box is not None
        return self._box

    def end(self) -> None:
        """End a check: only the process itself may be left of it."""
        if self._box is not None and self._box.is_open:
            self._box.check_left()

    def restart(self) -> None:
        """End the process in the middle of an answer; a new one goes on with the check."""
        self.close()
        self._start()

    def close(self) -> None:
        """End the process."""
        if self._box is not None:
            self._box.close()

    def _start(self) -> None:
        bounds, asked = self.bounds, self.asked
        confinement = Confinement(
            folder=self.handed.folder,
            memory=bounds.memory,
            seconds=_TO_START + bounds.seconds * asked.checks,
            processes=bounds.processes,
            user=self.handed.user,
            holds=self._confined,
        )
        self._box = box = Box(confinement)
        self.protections = box.protections
        box.allow(bounds.seconds)
        try:
            left = box.ask("load", asked.kind, self.handed.file, asked.function, asked.forbidden)
        except Misbehaved as fault:
            self._faulty = fault
            raise
        if isinstance(left, list) and left and type(left[0]) is int:
            lines = f", {left[0]:,} {'line' if left[0] == 1 else 'lines'} with % or ! left out"
            self.notes = (f"a notebook: its code cells in order{lines if left[0] else ''}",)
