"""The server of ``aima-search play``, for one person.

The server listens only on this machine. Every request needs a token. In the printed address, it
comes after ``#``, because browsers never send or log this part. The page sends the token as a
header, which other pages cannot do. Other users of the machine can read the address with which a
browser is started. So it contains a *ticket*, which can be exchanged for the token only once.
"""

from __future__ import annotations

import errno
import json
import secrets
import signal
import socket
import threading
from collections.abc import Sequence
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path, PurePath
from socketserver import TCPServer
from types import FrameType
from typing import Any
from urllib.parse import urlencode, urlsplit

from aima_search.apps.play.files import page_files
from aima_search.apps.play.lessons import lessons_file
from aima_search.apps.play.sessions import Refusal, SessionLimits, Sessions
from aima_search.base.errors import InputError
from aima_search.trace.protocol import VERSION

HOST = "127.0.0.1"
LONGEST_BODY = 2**24  # bytes of a request: far more than the largest board needs
_LONGEST_HEARD = 4 * LONGEST_BODY  # most bytes to read of a refused request's body
_ENDING = ("SIGINT", "SIGTERM", "SIGHUP")
_IDLE = 60  # seconds until a silent connection is closed

POLICY = {
    "default-src": "'none'",
    "script-src": "'self'",
    "style-src": "'self'",
    "img-src": "'self' data: blob:",
    "connect-src": "'self'",
    "base-uri": "'none'",
    "form-action": "'none'",
    "frame-ancestors": "'none'",
}
HEADERS = {
    "content-security-policy": "; ".join(f"{name} {value}" for name, value in POLICY.items()),
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "x-frame-options": "DENY",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "cache-control": "no-store",
}
_PATHS = ("/enter", "/open", "/ask", "/end", "/close")
"""``/enter`` exchanges a ticket for the token, ``/open`` opens a session, ``/ask`` sends a request
to a session, ``/end`` stops its work, ``/close`` ends the session, which ``x-session`` names."""

_TYPES = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".json": "application/json",
}


class LocalServer(ThreadingHTTPServer):
    """Serves the page on this machine, from ``run`` until ``stop`` or a signal."""

    daemon_threads = True
    block_on_close = False
    request_queue_size = 128
    # on Windows, other programs could share the port
    allow_reuse_address = not hasattr(socket, "SO_EXCLUSIVEADDRUSE")

    def __init__(
        self, port: int = 0, bounds: SessionLimits | None = None, lessons: Sequence[Path] = ()
    ) -> None:
        """Open a port (0 for any free port); raises InputError if another program uses the port."""
        self.keys = TokenAuthentication()
        self.sessions = Sessions(bounds or SessionLimits())
        self.ended_by = ""
        files = page_files("server")
        files["lessons.json"] = lessons_file(lessons)
        files[""] = files.pop("index.html")
        self.files = {  # media type and content by the address; no other file is served
            f"/{name}": (_TYPES[PurePath(name or "index.html").suffix], content)
            for name, content in files.items()
        }
        try:
            super().__init__((HOST, port), _Handler)
        except OSError as error:
            why = "another program uses it" if error.errno == errno.EADDRINUSE else str(error)
            raise InputError(f"port {port}: {why}; use --port 0 to find a free port") from None
        self.port = self.server_address[1]
        self.hosts = {f"{HOST}:{self.port}", f"localhost:{self.port}"}

    def server_bind(self) -> None:
        """Reserve the port for this server, without looking up the host's name."""
        if not self.allow_reuse_address:
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_EXCLUSIVEADDRUSE, 1)  # type: ignore[attr-defined,unused-ignore]
        TCPServer.server_bind(self)

    def handle_error(self, *_: Any) -> None:
        """Ignore errors, for example if a browser has closed the connection too early."""

    def address(self, key: str, **choice: str) -> str:
        """Return the page's address, with a secret key and the parameters that select a board."""
        secret = self.keys.token if key == "token" else self.keys.ticket
        return f"http://{HOST}:{self.port}/#{urlencode({key: secret, **choice})}"

    def run(self) -> None:
        """Answer requests until a signal or a call of ``stop``; ``ended_by`` names the signal."""
        if threading.current_thread() is threading.main_thread():
            for name in _ENDING:
                number = getattr(signal, name, None)
                if number is not None and signal.getsignal(number) is not signal.SIG_IGN:
                    signal.signal(number, self._end)
        try:
            self.serve_forever(poll_interval=0.1)
        finally:
            self.sessions.close_all()
            self.server_close()

    def stop(self) -> None:
        """End all sessions and make ``run`` return; do not call this in the thread of ``run``."""
        self.sessions.close_all()
        self.shutdown()

    def _end(self, number: int, frame: FrameType | None) -> None:
        self.ended_by = signal.Signals(number).name
        threading.Thread(target=self.stop, daemon=True).start()


