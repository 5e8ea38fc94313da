"""A filter (seccomp): Linux refuses dangerous system calls of a submission.

Namespaces and Landlock do not block sockets in the file system. Such a socket may belong to a
program that runs any command, for example a terminal server. The limits do not count files without
a name, or memory that belongs to no process, such as large pipes and socket buffers in the kernel.
A submission may write to the disk, but must not reserve disk space, because this takes no time.

Landlock does not protect the modes, owners and times of files, even of the grader's files. Calls
that set them do nothing. They report no error, because libraries such as shutil make such calls.
The same holds for calls that remove files, if removed files that are still open would not count.
"""

from __future__ import annotations

import ctypes
import errno
import os
import struct
from typing import TypeAlias

from aima_search.processes.process_tree import call_library

_LOAD, _JUMP_IF, _JUMP_FROM = 0x20, 0x15, 0x35  # operations of classic BPF
_AND, _RETURN = 0x54, 0x06
_NUMBER, _MACHINE = 0, 4  # offsets in seccomp_data
_FIRST, _SECOND, _THIRD, _FOURTH = 16, 24, 32, 40  # offsets of the lower halves of the arguments
_ALLOW, _ERROR = 0x7FFF0000, 0x00050000
_SET_SECCOMP, _FILTER = 22, 2  # arguments of prctl(2)
_OTHER_ABI = 0x40000000  # x32: other numbers for the same calls
_NO_CALL = 0xFFFF

_MACHINES = {
    "x86_64": (0xC000003E, 0),
    "aarch64": (0xC00000B7, 1),
}  # the audit number, the column in the tables below
_REFUSED = {
    "socket": (41, 198), "io_uring_setup": (425, 425), "io_uring_enter": (426, 426),
    "io_uring_register": (427, 427), "memfd_create": (319, 279), "memfd_secret": (447, 447),
    "shmget": (29, 194), "msgget": (68, 186), "semget": (64, 190), "add_key": (248, 217),
    "request_key": (249, 218), "keyctl": (250, 219), "ptrace": (101, 117),
    "process_vm_readv": (310, 270), "process_vm_writev": (311, 271), "pidfd_getfd": (438, 438),
    "unshare": (272, 97), "setns": (308, 268), "mount": (165, 40), "bpf": (321, 280),
    "perf_event_open": (298, 241), "userfaultfd": (323, 282), "openat2": (437, 437),
    "fallocate": (285, 47), "setxattr": (188, 5), "lsetxattr": (189, 6), "fsetxattr": (190, 7),
    "setxattrat": (463, 463), "removexattr": (197, 14), "lremovexattr": (198, 15),
    "fremovexattr": (199, 16), "removexattrat": (466, 466), "file_setattr": (469, 469),
    "inotify_init": (253, _NO_CALL), "inotify_init1": (294, 26), "inotify_add_watch": (254, 27),
    "io_setup": (206, 0), "process_madvise": (440, 440), "fanotify_init": (300, 262),
    "fanotify_mark": (301, 263),
    "vmsplice": (278, 75), "splice": (275, 76), "tee": (276, 77), "sendfile": (40, 71),
    "setsockopt": (54, 208), "socketpair": (53, 199), "landlock_create_ruleset": (444, 444),
}  # fmt: skip
"""The system calls that are refused, by name, with their numbers on each architecture."""

_WITHOUT_EFFECT = {
    "chmod": (90, _NO_CALL), "fchmod": (91, 52), "fchmodat": (268, 53), "fchmodat2": (452, 452),
    "chown": (92, _NO_CALL), "lchown": (94, _NO_CALL), "fchown": (93, 55), "fchownat": (260, 54),
    "utime": (132, _NO_CALL), "utimes": (235, _NO_CALL), "futimesat": (261, _NO_CALL),
    "utimensat": (280, 88),
}  # fmt: skip
"""The system calls that succeed but have no effect, with their numbers on each architecture."""

_REMOVALS = {"unlink": (87, _NO_CALL), "unlinkat": (263, 35), "rmdir": (84, _NO_CALL)}

