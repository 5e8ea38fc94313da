"""Refuses a submission's process calls of the system by which others are reached (Linux, seccomp).

Neither a namespace of networks nor Landlock keeps a process from a socket in the file system, such
as that of a terminal's server, which runs what it is sent. Here no socket is made at all, except
for pairs that are connected; no memory is had that belongs to no process, and no ring of calls
(io_uring), which no filter sees.
"""

from __future__ import annotations

import ctypes
import errno
import os
import struct
import sys
from contextlib import suppress

_LOAD, _JUMP_IF, _JUMP_FROM, _AND, _RETURN = 0x20, 0x15, 0x35, 0x54, 0x06  # of classic BPF
_NUMBER, _MACHINE, _SECOND = 0, 4, 24  # offsets of seccomp_data; the lower half of an argument
_ALLOW, _REFUSE = 0x7FFF0000, 0x00050000 | errno.EACCES
_SET_SECCOMP, _FILTER = 22, 2  # of prctl(2)
_OTHER_ABI = 0x40000000  # x32: other numbers for the same calls
_KINDS, _STREAM, _SEQUENCE = 0xF, 1, 5  # of sockets; those of datagrams reach who is no partner

_MACHINES = {"x86_64": (0xC000003E, 0), "aarch64": (0xC00000B7, 1)}  # by audit's number, the column
_PAIR = (53, 199)  # socketpair
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
}
"""The calls by name with their numbers on each machine."""


class _Program(ctypes.Structure):
    _fields_ = (("length", ctypes.c_ushort), ("instructions", ctypes.c_char_p))


def refuse_calls() -> bool:
    """Refuse the calls to this process and all it starts, for good; say if the system does so.

    It must have given up to gain rights before.
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
    """Return the filter: each step is an operation, two jumps over so many steps, and a value."""
    refused = [numbers[column] for numbers in _REFUSED.values()]
    tail = [  # of pairs: what kind they are of
        (_LOAD, 0, 0, _SECOND),
        (_AND, 0, 0, _KINDS),
        (_JUMP_IF, 2, 0, _STREAM),
        (_JUMP_IF, 1, 0, _SEQUENCE),
        (_RETURN, 0, 0, _REFUSE),
        (_RETURN, 0, 0, _ALLOW),
    ]
    refuse, allow = 4, 5  # where these stand in the tail
    calls = len(refused) + 1
    steps = [
        (_LOAD, 0, 0, _MACHINE),
        (_JUMP_IF, 0, 2 + calls + refuse, machine),
        (_LOAD, 0, 0, _NUMBER),
        (_JUMP_FROM, calls + refuse, 0, _OTHER_ABI),
    ]
    for left, number in zip(range(calls - 1, 0, -1), refused, strict=True):
        steps.append((_JUMP_IF, left + refuse, 0, number))
    steps += [(_JUMP_IF, 0, allow, _PAIR[column]), *tail]
    return b"".join(struct.pack("=HBBI", *step) for step in steps)
