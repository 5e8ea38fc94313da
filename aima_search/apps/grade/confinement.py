"""Confines the process of a submission before the process loads the student's code.

On Linux, namespaces separate processes, networks and shared memory. Landlock limits the access to
files, and seccomp refuses system calls. There are also resource limits. A system may lack some of
these features. Therefore, ``probe`` tests which PROTECTIONS work.
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
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from sysconfig import get_paths
from tempfile import TemporaryFile

from aima_search.apps.grade.system_calls import refuse_calls
from aima_search.processes.process_tree import call_library, die_with_parent

_LARGEST_FILE = 16 * 2**20
_SPARE_ADDRESSES = 2**30  # bytes beyond the memory limit, for libraries that are only mapped
_RESERVE = 100  # processes and threads of submissions that are graded at the same time
_OPEN_FILES = _QUEUED_SIGNALS = 64


@dataclass(frozen=True)
class ConfinementLimits:
    """The limits of a submission's process.

    user: the id of the process's user, or None for the grader's user. hidden: folders that the
    process must not list. is_on: True to confine the process.
    """

    folder: str
    memory: int
    seconds: float
    processes: int
    user: int | None
    hidden: Sequence[str] = ()
    is_on: bool = True


def confine(confinement: ConfinementLimits, rights: Mapping[str, int]) -> None:
    """Protect other processes and files from this process, as far as the system allows it.

    rights: see ``rights_to_read``.
    """
    _set_limits(confinement)
    _give_up_privileges(keep=confinement.user is not None)
    # a removed file that is still open counts only in a file system of its own
    can_remove = os.path.ismount(confinement.folder)
    restrict_files(rights, [confinement.folder, *_DEVICES], can_remove)
    if confinement.user is not None:
        os.setgroups([])
        os.setgid(confinement.user)
        os.setuid(confinement.user)
    hide_memory()
    die_with_parent(os.getppid())  # again, because a change of users resets this
    # a default thread pool has up to four threads more than this number
    few = min(os.cpu_count() or 1, max(1, confinement.processes - 8))
    vars(os).update(dict.fromkeys(("cpu_count", "process_cpu_count"), lambda: few))
    random.seed(0)
    if "numpy" in sys.modules:
        sys.modules["numpy"].random.seed(0)
    refuse_calls(can_remove)


def _set_limits(confinement: ConfinementLimits) -> None:
    import resource

    others = 0
    if confinement.user is None:  # the system may count all processes and threads of the user
        others = next((n for n in range(1, 2**14, 4) if _can_start_process(n + 2)), 0)
        if others > 1:  # no user namespace: submissions of other jobs count too, at any time
            others += _RESERVE
    wanted = {
        resource.RLIMIT_CORE: 0,
        resource.RLIMIT_CPU: int(confinement.seconds) + 1,
        resource.RLIMIT_FSIZE: _LARGEST_FILE,
        resource.RLIMIT_NOFILE: _OPEN_FILES,
        resource.RLIMIT_DATA: confinement.memory,
        # no process is charged for page tables, so the number of mapped pages is limited
        resource.RLIMIT_AS: _mapped_bytes() + confinement.memory + _SPARE_ADDRESSES,
        resource.RLIMIT_NPROC: confinement.processes + others,
    }
    if sys.platform == "linux":  # all programs of a user share signals and messages in queues
        wanted |= {resource.RLIMIT_SIGPENDING: _QUEUED_SIGNALS, resource.RLIMIT_MSGQUEUE: 0}
    for kind, value in wanted.items():
        with suppress(ValueError, OSError):
            _, hard = resource.getrlimit(kind)
            least = value if hard == resource.RLIM_INFINITY else min(value, hard)
            resource.setrlimit(kind, (least, least))


def _can_start_process(limit: int) -> bool:
    import resource

    before = resource.getrlimit(resource.RLIMIT_NPROC)
    try:
        resource.setrlimit(resource.RLIMIT_NPROC, (limit, before[1]))
        os.posix_spawn("", ["-"], {})
    except (OSError, ValueError) as error:
        return isinstance(error, FileNotFoundError)  # from the new process: no such program
    finally:
        resource.setrlimit(resource.RLIMIT_NPROC, before)
    return True


def _mapped_bytes() -> int:
    with suppress(OSError, ValueError):
        return int(Path("/proc/self/statm").read_text("ascii").split()[0]) * mmap.PAGESIZE
    return 0


_NEW_USER, NEW_MOUNTS = 1 << 28, 1 << 17
OWN_PROCESSES_NETWORK_MEMORY = (1 << 29, 1 << 30, 1 << 27)
"""The namespaces of a submission's process."""
_NO_NEW_PRIVILEGES, _DUMPABLE = 38, 4  # of prctl(2)
_CAPABILITIES = {"x86_64": 126, "aarch64": 91}  # capset(2)
_CAPABILITY_VERSION = 0x20080522


