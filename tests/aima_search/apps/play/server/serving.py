"""A server in a thread, and a client that sends the same requests as the page."""

import http.client
import json
import threading
from contextlib import contextmanager
from time import monotonic

from aima_search.apps.play.server import LocalServer
from aima_search.apps.play.sessions import MOST, SessionLimits
from tests.aima_search.apps.play.talking import Refused, Talk

PATIENCE = 60  # seconds until a wait fails; usually less than a second is needed


def until(is_so):
    """Wait until a function returns True."""
    end = monotonic() + PATIENCE
    while not is_so():
        assert monotonic() < end, "nothing came of it"


def that_hangs(folder):
    """Return arguments of ``open`` with a heuristic that hangs, and a function: True if it runs."""
    sign = folder / "hangs"
    source = f"def h(node):\n    open({str(sign)!r}, 'w').close()\n    while True: pass\n"
    return {**SEARCH, "heuristic": "mine.py:h", "source": source}, sign.exists


SEARCH = {"puzzle": "movix", "board": "2-tiny", "algorithm": "astar"}


class Client(Talk):
    """A tab of the page: a connection, the token and a session; it has the methods of ``Talk``."""

    def __init__(self, server):
        super().__init__(conversation=self)
        self.host = f"127.0.0.1:{server.port}"
        self.token = server.keys.token
        self.session = ""
        self.connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=100)

    def headers(self, **changes):
        """Return the headers that the page sends, with changes; None leaves a header out."""
        usual = {
            "origin": f"http://{self.host}",
            "content-type": "application/json",
            "authorization": f"Bearer {self.token}",
            "x-session": self.session,
        }
        given = {name.replace("_", "-"): value for name, value in changes.items()}
        return {name: value for name, value in {**usual, **given}.items() if value is not None}

    def post(self, path, body=b"{}", **changes):
        """Send a POST request; return the status, the headers and the content of the answer."""
        data = body if isinstance(body, bytes) else json.dumps(body).encode()
        self.connection.request("POST", path, data, self.headers(**changes))
        response = self.connection.getresponse()
        return response.status, response.headers, json.loads(response.read())

    def get(self, path, **headers):
        """Send a GET request; return the status, the headers and the content of a file."""
        self.connection.request("GET", path, headers=headers)
        response = self.connection.getresponse()
        return response.status, response.headers, response.read()

    def enter(self):
        """Open a session and return the client."""
        _, _, reply = self.post("/open")
        self.session = reply["answer"]["session"]
        return self

    def answer(self, request):
        """Send a request to the session, and return the answer."""
        return self.post("/ask", request)[2]

    def ask(self, ask, **arguments):
        """Send a request to the session, and return the answer or its fault."""
        try:
            return self(ask, **arguments)
        except Refused as refused:
            return refused.fault


@contextmanager
def running(most=MOST, **bounds):
    """Run a server while the block runs; yield the server."""
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
