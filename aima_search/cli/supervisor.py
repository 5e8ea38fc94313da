"""The process that waits for a command, kills it after its deadline, and reports how it ended.

An alarm cannot interrupt C code, or a heuristic that catches every exception, and a heuristic can
end its process without a message. So the command runs in a child of this process. When a deadline
has passed by more than 10 % and 0.2 s, this process kills the child and everything that the child
has started. Time during which the child waited for a processor is added, up to a cap (``Clock``).
The child sends *notes* while it works; the final report is made from them. All this works only on
Linux: other systems have no fork, or no safe fork.
"""

from __future__ import annotations

import os
import pickle
import queue
import signal
import sys
import threading
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
from aima_search.processes.clock import Clock, seconds_in_queue
from aima_search.processes.frames import BadFrame, read_frame, write_frame
from aima_search.processes.process_tree import (
    adopt_orphans,
    die_with_parent,
    end_descendants,
    how_ended,
)
from aima_search.runs import deadline
from aima_search.runs.deadline import Deadline
from aima_search.runs.outcomes import TIME_LIMIT, WORKER_DIED


class Exit(IntEnum):
    """The exit statuses of the command line."""

    SOLVED = 0
    FAILED = 1
    BAD_INPUT = 2
    LIMIT_REACHED = 3
    INTERRUPTED = 130
    READER_GONE = 141


EXITS = {
    Exit.SOLVED: "solved, or done",
    Exit.FAILED: "proved that there is no solution, or a check failed",
    Exit.BAD_INPUT: "bad input: an unknown name, an invalid board, an option that does not apply",
    Exit.LIMIT_REACHED: "a limit was reached, or every run failed unexpectedly",
    Exit.INTERRUPTED: "interrupted, for example by Ctrl-C",
    Exit.READER_GONE: "the output was closed, for example by `| head -1`",
}
"""The meaning of every exit status."""


_INTERVAL = 0.2  # seconds between two checks of a child that sends nothing
_PATIENCE = 2.0  # seconds that an interrupted child may take to end
_SHOW_CURSOR = "\x1b[?25h"
_LAST_INTERVAL = 0.002  # seconds between two checks of a child that has sent everything
_FROM_TERMINAL = 0x80  # code of a signal from the terminal (Ctrl-C), which the child receives too
_LIMIT_SIGNALS = ("SIGKILL", "SIGXCPU")  # signals to a process that took too much memory or time

Notes = list[Any]


class End(NamedTuple):
    """How a command ended that could not report it itself: an outcome, and a sentence."""

    status: str
    words: str


FinalReport = Callable[[Notes, End], None]
_writing: int | None = None  # in the child: the end of the pipe to which notes are written


def note(value: Any) -> None:
    """Send a note for the final report to the supervisor, if this process has one."""
    _send("note", value)


def set_final_report(report: FinalReport) -> None:
    """Let the supervisor, if there is one, call ``report`` if the command cannot end by itself.

    ``report`` is pickled: a function of a module, or a partial of one.
    """
    if _writing is not None:
        with suppress(Exception):  # a board whose class cannot be pickled
            _send("report", pickle.dumps(report))


def report_end(notes: Notes, end: End) -> None:
    """Print on standard error how a command ended, and during which task."""
    task = next((value for value in reversed(notes) if isinstance(value, str)), "the start")
    sys.stderr.write(f"aima-search: {end.status} in {task}: {end.words}\n")


def supervise(*, is_alone: bool = True) -> None:
    """Continue in a child; this process waits for the child, and exits with its status.

    is_alone: the command starts no processes that outlive it. Its processes are killed when it
    ends, and the command is killed if it does not end soon after an interruption.
    """
    global _writing
    if sys.platform != "linux":
        return
    sys.stdout.flush()
    sys.stderr.flush()
    reading, _writing = os.pipe()
    # block interruptions: Python's handlers around a fork would swallow them
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    if is_alone:
        adopt_orphans()
    parent, child = os.getpid(), os.fork()
    if child == 0:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
        os.close(reading)
        die_with_parent(parent)
        deadline.on_change = lambda ends: _send("deadline", ends)
        return
    os.close(_writing)
    status: int = Exit.INTERRUPTED  # an error here must not look like a proof
    try:
        status = _Supervisor(child, reading, is_alone).wait()
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
    except OSError:  # the supervisor has gone
        _writing = None


