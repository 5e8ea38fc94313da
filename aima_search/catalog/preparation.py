"""The preparation of a heuristic: how many entries of its table are known, how many bytes it needs.

Code that makes a table announces the table; code that keeps limits or shows progress watches.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import TypeAlias

from aima_search.model.contract import OnProgress


@dataclass(frozen=True)
class Preparation:
    """What is prepared, in words, and how many of its entries are known by now.

    entries: how many there will be, 0 if that is not known. needs: the bytes that it takes while
    it is made, 0 if these are few.
    """

    what: str
    done: int
    entries: int
    needs: int

    def __str__(self) -> str:
        whole = f" of {self.entries:,}" if self.entries else ""
        return f"preparing {self.what}: {self.done:,}{whole} entries"


Watcher: TypeAlias = Callable[[Preparation], object]
_watchers: ContextVar[tuple[Watcher, ...]] = ContextVar("watchers", default=())


@contextmanager
def watching(watcher: Watcher) -> Iterator[None]:
    """Call ``watcher`` when a table is begun, and now and then while it is made."""
    before = _watchers.set((*_watchers.get(), watcher))
    try:
        yield
    finally:
        _watchers.reset(before)


def announce(what: str, entries: int = 0, needs: int = 0) -> OnProgress:
    """Say that a table is begun; return the function that says how many entries are known."""

    def on_progress(done: int) -> None:
        for watcher in _watchers.get():
            watcher(Preparation(what, done, entries, needs))

    on_progress(0)
    return on_progress