def unshare(*kinds: int) -> bool:
    """Move this process to new namespaces. Return False if the system refuses a namespace.

    If the user is not root, the process also gets a user namespace, in which it keeps its user id.
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
    """Stop other processes of the same user from reading or tracing this process."""
    call_library("prctl", _DUMPABLE, 0, 0, 0, 0)


def _give_up_privileges(*, keep: bool) -> None:
    number = _CAPABILITIES.get(os.uname().machine)
    if number is not None and not keep:  # a change of users needs them, and ends them
        header, none = struct.pack("=2I", _CAPABILITY_VERSION, 0), bytes(24)
        call_library("syscall", number, header, none)
    call_library("prctl", _NO_NEW_PRIVILEGES, 1, 0, 0, 0)


PROTECTIONS = {
    "process": "a separate process for each check, from which only plain values are read",
    "environment": "an empty environment and a temporary folder",
    "limits": "limits on time, memory, the size of files and the number of processes",
    "disk": "a separate file system, which holds no more bytes than the memory limit",
    "user": "a separate user, who has no other processes; without such a user, a submission may"
    f" start about {_RESERVE} processes more than its limit",
    "processes": "the code can see and signal only the processes that it started",
    "network": "no network",
    "sockets": "no sockets in the file system, through which code could reach other programs",
    "files": "only its own folder, and Python's files to read: no forbidden module, no solution",
    "ended": "every process that the code started ends with it, and with the grader",
}
"""Every protection by its name, with its meaning."""

_GET_DEATH_SIGNAL = 2  # of prctl(2)
_NAMELESS = getattr(os, "O_TMPFILE", os.O_DIRECTORY)


def probe(confinement: ConfinementLimits, keeper: int) -> dict[str, bool]:
    """Test each protection. Return {name of the protection: True if the protection works}.

    Most tests try an action that the protection must stop. keeper: the parent's process id.
    """
    disk, has_own = os.statvfs(confinement.folder), os.path.ismount(confinement.folder)
    unused = confinement.memory + 2 * _SPARE_ADDRESSES
    return {
        "process": os.getpid() != keeper,
        "environment": os.environ.get("HOME") == confinement.folder
        and os.path.samefile(".", confinement.folder),
        "limits": _fails(lambda: bytearray(confinement.memory + 2**20))
        and _fails(lambda: mmap.mmap(-1, unused, flags=mmap.MAP_PRIVATE, prot=mmap.PROT_READ))
        and _fails(_call_fallocate)
        and not _can_start_process(0)
        # a nameless file would not count in the folder's size
        and _fails(lambda: os.close(os.open(confinement.folder, os.O_RDWR | _NAMELESS))),
        "disk": has_own and disk.f_blocks * disk.f_frsize <= confinement.memory,
        "user": os.getuid() == confinement.user and _fails(lambda: os.setuid(0)),
        "processes": _fails(lambda: os.kill(keeper, 0)),
        "network": _fails(_reach_network),
        "sockets": _fails(lambda: socket.socket(socket.AF_UNIX)) and _fails(socket.socketpair),
        "files": all(_fails(partial(os.listdir, folder)) for folder in ("/", *confinement.hidden))
        and _fails(lambda: TemporaryFile(dir=os.path.dirname(confinement.folder)).close()),
        "ended": _parent_death_signal() == getattr(signal, "SIGKILL", None),
    }


def _fails(attempt: Callable[[], object]) -> bool:
    try:
        attempt()
    except (OSError, MemoryError):
        return True
    return False


def _reach_network() -> None:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as connection:
        connection.connect(("127.0.0.1", 9))  # this sends nothing


def _call_fallocate() -> None:
    call_library("fallocate", -1, 0, 0, 1)
    if ctypes.get_errno() == errno.EACCES:
        raise PermissionError("the operating system does not allow fallocate")


def _parent_death_signal() -> int:
    found = ctypes.c_int()
    call_library("prctl", _GET_DEATH_SIGNAL, ctypes.byref(found), 0, 0, 0)
    return found.value


_SYSTEM = ("/lib", "/lib64", "/bin", "/etc/ld.so.cache", "/etc/localtime", "/etc/passwd")
_INSTALLATIONS = {sys.prefix, sys.base_prefix, sys.exec_prefix, "/usr", "/usr/local"}
_PARTS = ("bin", "sbin", "lib", "lib64", "libexec", "include", "share", "pyvenv.cfg")
_DEVICES = ("/dev/null", "/dev/zero", "/dev/urandom", "/dev/random")
_OF_PROCESS = ("/proc/self", "/proc/cpuinfo", "/proc/meminfo", "/sys/devices/system/cpu")


def rights_to_read(forbidden: Iterable[str]) -> dict[str, int]:
    """Return {path: rights for Landlock} for all paths that a submission's imports need."""
    hidden = {os.path.realpath(place) for module in forbidden for place in _paths_of_module(module)}
    rights = dict.fromkeys(_OF_PROCESS, _LOOK)

    def let(root: str) -> None:
        has_hidden = any(place.startswith(f"{root}{os.sep}") for place in hidden)
        rights[root] = _READ_FOLDER if has_hidden else _LOOK
        for entry in os.scandir(root) if has_hidden else ():
            if entry.path not in hidden and not entry.is_symlink():
                let(entry.path)

    for root in dict.fromkeys(map(os.path.realpath, (*_folders_of_python(), *_SYSTEM))):
        if root not in hidden and os.path.exists(root):
            let(root)
    return rights