class _Supervisor:
    """Waits for a child, receives its notes and enforces its deadline."""

    def __init__(self, child: int, reading: int, is_alone: bool) -> None:
        self._child = child
        self._is_alone = is_alone
        self._messages: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        threading.Thread(target=_receive, args=(reading, self._messages), daemon=True).start()
        self._sends_more = True
        self._is_done = False
        self._notes: Notes = []
        self._final_report = b""
        self._clock = Clock()
        signal.setitimer(signal.ITIMER_REAL, 0)
        self._passed_on = 0  # the last signal that this process passed on to the child
        for number in (signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, self._pass_on)
        self._interrupted = inf  # time to pass on an interruption that the child did not receive
        self._impatient = inf  # time to kill an interrupted child

    def wait(self) -> int:
        """Return the child's exit status, or the status for its end if it was killed or crashed."""
        while True:
            self._read_message()
            ended, status = os.waitpid(self._child, os.WNOHANG)
            if ended:
                self._end()
                return self._exit_status(os.waitstatus_to_exitcode(status))
            self._check_interruption()
            if perf_counter() > self._interrupted:
                os.kill(self._child, signal.SIGINT)
                self._interrupted = inf
            if perf_counter() > self._impatient:
                self._end()
                self._show_cursor()
                sys.stderr.write("aima-search: interrupted\n")
                return Exit.INTERRUPTED
            if self._clock.is_late():
                self._end()
                words = "ended from outside, in code that could not be interrupted"
                return self._report(End(TIME_LIMIT, words), Exit.LIMIT_REACHED)

    def _end(self) -> None:
        """Kill the child's processes, and read its last notes."""
        if self._is_alone:
            end_descendants()
        self._clock = Clock()
        while self._sends_more:
            self._read_message()

    def _exit_status(self, code: int) -> int:
        """Return the status of a child that ended by itself; otherwise report how it ended."""
        if code < 0 and -code in (self._passed_on, signal.SIGINT, signal.SIGPIPE):
            with suppress(OSError):  # some signals have no handler to reset
                signal.signal(-code, signal.SIG_DFL)
            signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
            os.kill(os.getpid(), -code)  # end as the child did
        if code >= 0 and self._is_done:
            return code
        reason = how_ended(code)
        is_limit = reason.removeprefix("signal ") in _LIMIT_SIGNALS
        end = End(WORKER_DIED, f"its process ended unexpectedly: {reason}")
        return self._report(end, Exit.LIMIT_REACHED if is_limit else Exit.BAD_INPUT)

    def _report(self, end: End, status: int) -> int:
        self._show_cursor()
        report: FinalReport = pickle.loads(self._final_report) if self._final_report else report_end
        report(self._notes, end)
        return status

    def _show_cursor(self) -> None:
        for stream in (sys.stdout, sys.stderr):
            if stream.isatty():  # the child may have hidden the cursor
                stream.write(_SHOW_CURSOR)

    def _read_message(self) -> None:
        """Wait a moment, or until the deadline, for a message of the child."""
        if not self._sends_more:  # it has ended, or is about to
            sleep(_LAST_INTERVAL)
            return
        patience = min(_INTERVAL, self._clock.seconds - self._clock.passed)
        with suppress(queue.Empty):
            message = self._messages.get(timeout=max(patience, _LAST_INTERVAL))
            self._sends_more = message is not None
            if message is not None:
                self._handle(*pickle.loads(message))

    def _handle(self, kind: str, value: Any) -> None:
        if kind == "note":
            self._notes.append(value)
        elif kind == "report":
            self._final_report = value
        elif kind == "done":
            self._is_done = self._is_done or value == self._child
        elif value is None:
            self._clock = Clock()
        else:
            end, cap = (max(at - perf_counter(), 0) for at in value)
            self._clock = Clock(end, cap, lambda: seconds_in_queue(self._child)).start()

    def _check_interruption(self) -> None:
        """Handle a pending interruption; a terminal sends Ctrl-C to the child too."""
        pending = signal.sigtimedwait({signal.SIGINT}, 0)
        if pending is None:
            return
        soon = perf_counter() + _INTERVAL  # if the group was interrupted, the child ends itself
        if pending.si_code != _FROM_TERMINAL:
            self._interrupted = min(self._interrupted, soon)
        if self._is_alone:
            self._impatient = min(self._impatient, soon + _PATIENCE)

    def _pass_on(self, number: int, frame: Any) -> None:
        self._passed_on = number
        os.kill(self._child, number)


def _receive(reading: int, messages: queue.SimpleQueue[bytes | None]) -> None:
    """Put the child's messages into the queue, and None at the end; runs in a thread."""
    with suppress(BadFrame, OSError):
        while (message := read_frame(reading)) is not None:
            messages.put(message)
    messages.put(None)


_START_UP = 5.0  # seconds added to a limit: Python may have to compile its modules first


class TimeLimit:
    """The time limit of a block; ``status`` is None unless the limit ended the block."""

    status: str | None = None

    def exit_status(self, otherwise: int) -> int:
        """Return the exit status of the command."""
        return otherwise if self.status is None else Exit.LIMIT_REACHED

    def report(self, task: str) -> None:
        """If the limit was reached, print on standard error during which task."""
        if self.status is not None:
            click.echo(f"aima-search: {self.status} in {task}", err=True)


@contextmanager
def time_limit(seconds: float | None) -> Iterator[TimeLimit]:
    """End the block after so many seconds (None: never); what was found until then stays."""
    limit = TimeLimit()
    try:
        with Deadline(seconds):
            yield limit
    except LimitReached as reached:
        limit.status = reached.status


def start_up(seconds: float | None) -> None:
    """Import the plug-ins, if any, within the command's limit (None: no limit) and 5 s more."""
    if not has_plugins():
        return
    note("the import of plug-ins")
    try:
        with Deadline(None if seconds is None else seconds + _START_UP):
            load_plugins()
    except LimitReached as reached:
        *frames, _ = traceback.extract_tb(reached.__traceback__)  # the last frame is the alarm
        place = f"{Path(frames[-1].filename).name}, line {frames[-1].lineno}"
        click.echo(f"aima-search: {reached.status} in the import of plug-ins: {place}", err=True)
        sys.exit(Exit.LIMIT_REACHED)


class Seconds(click.FloatRange):
    """A number of seconds on the command line."""

    name = "number"


seconds_option = click.option("--seconds", type=Seconds(min=0), help="Time limit in seconds.")
"""Adds --seconds to a command that has no other limits."""
