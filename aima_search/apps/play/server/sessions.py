"""Sessions: one for each tab that shows the page, and a process for each of them.

A session answers one request at a time. A session ends if its tab closes, if nobody asks it for
long, or if its process passes a limit or dies. A session that is stopped goes on in a new process.
"""

from __future__ import annotations

import secrets
import threading
from collections.abc import Callable
from dataclasses import dataclass
from time import monotonic

from aima_search.apps.play.server.faults import Refusal, expired, stopped
from aima_search.base.limits import format_size
from aima_search.processes.child import Child, LimitPassed, TimePassed
from aima_search.processes.frames import BadFrame
from aima_search.processes.group import how_ended
from aima_search.runs.outcomes import MEMORY_LIMIT, TIME_LIMIT, WORKER_DIED

_CHILD = "aima_search.apps.play.server.child"


@dataclass(frozen=True)
class Bounds:
    """How much the sessions of a server may take.

    most: sessions at once; idle: seconds without a request until one ends; seconds: of one
    answer; memory: bytes of the process of one session, with all that it starts.
    """

    most: int = 24
    idle: float = 1800
    seconds: float = 60
    memory: int = 2**30


class Session:
    """One tab's process, started when it is first needed; for use by several threads."""

    def __init__(self, bounds: Bounds) -> None:
        self._bounds = bounds
        self._asking = threading.Lock()
        self._changing = threading.Lock()
        self._process: Child | None = None
        self._stops = 0
        self._is_closed = False

    @property
    def is_asked(self) -> bool:
        """Whether a request is under way."""
        return self._asking.locked()

    def ask(self, request: bytes) -> bytes:
        """Return the answer to a request; Refusal without an answer, or during another request."""
        if not self._asking.acquire(blocking=False):
            raise Refusal(409, "Busy", "another request of this page is under way")
        try:
            stops = self._stops
            self._check_alive()
            process = self.start()
            if stops != self._stops:
                raise stopped()
            return self._answer(process, request, stops)
        finally:
            self._asking.release()

    def _answer(self, process: Child, request: bytes, stops: int) -> bytes:
        try:
            clock = process.clock(self._bounds.seconds).start()
            answer = process.ask(request, clock, self._bounds.memory)
            if answer is not None:
                return answer
        except LimitPassed as passed:
            self._drop(process)
            raise self._over(passed) from None
        except BadFrame:
            pass
        if stops != self._stops:
            raise stopped()
        raise self._death(process)

    def _check_alive(self) -> None:
        """Raise Refusal if the process has ended since it was last asked."""
        process = self._process
        if process is not None and not process.is_alive():
            raise self._death(process)

    def _death(self, process: Child) -> Refusal:
        """Return the refusal for a process that has ended, or talks nonsense."""
        code = process.wait()
        self._drop(process)
        how = "closed its output" if code is None else how_ended(code)
        return expired(f"the process of this page ended: {how}", WORKER_DIED)

    def _over(self, passed: LimitPassed) -> Refusal:
        if isinstance(passed, TimePassed):
            message = f"ended {passed}: an answer may take {self._bounds.seconds:g} s"
            return expired(message, TIME_LIMIT)
        message = f"ended {passed}: a page may take {format_size(self._bounds.memory)}"
        return expired(message, MEMORY_LIMIT)

    def start(self) -> Child:
        """Return the process, started if need be; Refusal if it cannot be started."""
        with self._changing:
            if self._is_closed:
                raise stopped()
            try:
                if self._process is None:
                    self._process = Child(_CHILD, {"memory": self._bounds.memory})
            except OSError as error:
                message = f"no process could be started: {error}"
                raise expired(message, WORKER_DIED) from None
            return self._process

    def end(self) -> None:
        """End whatever runs, at once; the next request finds a new process."""
        self._stops += 1
        with self._changing:
            process, self._process = self._process, None
        if process is not None:
            process.end()

    def close(self) -> None:
        """End for good."""
        self._is_closed = True
        self.end()

    def _drop(self, process: Child) -> None:
        with self._changing:
            if self._process is process:
                self._process = None
        process.end()


class Sessions:
    """The sessions of a server by their names; nobody can guess the names."""

    def __init__(self, bounds: Bounds, clock: Callable[[], float] = monotonic) -> None:
        self.bounds = bounds
        self._clock = clock
        self._lock = threading.Lock()
        self._sessions: dict[str, Session] = {}
        self._asked: dict[str, float] = {}
        self._is_closed = False

    def __len__(self) -> int:
        return len(self._sessions)

    def open(self) -> str:
        """Return the name of a new session; Refusal if there are too many."""
        self.expire()
        with self._lock:
            if self._is_closed:
                raise Refusal(503, "Closed", "the server is about to end")
            if len(self._sessions) >= self.bounds.most:
                message = (
                    f"{self.bounds.most} pages are open, as many as this server serves:"
                    " close one, or start it with --sessions"
                )
                raise Refusal(503, "Full", message)
            name = secrets.token_urlsafe(16)
            self._sessions[name] = Session(self.bounds)
            self._asked[name] = self._clock()
        return name

    def get(self, name: str) -> Session:
        """Return a session that is in use now; Refusal if it has expired, or never was."""
        with self._lock:
            if name not in self._sessions:
                message = "this page was not used for long, and its search has been given up"
                raise expired(message)
            self._asked[name] = self._clock()
            return self._sessions[name]

    def ask(self, name: str, request: bytes) -> bytes:
        """Return the answer of a session; a session that ends over it is forgotten."""
        try:
            return self.get(name).ask(request)
        except Refusal as refusal:
            if refusal.fault["kind"] == "Expired":
                self.close(name)
            raise

    def close(self, name: str) -> None:
        """End a session, if it is there."""
        with self._lock:
            session = self._sessions.pop(name, None)
            self._asked.pop(name, None)
        if session is not None:
            session.close()

    def expire(self) -> None:
        """End the sessions that nobody has asked for long."""
        with self._lock:
            latest = self._clock() - self.bounds.idle
            old = [
                name
                for name, session in self._sessions.items()
                if self._asked[name] <= latest and not session.is_asked
            ]
        for name in old:
            self.close(name)

    def close_all(self) -> None:
        """End every session, all at the same time; no session is opened afterwards."""
        with self._lock:
            self._is_closed = True
            names = list(self._sessions)
        threads = [threading.Thread(target=self.close, args=(name,)) for name in names]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
