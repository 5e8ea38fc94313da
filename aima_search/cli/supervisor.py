"""The process that waits for a command, ends it if nothing else does, and says how it ended.

An alarm cannot interrupt C code, nor a heuristic that swallows whatever is raised in it, and a
heuristic may end its process without a word. So a command goes on in a child of this process,
which waits for it. If a deadline has passed by more than 10 % and 0.2 s, the child is killed with
all that it has started. Time in which it waited for a processor is granted, up to a cap
(``Clock``). The child sends *notes* while it works; the last words are made of them. This works on
Linux alone: other systems have no fork, or no safe fork.
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
from aima_search.base.registry import has_plugins, load_plugins
from aima_search.processes.clock import Clock, seconds_in_queue
from aima_search.processes.frames import BadFrame, read_frame, write_frame
from aima_search.processes.process_tree import (
    adopt_orphans,
    die_with_parent,
    end_descendants,
    how_ended,
)
from aima_search.runs import monitor
from aima_search.runs.monitor import Deadline
from aima_search.runs.outcomes import TIME_LIMIT, WORKER_DIED

# The exit statuses of the command line, and what they mean.


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
    Exit.BAD_INPUT: "bad input: an unknown name, an invalid board, an option that does not fit",
    Exit.LIMIT_REACHED: "a limit was reached, or no run came to an outcome that can be expected",
    Exit.INTERRUPTED: "interrupted, as by Ctrl-C",
    Exit.READER_GONE: "the reader of the output has gone, as `| head -1` does",
}
"""Every status in words."""


_LOOK = 0.2  # seconds between two looks at a child that says nothing
_PATIENCE = 2.0  # seconds that a child which was interrupted may take to end
_SHOW_CURSOR = "\x1b[?25h"
_LAST_LOOK = 0.002  # seconds between two looks at a child that has nothing more to say
_OF_TERMINAL = 0x80  # the system's code of a signal that Ctrl-C sends, to the child as well
_OF_LIMITS = ("SIGKILL", "SIGXCPU")  # the system's signals to a process that took too much

Notes = list[Any]


class End(NamedTuple):
    """The end of a command that could not report it: its outcome, and the end in words."""

    status: str
    words: str


LastWords = Callable[[Notes, End], None]
_writing: int | None = None  # the end of the pipe that notes go to, in the child


def note(value: Any) -> None:
    """Send the supervisor, if this process has one, a note for its last words."""
    _send("note", value)


def leave_last_words(say: LastWords) -> None:
    """Let the supervisor, if this process has one, call ``say`` if the command cannot end itself.

    ``say`` goes to another process: a function of a module, or a partial of one.
    """
    if _writing is not None:
        with suppress(Exception):  # a board of a class that no other process finds
            _send("last words", pickle.dumps(say))


def say_where(notes: Notes, end: End) -> None:
    """Say on standard error how a command ended, and in what."""
    at_work = next((value for value in reversed(notes) if isinstance(value, str)), "the start")
    sys.stderr.write(f"aima-search: {end.status} in {at_work}: {end.words}\n")


def supervise(*, is_alone: bool = True) -> None:
    """Go on in a child; this process waits for the child, and ends as the child does.

    is_alone: the command starts no processes that outlive it. What it has started is ended with
    it, and it is killed if an interruption does not end it soon.
    """
    global _writing
    if sys.platform != "linux":
        return
    sys.stdout.flush()
    sys.stderr.flush()
    reading, _writing = os.pipe()
    # an interruption waits: what Python runs around a fork would swallow it
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    if is_alone:
        adopt_orphans()
    parent, child = os.getpid(), os.fork()
    if child == 0:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
        os.close(reading)
        die_with_parent(parent)
        monitor.on_change = lambda ends: _send("deadline", ends)
        return
    os.close(_writing)
    status: int = Exit.INTERRUPTED  # never a proof, whatever happens here
    try:
        status = _Supervisor(child, reading, is_alone).wait()
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(status)


def tell_done() -> None:
    """Tell the supervisor that the command has come to its own end."""
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
    """Waits for a child, hears its notes and keeps its deadline."""

    def __init__(self, child: int, reading: int, is_alone: bool) -> None:
        self._child = child
        self._is_alone = is_alone
        self._messages: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        threading.Thread(target=_hear, args=(reading, self._messages), daemon=True).start()
        self._says_more = True
        self._is_done = False
        self._notes: Notes = []
        self._last_words = b""
        self._clock = Clock()
        signal.setitimer(signal.ITIMER_REAL, 0)
        self._passed_on = 0  # the signal that this process was sent, and has passed on
        for number in (signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, self._pass_on)
        self._interrupted = inf  # when to pass on an interruption that only this process got
        self._impatient = inf  # when a child that was interrupted is killed

    def wait(self) -> int:
        """Return the child's exit status, or the status of its end if it was killed or died."""
        while True:
            self._listen()
            ended, status = os.waitpid(self._child, os.WNOHANG)
            if ended:
                self._end()
                return self._exit_status(os.waitstatus_to_exitcode(status))
            self._look_for_interruption()
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
                return self._say(End(TIME_LIMIT, words), Exit.LIMIT_REACHED)

    def _end(self) -> None:
        """End the child with all that it has started, and read its last notes."""
        if self._is_alone:
            end_descendants()
        self._clock = Clock()
        while self._says_more:
            self._listen()

    def _exit_status(self, code: int) -> int:
        """Return the status of a child that ended by itself; otherwise say how it ended."""
        if code < 0 and -code in (self._passed_on, signal.SIGINT, signal.SIGPIPE):
            with suppress(OSError):  # of a signal that has no other way to be taken
                signal.signal(-code, signal.SIG_DFL)
            signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
            os.kill(os.getpid(), -code)  # end as the child did
        if code >= 0 and self._is_done:
            return code
        how = how_ended(code)
        words = f"its process ended in the middle: {how}"
        is_limit = how.removeprefix("signal ") in _OF_LIMITS
        return self._say(
            End(WORKER_DIED, words), Exit.LIMIT_REACHED if is_limit else Exit.BAD_INPUT
        )

    def _say(self, end: End, status: int) -> int:
        """Say the last words of the child, and return the status."""
        self._show_cursor()
        say: LastWords = pickle.loads(self._last_words) if self._last_words else say_where
        say(self._notes, end)
        return status

    def _show_cursor(self) -> None:
        for stream in (sys.stdout, sys.stderr):
            if stream.isatty():  # it may have been drawing there
                stream.write(_SHOW_CURSOR)

    def _listen(self) -> None:
        """Read the child's notes, for a moment, or until its deadline."""
        if not self._says_more:  # it has ended, or is about to
            sleep(_LAST_LOOK)
            return
        patience = min(_LOOK, self._clock.seconds - self._clock.passed)
        with suppress(queue.Empty):
            message = self._messages.get(timeout=max(patience, _LAST_LOOK))
            self._says_more = message is not None
            if message is not None:
                self._take(*pickle.loads(message))

    def _take(self, kind: str, value: Any) -> None:
        if kind == "note":
            self._notes.append(value)
        elif kind == "last words":
            self._last_words = value
        elif kind == "done":
            self._is_done = self._is_done or value == self._child
        elif value is None:
            self._clock = Clock()
        else:
            end, cap = (at - perf_counter() for at in value)
            self._clock = Clock(end, cap, lambda: seconds_in_queue(self._child)).start()

    def _look_for_interruption(self) -> None:
        """Take an interruption that waits; the child of a terminal has got Ctrl-C as well."""
        told = signal.sigtimedwait({signal.SIGINT}, 0)
        if told is None:
            return
        soon = perf_counter() + _LOOK  # a group that is interrupted ends by itself, too
        if told.si_code != _OF_TERMINAL:
            self._interrupted = min(self._interrupted, soon)
        if self._is_alone:
            self._impatient = min(self._impatient, soon + _PATIENCE)

    def _pass_on(self, number: int, frame: Any) -> None:
        self._passed_on = number
        os.kill(self._child, number)


