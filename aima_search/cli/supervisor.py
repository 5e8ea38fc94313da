"""The supervisor: a process that runs a command in a child, and kills the child if it is late.

An alarm cannot interrupt C code or a heuristic that catches all exceptions. A heuristic can also
end its process without a message. Therefore the command runs in a child of the supervisor. If the
child exceeds a deadline, the supervisor kills the child and all processes that the child has
started, and reports how the command ended. Time during which the child waited for a processor is
added to the deadline, up to a maximum (see ``ChildStopwatch``).

The child sends *notes* while it works. The supervisor's final report is made from the notes. A
supervisor is only used on Linux, because other systems have no fork or no safe fork.
"""

from __future__ import annotations

import os
import pickle
import select
import signal
import sys
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from enum import IntEnum
from math import inf
from pathlib import Path
from time import perf_counter, sleep
from typing import Any, NamedTuple

import click

from aima_search.base.limits import LimitReached
from aima_search.base.plugins import has_plugins, load_plugins
from aima_search.processes import process_tree
from aima_search.processes.clock import ChildStopwatch, seconds_in_queue
from aima_search.processes.messages import BadFrame, MessageReader, write_frame
from aima_search.runs import deadline
from aima_search.runs.deadline import DeadlineScope
from aima_search.runs.outcomes import TIME_LIMIT, WORKER_DIED


class ExitStatus(IntEnum):
    """The exit statuses of the command line."""

    SOLVED = 0
    FAILED = 1
    BAD_INPUT = 2
    LIMIT_REACHED = 3
    INTERRUPTED = 130
    READER_GONE = 141


EXITS = {
    ExitStatus.SOLVED: "solved, or done",
    ExitStatus.FAILED: "proved that there is no solution, or a check failed",
    ExitStatus.BAD_INPUT: "bad input, such as an unknown name, an invalid board or a wrong option",
    ExitStatus.LIMIT_REACHED: "a limit was reached, or every run failed unexpectedly",
    ExitStatus.INTERRUPTED: "interrupted, for example by Ctrl-C",
    ExitStatus.READER_GONE: "the output was closed, for example by `| head -1`",
}
"""The meaning of every exit status."""


_INTERVAL = 0.2  # seconds between two checks of a child that sends no notes
_PATIENCE = 2.0  # seconds until an interrupted child is killed
_SHOW_CURSOR = "\x1b[?25h"
_LAST_INTERVAL = 0.002  # seconds between two checks of a child that has closed its pipe
_FROM_TERMINAL = 0x80  # si_code if the terminal sent the signal (to the child, too)
_LIMIT_SIGNALS = ("SIGKILL", "SIGXCPU")  # sent to a process that used too much memory or time

Notes = list[Any]


class EarlyEnd(NamedTuple):
    """The status of a command that was killed or crashed, and a message for the user."""

    status: str
    words: str


FinalReport = Callable[[Notes, EarlyEnd], None]
_writing: int | None = None  # in the child: the file descriptor to which notes are written


def note(value: Any) -> None:
    """Send a value to the supervisor, which uses it if this process ends unexpectedly."""
    _send("note", value)


def set_final_report(report: FinalReport) -> None:
    """Let the supervisor call ``report`` if the command is killed or crashes.

    ``report`` is pickled, so it must be a function of a module or a partial of such a function.
    """
    if _writing is not None:
        with suppress(Exception):  # the class of a board may not be picklable
            _send("report", pickle.dumps(report))


def report_end(notes: Notes, end: EarlyEnd) -> None:
    """Print on standard error how the command ended, and what it was doing at that time."""
    task = next((value for value in reversed(notes) if isinstance(value, str)), "the start")
    sys.stderr.write(f"aima-search: {end.status} in {task}: {end.words}\n")


def supervise(*, can_kill: bool = True) -> None:
    """Fork this process: the child runs the command; the parent waits for the child and exits.

    Only the child returns from this call. The parent exits with the exit status of the child.
    can_kill: True to kill the child if it does not end soon after Ctrl-C. When the child ends, all
    processes that it has started are also killed.
    """
    global _writing
    if sys.platform != "linux":
        return
    sys.stdout.flush()
    sys.stderr.flush()
    reading, _writing = os.pipe()
    # block interruptions, because an exception raised in Python's fork handlers would be lost
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    if can_kill:
        process_tree.adopt_orphans()
    parent, child = os.getpid(), os.fork()
    if child == 0:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
        os.close(reading)
        process_tree.die_with_parent(parent)
        deadline.on_change = lambda ends: _send("deadline", ends)
        return
    os.close(_writing)
    status: int = ExitStatus.INTERRUPTED  # not 1, which means a proof
    try:
        status = _Supervisor(child, reading, can_kill).wait()
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(status)


def report_done() -> None:
    """Report to the supervisor that the command has ended by itself."""
    _send("done", os.getpid())


def _send(kind: str, value: Any) -> None:
    global _writing
    if _writing is None:
        return
    try:
        write_frame(_writing, pickle.dumps((kind, value)))
    except OSError:  # the supervisor has ended
        _writing = None


