"""Notices, in a submission's process, an attempt to change a file that is not its own.

A change by Python itself is stopped here and reported with its line; a change past Python is
stopped by the system, if the system can.
"""

from __future__ import annotations

import os
import sys
from typing import Any

_TO_WRITE = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
_CHANGES = {  # the events of Python's own calls, and how many of their arguments are paths
    "os.remove": 1,
    "os.rmdir": 1,
    "os.mkdir": 1,
    "os.chmod": 1,
    "os.truncate": 1,
    "os.rename": 2,
    "os.link": 2,
    "os.symlink": 2,
}
_ANYBODYS = ("/dev/null",)


class Outside(PermissionError):
    """A file that is not the submission's own was to be changed."""


class Guard:
    """Watches all files outside a folder; ``found``: the first path that code tried to change."""

    def __init__(self, folder: str) -> None:
        self._folder = os.path.realpath(folder)
        self.found = ""
        sys.addaudithook(self._see)

    def _see(self, event: str, arguments: tuple[Any, ...]) -> None:
        if event == "open":
            path, _, flags = arguments
            if isinstance(flags, int) and flags & _TO_WRITE:
                self._check(path)
        elif event in _CHANGES:
            for path in arguments[: _CHANGES[event]]:
                self._check(path)

    def _check(self, path: Any) -> None:
        if not isinstance(path, str | bytes | os.PathLike):
            return
        name = os.fsdecode(path)
        if name in _ANYBODYS or f"{os.path.realpath(name)}{os.sep}".startswith(
            f"{self._folder}{os.sep}"
        ):
            return
        self.found = self.found or name
        raise Outside(f"{name!r} is to be changed: expected changes in the current folder only")
