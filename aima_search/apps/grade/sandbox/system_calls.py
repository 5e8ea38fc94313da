"""Refuses a submission's process calls of the system by which others are reached (Linux, seccomp).

Neither a namespace of networks nor Landlock keeps a process from a socket in the file system, such
as that of a terminal's server, which runs any command that it gets. So these calls are refused
here: sockets, except for connected pairs; memory that belongs to no process; files without a name;
rings of calls (io_uring), because no filter sees such calls.
"""

from __future__ import annotations

import ctypes
import errno
import os
import struct
import sys
from contextlib import suppress
from typing import NamedTuple, TypeAlias

_LOAD, _JUMP_IF, _JUMP_FROM, _JUMP_IF_BITS = 0x20, 0x15, 0x35, 0x45  # of classic BPF
_AND, _RETURN = 0x54, 0x06
_NUMBER, _MACHINE = 0, 4  # in seccomp_data
_SECOND, _THIRD, _FOURTH = 24, 32, 40  # the lower halves of arguments there
_ALLOW, _REFUSE = 0x7FFF0000, 0x00050000 | errno.EACCES
_SET_SECCOMP, _FILTER = 22, 2  # of prctl(2)
_OTHER_ABI = 0x40000000  # x32: other numbers for the same calls
_KINDS = 0xF  # the bits of an argument that tell which kind is wanted

_MACHINES = {"x86_64": (0xC000003E, 0), "aarch64": (0xC00000B7, 1)}  # by audit's number, the column
_Step: TypeAlias = tuple[str, int, int, str, str]
"""The name of a step, its operation and value, the names of the steps after it; "" for the next."""
_REFUSED = {
    "socket": (41, 198),
    "io_uring_setup": (425, 425),
    "io_uring_enter": (426, 426),
    "io_uring_register": (427, 427),
    "memfd_create": (319, 279),
    "memfd_secret": (447, 447),
    "shmget": (29, 194),
    "msgget": (68, 186),
    "semget": (64, 190),
    "add_key": (248, 217),
    "request_key": (249, 218),
    "keyctl": (250, 219),
    "ptrace": (101, 117),
    "process_vm_readv": (310, 270),
    "process_vm_writev": (311, 271),
    "pidfd_getfd": (438, 438),
    "unshare": (272, 97),
    "setns": (308, 268),
    "mount": (165, 40),
    "bpf": (321, 280),
    "perf_event_open": (298, 241),
    "userfaultfd": (323, 282),
    "openat2": (437, 437),
}
"""The calls by name with their numbers on each machine."""


class _ByKind(NamedTuple):
    """A call of which some kinds are allowed; argument: where the kind stands."""

    name: str
    numbers: tuple[int, int]
    argument: int
    allowed: tuple[int, ...]


class _ByFlag(NamedTuple):
    """A call that is refused with a flag; argument: where the flags stand."""

    name: str
    numbers: tuple[int, int]
    argument: int
    flag: int


_BY_KIND = (
    _ByKind("socketpair", (53, 199), _SECOND, (1, 5)),  # a pair for datagrams sends to anybody
    _ByKind("mmap", (9, 222), _FOURTH, (2,)),  # private: what is shared counts for no process
)


_NO_CALL = 0xFFFF
_WITHOUT_NAME = (
    _ByFlag("open", (2, _NO_CALL), _SECOND, 0x400000),  # O_TMPFILE
    _ByFlag("openat", (257, 56), _THIRD, 0x400000),
)


class _Program(ctypes.Structure):
    _fields_ = (("length", ctypes.c_ushort), ("instructions", ctypes.c_char_p))


def refuse_calls() -> bool:
    """Refuse the calls to this process and all it starts, for good; tell whether this worked.

    The process must have given up gaining rights before.
    """
    machine = _MACHINES.get(os.uname().machine) if sys.platform == "linux" else None
    if machine is None:
        return False
    content = _program(*machine)
    program = _Program(len(content) // 8, content)
    with suppress(OSError, AttributeError):
        return int(ctypes.CDLL(None).prctl(_SET_SECCOMP, _FILTER, ctypes.byref(program), 0, 0)) == 0
    return False


def _program(machine: int, column: int) -> bytes:
    """Return the filter: operations, each with its value, and jumps by names to later ones."""
    steps: list[_Step] = [
        ("", _LOAD, _MACHINE, "", ""),
        ("", _JUMP_IF, machine, "", "refuse"),
        ("", _LOAD, _NUMBER, "", ""),
        ("", _JUMP_FROM, _OTHER_ABI, "refuse", ""),
        *(("", _JUMP_IF, numbers[column], "refuse", "") for numbers in _REFUSED.values()),
        *(("", _JUMP_IF, one.numbers[column], one.name, "") for one in _BY_KIND + _WITHOUT_NAME),
        ("", _RETURN, _ALLOW, "", ""),
    ]
    for one in _BY_KIND:
        steps += [(one.name, _LOAD, one.argument, "", ""), ("", _AND, _KINDS, "", "")]
        steps += [("", _JUMP_IF, kind, "allow", "") for kind in one.allowed]
        steps += [("", _RETURN, _REFUSE, "", "")]
    for by_flag in _WITHOUT_NAME:
        steps.append((by_flag.name, _LOAD, by_flag.argument, "", ""))
        steps.append(("", _JUMP_IF_BITS, by_flag.flag, "refuse", "allow"))
    steps += [("refuse", _RETURN, _REFUSE, "", ""), ("allow", _RETURN, _ALLOW, "", "")]
    places = {name: at for at, (name, *_) in enumerate(steps)}

    def over(at: int, name: str) -> int:
        return places[name] - at - 1 if name else 0

    return b"".join(
        struct.pack("=HBBI", operation, over(at, then), over(at, otherwise), value)
        for at, (_, operation, value, then, otherwise) in enumerate(steps)
    )
