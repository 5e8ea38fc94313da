"""Tries what each protection forbids, from inside, before the student's code is there.

A protection is in force if the forbidden thing was tried and did not succeed.
"""

from __future__ import annotations

import ctypes
import os
import signal
import socket
import sys
from collections.abc import Callable
from contextlib import suppress

from aima_search.apps.grade.sandbox.confinement import Confinement

_GET_DEATH_SIGNAL = 2  # of prctl(2)


def probe(confinement: Confinement, keeper: int) -> dict[str, bool]:
    """Return what is in force by its name in PROTECTIONS; keeper: the process above this one."""
    return {
        "process": os.getpid() != keeper,
        "environment": os.environ.get("HOME") == confinement.folder
        and os.path.samefile(".", confinement.folder),
        "limits": _fails(lambda: bytearray(confinement.memory + 2**20))
        and _fails(lambda: _make_nameless_file(confinement.folder)),
        "user": os.getuid() == confinement.user and _fails(lambda: os.setuid(0)),
        "processes": _fails(lambda: os.kill(keeper, 0)),
        "network": _fails(_reach_network),
        "sockets": _fails(lambda: socket.socket(socket.AF_UNIX))
        and _fails(lambda: socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)),
        "files": _fails(lambda: os.listdir("/"))
        and _fails(lambda: _write_beside(confinement.folder)),
        "ended": _death_signal() == getattr(signal, "SIGKILL", None),
    }


def _fails(attempt: Callable[[], object]) -> bool:
    """Tell whether the system refuses an attempt."""
    try:
        made = attempt()
    except (OSError, MemoryError):
        return True
    for one in made if isinstance(made, tuple) else (made,):
        if isinstance(one, socket.socket):
            one.close()
    return False


def _reach_network() -> None:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as one:
        one.connect(("127.0.0.1", 9))  # this sends nothing: the system only looks for a way


def _write_beside(folder: str) -> None:
    """Make a file next to the folder, and remove it."""
    there = f"{folder}.probe"
    os.close(os.open(there, os.O_WRONLY | os.O_CREAT | os.O_EXCL))
    os.remove(there)


def _make_nameless_file(folder: str) -> None:
    """Make a file that no folder shows: its bytes would not be counted."""
    os.close(os.open(folder, os.O_RDWR | getattr(os, "O_TMPFILE", os.O_DIRECTORY)))


def _death_signal() -> int:
    """Return the signal that this process gets at the end of its parent, 0 for none."""
    found = ctypes.c_int()
    if sys.platform == "linux":
        with suppress(OSError, AttributeError):
            ctypes.CDLL(None).prctl(_GET_DEATH_SIGNAL, ctypes.byref(found), 0, 0, 0)
    return found.value