class _Supervisor:
    def __init__(self, child: int, reading: int, can_kill: bool) -> None:
        self._child = child
        self._can_kill = can_kill
        self._messages, self._pipe = MessageReader(reading), select.poll()
        self._pipe.register(reading, select.POLLIN)
        self._sends_more = True
        self._is_done = False
        self._notes: Notes = []
        self._final_report = b""
        self._clock = ChildStopwatch()
        signal.setitimer(signal.ITIMER_REAL, 0)
        self._passed_on = 0  # the last signal that this process passed on to the child
        for number in (signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, self._pass_on)
        self._interrupted = inf  # when to pass on an interruption that the child did not get
        self._impatient = inf  # when to kill an interrupted child

    def wait(self) -> int:
        """Wait for the child; return its exit status, and report if it was killed or crashed."""
        while True:
            self._read_messages()
            ended, status = os.waitpid(self._child, os.WNOHANG)
            if ended:
                self._end_child()
                return self._exit_status(os.waitstatus_to_exitcode(status))
            self._check_interruption()
            if perf_counter() > self._interrupted:
                os.kill(self._child, signal.SIGINT)
                self._interrupted = inf
            if perf_counter() > self._impatient:
                self._end_child()
                self._show_cursor()
                sys.stderr.write("aima-search: interrupted\n")
                return ExitStatus.INTERRUPTED
            if self._clock.is_late():
                self._end_child()
                words = "killed in code that could not be interrupted"
                return self._report(EarlyEnd(TIME_LIMIT, words), ExitStatus.LIMIT_REACHED)

    def _end_child(self) -> None:
        if self._can_kill:
            process_tree.end_descendants()
        self._clock = ChildStopwatch()
        while self._sends_more:
            self._read_messages()

    def _exit_status(self, code: int) -> int:
        if code < 0 and -code in (self._passed_on, signal.SIGINT, signal.SIGPIPE):
            with suppress(OSError):  # some signals have no handler to reset
                signal.signal(-code, signal.SIG_DFL)
            signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
            os.kill(os.getpid(), -code)  # end in the same way as the child
        if code >= 0 and self._is_done:
            return code
        reason = process_tree.how_ended(code)
        is_limit = reason.removeprefix("signal ") in _LIMIT_SIGNALS
        end = EarlyEnd(WORKER_DIED, f"the process ended unexpectedly: {reason}")
        return self._report(end, ExitStatus.LIMIT_REACHED if is_limit else ExitStatus.BAD_INPUT)

    def _report(self, end: EarlyEnd, status: int) -> int:
        self._show_cursor()
        report: FinalReport = pickle.loads(self._final_report) if self._final_report else report_end
        report(self._notes, end)
        return status

    def _show_cursor(self) -> None:
        for stream in (sys.stdout, sys.stderr):
            if stream.isatty():  # the child may have hidden the cursor
                stream.write(_SHOW_CURSOR)

    def _read_messages(self) -> None:
        if not self._sends_more:  # the child has closed the pipe, so it ends soon
            sleep(_LAST_INTERVAL)
            return
        patience = min(_INTERVAL, self._clock.seconds - self._clock.passed)
        if self._pipe.poll(1000 * max(patience, _LAST_INTERVAL)):
            try:
                self._sends_more = self._messages.receive()
                while (message := self._messages.take()) is not None:
                    self._handle(*pickle.loads(message))
            except (BadFrame, OSError):
                self._sends_more = False

    def _handle(self, kind: str, value: Any) -> None:
        if kind == "note":
            self._notes.append(value)
        elif kind == "report":
            self._final_report = value
        elif kind == "done":
            self._is_done = self._is_done or value == self._child
        elif value is None:
            self._clock = ChildStopwatch()
        else:
            end, cap = (max(at - perf_counter(), 0) for at in value)
            self._clock = ChildStopwatch(end, cap, lambda: seconds_in_queue(self._child)).start()

    def _check_interruption(self) -> None:
        pending = signal.sigtimedwait({signal.SIGINT}, 0)
        if pending is None:
            return
        soon = perf_counter() + _INTERVAL  # wait, because the child may have been interrupted, too
        if pending.si_code != _FROM_TERMINAL:
            self._interrupted = min(self._interrupted, soon)
        if self._can_kill:
            self._impatient = min(self._impatient, soon + _PATIENCE)

    def _pass_on(self, number: int, frame: Any) -> None:
        self._passed_on = number
        os.kill(self._child, number)


_START_UP = 5.0  # seconds added to the limit, because Python may have to compile modules


@contextmanager
def time_limit(seconds: float | None) -> Iterator[list[str]]:
    """Context manager: stop the block after ``seconds``; the program continues after the block.

    In ``with time_limit(5) as reached``, the list ``reached`` gets "time-limit" at the limit.
    """
    statuses: list[str] = []
    try:
        with DeadlineScope(seconds):
            yield statuses
    except LimitReached as reached:
        statuses.append(reached.status)


def start_up(seconds: float | None) -> None:
    """Import the plug-ins; exit if this takes more than ``seconds`` + 5 s (None: no limit)."""
    if not has_plugins():
        return
    note("the import of plug-ins")
    try:
        with DeadlineScope(None if seconds is None else seconds + _START_UP):
            load_plugins()
    except LimitReached as reached:
        *frames, _ = traceback.extract_tb(reached.__traceback__)  # the last frame is the alarm
        place = f"{Path(frames[-1].filename).name}, line {frames[-1].lineno}"
        click.echo(f"aima-search: {reached.status} in the import of plug-ins: {place}", err=True)
        sys.exit(ExitStatus.LIMIT_REACHED)


class Seconds(click.FloatRange):
    """A number of seconds on the command line."""

    name = "number"


seconds_option = click.option("--seconds", type=Seconds(min=0), help="Time limit in seconds.")
"""A decorator that adds --seconds to a command without other limits."""
