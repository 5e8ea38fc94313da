"""The memory that processes hold, the files that they write, and limits on both."""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from importlib.util import find_spec

_STATM = "/proc/self/statm"  # pages: of the program, resident, ...
_LEAST_FILE = 2**15  # the least bytes per entry of a folder, because removing many takes long
_SLACK = 512 * 2**20  # bytes beyond the memory limit where allocation fails


def resident_bytes() -> int | None:
    """Return the resident size of this process in bytes, or None if it is unknown.

    A call takes microseconds on Linux.
    """
    return _meter()()


@cache
def _meter() -> Callable[[], int | None]:
    """Return the function that measures this process."""
    try:
        file = os.open(_STATM, os.O_RDONLY)
        page = os.sysconf("SC_PAGE_SIZE")
    except (OSError, AttributeError, ValueError):  # another system than Linux
        if find_spec("psutil") is None:  # in a browser
            return lambda: None
        import psutil

        memory_info = psutil.Process().memory_info
        return lambda: int(memory_info().rss)
    return lambda: int(os.pread(file, 64, 0).split()[1]) * page


if hasattr(os, "register_at_fork"):  # in a child, the open file would measure the parent
    os.register_at_fork(after_in_child=_meter.cache_clear)


def memory_of(processes: list[int]) -> int:
    """Return the memory of processes in bytes; shared memory counts once."""
    import psutil

    total = 0
    for process in processes:
        with suppress(psutil.Error, OSError):  # it has just ended
            own = psutil.Process(process)
            if len(processes) == 1:
                return int(own.memory_info().rss)
            try:
                total += own.memory_full_info().pss
            except (AttributeError, psutil.AccessDenied):  # not on Linux; another user's
                total += own.memory_info().rss
    return total


def size_of_files(folder: str, most: int) -> int:
    """Return the disk space of the files below a folder, in bytes; stop counting above ``most``.

    A folder that cannot be read, or whose path is too long, counts as more than ``most``.
    """
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
        except FileNotFoundError:  # it is gone by now
            pass
        except OSError:
            return most + 1
    return total


def bound_memory(limit: int | None) -> None:
    """Make allocation fail well above the limit, in case memory grows between two measurements."""
    try:
        import resource
    except ImportError:  # not on Windows
        return
    _, hard = resource.getrlimit(resource.RLIMIT_DATA)
    soft = hard if limit is None else limit + _SLACK
    if hard != resource.RLIM_INFINITY:
        soft = min(soft, hard)
    resource.setrlimit(resource.RLIMIT_DATA, (soft, hard))
