"""A child: a process that is started, asked within limits, and ended with all that it has started.

It is asked one request at a time, which may have several answers. Nothing that it says is believed
before it is checked.
"""

from __future__ import annotations

import json
import os
import queue
import signal
import sys
import threading
from collections.abc import Mapping, Sequence
from contextlib import suppress
from time import perf_counter
from typing import Any

from aima_search.base.limits import LIMITS, Limits, format_size
from aima_search.processes.clock import Clock, longest, seconds_in_queue
from aima_search.processes.frames import LONGEST, BadFrame, read_frame, write_frame
from aima_search.processes.memory import memory_of, size_of_files
from aima_search.processes.process_tree import descendants, kill_descendants

_TIME_MARGIN, _MEMORY_MARGIN = 1.1, 1.02  # times the limits of a search
_START_PATIENCE = 120.0  # seconds for a process to start
_END_PATIENCE = 5.0  # seconds for a keeper to end all that is left
_CHECK_EVERY = 0.02  # seconds between two checks of a process' memory ...
_CHECK_OFTEN = 0.004  # ... and if it holds more than half of what it may
_START = (
    "import sys; sys.path[:] = [entry for entry in sys.path if entry];"  # no user's file in the way
    " import json; sys.path[:] = json.loads(sys.argv[1]);"
    " from importlib import import_module;"
    " import_module(sys.argv[2]).main(**json.loads(sys.argv[3]))"
)


class LimitPassed(Exception):
    """No answer came within a limit; the text says how much the child had used at its end.

    status: the outcome of a search that the limit ends.
    """

    status: str


class TimePassed(LimitPassed):
    """It took longer than it may."""

    status = LIMITS["seconds"].status


class MemoryPassed(LimitPassed):
    """It held more memory than it may, with all that it has started; ``size``: how much."""

    status = LIMITS["memory"].status

    def __init__(self, size: int) -> None:
        super().__init__(f"at {format_size(size)}")
        self.size = size


