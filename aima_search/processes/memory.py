"""Measures the memory of processes and the disk space of files, and sets a memory limit."""

from __future__ import annotations

import mmap
import os
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from glob import glob
from importlib.util import find_spec
from math import inf
from pathlib import Path
from time import perf_counter

_STATM = "/proc/self/statm"  # numbers of memory pages: total, resident, ...
_LEAST_FILE = 2**15  # bytes added for each file, because deleting many small files is slow
_FRESH = 0.001  # seconds for which a measured number is used again
_SLACK = 512 * 2**20  # allocation fails this number of bytes above the memory limit

# the time of the last measurement, and its result
_measured: tuple[float, int | None] = (-inf, None)


def resident_bytes() -> int | None:
    """Return how many bytes of memory this process uses, or None if this is unknown.

    The number may be a millisecond old, because a measurement takes longer than a small search.
    """
    global _measured
    now = perf_counter()
    if now - _measured[0] > _FRESH:
        _measured = now, _meter()()
    return _measured[1]


@cache
def _meter() -> Callable[[], int | None]:
    try:
        file = os.open(_STATM, os.O_RDONLY)
        page = os.sysconf("SC_PAGE_SIZE")
    except (OSError, AttributeError, ValueError):  # the system is not Linux
        if find_spec("psutil") is None:  # not available in a browser
            return lambda: None
        import psutil

        memory_info = psutil.Process().memory_info
        return lambda: int(memory_info().rss)
    return lambda: int(os.pread(file, 64, 0).split()[1]) * page


if hasattr(os, "register_at_fork"):  # in a forked child, the open file still shows the parent
    os.register_at_fork(after_in_child=_meter.cache_clear)


def memory_of(processes: list[int]) -> int:
    """Return how many bytes the ``processes`` use together; shared memory is counted once."""
    return sum(memory_by_process(processes).values())


def memory_by_process(processes: list[int]) -> dict[int, int]:
    """Return a dict from process ids to the memory in bytes. A process that has ended uses 0."""
    import psutil

    found = dict.fromkeys(processes, 0)
    for process in processes:
        with suppress(psutil.Error, OSError):  # the process has just ended
            own = psutil.Process(process)
            size = int(own.memory_info().rss)
            if size and len(processes) > 1:
                with suppress(AttributeError, psutil.AccessDenied):  # not Linux, or another user's
                    size = own.memory_full_info().pss
            found[process] = size
        for path in [] if found[process] else glob(f"/proc/{process}/task/*/statm"):
            with suppress(OSError):  # the thread has just ended
                pages = int(Path(path).read_text("ascii").split()[1])
                found[process] = max(found[process], pages * mmap.PAGESIZE)
    return found


def count_memory_kills() -> int:
    """Return how many processes Linux has killed for lack of memory since the machine started."""
    with suppress(OSError, ValueError):
        words = Path("/proc/vmstat").read_text("ascii").split()
        return int(words[words.index("oom_kill") + 1])
    return 0


def memory_of_machine() -> int:
    """Return the memory of this machine in bytes, or its container's limit if this is less."""
    import psutil

    sizes = [int(psutil.virtual_memory().total)]
    with suppress(OSError, ValueError):
        for line in Path("/proc/self/cgroup").read_text("utf-8").splitlines():
            _, kind, group = line.split(":", 2)
            inner = Path(f"/sys/fs/cgroup/{kind}{group}")
            for folder in (inner, *inner.parents) if kind in ("", "memory") else ():
                for name in ("memory.max", "memory.limit_in_bytes"):  # of version 2, of version 1
                    with suppress(OSError, ValueError):  # no such file, or no limit ("max")
                        sizes.append(int((folder / name).read_text("ascii")))
    return min(sizes)


def size_of_files(folder: str, most: int) -> int:
    """Return the disk space of the files in a folder, in bytes, plus 32 KiB for each file.

    The function stops when the sum exceeds ``most``. A folder that cannot be read counts as too
    large. If the folder is a separate file system, deleted files that are still open count, too.
    """
    if os.path.ismount(folder):
        disk = os.statvfs(folder)
        number, blocks = disk.f_files - disk.f_ffree, disk.f_blocks - disk.f_bfree
        return number * _LEAST_FILE + blocks * disk.f_frsize
    total, waiting = 0, [folder]
    while waiting and total <= most:
        try:
            with os.scandir(waiting.pop()) as entries:
                for entry in entries:
                    total += _LEAST_FILE
                    if entry.is_dir(follow_symlinks=False):
                        waiting.append(entry.path)
                    else:
                        total += entry.stat(follow_symlinks=False).st_blocks * 512
                    if total > most:
                        break
        except FileNotFoundError:  # was deleted in the meantime
            pass
        except OSError:
            return most + 1
    return total


def bound_memory(limit: int | None) -> None:
    """Limit the memory of this process to ``limit`` bytes + 512 MiB; None removes the limit."""
    set_soft_limit("RLIMIT_DATA", None if limit is None else limit + _SLACK)


def set_soft_limit(name: str, value: int | None) -> None:
    """Set a soft limit of this process, such as "RLIMIT_CPU"; None sets it to the hard limit."""
    try:
        import resource
    except ImportError:  # Windows
        return
    kind = getattr(resource, name)
    _, hard = resource.getrlimit(kind)
    soft = hard if value is None else value
    if hard != resource.RLIM_INFINITY:
        soft = min(soft, hard)
    resource.setrlimit(kind, (soft, hard))
