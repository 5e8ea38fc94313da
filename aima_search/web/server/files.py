"""The files of the page: read once, served by their names; no other file is served."""

from __future__ import annotations

from pathlib import Path

_WEB = Path(__file__).parents[1]
_TYPES = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".svg": "image/svg+xml",
    ".png": "image/png",
}


def page_files() -> dict[str, tuple[str, bytes]]:
    """Return media type and content of each file by its address, such as ``/main.js``.

    What starts the page, ``/start.js``, is this way's own.
    """
    page = _WEB / "page"
    found = {
        f"/{path.relative_to(page).as_posix()}": (_TYPES[path.suffix], path.read_bytes())
        for path in sorted(page.rglob("*"))
        if path.suffix in _TYPES
    }
    start = Path(__file__).with_name("start.js")
    found["/start.js"] = (_TYPES[start.suffix], start.read_bytes())
    if "/index.html" in found:
        found["/"] = found.pop("/index.html")
    return found
