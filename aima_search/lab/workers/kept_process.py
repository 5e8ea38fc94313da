"""A process with its keeper: starting both, talking to the one, ending both."""

from __future__ import annotations

import json
import os
import queue
import signal
import subprocess
import sys
import threading
from contextlib import suppress
from time import perf_counter

from aima_search.lab.workers import protocol
from aima_search.lab.workers.frames import BadFrame, read_frame, write_frame
from aima_search.limits import format_size
from aima_search.runs import outcomes
from aima_search.runs.processes import descendants, memory_of

_START_PATIENCE = 120.0  # seconds for a process to start
_END_PATIENCE = 5.0  # seconds for a keeper to end all that is left
_LOOK_EVERY = 0.02  # seconds between two looks at a process' memory ...
_LOOK_CLOSELY = 0.004  # ... and where it holds more than half of what it may
_MEMORY_MARGIN = 1.02  # of the memory limit, so that a search has a chance to end by itself
_START = (
    "import sys; sys.path[:] = [entry for entry in sys.path if entry];"  # no file of a user's here
    " import json; sys.path[:] = json.loads(sys.argv[1]);"
    " from importlib import import_module; import_module(sys.argv[2]).main()"
)
WORKER = "aima_search.lab.workers.worker"


class LimitPassed(Exception):
    """No answer came within the limits: ``status`` is the outcome, ``where`` tells the use."""

    def __init__(self, status: str, where: str) -> None:
        super().__init__(f"{status} {where}")
        self.status, self.where = status, where


class KeptProcess:
    """A process that runs ``main()`` of a module; ``worker`` is its number."""

    def __init__(self, module: str = WORKER) -> None:
        """Start it and wait until it can serve; OSError where it does not come to that."""
        self._pipe = threading.Lock()  # held while its input is closed, or copied to write to
        self._process = subprocess.Popen(
            [sys.executable, "-c", _START, json.dumps(module_path()), module],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            bufsize=0,
            start_new_session=os.name == "posix",
        )
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._answers: queue.SimpleQueue[bytes | BadFrame | None] = queue.SimpleQueue()
        answers = os.dup(self._process.stdout.fileno())  # the thread's own, which it closes
        self._process.stdout.close()
        threading.Thread(target=_read, args=(answers, self._answers), daemon=True).start()
        try:
            greeting = self.receive(_START_PATIENCE)
            self.worker = protocol.read_ready(greeting or b"")
        except (queue.Empty, BadFrame, protocol.BadAnswer):
            self.end()
            raise OSError("it ended, or said nothing, while it imported the package") from None

    def is_alive(self) -> bool:
        """Tell whether the process is there."""
        return self._process.poll() is None

    def send(self, content: bytes) -> None:
        """Send a message; OSError where the process has ended."""
        assert self._process.stdin is not None
        with self._pipe:  # another thread may end the process, and the number be another file's
            if self._process.stdin.closed:
                raise OSError("the process was ended")
            requests = os.dup(self._process.stdin.fileno())
        try:
            write_frame(requests, content)
        finally:
            os.close(requests)

    def receive(self, seconds: float) -> bytes | None:
        """Return the next message, None where the process has ended.

        Raises queue.Empty where there is none in that time, BadFrame for what is no message.
        """
        content = self._answers.get(timeout=seconds)
        if isinstance(content, BadFrame):
            raise content
        return content

    def receive_within(self, seconds: float, memory: int | None) -> bytes | None:
        """Return the next message, None where the process has ended.

        Raises LimitPassed where it takes longer, or holds more bytes; BadFrame for no message.
        """
        started, wait = perf_counter(), _LOOK_EVERY
        while True:
            with suppress(queue.Empty):
                return self.receive(wait)
            passed = perf_counter() - started
            if passed > seconds:
                raise LimitPassed(outcomes.TIME_LIMIT, f"after {passed:.1f} s")
            size = self.memory()
            if memory is not None and size > _MEMORY_MARGIN * memory:
                raise LimitPassed(outcomes.MEMORY_LIMIT, f"at {format_size(size)}")
            wait = _LOOK_EVERY if memory is None or 2 * size < memory else _LOOK_CLOSELY

    def memory(self) -> int:
        """Return the bytes that the worker holds, with all that descends from it."""
        return memory_of([self.worker, *self._company()])

    def has_company(self) -> bool:
        """Tell whether something that a run has started is still there."""
        return bool(self._company())

    def _company(self) -> list[int]:
        """Return the processes that runs have started, orphans too."""
        here = self._process.pid
        return [one for one in descendants(here) if one != self.worker]

    def wait(self) -> int | None:
        """Return how the process has ended, negative for a signal; None if it has not."""
        with suppress(subprocess.TimeoutExpired):
            return self._process.wait(_END_PATIENCE)
        return None

    def end(self) -> None:
        """End the worker and what it has started, by its keeper; by force if need be."""
        with self._pipe, suppress(OSError):
            if self._process.stdin is not None:
                self._process.stdin.close()
        end_kept(self._process)


def end_kept(process: subprocess.Popen[bytes]) -> None:
    """End a keeper with all that it keeps: it does so when its input ends; by force if need be."""
    with suppress(OSError):
        if process.stdin is not None:
            process.stdin.close()
    if os.name != "posix":
        process.kill()
    try:
        process.wait(_END_PATIENCE)
    except subprocess.TimeoutExpired:
        for one in (*descendants(process.pid), process.pid):
            with suppress(OSError):
                os.kill(one, getattr(signal, "SIGKILL", signal.SIGTERM))
        process.wait()


def how_ended(code: int) -> str:
    """Return in words what a process' exit status, negative for a signal, says."""
    with suppress(ValueError):
        if code < 0:
            return f"signal {signal.Signals(-code).name}"
    return f"exit status {code}"


def module_path() -> list[str]:
    """Return this process' module path, entries made absolute; one that is gone is left out."""
    entries = []
    for entry in sys.path:
        with suppress(OSError):
            entries.append(os.path.abspath(entry))
    return entries


def _read(descriptor: int, answers: queue.SimpleQueue[bytes | BadFrame | None]) -> None:
    """Pass on what a worker says, and None when it has ended; ends with the first bad frame."""
    try:
        while (content := read_frame(descriptor)) is not None:
            answers.put(content)
        answers.put(None)
    except BadFrame as error:
        answers.put(error)
    except OSError:
        answers.put(None)
    finally:
        os.close(descriptor)
