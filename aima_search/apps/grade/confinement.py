"""How the process of a submission is confined, from inside, before the student's code is there.

Linux offers namespaces (own processes, network, shared memory), Landlock (which files can be seen),
seccomp (which calls of the system are refused) and limits of resources. Nothing here raises because
a system lacks one of them: ``probe`` tries afterwards which PROTECTIONS are in force.
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
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from sysconfig import get_paths
from typing import Any, TypeAlias

from aima_search.processes.system import die_with_parent

PROTECTIONS = {
    "process": "a process of its own for each check, from which only plain values are read",
    "environment": "an empty environment and a temporary folder",
    "limits": "limits on time, memory, the size of files and the number of processes",
    "user": "a user of its own",
    "processes": "it sees and signals only processes that it has started itself",
    "network": "no network",
    "sockets": "no sockets in the file system either, by which other programs are reached",
    "files": "no files but its own folder, and to read Python's: no forbidden module, no solution",
    "ended": "all that it starts is ended with it, and with the grader",
}
"""Every protection by its name, with what it means."""

_LARGEST_FILE = 16 * 2**20
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
        resource.RLIMIT_NPROC: confinement.processes + own,
    }
    for kind, value in wanted.items():
        with suppress(ValueError, OSError):
            _, hard = resource.getrlimit(kind)
            least = value if hard == resource.RLIM_INFINITY else min(value, hard)
            resource.setrlimit(kind, (least, least))


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
        if not any(one.startswith(f"{root}{os.sep}") for one in hidden):
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
        if isinstance(file, str) and not any(file.startswith(f"{one}{os.sep}") for one in whole):
            top = module.__name__.partition(".")[0]
            own = getattr(sys.modules.get(top), "__path__", None)
            packages |= set(own) if own else {file}
    return [*whole, *packages]


def may_enter(path: str) -> bool:
    """Tell whether everybody may enter a folder and all that it is in."""
    return all(
        not one.exists() or one.stat().st_mode & 0o001 for one in (Path(path), *Path(path).parents)
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
    version = _call("syscall", _CREATE_RULESET, None, 0, 1)
    every = (1 << _FILE_RIGHTS.get(version, 16)) - 1
    handled = [every, _NETWORK_RIGHTS, _SCOPES][: 1 + (version >= 4) + (version >= 6)]
    attributes = struct.pack(f"={len(handled)}Q", *handled)
    ruleset = _call("syscall", _CREATE_RULESET, attributes, len(attributes), 0)
    if ruleset < 0:  # on another system
        return
    rights = dict.fromkeys(readable.listed, _READ_FOLDER) | dict.fromkeys(readable.places, _LOOK)
    for path, allowed in (rights | dict.fromkeys(writable, every & ~_REMOVE_FILE)).items():
        with suppress(OSError):  # a place that is not there needs no rule
            descriptor = os.open(path, os.O_PATH | os.O_CLOEXEC)  # type: ignore[attr-defined,unused-ignore]
            own = allowed if os.path.isdir(path) else allowed & _OF_FILES
            _call("syscall", _ADD_RULE, ruleset, 1, struct.pack("=Qi", own, descriptor), 0)
            os.close(descriptor)
    _call("syscall", _RESTRICT_SELF, ruleset, 0)
    os.close(ruleset)


# Namespaces and rights.

_NEW_USER, _NEW_PROCESSES, _NEW_NETWORK, _NEW_MEMORY = 1 << 28, 1 << 29, 1 << 30, 1 << 27
_NEW_OF_ANY_KIND = 0x7E020000  # the bits of clone(2) for these and all other namespaces
_THREAD = 0x00010000  # its bit for a thread
_NO_NEW_PRIVILEGES, _DUMPABLE, _GET_DEATH_SIGNAL = 38, 4, 2  # of prctl(2)
_CAPABILITIES = {"x86_64": 126, "aarch64": 91}  # capset(2)
_CAPABILITY_VERSION = 0x20080522


def _call(function: str, *arguments: Any) -> int:
    """Return what a function of Linux' C library returns, -1 on another system."""
    if sys.platform == "linux":
        with suppress(OSError, AttributeError):
            return int(getattr(ctypes.CDLL(None, use_errno=True), function)(*arguments))
    return -1


def unshare() -> None:
    """Give the processes that this process will start their own numbers, network and shared memory.

    An ordinary user needs a namespace of users for this, and stays the same user in it.
    """
    user, group = os.getuid(), os.getgid()
    if user:
        if _call("unshare", _NEW_USER) != 0:
            return
        with suppress(OSError):
            Path("/proc/self/setgroups").write_text("deny")
            Path("/proc/self/gid_map").write_text(f"{group} {group} 1")
            Path("/proc/self/uid_map").write_text(f"{user} {user} 1")
    for flag in (_NEW_PROCESSES, _NEW_NETWORK, _NEW_MEMORY):
        _call("unshare", flag)


def hide_memory() -> None:
    """Let no process of the same user look into this one's memory, or trace it."""
    _call("prctl", _DUMPABLE, 0, 0, 0, 0)


