"""Sessions: each tab that shows the page has a session with its own process.

A session ends if its tab closes, if too many other sessions were used more recently, or if its
process exceeds a limit or dies. A session that the user stops continues in a new process.
"""

from __future__ import annotations

import json
import secrets
import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from aima_search.base.limits import format_size
from aima_search.processes.child import ChildProcess, LimitExceeded, TimeExceeded
from aima_search.processes.fork_server import ForkServer, is_possible
from aima_search.processes.memory import bound_memory
from aima_search.processes.messages import BadFrame, ParentConnection
from aima_search.processes.process_tree import how_ended
from aima_search.runs.outcomes import INTERRUPTED, WORKER_DIED
from aima_search.trace.protocol import VERSION, fault

MOST = 12
"""The largest number of sessions; one more session ends the least recently used session."""

LONGEST_ANSWER = 48 * 2**20  # bytes; three times the longest answer, a file with 100,000 nodes


@dataclass(frozen=True)
class SessionLimits:
    """The limits of a session: the seconds for each answer, and the memory of the processes."""

    seconds: float = 60
    memory: int = 2**30


class Refusal(Exception):
    """Raised to refuse a request. ``kind`` is for programs, ``message`` is for people."""

    def __init__(self, kind: str, message: str, outcome: str = "", http_status: int = 200) -> None:
        super().__init__(message)
        self.http_status = http_status
        self.fault = {"kind": kind, "message": message}
        if outcome:
            self.fault["status"] = outcome

    def body(self) -> bytes:
        """Return the refusal as an answer in JSON."""
        return json.dumps({"version": VERSION, "error": self.fault}).encode()


class Sessions:
    """The sessions of a server. Each session has a random name that nobody can guess."""

    def __init__(self, bounds: SessionLimits) -> None:
        self.most = MOST
        self._bounds = bounds
        self._fork_server: ForkServer | None = None
        self._lock = threading.Lock()
        self._starting = threading.Lock()  # held while the fork server starts, which takes long
        self._sessions: dict[str, ServerSession] = {}  # the most recently used session is the last
        self._is_closed = False

    def __len__(self) -> int:
        return len(self._sessions)

    def open(self) -> str:
        """Start a session in the background, and return its name."""
        name, session = secrets.token_urlsafe(16), ServerSession(self._bounds, self.start_process)
        with self._lock:
            if self._is_closed:
                raise Refusal("Closed", "the server is about to end")
            self._sessions[name] = session
            old = list(self._sessions)[: -self.most]
        for one in old:
            self.close(one)
        session.start_soon()
        return name

    def get(self, name: str) -> ServerSession:
        """Return a session and mark it as the last used; raise Refusal for an unknown name."""
        with self._lock:
            session = self._sessions.pop(name, None)
            if session is None:
                raise Refusal("Expired", "this search ended, because too many newer pages are open")
            self._sessions[name] = session
            return session

    def call(self, name: str, request: bytes) -> bytes:
        """Return a session's answer, or raise Refusal. If the session has expired, remove it."""
        try:
            return self.get(name).call(request)
        except Refusal as refusal:
            if refusal.fault["kind"] == "Expired":
                self.close(name)
            raise

    def end(self, name: str) -> None:
        """Stop the process of a session, and start a new process for its next request."""
        session = self.get(name)
        session.end()
        session.start_soon()

    def close(self, name: str) -> None:
        """End the session with this name, if there is such a session."""
        with self._lock:
            session = self._sessions.pop(name, None)
        if session is not None:
            session.close()

    def close_all(self) -> None:
        """End all sessions at once; no session can be opened afterwards."""
        with self._lock:
            self._is_closed = True
            names = list(self._sessions)
        threads = [threading.Thread(target=self.close, args=(name,)) for name in names]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        with self._starting:
            if self._fork_server is not None:
                self._fork_server.end()

    def start_process(self) -> ChildProcess:
        """Return a new process; raise OSError if this fails, or after a call of ``close_all``.

        On Linux, a fork server starts processes in milliseconds.
        """
        with self._starting:
            if self._is_closed:
                raise OSError("the server is shutting down")
            if self._fork_server is None and is_possible():
                self._fork_server = ForkServer(__name__)
        memory = {"memory": self._bounds.memory}
        return ChildProcess(__name__, memory, fork_server=self._fork_server)


