"""What Linux offers to keep a process in: namespaces, capabilities, Landlock's rules of files.

Nothing here raises because the system does not allow it; what holds is probed afterwards.
"""

from __future__ import annotations

import ctypes
import os
import sys
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

_NEW_USER, _NEW_PROCESSES, _NEW_NETWORK, _NEW_MEMORY = (
    0x10000000,
    0x20000000,
    0x40000000,
    0x08000000,
)
_NO_NEW_PRIVILEGES, _DUMPABLE = 38, 4  # of prctl(2)
_CREATE_RULESET, _ADD_RULE, _RESTRICT_SELF = 444, 445, 446  # the same on every architecture
_CAPABILITIES = {"x86_64": 126, "aarch64": 91}  # capset(2)
_CAPABILITY_VERSION = 0x20080522

_EXECUTE, _WRITE_FILE, _READ_FILE, _READ_FOLDER, _TRUNCATE = 1, 2, 4, 8, 1 << 14
_REMOVE_FILE = 1 << 5  # a file that is removed and still open is in no folder, and counted nowhere
_LOOK = _EXECUTE | _READ_FILE | _READ_FOLDER
_OF_FILES = _EXECUTE | _WRITE_FILE | _READ_FILE | _TRUNCATE
_FILE_RIGHTS = {1: 13, 2: 14, 3: 15, 4: 15}  # how many of them each version knows; later ones 16
_NETWORK_RIGHTS, _SCOPES = 3, 3  # connect and bind (version 4); sockets and signals (version 6)


def _libc() -> ctypes.CDLL:
    return ctypes.CDLL(None, use_errno=True)


def unshare() -> None:
    """Give the processes that this process will start their own numbers, network and shared memory.

    An ordinary user needs a namespace of users for this, and stays the same user in it.
    """
    if sys.platform != "linux":
        return
    user, group = os.getuid(), os.getgid()
    if user and not _leave(_NEW_USER):
        return
    if user:
        with suppress(OSError):
            Path("/proc/self/setgroups").write_text("deny")
            Path("/proc/self/gid_map").write_text(f"{group} {group} 1")
            Path("/proc/self/uid_map").write_text(f"{user} {user} 1")
    for flag in (_NEW_PROCESSES, _NEW_NETWORK, _NEW_MEMORY):
        _leave(flag)


def _leave(flag: int) -> bool:
    with suppress(OSError, AttributeError):
        return int(_libc().unshare(flag)) == 0
    return False


def hide_memory() -> None:
    """Let no process of the same user look into this one's memory, or trace it."""
    if sys.platform == "linux":
        with suppress(OSError, AttributeError):
            _libc().prctl(_DUMPABLE, 0, 0, 0, 0)


def give_up_privileges() -> bool:
    """Let this process, and what it starts, never gain rights; drop the capabilities it has."""
    if sys.platform != "linux":
        return False
    with suppress(OSError, AttributeError):
        libc = _libc()
        number = _CAPABILITIES.get(os.uname().machine)
        if number is not None and os.getuid():
            header = (ctypes.c_uint32 * 2)(_CAPABILITY_VERSION, 0)
            libc.syscall(number, ctypes.byref(header), ctypes.byref((ctypes.c_uint32 * 6)()))
        return int(libc.prctl(_NO_NEW_PRIVILEGES, 1, 0, 0, 0)) == 0
    return False


def restrict_files(readable: Iterable[str], writable: Iterable[str]) -> bool:
    """Let this process, and what it starts, see and change these folders and files only (Landlock).

    No file can be removed, in these folders either.

    If the system's version can, it shuts out TCP connections and signals to others too.
    """
    if sys.platform != "linux":
        return False
    with suppress(OSError, AttributeError):
        libc = _libc()
        version = int(libc.syscall(_CREATE_RULESET, None, 0, 1))
        if version < 1:
            return False
        every = (1 << _FILE_RIGHTS.get(version, 16)) - 1
        handled = [every, _NETWORK_RIGHTS, _SCOPES][: 1 + (version >= 4) + (version >= 6)]
        attributes = (ctypes.c_uint64 * len(handled))(*handled)
        ruleset = int(
            libc.syscall(_CREATE_RULESET, ctypes.byref(attributes), ctypes.sizeof(attributes), 0)
        )
        if ruleset < 0:
            return False
        for path in readable:
            _allow(libc, ruleset, path, _LOOK & every)
        for path in writable:
            _allow(libc, ruleset, path, every & ~_REMOVE_FILE)
        done = int(libc.syscall(_RESTRICT_SELF, ruleset, 0)) == 0
        os.close(ruleset)
        return done
    return False


class _Beneath(ctypes.Structure):
    _pack_ = 1
    _fields_ = (("allowed", ctypes.c_uint64), ("folder", ctypes.c_int32))


def _allow(libc: ctypes.CDLL, ruleset: int, path: str, rights: int) -> None:
    """Add a rule for a path that exists; other paths need no rule."""
    try:
        descriptor = os.open(path, os.O_PATH | os.O_CLOEXEC)  # type: ignore[attr-defined,unused-ignore]
    except OSError:
        return
    if not os.path.isdir(path):
        rights &= _OF_FILES
    rule = _Beneath(rights, descriptor)
    libc.syscall(_ADD_RULE, ruleset, 1, ctypes.byref(rule), 0)
    os.close(descriptor)
