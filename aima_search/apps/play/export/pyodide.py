"""Python for the browser: the npm package ``pyodide``, of one version, fetched at build time.

npm fetches it, from its configured registry; the digest must be the published digest.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import tarfile
from base64 import b64encode
from hashlib import sha512
from pathlib import Path
from tempfile import TemporaryDirectory

from aima_search.base.errors import SearchError

VERSION = "314.0.7"  # with Python 3.14
_SHA512 = "0YvXxEhfEdpLfb/XkM2BFAeMROq0iMUX2bzzH9pOttyMcWkwq+HbE5uyuGD82LN7y2q+SNvi/6V5JEsOlD2R1A=="
_LOCK = "pyodide-lock.json"
NEEDED = (
    *("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip"),
    *(_LOCK, "package.json", "README.md"),
)
"""The files that a page needs, and the files that state their version and licence."""

_PATIENCE = 600  # seconds that a download may take
_OR = (
    f"or give the npm package pyodide {VERSION} that you have downloaded, packed or unpacked, by"
    " --pyodide"
)


class ExportError(SearchError):
    """Something that keeps a page from being exported."""


def read_pyodide(given: str | Path | None = None) -> dict[str, bytes]:
    """Return the files of Pyodide by name, as the page needs them.

    given: the npm package, a file or a folder; None: npm fetches it. ExportError says what is
    missing.
    """
    if given is not None:
        return _trimmed(_read(Path(given)))
    with TemporaryDirectory() as folder:
        return _trimmed(_read(fetch_package(Path(folder))))


def fetch_package(folder: Path) -> Path:
    """Let npm fetch the package into a folder; return its file."""
    npm = shutil.which("npm")
    if npm is None:
        raise ExportError(f"npm, which fetches Pyodide, is not installed: install Node.js, {_OR}")
    command = [npm, "pack", f"pyodide@{VERSION}", "--loglevel=error"]
    try:
        done = subprocess.run(
            command, cwd=folder, capture_output=True, text=True, timeout=_PATIENCE, check=False
        )
    except subprocess.TimeoutExpired:
        raise ExportError(f"npm pack pyodide@{VERSION} took longer than {_PATIENCE} s") from None
    files = list(folder.glob("*.tgz"))
    if done.returncode or len(files) != 1:
        said = " ".join(done.stderr.split())[:200] or f"exit status {done.returncode}"
        raise ExportError(f"npm could not fetch pyodide {VERSION} ({said}): try again, {_OR}")
    return files[0]


def _read(path: Path) -> dict[str, bytes]:
    if path.is_dir():
        return _read_folder(path if (path / "package.json").is_file() else path / "package")
    try:
        content = path.read_bytes()
    except OSError as error:
        raise ExportError(f"--pyodide {str(path)!r}: {error.strerror}") from None
    if b64encode(sha512(content).digest()).decode() != _SHA512:
        raise ExportError(
            f"{str(path)!r} is not the npm package pyodide {VERSION}: its SHA-512 is another one"
        )
    with tarfile.open(path) as archive:
        return {name: _member(archive, f"package/{name}") for name in NEEDED}


def _member(archive: tarfile.TarFile, name: str) -> bytes:
    file = archive.extractfile(name)
    assert file is not None
    return file.read()


def _read_folder(folder: Path) -> dict[str, bytes]:
    try:
        files = {name: (folder / name).read_bytes() for name in NEEDED}
        version = json.loads(files["package.json"])["version"]
    except (OSError, ValueError, KeyError, TypeError):
        raise ExportError(
            f"--pyodide {str(folder)!r}: expected the npm package pyodide {VERSION}, a .tgz file or"
            f" the folder with {', '.join(NEEDED[:4])}"
        ) from None
    if version != VERSION:
        raise ExportError(
            f"--pyodide {str(folder)!r}: this is version {version}, expected {VERSION}"
        )
    return files


def _trimmed(files: dict[str, bytes]) -> dict[str, bytes]:
    """Return the files with a lock file that names no packages: no package is ever loaded."""
    lock = {**json.loads(files[_LOCK]), "packages": {}}
    return {**files, _LOCK: json.dumps(lock).encode()}
