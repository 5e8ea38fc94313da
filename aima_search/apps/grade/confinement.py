"""How the process of a submission is confined, from inside, before the student's code is there.

PROTECTIONS is the closed set of what can be in force; ``probes`` tries which are.
"""

from __future__ import annotations

import ctypes
import errno
import os
import random
import signal
import socket
import struct
import sys
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import NamedTuple, TypeAlias

from aima_search.processes.group import die_with_parent

PROTECTIONS = {
    "process": "a process of its own, from which only plain values are read",
    "environment": "an empty environment and a temporary folder",
    "limits": "limits on time, memory, the size of files and the number of processes",
    "user": "a user of its own",
    "processes": "it sees and signals only processes that it has started itself",
    "network": "no network",
    "sockets": "no sockets in the file system either, by which other programs are reached",
    "files": "no files but its own folder, and Python's to read",
    "ended": "all that it starts is ended with it, and with the grader",
}
"""Every protection by its name, with what it means."""

_SYSTEM = ("/usr", "/lib", "/lib64", "/bin", "/etc/ld.so.cache", "/etc/localtime", "/etc/passwd")
_DEVICES = ("/dev/null", "/dev/zero", "/dev/urandom", "/dev/random")
_OF_PROCESS = ("/proc/self", "/proc/cpuinfo", "/proc/meminfo", "/sys/devices/system/cpu")
_LARGEST_FILE = 16 * 2**20
_OPEN_FILES = 64


@dataclass(frozen=True)
class Confinement:
    """The bounds of a process that is confined; ``user``: None if the grader cannot change users.

    holds: whether anything confines the process; otherwise it runs as any process of this user.
    """

    folder: str
    memory: int
    seconds: float
    processes: int
    user: int | None
    holds: bool = True

    def as_dict(self) -> dict[str, object]:
        """Return the fields as plain values."""
        return asdict(self)


def confine(confinement: Confinement) -> None:
    """Confine this process for good, as far as the system can."""
    _set_limits(confinement)
    give_up_privileges()
    folders = _folders_of_python()
    _reach_in_spite_of_parents(confinement.user)
    restrict_files([*folders, *_SYSTEM, *_OF_PROCESS], [confinement.folder, *_DEVICES])
    if confinement.user is not None:
        _become(confinement.user)
    hide_memory()
    die_with_parent(os.getppid())  # once more: a change of users makes the system forget it
    random.seed(0)
    if "numpy" in sys.modules:
        sys.modules["numpy"].random.seed(0)
    refuse_calls()


def _set_limits(confinement: Confinement) -> None:
    import resource

    seconds = int(confinement.seconds) + 1
    wanted: Mapping[int, int] = {
        resource.RLIMIT_CORE: 0,
        resource.RLIMIT_CPU: seconds,
        resource.RLIMIT_FSIZE: _LARGEST_FILE,
        resource.RLIMIT_NOFILE: _OPEN_FILES,
        resource.RLIMIT_DATA: confinement.memory,
        resource.RLIMIT_NPROC: confinement.processes
        + (0 if confinement.user is not None else _own_processes()),
    }
    for kind, value in wanted.items():
        with suppress(ValueError, OSError):
            _, hard = resource.getrlimit(kind)
            least = value if hard == resource.RLIM_INFINITY else min(value, hard)
            resource.setrlimit(kind, (least, least))


def _own_processes() -> int:
    """Return how many threads this user has already: a limit of processes counts them too."""
    import psutil

    count, user = 0, os.getuid()
    for process in psutil.process_iter():
        with suppress(psutil.Error, OSError):
            if process.uids().real == user:
                count += process.num_threads()
    return count


def _folders_of_python() -> list[str]:
    """Return the folders that imports read: of a checkout its packages only."""
    whole = {sys.prefix, sys.base_prefix, sys.exec_prefix}
    for entry in sys.path:
        if os.path.basename(entry) in ("site-packages", "dist-packages"):
            whole.add(entry)
    packages = set()
    for module in list(sys.modules.values()):
        file = getattr(module, "__file__", None)
        if isinstance(file, str) and not any(file.startswith(f"{one}{os.sep}") for one in whole):
            top = module.__name__.partition(".")[0]
            own = getattr(sys.modules.get(top), "__path__", None)
            packages |= set(own) if own else {file}
    return [os.path.realpath(one) for one in (*whole, *packages)]


def _reach_in_spite_of_parents(user: int | None) -> None:
    """Let modules be found in folders whose parents the user may not enter, such as root's home.

    A folder that is open already can be entered by the number under which it is open.
    """
    if user is None or sys.platform != "linux":
        return
    entries = {*sys.path, *(one for m in list(sys.modules.values()) for one in _paths_of(m))}
    roots = {one for one in entries if os.path.isdir(one) and not may_enter(one)}
    tops = [one for one in roots if not any(one.startswith(f"{other}{os.sep}") for other in roots)]
    for top in tops:
        descriptor = os.open(top, os.O_RDONLY | os.O_DIRECTORY)
        new = f"/proc/self/fd/{descriptor}"
        sys.path[:] = [_moved(one, top, new) for one in sys.path]
        for module in list(sys.modules.values()):
            if paths := _paths_of(module):
                with suppress(AttributeError, TypeError):
                    module.__path__ = [_moved(one, top, new) for one in paths]
    sys.path_importer_cache.clear()


def _paths_of(module: object) -> list[str]:
    paths = getattr(module, "__path__", None)
    return [one for one in paths if isinstance(one, str)] if paths is not None else []


def may_enter(path: str) -> bool:
    """Tell whether everybody may enter a folder and all that it is in."""
    return all(
        not one.exists() or one.stat().st_mode & 0o001 for one in (Path(path), *Path(path).parents)
    )


def _moved(path: str, top: str, new: str) -> str:
    is_below = path == top or path.startswith(f"{top}{os.sep}")
    return new + path[len(top) :] if is_below else path


def _become(user: int) -> None:
    os.setgroups([])
    os.setgid(user)
    os.setuid(user)


# Tries what each protection forbids, from inside, before the student's code is there.
#
# A protection is in force if the forbidden thing was tried and did not succeed.


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


# What Linux offers to keep a process in: namespaces, capabilities, Landlock's rules of files.
#
# Nothing here raises because the system does not allow it; what holds is probed afterwards.


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


# Refuses a submission's process calls of the system by which others are reached (Linux, seccomp).
#
# Neither a namespace of networks nor Landlock keeps a process from a socket in the file system,
# such
# as that of a terminal's server, which runs any command that it gets. So these calls are refused
# here: sockets, except for connected pairs; memory that belongs to no process; files without a
# name;
# rings of calls (io_uring), because no filter sees such calls.


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
