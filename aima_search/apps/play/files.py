"""The files of the page, for every way that brings it to a reader; the palette has its colours."""

from __future__ import annotations

import re
from pathlib import Path

from aima_search.display.palette import page_colours

_PAGE = Path(__file__).with_name("page")
_SUFFIXES = {".html", ".js", ".css", ".svg", ".png"}
_STYLE = re.compile(r'<link rel="stylesheet" href="\./([^"]+)">')


def page_files() -> dict[str, bytes]:
    """Return the files by name, such as ``main.js``, without ``start.js``: each way has its own."""
    files = {
        path.relative_to(_PAGE).as_posix(): path.read_bytes()
        for path in sorted(_PAGE.rglob("*"))
        if path.suffix in _SUFFIXES
    }
    files["styles/colours.css"] = page_colours(".aima-page").encode()
    return files


def page_style() -> str:
    """Return the styles of the page in their order, as one text."""
    files = page_files()
    names = _STYLE.findall(files["index.html"].decode())
    return "\n".join(files[name].decode() for name in names)
