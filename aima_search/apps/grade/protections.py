"""The protections against submissions, and the attempts that show which are in force."""

from __future__ import annotations

import ctypes
import errno
import mmap
import os
import signal
import socket
from collections.abc import Callable

from aima_search.apps.grade.confinement import SPARE_ADDRESSES, Confinement
from aima_search.apps.grade.system_calls import call_library

PROTECTIONS = {
    "process": "a process of its own for each check, from which only plain values are read",
    "environment": "an empty environment and a temporary folder",
    "limits": "limits on time, memory, the size of files and the number of processes",
    "disk": "a file system of its own, which holds as many bytes as memory may hold",
    "user": "a user of its own",
    "processes": "it sees and signals only processes that it has started itself",
    "network": "no network",
    "sockets": "no sockets in the file system either, by which other programs are reached",
    "files": "no files but its own folder, and to read Python's: no forbidden module, no solution",
    "ended": "all that it starts is ended with it, and with the grader",
}
"""Every protection by its name, with what it means."""


_GET_DEATH_SIGNAL = 2  # of prctl(2)


def probe(confinement: Confinement, keeper: int) -> dict[str, bool]:
    """Return what is in force by its name in PROTECTIONS; keeper: the process above this one."""
    return {
        "process": os.getpid() != keeper,
        "environment": os.environ.get("HOME") == confinement.folder
        and os.path.samefile(".", confinement.folder),
        "limits": _fails(lambda: bytearray(confinement.memory + 2**20))
        and _fails(lambda: _map_sparsely(confinement.memory + 2 * SPARE_ADDRESSES))
        and _fails(_reserve_space)
        and _fails(lambda: _make_nameless_file(confinement.folder)),
        "disk": _size_of_file_system(confinement.folder) <= confinement.memory,
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
    """Return True if the system refuses an attempt."""
    try:
        made = attempt()
    except (OSError, MemoryError):
        return True
    for item in made if isinstance(made, tuple) else (made,):
        if isinstance(item, socket.socket):
            item.close()
    return False


def _reach_network() -> None:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as one:
        one.connect(("127.0.0.1", 9))  # this sends nothing: the system only looks for a way


def _write_beside(folder: str) -> None:
    """Make a file next to the folder, and remove it."""
    there = f"{folder}.probe"
    os.close(os.open(there, os.O_WRONLY | os.O_CREAT | os.O_EXCL))
    os.remove(there)


def _map_sparsely(size: int) -> None:
    """Map memory that is only read, of which no limit on written memory knows."""
    mmap.mmap(-1, size, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS, mmap.PROT_READ).close()


def _size_of_file_system(folder: str) -> int:
    found = os.statvfs(folder)
    return found.f_blocks * found.f_frsize


def _reserve_space() -> None:
    """Ask for space on the disk without writing it; for no file, so that nothing is reserved."""
    call_library("fallocate", -1, 0, 0, 1)
    if ctypes.get_errno() == errno.EACCES:
        raise PermissionError("the call is refused")


def _make_nameless_file(folder: str) -> None:
    """Make a file that no folder shows: its bytes would not be counted."""
    os.close(os.open(folder, os.O_RDWR | getattr(os, "O_TMPFILE", os.O_DIRECTORY)))


def _death_signal() -> int:
    """Return the signal that this process gets at the end of its parent, 0 for none."""
    found = ctypes.c_int()
    call_library("prctl", _GET_DEATH_SIGNAL, ctypes.byref(found), 0, 0, 0)
    return found.value
