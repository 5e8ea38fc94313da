"""How the process of a submission is confined, from inside, before the student's code is there.

Linux offers namespaces (own processes, network, shared memory), Landlock (which files can be seen),
seccomp (which calls of the system are refused) and limits of resources. Nothing here raises because
a system lacks one of them: ``probe`` tries afterwards which PROTECTIONS are in force.
"""

from __future__ import annotations

import mmap
import os
import random
import struct
import sys
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from aima_search.apps.grade.readable_files import DEVICES, Readable, restrict_files
from aima_search.apps.grade.system_calls import call_library, refuse_calls
from aima_search.processes.process_tree import die_with_parent

_LARGEST_FILE = 16 * 2**20
SPARE_ADDRESSES = 2**30  # bytes beyond the memory limit, for libraries that are only mapped
_OPEN_FILES = 64


@dataclass(frozen=True)
class Confinement:
    """The bounds of a process that is confined; ``user``: None if the grader cannot change users.

    holds: whether anything confines the process; otherwise it runs as any process of this user.
    alone: whether it may start no other process, threads excepted.
    """

    folder: str
    memory: int
    seconds: float
    processes: int
    user: int | None
    holds: bool = True
    alone: bool = False


def confine(confinement: Confinement, readable: Readable) -> None:
    """Confine this process for good, as far as the system can."""
    _set_limits(confinement)
    _give_up_privileges()
    restrict_files(readable, [confinement.folder, *DEVICES])
    if confinement.user is not None:
        os.setgroups([])
        os.setgid(confinement.user)
        os.setuid(confinement.user)
    hide_memory()
    die_with_parent(os.getppid())  # once more: a change of users makes the system forget it
    random.seed(0)
    if "numpy" in sys.modules:
        sys.modules["numpy"].random.seed(0)
    refuse_calls(confinement.alone)


def _set_limits(confinement: Confinement) -> None:
    import resource

    own, user = 0, os.getuid()
    if confinement.user is None:  # the limit counts the threads that this user has already
        for process in Path("/proc").glob("[0-9]*/task"):
            with suppress(OSError):
                own += len(os.listdir(process)) if process.stat().st_uid == user else 0
    wanted = {
        resource.RLIMIT_CORE: 0,
        resource.RLIMIT_CPU: int(confinement.seconds) + 1,
        resource.RLIMIT_FSIZE: _LARGEST_FILE,
        resource.RLIMIT_NOFILE: _OPEN_FILES,
        resource.RLIMIT_DATA: confinement.memory,
        # tables of pages that are mapped count for no process: so few pages can be mapped
        resource.RLIMIT_AS: _mapped_bytes() + confinement.memory + SPARE_ADDRESSES,
        resource.RLIMIT_NPROC: confinement.processes + own,
    }
    for kind, value in wanted.items():
        with suppress(ValueError, OSError):
            _, hard = resource.getrlimit(kind)
            least = value if hard == resource.RLIM_INFINITY else min(value, hard)
            resource.setrlimit(kind, (least, least))


def _mapped_bytes() -> int:
    """Return the bytes of addresses that this process has mapped, 0 if unknown."""
    with suppress(OSError, ValueError):
        pages = int(Path("/proc/self/statm").read_text("ascii").split()[0])
        return pages * mmap.PAGESIZE
    return 0


_NEW_USER, NEW_MOUNTS = 1 << 28, 1 << 17
OWN_PROCESSES_NETWORK_MEMORY = (1 << 29, 1 << 30, 1 << 27)
"""The kinds of namespaces that the process of a submission has."""
_NO_NEW_PRIVILEGES, _DUMPABLE = 38, 4  # of prctl(2)
_CAPABILITIES = {"x86_64": 126, "aarch64": 91}  # capset(2)
_CAPABILITY_VERSION = 0x20080522


def unshare(*kinds: int) -> bool:
    """Enter new namespaces of some kinds; False if the system does not allow them all.

    An ordinary user needs a namespace of users for this, and stays the same user in it.
    """
    user, group = os.getuid(), os.getgid()
    if user:
        if call_library("unshare", _NEW_USER) != 0:
            return False
        with suppress(OSError):
            Path("/proc/self/setgroups").write_text("deny")
            Path("/proc/self/gid_map").write_text(f"{group} {group} 1")
            Path("/proc/self/uid_map").write_text(f"{user} {user} 1")
    refused = [call_library("unshare", kind) for kind in kinds]
    return not any(refused)


def hide_memory() -> None:
    """Let no process of the same user look into this one's memory, or trace it."""
    call_library("prctl", _DUMPABLE, 0, 0, 0, 0)


def _give_up_privileges() -> None:
    """Let this process, and what it starts, never gain rights; drop the capabilities it has."""
    number = _CAPABILITIES.get(os.uname().machine)
    if number is not None and os.getuid():
        header, none = struct.pack("=2I", _CAPABILITY_VERSION, 0), bytes(24)
        call_library("syscall", number, header, none)
    call_library("prctl", _NO_NEW_PRIVILEGES, 1, 0, 0, 0)
