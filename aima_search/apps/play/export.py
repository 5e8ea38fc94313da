"""Exports the page as a folder of static files; Pyodide runs the server's code in a web worker."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import tarfile
from base64 import b64encode
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256, sha512
from importlib.machinery import PathFinder
from importlib.metadata import Distribution, entry_points
from importlib.util import find_spec
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from aima_search.apps.play.files import page_files
from aima_search.apps.play.lessons import lessons_file
from aima_search.apps.play.server import POLICY
from aima_search.base.errors import SearchError
from aima_search.base.plugins import GROUPS
from aima_search.base.registry import INSTALLATION


class ExportError(SearchError):
    """Raised if a page cannot be exported."""


_CODE = "aima_search.zip"
_KEEPER = "sw.js"
_LOADED = ("pyodide/pyodide.asm.wasm", "pyodide/python_stdlib.zip", _CODE)
_SIZES = "sizes.js"  # a folder with this file is an earlier export
_POLICY = {
    **{name: value for name, value in POLICY.items() if name != "frame-ancestors"},  # not in HTML
    "script-src": "'self' 'wasm-unsafe-eval'",
    "worker-src": "'self' blob:",  # this policy applies to a worker only if it starts from a blob
}
_HEAD, _PLACE = '<meta charset="utf-8">', '<div id="page"></div>'


@dataclass(frozen=True)
class ExportedFolder:
    """What an export has written: a folder, the number of files, and their total size."""

    folder: Path
    files: int
    bytes: int
    code: BrowserCodeArchive


def export(
    folder: str | Path, pyodide: str | Path | None = None, lessons: Sequence[str | Path] = ()
) -> ExportedFolder:
    """Write the page into a folder, which must be new, empty, or an earlier export.

    For ``pyodide``, see ``read_pyodide``. ``lessons`` has the files of your own lessons. Raises
    ExportError if the page cannot be written.
    """
    folder = Path(folder)
    if folder.exists() and not folder.is_dir():
        raise ExportError(f"{str(folder)!r} is a file: expected a folder")
    if folder.is_dir() and any(folder.iterdir()) and not (folder / _SIZES).is_file():
        raise ExportError(f"{str(folder)!r} is not empty: choose a new folder, or delete its files")
    code = pack_code()
    files = page_files("export")
    place = files.pop("place.html").decode()
    files["index.html"] = _index(files["index.html"].decode(), place).encode()
    files["lessons.json"] = lessons_file(lessons)
    files.update({f"pyodide/{name}": text for name, text in read_pyodide(pyodide).items()})
    files[_CODE] = code.archive
    build = json.dumps(sha256(b"".join(files[name] for name in sorted(files))).hexdigest()[:16])
    sizes = json.dumps({name: len(files[name]) for name in _LOADED}, indent=2)
    files[_SIZES] = (
        f"export const SIZES = {sizes}; // bytes\nexport const BUILD = {build};\n".encode()
    )
    kept = ["./", *(f"./{name}" for name in sorted(files) if name not in (_KEEPER, "README.md"))]
    head = f"const NAME = {build};\nconst FILES = {json.dumps(kept)};\n"
    files[_KEEPER] = head.encode() + files[_KEEPER]
    try:
        for name, content in files.items():
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
    except OSError as error:
        raise ExportError(f"{str(folder)!r} cannot be written: {error.strerror}") from None
    return ExportedFolder(folder, len(files), sum(map(len, files.values())), code)


def _index(page: str, place: str) -> str:
    assert page.count(_HEAD) == page.count(_PLACE) == 1
    policy = "; ".join(f"{name} {value}" for name, value in _POLICY.items())
    head = [
        _HEAD,
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">',
        '<link rel="stylesheet" href="./loading.css">',
        '<script src="./check.js"></script>',
    ]
    return page.replace(_HEAD, "\n".join(head)).replace(_PLACE, place.strip())


_OURS = "aima-search"
_PACKAGES = ("aima_search", *filter(None, GROUPS.values()))  # no package for algorithms
_NOT_OF_PLAY = "page/ front_ends/ command.py export.py files.py server.py sessions.py widget.py"
_STAYS_BEHIND = (
    *("aima_search/__main__.py", "aima_search/cli/"),
    *(f"aima_search/apps/play/{name}" for name in _NOT_OF_PLAY.split()),
)
_COMPILED = {".so", ".pyd", ".dylib", ".dll"}
_LONG_AGO = (1980, 1, 1, 0, 0, 0)  # the same files always give the same archive


@dataclass(frozen=True)
class BrowserCodeArchive:
    """The code for the browser as a ZIP file. ``left_out`` says why plug-ins are missing."""

    archive: bytes
    plugins: list[str]
    left_out: list[str]


def pack_code() -> BrowserCodeArchive:
    """Return the code for the browser; plug-ins are included if they are pure Python."""
    files: dict[str, bytes] = {}
    for package in _PACKAGES:
        for name, path in _files_in(INSTALLATION / package):
            if not name.startswith(_STAYS_BEHIND):
                files[name] = path.read_bytes()
    points = [point for group in GROUPS for point in entry_points(group=group)]
    found = {point.dist.name: point.dist for point in points if point.dist is not None}
    plugins, left_out = [], []
    for name, distribution in sorted(found.items()):
        if _normal(name) == _OURS:
            continue
        if reason := _obstacle(distribution):
            left_out.append(f"{name}: {reason}")
        else:
            plugins.append(name)
            files.update(_files_of_plugin(distribution))
    archive = BytesIO()
    with ZipFile(archive, "w") as written:
        for name in sorted(files):
            written.writestr(ZipInfo(name, _LONG_AGO), files[name], ZIP_DEFLATED, 9)
    return BrowserCodeArchive(archive.getvalue(), plugins, left_out)


def _files_in(folder: Path) -> Iterator[tuple[str, Path]]:
    for path in sorted(folder.rglob("*")):
        if path.is_file() and "__pycache__" not in path.parts:
            yield path.relative_to(folder.parent).as_posix(), path


def _normal(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def _obstacle(distribution: Distribution) -> str:
    lines = [line for line in distribution.requires or () if "extra ==" not in line]
    needed = {_normal(name) for line in lines for name in re.findall(r"^[\w.-]+", line)}
    if others := sorted(needed - {_OURS}):
        return f"it needs {', '.join(others)}, which the page does not have"
    for top in _modules(distribution):
        paths = _files_of_module(distribution, top)
        if not paths:
            return f"the files of its module {top!r} were not found"
        compiled = [name for name, path in paths if path.suffix in _COMPILED]
        if compiled:
            return f"it is not pure Python ({compiled[0]})"
    return ""


def _modules(distribution: Distribution) -> list[str]:
    points = [point for point in distribution.entry_points if point.group in GROUPS]
    return sorted({re.split(r"[.:]", point.value, maxsplit=1)[0] for point in points})


def _files_of_module(distribution: Distribution, top: str) -> list[tuple[str, Path]]:
    spec = PathFinder.find_spec(top, [str(distribution.locate_file(""))]) or find_spec(top)
    if spec is None or spec.origin is None:
        return []
    origin = Path(spec.origin)
    return list(_files_in(origin.parent)) if spec.parent == top else [(origin.name, origin)]


def _files_of_plugin(distribution: Distribution) -> Iterator[tuple[str, bytes]]:
    for top in _modules(distribution):
        for name, path in _files_of_module(distribution, top):
            yield name, path.read_bytes()
    folder = f"{distribution.name.replace('-', '_')}-{distribution.version}.dist-info"
    metadata = f"Name: {distribution.name}\nVersion: {distribution.version}\n"
    yield f"{folder}/METADATA", metadata.encode()
    points = distribution.read_text("entry_points.txt") or ""
    yield f"{folder}/entry_points.txt", points.encode()


VERSION = "314.0.7"  # contains Python 3.14
_SHA512 = "0YvXxEhfEdpLfb/XkM2BFAeMROq0iMUX2bzzH9pOttyMcWkwq+HbE5uyuGD82LN7y2q+SNvi/6V5JEsOlD2R1A=="
_LOCK = "pyodide-lock.json"
NEEDED = (
    *("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip"),
    *(_LOCK, "package.json", "README.md"),
)
"""The files of Pyodide's npm package that a page needs, with those for version and licence."""

