"""A second process that ends a command which nothing else ends, and says how far it was.

An alarm cannot interrupt C code, nor a heuristic that swallows whatever is raised in it. So the
command goes on in a child of this process, which waits for it, and kills it where a deadline has
passed by more than 10 % and 0.2 s. Time in which the child waited for a processor does not count:
on a busy machine it could not have answered. The child sends *notes* while it works; the last words
are made of them. On Linux alone: elsewhere a fork is not safe, or there is none.
"""

from __future__ import annotations

import os
import pickle
import select
import signal
import struct
import sys
from collections.abc import Callable
from contextlib import suppress
from math import inf
from pathlib import Path
from time import perf_counter, sleep
from typing import Any

from aima_search.cli.process.exits import INTERRUPTED, LIMIT_REACHED
from aima_search.runs import deadline

_KILL_AT_PARENTS_DEATH = 1  # PR_SET_PDEATHSIG
_LENGTH = struct.Struct("!I")
_LOOK = 0.2  # seconds between two looks at a child that says nothing
_PATIENCE = 2.0  # seconds that a child which was interrupted may take to end
_SHOW_CURSOR = "\x1b[?25h"
_LAST_LOOK = 0.002  # and at one that has nothing more to say

Notes = list[Any]
_is_allowed = False
_writing: int | None = None  # the end of the pipe that notes go to, in the child


def allow_supervision() -> None:
    """Let commands be supervised: this process is the command line's, and nobody else's."""
    global _is_allowed
    _is_allowed = sys.platform == "linux"


def note(value: Any) -> None:
    """Tell the supervisor, if there is one, something that its last words may need."""
    _send(("note", value))


def supervise(last_words: Callable[[Notes], None]) -> None:
    """Go on in a child; this process waits, and says the last words of a child it had to kill."""
    global _is_allowed, _writing
    if not _is_allowed:
        return
    _is_allowed = False
    sys.stdout.flush()
    sys.stderr.flush()
    reading, _writing = os.pipe()
    # an interruption waits: what Python runs around a fork would swallow it
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    parent, child = os.getpid(), os.fork()
    if child == 0:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
        os.close(reading)
        _die_with(parent)
        deadline.on_change = lambda end: _send(("end", end))
        deadline.tell_change()
        return
    os.close(_writing)
    status = INTERRUPTED  # which is never a proof, whatever happens here
    try:
        status = _Supervisor(child, reading).wait(last_words)
    finally:
        os._exit(status)  # what was to be written, the child has written


def _send(message: tuple[str, Any]) -> None:
    global _writing
    if _writing is None:
        return
    data = pickle.dumps(message)
    try:
        os.write(_writing, _LENGTH.pack(len(data)) + data)
    except OSError:  # the supervisor has gone
        _writing = None


def _die_with(parent: int) -> None:
    """Let the system kill this process when its parent has died, however it did."""
    import ctypes

    ctypes.CDLL(None).prctl(_KILL_AT_PARENTS_DEATH, signal.SIGKILL)
    if os.getppid() != parent:
        os._exit(1)


class _Supervisor:
    """Waits for a child, hears its notes and keeps its deadline."""

    def __init__(self, child: int, reading: int) -> None:
        self._child = child
        self._reading: int | None = reading
        self._heard = b""
        self._notes: Notes = []
        self._end: float | None = None
        self._waited_before = 0.0
        signal.setitimer(signal.ITIMER_REAL, 0)
        for number in (signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, self._pass_on)
        self._interrupted = 0.0  # when, and not yet passed on
        self._impatient = inf  # when a child that was interrupted is killed
        signal.signal(signal.SIGINT, self._interrupt)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})

    def wait(self, last_words: Callable[[Notes], None]) -> int:
        """Return the child's exit status, or that of a limit where it had to be killed."""
        while True:
            self._listen()
            ended, status = os.waitpid(self._child, os.WNOHANG)
            if ended:
                return _exit_status(status)
            now = perf_counter()
            if self._interrupted and now > self._interrupted + _LOOK:
                os.kill(self._child, signal.SIGINT)
                self._interrupted, self._impatient = 0.0, now + _PATIENCE
            if now > self._impatient:
                self._kill()
                sys.stderr.write("aima-search: interrupted\n")
                return INTERRUPTED
            if self._end is not None and now > self._end and now > self._end + self._kept_waiting():
                self._kill()
                self._listen()
                last_words(self._notes)
                sys.stdout.flush()
                return LIMIT_REACHED

    def _kept_waiting(self) -> float:
        """Return for how long the child has waited for a processor since its deadline was set."""
        return seconds_in_queue(self._child) - self._waited_before

    def _kill(self) -> None:
        os.kill(self._child, signal.SIGKILL)
        os.waitpid(self._child, 0)
        for stream in (sys.stdout, sys.stderr):
            if stream.isatty():  # where it may have been drawing
                stream.write(_SHOW_CURSOR)

    def _listen(self) -> None:
        """Hear what the child says, for a moment, or until its deadline."""
        if self._reading is None:  # it has ended, or is about to
            sleep(_LAST_LOOK)
            return
        patience = _LOOK if self._end is None else min(_LOOK, self._end - perf_counter())
        ready, _, _ = select.select([self._reading], [], [], max(patience, _LAST_LOOK))
        if not ready:
            return
        data = os.read(self._reading, 1 << 16)
        if not data:
            self._reading = None
        self._heard += data
        while len(self._heard) >= _LENGTH.size:
            (length,) = _LENGTH.unpack_from(self._heard)
            whole = _LENGTH.size + length
            if len(self._heard) < whole:
                break
            kind, value = pickle.loads(self._heard[_LENGTH.size : whole])
            self._heard = self._heard[whole:]
            if kind == "end":
                self._end, self._waited_before = value, seconds_in_queue(self._child)
            else:
                self._notes.append(value)

    def _interrupt(self, number: int, frame: Any) -> None:
        """Note Ctrl-C; the child of a terminal has got it as well, and ends by itself."""
        self._interrupted = self._interrupted or perf_counter()

    def _pass_on(self, number: int, frame: Any) -> None:
        os.kill(self._child, number)


def seconds_in_queue(process: int) -> float:
    """Return for how long the threads of a process have waited for a processor; 0 if not known."""
    waited = 0
    for task in Path(f"/proc/{process}/task").glob("*/schedstat"):
        with suppress(OSError, IndexError, ValueError):  # a thread that has ended, another kernel
            waited += int(task.read_text("ascii").split()[1])
    return waited / 1e9


def _exit_status(status: int) -> int:
    code = os.waitstatus_to_exitcode(status)
    if code >= 0:
        return code
    with suppress(OSError):  # of a signal that has no other way to be taken
        signal.signal(-code, signal.SIG_DFL)
    os.kill(os.getpid(), -code)  # end as the child did
    return 128 - code