class Child:
    """A process that runs a module's ``main(**settings)``, which serves a ``RequestChannel``.

    ``worker`` is the number of that process, ``pid`` the number of its keeper, ``greeting`` what
    the process said of itself. Another thread may ``end`` it while it is asked.
    """

    def __init__(
        self,
        module: str,
        settings: Mapping[str, Any] | None = None,
        *,
        folder: str | None = None,
        environment: Mapping[str, str] | None = None,
        longest: int = LONGEST,
        counts_files: bool = False,
        passed: Sequence[int] = (),
        fork_server: Any = None,
    ) -> None:
        """Start the process and wait until it can serve; OSError if it cannot.

        folder: its working folder. environment: None for the environment of this process.
        longest: bytes of an answer.
        counts_files: what it writes to the folder counts as memory. passed: descriptors that it
        has under the same numbers. fork_server: the ``ForkServer`` that forks it and gives it its
        environment.
        """
        self._longest = longest
        self._counted = folder if counts_files else None
        self._is_ended = False
        self._pipe = threading.Lock()  # held while its input is closed, or copied to write to
        self._checked = perf_counter()
        self._process: Any = (
            _start(module, settings, cwd=folder, env=environment, pass_fds=passed)
            if fork_server is None
            else fork_server.fork(module, settings, folder)
        )
        self.pid = self._process.pid
        self._requests: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self._answers: queue.SimpleQueue[bytes | BadFrame | None] = queue.SimpleQueue()
        assert self._process.stdout is not None
        answers = os.dup(self._process.stdout.fileno())  # the thread's own, which it closes
        self._process.stdout.close()
        threading.Thread(target=self._talk, args=(answers,), daemon=True).start()
        try:
            greeting = self.answer(Clock(_START_PATIENCE).start())
            self.greeting: dict[str, Any] = dict(json.loads(greeting or b""))
        except (LimitPassed, BadFrame, ValueError, TypeError):
            self.end()
            raise OSError("it ended, or said nothing, while it imported the package") from None
        self.worker = next(iter(descendants(self.pid)), self.pid)

    def is_alive(self) -> bool:
        """Tell whether the process is there."""
        return self._process.poll() is None

    def call(self, request: bytes, clock: Clock, memory: int | None = None) -> bytes | None:
        """Return the answer to a request, None if the process has ended.

        clock: runs, and says when the time is over. memory: bytes that the process may hold, with
        all that it has started. Raises LimitPassed if no answer comes within these limits, BadFrame
        if the answer is not a message.
        """
        self.send(request)
        return self.answer(clock, memory)

    def send(self, request: bytes, answers: int = 1) -> None:
        """Send a request that has so many answers; ``answer`` returns them one by one."""
        self._requests.put(request)
        for _ in range(answers - 1):
            self._requests.put(b"")

    def clock(self, seconds: float, most: float | None = None) -> Clock:
        """Return a clock of this process, as ``Clock`` says; it has to be started."""
        return Clock(seconds, most, lambda: seconds_in_queue(self.worker))

    def bounds(self, limits: Limits, grace: float) -> tuple[Clock, int | None]:
        """Return the running clock of a search within limits, and the bytes that it may hold.

        Both leave it a margin, and ``grace`` seconds, in which it can end by itself.
        """
        memory = None if limits.bytes is None else int(_MEMORY_MARGIN * limits.bytes)
        if limits.seconds is None:
            return Clock().start(), memory
        seconds = _TIME_MARGIN * limits.seconds + grace
        return self.clock(seconds, longest(limits.seconds)).start(), memory

    def answer(self, clock: Clock, memory: int | None = None) -> bytes | None:
        """Return the next answer to what was sent, as ``call`` does."""
        wait = _CHECK_EVERY
        while True:
            with suppress(queue.Empty):
                answer = self._answers.get(timeout=wait)
                if isinstance(answer, BadFrame):
                    raise answer
                if memory is not None and perf_counter() - self._checked > _CHECK_EVERY:
                    self._check_memory(memory)  # many quick answers are no way past the limit
                return answer
            if self._is_ended:
                return None
            if clock.is_late():
                raise TimePassed(f"after {clock.passed:.1f} s")
            if memory is not None:
                wait = _CHECK_EVERY if 2 * self._check_memory(memory) < memory else _CHECK_OFTEN

    def _check_memory(self, most: int) -> int:
        """Return the bytes that it holds now; MemoryPassed if these are too many."""
        size = self.memory()
        if self._counted is not None:
            size += size_of_files(self._counted, most)
        self._checked = perf_counter()
        if size > most:
            raise MemoryPassed(size)
        return size

    def _talk(self, answers: int) -> None:
        """Pass on the greeting, then each request and its answer; the work of a thread.

        Nothing is read ahead: whatever the process sends, no more than an answer is kept.
        """
        request: bytes | None = b""
        while request is not None:
            answer: bytes | BadFrame | None = None
            try:
                if request:
                    self._send(request)
                answer = read_frame(answers, self._longest)
            except BadFrame as error:
                answer = error
            except OSError:  # it has ended
                pass
            self._answers.put(answer)
            request = self._requests.get()
        os.close(answers)

    def _send(self, request: bytes) -> None:
        """Send a request; OSError if the process has ended."""
        assert self._process.stdin is not None
        with self._pipe:  # another thread may end the process, and the number be another file's
            if self._process.stdin.closed:
                raise OSError("the process was ended")
            requests = os.dup(self._process.stdin.fileno())
        try:
            write_frame(requests, request)
        finally:
            os.close(requests)

    def memory(self) -> int:
        """Return the bytes that the process holds, with all that descends from it."""
        return memory_of([self.worker, *self.company()])

    def company(self) -> list[int]:
        """Return the processes that it has started and that are still there, orphans too."""
        return [one for one in descendants(self.pid) if one != self.worker]

    def wait(self) -> int | None:
        """Return how the process has ended, negative for a signal; None if it has not."""
        from subprocess import TimeoutExpired

        try:
            code: int = self._process.wait(_END_PATIENCE)
        except TimeoutExpired:
            return None
        return code

    def end(self) -> None:
        """End the process and all that it has started, through its keeper, or by force."""
        with self._pipe, suppress(OSError):
            if self._process.stdin is not None:
                self._process.stdin.close()
        self._is_ended = True
        self._requests.put(None)
        if os.name != "posix":
            self._process.kill()
        if self.wait() is None:
            kill_descendants(self.pid)
            with suppress(OSError):
                os.kill(self.pid, getattr(signal, "SIGKILL", signal.SIGTERM))
            self._process.wait()


def _start(module: str, settings: Mapping[str, Any] | None, **own: Any) -> Any:
    import subprocess  # a browser lacks it

    plain = json.dumps(dict(settings or {}))
    entries = []
    for entry in sys.path:
        with suppress(OSError):
            entries.append(os.path.abspath(entry))
    return subprocess.Popen(
        [sys.executable, "-c", _START, json.dumps(entries), module, plain],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        bufsize=0,
        start_new_session=os.name == "posix",
        **own,
    )
