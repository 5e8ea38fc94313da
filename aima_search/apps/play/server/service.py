"""The server itself: its socket, its life, and what ends it."""

from __future__ import annotations

import errno
import logging
import signal
import socket
import threading
from collections.abc import Sequence
from pathlib import Path
from types import FrameType
from urllib.parse import urlencode

import uvicorn

from aima_search.apps.play.server.app import make_app
from aima_search.apps.play.server.security import Keys
from aima_search.apps.play.server.sessions import Bounds, Sessions
from aima_search.base.errors import InputError

HOST = "127.0.0.1"
_ENDING = ("SIGINT", "SIGTERM", "SIGHUP")
_PATIENCE = 3  # seconds for what is being sent when the server ends


class LocalServer:
    """Serves the page on this machine alone, from ``run`` until ``stop`` or a signal."""

    def __init__(
        self, port: int = 0, bounds: Bounds | None = None, lessons: Sequence[Path] = ()
    ) -> None:
        """Take the port, 0 for any free port; InputError if another program has the port.

        lessons: files with lessons of one's own.
        """
        self.keys = Keys()
        self.sessions = Sessions(bounds or Bounds())
        self.ended_by = ""
        self._socket = _listen(port)
        self.port: int = self._socket.getsockname()[1]
        hosts = [f"{HOST}:{self.port}", f"localhost:{self.port}"]
        config = uvicorn.Config(
            make_app(self.sessions, self.keys, hosts, self._catch_signals, lessons),
            loop="asyncio",
            http="h11",
            ws="none",
            log_config=None,
            access_log=False,
            proxy_headers=False,
            server_header=False,
            timeout_keep_alive=60,
            timeout_graceful_shutdown=_PATIENCE,
        )
        self._server = uvicorn.Server(config)
        logging.getLogger("uvicorn").setLevel(logging.ERROR)

    def address(self, key: str, **choice: str) -> str:
        """Return the address of the page; key: "token" or "ticket", choice: what it opens with."""
        secret = self.keys.token if key == "token" else self.keys.ticket
        return f"http://{HOST}:{self.port}/#{urlencode({key: secret, **choice})}"

    def run(self) -> None:
        """Serve until the end, and leave nothing behind; ``ended_by`` names the signal."""
        try:
            self._server.run(sockets=[self._socket])
        finally:
            self.sessions.close_all()
            self._socket.close()

    def stop(self) -> None:
        """Let ``run`` end, from any thread: whatever the sessions are doing."""
        self.sessions.close_all()
        self._server.should_exit = True

    def _catch_signals(self) -> None:
        """Take over from uvicorn: uvicorn would wait for answers that never come."""
        if threading.current_thread() is not threading.main_thread():
            return
        for name in _ENDING:
            number = getattr(signal, name, None)
            if number is not None and signal.getsignal(number) is not signal.SIG_IGN:
                signal.signal(number, self._end)

    def _end(self, number: int, frame: FrameType | None) -> None:
        self.ended_by = signal.Signals(number).name
        threading.Thread(target=self.stop, daemon=True).start()


def _listen(port: int) -> socket.socket:
    # asyncio sends small answers at once if the protocol is named, else 40 ms later
    listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        if hasattr(socket, "SO_EXCLUSIVEADDRUSE"):  # Windows, where any program could share it
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_EXCLUSIVEADDRUSE, 1)
        else:
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((HOST, port))
        listening.listen(128)
    except OSError as error:
        listening.close()
        why = "another program has it" if error.errno == errno.EADDRINUSE else str(error)
        message = f"port {port}: {why}; expected a free port, such as --port 0 finds"
        raise InputError(message) from None
    return listening