def _hear(reading: int, messages: queue.SimpleQueue[bytes | None]) -> None:
    """Pass on the child's notes, and None at the end; the work of a thread."""
    with suppress(BadFrame, OSError):
        while (message := read_frame(reading)) is not None:
            messages.put(message)
    messages.put(None)


# A command's limit on time: what was found until then is printed, and the exit status is 3.


_START_UP = 5.0  # seconds beyond the limit of a command, as nothing may be compiled yet


class Kept:
    """Whether a block was ended by its limit: ``status`` is that limit then, else None."""

    status: str | None = None

    def exit_status(self, otherwise: int) -> int:
        """Return the exit status of the command."""
        return otherwise if self.status is None else Exit.LIMIT_REACHED

    def tell(self, what: str) -> None:
        """Say on standard error that, and in what, the limit was reached."""
        if self.status is not None:
            click.echo(f"aima-search: {self.status} in {what}", err=True)


@contextmanager
def within(seconds: float | None) -> Iterator[Kept]:
    """Run a block for so many seconds at most; None: without a limit."""
    kept = Kept()
    try:
        with Deadline(seconds):
            yield kept
    except LimitReached as reached:
        kept.status = reached.status


def start_up(seconds: float | None) -> None:
    """Import the plug-ins, if any: it may take 5 s more than the command, and counts apart.

    seconds: the limit of the command, None for no limit.
    """
    if not has_plugins():
        return
    note("the import of plug-ins")
    try:
        with Deadline(None if seconds is None else seconds + _START_UP):
            load_plugins()
    except LimitReached as reached:
        *frames, _ = traceback.extract_tb(reached.__traceback__)  # the last is the alarm itself
        place = f"{Path(frames[-1].filename).name}, line {frames[-1].lineno}"
        click.echo(f"aima-search: {reached.status} in the import of plug-ins: {place}", err=True)
        sys.exit(Exit.LIMIT_REACHED)


class Seconds(click.FloatRange):
    """A number of seconds on the command line."""

    name = "number"


seconds_option = click.option("--seconds", type=Seconds(min=0), help="Limit on time.")
"""Adds --seconds to a command that has no other limits."""