_PATIENCE = 600  # seconds for the download
_OR = f"or download the npm package pyodide {VERSION} yourself and pass the file with --pyodide"


def read_pyodide(given: str | Path | None = None) -> dict[str, bytes]:
    """Return the files of Pyodide that the page needs, as a dict from names to contents.

    ``given`` is the path of the npm package. If it is None, npm downloads the package.
    """
    with TemporaryDirectory() as folder:
        path = fetch_package(Path(folder)) if given is None else Path(given)
        try:
            content = path.read_bytes()
        except OSError as error:
            raise ExportError(f"--pyodide {str(path)!r}: {error.strerror}") from None
    if b64encode(sha512(content).digest()).decode() != _SHA512:
        raise ExportError(
            f"{str(path)!r} is not the npm package pyodide {VERSION}: its SHA-512 hash is wrong"
        )
    with tarfile.open(fileobj=BytesIO(content)) as archive:
        opened = {name: archive.extractfile(f"package/{name}") for name in NEEDED}
        files = {name: file.read() for name, file in opened.items() if file is not None}
    lock = {**json.loads(files[_LOCK]), "packages": {}}  # the page loads no more packages
    return {**files, _LOCK: json.dumps(lock).encode()}


def fetch_package(folder: Path) -> Path:
    """Download the npm package of Pyodide into a folder; return the path of its file."""
    npm = shutil.which("npm")
    if npm is None:
        raise ExportError(f"found no npm to download Pyodide: install Node.js, {_OR}")
    command = [npm, "pack", f"pyodide@{VERSION}", "--loglevel=error"]
    try:
        done = subprocess.run(
            command, cwd=folder, capture_output=True, text=True, timeout=_PATIENCE, check=False
        )
    except subprocess.TimeoutExpired:
        message = f"npm pack pyodide@{VERSION} took longer than {_PATIENCE} s: try again, {_OR}"
        raise ExportError(message) from None
    files = list(folder.glob("*.tgz"))
    if done.returncode or len(files) != 1:
        message = " ".join(done.stderr.split())[:200] or f"exit status {done.returncode}"
        raise ExportError(f"npm could not download pyodide {VERSION} ({message}): try again, {_OR}")
    return files[0]