class ServerSession:
    """The session of one tab, with a process; several threads can use the session at once."""

    def __init__(self, bounds: SessionLimits, start_process: Callable[[], ChildProcess]) -> None:
        self._bounds = bounds
        self._start_process = start_process
        self._calling = threading.Lock()
        self._changing = threading.Lock()
        self._process: ChildProcess | None = None
        self._stops = 0
        self._is_closed = False

    def call(self, request: bytes) -> bytes:
        """Return the answer to a request; wait until the previous request has been answered."""
        with self._calling:
            stops, process = self._stops, self._process
            if process is not None and not process.is_alive():
                raise self._death(process)
            process = self.start()
            try:
                clock = process.clock(self._bounds.seconds).start()
                answer = process.call(request, clock, self._bounds.memory)
                if answer is not None:
                    return answer
            except LimitExceeded as passed:
                self._drop(process)
                may = f"the limit of a page is {format_size(self._bounds.memory)}"
                if isinstance(passed, TimeExceeded):
                    may = f"the limit of an answer is {self._bounds.seconds:g} s"
                raise Refusal("Expired", f"ended {passed}: {may}", passed.status) from None
            except BadFrame:
                pass
            raise self._death(process) if stops == self._stops else _stopped()

    def start(self) -> ChildProcess:
        """Return the session's process; start it if necessary. Raise Refusal if this fails."""
        with self._changing:
            if self._is_closed:
                raise _stopped()
            try:
                self._process = self._process or self._start_process()
            except OSError as error:
                message = f"no process could be started: {error}"
                raise Refusal("Expired", message, WORKER_DIED) from None
            return self._process

    def start_soon(self) -> None:
        """Start a process in the background; if this fails, the next request gets the error."""

        def start() -> None:
            with suppress(Refusal):
                self.start()

        threading.Thread(target=start, daemon=True).start()

    def end(self) -> None:
        """Stop the process at once; the next request starts a new process."""
        self._stops += 1
        with self._changing:
            process, self._process = self._process, None
        if process is not None:
            process.end()

    def close(self) -> None:
        """End the session permanently."""
        self._is_closed = True
        self.end()

    def _drop(self, process: ChildProcess) -> None:
        with self._changing:
            if self._process is process:
                self._process = None
        process.end()

    def _death(self, process: ChildProcess) -> Refusal:
        how = how_ended(process.wait())
        self._drop(process)
        return Refusal("Expired", f"the process of this page ended: {how}", WORKER_DIED)


def _stopped() -> Refusal:
    return Refusal("Ended", "stopped", INTERRUPTED)


def prepare() -> None:
    """Import the modules that every session needs, before processes are forked."""
    from aima_search.apps.play import conversation  # noqa: F401 - imported for the forks
    from aima_search.base.plugins import load_plugins

    load_plugins()


def main(memory: int) -> None:
    """Run the process of a session: answer requests until the server closes the connection."""
    server = ParentConnection()
    prepare()
    from aima_search.apps.play.conversation import PageRequestDispatcher

    answer = PageRequestDispatcher().answer
    bound_memory(memory)
    server.greet()
    while (content := server.next()) is not None:
        server.answer(encoded_answer(answer, content))


def encoded_answer(answer: Callable[[Any], Any], content: bytes) -> bytes:
    """Return the answer to a request, or a description of the error, as JSON."""
    request: Any = None
    try:
        request = json.loads(content)
        reply = json.dumps(answer(request), allow_nan=False).encode()
        if len(reply) <= LONGEST_ANSWER:
            return reply
        message = f"the answer has {len(reply):,} bytes: expected at most {LONGEST_ANSWER:,}"
        error: dict[str, Any] = {"kind": "TooLarge", "message": message}
    except BaseException as raised:  # a heuristic can raise anything
        error = fault(raised)
    known = {"id": request["id"]} if isinstance(request, dict) and "id" in request else {}
    return json.dumps({"version": VERSION, **known, "error": error}).encode()