def _paths_of_module(module: str) -> Iterator[str]:
    top, *rest = module.split(".")
    pattern = "lib*/python3*/*-packages"
    folders = {folder for root in _INSTALLATIONS for folder in Path(root).glob(pattern)}
    folders |= {Path(entry) for entry in sys.path if Path(entry).match("*-packages")}
    copies = [str(folder / top) for folder in folders]
    with suppress(ImportError, ValueError):
        if spec := find_spec(top):
            copies += spec.submodule_search_locations or [spec.origin or ""]
    pythons = get_paths()["stdlib"], get_paths()["platstdlib"]
    for place in copies:
        is_pythons = place.startswith(pythons) and "-packages" not in place
        if is_pythons or not os.path.isabs(place):
            continue
        base = Path(place).with_suffix("") if not rest and os.path.isfile(place) else Path(place)
        base = base.joinpath(*rest)
        yield from filter(os.path.exists, map(str, (base, base.with_suffix(".py"))))
        yield from map(str, base.parent.glob(f"{base.name}.*.so"))
        yield from map(str, (base.parent / "__pycache__").glob(f"{base.name}.*.pyc"))


def _folders_of_python() -> list[str]:
    """Return the folders of Python and of the imported packages, which a submission may read.

    Other folders of a virtual environment are left out, because solutions may be stored there.
    """
    whole = {os.path.join(root, part) for root in _INSTALLATIONS for part in _PARTS}
    whole |= {entry for entry in sys.path if Path(entry).match("*-packages")}
    packages = set()
    for module in list(sys.modules.values()):
        file = getattr(module, "__file__", None)
        if isinstance(file, str) and not any(file.startswith(f"{root}{os.sep}") for root in whole):
            paths = getattr(sys.modules.get(module.__name__.partition(".")[0]), "__path__", None)
            packages |= set(paths) if paths else {file}
    return [*whole, *packages]


def may_enter(path: str) -> bool:
    """Return True if every user may enter a folder and its parents."""
    return all(
        not folder.exists() or folder.stat().st_mode & 0o001
        for folder in (Path(path), *Path(path).parents)
    )


_CREATE_RULESET, _ADD_RULE, _RESTRICT_SELF = 444, 445, 446  # system calls
_EXECUTE, _WRITE_FILE, _READ_FILE, _READ_FOLDER, _TRUNCATE = 1, 2, 4, 8, 1 << 14
_REMOVE_FILE = 1 << 5
_LOOK = _EXECUTE | _READ_FILE | _READ_FOLDER
_OF_FILES = _EXECUTE | _WRITE_FILE | _READ_FILE | _TRUNCATE
_FILE_RIGHTS = {1: 13, 2: 14, 3: 15, 4: 15}  # number of rights by version; later versions have 16
_NETWORK_RIGHTS, _SCOPES = 3, 3  # connect and bind (version 4); sockets and signals (version 6)


def restrict_files(rights: Mapping[str, int], writable: Iterable[str], can_remove: bool) -> None:
    """Permanently restrict this process and its children to the given files and folders.

    rights: see ``rights_to_read``. can_remove: True to allow removing files in writable folders.
    Newer versions of Landlock also block TCP connections and signals to other processes.
    """
    version = call_library("syscall", _CREATE_RULESET, None, 0, 1)
    every = (1 << _FILE_RIGHTS.get(version, 16)) - 1
    handled = [every, _NETWORK_RIGHTS, _SCOPES][: 1 + (version >= 4) + (version >= 6)]
    attributes = struct.pack(f"={len(handled)}Q", *handled)
    ruleset = call_library("syscall", _CREATE_RULESET, attributes, len(attributes), 0)
    if ruleset < 0:  # Landlock is missing
        return
    to_write = every if can_remove else every & ~_REMOVE_FILE
    for path, allowed in {**rights, **dict.fromkeys(writable, to_write)}.items():
        with suppress(OSError):  # a missing place needs no rule
            descriptor = os.open(path, os.O_PATH | os.O_CLOEXEC)  # type: ignore[attr-defined,unused-ignore]
            rights_here = allowed if os.path.isdir(path) else allowed & _OF_FILES
            rule = struct.pack("=Qi", rights_here, descriptor)
            call_library("syscall", _ADD_RULE, ruleset, 1, rule, 0)
            os.close(descriptor)
    call_library("syscall", _RESTRICT_SELF, ruleset, 0)
    os.close(ruleset)
