"""What can go wrong with the file of a store, in words; reading a store that is read-only."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Callable
from functools import wraps
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Concatenate, ParamSpec, Protocol, TypeVar

from aima_search.base.errors import InputError

_P = ParamSpec("_P")
_R = TypeVar("_R")

_WORDS = (
    ("full", "the disk is full: make room, and the same command goes on with what is finished"),
    ("locked", "another program holds it locked: wait until it ends, or end it"),
    ("readonly", "it cannot be written: name a file elsewhere with --store, or copy it there"),
    ("unable to open", "it cannot be opened for writing: is there such a folder, may you write?"),
    ("malformed", "it is damaged: take a copy of it, or name another file with --store"),
    ("disk I/O", "the disk failed while it was read or written"),
)


class StoreError(InputError):
    """A file is not a store, or a store of another version, or cannot be used."""


class UnwritableStore(StoreError):
    """A store that can perhaps be read, but not written."""


class _HasPath(Protocol):
    path: Path


_S = TypeVar("_S", bound=_HasPath)


def store_error(path: Path, error: sqlite3.Error) -> StoreError:
    """Return SQLite's error as a StoreError that says what to do."""
    text = str(error)
    words = next((words for part, words in _WORDS if part in text), "")
    kind = UnwritableStore if "readonly" in text or "unable to open" in text else StoreError
    return kind(
        f"store {str(path)!r}: {words} ({text})" if words else f"store {str(path)!r}: {text}"
    )


def telling(method: Callable[Concatenate[_S, _P], _R]) -> Callable[Concatenate[_S, _P], _R]:
    """Return a method of a store that raises SQLite's errors as StoreError, in a line."""

    @wraps(method)
    def told(self: _S, /, *arguments: _P.args, **options: _P.kwargs) -> _R:
        try:
            return method(self, *arguments, **options)
        except sqlite3.Error as error:
            raise store_error(self.path, error) from None

    return told


def copy_of(path: Path) -> tuple[Path, TemporaryDirectory[str]]:
    """Return a copy of a store, with the last writes, and the folder of the copy.

    SQLite makes files next to a store even to read it, and a read-only place does not allow that.
    """
    folder = TemporaryDirectory()
    for name in (path.name, f"{path.name}-wal"):
        if path.with_name(name).is_file():
            shutil.copyfile(path.with_name(name), Path(folder.name, name))
    return Path(folder.name, path.name), folder
