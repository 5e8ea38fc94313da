"""How the process of a submission is confined, from inside, before the student's code is there.

PROTECTIONS is the closed set of what can be in force; ``probes`` tries which are.
"""

from __future__ import annotations

import os
import random
import sys
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path

from aima_search.apps.grade.sandbox import kernel
from aima_search.apps.grade.sandbox.system_calls import refuse_calls
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
    kernel.give_up_privileges()
    folders = _folders_of_python()
    _reach_in_spite_of_parents(confinement.user)
    kernel.restrict_files([*folders, *_SYSTEM, *_OF_PROCESS], [confinement.folder, *_DEVICES])
    if confinement.user is not None:
        _become(confinement.user)
    kernel.hide_memory()
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
