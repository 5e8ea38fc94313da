"""Who may ask the server: this page alone, opened by whoever has its address.

The address holds a token behind its ``#``: no browser sends, logs or passes on this part. The page
takes the token out of the address and sends it as a header; a page from elsewhere cannot. The
address that is handed to a browser, where other users of the machine could read it, holds a
ticket instead: the page changes it for the token, once.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Awaitable, Callable, Iterable, MutableMapping
from typing import Any, TypeAlias

from aima_search.apps.play.server.faults import Refusal

_Message: TypeAlias = MutableMapping[str, Any]
_Receive: TypeAlias = Callable[[], Awaitable[_Message]]
_Send: TypeAlias = Callable[[_Message], Awaitable[None]]
_Application: TypeAlias = Callable[[_Message, _Receive, _Send], Awaitable[None]]

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
_WITHOUT_TOKEN = "/enter"  # where a ticket is changed for the token


class Keys:
    """The token of a server, and a ticket that is good for it once."""

    def __init__(self) -> None:
        self.token = secrets.token_urlsafe(32)
        self.ticket = secrets.token_urlsafe(32)
        self._is_used = False

    def opens(self, header: bytes) -> bool:
        """Tell whether a header holds the token, in a time that does not depend on the header."""
        return secrets.compare_digest(header, f"Bearer {self.token}".encode())

    def change(self, ticket: object) -> str:
        """Return the token for the ticket; Refusal for anything else, and the second time."""
        given = ticket.encode("utf-8", "replace") if isinstance(ticket, str) else b""
        if self._is_used or not secrets.compare_digest(given, self.ticket.encode()):
            raise _refused(
                "this address has been used: open the address that aima-search play printed"
            )
        self._is_used = True
        return self.token


class Guard:
    """Wraps the application: every request is looked at before, every answer gets the headers."""

    def __init__(self, app: _Application, keys: Keys, hosts: Iterable[str]) -> None:
        self._app = app
        self._keys = keys
        self._hosts = frozenset(host.encode() for host in hosts)

    async def __call__(self, scope: _Message, receive: _Receive, send: _Send) -> None:
        """Serve one request, or refuse it."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def send_guarded(message: _Message) -> None:
            if message["type"] == "http.response.start":
                own = [(name.encode(), value.encode()) for name, value in HEADERS.items()]
                message["headers"] = [*message.get("headers", []), *own]
            await send(message)

        try:
            self._check(scope)
        except Refusal as refusal:
            await _answer(refusal, send_guarded)
            return
        await self._app(scope, receive, send_guarded)

    def _check(self, scope: _Message) -> None:
        headers = dict(scope["headers"])
        host, origin = headers.get(b"host", b""), headers.get(b"origin")
        if host not in self._hosts:
            raise _refused("the host is not this server's")
        if origin is not None and origin != b"http://" + host:
            raise _refused("the request comes from another page")
        if headers.get(b"sec-fetch-site", b"none") not in (b"none", b"same-origin"):
            raise _refused("the request comes from another site")
        if scope["method"] in ("GET", "HEAD"):
            return
        if origin is None:
            raise _refused("the request does not tell which page it comes from")
        if scope["path"] != _WITHOUT_TOKEN and not self._keys.opens(
            headers.get(b"authorization", b"")
        ):
            raise _refused("no token: open the address that aima-search play printed")
        kind = headers.get(b"content-type", b"").split(b";")[0].strip().lower()
        if kind != b"application/json":
            raise Refusal(415, "Refused", "expected a body of application/json")


def _refused(message: str) -> Refusal:
    return Refusal(403, "Refused", message)


async def _answer(refusal: Refusal, send: _Send) -> None:
    headers = [(b"content-type", b"application/json"), (b"connection", b"close")]
    status = refusal.http_status
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": refusal.body()})


def read_json(body: bytes) -> dict[str, Any]:
    """Return the object that a body is; Refusal for anything else."""
    try:
        value = json.loads(body)
    except (ValueError, RecursionError):
        raise Refusal(400, "Malformed", "the body is not JSON") from None
    if not isinstance(value, dict):
        raise Refusal(400, "Malformed", "the body is not a JSON object")
    return value
