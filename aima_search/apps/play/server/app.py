"""The application: the page's files, and four things to ask, each with a body of JSON.

``/enter`` changes a ticket for the token, ``/open`` opens a session, ``/ask`` passes a request
on to the session (header ``x-session``), ``/end`` ends what the session is doing, ``/close`` ends
the session.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, suppress
from functools import partial
from pathlib import Path, PurePath
from typing import Any, TypeVar

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Route

from aima_search.apps.play.files import page_files
from aima_search.apps.play.lessons import lessons_file
from aima_search.apps.play.server.faults import Refusal
from aima_search.apps.play.server.security import Guard, Keys, read_json
from aima_search.apps.play.server.sessions import Sessions
from aima_search.trace.protocol import VERSION

LONGEST_BODY = 2**20  # bytes: a board and a reader's own heuristic are far below
_TIDY_EVERY = 5.0  # seconds between two looks for sessions that have expired

_TYPES = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".json": "application/json",
}

_T = TypeVar("_T")


def make_app(
    sessions: Sessions,
    keys: Keys,
    hosts: list[str],
    on_start: Callable[[], None],
    lessons: Sequence[Path] = (),
) -> Starlette:
    """Return the application; hosts: the names, with port, that requests may be for.

    lessons: files with lessons of one's own.
    """
    pool = ThreadPoolExecutor(2 * sessions.bounds.most + 8, "session")  # a request and an end each

    @asynccontextmanager
    async def life(app: Starlette) -> AsyncIterator[None]:
        tidying = asyncio.create_task(_tidy(sessions, pool))
        on_start()
        yield
        tidying.cancel()
        sessions.close_all()
        pool.shutdown()

    endpoints = _Endpoints(sessions, keys, pool)
    asks = {
        "/enter": endpoints.enter,
        "/open": endpoints.open,
        "/ask": endpoints.ask,
        "/end": endpoints.end,
        "/close": endpoints.close,
    }
    routes = [
        *(Route(path, partial(_serve_file, file)) for path, file in _files(lessons).items()),
        *(Route(path, partial(_serve, ask), methods=["POST"]) for path, ask in asks.items()),
    ]
    guard = Middleware(Guard, keys=keys, hosts=hosts)
    return Starlette(routes=routes, middleware=[guard], lifespan=life)


def _files(lessons: Sequence[Path]) -> dict[str, tuple[str, bytes]]:
    """Return media type and content of each file by its address; no other file is served."""
    files = page_files()
    files["lessons.json"] = lessons_file(lessons)
    files["start.js"] = Path(__file__).with_name("start.js").read_bytes()
    files[""] = files.pop("index.html")
    return {
        f"/{name}": (_TYPES[PurePath(name or "index.html").suffix], content)
        for name, content in files.items()
    }


async def _tidy(sessions: Sessions, pool: ThreadPoolExecutor) -> None:
    while True:
        await asyncio.sleep(min(_TIDY_EVERY, sessions.bounds.idle / 4))
        await asyncio.get_running_loop().run_in_executor(pool, sessions.expire)


async def _serve_file(file: tuple[str, bytes], request: Request) -> Response:
    kind, content = file
    return Response(content, media_type=kind)


async def _serve(ask: Callable[[Request, bytes], Awaitable[bytes]], request: Request) -> Response:
    """Answer a request with a body; a refusal is an answer too."""
    status = 200
    try:
        content = await ask(request, await _read_body(request))
    except Refusal as refusal:
        status, content = refusal.http_status, refusal.body()
    except ClientDisconnect:
        return Response(status_code=400)  # nobody reads it
    return Response(content, status_code=status, media_type="application/json")


async def _read_body(request: Request) -> bytes:
    """Return the body; Refusal as soon as it is too long."""
    body = b""
    async for part in request.stream():
        body += part
        if len(body) > LONGEST_BODY:
            message = f"the body is longer than {LONGEST_BODY:,} bytes"
            raise Refusal(413, "TooLarge", message)
    return body


class _Endpoints:
    """The requests that the server answers; slow requests are done in threads."""

    def __init__(self, sessions: Sessions, keys: Keys, pool: ThreadPoolExecutor) -> None:
        self._sessions, self._keys, self._pool = sessions, keys, pool

    async def enter(self, request: Request, body: bytes) -> bytes:
        """Return the token for a ticket."""
        return _answer(token=self._keys.change(read_json(body).get("ticket")))

    async def open(self, request: Request, body: bytes) -> bytes:
        """Open a session; its process starts meanwhile."""
        read_json(body)
        name = await self._run(self._sessions.open)
        self._pool.submit(_start, self._sessions, name)
        return _answer(session=name)

    async def ask(self, request: Request, body: bytes) -> bytes:
        """Pass a request on to the session's process, and return its answer."""
        read_json(body)
        return await self._run(partial(self._sessions.ask, _session(request), body))

    async def end(self, request: Request, body: bytes) -> bytes:
        """End whatever the session's process is doing; a new process starts meanwhile."""
        read_json(body)
        name = _session(request)
        await self._run(self._sessions.get(name).end)
        self._pool.submit(_start, self._sessions, name)
        return _answer(ended=True)

    async def close(self, request: Request, body: bytes) -> bytes:
        """End the session."""
        read_json(body)
        await self._run(partial(self._sessions.close, _session(request)))
        return _answer(closed=True)

    async def _run(self, function: Callable[[], _T]) -> _T:
        return await asyncio.get_running_loop().run_in_executor(self._pool, function)


def _session(request: Request) -> str:
    return str(request.headers.get("x-session", ""))


def _start(sessions: Sessions, name: str) -> None:
    with suppress(Refusal):  # the next request gets the refusal
        sessions.get(name).start()


def _answer(**values: Any) -> bytes:
    return json.dumps({"version": VERSION, "answer": values}).encode()