_CLONE3 = (435, 435)  # a filter cannot see flags of clone3; without clone3, libraries call clone
_NAMELESS = 0x400000  # O_TMPFILE: a file without a name
_NEW_OF_ANY_KIND = 0x7E020000  # the bits of clone(2) for new namespaces
_LIMITED = {  # the place of an argument, its relevant bits, their allowed values
    # commands of files and locks; others make pipes larger, or send signals
    "fcntl": ((72, 25), _SECOND, 0xFFFFFFFF, (*range(8), 36, 37, 38, 1030, 1032)),
    # advice up to 19 or from 100; 21 would move memory to swap space, which no limit counts
    "madvise": ((28, 233), _THIRD, 0xFFFFFFFC, (0, 4, 8, 12, 16, 100)),
    "mmap": ((9, 222), _FOURTH, 0xF, (2,)),  # private: shared memory counts for no process
    "open": ((2, _NO_CALL), _SECOND, _NAMELESS, (0,)),
    "openat": ((257, 56), _THIRD, _NAMELESS, (0,)),
    "ioctl": ((16, 29), _SECOND, 0xFF00, (0x5400,)),  # terminals; others reserve space on disks
    "clone": ((56, 220), _FIRST, _NEW_OF_ANY_KIND, (0,)),
}
_Step: TypeAlias = tuple[str, int, int, str, str]
"""The name of a step, its operation and value, the two steps after it; "" for the next step."""


class _FilterProgram(ctypes.Structure):
    _fields_ = (("length", ctypes.c_ushort), ("instructions", ctypes.c_char_p))


def refuse_calls(can_remove: bool) -> None:
    """Forbid dangerous system calls in this process and its children; this cannot be undone.

    The process must give up its privileges first. can_remove: if False, calls that remove a file
    have no effect, but report success.
    """
    if machine := _MACHINES.get(os.uname().machine):
        content = _bpf_program(*machine, can_remove)
        program = _FilterProgram(len(content) // 8, content)
        call_library("prctl", _SET_SECCOMP, _FILTER, ctypes.byref(program), 0, 0)


def _bpf_program(machine: int, column: int, can_remove: bool) -> bytes:
    """Return a classic BPF program, which Linux runs before each system call."""
    without_effect = _WITHOUT_EFFECT if can_remove else {**_WITHOUT_EFFECT, **_REMOVALS}
    steps: list[_Step] = [
        ("", _LOAD, _MACHINE, "", ""),
        ("", _JUMP_IF, machine, "", "refuse"),
        ("", _LOAD, _NUMBER, "", ""),
        ("", _JUMP_FROM, _OTHER_ABI, "refuse", ""),
        ("", _JUMP_IF, _CLONE3[column], "is not there", ""),
        *(("", _JUMP_IF, numbers[column], "refuse", "") for numbers in _REFUSED.values()),
        *(("", _JUMP_IF, numbers[column], "do nothing", "") for numbers in without_effect.values()),
        *(("", _JUMP_IF, call[0][column], name, "") for name, call in _LIMITED.items()),
        ("", _RETURN, _ALLOW, "", ""),
    ]
    for name, (_, argument, bits, allowed) in _LIMITED.items():
        steps += [(name, _LOAD, argument, "", ""), ("", _AND, bits, "", "")]
        steps += [("", _JUMP_IF, value, "allow", "") for value in allowed]
        steps += [("", _RETURN, _ERROR | errno.EACCES, "", "")]
    steps += [
        ("refuse", _RETURN, _ERROR | errno.EACCES, "", ""),
        ("do nothing", _RETURN, _ERROR, "", ""),
        ("is not there", _RETURN, _ERROR | errno.ENOSYS, "", ""),
        ("allow", _RETURN, _ALLOW, "", ""),
    ]
    places = {name: at for at, (name, *_) in enumerate(steps)}

    def over(at: int, name: str) -> int:
        return places[name] - at - 1 if name else 0

    return b"".join(
        struct.pack("=HBBI", operation, over(at, then), over(at, otherwise), value)
        for at, (_, operation, value, then, otherwise) in enumerate(steps)
    )
