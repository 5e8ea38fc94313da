"""Processes and what descends from them: who they are, how much memory they hold together."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from pathlib import Path

_PROC = Path("/proc")
_SET_DEATH_SIGNAL, _SET_SUBREAPER = 1, 36  # of prctl(2)


def descendants(process: int) -> list[int]:
    """Return the children of a process, their children, and so on."""
    found: list[int] = []
    waiting = [process]
    while waiting:
        children = [child for child in _children(waiting.pop()) if child not in found]
        found += children
        waiting += children
    return found


def _children(process: int) -> list[int]:
    own = f"{_PROC}/{process}/task"
    try:
        return [
            int(child)
            for thread in os.listdir(own)
            for child in Path(own, thread, "children").read_text("ascii").split()
        ]
    except OSError:
        return [] if _tells_children() else _children_by_psutil(process)


def _tells_children() -> bool:
    """Tell whether the system lists the children of a process; Linux does, mostly."""
    return Path(_PROC, "self", "task", str(os.getpid()), "children").exists()


def _children_by_psutil(process: int) -> list[int]:
    import psutil

    try:
        return [child.pid for child in psutil.Process(process).children()]
    except psutil.Error:
        return []


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
    try:
        return int(process.memory_full_info().pss)  # type: ignore[attr-defined]
    except AttributeError:  # not on Linux
        return int(process.memory_info().rss)  # type: ignore[attr-defined]


def adopt_orphans() -> None:
    """Let what descends from this process become its child where it loses its parent (Linux)."""
    _prctl(_SET_SUBREAPER, 1)


def die_with_parent(parent: int) -> None:
    """Let the system kill this process when its parent ends, however that comes (Linux).

    parent: the number of that process, in case it has ended already.
    """
    import signal

    if hasattr(signal, "SIGKILL"):
        _prctl(_SET_DEATH_SIGNAL, signal.SIGKILL)
        if os.getppid() != parent:
            os.kill(os.getpid(), signal.SIGKILL)


def parent_of_worker() -> int:
    """Return the number of the process that a worker of a pool is to end with.

    That is the one that started it, which may have ended by now, so that the worker has another
    parent; or the server of forks in between, which ends with the one that started it.
    """
    from multiprocessing import get_start_method, parent_process

    started_by = parent_process()
    if started_by is None or started_by.pid is None or get_start_method() == "forkserver":
        return os.getppid()
    return started_by.pid


def _prctl(option: int, value: int) -> None:
    if sys.platform != "linux":
        return
    import ctypes

    with suppress(OSError, AttributeError):
        ctypes.CDLL(None).prctl(option, value, 0, 0, 0)
