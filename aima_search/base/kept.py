"""What took long to make, kept in the user's cache folder: tables, and machine code.

All is kept by what it is made of, checked when it is read, and limited.

The folder is that of the system for caches, or ``AIMA_SEARCH_CACHE``; "off" keeps nothing. A file
is written whole under another name and then given its own, so that a half-written file is never
found, and several processes may write at once. A damaged or foreign file is made again.
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
from typing import TYPE_CHECKING, Any, BinaryIO

from aima_search.base.errors import InputError

if TYPE_CHECKING:
    from numpy.typing import NDArray

VARIABLE = "AIMA_SEARCH_CACHE"
OFF = "off"
MOST_BYTES = 2 * 2**30  # of all tables together; the longest unused go first
WORTH_KEEPING = 1.0  # seconds that a table has to take to be kept

_MAGIC = b"aima-search table 1\n"
_SUFFIX = ".table"
_ABANDONED = 3600.0  # seconds after which a half-written file has no writer any more
_LONGEST_NAME = 10_000  # characters of an identity


@dataclass(frozen=True)
class KeptTable:
    """A file of the cache: what it holds, in words, its bytes, and when it was last used."""

    path: Path
    identity: str
    bytes: int
    used: float


def folder() -> Path | None:
    """Return the folder of the cache, None if nothing is to be kept."""
    chosen = os.environ.get(VARIABLE)
    if chosen == OFF:
        return None
    if chosen:
        return Path(chosen)
    try:
        from platformdirs import user_cache_path  # only when used
    except ImportError:  # in a browser
        return None
    return user_cache_path("aima-search", appauthor=False)


def keep(identity: str, make: Callable[[], NDArray[Any]]) -> NDArray[Any]:
    """Return the array that an identity stands for, from the cache or made now.

    An array that took less than a second to make is not kept. If the folder cannot be written,
    nothing is kept.
    """
    import numpy as np  # only when used

    with suppress(ValueError):
        content = kept_bytes(identity)
        if content is not None:
            array: NDArray[Any] = np.load(BytesIO(content), allow_pickle=False)
            return array
    began = perf_counter()
    array = make()
    if perf_counter() - began >= WORTH_KEEPING and folder() is not None:
        file = BytesIO()
        np.save(file, array, allow_pickle=False)
        keep_bytes(identity, file.getbuffer())
    return array


def kept_bytes(identity: str) -> bytes | None:
    """Return what is kept under an identity, None if it is not there or damaged."""
    here = folder()
    if here is None:
        return None
    path = _path(here, identity)
    try:
        content = _read(_regular(path), identity)
    except (OSError, ValueError):
        return None
    with suppress(OSError):  # a folder that is only read serves too
        os.utime(path)
    return content


def is_kept(identity: str) -> bool:
    """Tell whether there is a file for an identity, damaged or not."""
    here = folder()
    return here is not None and _path(here, identity).is_file()


def keep_bytes(identity: str, content: bytes | memoryview) -> None:
    """Keep something under an identity, if the folder can be written."""
    here = folder()
    if here is not None:
        with suppress(OSError):
            _write(_path(here, identity), identity, content)
            _shrink(here)


def _path(here: Path, identity: str) -> Path:
    return here / f"{blake2b(identity.encode(), digest_size=16).hexdigest()}{_SUFFIX}"


def kept_tables() -> Iterator[KeptTable]:
    """Yield what is kept, the last used first; a file that cannot be read is "damaged"."""
    here = folder()
    found = []
    for path in () if here is None else here.glob(f"*{_SUFFIX}"):
        with suppress(OSError):
            status = _regular(path).stat()
            found.append(KeptTable(path, _identity(path), status.st_size, status.st_mtime))
    yield from sorted(found, key=lambda table: table.used, reverse=True)


def clear() -> int:
    """Delete all that is kept, half-written files too; return how many files that were.

    InputError, with the file's name, if a file cannot be deleted.
    """
    here = folder()
    paths = [] if here is None else [p for p in here.glob(f"*{_SUFFIX}*") if p.is_file()]
    for path in paths:
        try:
            path.unlink(missing_ok=True)
        except OSError as error:
            raise InputError(f"{path}: cannot be deleted ({error.strerror})") from error
    return len(paths)


def _regular(path: Path) -> Path:
    """Return the path of a file; OSError for anything else, such as a pipe, which would wait."""
    if not path.is_file():
        raise FileNotFoundError(path)
    return path


def _identity(path: Path) -> str:
    try:
        with path.open("rb") as file:
            return _head(file)
    except ValueError:
        return "damaged"


def _head(file: BinaryIO) -> str:
    if file.read(len(_MAGIC)) != _MAGIC:
        raise ValueError("another kind of file")
    return file.readline(_LONGEST_NAME).decode().rstrip("\n")


def _read(path: Path, identity: str) -> bytes:
    """Return the content of a file; ValueError if it is damaged, or of another identity."""
    with path.open("rb") as file:
        if _head(file) != identity:
            raise ValueError("of another table")
        digest, content = file.read(32), file.read()
    if _digest(identity, content) != digest:
        raise ValueError("damaged")
    return content


def _write(path: Path, identity: str, content: bytes | memoryview) -> None:
    import tempfile  # slow to import, and few searches write

    path.parent.mkdir(parents=True, exist_ok=True)
    number, name = tempfile.mkstemp(prefix=path.name, dir=path.parent)
    try:
        with os.fdopen(number, "wb") as file:
            file.write(_MAGIC + identity.encode() + b"\n")
            file.write(_digest(identity, content))
            file.write(content)
        os.replace(name, path)
    except BaseException:
        with suppress(OSError):
            os.unlink(name)
        raise


def _digest(identity: str, content: bytes | memoryview) -> bytes:
    """Return the digest of a table with its identity: the content of another table does not fit."""
    digest = blake2b(identity.encode() + b"\n", digest_size=32)
    digest.update(content)
    return digest.digest()


def _shrink(here: Path) -> None:
    """Delete the longest unused tables, and what a killed process left, until all fit."""
    total = 0
    for left in here.glob(f"*{_SUFFIX}?*"):
        if time() - left.stat().st_mtime > _ABANDONED:
            left.unlink(missing_ok=True)
    for table in kept_tables():
        total += table.bytes
        if total > MOST_BYTES:
            table.path.unlink(missing_ok=True)
