"""A process and all that descends from it: how they are found, ended together and reported."""

from __future__ import annotations

import os
import signal
import sys
from contextlib import suppress
from pathlib import Path

_PROC = Path("/proc")
_ROUNDS = 1000  # of ending what is there, while processes go on to start others
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


def kill_descendants(process: int) -> bool:
    """Kill what descends from a process now; tell whether there was anything."""
    found = descendants(process)
    for one in found:
        with suppress(OSError):
            os.kill(one, getattr(signal, "SIGKILL", signal.SIGTERM))
    return bool(found)


def end_descendants() -> None:
    """Kill all that descends from this process, and wait for its end; orphans are its own."""
    for _ in range(_ROUNDS):
        if not kill_descendants(os.getpid()):
            break
        with suppress(ChildProcessError):
            os.waitpid(-1, 0)


def adopt_orphans() -> None:
    """Let what descends from this process become its child when it loses its parent (Linux)."""
    _prctl(_SET_SUBREAPER, 1)


def die_with_parent(parent: int) -> None:
    """Let the system kill this process when its parent ends, however that comes (Linux).

    parent: the number of that process, in case it has ended already.
    """
    if hasattr(signal, "SIGKILL"):
        _prctl(_SET_DEATH_SIGNAL, signal.SIGKILL)
        if os.getppid() != parent:
            os.kill(os.getpid(), signal.SIGKILL)


def how_ended(code: int) -> str:
    """Return in words what the exit status of a process, negative for a signal, says."""
    with suppress(ValueError):
        if code < 0:
            return f"signal {signal.Signals(-code).name}"
    return f"exit status {code}"


def _prctl(option: int, value: int) -> None:
    if sys.platform != "linux":
        return
    import ctypes

    with suppress(OSError, AttributeError):
        ctypes.CDLL(None).prctl(option, value, 0, 0, 0)
