"""The exported page, with Pyodide if AIMA_SEARCH_PYODIDE names its package."""

import json
import os
import tarfile
import threading
from base64 import b64encode
from contextlib import contextmanager
from functools import cache, partial
from hashlib import sha512
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from io import BytesIO

import pytest

from aima_search.apps.play.export import NEEDED, export, pack_code

VARIABLE = "AIMA_SEARCH_PYODIDE"
PATIENCE = 90_000  # milliseconds until a wait fails; nothing is measured
KEPT = """
async () => {
  await navigator.serviceWorker.ready;
  for (;;) {
    for (const name of await caches.keys()) {
      const found = await (await caches.open(name)).match("./snapshot");
      if (found) return name;
    }
    await new Promise(resolve => setTimeout(resolve, 100));
  }
}
"""


packed_once = cache(pack_code)


@pytest.fixture
def stand_in(tmp_path, monkeypatch):
    """Return a package with empty files that have the names of Pyodide's files.

    All tests that export with this package share one archive of the code.
    """
    monkeypatch.setattr("aima_search.apps.play.export.pack_code", packed_once)
    lock = {"info": {"python": "3.14"}, "packages": {"numpy": {"file_name": "numpy.whl"}}}
    texts = {**dict.fromkeys(NEEDED, ""), "pyodide-lock.json": json.dumps(lock)}
    package = tmp_path / "stand-in.tgz"
    with tarfile.open(package, "w:gz") as archive:
        for name, text in texts.items():
            member = tarfile.TarInfo(f"package/{name}")
            member.size = len(text)
            archive.addfile(member, BytesIO(text.encode()))
    digest = b64encode(sha512(package.read_bytes()).digest()).decode()
    monkeypatch.setattr("aima_search.apps.play.export._SHA512", digest)
    return package


@pytest.fixture(scope="session")
def pyodide():
    """Return the downloaded npm package ``pyodide``; without it, skip the tests that need it."""
    given = os.environ.get(VARIABLE)
    if not given:
        pytest.skip(f"{VARIABLE} does not name the package, which the gate fetches")
    return given


@pytest.fixture(scope="session")
def exported(tmp_path_factory, pyodide):
    """Export the page, and return the description of the export, which has its folder."""
    return export(tmp_path_factory.mktemp("page") / "exported", pyodide)


def keep(page, address):
    """Open the exported page, and wait until the browser has cached it; return the cache's name."""
    page.set_default_timeout(PATIENCE)
    page.goto(address)
    return page.evaluate(KEPT)


class Files(SimpleHTTPRequestHandler):
    """Serves a folder as ``python -m http.server`` does.

    types: media types that replace the usual types, by file ending. headers: additional headers.
    """

    def __init__(self, *given, types, headers, **named):
        self.types, self.headers_too = types, headers
        super().__init__(*given, **named)

    def guess_type(self, path):
        known = super().guess_type(path)
        return self.types.get(f".{str(path).rpartition('.')[2]}", known)

    def end_headers(self):
        for name, value in self.headers_too.items():
            self.send_header(name, value)
        super().end_headers()

    def log_message(self, *_):
        """Print nothing for a request."""


@contextmanager
def serving(folder, types=None, headers=None):
    """Serve a folder on this machine while the block runs; yield the address."""
    with running(
        partial(Files, types=types or {}, headers=headers or {}, directory=str(folder))
    ) as address:
        yield address


@contextmanager
def running(handler):
    """Answer requests on this machine while the block runs; yield the address."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
