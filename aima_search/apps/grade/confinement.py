"""How the process of a submission is confined, from inside, before the student's code is there.

Linux offers namespaces (own processes, network, shared memory), Landlock (which files can be seen),
seccomp (which calls of the system are refused) and limits of resources. Nothing here raises because
a system lacks one of them: ``probe`` tries afterwards which PROTECTIONS are in force.
"""

from __future__ import annotations

import ctypes
import errno
import mmap
import os
import random
import signal
import socket
import struct
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from sysconfig import get_paths

from aima_search.apps.grade.system_calls import call_library, refuse_calls
from aima_search.processes.process_tree import die_with_parent

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

_LARGEST_FILE = 16 * 2**20
_SPARE_ADDRESSES = 2**30  # bytes beyond the memory limit, for libraries that are only mapped
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


@dataclass(frozen=True)
class Readable:
    """What can be read: places with all that is in them; folders of which the names are seen."""

    places: Sequence[str]
    listed: Sequence[str]


def confine(confinement: Confinement, readable: Readable) -> None:
    """Confine this process for good, as far as the system can."""
    _set_limits(confinement)
    _give_up_privileges()
    restrict_files(readable, [confinement.folder, *_DEVICES])
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
        resource.RLIMIT_AS: _mapped_bytes() + confinement.memory + _SPARE_ADDRESSES,
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


# What can be read: Landlock lets a process to folders, and knows no exceptions below them.

_SYSTEM = ("/usr", "/lib", "/lib64", "/bin", "/etc/ld.so.cache", "/etc/localtime", "/etc/passwd")
_DEVICES = ("/dev/null", "/dev/zero", "/dev/urandom", "/dev/random")
_OF_PROCESS = ("/proc/self", "/proc/cpuinfo", "/proc/meminfo", "/sys/devices/system/cpu")


def readable_places(forbidden: Iterable[str]) -> Readable:
    """Return what imports read, without the files of forbidden modules; Python's own stay there."""
    hidden = {os.path.realpath(place) for module in forbidden for place in _places_of(module)}
    listed: list[str] = []
    places: list[str] = []

    def let(root: str) -> None:
        if not any(place.startswith(f"{root}{os.sep}") for place in hidden):
            places.append(root)
            return
        listed.append(root)
        for entry in os.scandir(root):
            if entry.path not in hidden and not entry.is_symlink():
                let(entry.path)

    for root in dict.fromkeys(map(os.path.realpath, (*_folders_of_python(), *_SYSTEM))):
        if root not in hidden and os.path.exists(root):
            let(root)
    return Readable([*places, *_OF_PROCESS], listed)


def _places_of(module: str) -> Iterator[str]:
    """Yield the files and folders of a module, none of a module that is Python's own."""
    top, *rest = module.split(".")
    try:
        spec = find_spec(top)
    except (ImportError, ValueError):
        return
    own = get_paths()
    for place in spec.submodule_search_locations or [spec.origin or ""] if spec else ():
        is_pythons = (
            place.startswith((own["stdlib"], own["platstdlib"])) and "-packages" not in place
        )
        if is_pythons or not os.path.isabs(place):
            continue
        base = Path(place).with_suffix("") if not rest and os.path.isfile(place) else Path(place)
        base = base.joinpath(*rest)
        yield from map(str, (base, base.with_suffix(".py")))
        yield from map(str, base.parent.glob(f"{base.name}.*.so"))
        yield from map(str, (base.parent / "__pycache__").glob(f"{base.name}.*.pyc"))


def _folders_of_python() -> list[str]:
    """Return the folders that imports read: of a checkout its packages only."""
    whole = {sys.prefix, sys.base_prefix, sys.exec_prefix}
    for entry in sys.path:
        if os.path.basename(entry) in ("site-packages", "dist-packages"):
            whole.add(entry)
    packages = set()
    for module in list(sys.modules.values()):
        file = getattr(module, "__file__", None)
        if isinstance(file, str) and not any(file.startswith(f"{root}{os.sep}") for root in whole):
            top = module.__name__.partition(".")[0]
            own = getattr(sys.modules.get(top), "__path__", None)
            packages |= set(own) if own else {file}
    return [*whole, *packages]


