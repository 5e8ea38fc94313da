"""The page as a folder of static files: Python itself runs in the browser, without a server.

The page asks a worker, in which Pyodide runs the same conversation as everywhere: ``worker.js``.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from aima_search.apps.play.export.code import pack_code
from aima_search.apps.play.export.pyodide import ExportError, read_pyodide
from aima_search.apps.play.files import page_files
from aima_search.apps.play.lessons import lessons_file

__all__ = ["ExportError", "Exported", "export"]

_HERE = Path(__file__).parent
_CODE = "aima_search.zip"
_KEEPER = "sw.js"
_SIZES = "sizes.js"  # a folder with this file was exported before
_OWN = {".html", ".js", ".css"}
_POLICY = {
    "default-src": "'none'",
    "script-src": "'self' 'wasm-unsafe-eval'",
    "style-src": "'self'",
    "img-src": "'self' data: blob:",
    "connect-src": "'self'",
    "worker-src": "'self' blob:",  # only a worker from a blob keeps to this policy
    "base-uri": "'none'",
    "form-action": "'none'",
}
_HEAD, _PLACE = '<meta charset="utf-8">', '<div id="page"></div>'


@dataclass(frozen=True)
class Exported:
    """A folder that was written: its size, and the plug-ins of others in it.

    compressed: its bytes from a server that compresses (gzip). left_out: plug-ins that do not run
    in a browser, and why.
    """

    folder: Path
    files: int
    bytes: int
    compressed: int
    plugins: list[str]
    left_out: list[str]


def export(
    folder: str | Path, pyodide: str | Path | None = None, lessons: Sequence[str | Path] = ()
) -> Exported:
    """Write the page into a folder: a new folder, an empty folder, or an earlier export.

    pyodide: the npm package, a file or a folder; None: npm fetches it. lessons: files with lessons
    of one's own. ExportError says what is in the way.
    """
    folder = Path(folder)
    _check_folder(folder)
    code = pack_code()
    files = _page_files()
    files["lessons.json"] = lessons_file(lessons)
    files.update({f"pyodide/{name}": text for name, text in read_pyodide(pyodide).items()})
    files[_CODE] = code.archive
    build = sha256(b"".join(files[name] for name in sorted(files))).hexdigest()[:16]
    files[_SIZES] = _sizes_module(files, build)
    files[_KEEPER] = _keeper(files, build)
    try:
        for name, content in files.items():
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
    except OSError as error:
        raise ExportError(f"{str(folder)!r} cannot be written: {error.strerror}") from None
    sizes = [len(content) for content in files.values()]
    compressed = sum(len(zlib.compress(content, 9)) for content in files.values())
    return Exported(folder, len(files), sum(sizes), compressed, code.plugins, code.left_out)


def _check_folder(folder: Path) -> None:
    if folder.exists() and not folder.is_dir():
        raise ExportError(f"{str(folder)!r} is a file: name a folder")
    if folder.is_dir() and any(folder.iterdir()) and not (folder / _SIZES).is_file():
        raise ExportError(
            f"{str(folder)!r} has other files in it: name a new folder, or empty this one"
        )


def _page_files() -> dict[str, bytes]:
    """Return the files of the page and of this way to it, by name."""
    files = page_files()
    own = {path.name: path.read_bytes() for path in _HERE.iterdir() if path.suffix in _OWN}
    files.update(own)
    files["index.html"] = _index(files["index.html"].decode(), own["place.html"].decode()).encode()
    del files["place.html"]
    return files


def _index(page: str, place: str) -> str:
    """Return the page with its policy, the check of its server, and what loading shows."""
    assert page.count(_HEAD) == page.count(_PLACE) == 1
    policy = "; ".join(f"{name} {value}" for name, value in _POLICY.items())
    head = [
        _HEAD,
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">',
        '<link rel="stylesheet" href="./loading.css">',
        '<script src="./check.js"></script>',
    ]
    return page.replace(_HEAD, "\n".join(head)).replace(_PLACE, place.strip())


def _keeper(files: dict[str, bytes], build: str) -> bytes:
    """Return the service worker, which keeps all files of this build but itself."""
    names = ["./", *(f"./{name}" for name in sorted(files) if name not in (_KEEPER, "README.md"))]
    head = f"const NAME = {json.dumps(build)};\nconst FILES = {json.dumps(names)};\n"
    return head.encode() + files[_KEEPER]


def _sizes_module(files: dict[str, bytes], build: str) -> bytes:
    """Return the module that says what the worker loads, in bytes, and of which build."""
    loaded = ("pyodide/pyodide.asm.wasm", "pyodide/python_stdlib.zip", _CODE)
    sizes = json.dumps({name: len(files[name]) for name in loaded}, indent=2)
    lines = ["// What is fetched, in bytes.", f"export const SIZES = {sizes};"]
    return "\n".join([*lines, f"export const BUILD = {json.dumps(build)};", ""]).encode()
