"""The cache on disk for tables and machine code that take a long time to compute.

The key of an entry is a text that describes everything that the entry depends on. The environment
variable ``AIMA_SEARCH_CACHE`` names the folder (by default, the user's cache folder of the system);
the value "off" switches the cache off. A file is written under a temporary name and then renamed,
so several processes can write at the same time. A damaged file is replaced.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from hashlib import blake2b
from io import BytesIO
from pathlib import Path
from time import perf_counter, time
from typing import TYPE_CHECKING, Any

from aima_search.base.errors import InputError

if TYPE_CHECKING:
    from numpy.typing import NDArray

VARIABLE = "AIMA_SEARCH_CACHE"
OFF = "off"
MOST_BYTES = 2 * 2**30  # for all entries together; the least recently used are deleted first
WORTH_CACHING = 1.0  # seconds; a table that takes less time to compute is not written

_MAGIC = b"aima-search table 1\n"
_SUFFIX = ".table"
_ABANDONED = 3600.0  # seconds after which a half-written file is deleted
_LONGEST_NAME = 10_000  # the largest number of characters of a key


@dataclass(frozen=True)
class CacheEntry:
    """A file of the cache, with its key, its size, and the time when it was last used."""

    path: Path
    identity: str
    bytes: int
    used: float


def folder() -> Path | None:
    """Return the folder of the cache, or None if the cache is off."""
    chosen = os.environ.get(VARIABLE)
    if chosen == OFF:
        return None
    if chosen:
        return Path(chosen)
    try:
        from platformdirs import user_cache_path
    except ImportError:  # not available in a browser
        return None
    return user_cache_path("aima-search", appauthor=False)


def cached_array(identity: str, make: Callable[[], NDArray[Any]]) -> NDArray[Any]:
    """Return the array in the cache under ``identity``; if it is missing, call ``make``.

    The result of ``make`` is stored in the cache if it took at least a second to compute.
    """
    import numpy as np

    with suppress(ValueError):
        content = read(identity)
        if content is not None:
            return np.load(BytesIO(content), allow_pickle=False)
    began = perf_counter()
    array = make()
    if perf_counter() - began >= WORTH_CACHING and folder() is not None:
        file = BytesIO()
        np.save(file, array, allow_pickle=False)
        write(identity, file.getbuffer())
    return array


def read(identity: str) -> bytes | None:
    """Return the bytes stored under ``identity``, or None if they are missing or damaged."""
    path = _path(identity)
    try:
        if path is None or not path.is_file():  # for example, reading a pipe would not end
            return None
        with path.open("rb") as file:
            if file.read(len(head := _head(identity))) != head:
                return None
            digest, content = file.read(32), file.read()
    except OSError:
        return None
    if _digest(identity, content) != digest:
        return None
    with suppress(OSError):  # the folder may be read-only
        os.utime(path)
    return content


def is_private(identity: str) -> bool:
    """Return True if no other user can write to the cached file, so its code can be trusted."""
    path = _path(identity)
    with suppress(OSError):  # the folder may be closed to this user
        if path is not None and path.is_file():
            states = [path.parent.stat(), path.stat()]
            return not hasattr(os, "getuid") or all(
                state.st_uid == os.getuid() and not state.st_mode & 0o022 for state in states
            )
    return False


def write(identity: str, content: bytes | memoryview) -> None:
    """Store ``content`` under ``identity``; do nothing if the cache is off or read-only."""
    if (path := _path(identity)) is None:
        return
    import tempfile  # slow to import

    with suppress(OSError):
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        number, name = tempfile.mkstemp(prefix=path.name, dir=path.parent)
        try:
            with os.fdopen(number, "wb") as file:
                file.write(_head(identity))
                file.write(_digest(identity, content))
                file.write(content)
            os.replace(name, path)
        except BaseException:
            with suppress(OSError):
                os.unlink(name)
            raise
        _shrink(path.parent)


def _path(identity: str) -> Path | None:
    here = folder()
    name = blake2b(identity.encode(), digest_size=16).hexdigest()
    return None if here is None else here / f"{name}{_SUFFIX}"


def entries() -> Iterator[CacheEntry]:
    """Yield the entries of the cache; the most recently used entry comes first."""
    here = folder()
    found = []
    for path in () if here is None else here.glob(f"*{_SUFFIX}"):
        with suppress(OSError):
            if path.is_file():
                status = path.stat()
                found.append(CacheEntry(path, _identity(path), status.st_size, status.st_mtime))
    yield from sorted(found, key=lambda entry: entry.used, reverse=True)


def clear() -> int:
    """Delete all entries and half-written files; return the number of files deleted.

    Raise InputError, with the file's name, if a file cannot be deleted.
    """
    here = folder()
    paths = [] if here is None else [p for p in here.glob(f"*{_SUFFIX}*") if p.is_file()]
    for path in paths:
        try:
            path.unlink(missing_ok=True)
        except OSError as error:
            raise InputError(f"{path}: cannot be deleted ({error.strerror})") from error
    return len(paths)


def _identity(path: Path) -> str:
    with path.open("rb") as file:
        if file.read(len(_MAGIC)) != _MAGIC:
            return "damaged"
        return file.readline(_LONGEST_NAME).decode(errors="replace").rstrip("\n")


def _head(identity: str) -> bytes:
    return _MAGIC + identity.encode() + b"\n"


def _digest(identity: str, content: bytes | memoryview) -> bytes:
    digest = blake2b(identity.encode() + b"\n", digest_size=32)
    digest.update(content)
    return digest.digest()


def _shrink(here: Path) -> None:
    for left in here.glob(f"*{_SUFFIX}?*"):  # half-written files
        if time() - left.stat().st_mtime > _ABANDONED:
            left.unlink(missing_ok=True)
    total = 0
    for entry in entries():
        total += entry.bytes
        if total > MOST_BYTES:
            entry.path.unlink(missing_ok=True)
