"""A second process that ends a command which nothing else ends, and says how far it was.

An alarm cannot interrupt C code, nor a heuristic that swallows whatever is raised in it. So the
command goes on in a child of this process, which waits for it, and kills it with all that it has
started if a deadline has passed by more than 10 % and 0.2 s. Time in which the child waited for a
processor is granted, up to a cap (``Clock``). The child sends *notes* while it works; the last
words are made of them. On Linux alone: elsewhere a fork is not safe, or there is none.
"""

from __future__ import annotations

import os
import pickle
import queue
import signal
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from math import inf
from time import perf_counter, sleep
from typing import Any

from aima_search.cli.process.exits import INTERRUPTED, LIMIT_REACHED
from aima_search.processes.clock import Clock, seconds_in_queue
from aima_search.processes.frames import BadFrame, read_frame, write_frame
from aima_search.processes.group import adopt_orphans, die_with_parent, end_descendants
from aima_search.runs import deadline

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
    adopt_orphans()
    parent, child = os.getpid(), os.fork()
    if child == 0:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
        os.close(reading)
        die_with_parent(parent)
        deadline.on_change = lambda ends: _send(("end", ends))
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
    try:
        write_frame(_writing, pickle.dumps(message))
    except OSError:  # the supervisor has gone
        _writing = None


class _Supervisor:
    """Waits for a child, hears its notes and keeps its deadline."""

    def __init__(self, child: int, reading: int) -> None:
        self._child = child
        self._messages: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        threading.Thread(target=_hear, args=(reading, self._messages), daemon=True).start()
        self._says_more = True
        self._notes: Notes = []
        self._clock = Clock()
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
                end_descendants()
                return _exit_status(status)
            now = perf_counter()
            if self._interrupted and now > self._interrupted + _LOOK:
                os.kill(self._child, signal.SIGINT)
                self._interrupted, self._impatient = 0.0, now + _PATIENCE
            if now > self._impatient:
                self._kill()
                sys.stderr.write("aima-search: interrupted\n")
                return INTERRUPTED
            if self._clock.is_late():
                self._kill()
                while self._says_more:
                    self._listen()
                last_words(self._notes)
                sys.stdout.flush()
                return LIMIT_REACHED

    def _kill(self) -> None:
        end_descendants()
        for stream in (sys.stdout, sys.stderr):
            if stream.isatty():  # where it may have been drawing
                stream.write(_SHOW_CURSOR)

    def _listen(self) -> None:
        """Hear what the child says, for a moment, or until its deadline."""
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
        elif value is None:
            self._clock = Clock()
        else:
            end, cap = (at - perf_counter() for at in value)
            self._clock = Clock(end, cap, lambda: seconds_in_queue(self._child)).start()

    def _interrupt(self, number: int, frame: Any) -> None:
        """Note Ctrl-C; the child of a terminal has got it as well, and ends by itself."""
        self._interrupted = self._interrupted or perf_counter()

    def _pass_on(self, number: int, frame: Any) -> None:
        os.kill(self._child, number)


def _hear(reading: int, messages: queue.SimpleQueue[bytes | None]) -> None:
    """Pass on what the child says, and None at the end; the work of a thread."""
    with suppress(BadFrame, OSError):
        while (message := read_frame(reading)) is not None:
            messages.put(message)
    messages.put(None)


def _exit_status(status: int) -> int:
    code = os.waitstatus_to_exitcode(status)
    if code >= 0:
        return code
    with suppress(OSError):  # of a signal that has no other way to be taken
        signal.signal(-code, signal.SIG_DFL)
    os.kill(os.getpid(), -code)  # end as the child did
    return 128 - code