def may_enter(path: str) -> bool:
    """Tell whether everybody may enter a folder and all that it is in."""
    return all(
        not folder.exists() or folder.stat().st_mode & 0o001
        for folder in (Path(path), *Path(path).parents)
    )


_CREATE_RULESET, _ADD_RULE, _RESTRICT_SELF = 444, 445, 446  # the same on every architecture
_EXECUTE, _WRITE_FILE, _READ_FILE, _READ_FOLDER, _TRUNCATE = 1, 2, 4, 8, 1 << 14
_REMOVE_FILE = 1 << 5  # a file that is removed and still open is in no folder, and counted nowhere
_LOOK = _EXECUTE | _READ_FILE | _READ_FOLDER
_OF_FILES = _EXECUTE | _WRITE_FILE | _READ_FILE | _TRUNCATE
_FILE_RIGHTS = {1: 13, 2: 14, 3: 15, 4: 15}  # how many of them each version knows; later ones 16
_NETWORK_RIGHTS, _SCOPES = 3, 3  # connect and bind (version 4); sockets and signals (version 6)


def restrict_files(readable: Readable, writable: Iterable[str]) -> None:
    """Let this process, and what it starts, see and change these places only, for good.

    No file can be removed, in writable places either. If the system's version can, it shuts out TCP
    connections and signals to others too.
    """
    version = call_library("syscall", _CREATE_RULESET, None, 0, 1)
    every = (1 << _FILE_RIGHTS.get(version, 16)) - 1
    handled = [every, _NETWORK_RIGHTS, _SCOPES][: 1 + (version >= 4) + (version >= 6)]
    attributes = struct.pack(f"={len(handled)}Q", *handled)
    ruleset = call_library("syscall", _CREATE_RULESET, attributes, len(attributes), 0)
    if ruleset < 0:  # on another system
        return
    rights = dict.fromkeys(readable.listed, _READ_FOLDER) | dict.fromkeys(readable.places, _LOOK)
    for path, allowed in (rights | dict.fromkeys(writable, every & ~_REMOVE_FILE)).items():
        with suppress(OSError):  # a place that is not there needs no rule
            descriptor = os.open(path, os.O_PATH | os.O_CLOEXEC)  # type: ignore[attr-defined,unused-ignore]
            own = allowed if os.path.isdir(path) else allowed & _OF_FILES
            call_library("syscall", _ADD_RULE, ruleset, 1, struct.pack("=Qi", own, descriptor), 0)
            os.close(descriptor)
    call_library("syscall", _RESTRICT_SELF, ruleset, 0)
    os.close(ruleset)


# Namespaces and rights.

_NEW_USER, NEW_MOUNTS = 1 << 28, 1 << 17
OWN_PROCESSES_NETWORK_MEMORY = (1 << 29, 1 << 30, 1 << 27)
"""The kinds of namespaces that the process of a submission has."""
_NO_NEW_PRIVILEGES, _DUMPABLE, _GET_DEATH_SIGNAL = 38, 4, 2  # of prctl(2)
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


# What is in force: a protection is, if what it forbids was tried and did not succeed.


def probe(confinement: Confinement, keeper: int) -> dict[str, bool]:
    """Return what is in force by its name in PROTECTIONS; keeper: the process above this one."""
    return {
        "process": os.getpid() != keeper,
        "environment": os.environ.get("HOME") == confinement.folder
        and os.path.samefile(".", confinement.folder),
        "limits": _fails(lambda: bytearray(confinement.memory + 2**20))
        and _fails(lambda: _map_sparsely(confinement.memory + 2 * _SPARE_ADDRESSES))
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
    """Tell whether the system refuses an attempt."""
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
