"""How much memory this process or a group of processes holds; and a bound on allocation."""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from importlib.util import find_spec

_STATM = "/proc/self/statm"  # pages: of the program, resident, ...
_LEAST_FILE = 2**15  # bytes that an entry of a folder counts at least: to remove many takes long
_SLACK = 512 * 2**20  # bytes beyond the memory limit, where allocation itself fails


def resident_bytes() -> int | None:
    """Return the resident size of this process, in bytes; None if it cannot be known.

    A look costs microseconds on Linux.
    """
    return _meter()()


@cache
def _meter() -> Callable[[], int | None]:
    """Return what measures this process."""
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


if hasattr(os, "register_at_fork"):  # a child measures itself: the open file is its parent's
    os.register_at_fork(after_in_child=_meter.cache_clear)


def memory_of(processes: list[int]) -> int:
    """Return the bytes of memory that processes hold together, what they share counted once."""
    import psutil

    total = 0
    for process in processes:
        with suppress(psutil.Error, OSError):  # it has just ended
            if len(processes) == 1:
                return int(psutil.Process(process).memory_info().rss)
            total += _share(psutil.Process(process))
    return total


def _share(process: object) -> int:
    """Return the bytes of a process, with its part of what it shares with others."""
    import psutil

    with suppress(AttributeError, psutil.AccessDenied):  # not on Linux; another user's
        return int(process.memory_full_info().pss)  # type: ignore[attr-defined]
    return int(process.memory_info().rss)  # type: ignore[attr-defined]


def size_of_files(folder: str, most: int) -> int:
    """Return the bytes of the files below a folder on the disk; counting ends beyond ``most``.

    A folder that cannot be looked into, or lies too deep for a path, is beyond ``most``.
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
    """Let allocation fail well above the limit, if memory grows faster than it can be watched."""
    try:
        import resource
    except ImportError:  # not on Windows
        return
    _, hard = resource.getrlimit(resource.RLIMIT_DATA)
    soft = hard if limit is None else limit + _SLACK
    if hard != resource.RLIM_INFINITY:
        soft = min(soft, hard)
    resource.setrlimit(resource.RLIMIT_DATA, (soft, hard))
