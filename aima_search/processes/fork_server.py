"""A fork server: a process that imports modules once and then forks children quickly (Linux).

A child inherits nothing from the process that uses the fork server. That process sends two pipes to
the fork server, and then uses the child like any other ``ChildProcess``.
"""

from __future__ import annotations

import gc
import json
import os
import signal
import socket
import sys
import threading
from collections.abc import Mapping
from contextlib import suppress
from importlib import import_module
from subprocess import TimeoutExpired
from time import perf_counter, sleep
from typing import IO, Any

from aima_search.processes.child import ChildProcess, TimeExceeded
from aima_search.processes.messages import BadFrame, ParentConnection

_PATIENCE = 60.0  # seconds to wait for a fork
_CHECK_EVERY = 0.002  # seconds between two checks of whether a process has ended


def is_possible() -> bool:
    """Return True if this system has fork servers."""
    return sys.platform == "linux" and hasattr(os, "fork")


class ForkServer:
    """Calls a module's ``prepare`` function once. Then it forks children, which start quickly.

    ``facts``: the JSON value that ``prepare`` returned. If the fork server is killed, the next call
    of ``fork`` starts it again.
    """

    def __init__(
        self,
        module: str,
        settings: Mapping[str, Any] | None = None,
        environment: Mapping[str, str] | None = None,
    ) -> None:
        """Start the server and wait until ``prepare`` returns; raise OSError if this fails."""
        self._lock = threading.Lock()
        self._prepare = ["prepare", module, dict(settings or {})]
        self._environment = environment
        self._is_ended = False
        self._start()

    def _start(self) -> None:
        self._pipes, theirs = socket.socketpair()
        with theirs:
            pipes, own = theirs.fileno(), self._environment
            self._child = ChildProcess(__name__, {"pipes": pipes}, environment=own, passed=[pipes])
        try:
            self.facts: Any = self._call(self._prepare, float("inf"))
        except OSError:
            self._stop()
            raise

    def fork(
        self, module: str, settings: Mapping[str, Any] | None, folder: str | None
    ) -> ForkedProcess:
        """Fork a child that calls ``module.main(**settings)``; raise OSError if this fails."""
        request = ["fork", module, dict(settings or {}), folder]
        with self._lock:
            try:
                return self._fork(request)
            except OSError:  # the fork server was killed
                if self._is_ended:
                    raise
                self._stop()
                self._start()
                return self._fork(request)

    def _fork(self, request: list[Any]) -> ForkedProcess:
        requests, own_end = os.pipe()
        own_answers, answers = os.pipe()
        try:
            socket.send_fds(self._pipes, [b"."], [requests, answers])
            pid: int = self._call(request)
        except OSError:
            os.close(own_end)
            os.close(own_answers)
            raise OSError("the process that starts child processes has ended") from None
        finally:
            os.close(requests)
            os.close(answers)
        return ForkedProcess(self, self._child, pid, own_end, own_answers)

    def status(self, server: ChildProcess, pid: int) -> int | None:
        """Return the exit status of a child (negative for a signal), or None while it runs.

        server: the process that forked the child. If the server has ended, return -SIGKILL.
        """
        with self._lock, suppress(OSError):
            if server is self._child:
                return self._call(["status", pid])
        return -signal.SIGKILL  # the server has ended, so its children have ended, too

    def _call(self, request: list[Any], seconds: float = _PATIENCE) -> Any:
        try:
            answer = self._child.call(
                json.dumps(request).encode(), self._child.clock(seconds).start()
            )
        except (TimeExceeded, BadFrame) as error:
            raise OSError(f"no answer from the fork server: {error}") from None
        if answer is None:
            raise OSError("the process that starts child processes has ended")
        return json.loads(answer)

    def end(self) -> None:
        """End the fork server and its children."""
        self._is_ended = True
        self._stop()

    def _stop(self) -> None:
        self._pipes.close()
        self._child.end()


class ForkedProcess:
    """A forked process. It has some methods of ``subprocess.Popen``."""

    def __init__(
        self, fork_server: ForkServer, server: ChildProcess, pid: int, requests: int, answers: int
    ) -> None:
        self._fork_server, self._server, self.pid = fork_server, server, pid
        self.stdin: IO[bytes] = os.fdopen(requests, "wb", buffering=0)
        self.stdout: IO[bytes] = os.fdopen(answers, "rb", buffering=0)
        self._code: int | None = None

    def poll(self) -> int | None:
        """Return the exit status, or None if the process is still running."""
        if self._code is None:
            self._code = self._fork_server.status(self._server, self.pid)
        return self._code

    def wait(self, timeout: float | None = None) -> int:
        """Wait for the exit status; after ``timeout`` seconds, raise TimeoutExpired."""
        began = perf_counter()
        while (code := self.poll()) is None:
            if timeout is not None and perf_counter() - began > timeout:
                raise TimeoutExpired("a forked process", timeout)
            sleep(_CHECK_EVERY)
        return code


def main(pipes: int) -> None:
    """Run the fork server until there are no more requests."""
    channel = ParentConnection()
    channel.greet()
    with socket.socket(fileno=pipes) as over:
        while (request := channel.next()) is not None:
            what, *arguments = json.loads(request)
            if what == "prepare":
                module, settings = arguments
                answer = import_module(module).prepare(**settings)
                gc.collect()
                gc.freeze()  # so that garbage collection in a child does not copy shared memory
            elif what == "fork":
                answer = _fork(channel, over, *arguments)
            else:
                pid, code = os.waitpid(arguments[0], os.WNOHANG)
                answer = os.waitstatus_to_exitcode(code) if pid else None
            channel.answer(json.dumps(answer).encode())


def _fork(
    channel: ParentConnection,
    over: socket.socket,
    module: str,
    settings: dict[str, Any],
    folder: str | None,
) -> int:
    _, (requests, answers), _, _ = socket.recv_fds(over, 1, 2)
    pid = os.fork()
    if pid:
        os.close(requests)
        os.close(answers)
        return pid
    code = 1
    try:
        channel.forget()
        over.close()
        for end, stream in ((requests, 0), (answers, 1)):
            os.dup2(end, stream)
            os.close(end)
        os.setsid()
        if folder is not None:
            os.chdir(folder)
        import_module(module).main(**settings)
        code = 0
    except SystemExit as ended:
        code = ended.code if isinstance(ended.code, int) else 1
    finally:
        os._exit(code)
