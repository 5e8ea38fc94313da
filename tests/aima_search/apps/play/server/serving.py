"""A server in a thread, and a client that asks it as the page does."""

import http.client
import json
import threading
from contextlib import contextmanager
from time import monotonic

from aima_search.apps.play.server import LocalServer
from aima_search.apps.play.sessions import MOST, SessionLimits
from tests.aima_search.apps.play.talking import Refused, Talk

PATIENCE = 60  # seconds; a fraction of a second is needed


def until(is_so):
    """Wait until a function returns True."""
    end = monotonic() + PATIENCE
    while not is_so():
        assert monotonic() < end, "nothing came of it"


def that_hangs(folder):
    """Return arguments of ``open`` with a heuristic that never returns, and a sign that it runs."""
    sign = folder / "hangs"
    source = f"def h(node):\n    open({str(sign)!r}, 'w').close()\n    while True: pass\n"
    return {**SEARCH, "heuristic": "mine.py:h", "source": source}, sign.exists


SEARCH = {"puzzle": "movix", "board": "2-tiny", "algorithm": "astar"}


class Client(Talk):
    """One tab: a connection, the token, a session; it asks as any reader does."""

    def __init__(self, server):
        super().__init__(conversation=self)
        self.host = f"127.0.0.1:{server.port}"
        self.token = server.keys.token
        self.session = ""
        self.connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=100)

    def headers(self, **changes):
        """Return what the page sends; a change to None leaves a header out."""
        usual = {
            "origin": f"http://{self.host}",
            "content-type": "application/json",
            "authorization": f"Bearer {self.token}",
            "x-session": self.session,
        }
        given = {name.replace("_", "-"): value for name, value in changes.items()}
        return {name: value for name, value in {**usual, **given}.items() if value is not None}

    def post(self, path, body=b"{}", **changes):
        """Return the status, the headers and the content of an answer."""
        data = body if isinstance(body, bytes) else json.dumps(body).encode()
        self.connection.request("POST", path, data, self.headers(**changes))
        response = self.connection.getresponse()
        return response.status, response.headers, json.loads(response.read())

    def get(self, path, **headers):
        """Return status, headers and content of a file."""
        self.connection.request("GET", path, headers=headers)
        response = self.connection.getresponse()
        return response.status, response.headers, response.read()

    def enter(self):
        """Open a session and return the client."""
        _, _, reply = self.post("/open")
        self.session = reply["answer"]["session"]
        return self

    def answer(self, request):
        """Return the answer of the session."""
        return self.post("/ask", request)[2]

    def ask(self, ask, **arguments):
        """Return the answer of the session, or its fault."""
        try:
            return self(ask, **arguments)
        except Refused as refused:
            return refused.fault


@contextmanager
def running(most=MOST, **bounds):
    """Serve for as long as the block lasts."""
    server = LocalServer(0, SessionLimits(**bounds))
    server.sessions.most = most
    thread = threading.Thread(target=server.run)
    thread.start()
    try:
        yield server
    finally:
        server.stop()
        thread.join(PATIENCE)
        assert not thread.is_alive()