class TokenAuthentication:
    """The secret token of a server, and a ticket that can be exchanged for the token only once."""

    def __init__(self) -> None:
        self.token = secrets.token_urlsafe(32)
        self.ticket = secrets.token_urlsafe(32)
        self._is_used = False

    def opens(self, header: str) -> bool:
        """Return True if the header has the token; the time needed does not reveal the token."""
        given = header.encode("utf-8", "replace")
        return secrets.compare_digest(given, f"Bearer {self.token}".encode())

    def change(self, ticket: object) -> str:
        """Return the token for a valid ticket; raise Refusal for a wrong or used ticket."""
        given = ticket.encode("utf-8", "replace") if isinstance(ticket, str) else b""
        if self._is_used or not secrets.compare_digest(given, self.ticket.encode()):
            why = "the ticket in this address is wrong or was already used"
            raise _refused(f"{why}: open the address that the terminal shows")
        self._is_used = True
        return self.token


def _refused(message: str, status: int = 403) -> Refusal:
    return Refusal("Refused", message, http_status=status)


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    timeout = _IDLE
    server: LocalServer

    def do_GET(self) -> None:
        try:
            self._check_origin()
            path = urlsplit(self.path).path
            if path in _PATHS:
                raise _refused("expected a POST request", 405)
            if path not in self.server.files:
                raise _refused("there is no such file", 404)
            self._send(200, *self.server.files[path])
        except Refusal as refusal:
            self._refuse(refusal)

    def do_POST(self) -> None:
        """Answer a request whose body is JSON."""
        try:
            body = self._read_body()  # first: if the body stays unread, the answer is lost
            self._check_origin()
            self._check_right()
            try:
                request = json.loads(body)
            except (ValueError, RecursionError):
                request = None
            if not isinstance(request, dict):
                raise Refusal("Malformed", "the body is not a JSON object", http_status=400)
            self._send(200, "application/json", self._answer(request, body))
        except Refusal as refusal:
            self._refuse(refusal)

    def _read_body(self) -> bytes:
        length = self.headers.get("content-length", "")
        if not length.isdecimal():
            message = "expected a body with the header Content-Length"
            raise Refusal("Malformed", message, http_status=411)
        if int(length) <= LONGEST_BODY:
            return self.rfile.read(int(length))
        for _ in range(min(int(length), _LONGEST_HEARD) // LONGEST_BODY):
            self.rfile.read(LONGEST_BODY)
        message = f"the body is longer than {LONGEST_BODY:,} bytes"
        raise Refusal("TooLarge", message, http_status=413)

    def _check_origin(self) -> None:
        host, origin = self.headers.get("host", ""), self.headers.get("origin")
        if host not in self.server.hosts:
            raise _refused("the request is for another host")
        if origin is not None and origin != f"http://{host}":
            raise _refused("the request comes from another page")
        if self.headers.get("sec-fetch-site", "none") not in ("none", "same-origin"):
            raise _refused("the request comes from another site")

    def _check_right(self) -> None:
        if self.headers.get("origin") is None:
            raise _refused("the request has no header Origin: expected the address of the page")
        given = self.headers.get("authorization", "")
        if self.path != "/enter" and not self.server.keys.opens(given):
            raise _refused("no token: open the address that aima-search play printed")
        if self.headers.get_content_type() != "application/json":
            raise _refused("expected a body with the content type application/json", 415)

    def _answer(self, request: dict[str, Any], body: bytes) -> bytes:
        sessions, name = self.server.sessions, self.headers.get("x-session", "")
        answer: dict[str, Any] = {}
        match self.path:
            case "/ask":
                return sessions.call(name, body)
            case "/enter":
                answer["token"] = self.server.keys.change(request.get("ticket"))
            case "/open":
                answer["session"] = sessions.open()
            case "/end":
                sessions.end(name)
            case "/close":
                sessions.close(name)
            case _:
                raise _refused(f"unknown path: expected one of {', '.join(_PATHS)}", 404)
        return json.dumps({"version": VERSION, "answer": answer}).encode()

    def _refuse(self, refusal: Refusal) -> None:
        self.close_connection = refusal.http_status != 200  # the body may not have been read
        self._send(refusal.http_status, "application/json", refusal.body())

    def _send(self, status: int, kind: str, content: bytes) -> None:
        self.send_response_only(status)
        own = {"content-type": kind, "content-length": str(len(content)), **HEADERS}
        if self.close_connection:
            own["connection"] = "close"
        for name, value in own.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(content)

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        """Refuse a request that is not valid HTTP or that has an unknown method."""
        self._refuse(_refused(message or "expected a request", 405 if code == 501 else code))

    def log_message(self, *_: Any) -> None:
        """Write nothing: the terminal belongs to the user."""