def _give_up_privileges() -> None:
    """Let this process, and what it starts, never gain rights; drop the capabilities it has."""
    number = _CAPABILITIES.get(os.uname().machine)
    if number is not None and os.getuid():
        header, none = struct.pack("=2I", _CAPABILITY_VERSION, 0), bytes(24)
        _call("syscall", number, header, none)
    _call("prctl", _NO_NEW_PRIVILEGES, 1, 0, 0, 0)


# Calls of the system that are refused. Neither a namespace of networks nor Landlock keeps a process
# from a socket in the file system, such as that of a terminal's server, which runs any command
# that it gets; what no folder and no process shows is counted nowhere.

_LOAD, _JUMP_IF, _JUMP_FROM, _JUMP_IF_BITS = 0x20, 0x15, 0x35, 0x45  # of classic BPF
_AND, _RETURN = 0x54, 0x06
_NUMBER, _MACHINE = 0, 4  # in seccomp_data
_FIRST, _SECOND, _THIRD, _FOURTH = 16, 24, 32, 40  # the lower halves of arguments there
_ALLOW, _ERROR = 0x7FFF0000, 0x00050000
_SET_SECCOMP, _FILTER = 22, 2  # of prctl(2)
_OTHER_ABI = 0x40000000  # x32: other numbers for the same calls
_KINDS = 0xF  # the bits of an argument that tell which kind is wanted
_NO_CALL = 0xFFFF

_MACHINES = {"x86_64": (0xC000003E, 0), "aarch64": (0xC00000B7, 1)}  # by audit's number, the column
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

_FORKS = {"fork": (57, _NO_CALL), "vfork": (58, _NO_CALL)}
_CLONE3 = (435, 435)  # its flags lie where no filter sees them; without it libraries call clone
_BY_KIND = {  # the calls of which some kinds are allowed: where the kind stands, and which
    "socketpair": ((53, 199), _SECOND, (1, 5)),  # a pair for datagrams sends to anybody
    "mmap": ((9, 222), _FOURTH, (2,)),  # private: what is shared counts for no process
}
_BY_FLAG = {  # the calls that are refused with a flag: where the flags stand, and which
    "open": ((2, _NO_CALL), _SECOND, 0x400000),  # O_TMPFILE: a file without a name
    "openat": ((257, 56), _THIRD, 0x400000),
    "clone": ((56, 220), _FIRST, _NEW_OF_ANY_KIND),
}
_Step: TypeAlias = tuple[str, int, int, str, str]
"""The name of a step, its operation and value, the names of the steps after it; "" for the next."""


class _Program(ctypes.Structure):
    _fields_ = (("length", ctypes.c_ushort), ("instructions", ctypes.c_char_p))


def refuse_calls(alone: bool) -> None:
    """Refuse the calls to this process and all it starts, for good.

    alone: refuse it to start processes too. It must have given up gaining rights before.
    """
    if machine := _MACHINES.get(os.uname().machine):
        content = _program(*machine, alone)
        program = _Program(len(content) // 8, content)
        _call("prctl", _SET_SECCOMP, _FILTER, ctypes.byref(program), 0, 0)


def _program(machine: int, column: int, alone: bool) -> bytes:
    """Return the filter: operations, each with its value, and jumps by names to later ones."""
    refused = {**_REFUSED, **(_FORKS if alone else {})}
    looked_into = {**_BY_KIND, **_BY_FLAG}
    steps: list[_Step] = [
        ("", _LOAD, _MACHINE, "", ""),
        ("", _JUMP_IF, machine, "", "refuse"),
        ("", _LOAD, _NUMBER, "", ""),
        ("", _JUMP_FROM, _OTHER_ABI, "refuse", ""),
        ("", _JUMP_IF, _CLONE3[column], "is not there", ""),
        *(("", _JUMP_IF, numbers[column], "refuse", "") for numbers in refused.values()),
        *(("", _JUMP_IF, one[0][column], name, "") for name, one in looked_into.items()),
        ("", _RETURN, _ALLOW, "", ""),
    ]
    for name, (_, argument, allowed) in _BY_KIND.items():
        steps += [(name, _LOAD, argument, "", ""), ("", _AND, _KINDS, "", "")]
        steps += [("", _JUMP_IF, kind, "allow", "") for kind in allowed]
        steps += [("", _RETURN, _ERROR | errno.EACCES, "", "")]
    for name, (_, argument, flag) in _BY_FLAG.items():
        steps.append((name, _LOAD, argument, "", ""))
        if alone and name == "clone":
            steps.append(("", _JUMP_IF_BITS, _THREAD, "", "refuse"))
        steps.append(("", _JUMP_IF_BITS, flag, "refuse", "allow"))
    steps += [
        ("refuse", _RETURN, _ERROR | errno.EACCES, "", ""),
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


# What is in force: a protection is, if what it forbids was tried and did not succeed.


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
    _call("prctl", _GET_DEATH_SIGNAL, ctypes.byref(found), 0, 0, 0)
    return found.value
